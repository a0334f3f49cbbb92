//===- ToolProcess.h - Running the tools of the CUDA Toolkit ----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_TOOLPROCESS_H
#define DTYP_LIB_TARGET_TOOLPROCESS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileUtilities.h"

#include <string>

namespace mlir::cudax {

/// A temporary file, removed with this object and when the process is killed.
class TemporaryFile {
public:
  /// Creates a file `dtyp-*.<suffix>` that holds `contents`.
  static FailureOr<TemporaryFile>
  create(StringRef suffix, StringRef contents,
         function_ref<InFlightDiagnostic()> emitError);

  TemporaryFile(TemporaryFile &&other);
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile();

  StringRef getPath() const { return path; }

  /// Reads the whole file.
  FailureOr<SmallVector<char, 0>>
  read(function_ref<InFlightDiagnostic()> emitError) const;

private:
  explicit TemporaryFile(StringRef path) : path(path) {}

  std::string path;
};

/// The end of a tool's run.
struct ToolResult {
  int status = 0;
  /// What the tool wrote, to stdout and stderr.
  std::string log;
};

/// Runs `program` with `arguments`. Fails after an error if it cannot be run or
/// crashes; another end than success is left to the caller.
FailureOr<ToolResult> runTool(StringRef program,
                              ArrayRef<std::string> arguments,
                              function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_TOOLPROCESS_H

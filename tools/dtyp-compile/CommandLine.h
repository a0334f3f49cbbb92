//===- CommandLine.h - Options of dtyp-compile ------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYP_COMPILE_COMMANDLINE_H
#define DTYP_TOOLS_DTYP_COMPILE_COMMANDLINE_H

#include "dtyp/Compiler/Compiler.h"

#include "mlir/Support/LLVM.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::dtyp {

/// What the tool writes.
enum class Emit { MLIR, LLVM, PTX, Cubin, Fatbin };

/// Returns what the compiler makes for `emit`, which is not MLIR.
OutputKind getOutputKind(Emit emit);

/// The command line, checked.
struct CommandLine {
  std::string input;
  std::string output;
  /// Nothing, if only information is asked for.
  std::optional<Emit> emit;
  std::string gpuModule;
  bool printResourceUsage = false;
  bool printSignature = false;
  bool printCacheUse = false;
  CacheOptions cache;
  /// The categories of remarks to print, as a regular expression; none if
  /// empty.
  std::string remarksFilter;
  std::vector<std::string> dialectPlugins;

  /// Parses the options, or ends the process after an error that LLVM's parser
  /// reports. Fails after an error that only we know.
  static FailureOr<CommandLine> parse(int argc, char **argv);

  /// Hands the options of the compilation on to `options`.
  void getCompileOptions(CompileOptions &options) const;

  bool writesToStdout() const { return output == "-"; }
};

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYP_COMPILE_COMMANDLINE_H

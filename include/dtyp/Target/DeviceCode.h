//===- DeviceCode.h - Compiled device code to link --------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares files with functions that kernels call.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_DEVICECODE_H
#define DTYP_TARGET_DEVICECODE_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace mlir::cudax {

enum class DeviceCodeKind {
  /// LLVM IR, as bitcode or text, which LLVM links and inlines.
  LLVM,
  /// NVIDIA's IR, as `nvcc -dlto -ltoir` makes it. Like all that follows it is
  /// linked by nvJitLink.
  LTOIR,
  PTX,
  /// Machine code for a chip.
  Cubin
};

/// Returns how messages call `kind`.
StringRef stringifyDeviceCodeKind(DeviceCodeKind kind);

/// A file that was read, by any number of users.
using SharedBuffer = std::shared_ptr<const llvm::MemoryBuffer>;

/// Reads a file, or returns what was read of it before in this process, if its
/// size and time are still the same. Can be called from any thread.
llvm::ErrorOr<SharedBuffer> readSharedFile(StringRef path);

/// Compiled code in memory.
struct DeviceCode {
  std::string path;
  DeviceCodeKind kind = DeviceCodeKind::LLVM;
  SharedBuffer contents;

  /// Reads a file and finds out what it holds. Fails after an error if it
  /// cannot be read or is nothing that can be linked.
  static FailureOr<DeviceCode>
  read(StringRef path, function_ref<InFlightDiagnostic()> emitError);

  StringRef getText() const { return contents->getBuffer(); }
};

/// Returns the functions that PTX or a cubin defines for others. A function of
/// which there may be several (weak) is none of them.
SmallVector<std::string> getDefinedFunctions(DeviceCodeKind kind,
                                             StringRef contents);

} // namespace mlir::cudax

#endif // DTYP_TARGET_DEVICECODE_H

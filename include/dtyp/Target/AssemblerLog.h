//===- AssemblerLog.h - What PTX assemblers report --------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the parser of the logs of ptxas (`-v`) and nvJitLink
// (`-verbose`).
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_ASSEMBLERLOG_H
#define DTYP_TARGET_ASSEMBLERLOG_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::cudax {

/// The largest frame of local memory with which a kernel can be launched, in
/// bytes: measured on an H200 (driver 580.159). It is 768 less than the 512 KiB
/// that the CUDA C++ Programming Guide names; behind it the driver only says
/// CUDA_ERROR_INVALID_VALUE.
inline constexpr int64_t kMaxFrameBytes = 523520;

/// What a function of a compiled module needs. A number is -1 where the
/// assembler does not report it.
struct FunctionResources {
  std::string name;
  /// Whether it is a kernel; ptxas reports the functions that it did not inline
  /// too.
  bool isKernel = false;
  int64_t registers = -1;
  /// The frame of the function itself, in local memory.
  int64_t frameBytes = -1;
  /// The frames of the function and of the functions that it calls.
  int64_t stackBytes = -1;
  int64_t spillStoreBytes = -1;
  int64_t spillLoadBytes = -1;
  int64_t sharedBytes = 0;
  int64_t constantBytes = -1;
  int64_t barriers = -1;

  /// Returns the local memory that a thread needs for the function.
  int64_t getLocalBytes() const { return std::max(frameBytes, stackBytes); }
};

/// An error or a warning of an assembler.
struct AssemblerMessage {
  bool isError = false;
  /// The line of the PTX.
  std::optional<unsigned> line;
  /// The function or other symbol that it is about, or nothing.
  std::string function;
  std::string text;
  /// Whether it tells that `function` is used and not defined.
  bool isUndefined = false;
};

/// The parts of an assembler's log that mean something to us.
struct AssemblerLog {
  SmallVector<FunctionResources> functions;
  SmallVector<AssemblerMessage> messages;

  bool hasError() const {
    return llvm::any_of(messages, [](const AssemblerMessage &message) {
      return message.isError;
    });
  }
};

/// Parses the log of ptxas or nvJitLink. Lines that it does not know, times
/// among them, are left out.
AssemblerLog parseAssemblerLog(StringRef text);

} // namespace mlir::cudax

#endif // DTYP_TARGET_ASSEMBLERLOG_H

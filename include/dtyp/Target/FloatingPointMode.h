//===- FloatingPointMode.h - How kernels compute with floats ----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_FLOATINGPOINTMODE_H
#define DTYP_TARGET_FLOATINGPOINTMODE_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
class DictionaryAttr;
class MLIRContext;

// The header of the dialect NVVM takes longer to compile than all others that
// a compiler includes of ours.
namespace NVVM {
class NVVMTargetAttr;
} // namespace NVVM

namespace cudax {

/// How kernels compute with floating-point numbers. The fields are nvcc's
/// options of the same names, with its defaults (CUDA Compiler Driver NVCC,
/// "Options for Steering GPU Code Generation"). Flags of a `#nvvm.target` hold
/// what differs from them.
struct FloatingPointMode {
  /// Whether a product and a sum may become one fused multiply-add, which
  /// rounds once.
  bool fmad = true;
  /// Whether subnormal numbers of 32 bits become zero.
  bool ftz = false;
  /// Whether divisions and reciprocals of 32 bits are rounded correctly.
  bool precDiv = true;
  /// Whether square roots of 32 bits are rounded correctly.
  bool precSqrt = true;
  /// Whether functions and divisions of 32 bits are approximate ones, beside
  /// all of the above that is fast.
  bool fastMath = false;

  /// Returns the mode that the flags of `target` name: `no-fmad`, `ftz`,
  /// `no-prec-div`, `no-prec-sqrt` and `fast`.
  static FloatingPointMode get(NVVM::NVVMTargetAttr target);

  /// Whether `name` is one of these flags.
  static bool isFlag(llvm::StringRef name);

  /// Returns the flags that name this mode, or null if it is nvcc's default.
  DictionaryAttr getFlags(MLIRContext *context) const;
};

} // namespace cudax
} // namespace mlir

#endif // DTYP_TARGET_FLOATINGPOINTMODE_H

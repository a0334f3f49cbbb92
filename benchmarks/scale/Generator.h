//===- Generator.h - Modules of any size -----------------------------*- C++
//-*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_BENCHMARKS_SCALE_GENERATOR_H
#define DTYP_BENCHMARKS_SCALE_GENERATOR_H

#include <string>

namespace mlir::dtyp {

/// How arrays are written: by the dtype of an object, or resolved by hand to
/// what that becomes.
enum class Form { DType, Hand };

/// Returns a gpu.module of `numKernels` kernels with `numArrays` arrays in all,
/// whose kinds take turns: local arrays of an object's dtype, of a record, of a
/// sub-array, and shared ones.
std::string generateModule(Form form, int numArrays, int numKernels);

} // namespace mlir::dtyp

#endif // DTYP_BENCHMARKS_SCALE_GENERATOR_H

//===- CudaToolkit.h - Finding the parts of the CUDA Toolkit ----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the search for the parts of the CUDA Toolkit that a
// compilation needs.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_CUDATOOLKIT_H
#define DTYP_TARGET_CUDATOOLKIT_H

#include "mlir/IR/Diagnostics.h"

#include <optional>
#include <string>

namespace mlir::cudax {

/// A part of the CUDA Toolkit.
enum class CudaTool { Ptxas, Fatbinary, Libdevice, NvJitLink, NvPtxCompiler };

/// The places where the parts of the CUDA Toolkit are looked for.
class CudaToolkit {
public:
  /// Finds the toolkit: the folder `path` where it is not empty; else the one
  /// that CUDA_ROOT, CUDA_HOME or CUDA_PATH name, in this order. A folder that
  /// is named so is the only place to look in, and an error if it is missing.
  /// Otherwise all of these are looked through: the folder `cuda` beside the
  /// one in which the library Dtyp lies, the toolkit of the ptxas on PATH, and
  /// /usr/local/cuda. Having none of them is no error yet.
  static FailureOr<CudaToolkit>
  find(StringRef path, function_ref<InFlightDiagnostic()> emitError);

  /// Returns the path of `tool`, or nothing if there is none. nvPTXCompiler is
  /// looked for in the folder of the library Dtyp: it is built with it.
  std::optional<std::string> lookup(CudaTool tool) const;

  /// Appends to `diagnostic` that `tool` is missing: where it was looked for,
  /// and what mends it.
  void describeMissing(CudaTool tool, InFlightDiagnostic &diagnostic) const;

  /// Returns the path of `tool`. Fails after an error if there is none.
  FailureOr<std::string>
  require(CudaTool tool, function_ref<InFlightDiagnostic()> emitError) const;

  /// Returns the folders that are looked through, in order.
  ArrayRef<std::string> getRoots() const { return roots; }

private:
  SmallVector<std::string> roots;
};

} // namespace mlir::cudax

#endif // DTYP_TARGET_CUDATOOLKIT_H

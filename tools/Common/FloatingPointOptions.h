//===- FloatingPointOptions.h - Options for floats of kernels ---*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the options that the tools which compile for GPUs share.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_COMMON_FLOATINGPOINTOPTIONS_H
#define DTYP_TOOLS_COMMON_FLOATINGPOINTOPTIONS_H

#include "dtyp/Target/FloatingPointMode.h"

#include "llvm/Support/CommandLine.h"

namespace mlir::dtyp {

/// The options of a tool. They are nvcc's, of the same names and defaults.
class FloatingPointOptions {
public:
  explicit FloatingPointOptions(llvm::cl::OptionCategory &category)
      : category(category) {}

  cudax::FloatingPointMode getMode() const {
    return {fmad, ftz, precDiv, precSqrt, useFastMath};
  }

private:
  llvm::cl::OptionCategory &category;
  llvm::cl::opt<bool> fmad{
      "fmad",
      llvm::cl::desc("Contract a*b + c to a fused multiply-add on a GPU "
                     "(default: true, as nvcc)"),
      llvm::cl::init(true), llvm::cl::cat(category)};
  llvm::cl::opt<bool> ftz{
      "ftz", llvm::cl::desc("Flush subnormal float32 to zero on a GPU"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> precDiv{
      "prec-div",
      llvm::cl::desc("Round float32 divisions correctly on a GPU (default: "
                     "true)"),
      llvm::cl::init(true), llvm::cl::cat(category)};
  llvm::cl::opt<bool> precSqrt{
      "prec-sqrt",
      llvm::cl::desc("Round float32 square roots correctly on a GPU (default: "
                     "true)"),
      llvm::cl::init(true), llvm::cl::cat(category)};
  llvm::cl::opt<bool> useFastMath{
      "use-fast-math",
      llvm::cl::desc("Use approximate functions of float32 on a GPU; implies "
                     "--ftz --prec-div=false --prec-sqrt=false"),
      llvm::cl::cat(category)};
};

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_COMMON_FLOATINGPOINTOPTIONS_H

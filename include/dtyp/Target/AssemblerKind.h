//===- AssemblerKind.h - Choice of a PTX assembler --------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_ASSEMBLERKIND_H
#define DTYP_TARGET_ASSEMBLERKIND_H

namespace mlir::cudax {

/// What makes cubins of PTX.
enum class AssemblerKind {
  /// nvPTXCompiler where this project was built with it, else ptxas, else
  /// nvJitLink; always nvJitLink if there is code to link.
  Auto,
  /// The program of the CUDA Toolkit, in a process of its own.
  Ptxas,
  /// ptxas as a library, in this process. It makes the same code.
  NvPtxCompiler,
  /// NVIDIA's linker, in this process. It assembles functions to be linked,
  /// which are not the same code: see docs/compiling.md.
  NvJitLink
};

} // namespace mlir::cudax

#endif // DTYP_TARGET_ASSEMBLERKIND_H

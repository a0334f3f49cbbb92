//===- PtxAssembler.h - From PTX to cubin and fatbin ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the steps that CUDA's own tools do: assembling PTX and
// merging its products into a fatbin.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_PTXASSEMBLER_H
#define DTYP_TARGET_PTXASSEMBLER_H

#include "dtyp/Target/AssemblerKind.h"
#include "dtyp/Target/AssemblerLog.h"
#include "dtyp/Target/CudaToolkit.h"
#include "dtyp/Target/DeviceCode.h"

namespace mlir::cudax {

/// Emits an error at a function of the module that is compiled, or at the
/// module if the name is empty.
using FunctionErrorEmitter = function_ref<InFlightDiagnostic(StringRef name)>;

struct AssemblerOptions {
  AssemblerKind assembler = AssemblerKind::Auto;
  /// The chip to assemble for (`sm_90`).
  StringRef chip;
  unsigned optLevel = 3;
  /// Whether the cubin says which source line an instruction is from.
  bool lineInfo = false;
  /// Options that are handed on to ptxas or the library in its place.
  SmallVector<std::string> extraOptions;
  /// Code to link, of all kinds but LLVM IR.
  SmallVector<DeviceCode> objects;
};

/// The product of an assembler, and what it says about it.
struct AssembledModule {
  SmallVector<char, 0> cubin;
  AssemblerLog log;
};

/// Assembles `ptx` by the assembler that `options` chooses, and links it with
/// their objects. Fails after an error if the assembler is missing or the PTX
/// is wrong.
FailureOr<AssembledModule> assemblePtx(StringRef ptx,
                                       const AssemblerOptions &options,
                                       const CudaToolkit &toolkit,
                                       FunctionErrorEmitter emitErrorAt);

/// Assembles `ptx` by ptxas, in a process of its own. Takes no objects.
FailureOr<AssembledModule> assemblePtxByPtxas(StringRef ptx,
                                              const AssemblerOptions &options,
                                              const CudaToolkit &toolkit,
                                              FunctionErrorEmitter emitErrorAt);

/// Assembles `ptx` in this process by nvPTXCompiler. Takes no objects.
FailureOr<AssembledModule>
assemblePtxByNvPtxCompiler(StringRef ptx, const AssemblerOptions &options,
                           const CudaToolkit &toolkit,
                           FunctionErrorEmitter emitErrorAt);

/// Assembles `ptx` in this process by nvJitLink, and links it with the objects.
FailureOr<AssembledModule>
assemblePtxByNvJitLink(StringRef ptx, const AssemblerOptions &options,
                       const CudaToolkit &toolkit,
                       FunctionErrorEmitter emitErrorAt);

/// A part of a fatbin.
struct FatbinImage {
  /// The chip that the image is for (`sm_90`).
  StringRef chip;
  bool isPtx;
  StringRef contents;
};

/// Merges `images` into a fatbin by the `fatbinary` of `toolkit`.
FailureOr<SmallVector<char, 0>>
makeFatbin(ArrayRef<FatbinImage> images, const CudaToolkit &toolkit,
           function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::cudax

#endif // DTYP_TARGET_PTXASSEMBLER_H

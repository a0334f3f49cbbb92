//===- CompilerHandles.h - Handles of the compiler --------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the handles of dtyp-c/Compiler.h point to.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_CAPI_COMPILERHANDLES_H
#define DTYP_LIB_CAPI_COMPILERHANDLES_H

#include "Handles.h"

#include "dtyp-c/Compiler.h"
#include "dtyp/Compiler/Compiler.h"

#include "mlir/CAPI/Wrap.h"

namespace mlir::dtyp::capi {

/// A compiler, and the context that it is on.
struct ContextCompiler {
  ContextCompiler(MLIRContext *context, CompileOptions options)
      : context(context), compiler(context, std::move(options)) {}

  MLIRContext *context;
  Compiler compiler;
};

} // namespace mlir::dtyp::capi

DEFINE_C_API_PTR_METHODS(DtypCompileOptions, mlir::dtyp::CompileOptions)
DEFINE_C_API_PTR_METHODS(DtypCompiler, mlir::dtyp::capi::ContextCompiler)
DEFINE_C_API_PTR_METHODS(DtypCompiledModule, const mlir::dtyp::CompiledModule)
DEFINE_C_API_PTR_METHODS(DtypCompiledObject, const mlir::dtyp::CompiledObject)
DEFINE_C_API_PTR_METHODS(DtypCompiledKernel, const mlir::dtyp::CompiledKernel)

#endif // DTYP_LIB_CAPI_COMPILERHANDLES_H

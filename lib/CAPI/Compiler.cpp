//===- Compiler.cpp - C API: from a module to GPU code --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements compiling modules.
//
//===----------------------------------------------------------------------===//

#include "CompilerHandles.h"

#include "dtyp-c/Registration.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::capi;

static_assert(static_cast<int>(DtypOutputKindBitcode) ==
              static_cast<int>(OutputKind::Bitcode));
static_assert(static_cast<int>(DtypOutputKindPTX) ==
              static_cast<int>(OutputKind::PTX));
static_assert(static_cast<int>(DtypOutputKindCubin) ==
              static_cast<int>(OutputKind::Cubin));
static_assert(static_cast<int>(DtypOutputKindFatbin) ==
              static_cast<int>(OutputKind::Fatbin));

MlirModule dtypModuleCreateParse(MlirContext context, MlirStringRef source,
                                 MlirStringRef name) {
  if (!context.ptr) {
    return {nullptr};
  }
  return wrap(parseSourceString<ModuleOp>(unwrapString(source), unwrap(context),
                                          unwrapString(name))
                  .release());
}

/// Adds to the context what a pipeline would be ended without.
static void registerAll(MLIRContext *context) {
  DialectRegistry registry;
  dtypRegisterAllDialects(wrap(&registry));
  context->appendDialectRegistry(registry);
}

DtypCompiler dtypCompilerCreate(MlirContext context,
                                DtypCompileOptions options) {
  if (!context.ptr) {
    return {nullptr};
  }
  registerAll(unwrap(context));
  return wrap(new ContextCompiler(
      unwrap(context), options.ptr ? *unwrap(options) : CompileOptions()));
}

void dtypCompilerDestroy(DtypCompiler compiler) { delete unwrap(compiler); }

/// Returns whether this is a kind of output; if not, after a diagnostic.
static bool isKind(MLIRContext *context, DtypOutputKind kind) {
  if (static_cast<unsigned>(kind) <= DtypOutputKindFatbin) {
    return true;
  }
  emitError(UnknownLoc::get(context))
      << "expected a kind of output, but got the number "
      << static_cast<unsigned>(kind);
  return false;
}

static DtypCompiledModule keep(FailureOr<CompiledModule> code) {
  if (failed(code)) {
    return {nullptr};
  }
  return wrap(new CompiledModule(std::move(*code)));
}

DtypCompiledModule dtypCompilerCompile(DtypCompiler compiler, MlirModule module,
                                       DtypOutputKind kind) {
  if (!compiler.ptr || !isKind(unwrap(compiler)->context, kind)) {
    return {nullptr};
  }
  MLIRContext *context = unwrap(compiler)->context;
  if (mlirModuleIsNull(module)) {
    emitError(UnknownLoc::get(context)) << "expected a module, but got null";
    return {nullptr};
  }
  // Others' IR may be anything, and passes rely on IR that is valid.
  ModuleOp op = unwrap(module);
  if (op->getContext() != context) {
    emitError(UnknownLoc::get(context))
        << "expected a module of the compiler's context, but got one of "
           "another";
    return {nullptr};
  }
  if (failed(verify(op))) {
    return {nullptr};
  }
  return keep(
      unwrap(compiler)->compiler.compile(op, static_cast<OutputKind>(kind)));
}

DtypCompiledModule dtypCompilerCompileSource(DtypCompiler compiler,
                                             MlirStringRef source,
                                             DtypOutputKind kind) {
  if (!compiler.ptr || !isKind(unwrap(compiler)->context, kind)) {
    return {nullptr};
  }
  StringRef text = unwrapString(source);
  if (text.empty()) {
    emitError(UnknownLoc::get(unwrap(compiler)->context))
        << "expected text or bytecode of a module, but got nothing";
    return {nullptr};
  }
  return keep(
      unwrap(compiler)->compiler.compile(text, static_cast<OutputKind>(kind)));
}

static DtypCompiledModule compileOnce(MlirModule module,
                                      DtypCompileOptions options,
                                      DtypOutputKind kind) {
  if (mlirModuleIsNull(module)) {
    return {nullptr};
  }
  DtypCompiler compiler =
      dtypCompilerCreate(mlirModuleGetContext(module), options);
  DtypCompiledModule code = dtypCompilerCompile(compiler, module, kind);
  dtypCompilerDestroy(compiler);
  return code;
}

DtypCompiledModule dtypCompileToPTX(MlirModule module,
                                    DtypCompileOptions options) {
  return compileOnce(module, options, DtypOutputKindPTX);
}

DtypCompiledModule dtypCompileToCubin(MlirModule module,
                                      DtypCompileOptions options) {
  return compileOnce(module, options, DtypOutputKindCubin);
}

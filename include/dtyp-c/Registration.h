//===- Registration.h - C API: dialects and passes ----------------*- C -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares what makes a context know the dialects and the passes of
// the project. docs/c-api.md says what holds for all of the C API: errors,
// ownership, threads.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_C_REGISTRATION_H
#define DTYP_C_REGISTRATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the handle of the dialect dtyp, for upstream's functions on dialect
/// handles. A dialect that is registered by it is not lowered to LLVM;
/// `dtypRegisterAllDialects` registers all that this needs.
MLIR_CAPI_EXPORTED MlirDialectHandle mlirGetDialectHandle__dtyp__(void);

/// Returns the handle of the dialect cudax.
MLIR_CAPI_EXPORTED MlirDialectHandle mlirGetDialectHandle__cudax__(void);

/// Adds to `registry` the dialects dtyp and cudax, those of upstream, and the
/// extensions and translations by which the pipelines lower them to GPU code.
/// A null registry stays as it is.
///
///     MlirDialectRegistry registry = mlirDialectRegistryCreate();
///     dtypRegisterAllDialects(registry);
///     MlirContext context = mlirContextCreateWithRegistry(registry, true);
///     mlirDialectRegistryDestroy(registry);
MLIR_CAPI_EXPORTED void dtypRegisterAllDialects(MlirDialectRegistry registry);

/// Registers the passes and the pipelines of the project, and the passes of
/// upstream, in the process: then `mlirParsePassPipeline` knows their names,
/// such as `builtin.module(dtyp-to-nvvm{chip=sm_90})`. The first call does the
/// work; any thread may make it, but not while another one parses a pipeline or
/// calls upstream's `mlirRegisterAllPasses`.
MLIR_CAPI_EXPORTED void dtypRegisterAllPasses(void);

/// Returns the version of the project, such as `0.1.0`. The string is never
/// freed.
MLIR_CAPI_EXPORTED MlirStringRef dtypGetVersion(void);

#ifdef __cplusplus
}
#endif

#endif // DTYP_C_REGISTRATION_H

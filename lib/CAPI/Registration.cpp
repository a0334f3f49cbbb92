//===- Registration.cpp - C API: dialects and passes ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the registration of the dialects and the passes.
//
//===----------------------------------------------------------------------===//

#include "dtyp-c/Registration.h"

#include "dtyp/Config/Version.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/InitAll.h"

#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"

#include <mutex>

using namespace mlir;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Dtyp, dtyp, mlir::dtyp::DtypDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Cudax, cudax, mlir::cudax::CudaxDialect)

void dtypRegisterAllDialects(MlirDialectRegistry registry) {
  if (!registry.ptr) {
    return;
  }
  mlir::registerAllDialects(*unwrap(registry));
  dtyp::registerAllDialects(*unwrap(registry));
  dtyp::registerAllExtensions(*unwrap(registry));
}

void dtypRegisterAllPasses() {
  static std::once_flag once;
  std::call_once(once, [] {
    mlir::registerAllPasses();
    dtyp::registerAllPasses();
  });
}

MlirStringRef dtypGetVersion() { return wrap(StringRef(DTYP_VERSION_STRING)); }

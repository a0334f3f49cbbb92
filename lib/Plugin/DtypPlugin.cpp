//===- DtypPlugin.cpp - The plugin for other drivers ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes the dialects and the passes of the project loadable by a
// program that knows nothing of them, such as the distribution's mlir-opt. They
// are those of the shared library Dtyp: a program that registered them itself
// may load the plugin, too.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Config/Version.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/Compiler.h"

/// What `--load-dialect-plugin` calls.
extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "dtyp", DTYP_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::dtyp::registerAllDialects(*registry);
          }};
}

/// What `--load-pass-plugin` calls.
extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "dtyp", DTYP_VERSION_STRING,
          [] { mlir::dtyp::registerAllPasses(); }};
}

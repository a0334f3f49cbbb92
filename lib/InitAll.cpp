//===- InitAll.cpp - Registration of all of dtyp --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/InitAll.h"

#include "dtyp/Conversion/CudaxToLLVM.h"
#include "dtyp/Conversion/DtypToLLVM.h"
#include "dtyp/Conversion/Passes.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Cudax/Transforms/Passes.h"
#include "dtyp/Dialect/Cudax/Transforms/ReductionPatterns.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"
#include "dtyp/Dialect/Dtyp/Transforms/ReductionPatterns.h"
#include "dtyp/Emulator/Passes.h"
#include "dtyp/Pipelines/Pipelines.h"
#include "dtyp/Target/Passes.h"

#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

using namespace mlir;

void mlir::dtyp::registerAllDialects(DialectRegistry &registry) {
  registry.insert<cudax::CudaxDialect, DtypDialect>();
  registerConvertDtypToLLVMInterface(registry);
  cudax::registerConvertCudaxToLLVMInterface(registry);
}

void mlir::dtyp::registerAllExtensions(DialectRegistry &registry) {
  mlir::registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
}

void mlir::dtyp::registerAllReductionPatterns(DialectRegistry &registry) {
  registerDtypReductionPatterns(registry);
  cudax::registerCudaxReductionPatterns(registry);
}

void mlir::dtyp::registerAllPasses() {
  registerDtypPasses();
  cudax::registerCudaxPasses();
  cudax::registerCudaxConversionPasses();
  cudax::registerCudaxTargetPasses();
  emulator::registerDtypEmulatorPasses();
  registerPipelines();
}

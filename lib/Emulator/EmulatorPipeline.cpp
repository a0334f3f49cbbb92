//===- EmulatorPipeline.cpp - From kernels to the CPU ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file builds the pipeline of the CPU emulator.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"
#include "dtyp/Dialect/Cudax/Transforms/Passes.h"
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"
#include "dtyp/Emulator/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Adds the passes that lower what host code does with a device to calls.
static void addHostPasses(OpPassManager &pm) {
  // Kernels and what launches them alike, so that their types agree.
  pm.addPass(cudax::createLowerNarrowFloatsPass());
  pm.addPass(dtyp::emulator::createLowerHostCodePass());
  OpPassManager &host = pm.nest<func::FuncOp>();
  host.addPass(dtyp::createLowerAccessesPass());
  host.addPass(cudax::createLowerCopiesPass());
  host.addPass(createConvertLinalgToLoopsPass());
}

/// Adds the passes that lower functions, of the host by now, to LLVM.
static void addCpuPasses(OpPassManager &pm) {
  pm.addPass(dtyp::emulator::createDropMemorySpacesPass());
  // Behind the checks of accesses, which know no pointers.
  pm.addPass(cudax::createLowerAtomicsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(dtyp::emulator::createLowerMathToLibmPass());
  // What LLVM has an intrinsic for; libm has nothing for integers.
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
}

/// Adds the passes that optimize kernels on the way to a GPU.
static void addGpuOptimizations(OpPassManager &device) {
  device.addPass(memref::createExpandStridedMetadataPass());
  device.addPass(createLowerAffinePass());
  device.addPass(cudax::createNarrowIndicesPass());
  device.addPass(cudax::createHoistAllocasPass());
  device.addPass(cudax::createAnnotateUnrollingPass());
}

void dtyp::emulator::buildEmulatorPipeline(OpPassManager &pm, bool sanitize,
                                           bool gpuOptimizations) {
  // On the GPU's dialects: what needs no CPU is lowered as for the GPU, so that
  // results are the same.
  OpPassManager &device = pm.nest<gpu::GPUModuleOp>();
  device.addPass(createCheckEmulatedOpsPass());
  device.addPass(cudax::createPrepareKernelsPass());
  device.addPass(createLowerAccessesPass());
  device.addPass(cudax::createLowerCopiesPass());
  device.addPass(createConvertLinalgToLoopsPass());
  device.addPass(cudax::createLowerVectorsPass());
  // Reductions of a block are lowered with the kernels, which know that all
  // lanes write the same result.
  cudax::LowerSubgroupOpsPassOptions subgroups;
  subgroups.allReduce = false;
  device.addPass(cudax::createLowerSubgroupOpsPass(subgroups));
  device.addPass(createConvertComplexToStandardPass());
  device.addPass(cudax::createLowerMathPass());
  device.addPass(cudax::createLowerNarrowFmaPass());
  device.addPass(memref::createExpandOpsPass());
  device.addPass(createLowerAffinePass());
  if (gpuOptimizations) {
    addGpuOptimizations(device);
  }

  addHostPasses(pm);
  LowerKernelsPassOptions kernels;
  kernels.sanitize = sanitize;
  pm.addPass(createLowerKernelsPass(kernels));
  addCpuPasses(pm);
}

void dtyp::emulator::buildHostFunctionPipeline(OpPassManager &pm) {
  addHostPasses(pm);
  addCpuPasses(pm);
}

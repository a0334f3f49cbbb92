//===- ToNVVMPipeline.cpp - From dtyp to GPU code -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file builds the pipeline `dtyp-to-nvvm`.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Pipelines/Pipelines.h"

#include "dtyp/Conversion/Passes.h"
#include "dtyp/Dialect/Cudax/Transforms/Passes.h"
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"
#include "dtyp/Target/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void dtyp::ToNVVMPipelineOptions::setFloatingPointMode(
    const cudax::FloatingPointMode &mode) {
  fmad = mode.fmad;
  ftz = mode.ftz;
  precDiv = mode.precDiv;
  precSqrt = mode.precSqrt;
  useFastMath = mode.fastMath;
}

void dtyp::buildResolvePipeline(OpPassManager &pm, cudax::ErasedOps *erased) {
  // What the author wrote is checked before anything changes it, and again when
  // sizes that were operands are constants.
  pm.addPass(cudax::createCheckLocalArraysPass());
  pm.addPass(cudax::createCheckDeviceCodePass());
  // Most arrays take one walk, those whose extents must fold first take
  // patterns.
  cudax::ResolveArraysPassOptions onlyStatic;
  onlyStatic.onlyStatic = true;
  pm.addPass(cudax::createResolveArraysPass(onlyStatic, erased));
  // Before anything folds constants.
  pm.addPass(createLowerCastsPass());
  cudax::LowerNarrowFloatsPassOptions unfoldable;
  unfoldable.onlyUnfoldable = true;
  pm.addPass(cudax::createLowerNarrowFloatsPass(unfoldable));
  // Unreachable blocks stay until the next one, unless an array is in them, and
  // nothing is visited once more to see that nothing is left.
  GreedyRewriteConfig once;
  once.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  once.setMaxIterations(1);
  pm.addPass(createCanonicalizerPass(once));
  pm.addPass(cudax::createResolveArraysPass());
  // A constant that canonicalization moved out of a launch is no argument of
  // it.
  pm.addPass(createGpuLaunchSinkIndexComputationsPass());
  pm.addPass(createGpuKernelOutliningPass());
  pm.addNestedPass<gpu::GPUModuleOp>(cudax::createResolveConstArraysPass());
  // The arrays become symbols of the gpu.modules, and the objects that their
  // dtypes come from are of no use any more.
  pm.addNestedPass<gpu::GPUModuleOp>(
      cudax::createResolveSharedArraysPass(erased));
  pm.addPass(createEraseProvidersPass());
  pm.addPass(cudax::createCheckDeviceCodePass());
  pm.addPass(cudax::createHoistAllocasPass());
  pm.addPass(createCanonicalizerPass());
  // What was dead is gone.
  OpPassManager &device = pm.nest<gpu::GPUModuleOp>();
  device.nestAny().addPass(cudax::createCheckIndicesPass());
  device.addPass(cudax::createRemarkFramePaddingPass());
}

/// Whether all chips are sm_<number> or later.
static bool haveAllChips(const dtyp::ToNVVMPipelineOptions &options,
                         unsigned number) {
  return !options.chips.empty() &&
         llvm::all_of(options.chips, [&](StringRef chip) {
           unsigned chipNumber = 0;
           return chip.consume_front("sm_") &&
                  !chip.consumeInteger(10, chipNumber) && chipNumber >= number;
         });
}

/// Returns what all chips convert.
static cudax::NarrowFloatConversions
getNarrowFloatConversions(const dtyp::ToNVVMPipelineOptions &options) {
  // PTX has the instructions since 7.8 for sm_90, and since 8.1 for sm_89.
  auto convertsFloat8 = [&](StringRef chip) {
    unsigned number = 0;
    unsigned ptx = 0;
    StringRef features = options.features.getValue();
    return chip.consume_front("sm_") && !chip.consumeInteger(10, number) &&
           (number >= 90 || (number == 89 && features.consume_front("+ptx") &&
                             !features.consumeInteger(10, ptx) && ptx >= 81));
  };
  bool isFloat8 =
      !options.chips.empty() && llvm::all_of(options.chips, convertsFloat8);
  return isFloat8 ? cudax::NarrowFloatConversions::Float8
                  : cudax::NarrowFloatConversions::Float16;
}

void dtyp::buildDeviceLoweringPipeline(OpPassManager &pm,
                                       const ToNVVMPipelineOptions &options) {
  OpPassManager &device = pm.nest<gpu::GPUModuleOp>();
  auto indexBitwidth = static_cast<unsigned>(options.indexBitwidth.getValue());
  cudax::CheckSharedMemoryPassOptions shared;
  shared.chips.assign(options.chips.begin(), options.chips.end());
  device.addPass(cudax::createCheckSharedMemoryPass(std::move(shared)));
  cudax::PrepareKernelsPassOptions kernels;
  kernels.kernelBarePtr = options.kernelBarePtr;
  kernels.indexBitwidth = indexBitwidth;
  device.addPass(cudax::createPrepareKernelsPass(kernels));
  // This pass converts every index in a loop to 64 bits.
  if (indexBitwidth == 64) {
    device.addPass(createConvertNVGPUToNVVMPass());
  }

  device.addPass(cudax::createLowerGpuOpsPass());
  device.addPass(createLowerAccessesPass());
  device.addPass(cudax::createLowerCopiesPass());
  device.addPass(createConvertComplexToStandardPass());

  // Everything that has a structure becomes loops and scalars. Passes that
  // apply patterns greedily visit a function several times, and run in a row
  // while it is in the processor's cache.
  OpPassManager &structures = device.nestAny();
  structures.addPass(createConvertLinalgToLoopsPass());
  structures.addPass(cudax::createLowerVectorsPass());
  structures.addPass(cudax::createLowerSubgroupOpsPass());
  if (options.useFastMath) {
    structures.addPass(cudax::createApproximateMathPass());
  }
  structures.addPass(cudax::createLowerMathPass());
  cudax::LowerNarrowFmaPassOptions narrowFma;
  narrowFma.nativeF16 = true;
  narrowFma.nativeBF16 = haveAllChips(options, /*number=*/80);
  structures.addPass(cudax::createLowerNarrowFmaPass(narrowFma));

  // The types of variables change with those of functions.
  cudax::LowerNarrowFloatsPassOptions narrowFloats;
  narrowFloats.conversions = getNarrowFloatConversions(options);
  device.addPass(cudax::createLowerNarrowFloatsPass(narrowFloats));

  OpPassManager &accesses = device.nestAny();
  accesses.addPass(cudax::createLowerAtomicsPass());
  accesses.addPass(memref::createExpandStridedMetadataPass());

  device.addPass(createLowerAffinePass());
  if (indexBitwidth == 64) {
    device.addPass(cudax::createNarrowIndicesPass());
  }

  device.addPass(cudax::createHoistAllocasPass());
  device.addPass(cudax::createAnnotateUnrollingPass());
  device.addPass(createSCFToControlFlowPass());
  device.addPass(cudax::createHoistAllocasPass());

  cudax::ConvertToNVVMPassOptions nvvm;
  nvvm.indexBitwidth = indexBitwidth;
  nvvm.kernelBarePtr = options.kernelBarePtr;
  device.addPass(cudax::createConvertToNVVMPass(nvvm));
  device.addPass(cudax::createRestoreNoAliasPass());
  device.addPass(cudax::createEraseCInterfacesPass());
  // What libdevice does not have.
  device.addPass(createConvertMathToLLVMPass());
  device.addPass(createConvertNVVMToLLVMPass());
  // Functions at the same time.
  OpPassManager &functions = device.nestAny();
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  functions.addPass(createReconcileUnrealizedCastsPass());
}

void dtyp::buildSerializationPipeline(OpPassManager &pm,
                                      const ToNVVMPipelineOptions &options) {
  cudax::AttachTargetsPassOptions targets;
  targets.chips.assign(options.chips.begin(), options.chips.end());
  targets.features = options.features;
  targets.optLevel = options.optLevel;
  targets.fmad = options.fmad;
  targets.ftz = options.ftz;
  targets.precDiv = options.precDiv;
  targets.precSqrt = options.precSqrt;
  targets.useFastMath = options.useFastMath;
  pm.addPass(cudax::createAttachTargetsPass(std::move(targets)));

  if (options.lineInfo) {
    LLVM::DIScopeForLLVMFuncOpPassOptions scopes;
    scopes.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
    pm.addPass(LLVM::createDIScopeForLLVMFuncOpPass(scopes));
  }

  cudax::ModuleToBinaryPassOptions binary;
  binary.format = options.format;
  binary.toolkit = options.toolkit;
  binary.lineInfo = options.lineInfo;
  binary.assembler = options.assembler;
  binary.link.assign(options.link.begin(), options.link.end());
  pm.addPass(cudax::createModuleToBinaryPass(std::move(binary)));
}

void dtyp::buildHostLoweringPipeline(OpPassManager &pm,
                                     const ToNVVMPipelineOptions &options) {
  OpPassManager &host = pm.nest<func::FuncOp>();
  // Only asynchronous copies and allocations have a lowering.
  host.addPass(createGpuAsyncRegionPass());
  host.addPass(createLowerAccessesPass());
  host.addPass(cudax::createLowerCopiesPass());
  host.addPass(createConvertLinalgToLoopsPass());
  host.addPass(createConvertVectorToSCFPass());
  host.addPass(cudax::createLowerVectorsPass());
  host.addPass(memref::createExpandStridedMetadataPass());
  host.addPass(createLowerAffinePass());
  host.addPass(createSCFToControlFlowPass());

  GpuToLLVMConversionPassOptions llvm;
  llvm.kernelBarePtrCallConv = options.kernelBarePtr;
  pm.addPass(createGpuToLLVMConversionPass(llvm));
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(cudax::createCheckHostLoweringPass());
}

void dtyp::buildToNVVMPipeline(OpPassManager &pm,
                               const ToNVVMPipelineOptions &options) {
  buildResolvePipeline(pm);
  // Before the gpu.modules become binaries, which do not tell their functions.
  pm.addPass(cudax::createPrepareHostCodePass());
  buildDeviceLoweringPipeline(pm, options);
  buildSerializationPipeline(pm, options);
  buildHostLoweringPipeline(pm, options);
}

void dtyp::registerPipelines() {
  PassPipelineRegistration<ToNVVMPipelineOptions>(
      "dtyp-to-nvvm",
      "Compile kernels with dtyp and cudax in gpu.modules to GPU code, and "
      "lower the host code that launches them",
      buildToNVVMPipeline);
}

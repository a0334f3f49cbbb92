//===- RunOnGpu.cpp - Running a kernel on a GPU ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "dtyp/Pipelines/Pipelines.h"
#include "dtyp/Support/StrCat.h"
#include "dtyp/Target/CudaToolkit.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::dtyp;

/// Returns the chip of a device (`sm_90`).
static Result<std::string> getChip(const CudaDriver &driver, int number) {
  cu::Device device = 0;
  int major = 0, minor = 0, count = 0;
  std::string opening = strCat("opening device ", number);
  if (Status status =
          driver.check(driver.deviceGetCount(&count), "counting the devices");
      !status) {
    return status.error();
  }
  if (number >= count) {
    return Error(
        strCat("expected a device from 0 to ", count - 1, ", got ", number));
  }
  for (cu::Status status :
       {driver.deviceGet(&device, number),
        driver.deviceGetAttribute(&major, cu::ComputeCapabilityMajor, device),
        driver.deviceGetAttribute(&minor, cu::ComputeCapabilityMinor,
                                  device)}) {
    if (Status checked = driver.check(status, opening); !checked) {
      return checked.error();
    }
  }
  return strCat("sm_", major, minor);
}

Outcome mlir::dtyp::runOnGpu(ModuleOp module, const CommandLine &commandLine,
                             const Signature &signature,
                             const CudaDriver &driver,
                             std::vector<LaunchArgument> &arguments,
                             std::optional<LaunchTimes> &times) {
  auto fail = [](const Error &error) {
    reportError(error.message);
    return Outcome::Failure;
  };
  Result<std::string> chip = getChip(driver, commandLine.gpuNumber);
  if (!chip) {
    return fail(chip.error());
  }
  auto emitHere = [&] { return module.emitError(); };
  FailureOr<cudax::CudaToolkit> toolkit =
      cudax::CudaToolkit::find(commandLine.toolkit, emitHere);
  if (failed(toolkit)) {
    return Outcome::Failure;
  }
  // Without an assembler, the driver's own does it.
  bool hasAssembler = toolkit->lookup(cudax::CudaTool::Ptxas) ||
                      toolkit->lookup(cudax::CudaTool::NvJitLink);
  ToNVVMPipelineOptions options;
  options.chips.push_back(*chip);
  options.format = std::string(hasAssembler ? "bin" : "isa");
  options.optLevel = static_cast<int>(commandLine.optLevel);
  options.toolkit = commandLine.toolkit;

  FunctionOpInterface function = signature.function;
  std::string kernel = function.getName().str();
  keepOnly(module, function->getParentOfType<gpu::GPUModuleOp>());
  if (failed(runPasses(module, [&](OpPassManager &manager) {
        buildDeviceLoweringPipeline(manager, options);
      }))) {
    return Outcome::Failure;
  }
  if (commandLine.printIR) {
    module->print(llvm::errs());
  }
  if (failed(runPasses(module, [&](OpPassManager &manager) {
        buildSerializationPipeline(manager, options);
      }))) {
    return Outcome::Failure;
  }
  auto binary = *module.getOps<gpu::BinaryOp>().begin();
  StringRef contents =
      cast<gpu::ObjectAttr>(binary.getObjects()[0]).getObject().getValue();
  if (Status status = emitCompiled(commandLine, contents); !status) {
    return fail(status.error());
  }
  Result<KernelImage> image =
      parseKernelImage(contents.str(), commandLine.input);
  if (!image) {
    return fail(image.error());
  }
  LaunchOptions launch;
  launch.device = commandLine.gpuNumber;
  launch.kernel = kernel;
  launch.grid = commandLine.grid;
  launch.block = commandLine.block;
  launch.dynamicSharedBytes = commandLine.dynamicSharedBytes;
  launch.timedLaunches = commandLine.timedLaunches;
  Result<std::optional<LaunchTimes>> launched =
      launchKernel(driver, *image, arguments, launch);
  if (!launched) {
    return fail(launched.error());
  }
  times = *launched;
  return Outcome::Success;
}

//===- RunOnGpu.cpp - Running a kernel on a GPU ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "Run.h"

#include "dtyp/Emulator/HostFunction.h"
#include "dtyp/Emulator/Passes.h"
#include "dtyp/Launch/CudaDevice.h"
#include "dtyp/Pipelines/Pipelines.h"
#include "dtyp/Support/StrCat.h"
#include "dtyp/Target/CudaToolkit.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

/// A compiled gpu.module.
struct CompiledModule {
  std::string name;
  KernelImage image;
};

} // namespace

/// Compiles the gpu.modules to images, which take their place in `module`.
/// Fails after an error.
static FailureOr<std::vector<CompiledModule>>
compileModules(ModuleOp module, const CommandLine &commandLine,
               const std::string &chip) {
  auto emitHere = [&] { return module.emitError(); };
  FailureOr<cudax::CudaToolkit> toolkit =
      cudax::CudaToolkit::find(commandLine.toolkit, emitHere);
  if (failed(toolkit)) {
    return failure();
  }
  // Without an assembler, the driver's own does it.
  bool hasAssembler = toolkit->lookup(cudax::CudaTool::Ptxas) ||
                      toolkit->lookup(cudax::CudaTool::NvJitLink);
  ToNVVMPipelineOptions options;
  options.chips.push_back(chip);
  options.format = std::string(hasAssembler ? "bin" : "isa");
  options.features = commandLine.features;
  options.optLevel = static_cast<int>(commandLine.optLevel);
  options.toolkit = commandLine.toolkit;
  options.setFloatingPointMode(commandLine.floatingPoint);
  if (failed(runPasses(module, [&](OpPassManager &manager) {
        buildDeviceLoweringPipeline(manager, options);
      }))) {
    return failure();
  }
  if (commandLine.printIR) {
    module->print(llvm::errs());
  }
  if (failed(runPasses(module, [&](OpPassManager &manager) {
        buildSerializationPipeline(manager, options);
      }))) {
    return failure();
  }
  std::vector<CompiledModule> compiled;
  for (auto binary : module.getOps<gpu::BinaryOp>()) {
    StringRef contents =
        cast<gpu::ObjectAttr>(binary.getObjects()[0]).getObject().getValue();
    Result<KernelImage> image =
        parseKernelImage(contents.str(), commandLine.input);
    if (!image) {
      reportError(image.error().message);
      return failure();
    }
    compiled.push_back({binary.getName().str(), std::move(*image)});
  }
  return compiled;
}

/// Writes the image to the file of --emit, which holds one.
static Status emitImage(const CommandLine &commandLine,
                        ArrayRef<CompiledModule> compiled) {
  if (!commandLine.emit.empty() && compiled.size() != 1) {
    return Error(strCat("option --emit: expected one gpu.module beside the "
                        "host function, got ",
                        compiled.size()));
  }
  return emitCompiled(commandLine,
                      compiled.empty() ? "" : compiled.front().image.bytes);
}

/// Runs a host function.
static Outcome runFunction(ModuleOp module, const CommandLine &commandLine,
                           const Signature &signature, const CudaDriver &driver,
                           ArrayRef<CompiledModule> compiled,
                           std::vector<LaunchArgument> &arguments,
                           std::optional<LaunchTimes> &times) {
  if (failed(runPasses(module, emulator::buildHostFunctionPipeline))) {
    return Outcome::Failure;
  }
  for (auto binary :
       llvm::make_early_inc_range(module.getOps<gpu::BinaryOp>())) {
    binary.erase();
  }
  FailureOr<std::unique_ptr<emulator::HostProgram>> program =
      emulator::HostProgram::create(module, commandLine.optLevel);
  if (failed(program)) {
    return Outcome::Failure;
  }
  void *entry = (*program)->lookup(signature.name);
  CudaDevice device(driver);
  if (Status status = device.open(commandLine.gpuNumber); !status) {
    return reportFailure(status.error());
  }
  for (const CompiledModule &each : compiled) {
    if (Status status = device.addModule(each.name, each.image); !status) {
      return reportFailure(status.error());
    }
  }
  return runLaunches(
      module, commandLine, arguments,
      [&](void **parameters, emulator::KernelRun &run) {
        emulator::callHostFunction(entry, parameters, device, run);
      },
      times);
}

/// Runs a kernel.
static Outcome runKernel(const CommandLine &commandLine, StringRef kernel,
                         const CudaDriver &driver, const KernelImage &image,
                         std::vector<LaunchArgument> &arguments,
                         std::optional<LaunchTimes> &times) {
  exitWhenInterrupted();
  std::atomic<int64_t> numDone{0};
  Progress progress("launches", [&] {
    return Progress::Count{numDone, commandLine.timedLaunches};
  });
  LaunchOptions launch;
  launch.device = commandLine.gpuNumber;
  launch.kernel = kernel.str();
  launch.grid = commandLine.grid;
  launch.block = commandLine.block;
  launch.cluster = commandLine.cluster;
  launch.dynamicSharedBytes = commandLine.dynamicSharedBytes;
  launch.timedLaunches = commandLine.timedLaunches;
  launch.launchesDone = &numDone;
  Result<std::optional<LaunchTimes>> launched =
      launchKernel(driver, image, arguments, launch);
  if (!launched) {
    return reportFailure(launched.error());
  }
  times = *launched;
  return Outcome::Success;
}

Outcome mlir::dtyp::runOnGpu(ModuleOp module, const CommandLine &commandLine,
                             const Signature &signature,
                             const CudaDriver &driver,
                             std::vector<LaunchArgument> &arguments,
                             std::optional<LaunchTimes> &times) {
  Result<std::string> chip = driver.getChip(commandLine.gpuNumber);
  if (!chip) {
    return reportFailure(chip.error());
  }
  FunctionOpInterface function = signature.function;
  std::string kernel = function.getName().str();
  if (commandLine.function.empty()) {
    keepOnly(module, function->getParentOfType<gpu::GPUModuleOp>());
  } else if (failed(keepReachable(module, function))) {
    return Outcome::Failure;
  }
  FailureOr<std::vector<CompiledModule>> compiled =
      compileModules(module, commandLine, *chip);
  if (failed(compiled)) {
    return Outcome::Failure;
  }
  if (Status status = emitImage(commandLine, *compiled); !status) {
    return reportFailure(status.error());
  }
  if (commandLine.function.empty()) {
    return runKernel(commandLine, kernel, driver, compiled->front().image,
                     arguments, times);
  }
  return runFunction(module, commandLine, signature, driver, *compiled,
                     arguments, times);
}

//===- Launch.cpp - Running a kernel --------------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "TinyDialect.h"

#include "dtyp/Compiler/Compiler.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeSpec.h"
#include "dtyp/Emulator/Emulator.h"
#include "dtyp/Emulator/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace tiny;
using dtyp::LaunchArgument;

static constexpr uint64_t kThreadsPerBlock = 128;

/// Returns the dtype that an array of the host has for one of a kernel. NumPy
/// does not know fixed-point numbers: the host has what stores them.
static dtyp::NumPyDType getHostDType(dtyp::DTypeInterface dtype) {
  dtyp::Result<dtyp::NumPyDType> own = dtyp::getNumPyDType(dtype);
  return own ? *own
             : *dtyp::getNumPyDType(
                   cast<dtyp::DTypeInterface>(dtype.getStorageType()));
}

static LogicalResult checkArguments(const Kernel &kernel,
                                    ArrayRef<LaunchArgument> arguments) {
  if (arguments.size() != kernel.parameters.size()) {
    return emitError(kernel.loc) << "expected " << kernel.parameters.size()
                                 << " arguments, but got " << arguments.size();
  }
  for (auto [parameter, argument] :
       llvm::zip_equal(kernel.parameters, arguments)) {
    dtyp::NumPyDType expected = getHostDType(parameter.dtype);
    const dtyp::HostArray &array = argument.array;
    if (!haveSameElements(array.getDType(), expected) ||
        argument.isScalar == parameter.isArray ||
        (parameter.isArray && array.getRank() != 1)) {
      return emitError(parameter.loc)
             << "expected " << expected.name << (parameter.isArray ? "[n]" : "")
             << ", but got " << array.getTypeString();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// On the CPU
//===----------------------------------------------------------------------===//

static LogicalResult runOnCpu(ModuleOp module, const Kernel &kernel,
                              const dtyp::LaunchShape &shape,
                              std::vector<LaunchArgument> &arguments) {
  PassManager passes(module.getContext());
  dtyp::buildResolvePipeline(passes);
  dtyp::emulator::buildEmulatorPipeline(passes, /*sanitize=*/true);
  if (failed(passes.run(module))) {
    return failure();
  }
  auto emulator = dtyp::emulator::Emulator::create(module);
  if (failed(emulator)) {
    return failure();
  }
  dtyp::KernelArguments packed{dtyp::CallingConvention()};
  dtyp::emulator::KernelRun run;
  run.knowsGlobalArrays = true;
  for (LaunchArgument &argument : arguments) {
    dtyp::HostArray &array = argument.array;
    if (argument.isScalar) {
      packed.addScalar(array);
      continue;
    }
    auto address = reinterpret_cast<uint64_t>(array.getData());
    run.globalArrays[address] = {address + array.getNumBytes()};
    if (dtyp::Status status = packed.addArray(array, address); !status) {
      return emitError(kernel.loc) << status.error().message;
    }
  }
  dtyp::emulator::LaunchSizes sizes;
  sizes.grid[0] = shape.grid[0];
  sizes.block[0] = shape.block[0];
  (*emulator)->launch("kernels::" + kernel.name, sizes,
                      packed.getPointers().data(), run);
  for (const dtyp::emulator::Fault &fault : run.getFaults()) {
    emitFault(fault, module.getContext());
  }
  return success(run.getFaults().empty());
}

//===----------------------------------------------------------------------===//
// On a GPU
//===----------------------------------------------------------------------===//

static LogicalResult runOnGpu(ModuleOp module, const Kernel &kernel,
                              const dtyp::CudaDriver &driver,
                              const std::string &chip,
                              const dtyp::LaunchOptions &options,
                              std::vector<LaunchArgument> &arguments) {
  dtyp::CompileOptions compileOptions;
  compileOptions.chips.push_back(chip);
  dtyp::Compiler compiler(module.getContext(), compileOptions);
  FailureOr<dtyp::CompiledModule> code = compiler.compileToPTX(module);
  if (failed(code)) {
    return failure();
  }
  // The driver assembles PTX.
  auto image = dtyp::parseKernelImage(code->objects[0].contents, "kernels");
  if (!image) {
    return emitError(kernel.loc) << image.error().message;
  }
  auto times = dtyp::launchKernel(driver, *image, arguments, options);
  return times ? success() : emitError(kernel.loc) << times.error().message;
}

LogicalResult tiny::launch(Program &program, const Kernel &kernel,
                           uint64_t numThreads, Device device,
                           std::vector<LaunchArgument> &arguments) {
  ModuleOp module = *program.module;
  if (failed(checkArguments(kernel, arguments))) {
    return failure();
  }
  dtyp::LaunchOptions options;
  options.kernel = kernel.name;
  options.block[0] = std::min(numThreads, kThreadsPerBlock);
  options.grid[0] = llvm::divideCeil(numThreads, options.block[0]);
  if (device == Device::Cpu) {
    return runOnCpu(module, kernel, options, arguments);
  }
  dtyp::Result<dtyp::CudaDriver> driver = dtyp::CudaDriver::load();
  dtyp::Result<std::string> chip =
      driver ? driver->getChip(0) : dtyp::Result<std::string>(driver.error());
  if (chip) {
    return runOnGpu(module, kernel, *driver, *chip, options, arguments);
  }
  if (device == Device::Auto) {
    return runOnCpu(module, kernel, options, arguments);
  }
  return emitError(kernel.loc) << chip.error().message;
}

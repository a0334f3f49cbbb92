//===- Emulator.cpp - C API: kernels on the CPU ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements compiling kernels for the emulator, and launching them.
//
//===----------------------------------------------------------------------===//

#include "dtyp-c/Emulator.h"

#include "CompilerHandles.h"

#include "dtyp-c/Registration.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Emulator/Emulator.h"
#include "dtyp/Emulator/Passes.h"
#include "dtyp/Pipelines/Pipelines.h"

#include "mlir/CAPI/Registration.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

#include <atomic>
#include <thread>

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::capi;
using emulator::Emulator;
using emulator::KernelRun;

namespace {

/// A kernel, and what its launches take.
struct EmulatedKernel {
  CompiledKernel description;
  intptr_t numParameters = 0;
};

/// Compiled kernels, and the context that their diagnostics go to.
struct ContextEmulator {
  MLIRContext *context;
  std::vector<EmulatedKernel> kernels;
  std::unique_ptr<Emulator> emulator;
  bool isSanitized = false;
  /// The launch in progress.
  std::atomic<KernelRun *> run{nullptr};
  /// How many threads are about to end it.
  std::atomic<int> numCancelling{0};
};

} // namespace

DEFINE_C_API_PTR_METHODS(DtypEmulator, ContextEmulator)

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static std::string getFullName(gpu::GPUFuncOp kernel) {
  auto device = kernel->getParentOfType<gpu::GPUModuleOp>();
  return (device.getName() + "::" + kernel.getName()).str();
}

/// Describes a kernel whose providers were erased.
static EmulatedKernel describe(gpu::GPUFuncOp kernel) {
  MLIRContext *context = kernel.getContext();
  EmulatedKernel result;
  result.description.name = getFullName(kernel);
  for (Type type : kernel.getArgumentTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    result.numParameters += memref ? 3 + 2 * memref.getRank() : 1;
  }
  DtypDialect::ArgumentMapAttrHelper maps(context);
  if (ArgumentMapAttr map = maps.getAttr(kernel)) {
    int64_t next = 0;
    for (auto [type, count] :
         llvm::zip_equal(map.getSourceTypes(), map.getParameterCounts())) {
      KernelArgument &argument = result.description.arguments.emplace_back();
      llvm::raw_string_ostream(argument.type) << type;
      for (int64_t end = next + count; next != end; ++next) {
        argument.parameters.push_back(next);
      }
    }
  }
  cudax::CudaxDialect::DynamicSharedBytesAttrHelper dynamicBytes(context);
  if (IntegerAttr bytes = dynamicBytes.getAttr(kernel)) {
    result.description.dynamicSharedBytes = bytes.getInt();
  }
  return result;
}

/// Erases what the kernels of that name do not need, and describes them. Fails
/// after an error if there is none.
static FailureOr<std::vector<EmulatedKernel>> keepKernels(ModuleOp module,
                                                          StringRef name) {
  std::vector<EmulatedKernel> kernels;
  std::string names;
  for (Operation &op : llvm::make_early_inc_range(
           llvm::reverse(module.getBody()->getOperations()))) {
    if (!isa<gpu::GPUModuleOp>(op)) {
      op.dropAllUses();
      op.erase();
    }
  }
  for (auto device : module.getOps<gpu::GPUModuleOp>()) {
    for (auto function :
         llvm::make_early_inc_range(device.getOps<gpu::GPUFuncOp>())) {
      if (!function.isKernel()) {
        continue;
      }
      std::string full = getFullName(function);
      names += (names.empty() ? "" : ", ") + full;
      if (name.empty() || name == full || name == function.getName()) {
        kernels.push_back(describe(function));
      } else {
        function.erase();
      }
    }
  }
  if (!kernels.empty()) {
    return kernels;
  }
  InFlightDiagnostic error = module.emitError();
  if (names.empty()) {
    error << "expected a gpu.module with a kernel, or a gpu.launch, but got "
             "none";
  } else {
    error << "there is no kernel '" << name << "'; there is: " << names;
  }
  return failure();
}

DtypEmulator dtypEmulatorCreate(MlirModule module, MlirStringRef kernel,
                                int optLevel, bool sanitize) {
  if (mlirModuleIsNull(module)) {
    return {nullptr};
  }
  ModuleOp source = unwrap(module);
  MLIRContext *context = source.getContext();
  if (optLevel < 0 || optLevel > 3) {
    source.emitError() << "expected an optimization level from 0 to 3, but got "
                       << optLevel;
    return {nullptr};
  }
  DialectRegistry registry;
  dtypRegisterAllDialects(wrap(&registry));
  context->appendDialectRegistry(registry);
  // Passes rely on IR that is valid.
  if (failed(verify(source))) {
    return {nullptr};
  }
  OwningOpRef<ModuleOp> copy = source.clone();
  PassManager resolve(context);
  buildResolvePipeline(resolve);
  if (failed(resolve.run(*copy))) {
    return {nullptr};
  }
  FailureOr<std::vector<EmulatedKernel>> kernels =
      keepKernels(*copy, unwrapString(kernel));
  if (failed(kernels)) {
    return {nullptr};
  }
  PassManager lower(context);
  emulator::buildEmulatorPipeline(lower, sanitize);
  if (failed(lower.run(*copy))) {
    return {nullptr};
  }
  emulator::EmulatorOptions options;
  options.optLevel = static_cast<unsigned>(optLevel);
  FailureOr<std::unique_ptr<Emulator>> compiled =
      Emulator::create(*copy, options);
  if (failed(compiled)) {
    return {nullptr};
  }
  auto *result = new ContextEmulator;
  result->context = context;
  result->kernels = std::move(*kernels);
  result->emulator = std::move(*compiled);
  result->isSanitized = sanitize;
  return wrap(result);
}

void dtypEmulatorDestroy(DtypEmulator emulator) { delete unwrap(emulator); }

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Returns a kernel, or null if there is none of this position.
static const EmulatedKernel *getKernel(DtypEmulator emulator, intptr_t pos) {
  if (!emulator.ptr || pos < 0 || pos >= dtypEmulatorGetNumKernels(emulator)) {
    return nullptr;
  }
  return &unwrap(emulator)->kernels[pos];
}

intptr_t dtypEmulatorGetNumKernels(DtypEmulator emulator) {
  return emulator.ptr ? static_cast<intptr_t>(unwrap(emulator)->kernels.size())
                      : 0;
}

DtypCompiledKernel dtypEmulatorGetKernel(DtypEmulator emulator, intptr_t pos) {
  const EmulatedKernel *kernel = getKernel(emulator, pos);
  return wrap(kernel ? &kernel->description : nullptr);
}

intptr_t dtypEmulatorGetNumParameters(DtypEmulator emulator, intptr_t pos) {
  const EmulatedKernel *kernel = getKernel(emulator, pos);
  return kernel ? kernel->numParameters : -1;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Makes the arrays known to a launch. Those that overlap are one.
static void addGlobalArrays(ArrayRef<DtypGlobalArray> arrays, KernelRun &run) {
  SmallVector<std::pair<uint64_t, uint64_t>> sorted;
  for (const DtypGlobalArray &array : arrays) {
    auto address = reinterpret_cast<uintptr_t>(array.address);
    sorted.push_back({address, address + array.numBytes});
  }
  llvm::sort(sorted);
  run.knowsGlobalArrays = true;
  uint64_t lastEnd = 0;
  for (auto [begin, end] : sorted) {
    if (begin < lastEnd) {
      lastEnd = std::max(lastEnd, end);
      std::prev(run.globalArrays.end())->second.end = lastEnd;
      continue;
    }
    run.globalArrays[begin] = {end};
    lastEnd = end;
  }
}

static emulator::LaunchSizes toSizes(const DtypLaunchSizes &sizes) {
  emulator::LaunchSizes result;
  std::copy_n(sizes.grid, 3, result.grid.begin());
  std::copy_n(sizes.block, 3, result.block.begin());
  std::copy_n(sizes.cluster, 3, result.cluster.begin());
  result.dynamicSharedBytes = sizes.dynamicSharedBytes;
  return result;
}

/// Returns a text that says what a launch lacks; empty if it is complete.
static std::string checkLaunch(const EmulatedKernel *kernel,
                               const DtypLaunchSizes *sizes,
                               intptr_t numParameters, void **parameters,
                               intptr_t numArrays,
                               const DtypGlobalArray *arrays) {
  if (!kernel) {
    return "expected the position of a kernel, but there is none there";
  }
  if (!sizes) {
    return "expected the sizes of a launch, but got null";
  }
  if (numParameters != kernel->numParameters) {
    return llvm::formatv("expected {0} parameters for '{1}', but got {2}",
                         kernel->numParameters, kernel->description.name,
                         numParameters);
  }
  if (!isArray(numParameters, parameters) ||
      llvm::is_contained(ArrayRef(parameters, numParameters), nullptr)) {
    return "expected the addresses of parameters, but got null";
  }
  if (!isArray(numArrays, arrays)) {
    return "expected global arrays, but got null";
  }
  for (const DtypGlobalArray &array : ArrayRef(arrays, numArrays)) {
    if (array.numBytes < 0) {
      return llvm::formatv("expected a global array of at least 0 bytes, but "
                           "got {0}",
                           array.numBytes);
    }
  }
  return "";
}

MlirLogicalResult dtypEmulatorLaunch(DtypEmulator emulator, intptr_t pos,
                                     const DtypLaunchSizes *sizes,
                                     intptr_t numParameters, void **parameters,
                                     intptr_t numArrays,
                                     const DtypGlobalArray *arrays) {
  if (!emulator.ptr) {
    return mlirLogicalResultFailure();
  }
  ContextEmulator &own = *unwrap(emulator);
  const EmulatedKernel *kernel = getKernel(emulator, pos);
  std::string problem =
      checkLaunch(kernel, sizes, numParameters, parameters, numArrays, arrays);
  if (!problem.empty()) {
    emitError(UnknownLoc::get(own.context)) << problem;
    return mlirLogicalResultFailure();
  }
  KernelRun run;
  run.checkBarriers = own.isSanitized;
  addGlobalArrays(ArrayRef(arrays, numArrays), run);
  own.run = &run;
  own.emulator->launch(kernel->description.name, toSizes(*sizes), parameters,
                       run);
  own.run = nullptr;
  while (own.numCancelling != 0) {
    std::this_thread::yield();
  }
  for (const emulator::Fault &fault : run.getFaults()) {
    emitFault(fault, own.context);
  }
  if (run.getNumOmittedFaults() != 0) {
    emitError(UnknownLoc::get(own.context))
        << run.getNumOmittedFaults() << " more faults";
  }
  return wrap(success(run.getFaults().empty() && !run.isStopped()));
}

void dtypEmulatorCancel(DtypEmulator emulator) {
  if (!emulator.ptr) {
    return;
  }
  // Without a lock, which a signal handler could not take.
  ContextEmulator &own = *unwrap(emulator);
  ++own.numCancelling;
  if (KernelRun *run = own.run) {
    run->cancel();
  }
  --own.numCancelling;
}

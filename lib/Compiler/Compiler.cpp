//===- Compiler.cpp - Compiling in this process ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Compiler/Compiler.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::dtyp;

/// The alignment that the sections of bytecode may ask for.
static constexpr uint64_t kBytecodeAlignment = 64;

Compiler::Compiler(MLIRContext *context, CompileOptions options)
    : context(context), options(std::move(options)) {}

Compiler::~Compiler() = default;

/// Returns the format of the pipeline that makes `kind`.
static StringRef getPipelineFormat(OutputKind kind) {
  switch (kind) {
  case OutputKind::Bitcode:
    return "llvm";
  case OutputKind::PTX:
    return "isa";
  case OutputKind::Cubin:
    return "bin";
  case OutputKind::Fatbin:
    return "fatbin";
  }
  llvm_unreachable("unknown kind of output");
}

/// Hands `options` on to the pipeline.
static void setPipelineOptions(const CompileOptions &options, OutputKind kind,
                               ToNVVMPipelineOptions &result) {
  for (const std::string &chip : options.chips) {
    result.chips.push_back(chip);
  }
  result.features = options.features;
  result.format = getPipelineFormat(kind).str();
  result.optLevel = options.optLevel;
  result.toolkit = options.toolkit;
  result.indexBitwidth = options.indexBitwidth;
  result.kernelBarePtr = options.kernelBarePtr;
  result.lineInfo = options.lineInfo;
  result.assembler = options.assembler;
  for (const std::string &file : options.link) {
    result.link.push_back(file);
  }
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

LogicalResult Compiler::run(Passes &passes, ModuleOp module,
                            function_ref<void(OpPassManager &)> build) {
  if (!passes) {
    auto manager =
        std::make_unique<PassManager>(context, ModuleOp::getOperationName());
    if (options.configurePassManager &&
        failed(options.configurePassManager(*manager))) {
      return failure();
    }
    build(*manager);
    passes = std::move(manager);
  }
  return passes->run(module);
}

LogicalResult Compiler::resolve(ModuleOp module) {
  return run(resolvePasses, module, buildResolvePipeline);
}

/// Reports that `modules` has none of the name.
static LogicalResult emitMissingModule(ModuleOp module, StringRef name,
                                       ArrayRef<gpu::GPUModuleOp> modules) {
  InFlightDiagnostic diagnostic = emitError(module.getLoc());
  diagnostic << "expected a gpu.module '" << name
             << "', but got none of this name";
  for (gpu::GPUModuleOp candidate : modules) {
    diagnostic.attachNote(candidate.getLoc())
        << "'" << candidate.getName() << "' is here";
  }
  return diagnostic;
}

LogicalResult Compiler::selectGpuModules(ModuleOp module) {
  SmallVector<gpu::GPUModuleOp> modules(module.getOps<gpu::GPUModuleOp>());
  if (modules.empty()) {
    return emitError(module.getLoc())
           << "expected a gpu.module with a kernel, or a "
              "gpu.launch, but got none";
  }
  if (options.requireOneModule && options.gpuModule.empty() &&
      modules.size() != 1) {
    InFlightDiagnostic diagnostic = emitError(modules[1].getLoc());
    diagnostic << "expected one gpu.module, but got " << modules.size()
               << "; choose one by --gpu-module=NAME";
    diagnostic.attachNote(modules[0].getLoc()) << "the first one is here";
    return diagnostic;
  }
  auto isSelected = [&](Operation &op) {
    auto candidate = dyn_cast<gpu::GPUModuleOp>(op);
    return candidate && (options.gpuModule.empty() ||
                         candidate.getName() == options.gpuModule);
  };
  if (llvm::none_of(*module.getBody(), isSelected)) {
    return emitMissingModule(module, options.gpuModule, modules);
  }
  for (Operation &op : llvm::make_early_inc_range(
           llvm::reverse(module.getBody()->getOperations()))) {
    if (!isSelected(op)) {
      op.dropAllUses();
      op.erase();
    }
  }
  return success();
}

FailureOr<CompiledModule>
Compiler::compileResolved(OwningOpRef<ModuleOp> module, OutputKind kind) {
  if (failed(selectGpuModules(*module)) ||
      failed(run(compilePasses[static_cast<size_t>(kind)], *module,
                 [&](OpPassManager &manager) {
                   ToNVVMPipelineOptions pipeline;
                   setPipelineOptions(options, kind, pipeline);
                   buildDeviceLoweringPipeline(manager, pipeline);
                   buildSerializationPipeline(manager, pipeline);
                 }))) {
    return failure();
  }
  return CompiledModule::fromBinaries(*module);
}

FailureOr<CompiledModule> Compiler::compile(OwningOpRef<ModuleOp> module,
                                            OutputKind kind) {
  if (failed(resolve(*module))) {
    return failure();
  }
  return compileResolved(std::move(module), kind);
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

FailureOr<CompiledModule> Compiler::compile(StringRef source, OutputKind kind) {
  auto buffer = llvm::MemoryBuffer::getMemBuffer(
      source, "source", /*RequiresNullTerminator=*/false);
  // A string of the caller can lie anywhere.
  if (isBytecode(*buffer) &&
      !llvm::isAddrAligned(llvm::Align(kBytecodeAlignment), source.data())) {
    auto aligned = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
        source.size(), "source", llvm::Align(kBytecodeAlignment));
    llvm::copy(source, aligned->getBufferStart());
    buffer = std::move(aligned);
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(context));
  if (!module) {
    return failure();
  }
  return compile(std::move(module), kind);
}

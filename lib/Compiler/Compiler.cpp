//===- Compiler.cpp - Compiling in this process ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Compiler/Compiler.h"

#include "CacheKey.h"
#include "KernelCache.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Verifier.h"
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

/// Returns a buffer that the parser can read, which may refer to `source`.
static std::unique_ptr<llvm::MemoryBuffer> makeSourceBuffer(StringRef source,
                                                            StringRef name) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = llvm::MemoryBuffer::getMemBuffer(
      source, name, /*RequiresNullTerminator=*/false);
  // A string of the caller can lie anywhere.
  if (!isBytecode(*buffer) ||
      llvm::isAddrAligned(llvm::Align(kBytecodeAlignment), source.data())) {
    return buffer;
  }
  auto aligned = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      source.size(), name, llvm::Align(kBytecodeAlignment));
  llvm::copy(source, aligned->getBufferStart());
  return aligned;
}

/// Parses text or bytecode. Returns null after an error.
static OwningOpRef<ModuleOp> parse(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                   MLIRContext *context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, ParserConfig(context));
}

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
  result.setFloatingPointMode(options.floatingPoint);
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
    manager->enableVerifier(options.verifyEach);
    build(*manager);
    passes = std::move(manager);
  }
  if (failed(passes->run(module))) {
    return failure();
  }
  return options.verifyEach ? success() : verify(module);
}

LogicalResult Compiler::resolve(ModuleOp module) {
  erased.clear();
  return run(resolvePasses, module, [&](OpPassManager &manager) {
    buildResolvePipeline(manager, &erased);
  });
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

LogicalResult Compiler::lower(ModuleOp module, OutputKind kind,
                              bool isResolved) {
  if (!isResolved && failed(resolve(module))) {
    return failure();
  }
  if (failed(selectGpuModules(module))) {
    return failure();
  }
  ToNVVMPipelineOptions pipeline;
  setPipelineOptions(options, kind, pipeline);
  if (failed(run(lowerPasses, module, [&](OpPassManager &manager) {
        buildDeviceLoweringPipeline(manager, pipeline);
      }))) {
    return failure();
  }
  return run(serializePasses[static_cast<size_t>(kind)], module,
             [&](OpPassManager &manager) {
               buildSerializationPipeline(manager, pipeline);
             });
}

//===----------------------------------------------------------------------===//
// Cache
//===----------------------------------------------------------------------===//

/// Reads gpu.binary ops that `store` wrote, or returns nothing.
static std::optional<CompiledModule> readEntry(StringRef contents,
                                               MLIRContext *context) {
  // An entry of another form is as none.
  ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
  OwningOpRef<ModuleOp> module =
      parse(makeSourceBuffer(contents, "cache"), context);
  if (!module) {
    return std::nullopt;
  }
  return CompiledModule::fromBinaries(*module);
}

/// Keeps the gpu.binary ops of `module`. Returns why it cannot, or nothing.
static std::string storeEntry(const KernelCache &cache, StringRef key,
                              ModuleOp module) {
  std::string contents;
  llvm::raw_string_ostream stream(contents);
  if (failed(writeBytecodeToFile(module, stream))) {
    return "it has no bytecode";
  }
  if (llvm::Error error = cache.store(key, contents)) {
    return llvm::toString(std::move(error));
  }
  return {};
}

FailureOr<CompiledModule> Compiler::compileCached(OwningOpRef<ModuleOp> module,
                                                  OutputKind kind,
                                                  bool isResolved) {
  auto compileNow = [&]() -> FailureOr<CompiledModule> {
    if (failed(lower(*module, kind, isResolved))) {
      return failure();
    }
    return CompiledModule::fromBinaries(*module);
  };
  if (options.cache.folder.empty() || context->getRemarkEngine()) {
    return compileNow();
  }
  FailureOr<std::string> key =
      computeCacheKey(*module, options, kind, isResolved);
  if (failed(key)) {
    return compileNow();
  }
  KernelCache cache(options.cache);
  if (std::optional<std::string> contents = cache.lookup(*key)) {
    if (std::optional<CompiledModule> code = readEntry(*contents, context)) {
      code->cache = {CacheUse::Status::Hit, *key, ""};
      return std::move(*code);
    }
  }

  // Who compiles the module again is to be warned again.
  bool hasWarning = false;
  FailureOr<CompiledModule> code = failure();
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      hasWarning |= diagnostic.getSeverity() == DiagnosticSeverity::Warning;
      return failure();
    });
    code = compileNow();
  }
  if (succeeded(code)) {
    code->cache = {CacheUse::Status::Miss, *key, ""};
    code->cache.problem =
        hasWarning ? "it has warnings" : storeEntry(cache, *key, *module);
  }
  return code;
}

FailureOr<CompiledModule>
Compiler::compileResolved(OwningOpRef<ModuleOp> module, OutputKind kind) {
  return compileCached(std::move(module), kind, /*isResolved=*/true);
}

FailureOr<CompiledModule> Compiler::compile(OwningOpRef<ModuleOp> module,
                                            OutputKind kind) {
  return compileCached(std::move(module), kind, /*isResolved=*/false);
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

FailureOr<CompiledModule> Compiler::compile(StringRef source, OutputKind kind) {
  OwningOpRef<ModuleOp> module =
      parse(makeSourceBuffer(source, "source"), context);
  if (!module) {
    return failure();
  }
  return compile(std::move(module), kind);
}

//===- JitCompiler.cpp - From the LLVM dialect to machine code ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JitCompiler.h"

#include "FloatRuntime.h"
#include "HostRuntime.h"
#include "Runtime.h"
#include "Sanitizer.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

/// Functions of more instructions get simple code.
static constexpr unsigned kMaxOptimizedInstructions = 25000;

namespace {

/// Collects the symbols that compiled code may use.
struct SymbolCollector {
  explicit SymbolCollector(llvm::orc::LLJIT &jit)
      : mangle(jit.getExecutionSession(), jit.getDataLayout()) {}

  llvm::orc::MangleAndInterner mangle;
  llvm::orc::SymbolMap symbols;

  static void add(void *state, RuntimeFunction function) {
    auto *collector = static_cast<SymbolCollector *>(state);
    collector->symbols[collector->mangle(function.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  }
};

} // namespace

static llvm::Expected<llvm::orc::JITTargetMachineBuilder>
describeMachine(unsigned optLevel) {
  static bool isInitialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)isInitialized;
  llvm::Expected<llvm::orc::JITTargetMachineBuilder> machine =
      llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machine) {
    return machine;
  }
  machine->setCodeGenOptLevel(optLevel == 0 ? llvm::CodeGenOptLevel::None
                                            : llvm::CodeGenOptLevel::Default);
  // Instructions for bfloat16 flush subnormals to zero, which GPUs do not; and
  // results shall not depend on the CPU.
  machine->getFeatures().AddFeature("avx512bf16", false);
  machine->getFeatures().AddFeature("avxneconvert", false);
  machine->getFeatures().AddFeature("avx512fp16", false);
  return machine;
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     const EmulatorOptions &options) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = options.optLevel > 1;
  tuning.LoopInterleaving = options.optLevel > 1;
  llvm::PassBuilder builder(&machine, tuning);
  if (options.registerPasses) {
    options.registerPasses(builder);
  }
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  static const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
      llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  llvm::OptimizationLevel level = levels[std::min(options.optLevel, 3u)];
  llvm::ModulePassManager manager =
      level == llvm::OptimizationLevel::O0
          ? builder.buildO0DefaultPipeline(level)
          : builder.buildPerModuleDefaultPipeline(level);
  manager.run(module, modules);
}

/// Whether the code generator's optimizations take minutes for a function of
/// the module: register allocation is quadratic in the length of a block.
static bool hasHugeFunction(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return function.getInstructionCount() > kMaxOptimizedInstructions;
  });
}

/// Makes the JIT with the runtime library and what the process has (libm).
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
makeJit(llvm::orc::JITTargetMachineBuilder machine) {
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> jit =
      llvm::orc::LLJITBuilder()
          .setJITTargetMachineBuilder(std::move(machine))
          .create();
  if (!jit) {
    return jit;
  }
  llvm::orc::JITDylib &library = (*jit)->getMainJITDylib();
  SymbolCollector collector(**jit);
  forEachRuntimeFunction(SymbolCollector::add, &collector);
  forEachFloatFunction(SymbolCollector::add, &collector);
  forEachHostFunction(SymbolCollector::add, &collector);
  forEachSanitizerFunction(SymbolCollector::add, &collector);
  forEachLibdeviceFunction(SymbolCollector::add, &collector);
  if (llvm::Error error = library.define(
          llvm::orc::absoluteSymbols(std::move(collector.symbols)))) {
    return std::move(error);
  }
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process) {
    return process.takeError();
  }
  library.addGenerator(std::move(*process));
  return jit;
}

FailureOr<std::unique_ptr<llvm::orc::LLJIT>>
mlir::dtyp::emulator::compileInMemory(ModuleOp module,
                                      const EmulatorOptions &options) {
  auto fail = [&](llvm::Error error) {
    return module.emitError() << "cannot compile the kernels for the CPU: "
                              << llvm::toString(std::move(error));
  };
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, *context, "kernels");
  if (!translated) {
    return failure();
  }
  llvm::Expected<llvm::orc::JITTargetMachineBuilder> builder =
      describeMachine(options.optLevel);
  if (!builder) {
    return fail(builder.takeError());
  }
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      builder->createTargetMachine();
  if (!machine) {
    return fail(machine.takeError());
  }
  translated->setDataLayout((*machine)->createDataLayout());
  translated->setTargetTriple((*machine)->getTargetTriple());
  // The optimizer asks functions, not the target machine, what the CPU can.
  for (llvm::Function &function : *translated) {
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", (*machine)->getTargetCPU());
      function.addFnAttr("target-features",
                         (*machine)->getTargetFeatureString());
    }
  }
  optimize(*translated, **machine, options);
  if (hasHugeFunction(*translated)) {
    builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  }
  if (options.llvmIR) {
    llvm::raw_string_ostream os(*options.llvmIR);
    translated->print(os, /*AAW=*/nullptr);
  }
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> jit =
      makeJit(std::move(*builder));
  if (!jit) {
    return fail(jit.takeError());
  }
  if (llvm::Error error = (*jit)->addIRModule(llvm::orc::ThreadSafeModule(
          std::move(translated), std::move(context)))) {
    return fail(std::move(error));
  }
  return std::move(*jit);
}

//===- dtyp-compile.cpp - Compiler from IR to GPU code --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is the compiler driver: it reads IR, runs the parts of the pipeline
// `dtyp-to-nvvm`, and writes PTX, a cubin, a fatbin, LLVM IR or the resolved
// IR.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Output.h"
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/Timing.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::dtyp;

static LogicalResult loadDialectPlugins(const CommandLine &commandLine,
                                        DialectRegistry &registry) {
  for (const std::string &path : commandLine.dialectPlugins) {
    llvm::Expected<DialectPlugin> plugin = DialectPlugin::load(path);
    if (!plugin) {
      llvm::WithColor::error(llvm::errs(), "dtyp-compile")
          << "cannot load the dialect plugin '" << path
          << "': " << llvm::toString(plugin.takeError()) << '\n';
      return failure();
    }
    plugin->registerDialectRegistryCallbacks(registry);
  }
  return success();
}

/// Runs the passes that `build` adds, with the options for debugging that the
/// command line has.
static LogicalResult runPasses(ModuleOp module, TimingScope &timing,
                               function_ref<void(OpPassManager &)> build) {
  PassManager manager(module.getContext(), ModuleOp::getOperationName());
  if (failed(applyPassManagerCLOptions(manager))) {
    return failure();
  }
  manager.enableTiming(timing);
  build(manager);
  return manager.run(module);
}

/// Leaves one gpu.module in `module`: the one that the command line names, or
/// the only one. Fails after an error if it is not there.
static LogicalResult selectGpuModule(ModuleOp module,
                                     const CommandLine &commandLine) {
  SmallVector<gpu::GPUModuleOp> modules(module.getOps<gpu::GPUModuleOp>());
  if (modules.empty()) {
    return emitError(module.getLoc())
           << "expected a gpu.module with a kernel, or a "
              "gpu.launch, but got none";
  }
  gpu::GPUModuleOp selected;
  if (!commandLine.gpuModule.empty()) {
    const auto *found = llvm::find_if(modules, [&](gpu::GPUModuleOp candidate) {
      return candidate.getName() == commandLine.gpuModule;
    });
    if (found == modules.end()) {
      InFlightDiagnostic diagnostic = emitError(module.getLoc());
      diagnostic << "expected a gpu.module '" << commandLine.gpuModule
                 << "', but got none of this name";
      for (gpu::GPUModuleOp candidate : modules) {
        diagnostic.attachNote(candidate.getLoc())
            << "'" << candidate.getName() << "' is here";
      }
      return diagnostic;
    }
    selected = *found;
  } else if (modules.size() == 1) {
    selected = modules.front();
  } else {
    InFlightDiagnostic diagnostic = emitError(modules[1].getLoc());
    diagnostic << "expected one gpu.module, but got " << modules.size()
               << "; choose one by --gpu-module=NAME";
    diagnostic.attachNote(modules[0].getLoc()) << "the first one is here";
    return diagnostic;
  }
  for (Operation &op : llvm::make_early_inc_range(
           llvm::reverse(module.getBody()->getOperations()))) {
    if (&op != selected) {
      op.dropAllUses();
      op.erase();
    }
  }
  return success();
}

/// Compiles what is left in `module` and writes it.
static LogicalResult compile(ModuleOp module, const CommandLine &commandLine,
                             TimingScope &timing) {
  if (failed(selectGpuModule(module, commandLine))) {
    return failure();
  }
  ToNVVMPipelineOptions options;
  commandLine.getPipelineOptions(options);
  if (failed(runPasses(module, timing, [&](OpPassManager &manager) {
        buildDeviceLoweringPipeline(manager, options);
        buildSerializationPipeline(manager, options);
      }))) {
    return failure();
  }
  auto binary = *module.getOps<gpu::BinaryOp>().begin();
  if (!commandLine.output.empty() && failed(writeBinary(binary, commandLine))) {
    return failure();
  }
  if (commandLine.printResourceUsage) {
    printResourceUsage(binary, commandLine.writesToStdout() ? llvm::errs()
                                                            : llvm::outs());
  }
  return success();
}

/// Lets remarks of the categories that the command line names be printed as
/// diagnostics.
static LogicalResult enableRemarks(MLIRContext &context,
                                   const CommandLine &commandLine) {
  if (commandLine.remarksFilter.empty()) {
    return success();
  }
  // `all` adds to the filters that are set.
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      categories.failed = commandLine.remarksFilter;
  return remark::enableOptimizationRemarks(
      context, /*streamer=*/nullptr,
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}

static LogicalResult run(const CommandLine &commandLine) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  mlir::dtyp::registerAllDialects(registry);
  if (failed(loadDialectPlugins(commandLine, registry))) {
    return failure();
  }

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(commandLine.input, &message);
  if (!input) {
    llvm::WithColor::error(llvm::errs(), "dtyp-compile") << message << '\n';
    return failure();
  }
  MLIRContext context(registry);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  if (failed(enableRemarks(context, commandLine))) {
    return failure();
  }

  DefaultTimingManager timingManager;
  applyDefaultTimingManagerCLOptions(timingManager);
  TimingScope timing = timingManager.getRootScope();
  TimingScope parsing = timing.nest("Parser");
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  parsing.stop();
  if (!module || failed(runPasses(*module, timing, [](OpPassManager &manager) {
        buildResolvePipeline(manager);
      }))) {
    return failure();
  }
  if (commandLine.printSignature) {
    printArgumentMaps(*module, commandLine.writesToStdout() ? llvm::errs()
                                                            : llvm::outs());
  }
  if (!commandLine.emit) {
    return success();
  }
  if (commandLine.emit != Emit::MLIR) {
    return compile(*module, commandLine, timing);
  }
  if (!commandLine.gpuModule.empty() &&
      failed(selectGpuModule(*module, commandLine))) {
    return failure();
  }
  return writeModule(*module, commandLine);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // The names of passes in options such as --mlir-print-ir-after.
  mlir::registerAllPasses();
  mlir::dtyp::registerAllPasses();
  FailureOr<CommandLine> commandLine = CommandLine::parse(argc, argv);
  if (failed(commandLine)) {
    return EXIT_FAILURE;
  }
  bool isCompiled = succeeded(run(*commandLine));
  llvm::outs().flush();
  if (std::error_code error = llvm::outs().error()) {
    // Left alone, the error ends the process when the stream is closed.
    llvm::outs().clear_error();
    llvm::WithColor::error(llvm::errs(), "dtyp-compile")
        << "cannot write to standard output: " << error.message() << '\n';
    return EXIT_FAILURE;
  }
  return isCompiled ? EXIT_SUCCESS : EXIT_FAILURE;
}

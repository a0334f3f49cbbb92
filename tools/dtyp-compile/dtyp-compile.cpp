//===- dtyp-compile.cpp - Compiler from IR to GPU code --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is the compiler driver: it reads IR, compiles it, and writes PTX, a
// cubin, a fatbin, LLVM IR or the resolved IR.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Output.h"
#include "ToolStart.h"
#include "dtyp/Compiler/Compiler.h"
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
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

/// Compiles `module`, which is resolved already if something was printed from
/// it, and writes it.
static LogicalResult compile(OwningOpRef<ModuleOp> module, Compiler &compiler,
                             bool isResolved, const CommandLine &commandLine) {
  OutputKind kind = getOutputKind(*commandLine.emit);
  FailureOr<CompiledModule> code =
      isResolved ? compiler.compileResolved(std::move(module), kind)
                 : compiler.compile(std::move(module), kind);
  if (failed(code) || (!commandLine.output.empty() &&
                       failed(writeObject(*code, commandLine)))) {
    return failure();
  }
  llvm::raw_ostream &os =
      commandLine.writesToStdout() ? llvm::errs() : llvm::outs();
  if (commandLine.printResourceUsage) {
    printResourceUsage(*code, os);
  }
  if (commandLine.printCacheUse) {
    printCacheUse(code->cache, os);
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
  if (!module) {
    return failure();
  }
  CompileOptions options;
  commandLine.getCompileOptions(options);
  // The options for debugging that the command line has.
  options.configurePassManager = [&](PassManager &manager) {
    manager.enableTiming(timing);
    return applyPassManagerCLOptions(manager);
  };
  Compiler compiler(&context, std::move(options));
  bool isCompiled = commandLine.emit && commandLine.emit != Emit::MLIR;
  bool isResolved = commandLine.printSignature || !isCompiled;
  if (isResolved && failed(compiler.resolve(*module))) {
    return failure();
  }
  if (commandLine.printSignature) {
    printArgumentMaps(*module, commandLine.writesToStdout() ? llvm::errs()
                                                            : llvm::outs());
  }
  if (isCompiled) {
    return compile(std::move(module), compiler, isResolved, commandLine);
  }
  if (!commandLine.emit) {
    return success();
  }
  if (!commandLine.gpuModule.empty() &&
      failed(compiler.selectGpuModules(*module))) {
    return failure();
  }
  return writeModule(*module, commandLine);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  setBugReportMessage();
  execPluginHost(argc, argv);
  registerNamedPasses(argc, argv);
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

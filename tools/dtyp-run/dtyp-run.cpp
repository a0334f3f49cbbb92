//===- dtyp-run.cpp - Runs a kernel from its IR ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements dtyp-run, which compiles a kernel in this process and
// runs it: on a GPU, or on the CPU by the emulator.
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "ToolStart.h"

#include "dtyp/Emulator/EmulatedOps.h"
#include "dtyp/InitAll.h"
#include "dtyp/Pipelines/Pipelines.h"
#include "dtyp/Support/Npy.h"
#include "dtyp/Support/StrCat.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace mlir;
using namespace mlir::dtyp;

void mlir::dtyp::reportError(const std::string &message) {
  llvm::WithColor::error(llvm::errs(), "dtyp-run") << message << '\n';
}

Outcome mlir::dtyp::reportFailure(const Error &error) {
  reportError(error.message);
  return Outcome::Failure;
}

LogicalResult mlir::dtyp::runPasses(ModuleOp module,
                                    function_ref<void(OpPassManager &)> build) {
  PassManager manager(module.getContext(), ModuleOp::getOperationName());
  if (failed(applyPassManagerCLOptions(manager))) {
    return failure();
  }
  build(manager);
  return manager.run(module);
}

void mlir::dtyp::keepOnly(ModuleOp module, Operation *kept) {
  for (Operation &op : llvm::make_early_inc_range(
           llvm::reverse(module.getBody()->getOperations()))) {
    if (&op != kept) {
      op.dropAllUses();
      op.erase();
    }
  }
}

LogicalResult mlir::dtyp::keepReachable(ModuleOp module,
                                        FunctionOpInterface function) {
  using Visibility = SymbolTable::Visibility;
  auto setAll = [&](Visibility visibility) {
    for (auto symbol : module.getOps<SymbolOpInterface>()) {
      bool isDeclaration = symbol.isDeclaration();
      if (symbol.getOperation() != function.getOperation() && !isDeclaration) {
        symbol.setVisibility(visibility);
      }
    }
  };
  setAll(Visibility::Private);
  LogicalResult result = runPasses(module, [](OpPassManager &manager) {
    manager.addPass(createSymbolDCEPass());
  });
  setAll(Visibility::Public);
  return result;
}

Status mlir::dtyp::emitCompiled(const CommandLine &commandLine,
                                StringRef contents) {
  if (commandLine.emit.empty()) {
    return Status::success();
  }
  llvm::Error error =
      llvm::writeToOutput(commandLine.emit, [&](llvm::raw_ostream &os) {
        os << contents;
        return llvm::Error::success();
      });
  if (!error) {
    return Status::success();
  }
  return Error(strCat("cannot write '", commandLine.emit,
                      "': ", llvm::toString(std::move(error))));
}

static Result<std::vector<LaunchArgument>>
loadArguments(const std::vector<ArgumentSpec> &specs) {
  std::vector<LaunchArgument> arguments;
  for (const ArgumentSpec &spec : specs) {
    Result<HostArray> array = loadArgument(spec);
    if (!array) {
      return Error(strCat("argument ", arguments.size() + 1, ": ",
                          array.error().message));
    }
    arguments.push_back({std::move(*array), spec.isScalar(), spec.isOutput()});
  }
  return arguments;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static void print(const std::string &text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

static std::string formatMicroseconds(double microseconds) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%.2f us", microseconds);
  return buffer;
}

/// Prints, saves and compares what the kernel computed.
static Status finish(const CommandLine &commandLine,
                     const std::vector<LaunchArgument> &arguments,
                     const std::optional<LaunchTimes> &times) {
  size_t nextExpected = 0;
  const std::vector<std::string> &expected = commandLine.check.expected;
  Status result = Status::success();
  for (size_t i = 0; i != arguments.size(); ++i) {
    const ArgumentSpec &spec = commandLine.arguments[i];
    const HostArray &array = arguments[i].array;
    if (!spec.savePath.empty()) {
      if (Status status = writeNpy(spec.savePath, array); !status) {
        return status;
      }
    }
    if (spec.printAfterRun) {
      print(strCat("argument ", i + 1, " ", array.getTypeString(), " =",
                   array.getRank() > 1 ? "\n" : " ",
                   formatArray(array, commandLine.print), "\n"));
    }
    if (!spec.isOutput() || nextExpected == expected.size()) {
      continue;
    }
    const std::string &path = expected[nextExpected++];
    if (path.empty() || !result) {
      continue;
    }
    if (Status status = checkAllClose(array, path, commandLine.check);
        !status) {
      result = Error(strCat("argument ", i + 1, ": ", status.error().message));
    }
  }
  if (times) {
    print(strCat("time: min ", formatMicroseconds(times->min), ", median ",
                 formatMicroseconds(times->median), ", max ",
                 formatMicroseconds(times->max), " over ",
                 commandLine.timedLaunches, " launches\n"));
  }
  return result;
}

/// Checks that there is an output for each file to compare with.
static Status checkExpectations(const CommandLine &commandLine) {
  size_t numOutputs = 0;
  for (const ArgumentSpec &spec : commandLine.arguments) {
    numOutputs += spec.isOutput();
  }
  if (commandLine.check.expected.size() <= numOutputs) {
    return Status::success();
  }
  return Error(strCat("option --check: expected a file for each output, of "
                      "which there are ",
                      numOutputs, ", got ", commandLine.check.expected.size(),
                      "; mark the arrays to compare by out:"));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Finds out where to run: returns whether it is the GPU.
static Result<bool> chooseDevice(const CommandLine &commandLine,
                                 std::optional<CudaDriver> &driver) {
  if (commandLine.device == DeviceKind::Cpu) {
    return false;
  }
  bool isAuto = commandLine.device == DeviceKind::Auto;
  const char *cpuOnly = commandLine.getOptionOfCpu();
  if (isAuto && cpuOnly) {
    print(strCat("running on the CPU: ", cpuOnly, " works there\n"));
    return false;
  }
  Result<CudaDriver> loaded = CudaDriver::load();
  int count = 0;
  if (loaded) {
    Status status =
        loaded->check(loaded->deviceGetCount(&count), "counting the devices");
    if (!status || count == 0) {
      loaded = status ? Error("the driver has no device") : status.error();
    }
  }
  if (loaded) {
    driver = *loaded;
    if (isAuto) {
      print("running on the GPU\n");
    }
    return true;
  }
  if (!isAuto) {
    return loaded.error();
  }
  print(strCat("running on the CPU: ", loaded.error().message, "\n"));
  return false;
}

static Outcome runKernel(ModuleOp module, const CommandLine &commandLine) {
  Result<Signature> signature =
      commandLine.function.empty()
          ? findKernel(module, commandLine.kernel)
          : findHostFunction(module, commandLine.function);
  if (!signature) {
    return reportFailure(signature.error());
  }
  if (Status status = checkExpectations(commandLine); !status) {
    return reportFailure(status.error());
  }
  Result<std::vector<LaunchArgument>> arguments =
      loadArguments(commandLine.arguments);
  if (!arguments) {
    return reportFailure(arguments.error());
  }
  if (Status status = checkArguments(*signature, *arguments); !status) {
    return reportFailure(status.error());
  }
  std::optional<CudaDriver> driver;
  Result<bool> onGpu = chooseDevice(commandLine, driver);
  if (!onGpu) {
    return reportFailure(onGpu.error());
  }
  std::fflush(stdout);
  std::optional<LaunchTimes> times;
  Outcome outcome =
      *onGpu ? runOnGpu(module, commandLine, *signature, *driver, *arguments,
                        times)
             : runOnCpu(module, commandLine, *signature, *arguments, times);
  if (outcome != Outcome::Success) {
    return outcome;
  }
  if (Status status = finish(commandLine, *arguments, times); !status) {
    return reportFailure(status.error());
  }
  return Outcome::Success;
}

static Outcome loadDialectPlugins(const CommandLine &commandLine,
                                  DialectRegistry &registry) {
  for (const std::string &path : commandLine.dialectPlugins) {
    llvm::Expected<DialectPlugin> plugin = DialectPlugin::load(path);
    if (!plugin) {
      return reportFailure(
          Error(strCat("cannot load the dialect plugin '", path,
                       "': ", llvm::toString(plugin.takeError()))));
    }
    plugin->registerDialectRegistryCallbacks(registry);
  }
  return Outcome::Success;
}

static Outcome run(const CommandLine &commandLine) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  mlir::dtyp::registerAllDialects(registry);
  Outcome loaded = loadDialectPlugins(commandLine, registry);
  if (loaded != Outcome::Success) {
    return loaded;
  }
  MLIRContext context(registry);
  if (commandLine.listEmulatedOps) {
    context
        .loadDialect<gpu::GPUDialect, nvgpu::NVGPUDialect, NVVM::NVVMDialect>();
    emulator::printEmulatedOps(context, llvm::outs());
    return Outcome::Success;
  }
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(commandLine.input, &message);
  if (!input) {
    return reportFailure(Error(message));
  }
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module || failed(runPasses(*module, [](OpPassManager &manager) {
        buildResolvePipeline(manager);
      }))) {
    return Outcome::Failure;
  }
  if (commandLine.printSignature) {
    printSignatures(*module, llvm::outs());
    return Outcome::Success;
  }
  return runKernel(*module, commandLine);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  setBugReportMessage();
  execPluginHost(argc, argv);
  registerNamedPasses(argc, argv);
  Result<CommandLine> commandLine = CommandLine::parse(argc, argv);
  Outcome outcome =
      commandLine ? run(*commandLine) : reportFailure(commandLine.error());
  if (outcome == Outcome::Success && std::fflush(stdout) != 0) {
    outcome = reportFailure(Error("standard output cannot be written"));
  }
  if (outcome == Outcome::Interrupted) {
    reportError("interrupted");
    return 130;
  }
  return outcome == Outcome::Success ? EXIT_SUCCESS : EXIT_FAILURE;
}

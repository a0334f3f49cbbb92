//===- CommandLine.cpp - Options of dtyp-run ------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "../Common/FloatingPointOptions.h"

#include "dtyp/Config/Version.h"
#include "dtyp/Support/StrCat.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace cl = llvm::cl;

namespace {

/// The options of the tool. They are made in main, not before: so they may use
/// what MLIR registers.
struct Options {
  cl::OptionCategory category{"dtyp-run"};

  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-"), cl::cat(category)};
  cl::list<std::string> arguments{cl::Positional, cl::desc("[arguments]"),
                                  cl::cat(category)};
  cl::opt<std::string> device{
      "device",
      cl::desc("Where to run: cpu, gpu, gpu:NUMBER, or auto (a GPU where a "
               "driver answers, else the CPU), the default"),
      cl::value_desc("device"), cl::init("auto"), cl::cat(category)};
  cl::opt<std::string> kernel{
      "kernel",
      cl::desc("The kernel, as NAME or MODULE::NAME, where there are several"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> function{
      "function",
      cl::desc("Run this host function, which drives the device itself: "
               "memory, copies, launches"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> grid{"grid", cl::desc("Blocks in the grid (default: 1)"),
                            cl::value_desc("X[,Y,Z]"), cl::init("1"),
                            cl::cat(category)};
  cl::opt<std::string> block{
      "block", cl::desc("Threads in a block (default: 1)"),
      cl::value_desc("X[,Y,Z]"), cl::init("1"), cl::cat(category)};
  cl::opt<std::string> cluster{
      "cluster", cl::desc("Blocks in a cluster (default: 1)"),
      cl::value_desc("X[,Y,Z]"), cl::init("1"), cl::cat(category)};
  cl::opt<unsigned> dynamicShared{
      "dynamic-shared", cl::desc("Bytes of dynamic shared memory per block"),
      cl::value_desc("bytes"), cl::cat(category)};
  cl::opt<bool> printSignature{
      "signature", cl::desc("Print what values the kernels take, and end"),
      cl::cat(category)};
  cl::opt<bool> printAll{"print-all",
                         cl::desc("Print outputs in full, however long"),
                         cl::cat(category)};
  cl::list<std::string> check{
      "check", cl::CommaSeparated,
      cl::desc("Compare the outputs, in order, with these files as "
               "numpy.allclose does; an empty name leaves one out"),
      cl::value_desc("expected.npy"), cl::cat(category)};
  cl::opt<double> rtol{"rtol", cl::desc("Relative tolerance (default: 1e-05)"),
                       cl::init(1e-5), cl::cat(category)};
  cl::opt<double> atol{"atol", cl::desc("Absolute tolerance (default: 1e-08)"),
                       cl::init(1e-8), cl::cat(category)};
  cl::opt<bool> equalNaN{"equal-nan", cl::desc("NaNs at the same place match"),
                         cl::cat(category)};
  cl::opt<bool> time{"time", cl::desc("Time more launches after the first"),
                     cl::cat(category)};
  cl::opt<unsigned> repeat{"repeat",
                           cl::desc("How many launches to time (default: 100)"),
                           cl::init(100), cl::cat(category)};
  cl::opt<bool> printIR{
      "print-ir",
      cl::desc("Print the IR with which the kernel is compiled, to stderr"),
      cl::cat(category)};
  cl::opt<std::string> emit{
      "emit",
      cl::desc("Keep what was compiled: LLVM IR on the CPU (.ll), a cubin or "
               "PTX on a GPU"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> sanitize{
      "sanitize",
      cl::desc(
          "Find accesses out of bounds, misaligned ones, reads of what was "
          "not written, races, divergent barriers and leaks, on the CPU"),
      cl::cat(category)};
  cl::opt<bool> gpuOptimizations{
      "gpu-optimizations",
      cl::desc("Optimize as for a GPU on the CPU, too, to test these passes"),
      cl::cat(category)};
  cl::opt<bool> listEmulatedOps{
      "list-emulated-ops",
      cl::desc("Print which ops the CPU emulator knows, and end"),
      cl::cat(category)};
  cl::opt<std::string> features{
      "features",
      cl::desc("PTX version of a GPU's code (default: the lowest that has the "
               "chip, but 7.3)"),
      cl::value_desc("+ptx80"), cl::cat(category)};
  cl::opt<unsigned> optLevel{"O", cl::Prefix,
                             cl::desc("Optimization level, -O0 to -O3 "
                                      "(default)"),
                             cl::init(3), cl::cat(category)};
  FloatingPointOptions floatingPoint{category};
  cl::opt<unsigned> workers{
      "workers",
      cl::desc("System threads of the emulator (default: one per core)"),
      cl::value_desc("number"), cl::cat(category)};
  cl::opt<std::string> toolkit{
      "toolkit", cl::desc("Folder of the CUDA Toolkit, for a GPU"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::list<std::string> dialectPlugins{
      "load-dialect-plugin", cl::desc("Library with dialects of the input"),
      cl::value_desc("library"), cl::cat(category)};
  cl::extrahelp examples{helpExamples};
};

} // namespace

static Options &getOptions() {
  static Options options;
  return options;
}

static void printVersion(llvm::raw_ostream &os) {
  os << "dtyp version " DTYP_VERSION_STRING
        "\nLLVM version " LLVM_VERSION_STRING "\n";
}

static Error unexpected(std::string_view option, std::string_view what,
                        std::string_view value) {
  return Error(
      strCat("option ", option, ": expected ", what, ", got '", value, "'"));
}

static bool readDim3(llvm::StringRef text, Dim3 &sizes) {
  llvm::SmallVector<llvm::StringRef, 3> parts;
  text.split(parts, ',');
  sizes = {1, 1, 1};
  if (parts.size() > 3) {
    return false;
  }
  for (auto [part, size] : llvm::zip(parts, sizes)) {
    uint32_t number = 0;
    if (part.getAsInteger(10, number)) {
      return false;
    }
    size = number;
  }
  return true;
}

static Status readDevice(llvm::StringRef text, CommandLine &result) {
  if (text == "auto" || text == "cpu") {
    result.device = text == "cpu" ? DeviceKind::Cpu : DeviceKind::Auto;
    return Status::success();
  }
  result.device = DeviceKind::Gpu;
  llvm::StringRef number = text;
  if (text == "gpu" ||
      (number.consume_front("gpu:") &&
       !number.getAsInteger(10, result.gpuNumber) && result.gpuNumber >= 0)) {
    return Status::success();
  }
  return unexpected("--device", "auto, cpu, gpu or gpu:NUMBER", text);
}

/// Checks what does not fit together.
static Status checkCombinations(const Options &options,
                                const CommandLine &result) {
  if (options.repeat.getNumOccurrences() && !options.time) {
    return Error("option --repeat says how many launches to time: add --time");
  }
  if (options.time && (options.repeat < 1 || options.repeat > 1000000)) {
    return unexpected("--repeat", "a number from 1 to 1000000",
                      std::to_string(options.repeat));
  }
  const char *cpuOnly = result.getOptionOfCpu();
  if (cpuOnly && result.device == DeviceKind::Gpu) {
    return Error(
        strCat("option ", cpuOnly, " works on the CPU: write --device=cpu"));
  }
  if (!result.function.empty() && !result.kernel.empty()) {
    return Error("expected --kernel or --function, got both; a host function "
                 "launches its kernels itself");
  }
  if (!(options.rtol >= 0) || !(options.atol >= 0)) {
    return Error("expected tolerances that are not negative");
  }
  if (result.optLevel > 3) {
    return unexpected("-O", "a level from 0 to 3",
                      std::to_string(result.optLevel));
  }
  return Status::success();
}

const char *CommandLine::getOptionOfCpu() const {
  return sanitize           ? "--sanitize"
         : gpuOptimizations ? "--gpu-optimizations"
                            : nullptr;
}

Result<CommandLine> CommandLine::parse(int argc, char **argv) {
  Options &options = getOptions();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(
      argc, argv, "runs a GPU kernel from its IR, on a GPU or on the CPU\n");

  CommandLine result;
  result.input = options.input;
  result.kernel = options.kernel;
  result.function = options.function;
  if (Status status = readDevice(options.device, result); !status) {
    return status.error();
  }
  for (auto [option, text, sizes] :
       {std::tuple("--grid", &options.grid, &result.grid),
        std::tuple("--block", &options.block, &result.block),
        std::tuple("--cluster", &options.cluster, &result.cluster)}) {
    if (!readDim3(*text, *sizes)) {
      return unexpected(option, "one to three sizes such as 32 or 32,4", *text);
    }
  }
  result.dynamicSharedBytes = options.dynamicShared;
  result.print.printAll = options.printAll;
  result.check.expected = options.check;
  result.check.rtol = options.rtol;
  result.check.atol = options.atol;
  result.check.equalNaN = options.equalNaN;
  result.timedLaunches = options.time ? options.repeat : 0;
  result.printSignature = options.printSignature;
  result.printIR = options.printIR;
  result.listEmulatedOps = options.listEmulatedOps;
  result.sanitize = options.sanitize;
  result.gpuOptimizations = options.gpuOptimizations;
  result.emit = options.emit;
  result.features = options.features.getValue();
  result.optLevel = options.optLevel;
  result.floatingPoint = options.floatingPoint.getMode();
  result.numWorkers = options.workers;
  result.toolkit = options.toolkit;
  result.dialectPlugins = options.dialectPlugins;
  if (Status status = checkCombinations(options, result); !status) {
    return status.error();
  }
  for (const std::string &text : options.arguments) {
    Result<ArgumentSpec> spec = parseArgumentSpec(text);
    if (!spec) {
      return Error(strCat("argument ", result.arguments.size() + 1, " '", text,
                          "': ", spec.error().str()));
    }
    result.argumentTexts.push_back(text);
    result.arguments.push_back(std::move(*spec));
  }
  return result;
}

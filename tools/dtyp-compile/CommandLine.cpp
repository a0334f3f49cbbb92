//===- CommandLine.cpp - Options of dtyp-compile --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "../Common/FloatingPointOptions.h"

#include "dtyp/Config/Version.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace cl = llvm::cl;

namespace {

/// The options of the tool. They are made in main, not before: so they may use
/// what MLIR registers.
struct Options {
  cl::OptionCategory category{"dtyp-compile"};

  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{"o",
                              cl::desc("File to write; '-' is standard output"),
                              cl::value_desc("file"), cl::cat(category)};
  cl::opt<Emit> emit{
      "emit", cl::desc("What to write; the suffix of the file by default"),
      cl::values(clEnumValN(Emit::MLIR, "mlir", "IR, dtyp and cudax resolved"),
                 clEnumValN(Emit::LLVM, "ll", "LLVM IR, as text"),
                 clEnumValN(Emit::PTX, "ptx", "PTX"),
                 clEnumValN(Emit::Cubin, "cubin", "machine code for one chip"),
                 clEnumValN(Emit::Fatbin, "fatbin",
                            "machine code and PTX for one or more chips")),
      cl::cat(category)};
  cl::list<std::string> chips{
      "chip", cl::CommaSeparated,
      cl::desc("Chips to compile for (default: those that the module names, "
               "else sm_75)"),
      cl::value_desc("sm_90"), cl::cat(category)};
  cl::opt<std::string> features{
      "features",
      cl::desc("PTX version (default: the lowest that has the chip, but 7.3)"),
      cl::value_desc("+ptx80"), cl::cat(category)};
  cl::opt<int> optLevel{"O", cl::Prefix,
                        cl::desc("Optimization level, -O0 to -O3 (default)"),
                        cl::init(3), cl::cat(category)};
  cl::opt<std::string> toolkit{
      "toolkit",
      cl::desc("Folder of the CUDA Toolkit (default: CUDA_ROOT, CUDA_HOME, "
               "CUDA_PATH, or where one is found)"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<IndexBitwidth> indexBitwidth{
      "index-bitwidth", cl::desc("Width of index in kernels (default: 64)"),
      cl::init(IndexBitwidth::Bits64),
      cl::values(clEnumValN(IndexBitwidth::Bits64, "64", ""),
                 clEnumValN(IndexBitwidth::Bits32, "32", "")),
      cl::cat(category)};
  cl::opt<bool> kernelBarePtr{
      "kernel-bare-ptr",
      cl::desc("Pass a memref of static shape to a kernel as one pointer"),
      cl::cat(category)};
  FloatingPointOptions floatingPoint{category};
  cl::opt<bool> lineInfo{"lineinfo",
                         cl::desc("Keep source lines in PTX and cubins"),
                         cl::cat(category)};
  cl::opt<cudax::AssemblerKind> assembler{
      "assembler", cl::desc("What makes cubins of PTX (default: auto)"),
      cl::init(cudax::AssemblerKind::Auto),
      cl::values(clEnumValN(cudax::AssemblerKind::Auto, "auto",
                            "nvptxcompiler, else ptxas, else nvjitlink"),
                 clEnumValN(cudax::AssemblerKind::Ptxas, "ptxas",
                            "the program of the CUDA Toolkit"),
                 clEnumValN(cudax::AssemblerKind::NvPtxCompiler,
                            "nvptxcompiler", "ptxas as a library"),
                 clEnumValN(cudax::AssemblerKind::NvJitLink, "nvjitlink",
                            "NVIDIA's linker, a library")),
      cl::cat(category)};
  cl::list<std::string> link{
      "link", cl::CommaSeparated,
      cl::desc("Files with functions that kernels call: LLVM IR, LTO-IR, PTX "
               "or cubins"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> cacheFolder{
      "cache-dir",
      cl::desc("Keep what is compiled in this folder, and take it from there "
               "(default: the environment variable DTYP_CACHE_DIR)"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<std::string> cacheSize{
      "cache-size",
      cl::desc("Bytes that the folder may hold, as 512M or 2G (default: 512M)"),
      cl::value_desc("size"), cl::cat(category)};
  cl::opt<bool> printCacheUse{
      "cache-stats",
      cl::desc("Print whether the output is from the cache, and its key"),
      cl::cat(category)};
  cl::opt<std::string> gpuModule{
      "gpu-module",
      cl::desc("The gpu.module to compile, where the input has several"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<bool> printResourceUsage{
      "print-resource-usage",
      cl::desc("Print the registers, stack, spills and shared memory of each "
               "kernel"),
      cl::cat(category)};
  cl::opt<bool> printSignature{
      "signature",
      cl::desc("Print which parameters the arguments of each kernel became"),
      cl::cat(category)};
  cl::opt<std::string> remarksFilter{
      "remarks-filter",
      cl::desc("Print the compiler's remarks of the categories that match, "
               "such as local-array"),
      cl::value_desc("regex"), cl::cat(category)};
  cl::opt<bool> verifyEach{
      "verify-each",
      cl::desc("Verify the IR after each pass (default: where a part of the "
               "pipeline ends)"),
      cl::cat(category)};
  cl::list<std::string> dialectPlugins{
      "load-dialect-plugin", cl::desc("Library with dialects of the input"),
      cl::value_desc("library"), cl::cat(category)};
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

/// Returns what a file of this name holds.
static std::optional<Emit> getEmitOfSuffix(StringRef file) {
  return llvm::StringSwitch<std::optional<Emit>>(
             llvm::sys::path::extension(file))
      .Case(".mlir", Emit::MLIR)
      .Case(".ll", Emit::LLVM)
      .Case(".ptx", Emit::PTX)
      .Case(".cubin", Emit::Cubin)
      .Case(".fatbin", Emit::Fatbin)
      .Default(std::nullopt);
}

/// Finds out what is to be written, and where.
static LogicalResult resolveOutput(const Options &options,
                                   CommandLine &commandLine) {
  bool hasEmit = options.emit.getNumOccurrences() != 0;
  if (hasEmit) {
    commandLine.emit = options.emit;
  }
  if (!commandLine.output.empty()) {
    if (hasEmit) {
      return success();
    }
    commandLine.emit = getEmitOfSuffix(commandLine.output);
    if (commandLine.emit) {
      return success();
    }
    llvm::WithColor::error(llvm::errs(), "dtyp-compile")
        << "expected the output to end in .mlir, .ll, .ptx, .cubin or .fatbin, "
           "or the option --emit, but got '"
        << commandLine.output << "'\n";
    return failure();
  }
  if (hasEmit) {
    commandLine.output = "-";
    return success();
  }
  if (options.printResourceUsage) {
    // Only the assembler knows, so there must be something for it.
    commandLine.emit = Emit::Cubin;
    return success();
  }
  if (options.printSignature) {
    return success();
  }
  llvm::WithColor::error(llvm::errs(), "dtyp-compile")
      << "expected an output, but got none; write -o FILE or --emit=KIND\n";
  return failure();
}

/// Reads a number of bytes with a suffix K, M or G.
static FailureOr<uint64_t> parseSize(StringRef text) {
  StringRef number = text;
  uint64_t size = 0;
  unsigned shift = number.consume_back_insensitive("K")   ? 10
                   : number.consume_back_insensitive("M") ? 20
                   : number.consume_back_insensitive("G") ? 30
                                                          : 0;
  if (number.getAsInteger(10, size) || size == 0 ||
      size > std::numeric_limits<uint64_t>::max() >> shift) {
    llvm::WithColor::error(llvm::errs(), "dtyp-compile")
        << "expected --cache-size to be a positive number of bytes, which may "
           "end in K, M or G, but got '"
        << text << "'\n";
    return failure();
  }
  return size << shift;
}

/// Finds out where the cache is.
static LogicalResult resolveCache(const Options &options, CacheOptions &cache) {
  cache.folder = options.cacheFolder.getValue();
  if (options.cacheFolder.getNumOccurrences() == 0) {
    cache.folder =
        llvm::sys::Process::GetEnv("DTYP_CACHE_DIR").value_or(std::string());
  }
  // One that is there and cannot be written may have been filled by others.
  if (!cache.folder.empty()) {
    if (std::error_code error =
            llvm::sys::fs::create_directories(cache.folder)) {
      llvm::WithColor::warning(llvm::errs(), "dtyp-compile")
          << "nothing is kept, as the folder of the cache '" << cache.folder
          << "' cannot be made: " << error.message() << '\n';
      cache.folder.clear();
    }
  }
  if (options.cacheSize.getNumOccurrences() == 0) {
    return success();
  }
  FailureOr<uint64_t> size = parseSize(options.cacheSize);
  if (failed(size)) {
    return failure();
  }
  cache.maxBytes = *size;
  return success();
}

/// An expression that is none would match no category, without a word.
static LogicalResult verifyRemarksFilter(const Options &options) {
  std::string problem;
  if (options.remarksFilter.empty() ||
      llvm::Regex(options.remarksFilter).isValid(problem)) {
    return success();
  }
  llvm::WithColor::error(llvm::errs(), "dtyp-compile")
      << "expected --remarks-filter to be a regular expression, but got '"
      << options.remarksFilter << "': " << problem << '\n';
  return failure();
}

FailureOr<CommandLine> CommandLine::parse(int argc, char **argv) {
  Options &options = getOptions();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(
      argc, argv,
      "compiler from dtyp's IR to GPU code\n\n"
      "  dtyp-compile in.mlir --chip=sm_90 -o out.ptx\n"
      "  dtyp-compile in.mlir --chip=sm_80,sm_90 -o out.fatbin\n\n"
      "Options of MLIR, such as --mlir-print-ir-after-all, are listed by "
      "--help-hidden.\n");

  CommandLine commandLine;
  commandLine.input = options.input;
  commandLine.output = options.output;
  commandLine.gpuModule = options.gpuModule;
  commandLine.printResourceUsage = options.printResourceUsage;
  commandLine.printSignature = options.printSignature;
  commandLine.remarksFilter = options.remarksFilter;
  commandLine.dialectPlugins = options.dialectPlugins;
  commandLine.printCacheUse = options.printCacheUse;
  if (failed(verifyRemarksFilter(options)) ||
      failed(resolveOutput(options, commandLine)) ||
      failed(resolveCache(options, commandLine.cache))) {
    return failure();
  }
  bool isAssembled =
      commandLine.emit == Emit::Cubin || commandLine.emit == Emit::Fatbin;
  if (options.printResourceUsage && !isAssembled) {
    llvm::WithColor::error(llvm::errs(), "dtyp-compile")
        << "expected --print-resource-usage with a cubin, a fatbin or no "
           "output: "
           "only the assembler of PTX knows it\n";
    return failure();
  }
  return commandLine;
}

OutputKind mlir::dtyp::getOutputKind(Emit emit) {
  switch (emit) {
  case Emit::MLIR:
    break;
  case Emit::LLVM:
    return OutputKind::Bitcode;
  case Emit::PTX:
    return OutputKind::PTX;
  case Emit::Cubin:
    return OutputKind::Cubin;
  case Emit::Fatbin:
    return OutputKind::Fatbin;
  }
  llvm_unreachable("the compiler does not make this kind of output");
}

void CommandLine::getCompileOptions(CompileOptions &result) const {
  const Options &options = getOptions();
  result.chips.assign(options.chips.begin(), options.chips.end());
  result.features = options.features.getValue();
  result.optLevel = options.optLevel;
  result.toolkit = options.toolkit.getValue();
  result.indexBitwidth = options.indexBitwidth;
  result.kernelBarePtr = options.kernelBarePtr;
  result.floatingPoint = options.floatingPoint.getMode();
  result.lineInfo = options.lineInfo;
  result.assembler = options.assembler;
  result.link.assign(options.link.begin(), options.link.end());
  result.gpuModule = gpuModule;
  result.verifyEach = options.verifyEach;
  result.cache = cache;
  // The output is one file.
  result.requireOneModule = true;
}

//===- assemblers.cpp - The time from PTX to cubins -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program compiles modules (.mlir) to PTX, and times the assemblers that
// are there on it, in turn, in one warm process.
//
//===----------------------------------------------------------------------===//

#include "../common/Statistics.h"

#include "dtyp/Compiler/Compiler.h"
#include "dtyp/InitAll.h"
#include "dtyp/Target/PtxAssembler.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace cl = llvm::cl;

static cl::opt<std::string> folder(cl::Positional, cl::Required,
                                   cl::desc("<folder with .mlir>"));
static cl::opt<std::string> chip("chip", cl::desc("Chip to compile for"),
                                 cl::init("sm_90"));
static cl::opt<unsigned> runs("runs", cl::desc("Measurements of each"),
                              cl::init(15));

namespace {

struct Assembler {
  StringRef name;
  cudax::CudaTool tool;
  cudax::AssemblerKind kind;
};

} // namespace

static llvm::ExitOnError exitOnError("dtyp-bench-assemblers: error: ");

/// Returns the names of the modules in the folder, in order.
static std::vector<std::string> findModules() {
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end;
       file != end && !error; file.increment(error)) {
    if (llvm::sys::path::extension(file->path()) == ".mlir") {
      paths.push_back(file->path());
    }
  }
  exitOnError(llvm::errorCodeToError(error));
  llvm::sort(paths);
  return paths;
}

/// Times each of `assemblers` on `ptx`; returns the samples of each.
static std::vector<std::vector<double>>
measure(StringRef ptx, ArrayRef<Assembler> assemblers,
        const cudax::CudaToolkit &toolkit, Location location) {
  std::vector<std::vector<double>> samples(assemblers.size());
  for (unsigned run = 0; run <= runs; ++run) {
    for (size_t i = 0; i != assemblers.size(); ++i) {
      // Each is the first one in turn.
      size_t index = (i + run) % assemblers.size();
      cudax::AssemblerOptions options;
      options.assembler = assemblers[index].kind;
      options.chip = chip;
      double time = measureMilliseconds([&] {
        if (failed(cudax::assemblePtx(ptx, options, toolkit, [&](StringRef) {
              return emitError(location);
            }))) {
          std::exit(EXIT_FAILURE);
        }
      });
      // What is loaded once is no part of it.
      if (run != 0) {
        samples[index].push_back(time);
      }
    }
  }
  return samples;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "time from PTX to cubins\n");
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::dtyp::registerAllDialects(registry);
  mlir::dtyp::registerAllExtensions(registry);
  MLIRContext context(registry);
  Location location = UnknownLoc::get(&context);
  FailureOr<cudax::CudaToolkit> toolkit =
      cudax::CudaToolkit::find("", [&] { return emitError(location); });
  if (failed(toolkit)) {
    return EXIT_FAILURE;
  }
  SmallVector<Assembler> assemblers = {
      {"ptxas", cudax::CudaTool::Ptxas, cudax::AssemblerKind::Ptxas},
      {"nvPTXCompiler", cudax::CudaTool::NvPtxCompiler,
       cudax::AssemblerKind::NvPtxCompiler},
      {"nvJitLink", cudax::CudaTool::NvJitLink,
       cudax::AssemblerKind::NvJitLink}};
  llvm::erase_if(assemblers, [&](const Assembler &assembler) {
    return !toolkit->lookup(assembler.tool);
  });
  if (assemblers.empty()) {
    exitOnError(llvm::createStringError("expected an assembler, got none"));
  }

  CompileOptions options;
  options.chips = {chip};
  Compiler compiler(&context, options);
  llvm::outs() << "milliseconds (ratio to the first)\n"
               << llvm::formatv("{0,-12}", "module");
  for (const Assembler &assembler : assemblers) {
    llvm::outs() << llvm::formatv(" {0,16}", assembler.name);
  }
  llvm::outs() << '\n';
  std::vector<std::vector<double>> ratios(assemblers.size());
  for (StringRef path : findModules()) {
    auto buffer =
        exitOnError(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(path)));
    FailureOr<CompiledModule> code = compiler.compileToPTX(buffer->getBuffer());
    if (failed(code)) {
      return EXIT_FAILURE;
    }
    std::vector<std::vector<double>> samples =
        measure(code->objects.front().contents, assemblers, *toolkit, location);
    llvm::outs() << llvm::formatv("{0,-12}", llvm::sys::path::stem(path));
    for (size_t i = 0; i != assemblers.size(); ++i) {
      double ratio = getMedian(getPairedRatios(samples[i], samples[0]));
      ratios[i].push_back(ratio);
      llvm::outs() << llvm::formatv(" {0,9:F1} ({1:F2})", getMedian(samples[i]),
                                    ratio);
    }
    llvm::outs() << '\n';
    llvm::outs().flush();
  }
  llvm::outs() << llvm::formatv("{0,-12}", "geomean");
  for (const std::vector<double> &values : ratios) {
    llvm::outs() << llvm::formatv(" {0,16:F2}", getGeometricMean(values));
  }
  llvm::outs() << '\n';
  return EXIT_SUCCESS;
}

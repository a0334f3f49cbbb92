//===- latency.cpp - The time from source in memory to GPU code -----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program compiles pairs of a module (.mlir) and its twin in CUDA C++
// (.cu) from memory to PTX and to cubins, in turn, in one warm process: the one
// by dtyp's Compiler, the other by NVRTC. It prints medians, paired ratios and
// what dtyp's time is made of.
//
//===----------------------------------------------------------------------===//

#include "../common/Statistics.h"
#include "Nvrtc.h"
#include "Stages.h"

#include "dtyp/Compiler/Compiler.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace cl = llvm::cl;

static cl::opt<std::string> folder(cl::Positional, cl::Required,
                                   cl::desc("<folder with .mlir and .cu>"));
static cl::opt<std::string> chip("chip", cl::desc("Chip to compile for"),
                                 cl::init("sm_90"));
static cl::opt<unsigned> runs("runs", cl::desc("Measurements of each"),
                              cl::init(15));
static cl::opt<std::string>
    toolkit("toolkit", cl::desc("Folder of the CUDA Toolkit, with NVRTC"),
            cl::init("/usr/local/cuda"));
static cl::opt<bool> onlyStages("stages-only",
                                cl::desc("Leave the comparison out"));
static cl::opt<std::string> outputPath("output",
                                       cl::desc("File for the figures"));

namespace {

/// A module and its twin.
struct Pair {
  std::string name;
  std::string module;
  std::string twin;
};

/// What was measured of a pair: milliseconds of each run.
struct Samples {
  std::vector<double> ours;
  std::vector<double> nvrtc;
};

} // namespace

static llvm::ExitOnError exitOnError("dtyp-bench-latency: error: ");

static std::string readFile(const llvm::Twine &path) {
  return exitOnError(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(path)))
      ->getBuffer()
      .str();
}

/// Returns the pairs of the folder, in the order of their names.
static std::vector<Pair> readPairs() {
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end;
       file != end && !error; file.increment(error)) {
    paths.push_back(file->path());
  }
  exitOnError(llvm::errorCodeToError(error));
  llvm::sort(paths);
  std::vector<Pair> pairs;
  for (llvm::StringRef path : paths) {
    if (!path.consume_back(".mlir") ||
        !llvm::sys::fs::exists(path + llvm::Twine(".cu"))) {
      continue;
    }
    pairs.push_back({llvm::sys::path::filename(path).str(),
                     readFile(path + llvm::Twine(".mlir")),
                     readFile(path + llvm::Twine(".cu"))});
  }
  return pairs;
}

/// Returns the options with which NVRTC makes what dtyp makes.
static std::vector<std::string> getNvrtcOptions(bool toCubin) {
  std::string target = chip;
  if (!toCubin) {
    target.replace(0, 2, "compute");
  }
  // Of C's headers, NVRTC has the functions only.
  return {"--gpu-architecture=" + target, "--std=c++17",
          "--include-path=" + folder, "--include-path=" + toolkit + "/include",
          "--define-macro=INFINITY=__int_as_float(0x7f800000)"};
}

/// Compiles `pair` by both in turn.
static Samples measure(const Pair &pair, Compiler &compiler, const Nvrtc &nvrtc,
                       bool toCubin) {
  std::vector<std::string> options = getNvrtcOptions(toCubin);
  OutputKind kind = toCubin ? OutputKind::Cubin : OutputKind::PTX;
  Samples samples;
  auto runOurs = [&] {
    samples.ours.push_back(measureMilliseconds([&] {
      if (failed(compiler.compile(pair.module, kind))) {
        std::exit(EXIT_FAILURE);
      }
    }));
  };
  auto runNvrtc = [&] {
    samples.nvrtc.push_back(measureMilliseconds(
        [&] { exitOnError(nvrtc.compile(pair.twin, options, toCubin)); }));
  };
  for (unsigned run = 0; run <= runs; ++run) {
    if (run % 2) {
      runOurs();
      runNvrtc();
    } else {
      runNvrtc();
      runOurs();
    }
    if (run == 0) {
      // What is loaded once is no part of a compilation.
      samples = {};
    }
  }
  return samples;
}

/// Prints the comparison of all pairs; returns it as JSON.
static llvm::json::Object compare(llvm::ArrayRef<Pair> pairs,
                                  Compiler &compiler, const Nvrtc &nvrtc,
                                  bool toCubin) {
  llvm::outs() << llvm::formatv("\nto {0}\n{1,-12} {2,8} {3,8} {4,6}  {5}\n",
                                toCubin ? "a cubin" : "PTX", "pair", "dtyp",
                                "NVRTC", "ratio", "95 %");
  std::vector<double> medians;
  llvm::json::Object result;
  for (const Pair &pair : pairs) {
    Samples samples = measure(pair, compiler, nvrtc, toCubin);
    Estimate ratio =
        estimateMedian(getPairedRatios(samples.ours, samples.nvrtc));
    double ours = getMedian(samples.ours);
    double theirs = getMedian(samples.nvrtc);
    medians.push_back(ratio.median);
    llvm::outs() << llvm::formatv(
        "{0,-12} {1,8:F1} {2,8:F1} {3,6:F2}  {4:F2} to {5:F2}\n", pair.name,
        ours, theirs, ratio.median, ratio.low, ratio.high);
    llvm::outs().flush();
    result[pair.name] = llvm::json::Object{{"dtyp_ms", ours},
                                           {"nvrtc_ms", theirs},
                                           {"ratio", ratio.median},
                                           {"low", ratio.low},
                                           {"high", ratio.high}};
  }
  llvm::outs() << llvm::formatv(
      "geometric mean {0:F2}, median {1:F2}, worst {2:F2}\n",
      getGeometricMean(medians), getMedian(medians),
      *std::max_element(medians.begin(), medians.end()));
  return result;
}

/// Prints what the time of dtyp is made of; returns it as JSON.
static llvm::json::Object splitByStage(llvm::ArrayRef<Pair> pairs,
                                       MLIRContext &context) {
  llvm::outs() << "\nstages of dtyp, in milliseconds\n"
               << llvm::formatv("{0,-12}", "pair");
  for (llvm::StringRef stage : getStageNames()) {
    llvm::outs() << llvm::formatv(" {0,9}", stage);
  }
  llvm::outs() << '\n';
  llvm::json::Object result;
  for (const Pair &pair : pairs) {
    StageTimer timer(&context, chip, toolkit);
    std::vector<std::vector<double>> samples(getStageNames().size());
    for (unsigned run = 0; run <= runs; ++run) {
      std::vector<double> times = exitOnError(timer.run(pair.module));
      for (size_t stage = 0; run != 0 && stage != times.size(); ++stage) {
        samples[stage].push_back(times[stage]);
      }
    }
    llvm::json::Object stages;
    llvm::outs() << llvm::formatv("{0,-12}", pair.name);
    for (auto [name, times] : llvm::zip_equal(getStageNames(), samples)) {
      stages[name] = getMedian(times);
      llvm::outs() << llvm::formatv(" {0,9:F2}", getMedian(times));
    }
    llvm::outs() << '\n';
    result[pair.name] = std::move(stages);
  }
  return result;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(
      argc, argv, "time from source in memory to GPU code, against NVRTC\n");
  std::vector<Pair> pairs = readPairs();
  if (pairs.empty()) {
    exitOnError(llvm::createStringError(
        "expected pairs of .mlir and .cu in the folder, but got none"));
  }
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::dtyp::registerAllDialects(registry);
  mlir::dtyp::registerAllExtensions(registry);
  MLIRContext context(registry);
  CompileOptions options;
  options.chips = {chip};
  options.toolkit = toolkit;
  Compiler compiler(&context, options);

  llvm::json::Object result;
  result["title"] = "Time from source in memory to GPU code, against NVRTC";
  if (!onlyStages) {
    Nvrtc nvrtc = exitOnError(Nvrtc::load(toolkit + "/lib64/libnvrtc.so"));
    result["ptx"] = compare(pairs, compiler, nvrtc, /*toCubin=*/false);
    result["cubin"] = compare(pairs, compiler, nvrtc, /*toCubin=*/true);
  }
  llvm::json::Object ratios;
  for (const Pair &pair : pairs) {
    llvm::json::Object &row =
        *ratios.try_emplace(pair.name, llvm::json::Object())
             .first->second.getAsObject();
    for (llvm::StringRef kind : {"ptx", "cubin"}) {
      if (const llvm::json::Object *all = result.getObject(kind)) {
        row[kind] = *all->getObject(pair.name)->getNumber("ratio");
      }
    }
  }
  result["ratios"] = std::move(ratios);
  result["stages"] = splitByStage(pairs, context);
  if (!outputPath.empty()) {
    std::error_code error;
    llvm::raw_fd_ostream file(outputPath, error);
    exitOnError(llvm::errorCodeToError(error));
    file << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(result)));
  }
  return EXIT_SUCCESS;
}

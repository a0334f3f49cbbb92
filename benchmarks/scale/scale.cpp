//===- scale.cpp - The cost of arrays in large modules --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program compiles modules of 1e2 to 1e5 arrays and prints what an array
// costs: the time to parse, to resolve and to make PTX, and the peak of memory.
// Two ratios have intervals: that of dtyp's form to what is resolved by hand,
// and that of one module to ten of a tenth of the arrays. For either, two
// processes share a processor, whose speed is then the same for both. Times are
// those of the processor, without threads. It checks first that both forms are
// the same IR after they are resolved.
//
//===----------------------------------------------------------------------===//

#include "../common/Statistics.h"
#include "Generator.h"
#include "Processes.h"

#include "dtyp/Compiler/Compiler.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>
#include <optional>

using namespace mlir;
using namespace mlir::dtyp;

namespace cl = llvm::cl;

static cl::opt<unsigned>
    runs("runs",
         cl::desc("Measurements of each size; ten times as many of small ones"),
         cl::init(5));
static cl::opt<int> minArrays("min-arrays", cl::desc("The smallest size"),
                              cl::init(100));
static cl::opt<int> maxArrays("max-arrays", cl::desc("The largest size"),
                              cl::init(100000));
static cl::opt<int> maxCompiled("max-compiled",
                                cl::desc("The largest size to make PTX of"),
                                cl::init(10000));
static cl::opt<bool>
    measuresGrowth("growth", cl::desc("Compare with ten modules of a tenth"),
                   cl::init(true));
static cl::opt<std::string> outputPath("output",
                                       cl::desc("File for the figures"));
static cl::list<int>
    arraysOfKernel("arrays-of-kernel", cl::CommaSeparated,
                   cl::desc("Arrays in each kernel (default: 10 and 100)"),
                   cl::list_init<int>({10, 100}));
static cl::opt<std::string>
    printForm("print", cl::desc("Print the module of --max-arrays, and end: "
                                "dtype or hand"));

static cl::opt<std::string>
    compiledForm("compile", cl::desc("Compile the module of --max-arrays once, "
                                     "in one thread, and end: dtype or hand"));

static llvm::ExitOnError exitOnError("dtyp-bench-scale: error: ");

namespace {

/// The stages whose time is measured; each has those before it behind it.
enum Stage { Parse, Resolve, Compile };
constexpr int kNumStages = 3;

/// How much is done with a module.
struct Task {
  int numArrays = 0;
  int numKernels = 0;
  Stage last = Parse;
};

/// The milliseconds of each stage.
struct Times {
  double stages[kNumStages] = {};

  double getTotal() const {
    return std::accumulate(std::begin(stages), std::end(stages), 0.0);
  }
};

/// A compiler and its context.
class Bench {
public:
  Bench() {
    DialectRegistry registry;
    mlir::registerAllDialects(registry);
    mlir::dtyp::registerAllDialects(registry);
    mlir::dtyp::registerAllExtensions(registry);
    context.appendDialectRegistry(registry);
    CompileOptions options;
    options.chips = {"sm_90"};
    compiler.emplace(&context, options);
    // A copy of a process has no threads but the one that made it.
    context.disableMultithreading();
  }

  /// Compiles the smallest module of either form.
  void warmUp(Stage last) {
    for (Form form : {Form::DType, Form::Hand}) {
      run(generateModule(form, 4, 1), last);
    }
  }

  OwningOpRef<ModuleOp> parse(const std::string &text) {
    return parseSourceString<ModuleOp>(text, &context);
  }

  /// Runs the stages up to `last`; returns the time of each.
  Times run(const std::string &text, Stage last) {
    OwningOpRef<ModuleOp> module;
    bool isDone = true;
    Times times;
    times.stages[Parse] = measureProcessorMilliseconds([&] {
      module = parse(text);
      isDone = static_cast<bool>(module);
    });
    if (last >= Resolve && isDone) {
      times.stages[Resolve] = measureProcessorMilliseconds(
          [&] { isDone = succeeded(compiler->resolve(*module)); });
    }
    if (last == Compile && isDone) {
      times.stages[Compile] = measureProcessorMilliseconds([&] {
        isDone = succeeded(
            compiler->compileResolved(std::move(module), OutputKind::PTX));
      });
    }
    if (!isDone) {
      exitOnError(llvm::createStringError("a generated module is invalid"));
    }
    return times;
  }

  /// Returns the resolved module as text, without the attributes that tell of
  /// the form.
  std::string printResolved(Form form, int numArrays, int numKernels) {
    OwningOpRef<ModuleOp> module =
        parse(generateModule(form, numArrays, numKernels));
    if (!module || failed(compiler->resolve(*module))) {
      exitOnError(llvm::createStringError("a generated module is invalid"));
    }
    module->walk([](Operation *op) {
      op->removeDiscardableAttr("dtyp.argument_map");
      op->removeDiscardableAttr("cudax.local_array");
    });
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    return text;
  }

private:
  MLIRContext context;
  std::optional<Compiler> compiler;
};

} // namespace

/// What a profiler counts, by the name of this function.
static LLVM_ATTRIBUTE_NOINLINE void compileOnce(Bench &bench,
                                                const std::string &text) {
  bench.run(text, Compile);
}

/// Compiles one module, after the smallest one of either form.
static void compileForProfiler(Form form, int numArrays, int numKernels) {
  Bench bench;
  bench.warmUp(Compile);
  compileOnce(bench, generateModule(form, numArrays, numKernels));
}

/// What is compiled so many times.
struct Workload {
  std::string text;
  int repetitions = 1;
};

/// The times of two workloads, one sample after the other.
using Samples = std::array<std::vector<Times>, 2>;

/// Measures both workloads side by side, in copies of one warm process.
static Samples measureSideBySide(Bench &bench, const Workload (&workloads)[2],
                                 Stage last, unsigned numSamples) {
  Samples samples;
  for (unsigned sample = 0; sample != numSamples; ++sample) {
    std::array<Times, 2> times =
        runSideBySide<Times>(sample % 2, [&](int side) {
          const Workload &workload = workloads[side];
          Times sum;
          for (int i = 0; i != workload.repetitions; ++i) {
            Times one = bench.run(workload.text, last);
            for (int stage = 0; stage != kNumStages; ++stage) {
              sum.stages[stage] += one.stages[stage];
            }
          }
          return sum;
        });
    for (int side : {0, 1}) {
      samples[side].push_back(times[side]);
    }
  }
  return samples;
}

static std::vector<double>
getMilliseconds(const std::vector<Times> &samples,
                llvm::function_ref<double(const Times &)> get) {
  std::vector<double> values(samples.size());
  llvm::transform(samples, values.begin(), get);
  return values;
}

static Estimate estimateRatio(const Samples &samples) {
  auto getTotal = [](const Times &times) { return times.getTotal(); };
  return estimateMedian(getPairedRatios(getMilliseconds(samples[0], getTotal),
                                        getMilliseconds(samples[1], getTotal)));
}

/// Returns the workload of so many arrays, in one module or in more.
static Workload makeWorkload(Form form, const Task &task, int numModules = 1) {
  return {generateModule(form, task.numArrays / numModules,
                         task.numKernels / numModules),
          numModules};
}

/// Repeats what is short: a sample has 1,000 arrays at least.
static Workload repeatShort(Workload workload, const Task &task) {
  workload.repetitions *= std::max(1, 1000 / task.numArrays);
  return workload;
}

/// Returns the peak of memory in KiB that one compilation of dtyp's form takes,
/// beyond what the smallest ones take.
static long measureMemory(const Task &task) {
  auto measurePeak = [&](bool isCompiled) {
    return runInProcess<char>([&] {
             Bench bench;
             bench.warmUp(task.last);
             if (isCompiled) {
               bench.run(makeWorkload(Form::DType, task).text, task.last);
             }
             return char();
           })
        .second;
  };
  return measurePeak(true) - measurePeak(false);
}

static std::string toString(const Estimate &estimate) {
  return llvm::formatv("{0:F3}, {1:F3} to {2:F3}", estimate.median,
                       estimate.low, estimate.high);
}

static llvm::json::Object toJson(const Estimate &estimate) {
  return llvm::json::Object{{"ratio", estimate.median},
                            {"low", estimate.low},
                            {"high", estimate.high}};
}

/// Measures one size, and prints a line.
static llvm::json::Object measureSize(const Task &task) {
  Bench bench;
  bench.warmUp(task.last);
  // Short times vary more than long ones.
  unsigned numSamples = runs * std::clamp(10000 / task.numArrays, 1, 10);
  Workload dtypeForm = repeatShort(makeWorkload(Form::DType, task), task);
  Samples samples = measureSideBySide(
      bench, {dtypeForm, repeatShort(makeWorkload(Form::Hand, task), task)},
      task.last, numSamples);
  Estimate ratio = estimateRatio(samples);
  double perArray[kNumStages];
  for (int stage = 0; stage != kNumStages; ++stage) {
    auto getStage = [&](const Times &times) { return times.stages[stage]; };
    perArray[stage] = 1000 * getMedian(getMilliseconds(samples[0], getStage)) /
                      (task.numArrays * dtypeForm.repetitions);
  }
  double memory = static_cast<double>(measureMemory(task)) / task.numArrays;
  llvm::json::Object row{{"arrays", task.numArrays},
                         {"kernels", task.numKernels},
                         {"samples", numSamples},
                         {"parse_us", perArray[Parse]},
                         {"resolve_us", perArray[Resolve]},
                         {"ptx_us", perArray[Compile]},
                         {"memory_kib", memory},
                         {"dtype_over_hand", toJson(ratio)}};
  std::string growth;
  // What a module itself costs is most of the cost of the smallest ones.
  if (measuresGrowth && task.numArrays > 100) {
    Estimate estimate = estimateRatio(measureSideBySide(
        bench,
        {dtypeForm, repeatShort(makeWorkload(Form::DType, task, 10), task)},
        task.last, numSamples));
    growth = toString(estimate);
    row["growth"] = toJson(estimate);
  }
  llvm::outs() << llvm::formatv(
      "{0,7} {1,7} {2,7} {3,7:F2} {4,8:F2} {5,8:F2} {6,8:F2}  {7,-23} {8}\n",
      task.numArrays, task.numKernels, numSamples, perArray[Parse],
      perArray[Resolve], perArray[Compile], memory, toString(ratio), growth);
  llvm::outs().flush();
  return row;
}

/// Measures modules with this many arrays in each kernel.
static llvm::json::Array measureSeries(int numArraysOfKernel) {
  llvm::outs() << llvm::formatv(
      "\n{0} arrays in a kernel; microseconds and KiB for an array\n"
      "{1,7} {2,7} {3,7} {4,7} {5,8} {6,8} {7,8}  {8,-23} {9}\n",
      numArraysOfKernel, "arrays", "kernels", "samples", "parse", "resolve",
      "to PTX", "memory", "dtype/hand, 95 %", "over ten of a tenth");
  llvm::json::Array rows;
  for (int numArrays = minArrays; numArrays <= maxArrays; numArrays *= 10) {
    rows.push_back(measureSize({numArrays, numArrays / numArraysOfKernel,
                                numArrays <= maxCompiled ? Compile : Resolve}));
  }
  return rows;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "cost of arrays in large modules\n");
  auto getForm = [](StringRef name) {
    return name == "hand" ? Form::Hand : Form::DType;
  };
  int numKernels = maxArrays / arraysOfKernel[0];
  if (!printForm.empty()) {
    llvm::outs() << generateModule(getForm(printForm), maxArrays, numKernels);
    return EXIT_SUCCESS;
  }
  if (!compiledForm.empty()) {
    compileForProfiler(getForm(compiledForm), maxArrays, numKernels);
    return EXIT_SUCCESS;
  }
  bool isSame = runInProcess<bool>([] {
                  Bench bench;
                  return bench.printResolved(Form::DType, 80, 4) ==
                         bench.printResolved(Form::Hand, 80, 4);
                }).first;
  if (!isSame) {
    exitOnError(llvm::createStringError(
        "the two forms are different when they are resolved"));
  }
  llvm::json::Object result;
  llvm::json::Object ratios;
  for (int numArraysOfKernel : arraysOfKernel) {
    std::string series = std::to_string(numArraysOfKernel) + " in a kernel";
    llvm::json::Array rows = measureSeries(numArraysOfKernel);
    for (const llvm::json::Value &value : rows) {
      const llvm::json::Object &row = *value.getAsObject();
      std::string label = std::to_string(*row.getInteger("arrays")) + " arrays";
      (*ratios.try_emplace(label, llvm::json::Object())
            .first->second.getAsObject())[series] =
          *row.getObject("dtype_over_hand")->getNumber("ratio");
    }
    result[series] = std::move(rows);
  }
  result["title"] = "Arrays in dtyp's form, against those resolved by hand";
  result["ratios"] = std::move(ratios);
  if (!outputPath.empty()) {
    std::error_code error;
    llvm::raw_fd_ostream file(outputPath, error);
    exitOnError(llvm::errorCodeToError(error));
    file << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(result)));
  }
  return EXIT_SUCCESS;
}

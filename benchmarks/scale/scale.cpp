//===- scale.cpp - The cost of arrays in large modules --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program compiles modules of 1e2 to 1e5 arrays, in dtyp's form and as
// resolved by hand, in turn, and prints what an array costs: the time to parse,
// to resolve and to make PTX, the peak of memory, and the ratio of the forms.
// Times are those of the processor. It checks first that both forms are the
// same IR after they are resolved.
//
//===----------------------------------------------------------------------===//

#include "../common/Statistics.h"
#include "Generator.h"

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

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::dtyp;

namespace cl = llvm::cl;

static cl::opt<unsigned>
    runs("runs",
         cl::desc("Measurements of each size; ten times as many of small ones"),
         cl::init(9));
static cl::opt<int> maxArrays("max-arrays", cl::desc("The largest size"),
                              cl::init(100000));
static cl::opt<int> maxCompiled("max-compiled",
                                cl::desc("The largest size to make PTX of"),
                                cl::init(10000));
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

/// What a process measures: the milliseconds of both forms and each stage.
struct Result {
  double medians[2][kNumStages] = {};
  /// The ratio of all stages together.
  Estimate ratio;
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
  }

  OwningOpRef<ModuleOp> parse(const std::string &text) {
    return parseSourceString<ModuleOp>(text, &context);
  }

  void disableThreads() { context.disableMultithreading(); }

  /// Runs the stages up to `last`; returns the milliseconds of each.
  std::vector<double> run(const std::string &text, Stage last) {
    OwningOpRef<ModuleOp> module;
    bool isDone = true;
    std::vector<double> times = {measureProcessorMilliseconds([&] {
      module = parse(text);
      isDone = static_cast<bool>(module);
    })};
    if (last >= Resolve && isDone) {
      times.push_back(measureProcessorMilliseconds(
          [&] { isDone = succeeded(compiler->resolve(*module)); }));
    }
    if (last == Compile && isDone) {
      times.push_back(measureProcessorMilliseconds([&] {
        isDone = succeeded(
            compiler->compileResolved(std::move(module), OutputKind::PTX));
      }));
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

/// Runs `work` in a process of its own, which writes a value of type T; returns
/// it and the peak of the process's memory in KiB.
template <typename T>
static std::pair<T, long> runInProcess(llvm::function_ref<T()> work) {
  int ends[2];
  if (pipe(ends) != 0) {
    exitOnError(llvm::createStringError("no pipe can be made"));
  }
  pid_t child = fork();
  if (child == 0) {
    T value = work();
    _exit(write(ends[1], &value, sizeof(value)) == sizeof(value) ? 0 : 1);
  }
  close(ends[1]);
  T value{};
  ssize_t size = read(ends[0], &value, sizeof(value));
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (status != 0 || size != sizeof(value)) {
    exitOnError(llvm::createStringError("a measurement failed"));
  }
  return {value, usage.ru_maxrss};
}

/// What a profiler counts, by the name of this function.
static LLVM_ATTRIBUTE_NOINLINE void compileOnce(Bench &bench,
                                                const std::string &text) {
  bench.run(text, Compile);
}

/// Compiles one module, after the smallest one of either form.
static void compileForProfiler(Form form, int numArrays, int numKernels) {
  Bench bench;
  bench.disableThreads();
  for (Form first : {Form::DType, Form::Hand}) {
    bench.run(generateModule(first, 4, 1), Compile);
  }
  compileOnce(bench, generateModule(form, numArrays, numKernels));
}

/// Measures both forms in turn, in one warm process.
static Result measure(const Task &task) {
  Bench bench;
  std::string texts[2];
  for (Form form : {Form::DType, Form::Hand}) {
    texts[static_cast<int>(form)] =
        generateModule(form, task.numArrays, task.numKernels);
  }
  std::vector<double> samples[2][kNumStages];
  std::vector<double> totals[2];
  // Short times vary more than long ones.
  unsigned numRuns = runs * std::clamp(10000 / task.numArrays, 1, 10);
  for (unsigned run = 0; run <= numRuns; ++run) {
    for (int turn : {0, 1}) {
      int form = (run + turn) % 2;
      std::vector<double> times = bench.run(texts[form], task.last);
      if (run == 0) {
        continue;
      }
      totals[form].push_back(std::accumulate(times.begin(), times.end(), 0.0));
      for (size_t stage = 0; stage != times.size(); ++stage) {
        samples[form][stage].push_back(times[stage]);
      }
    }
  }
  Result result;
  for (int form : {0, 1}) {
    for (int stage = 0; stage <= task.last; ++stage) {
      result.medians[form][stage] = getMedian(samples[form][stage]);
    }
  }
  result.ratio = estimateMedian(getPairedRatios(totals[0], totals[1]));
  return result;
}

/// Returns the peak of memory in KiB that one compilation of dtyp's form takes.
static long measureMemory(const Task &task) {
  return runInProcess<char>([&] {
           Bench bench;
           // The smallest module brings what every process has.
           bench.run(generateModule(Form::DType, 4, 1), task.last);
           if (task.numArrays != 0) {
             bench.run(
                 generateModule(Form::DType, task.numArrays, task.numKernels),
                 task.last);
           }
           return char();
         })
      .second;
}

/// Prints what arrays cost in modules with this many of them in each kernel.
static llvm::json::Array measureSeries(int numArraysOfKernel) {
  llvm::outs() << llvm::formatv(
      "\n{0} arrays in a kernel; microseconds and KiB for an array\n"
      "{1,7} {2,7} {3,7} {4,8} {5,8} {6,8} {7,7} {8,8}  {9}\n",
      numArraysOfKernel, "arrays", "kernels", "parse", "resolve", "to PTX",
      "total", "growth", "memory", "dtype/hand, 95 %");
  llvm::json::Array rows;
  double previous = 0;
  Stage previousLast = Compile;
  for (int numArrays = 100; numArrays <= maxArrays; numArrays *= 10) {
    Task task{numArrays, numArrays / numArraysOfKernel,
              numArrays <= maxCompiled ? Compile : Resolve};
    Result result = runInProcess<Result>([&] { return measure(task); }).first;
    long memory = measureMemory(task) - measureMemory({0, 0, task.last});
    double perArray[kNumStages];
    double total = 0;
    for (int stage = 0; stage != kNumStages; ++stage) {
      perArray[stage] = 1000 * result.medians[0][stage] / numArrays;
      total += perArray[stage];
    }
    bool isComparable = previous != 0 && previousLast == task.last;
    llvm::outs() << llvm::formatv(
        "{0,7} {1,7} {2,7:F2} {3,8:F2} {4,8:F2} {5,8:F2} {6,7} {7,8:F2}  "
        "{8:F3}, {9:F3} to {10:F3}\n",
        numArrays, task.numKernels, perArray[Parse], perArray[Resolve],
        perArray[Compile], total,
        isComparable ? llvm::formatv("{0:F2}", total / previous).str() : "",
        static_cast<double>(memory) / numArrays, result.ratio.median,
        result.ratio.low, result.ratio.high);
    llvm::outs().flush();
    previous = total;
    previousLast = task.last;
    rows.push_back(llvm::json::Object{
        {"arrays", numArrays},
        {"kernels", task.numKernels},
        {"parse_us", perArray[Parse]},
        {"resolve_us", perArray[Resolve]},
        {"ptx_us", perArray[Compile]},
        {"memory_kib", static_cast<double>(memory) / numArrays},
        {"ratio", result.ratio.median},
        {"low", result.ratio.low},
        {"high", result.ratio.high}});
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
            .first->second.getAsObject())[series] = *row.getNumber("ratio");
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

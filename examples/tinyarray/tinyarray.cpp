//===- tinyarray.cpp - A compiler for kernels over arrays -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "TinyDialect.h"

#include "dtyp/Compiler/Compiler.h"
#include "dtyp/InitAll.h"
#include "dtyp/Support/ArgumentSpec.h"
#include "dtyp/Support/ArrayPrinter.h"
#include "dtyp/Support/Npy.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

enum class Emit { Nothing, Ir, Resolved, Ptx };

static cl::OptionCategory category("tinyarray");
static cl::opt<std::string> input(cl::Positional, cl::Required,
                                  cl::desc("FILE.tiny"), cl::cat(category));
static cl::list<std::string> arguments(cl::Positional, cl::desc("ARGUMENT..."),
                                       cl::cat(category));
static cl::opt<Emit> emit(
    "emit", cl::desc("What to print:"), cl::cat(category),
    cl::values(clEnumValN(Emit::Ir, "ir", "what the front end makes"),
               clEnumValN(Emit::Resolved, "resolved", "without dtyp and cudax"),
               clEnumValN(Emit::Ptx, "ptx", "code for the GPU")));
static cl::opt<std::string> chip("chip", cl::init("sm_90"), cl::cat(category),
                                 cl::desc("The GPU to compile for"));
static cl::opt<std::string> run("run", cl::desc("The kernel to run"),
                                cl::cat(category));
static cl::opt<unsigned> numThreads("num-threads", cl::init(1),
                                    cl::cat(category),
                                    cl::desc("The number of threads"));
static cl::opt<tiny::Device> device(
    "device", cl::init(tiny::Device::Auto), cl::cat(category),
    cl::desc("Where to run:"),
    cl::values(clEnumValN(tiny::Device::Auto, "auto", "on a GPU, else the CPU"),
               clEnumValN(tiny::Device::Cpu, "cpu", "on the CPU emulator"),
               clEnumValN(tiny::Device::Gpu, "gpu", "on a GPU")));

static LogicalResult fail(const Twine &message) {
  llvm::errs() << "tinyarray: error: " << message << '\n';
  return failure();
}

/// Parses the arguments of the command line, runs the kernel, and prints the
/// arrays that are marked as outputs.
static LogicalResult runKernel(tiny::Program &program) {
  auto kernel = llvm::find_if(program.kernels,
                              [](auto &each) { return each.name == run; });
  if (kernel == program.kernels.end() || numThreads == 0) {
    return fail("expected a kernel of the file and threads, but got '" + run +
                "' and " + Twine(numThreads));
  }
  std::vector<dtyp::LaunchArgument> values;
  for (const std::string &text : arguments) {
    auto spec = dtyp::parseArgumentSpec(text);
    auto array = spec ? dtyp::loadArgument(*spec) : spec.error();
    if (!array) {
      return fail("argument '" + text + "': " + array.error().str());
    }
    values.push_back({std::move(*array), spec->isScalar(), spec->isOutput()});
  }
  if (failed(tiny::launch(program, *kernel, numThreads, device, values))) {
    return failure();
  }
  for (auto [parameter, value] : llvm::zip_equal(kernel->parameters, values)) {
    if (value.isOutput) {
      llvm::outs() << parameter.name << " = " << dtyp::formatArray(value.array)
                   << '\n';
    }
  }
  return success();
}

static LogicalResult print(ModuleOp module) {
  dtyp::CompileOptions options;
  options.chips.push_back(chip);
  dtyp::Compiler compiler(module.getContext(), options);
  if (emit == Emit::Resolved && failed(compiler.resolve(module))) {
    return failure();
  }
  if (emit != Emit::Ptx) {
    module.print(llvm::outs());
    return success();
  }
  FailureOr<dtyp::CompiledModule> code = compiler.compileToPTX(module);
  if (failed(code)) {
    return failure();
  }
  llvm::outs() << code->objects[0].contents;
  return success();
}

static LogicalResult compile(MLIRContext &context) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!file) {
    return fail("cannot read '" + input + "': " + file.getError().message());
  }
  llvm::SourceMgr sources;
  StringRef source = (*file)->getBuffer();
  sources.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  FailureOr<tiny::Program> program =
      tiny::parseProgram(&context, input, source);
  if (failed(program)) {
    return failure();
  }
  if (emit == Emit::Ir) {
    return print(*program->module);
  }
  PassManager passes(&context);
  passes.addPass(tiny::createLowerFixedCastsPass());
  if (failed(passes.run(*program->module))) {
    return failure();
  }
  if (emit != Emit::Nothing) {
    return print(*program->module);
  }
  return run.empty() ? success() : runKernel(*program);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "compiles and runs kernels\n");
  DialectRegistry registry;
  registry.insert<tiny::TinyDialect>();
  dtyp::registerAllDialects(registry);
  dtyp::registerAllExtensions(registry);
  MLIRContext context(registry);
  // The reader of an error knows the source, not the ops.
  context.printOpOnDiagnostic(false);
  return succeeded(compile(context)) ? EXIT_SUCCESS : EXIT_FAILURE;
}

//===- CompilerTest.cpp - Tests of compiling in this process --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Compiler/Compiler.h"
#include "dtyp/InitAll.h"
#include "dtyp/Target/CudaToolkit.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <thread>

using namespace mlir;
using namespace mlir::dtyp;

namespace {

constexpr StringRef kSource = R"mlir(
gpu.module @first {
  gpu.func @fill(%foo: !dtyp.provider<"Foo", ui8>, %out: memref<?xi8>, %i: index) kernel {
    %a = cudax.local_alloca(%foo) [10] : !dtyp.provider<"Foo", ui8> -> memref<10xi8, #gpu.address_space<private>>
    %c0 = arith.constant 0 : index
    %x = memref.load %out[%c0] : memref<?xi8>
    memref.store %x, %a[%i] : memref<10xi8, #gpu.address_space<private>>
    %y = memref.load %a[%c0] : memref<10xi8, #gpu.address_space<private>>
    memref.store %y, %out[%i] : memref<?xi8>
    gpu.return
  }
}
gpu.module @second {
  gpu.func @none() kernel {
    gpu.return
  }
}
func.func @host() {
  return
}
)mlir";

class CompilerTest : public ::testing::Test {
protected:
  CompilerTest() {
    DialectRegistry registry;
    mlir::registerAllDialects(registry);
    mlir::dtyp::registerAllDialects(registry);
    mlir::dtyp::registerAllExtensions(registry);
    context.appendDialectRegistry(registry);
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      messages.push_back(diagnostic.str());
      return success();
    });
  }

  OwningOpRef<ModuleOp> parse(StringRef source = kSource) {
    return parseSourceString<ModuleOp>(source, &context);
  }

  MLIRContext context;
  std::vector<std::string> messages;
};

TEST_F(CompilerTest, CompilesEachGpuModuleForEachChip) {
  CompileOptions options;
  options.chips = {"sm_80", "sm_90"};
  Compiler compiler(&context, options);
  FailureOr<CompiledModule> code = compiler.compileToPTX(kSource);
  ASSERT_TRUE(succeeded(code));
  ASSERT_EQ(code->objects.size(), 4u);
  EXPECT_EQ(code->objects[0].gpuModule, "first");
  EXPECT_EQ(code->objects[0].chip, "sm_80");
  EXPECT_EQ(code->objects[1].gpuModule, "first");
  EXPECT_EQ(code->objects[1].chip, "sm_90");
  EXPECT_EQ(code->objects[3].gpuModule, "second");
  EXPECT_NE(code->objects[1].contents.find(".target sm_90"), std::string::npos);

  ASSERT_EQ(code->objects[0].kernels.size(), 1u);
  const CompiledKernel &kernel = code->objects[0].kernels[0];
  EXPECT_EQ(kernel.name, "fill");
  EXPECT_TRUE(kernel.resources.empty());
  ASSERT_EQ(kernel.arguments.size(), 3u);
  EXPECT_TRUE(kernel.arguments[0].parameters.empty());
  EXPECT_EQ(kernel.arguments[1].type, "memref<?xi8>");
  EXPECT_EQ(kernel.arguments[1].parameters, (std::vector<int64_t>{0}));
  EXPECT_EQ(kernel.arguments[2].parameters, (std::vector<int64_t>{1}));
  EXPECT_TRUE(messages.empty());
}

TEST_F(CompilerTest, LeavesTheModuleAsItIs) {
  OwningOpRef<ModuleOp> module = parse();
  OwningOpRef<ModuleOp> copy = module->clone();
  Compiler compiler(&context);
  FailureOr<CompiledModule> first = compiler.compileToPTX(*module);
  EXPECT_TRUE(OperationEquivalence::isEquivalentTo(
      *module, *copy, OperationEquivalence::Flags::None));
  FailureOr<CompiledModule> second = compiler.compileToPTX(std::move(module));
  ASSERT_TRUE(succeeded(first) && succeeded(second));
  EXPECT_EQ(first->objects[0].contents, second->objects[0].contents);
}

/// Breaks the arrays after the pass of this name.
class BreakArrays : public PassInstrumentation {
public:
  explicit BreakArrays(StringRef pass) : pass(pass) {}

  void runAfterPass(Pass *finished, Operation *op) override {
    if (finished->getArgument() == pass) {
      op->walk([](Operation *array) {
        if (array->hasAttr("cudax.local_array")) {
          array->setAttr("alignment",
                         Builder(array->getContext()).getI64IntegerAttr(3));
        }
      });
    }
  }

private:
  StringRef pass;
};

TEST_F(CompilerTest, VerifiesWherePartsOfThePipelineEnd) {
  for (bool verifyEach : {false, true}) {
    messages.clear();
    CompileOptions options;
    options.verifyEach = verifyEach;
    options.configurePassManager = [](PassManager &manager) {
      manager.addInstrumentation(
          std::make_unique<BreakArrays>("cudax-resolve-arrays"));
      return success();
    };
    Compiler compiler(&context, options);
    EXPECT_TRUE(failed(compiler.resolve(*parse()))) << verifyEach;
    ASSERT_EQ(messages.size(), 1u) << verifyEach;
    EXPECT_NE(messages[0].find("alignment"), std::string::npos) << messages[0];
  }
}

TEST_F(CompilerTest, TakesBytecodeAtAnyAddress) {
  std::string bytecode;
  llvm::raw_string_ostream stream(bytecode);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(*parse(), stream)));
  Compiler compiler(&context);
  FailureOr<CompiledModule> expected = compiler.compileToPTX(kSource);
  ASSERT_TRUE(succeeded(expected));
  for (size_t shift : {0, 1, 3}) {
    std::string shifted = std::string(shift, ' ') + bytecode;
    FailureOr<CompiledModule> code =
        compiler.compileToPTX(StringRef(shifted).drop_front(shift));
    ASSERT_TRUE(succeeded(code));
    EXPECT_EQ(code->objects[0].contents, expected->objects[0].contents);
  }
}

TEST_F(CompilerTest, CompilesTheModuleThatIsNamed) {
  CompileOptions options;
  options.gpuModule = "second";
  FailureOr<CompiledModule> code =
      Compiler(&context, options).compileToPTX(kSource);
  ASSERT_TRUE(succeeded(code));
  ASSERT_EQ(code->objects.size(), 1u);
  EXPECT_EQ(code->objects[0].gpuModule, "second");
  EXPECT_EQ(code->objects[0].chip, "sm_75");

  options.gpuModule = "third";
  EXPECT_TRUE(failed(Compiler(&context, options).compileToPTX(kSource)));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0],
            "expected a gpu.module 'third', but got none of this name");
}

/// An error of one compilation does not touch the next.
TEST_F(CompilerTest, GoesOnAfterErrors) {
  Compiler compiler(&context);
  EXPECT_TRUE(failed(compiler.compileToPTX("gpu.module @a {")));
  EXPECT_TRUE(failed(compiler.compileToPTX("module {}")));
  EXPECT_TRUE(failed(compiler.compileToPTX(
      "gpu.module @a { llvm.func @f() attributes {gpu.kernel} {"
      " %0 = \"test.op\"() : () -> i32 llvm.return } }")));
  EXPECT_EQ(messages.size(), 3u);
  EXPECT_TRUE(succeeded(compiler.compileToPTX(kSource)));
  EXPECT_EQ(messages.size(), 3u);

  CompileOptions options;
  options.chips = {"sm_1"};
  EXPECT_TRUE(failed(Compiler(&context, options).compileToPTX(kSource)));
  EXPECT_EQ(messages.size(), 4u);
}

/// Returns `numModules` gpu.modules with `numKernels` kernels each, all of them
/// different.
static std::string makeModules(int numModules, int numKernels) {
  std::string text;
  for (int m = 0; m != numModules; ++m) {
    text += "gpu.module @m" + std::to_string(m) + " {\n";
    for (int k = 0; k != numKernels; ++k) {
      text += "gpu.func @k" + std::to_string(k) +
              "(%a: memref<?xf32>) kernel {\n"
              "  %i = gpu.thread_id x\n"
              "  %x = memref.load %a[%i] : memref<?xf32>\n"
              "  %c = arith.constant " +
              std::to_string(m * numKernels + k) +
              ".0 : f32\n"
              "  %y = arith.mulf %x, %c : f32\n"
              "  memref.store %y, %a[%i] : memref<?xf32>\n"
              "  gpu.return\n}\n";
    }
    text += "}\n";
  }
  return text;
}

TEST_F(CompilerTest, ThreadsChangeNothing) {
  CompileOptions options;
  options.chips = {"sm_80", "sm_86", "sm_90"};
  std::string source = makeModules(5, 3);
  auto compile = [&](unsigned numThreads) {
    DialectRegistry registry;
    mlir::registerAllDialects(registry);
    mlir::dtyp::registerAllDialects(registry);
    mlir::dtyp::registerAllExtensions(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    llvm::DefaultThreadPool pool(llvm::hardware_concurrency(numThreads));
    if (numThreads != 1) {
      context.setThreadPool(pool);
    }
    FailureOr<CompiledModule> code =
        Compiler(&context, options).compileToPTX(source);
    EXPECT_TRUE(succeeded(code));
    std::string text;
    for (const CompiledObject &object : code->objects) {
      text += object.gpuModule + object.chip + object.contents;
    }
    return text;
  };
  std::string alone = compile(1);
  EXPECT_EQ(compile(4), alone);
  EXPECT_EQ(compile(8), alone);
}

/// Errors come in the order of the modules, and all of them.
TEST_F(CompilerTest, ThreadsKeepTheOrderOfErrors) {
  std::string source = makeModules(3, 1);
  // Functions that libdevice does not have.
  for (int m = 0; m != 3; ++m) {
    source += "gpu.module @bad" + std::to_string(m) +
              " { llvm.func @__nv_none" + std::to_string(m) +
              "()  llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {"
              " llvm.call @__nv_none" +
              std::to_string(m) + "() : () -> ()  llvm.return } }\n";
  }
  EXPECT_TRUE(failed(Compiler(&context).compileToPTX(source)));
  ASSERT_EQ(messages.size(), 3u);
  for (int m = 0; m != 3; ++m) {
    EXPECT_NE(messages[m].find("__nv_none" + std::to_string(m)),
              std::string::npos);
  }
}

/// From the second time on, libdevice's functions are linked from a module of
/// their own.
TEST_F(CompilerTest, LinksTheSameFunctionsOfLibdeviceAgain) {
  std::string source = R"mlir(
gpu.module @slow {
  gpu.func @k(%out: memref<?xf32>, %i: index) kernel {
    %x = memref.load %out[%i] : memref<?xf32>
    %sin = math.sin %x : f32
    %y = math.powf %sin, %x : f32
    memref.store %y, %out[%i] : memref<?xf32>
    gpu.return
  }
}
gpu.module @double {
  gpu.func @k(%out: memref<?xf64>, %i: index) kernel {
    %x = memref.load %out[%i] : memref<?xf64>
    %y = math.cos %x : f64
    memref.store %y, %out[%i] : memref<?xf64>
    gpu.return
  }
}
)mlir";
  Compiler compiler(&context);
  FailureOr<CompiledModule> first = compiler.compileToPTX(source);
  ASSERT_TRUE(succeeded(first));
  for (int time = 0; time != 2; ++time) {
    FailureOr<CompiledModule> again = compiler.compileToPTX(source);
    ASSERT_TRUE(succeeded(again));
    ASSERT_EQ(again->objects.size(), 2u);
    EXPECT_EQ(again->objects[0].contents, first->objects[0].contents);
    EXPECT_EQ(again->objects[1].contents, first->objects[1].contents);
  }

  // A function that libdevice does not have is still an error.
  std::string bad = "gpu.module @bad { llvm.func @__nv_none()"
                    " llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {"
                    " llvm.call @__nv_none() : () -> () llvm.return } }";
  for (int time = 0; time != 3; ++time) {
    messages.clear();
    EXPECT_TRUE(failed(compiler.compileToPTX(bad)));
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_NE(messages[0].find("__nv_none"), std::string::npos);
  }
}

/// Compiles `kSource` a few times in each of some threads, which have contexts
/// of their own, and expects the same of all.
static void compileInThreads(const CompileOptions &options, OutputKind kind) {
  std::vector<std::string> results(4);
  std::vector<std::thread> threads;
  for (std::string &result : results) {
    threads.emplace_back([&] {
      DialectRegistry registry;
      mlir::registerAllDialects(registry);
      mlir::dtyp::registerAllDialects(registry);
      mlir::dtyp::registerAllExtensions(registry);
      MLIRContext context(registry, MLIRContext::Threading::DISABLED);
      Compiler compiler(&context, options);
      for (int i = 0; i != 3; ++i) {
        FailureOr<CompiledModule> code = compiler.compile(kSource, kind);
        if (failed(code)) {
          return;
        }
        result += code->objects[0].contents;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_FALSE(results[0].empty());
  for (const std::string &result : results) {
    EXPECT_EQ(result, results[0]);
  }
}

TEST(CompilerThreadsTest, ContextsCompileAtTheSameTime) {
  compileInThreads(CompileOptions(), OutputKind::PTX);
}

TEST(CompilerThreadsTest, AssemblersRunAtTheSameTime) {
  MLIRContext context;
  FailureOr<cudax::CudaToolkit> toolkit = cudax::CudaToolkit::find(
      "", [&] { return emitError(UnknownLoc::get(&context)); });
  ASSERT_TRUE(succeeded(toolkit));
  std::pair<cudax::CudaTool, cudax::AssemblerKind> assemblers[] = {
      {cudax::CudaTool::Ptxas, cudax::AssemblerKind::Ptxas},
      {cudax::CudaTool::NvPtxCompiler, cudax::AssemblerKind::NvPtxCompiler},
      {cudax::CudaTool::NvJitLink, cudax::AssemblerKind::NvJitLink}};
  for (auto [tool, kind] : assemblers) {
    if (toolkit->lookup(tool)) {
      CompileOptions options;
      options.assembler = kind;
      compileInThreads(options, OutputKind::Cubin);
    }
  }
}

} // namespace

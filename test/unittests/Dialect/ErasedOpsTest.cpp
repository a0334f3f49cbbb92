//===- ErasedOpsTest.cpp - Ops that are freed later -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/ErasedOps.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Cudax/Transforms/Passes.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {

class ErasedOpsTest : public ::testing::Test {
protected:
  ErasedOpsTest() {
    context
        .loadDialect<cudax::CudaxDialect, dtyp::DtypDialect, func::FuncDialect,
                     gpu::GPUDialect, memref::MemRefDialect>();
    module = parseSourceString<ModuleOp>(R"mlir(
      gpu.module @kernels {
        gpu.func @kernel() kernel {
          %dt = dtyp.constant f32
          %a = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<f32>
              -> memref<4xf32, #gpu.address_space<workgroup>>
          %i = gpu.thread_id x
          %v = memref.load %a[%i] : memref<4xf32, #gpu.address_space<workgroup>>
          gpu.return
        }
      }
    )mlir",
                                         &context);
  }

  Operation *find(StringRef name) {
    Operation *found = nullptr;
    module->walk([&](Operation *op) {
      if (op->getName().getStringRef() == name) {
        found = op;
      }
    });
    return found;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ErasedOpsTest, TakesAnOpFromItsBlockAndKeepsIt) {
  ASSERT_TRUE(module);
  Operation *array = find("cudax.shared_alloca");
  Operation *dtype = find("dtyp.constant");
  find("memref.load")->erase();
  cudax::ErasedOps erased;
  erased.add(array);
  EXPECT_TRUE(dtype->use_empty());
  erased.add(dtype);
  EXPECT_EQ(array->getBlock(), nullptr);
  EXPECT_EQ(array->getName().getStringRef(), "cudax.shared_alloca");
  EXPECT_EQ(find("cudax.shared_alloca"), nullptr);
  EXPECT_TRUE(succeeded(verify(*module)));
  erased.clear();
  erased.clear();
}

/// The ops outlive a module, and the passes another run.
TEST_F(ErasedOpsTest, OwnsWhatPassesErase) {
  ASSERT_TRUE(module);
  cudax::ErasedOps erased;
  PassManager passes(&context);
  cudax::ResolveArraysPassOptions options;
  options.onlyStatic = true;
  passes.addPass(cudax::createResolveArraysPass(options, &erased));
  passes.addNestedPass<gpu::GPUModuleOp>(
      cudax::createResolveSharedArraysPass(&erased));
  OwningOpRef<ModuleOp> other = module->clone();
  EXPECT_TRUE(succeeded(passes.run(*module)));
  EXPECT_EQ(find("cudax.shared_alloca"), nullptr);
  EXPECT_EQ(find("dtyp.constant"), nullptr);
  EXPECT_NE(find("memref.get_global"), nullptr);
  module = nullptr;
  EXPECT_TRUE(succeeded(passes.run(*other)));
}

} // namespace

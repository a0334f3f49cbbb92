//===- InlinerTest.cpp - Tests of what may be inlined ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the dialects which of their ops may be inlined where.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/InitAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/InliningUtils.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {

class InlinerTest : public ::testing::Test {
protected:
  InlinerTest() {
    DialectRegistry registry;
    dtyp::registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(R"mlir(
      func.func @function(%n: index) {
        %dt = dtyp.constant f32
        %local = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
        %shared = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<workgroup>>
        %dynamic = cudax.shared_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<workgroup>>
        %constant = cudax.const_array(%dt) dense<0.5> : tensor<4xf32> : !dtyp.dtype<f32> -> memref<4xf32>
        %size = dtyp.itemsize %dt : !dtyp.dtype<f32>
        return
      })mlir",
                                         &context);
    function = *module->getOps<func::FuncOp>().begin();
  }

  /// Whether the op of the function at `index` may go to `destination`.
  bool isLegal(unsigned index, Region &destination, bool isCopied) {
    Operation *op = &*std::next(function.getBody().front().begin(), index);
    InlinerInterface inliner(&context);
    IRMapping mapping;
    return inliner.isLegalToInline(op, &destination, isCopied, mapping);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};

TEST_F(InlinerTest, OpsGoIntoFunctions) {
  for (unsigned index : {0, 1, 2, 3, 4, 5}) {
    EXPECT_TRUE(isLegal(index, function.getBody(), /*isCopied=*/false))
        << index;
  }
}

TEST_F(InlinerTest, LocalArraysNeedAScope) {
  Region &noScope = module->getBodyRegion();
  EXPECT_FALSE(isLegal(1, noScope, /*isCopied=*/false));
  EXPECT_FALSE(isLegal(1, noScope, /*isCopied=*/true));
  for (unsigned index : {0, 2, 4, 5}) {
    EXPECT_TRUE(isLegal(index, noScope, /*isCopied=*/false)) << index;
  }
}

TEST_F(InlinerTest, StaticSharedArraysAreNotCopied) {
  EXPECT_FALSE(isLegal(2, function.getBody(), /*isCopied=*/true));
  for (unsigned index : {0, 1, 3, 4, 5}) {
    EXPECT_TRUE(isLegal(index, function.getBody(), /*isCopied=*/true)) << index;
  }
}

} // namespace

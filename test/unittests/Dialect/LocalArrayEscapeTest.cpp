//===- LocalArrayEscapeTest.cpp - Tests of the escape analysis ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests findLocalArrayEscape on values that are not the result of
// cudax.local_alloca, and what it answers. The rules are tested by
// test/Dialect/Cudax/check-local-arrays*.mlir.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/IR/LocalArrayEscape.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

class LocalArrayEscapes : public ::testing::Test {
protected:
  LocalArrayEscapes() {
    context.loadDialect<CudaxDialect, cf::ControlFlowDialect, func::FuncDialect,
                        scf::SCFDialect>();
  }

  /// Returns the answer for the first memref.alloca in `text`.
  std::optional<LocalArrayEscape> find(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    memref::AllocaOp alloca;
    module->walk([&](memref::AllocaOp op) {
      alloca = op;
      return WalkResult::interrupt();
    });
    return findLocalArrayEscape(alloca.getResult());
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(LocalArrayEscapes, NothingWithoutUses) {
  EXPECT_FALSE(find(R"(func.func @f() {
    %0 = memref.alloca() : memref<4xf32>
    return
  })"));
}

TEST_F(LocalArrayEscapes, NamesTheUse) {
  auto escape = find(R"(func.func @f(%i: index) -> (index, memref<?xf32>) {
    %0 = memref.alloca() : memref<4xf32>
    %1 = memref.cast %0 : memref<4xf32> to memref<?xf32>
    return %i, %1 : index, memref<?xf32>
  })");
  ASSERT_TRUE(escape);
  EXPECT_EQ(escape->what, "is returned");
  EXPECT_TRUE(isa<func::ReturnOp>(escape->use->getOwner()));
  EXPECT_EQ(escape->use->getOperandNumber(), 1u);
  EXPECT_TRUE(isa<memref::CastOp>(escape->use->get().getDefiningOp()));
}

TEST_F(LocalArrayEscapes, FirstOfSeveral) {
  auto escape =
      find(R"(func.func @f(%table: memref<memref<4xf32>>) -> memref<4xf32> {
    %0 = memref.alloca() : memref<4xf32>
    memref.store %0, %table[] : memref<memref<4xf32>>
    return %0 : memref<4xf32>
  })");
  ASSERT_TRUE(escape);
}

// Views of views in a cycle: the walk ends.
TEST_F(LocalArrayEscapes, EndsOnCycles) {
  EXPECT_FALSE(find(R"(func.func @f(%c: i1) {
    %0 = memref.alloca() : memref<4xf32>
    cf.br ^bb1(%0, %0 : memref<4xf32>, memref<4xf32>)
  ^bb1(%a: memref<4xf32>, %b: memref<4xf32>):
    %s = arith.select %c, %a, %b : memref<4xf32>
    cf.cond_br %c, ^bb1(%b, %s : memref<4xf32>, memref<4xf32>), ^bb2
  ^bb2:
    return
  })"));
}

// An array that is made again in an inner loop while an outer one keeps it.
TEST_F(LocalArrayEscapes, KeptByAnOuterLoop) {
  auto escape = find(R"(func.func @f(%c: i1, %first: memref<4xf32>) {
    cf.br ^outer(%first : memref<4xf32>)
  ^outer(%old: memref<4xf32>):
    cf.br ^inner
  ^inner:
    %0 = memref.alloca() : memref<4xf32>
    cf.cond_br %c, ^inner, ^next
  ^next:
    memref.copy %old, %0 : memref<4xf32> to memref<4xf32>
    cf.cond_br %c, ^outer(%0 : memref<4xf32>), ^exit
  ^exit:
    return
  })");
  ASSERT_TRUE(escape);
  EXPECT_EQ(escape->what, "is kept until it is made again");
  EXPECT_TRUE(isa<memref::CopyOp>(escape->use->getOwner()));
}

// The same loops, with the old array used before the inner one.
TEST_F(LocalArrayEscapes, DoneBeforeTheInnerLoop) {
  EXPECT_FALSE(find(R"(func.func @f(%c: i1, %first: memref<4xf32>, %i: index) {
    cf.br ^outer(%first : memref<4xf32>)
  ^outer(%old: memref<4xf32>):
    %x = memref.load %old[%i] : memref<4xf32>
    cf.br ^inner
  ^inner:
    %0 = memref.alloca() : memref<4xf32>
    memref.store %x, %0[%i] : memref<4xf32>
    cf.cond_br %c, ^inner, ^next
  ^next:
    cf.cond_br %c, ^outer(%0 : memref<4xf32>), ^exit
  ^exit:
    return
  })"));
}

} // namespace

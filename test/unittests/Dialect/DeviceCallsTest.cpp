//===- DeviceCallsTest.cpp - Calls with arrays of any space ---------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/DeviceCalls.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {

/// A function that calls another one with its argument.
class DeviceCallsTest : public ::testing::Test {
protected:
  DeviceCallsTest() {
    context.loadDialect<func::FuncDialect, gpu::GPUDialect,
                        memref::MemRefDialect>();
  }

  /// Calls a function with a parameter of type `parameter` with an array of
  /// type `argument`.
  FailureOr<func::CallOp> call(StringRef parameter, StringRef argument) {
    std::string source =
        ("func.func private @callee(" + parameter +
         ")\nfunc.func @caller(%a: " + argument + ") {\n  return\n}\n")
            .str();
    module = parseSourceString<ModuleOp>(source, &context);
    auto callee = module->lookupSymbol<func::FuncOp>("callee");
    auto caller = module->lookupSymbol<func::FuncOp>("caller");
    OpBuilder builder = OpBuilder::atBlockBegin(&caller.front());
    return cudax::createDeviceCall(builder, caller.getLoc(), callee,
                                   caller.getArguments());
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(DeviceCallsTest, CastsToTheGenericSpace) {
  for (StringRef space : {"private", "workgroup", "global"}) {
    std::string argument =
        ("memref<4xf32, #gpu.address_space<" + space + ">>").str();
    FailureOr<func::CallOp> op = call("memref<4xf32>", argument);
    ASSERT_TRUE(succeeded(op));
    EXPECT_TRUE(op->getOperand(0).getDefiningOp<memref::MemorySpaceCastOp>());
    EXPECT_TRUE(succeeded(verify(*module)));
  }
}

TEST_F(DeviceCallsTest, CastsUnrankedMemRefs) {
  FailureOr<func::CallOp> op =
      call("memref<*xf32>", "memref<*xf32, #gpu.address_space<private>>");
  ASSERT_TRUE(succeeded(op));
  EXPECT_TRUE(op->getOperand(0).getDefiningOp<memref::MemorySpaceCastOp>());
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(DeviceCallsTest, PassesTheSameSpaceAsItIs) {
  StringRef type = "memref<4xf32, #gpu.address_space<private>>";
  FailureOr<func::CallOp> op = call(type, type);
  ASSERT_TRUE(succeeded(op));
  EXPECT_TRUE(isa<BlockArgument>(op->getOperand(0)));
}

TEST_F(DeviceCallsTest, RefusesAnotherSpace) {
  SmallVector<std::string> messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages.push_back(diagnostic.str());
    for (Diagnostic &note : diagnostic.getNotes()) {
      messages.push_back(note.str());
    }
  });
  EXPECT_TRUE(failed(call("memref<4xf32, #gpu.address_space<workgroup>>",
                          "memref<4xf32, #gpu.address_space<private>>")));
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0],
            "expected an array in #gpu.address_space<workgroup> for argument "
            "#0 of \"callee\", but got 'memref<4xf32, "
            "#gpu.address_space<private>>'");
  EXPECT_EQ(messages[1], "the function is here");
}

} // namespace

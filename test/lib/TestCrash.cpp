//===- TestCrash.cpp - A pass that crashes --------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass by which the tests see what the tools do about
// a crash.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "mlir/Pass/Pass.h"

#include <cstdlib>

using namespace mlir;

namespace {

struct TestCrashPass : public PassWrapper<TestCrashPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestCrashPass)

  StringRef getArgument() const final { return "test-crash"; }
  StringRef getDescription() const final { return "Crash"; }

  void runOnOperation() override { std::abort(); }
};

} // namespace

void mlir::test::registerTestCrashPass() { PassRegistration<TestCrashPass>(); }

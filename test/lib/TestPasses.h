//===- TestPasses.h - Passes of the tests -----------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TEST_LIB_TESTPASSES_H
#define DTYP_TEST_LIB_TESTPASSES_H

namespace mlir::test {

void registerTestArrayEffectsPass();
void registerTestCrashPass();

} // namespace mlir::test

#endif // DTYP_TEST_LIB_TESTPASSES_H

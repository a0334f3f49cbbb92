//===- ChipTest.cpp - Tests of chips and PTX versions ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/Chip.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

/// Collects the text of errors.
class ChipTest : public ::testing::Test {
protected:
  ChipTest()
      : handler(&context, [&](Diagnostic &diagnostic) {
          message = diagnostic.str();
          return success();
        }) {}

  std::optional<std::string> resolve(StringRef chip, StringRef features) {
    message.clear();
    FailureOr<std::string> result = resolveFeatures(
        chip, features, [&] { return emitError(UnknownLoc::get(&context)); });
    EXPECT_EQ(failed(result), !message.empty());
    return succeeded(result) ? std::optional<std::string>(*result)
                             : std::nullopt;
  }

  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler;
};

/// The release notes of the PTX ISA say with which version a chip came. LLVM's
/// answer is taken, so it is what is checked.
TEST_F(ChipTest, MinPtxVersions) {
  const std::pair<StringRef, unsigned> expected[] = {
      {"sm_75", 63},  {"sm_80", 70},   {"sm_86", 71},   {"sm_87", 74},
      {"sm_88", 90},  {"sm_89", 78},   {"sm_90", 78},   {"sm_90a", 80},
      {"sm_100", 86}, {"sm_100a", 86}, {"sm_100f", 88}, {"sm_103", 88},
      {"sm_110", 90}, {"sm_120", 87},  {"sm_120a", 87}, {"sm_120f", 88},
      {"sm_121", 88}};
  for (auto [chip, version] : expected) {
    EXPECT_EQ(getMinPtxVersion(chip), version) << chip.str();
  }
}

TEST_F(ChipTest, DefaultFeatures) {
  EXPECT_EQ(resolve("sm_75", ""), "+ptx73");
  EXPECT_EQ(resolve("sm_87", ""), "+ptx74");
  EXPECT_EQ(resolve("sm_90a", ""), "+ptx80");
  EXPECT_EQ(resolve("sm_121", ""), "+ptx88");
}

TEST_F(ChipTest, GivenFeatures) {
  EXPECT_EQ(resolve("sm_75", "+ptx73"), "+ptx73");
  EXPECT_EQ(resolve("sm_75", " +ptx90 "), "+ptx90");
  EXPECT_EQ(resolve("sm_75", "+ptx80,"), "+ptx80");
}

TEST_F(ChipTest, WrongFeatures) {
  EXPECT_FALSE(resolve("sm_90", "+ptx77"));
  EXPECT_EQ(message, "expected at least PTX 7.8 (+ptx78), which sm_90 needs, "
                     "but got PTX 7.7 (+ptx77)");
  EXPECT_FALSE(resolve("sm_80", "+ptx72"));
  EXPECT_EQ(message, "expected at least PTX 7.3 (+ptx73), which allocas of "
                     "dynamic size need, but got PTX 7.2 (+ptx72)");
  EXPECT_FALSE(resolve("sm_80", "-ptx80"));
  EXPECT_EQ(message, "expected a feature to start with '+', but got '-ptx80'; "
                     "write '+ptx80'");
  EXPECT_FALSE(resolve("sm_80", "+ptx"));
  EXPECT_FALSE(resolve("sm_80", "+ptx80x"));
  EXPECT_FALSE(resolve("sm_80", "+ptx99999999999999999999"));
}

TEST_F(ChipTest, WrongChips) {
  for (StringRef chip : {"", "sm_", "sm_1", "SM_90", "sm_90 ", "90"}) {
    EXPECT_FALSE(resolve(chip, "")) << chip.str();
  }
  EXPECT_FALSE(resolve("sm90", ""));
  EXPECT_NE(message.find("did you mean 'sm_90'?"), std::string::npos);
}

} // namespace

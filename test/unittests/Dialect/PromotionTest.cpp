//===- PromotionTest.cpp - Tests of promotion and casts without ops -------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the functions on types that front ends call; the tests that are made
// from NumPy cover the rules.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Promotion.h"
#include "dtyp/Dialect/Dtyp/IR/Casting.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/DatetimeUnits.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

class Promotion : public ::testing::Test {
protected:
  Promotion()
      : builder(&context), handler(&context, [&](Diagnostic &diagnostic) {
          messages.push_back(diagnostic.str());
        }) {
    context.loadDialect<DtypDialect>();
  }

  FailureOr<Type> promote(ArrayRef<Type> dtypes,
                          PromotionRules rules = PromotionRules::NumPy) {
    auto emit = [&] { return mlir::emitError(builder.getUnknownLoc()); };
    return promoteDTypes(dtypes, rules, emit);
  }

  static DTypeInterface dtype(Type type) { return cast<DTypeInterface>(type); }

  MLIRContext context;
  Builder builder;
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler;
};

TEST_F(Promotion, CountsAllAtOnce) {
  Type i8 = builder.getI8Type();
  Type ui8 = builder.getIntegerType(8, /*isSigned=*/false);
  Type f16 = builder.getF16Type();
  EXPECT_EQ(*promote({i8, ui8, f16}), f16);
  EXPECT_EQ(*promote({*promote({i8, ui8}), f16}), builder.getF32Type());
}

TEST_F(Promotion, FailsWithAndWithoutText) {
  Type bf16 = builder.getBF16Type();
  Type f16 = builder.getF16Type();
  EXPECT_TRUE(failed(promote({bf16, f16})));
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_TRUE(StringRef(messages[0]).contains("'bf16' and 'f16'"));
  EXPECT_TRUE(failed(promoteDTypes({bf16, f16}, PromotionRules::NumPy, {})));
  EXPECT_TRUE(failed(promoteDTypes({}, PromotionRules::JAX, {})));
  EXPECT_TRUE(failed(
      promoteDTypes({builder.getIndexType()}, PromotionRules::NumPy, {})));
  EXPECT_TRUE(failed(promoteDTypes({Type()}, PromotionRules::NumPy, {})));
  EXPECT_EQ(messages.size(), 1U);
  EXPECT_EQ(*promote({bf16, f16}, PromotionRules::JAX), builder.getF32Type());
}

/// A record that would be too large fails without text, too.
TEST_F(Promotion, FailsSilentlyInRecords) {
  auto makeRecord = [&](Type base) -> Type {
    auto array = SubArrayType::get({1500000000}, base);
    DTypeField field{builder.getStringAttr("a"), {}, array, 0};
    return RecordType::getChecked(
        [&] { return mlir::emitError(builder.getUnknownLoc()); }, &context,
        ArrayRef<DTypeField>(field), int64_t(1500000000), int64_t(1),
        /*aligned=*/false);
  };
  Type bytes = makeRecord(builder.getI8Type());
  Type words = makeRecord(builder.getIntegerType(8, /*isSigned=*/false));
  EXPECT_TRUE(failed(promoteDTypes({bytes, words}, PromotionRules::NumPy, {})));
  EXPECT_TRUE(failed(promoteDTypes({cast<RecordType>(bytes).getDtypes()[0],
                                    cast<RecordType>(words).getDtypes()[0]},
                                   PromotionRules::NumPy, {})));
  EXPECT_TRUE(messages.empty());
}

TEST_F(Promotion, TellsFamilies) {
  EXPECT_EQ(getFamily(builder.getI1Type()), DTypeFamily::Number);
  EXPECT_EQ(getFamily(builder.getIntegerType(4)), DTypeFamily::ExtensionNumber);
  EXPECT_EQ(getFamily(Float8E5M2Type::get(&context)),
            DTypeFamily::ExtensionNumber);
  EXPECT_EQ(getFamily(ComplexType::get(builder.getF16Type())),
            DTypeFamily::ExtensionNumber);
  EXPECT_EQ(getFamily(BigEndianType::get(builder.getI32Type())),
            DTypeFamily::Number);
  EXPECT_EQ(getNumberKind(builder.getIntegerType(4)), DTypeKind::SignedInteger);
  EXPECT_FALSE(getNumberType(&context, DTypeKind::Floating, 1));
  EXPECT_FALSE(getNumberType(&context, DTypeKind::Void, 4));
}

TEST_F(Promotion, CastsByLevel) {
  DTypeInterface i32 = dtype(builder.getI32Type());
  DTypeInterface f32 = dtype(builder.getF32Type());
  DTypeInterface swapped = dtype(BigEndianType::get(builder.getI32Type()));
  EXPECT_EQ(getCastingLevel(i32, f32), CastingLevel::SameKind);
  EXPECT_EQ(getCastingLevel(i32, swapped), CastingLevel::Equiv);
  EXPECT_FALSE(canCast(i32, f32, CastingLevel::Safe));
  EXPECT_TRUE(canCast(i32, f32, CastingLevel::Unsafe));
  EXPECT_TRUE(succeeded(verifyCast(i32, f32, CastingLevel::Unsafe, {})));
  EXPECT_TRUE(failed(verifyCast(i32, f32, CastingLevel::No, {})));
  DTypeInterface text = dtype(BytesType::get(&context, 3));
  EXPECT_TRUE(failed(verifyCast(i32, text, CastingLevel::Unsafe, {})));
  DTypeInterface bf16 = dtype(builder.getBF16Type());
  EXPECT_TRUE(failed(verifyCast(bf16, text, CastingLevel::Unsafe, {})));
}

TEST_F(Promotion, ConvertsUnits) {
  UnitMultiple days{DatetimeUnit::Day, 1};
  UnitMultiple hours{DatetimeUnit::Hour, 16};
  std::optional<TimeFactor> factor = getConversionFactor(days, hours);
  ASSERT_TRUE(factor);
  EXPECT_EQ(factor->numerator, 3);
  EXPECT_EQ(factor->denominator, 2);
  EXPECT_FALSE(getConversionFactor(days, {DatetimeUnit::Attosecond, 1}));
  EXPECT_EQ(getUnitFactor(DatetimeUnit::Week, DatetimeUnit::Hour), 168U);
  StringRef why;
  EXPECT_EQ(getCommonUnit(days, hours, /*isTimedelta=*/true, why),
            (UnitMultiple{DatetimeUnit::Hour, 8}));
  EXPECT_FALSE(getCommonUnit(days, {DatetimeUnit::Year, 1},
                             /*isTimedelta=*/true, why));
  EXPECT_TRUE(why.contains("no number of days"));
}

} // namespace

//===- TypesTest.cpp - Tests of the types of dtyp -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the builders of the types and attributes, what they refuse, and the
// checks that other dialects call.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

class Types : public ::testing::Test {
protected:
  Types()
      : builder(&context), handler(&context, [&](Diagnostic &diagnostic) {
          messages.push_back(diagnostic.str());
        }) {
    context.loadDialect<DtypDialect>();
  }

  InFlightDiagnostic emit() { return mlir::emitError(builder.getUnknownLoc()); }

  StringAttr name(StringRef text) { return builder.getStringAttr(text); }

  static std::string print(Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return text;
  }

  MLIRContext context;
  Builder builder;
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler;
};

TEST_F(Types, DTypeProvidesItself) {
  Type uint8 = builder.getIntegerType(8, /*isSigned=*/false);
  auto dtype = DTypeType::get(uint8);
  EXPECT_EQ(print(dtype), "!dtyp.dtype<ui8>");
  auto provider = cast<DTypeProviderTypeInterface>(dtype);
  EXPECT_EQ(provider.getProvidedDType(), uint8);
  EXPECT_EQ(provider.getDTypeProtocol(), DTypeProtocol::NumPyDType);
  SmallVector<Type> types;
  provider.getRuntimeTypes(types);
  EXPECT_TRUE(types.empty());
  EXPECT_EQ(dtype, DTypeType::get(uint8));
}

TEST_F(Types, ProviderWithoutState) {
  auto provider = ProviderType::get("Foo", builder.getF32Type());
  EXPECT_EQ(print(provider), "!dtyp.provider<\"Foo\", f32>");
  EXPECT_EQ(provider.getProvidedDType(), builder.getF32Type());
  EXPECT_EQ(provider.getDTypeProtocol(), DTypeProtocol::NumPyDType);
  EXPECT_FALSE(provider.getFieldIndex("a").has_value());
  EXPECT_NE(provider, ProviderType::get("Bar", builder.getF32Type()));
  EXPECT_NE(provider, ProviderType::get("Foo", builder.getF64Type()));
}

TEST_F(Types, LegacyProvider) {
  auto provider =
      ProviderType::get("Old", builder.getF32Type(), DTypeProtocol::Legacy);
  EXPECT_EQ(print(provider), "!dtyp.provider<\"Old\", f32, legacy>");
  EXPECT_EQ(provider.getDTypeProtocol(), DTypeProtocol::Legacy);
}

TEST_F(Types, ProviderWithFields) {
  auto provider = ProviderType::get(
      &context, "Scaled", builder.getF32Type(), DTypeProtocol::NumPyDType,
      {name("scale"), name("two words")},
      {builder.getF32Type(), builder.getIndexType()});
  EXPECT_EQ(print(provider), "!dtyp.provider<\"Scaled\", f32, {scale: f32, "
                             "\"two words\": index}>");
  EXPECT_EQ(provider.getFieldIndex("scale"), 0u);
  EXPECT_EQ(provider.getFieldIndex("two words"), 1u);
  EXPECT_FALSE(provider.getFieldIndex("").has_value());
  // They are appended: the caller may hold types already.
  SmallVector<Type> types = {builder.getI1Type()};
  cast<DTypeProviderTypeInterface>(provider).getRuntimeTypes(types);
  EXPECT_EQ(types, (SmallVector<Type>{builder.getI1Type(), builder.getF32Type(),
                                      builder.getIndexType()}));
}

TEST_F(Types, BuildersRefuse) {
  auto getProvider = [&](StringRef className, Type dtype,
                         ArrayRef<StringAttr> names, ArrayRef<Type> types) {
    messages.clear();
    return ProviderType::getChecked([&] { return emit(); }, &context, className,
                                    dtype, DTypeProtocol::NumPyDType, names,
                                    types);
  };
  Type f32 = builder.getF32Type();
  EXPECT_TRUE(getProvider("Foo", f32, {}, {}));
  EXPECT_TRUE(messages.empty());

  EXPECT_FALSE(getProvider("", f32, {}, {}));
  EXPECT_EQ(messages.size(), 1u);
  EXPECT_FALSE(getProvider("Foo", builder.getIndexType(), {}, {}));
  EXPECT_EQ(messages.size(), 1u);
  EXPECT_FALSE(getProvider("Foo", f32, {name("a")}, {}));
  EXPECT_EQ(messages.size(), 1u);
  EXPECT_FALSE(getProvider("Foo", f32, {name("a"), name("a")}, {f32, f32}));
  EXPECT_EQ(messages.size(), 1u);
  EXPECT_FALSE(getProvider("Foo", f32, {name("a")}, {DTypeType::get(f32)}));
  EXPECT_EQ(messages.size(), 1u);

  messages.clear();
  EXPECT_FALSE(DTypeType::getChecked([&] { return emit(); }, &context,
                                     Type(builder.getIntegerType(7))));
  EXPECT_EQ(messages.size(), 1u);
  EXPECT_FALSE(DTypeType::getChecked([&] { return emit(); }, &context, Type()));
  EXPECT_EQ(messages.size(), 2u);
}

TEST_F(Types, ArgumentMap) {
  Type f32 = builder.getF32Type();
  auto map = ArgumentMapAttr::get(&context, {DTypeType::get(f32), f32, f32},
                                  {0, 1, 3});
  std::string text;
  llvm::raw_string_ostream(text) << map;
  EXPECT_EQ(text, "#dtyp.argument_map<!dtyp.dtype<f32> -> [], f32 -> [0], "
                  "f32 -> [1, 2, 3]>");
  EXPECT_EQ(DtypDialect::kArgumentMapAttrName,
            DtypDialect::ArgumentMapAttrHelper::getNameStr());

  EXPECT_FALSE(ArgumentMapAttr::getChecked([&] { return emit(); }, &context,
                                           ArrayRef<Type>{f32},
                                           ArrayRef<int64_t>{}));
  EXPECT_FALSE(ArgumentMapAttr::getChecked([&] { return emit(); }, &context,
                                           ArrayRef<Type>{f32},
                                           ArrayRef<int64_t>{-1}));
  EXPECT_EQ(messages.size(), 2u);
}

// Other dialects call these, for a type or for an answer that is null.
TEST_F(Types, Checks) {
  auto emitError = [&] { return emit(); };
  Type f32 = builder.getF32Type();
  EXPECT_TRUE(verifyDType(f32, emitError));
  EXPECT_TRUE(verifyProvider(DTypeType::get(f32), emitError));
  auto legacy = ProviderType::get("Old", f32, DTypeProtocol::Legacy);
  EXPECT_TRUE(verifyProvider(legacy, emitError));
  EXPECT_TRUE(
      succeeded(verifyNumPyDTypeProtocol(DTypeType::get(f32), emitError)));
  EXPECT_TRUE(messages.empty());

  EXPECT_FALSE(verifyDType(DTypeType::get(f32), emitError));
  EXPECT_FALSE(verifyDType(Type(), emitError));
  EXPECT_FALSE(verifyProvider(f32, emitError));
  EXPECT_TRUE(failed(verifyNumPyDTypeProtocol(legacy, emitError)));
  EXPECT_EQ(messages.size(), 4u);
  EXPECT_NE(messages.back().find("__numpy_dtype__"), std::string::npos);
}

// Inference is asked without a location by builders and parsers: it must be
// silent then, not crash.
TEST_F(Types, InferenceWithoutLocation) {
  SmallVector<Type> types;
  ConstantOp::Properties properties;
  properties.dtype = TypeAttr::get(builder.getIntegerType(7));
  EXPECT_TRUE(failed(ConstantOp::inferReturnTypes(
      &context, std::nullopt, ValueRange(), DictionaryAttr::get(&context),
      OpaqueProperties(&properties), RegionRange(), types)));
  EXPECT_TRUE(messages.empty());
  EXPECT_TRUE(types.empty());
  properties.dtype = TypeAttr::get(builder.getF64Type());
  EXPECT_TRUE(succeeded(ConstantOp::inferReturnTypes(
      &context, std::nullopt, ValueRange(), DictionaryAttr::get(&context),
      OpaqueProperties(&properties), RegionRange(), types)));
  EXPECT_EQ(types, SmallVector<Type>{DTypeType::get(builder.getF64Type())});
}

} // namespace

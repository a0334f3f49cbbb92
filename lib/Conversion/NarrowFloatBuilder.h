//===- NarrowFloatBuilder.h - Conversions of narrow floats ------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversions between f32 and the bytes that hold floats
// of at most 8 bits. One algorithm serves all formats.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_CONVERSION_NARROWFLOATBUILDER_H
#define DTYP_LIB_CONVERSION_NARROWFLOATBUILDER_H

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::cudax {

/// Returns whether `type` is a float that is held by a byte.
bool isNarrowFloat(Type type);

/// Returns `element`, or a vector of it that has the shape of `type`.
Type withElementType(Type type, Type element);

/// What the conversions need to know of a format. Magnitudes are encodings
/// without the sign; those of numbers are in the order of the numbers.
struct NarrowFloatFormat {
  explicit NarrowFloatFormat(const llvm::fltSemantics &semantics);

  unsigned width;
  unsigned mantissaBits;
  /// What is subtracted from an encoded exponent.
  int bias;
  /// The bit of the sign, or 0.
  uint32_t signMask;
  /// All bits below the sign.
  uint32_t magnitudeMask;
  uint32_t infinity;
  /// The encoding that NaN gets. A format without NaN has the bit of the sign
  /// here: NaN becomes the zero of the opposite sign.
  uint32_t nan;
  /// The magnitude of what is too large.
  uint32_t overflow;
  /// The largest number.
  uint32_t largest;
  /// The point halfway beyond the largest number.
  float beyond;
  bool hasZero;
  bool hasInfinity;
  bool hasNaN;
  /// Whether the encoding of the negative zero is that of the only NaN.
  bool hasUnsignedZero;
};

/// Emits conversions of scalars, or of vectors.
class NarrowFloatBuilder {
public:
  /// `type` is the narrow float, or a vector of it.
  NarrowFloatBuilder(ImplicitLocOpBuilder &builder, Type type,
                     NarrowFloatConversions conversions);

  /// Returns the type of the bytes: i8, or a vector of it.
  Type getByteType() const;

  /// Returns the f32 that has the value of `byte`.
  Value extend(Value byte);

  /// Rounds an f32 to a byte.
  Value round(Value value);

private:
  Value makeInt(uint32_t value);
  Value makeFloat(float value);
  Value toBits(Value value);
  Value toFloat(Value bits);
  /// Selects `then` where `a` compares to `b`.
  Value select(arith::CmpIPredicate predicate, Value a, uint32_t b,
               uint32_t then, Value otherwise);
  Value extendByBits(Value byte);
  Value roundByBits(Value value);
  /// Rounds a magnitude to a format that has zero and a mantissa.
  Value roundMagnitude(Value magnitude);
  /// Rounds the bits of an f32 to a format of powers of two.
  Value roundToPower(Value bits);
  /// Returns the f16 that has the value of `byte`, as the chip extends it, or
  /// null if it does not.
  Value extendByChip(Value byte);
  /// Rounds an f32 to a byte as the chip does, or returns null if it does not.
  Value roundByChip(Value value);
  /// Returns the name that PTX has for the type, or an empty one.
  StringRef getPtxType() const;

  ImplicitLocOpBuilder &builder;
  Type type;
  Type bitsType;
  Type floatType;
  NarrowFloatFormat format;
  NarrowFloatConversions conversions;
};

} // namespace mlir::cudax

#endif // DTYP_LIB_CONVERSION_NARROWFLOATBUILDER_H

//===- ElementCompare.cpp - Comparing elements as NumPy does --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements numpy.allclose for single elements.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/ElementCompare.h"

#include "dtyp/Support/Element.h"

#include <cmath>
#include <cstring>

using namespace mlir::dtyp;

static bool isNaN(std::complex<long double> value) {
  return std::isnan(value.real()) || std::isnan(value.imag());
}

static bool isFinite(std::complex<long double> value) {
  return std::isfinite(value.real()) && std::isfinite(value.imag());
}

static bool areClose(std::complex<long double> actual,
                     std::complex<long double> expected,
                     const Tolerance &tolerance) {
  if (isNaN(actual) || isNaN(expected))
    return tolerance.equalNaN && isNaN(actual) && isNaN(expected);
  if (actual == expected)
    return true;
  return isFinite(expected) &&
         std::abs(actual - expected) <=
             tolerance.atol + tolerance.rtol * std::abs(expected);
}

bool mlir::dtyp::isNumber(const NumPyDType &dtype) {
  switch (dtype.kind) {
  case NumPyKind::Bool:
  case NumPyKind::Int:
  case NumPyKind::UInt:
  case NumPyKind::Float:
  case NumPyKind::Complex:
    return true;
  default:
    return false;
  }
}

bool mlir::dtyp::isClose(const NumPyDType &actualDType, const uint8_t *actual,
                         const NumPyDType &expectedDType,
                         const uint8_t *expected, const Tolerance &tolerance) {
  if (isNumber(actualDType))
    return areClose(loadNumber(actualDType, actual),
                    loadNumber(expectedDType, expected), tolerance);
  // Padding has no value.
  for (const RecordField &field : actualDType.fields)
    if (!isClose(field.dtype, actual + field.offset, field.dtype,
                 expected + field.offset, tolerance))
      return false;
  if (actualDType.isRecord())
    return true;
  if (const NumPyDType *base = actualDType.base.get()) {
    for (int64_t at = 0; at < actualDType.itemsize; at += base->itemsize)
      if (!isClose(*base, actual + at, *base, expected + at, tolerance))
        return false;
    return true;
  }
  return std::memcmp(actual, expected, actualDType.itemsize) == 0;
}

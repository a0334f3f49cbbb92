//===- AllClose.cpp - Comparing outputs as NumPy does ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements numpy.allclose: |actual - expected| <= atol + rtol *
// |expected|, equal infinities match, NaNs do not unless asked. Integers are
// compared exactly where both tolerances allow no difference of one.
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "dtyp/Support/Element.h"
#include "dtyp/Support/FloatFormat.h"
#include "dtyp/Support/Npy.h"
#include "dtyp/Support/StrCat.h"

#include <cmath>
#include <complex>
#include <cstring>

using namespace mlir::dtyp;

template <typename T>
static T read(const uint8_t *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

/// Returns an integer; those of uint64 that int64 has not as the nearest.
static long double readInteger(const NumPyDType &dtype, const uint8_t *bytes) {
  bool isSigned = dtype.kind == NumPyKind::Int;
  switch (dtype.itemsize) {
  case 1:
    return isSigned ? static_cast<long double>(read<int8_t>(bytes))
                    : static_cast<long double>(read<uint8_t>(bytes));
  case 2:
    return isSigned ? static_cast<long double>(read<int16_t>(bytes))
                    : static_cast<long double>(read<uint16_t>(bytes));
  case 4:
    return isSigned ? static_cast<long double>(read<int32_t>(bytes))
                    : static_cast<long double>(read<uint32_t>(bytes));
  default:
    return isSigned ? static_cast<long double>(read<int64_t>(bytes))
                    : static_cast<long double>(read<uint64_t>(bytes));
  }
}

static double readFloat(const NumPyDType &dtype, const uint8_t *bytes) {
  switch (dtype.itemsize) {
  case 2:
    return decodeFloat(read<uint16_t>(bytes),
                       dtype.isBFloat16() ? bfloat16Format : float16Format);
  case 4:
    return read<float>(bytes);
  default:
    return read<double>(bytes);
  }
}

/// Returns an element as a complex number that holds it exactly.
static std::complex<long double> readElement(const NumPyDType &dtype,
                                             const uint8_t *bytes) {
  switch (dtype.kind) {
  case NumPyKind::Bool:
    return static_cast<long double>(*bytes != 0);
  case NumPyKind::Int:
  case NumPyKind::UInt:
    return readInteger(dtype, bytes);
  case NumPyKind::Float:
    return static_cast<long double>(readFloat(dtype, bytes));
  case NumPyKind::Complex:
    break;
  }
  if (dtype.itemsize == 8) {
    return {read<float>(bytes), read<float>(bytes + 4)};
  }
  return {static_cast<long double>(read<double>(bytes)),
          static_cast<long double>(read<double>(bytes + 8))};
}

static bool isNaN(std::complex<long double> value) {
  return std::isnan(value.real()) || std::isnan(value.imag());
}

static bool isFinite(std::complex<long double> value) {
  return std::isfinite(value.real()) && std::isfinite(value.imag());
}

static bool isClose(std::complex<long double> actual,
                    std::complex<long double> expected,
                    const CheckOptions &options) {
  if (isNaN(actual) || isNaN(expected)) {
    return options.equalNaN && isNaN(actual) && isNaN(expected);
  }
  if (actual == expected) {
    return true;
  }
  return isFinite(expected) &&
         std::abs(actual - expected) <=
             options.atol + options.rtol * std::abs(expected);
}

/// Returns the indices of an element: `[2, 0]`.
static std::string formatIndices(int64_t element,
                                 const std::vector<int64_t> &shape) {
  std::string text;
  for (size_t i = shape.size(); i-- != 0;) {
    text = strCat(element % shape[i], text.empty() ? "" : ", ", text);
    element /= shape[i];
  }
  return "[" + text + "]";
}

Status mlir::dtyp::checkAllClose(const HostArray &actual,
                                 const std::string &path,
                                 const CheckOptions &options) {
  const NumPyDType &dtype = actual.getDType();
  // Only bfloat16 must be named; any other dtype is compared as it is.
  Result<HostArray> expected =
      readNpy(path, dtype.isBFloat16() ? &dtype : nullptr);
  if (!expected) {
    return expected.error();
  }
  if (expected->getShape() != actual.getShape()) {
    return Error(strCat("expected the output to have the shape of '", path,
                        "', ", expected->getTypeString(), ", got ",
                        actual.getTypeString()));
  }
  int64_t numDifferent = 0, first = 0;
  for (int64_t i = 0; i != actual.getNumElements(); ++i) {
    if (!isClose(readElement(dtype, actual.getElement(i)),
                 readElement(expected->getDType(), expected->getElement(i)),
                 options)) {
      first = numDifferent++ == 0 ? i : first;
    }
  }
  if (numDifferent == 0) {
    return Status::success();
  }
  return Error(
      strCat(numDifferent, " of ", actual.getNumElements(),
             " elements differ from '", path, "'; the first is ",
             formatIndices(first, actual.getShape()), ": expected ",
             formatElement(expected->getDType(), expected->getElement(first)),
             ", got ", formatElement(dtype, actual.getElement(first))));
}

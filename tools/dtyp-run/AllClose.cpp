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
// compared exactly where both tolerances allow no difference of one. Of a
// record every field is compared so; times, strings and bytes must be equal.
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/Element.h"
#include "dtyp/Support/Npy.h"
#include "dtyp/Support/StrCat.h"

#include <cmath>
#include <complex>
#include <cstring>

using namespace mlir::dtyp;

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

static bool isNumber(const NumPyDType &dtype) {
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

/// Compares elements of one dtype, or numbers of two.
static bool isClose(const NumPyDType &actualDType, const uint8_t *actual,
                    const NumPyDType &expectedDType, const uint8_t *expected,
                    const CheckOptions &options) {
  if (isNumber(actualDType)) {
    return isClose(loadNumber(actualDType, actual),
                   loadNumber(expectedDType, expected), options);
  }
  // Padding has no value.
  for (const RecordField &field : actualDType.fields) {
    if (!isClose(field.dtype, actual + field.offset, field.dtype,
                 expected + field.offset, options)) {
      return false;
    }
  }
  if (actualDType.isRecord()) {
    return true;
  }
  if (const NumPyDType *base = actualDType.base.get()) {
    for (int64_t at = 0; at < actualDType.itemsize; at += base->itemsize) {
      if (!isClose(*base, actual + at, *base, expected + at, options)) {
        return false;
      }
    }
    return true;
  }
  return std::memcmp(actual, expected, actualDType.itemsize) == 0;
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
  // Numbers of two dtypes are compared; what a file cannot tell must be named,
  // and what is no number must be the same.
  bool mayDiffer = isNumber(dtype) && !dtype.isExtension;
  Result<HostArray> expected = readNpy(path, mayDiffer ? nullptr : &dtype);
  if (!expected) {
    return expected.error();
  }
  if (expected->getShape() != actual.getShape()) {
    return Error(strCat("expected the output to have the shape of '", path,
                        "', ", expected->getTypeString(), ", got ",
                        actual.getTypeString()));
  }
  if (mayDiffer && !isNumber(expected->getDType())) {
    return Error(strCat("expected '", path, "' to hold numbers, got ",
                        formatDType(expected->getDType())));
  }
  int64_t numDifferent = 0, first = 0;
  for (int64_t i = 0; i != actual.getNumElements(); ++i) {
    if (!isClose(dtype, actual.getElement(i), expected->getDType(),
                 expected->getElement(i), options)) {
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

//===- ElementCompare.h - Comparing elements as NumPy does ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the comparison of numpy.allclose: |actual - expected| <=
// atol + rtol * |expected|, equal infinities match, NaNs do not unless asked.
// Integers are compared exactly where both tolerances allow no difference of
// one. Of a record every field is compared so, and padding is not; times,
// strings and bytes must be equal.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_ELEMENTCOMPARE_H
#define DTYP_SUPPORT_ELEMENTCOMPARE_H

#include "dtyp/Support/NumPyDType.h"

namespace mlir::dtyp {

struct Tolerance {
  double rtol = 0;
  double atol = 0;
  bool equalNaN = false;
};

/// Returns whether elements of the dtype are numbers, which compare with those
/// of another.
bool isNumber(const NumPyDType &dtype);

/// Compares elements of one dtype, or numbers of two.
bool isClose(const NumPyDType &actualDType, const uint8_t *actual,
             const NumPyDType &expectedDType, const uint8_t *expected,
             const Tolerance &tolerance);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_ELEMENTCOMPARE_H

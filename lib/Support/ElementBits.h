//===- ElementBits.h - The bytes of scalar elements -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares access to the numbers in elements. All functions but
// `swapBytes` take bytes in the machine's order, whatever the dtype says.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_SUPPORT_ELEMENTBITS_H
#define DTYP_LIB_SUPPORT_ELEMENTBITS_H

#include "dtyp/Support/FloatFormat.h"
#include "dtyp/Support/NumPyDType.h"

namespace mlir::dtyp {

/// Returns the bytes of a real number: all of a float's, half a complex's.
int64_t getPartSize(const NumPyDType &dtype);

/// Loads or stores a float (part 0), or a part of a complex number.
double loadReal(const NumPyDType &dtype, unsigned part, const uint8_t *element);
void storeReal(const NumPyDType &dtype, double value, unsigned part,
               uint8_t *element);

/// Loads an integer, extended from the bits that are its value.
int64_t loadInteger(const NumPyDType &dtype, const uint8_t *element);

/// Stores the low bits of the value; those of the element that are none of its
/// value are 0.
void storeBits(const NumPyDType &dtype, uint64_t value, uint8_t *element);

/// Turns the bytes of a scalar around if its order is not the machine's.
void swapBytes(const NumPyDType &dtype, uint8_t *element);

/// Calls `function` with the bytes of a scalar in the machine's order.
template <typename Function>
auto readNative(const NumPyDType &dtype, const uint8_t *element,
                Function function) {
  if (dtype.byteOrder != ByteOrder::Big)
    return function(element);
  std::vector<uint8_t> native(element, element + dtype.itemsize);
  swapBytes(dtype, native.data());
  return function(static_cast<const uint8_t *>(native.data()));
}

} // namespace mlir::dtyp

#endif // DTYP_LIB_SUPPORT_ELEMENTBITS_H

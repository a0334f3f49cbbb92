//===- ElementStore.cpp - Elements from integers ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements storing integers as elements of an array.
//
//===----------------------------------------------------------------------===//

#include "ElementBits.h"
#include "dtyp/Support/Element.h"

#include <algorithm>
#include <cstring>

using namespace mlir::dtyp;

static void storeAsReal(const NumPyDType &dtype, int64_t value,
                        uint8_t *element) {
  std::memset(element, 0, dtype.itemsize);
  if (getPartSize(dtype) == 4 && !getFloatFormat(dtype)) {
    // Once, not by way of double.
    auto narrow = static_cast<float>(value);
    std::memcpy(element, &narrow, 4);
    return;
  }
  storeReal(dtype, static_cast<double>(value), /*part=*/0, element);
}

/// Stores as many of the decimal digits as fit.
static void storeDigits(const NumPyDType &dtype, int64_t value,
                        uint8_t *element) {
  std::string digits = std::to_string(value);
  int64_t width = dtype.kind == NumPyKind::Str ? 4 : 1;
  int64_t count =
      std::min(static_cast<int64_t>(digits.size()), dtype.itemsize / width);
  std::memset(element, 0, dtype.itemsize);
  for (int64_t i = 0; i != count; ++i)
    element[i * width] = digits[i];
}

void mlir::dtyp::storeInteger(const NumPyDType &dtype, int64_t value,
                              uint8_t *element) {
  switch (dtype.kind) {
  case NumPyKind::Bool:
    *element = value != 0;
    break;
  case NumPyKind::Int:
  case NumPyKind::UInt:
  case NumPyKind::Datetime:
  case NumPyKind::Timedelta:
    storeBits(dtype, value, element);
    break;
  case NumPyKind::Float:
  case NumPyKind::Complex:
    storeAsReal(dtype, value, element);
    break;
  case NumPyKind::Bytes:
  case NumPyKind::Str:
    storeDigits(dtype, value, element);
    break;
  case NumPyKind::Void:
    std::memset(element, 0, dtype.itemsize);
    std::memcpy(element, &value,
                std::min<int64_t>(dtype.itemsize, sizeof(value)));
    break;
  case NumPyKind::Record:
    for (const RecordField &field : dtype.fields)
      storeInteger(field.dtype, value, element + field.offset);
    break;
  case NumPyKind::SubArray:
    for (int64_t at = 0; at < dtype.itemsize; at += dtype.base->itemsize)
      storeInteger(*dtype.base, value, element + at);
    break;
  }
  swapBytes(dtype, element);
}

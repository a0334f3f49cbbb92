//===- ElementBits.cpp - The bytes of scalar elements -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements access to the numbers in elements.
//
//===----------------------------------------------------------------------===//

#include "ElementBits.h"

#include "dtyp/Support/Element.h"

#include <algorithm>
#include <cstring>

using namespace mlir::dtyp;

int64_t mlir::dtyp::getPartSize(const NumPyDType &dtype) {
  return dtype.kind == NumPyKind::Complex ? dtype.itemsize / 2 : dtype.itemsize;
}

double mlir::dtyp::loadReal(const NumPyDType &dtype, unsigned part,
                            const uint8_t *element) {
  int64_t size = getPartSize(dtype);
  element += part * size;
  if (const FloatFormat *format = getFloatFormat(dtype)) {
    uint16_t bits = 0;
    std::memcpy(&bits, element, size);
    return decodeFloat(bits, *format);
  }
  if (size == 4) {
    float value;
    std::memcpy(&value, element, 4);
    return value;
  }
  double value;
  std::memcpy(&value, element, 8);
  return value;
}

void mlir::dtyp::storeReal(const NumPyDType &dtype, double value, unsigned part,
                           uint8_t *element) {
  int64_t size = getPartSize(dtype);
  element += part * size;
  if (const FloatFormat *format = getFloatFormat(dtype)) {
    uint16_t bits = encodeFloat(value, *format);
    std::memcpy(element, &bits, size);
  } else if (size == 4) {
    auto narrow = static_cast<float>(value);
    std::memcpy(element, &narrow, 4);
  } else {
    std::memcpy(element, &value, 8);
  }
}

unsigned mlir::dtyp::getValueBits(const NumPyDType &dtype) {
  if (dtype.kind == NumPyKind::Bool)
    return 1;
  if (dtype.isExtension &&
      (dtype.kind == NumPyKind::Int || dtype.kind == NumPyKind::UInt))
    return dtype.name.back() - '0';
  if (const FloatFormat *format = getFloatFormat(dtype))
    return format->getWidth() * (dtype.kind == NumPyKind::Complex ? 2 : 1);
  return 8 * dtype.itemsize;
}

int64_t mlir::dtyp::loadInteger(const NumPyDType &dtype,
                                const uint8_t *element) {
  uint64_t bits = 0;
  std::memcpy(&bits, element, dtype.itemsize);
  unsigned shift = 64 - getValueBits(dtype);
  if (dtype.kind == NumPyKind::UInt)
    return bits << shift >> shift;
  return static_cast<int64_t>(bits << shift) >> shift;
}

void mlir::dtyp::storeBits(const NumPyDType &dtype, uint64_t value,
                           uint8_t *element) {
  unsigned shift = 64 - getValueBits(dtype);
  value = value << shift >> shift;
  std::memcpy(element, &value, dtype.itemsize);
}

void mlir::dtyp::swapBytes(const NumPyDType &dtype, uint8_t *element) {
  if (dtype.byteOrder != ByteOrder::Big)
    return;
  int64_t size = dtype.kind == NumPyKind::Str ? 4 : getPartSize(dtype);
  for (int64_t start = 0; start != dtype.itemsize; start += size)
    std::reverse(element + start, element + start + size);
}

std::complex<long double> mlir::dtyp::loadNumber(const NumPyDType &dtype,
                                                 const uint8_t *element) {
  using Real = long double;
  return readNative(dtype, element, [&](const uint8_t *bytes) {
    switch (dtype.kind) {
    case NumPyKind::Bool:
      return std::complex<Real>(*bytes != 0);
    case NumPyKind::Int:
      return std::complex<Real>(static_cast<Real>(loadInteger(dtype, bytes)));
    case NumPyKind::UInt:
      return std::complex<Real>(
          static_cast<Real>(static_cast<uint64_t>(loadInteger(dtype, bytes))));
    case NumPyKind::Complex:
      return std::complex<Real>(loadReal(dtype, 0, bytes),
                                loadReal(dtype, 1, bytes));
    default:
      return std::complex<Real>(loadReal(dtype, 0, bytes));
    }
  });
}

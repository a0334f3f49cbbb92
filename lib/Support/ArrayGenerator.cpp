//===- ArrayGenerator.cpp - Generated arrays --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements filling arrays. What it computes is part of the argument
// language (see ArgumentSpec.h): tests recompute it in NumPy.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/ArgumentSpec.h"
#include "dtyp/Support/Element.h"
#include "dtyp/Support/FloatFormat.h"

#include <cmath>
#include <cstring>

using namespace mlir::dtyp;

uint64_t mlir::dtyp::splitMix64(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Returns the upper `bits` bits as a number in [0, 1), exactly.
static double toUnit(uint64_t draw, int bits) {
  return std::ldexp(static_cast<double>(draw >> (64 - bits)), -bits);
}

static void storeRandomReal(const NumPyDType &dtype, int64_t itemsize,
                            uint64_t draw, uint8_t *element) {
  if (itemsize == 8) {
    double value = toUnit(draw, 53);
    std::memcpy(element, &value, 8);
  } else if (itemsize == 4) {
    auto value = static_cast<float>(toUnit(draw, 24));
    std::memcpy(element, &value, 4);
  } else {
    FloatFormat format = dtype.isBFloat16() ? bfloat16Format : float16Format;
    uint16_t value = encodeFloat(toUnit(draw, format.mantissaBits + 1), format);
    std::memcpy(element, &value, 2);
  }
}

static void storeRandom(const NumPyDType &dtype, uint64_t seed, uint64_t index,
                        uint8_t *element) {
  switch (dtype.kind) {
  case NumPyKind::Bool:
    *element = splitMix64(seed, index) >> 63;
    return;
  case NumPyKind::Int:
  case NumPyKind::UInt: {
    uint64_t bits = splitMix64(seed, index) >> (64 - 8 * dtype.itemsize);
    std::memcpy(element, &bits, dtype.itemsize);
    return;
  }
  case NumPyKind::Float:
    storeRandomReal(dtype, dtype.itemsize, splitMix64(seed, index), element);
    return;
  case NumPyKind::Complex: {
    int64_t half = dtype.itemsize / 2;
    storeRandomReal(dtype, half, splitMix64(seed, 2 * index), element);
    storeRandomReal(dtype, half, splitMix64(seed, 2 * index + 1),
                    element + half);
    return;
  }
  }
}

void mlir::dtyp::fillArray(HostArray &array, ArrayInit init, uint64_t seed,
                           const uint8_t *value) {
  const NumPyDType &dtype = array.getDType();
  for (int64_t i = 0, e = array.getNumElements(); i != e; ++i) {
    uint8_t *element = array.getElement(i);
    switch (init) {
    case ArrayInit::Zeros:
      storeInteger(dtype, 0, element);
      break;
    case ArrayInit::Ones:
      storeInteger(dtype, 1, element);
      break;
    case ArrayInit::Arange:
      storeInteger(dtype, i, element);
      break;
    case ArrayInit::Random:
      storeRandom(dtype, seed, i, element);
      break;
    case ArrayInit::Full:
      std::memcpy(element, value, dtype.itemsize);
      break;
    }
  }
}

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

#include "ElementBits.h"
#include "dtyp/Support/Element.h"

#include <algorithm>
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

//===----------------------------------------------------------------------===//
// Random elements
//===----------------------------------------------------------------------===//

/// Returns how many draws an element takes.
static uint64_t countDraws(const NumPyDType &dtype) {
  switch (dtype.kind) {
  case NumPyKind::Complex:
    return 2;
  case NumPyKind::Bytes:
    return dtype.itemsize;
  case NumPyKind::Str:
    return dtype.itemsize / 4;
  case NumPyKind::Void:
    return (dtype.itemsize + 7) / 8;
  case NumPyKind::Record: {
    uint64_t draws = 0;
    for (const RecordField &field : dtype.fields)
      draws += countDraws(field.dtype);
    return draws;
  }
  case NumPyKind::SubArray:
    return dtype.itemsize == 0 ? 0
                               : countDraws(*dtype.base) * dtype.itemsize /
                                     dtype.base->itemsize;
  default:
    return 1;
  }
}

namespace {

/// The draws from an index on.
class Draws {
public:
  Draws(uint64_t seed, uint64_t index) : seed(seed), index(index) {}

  uint64_t next() { return splitMix64(seed, index++); }

private:
  uint64_t seed, index;
};

} // namespace

static void storeRandomReal(const NumPyDType &dtype, unsigned part,
                            uint64_t draw, uint8_t *element) {
  const FloatFormat *format = getFloatFormat(dtype);
  int64_t size = getPartSize(dtype);
  if (format && format->specials == FloatSpecials::PowersOfTwo)
    storeReal(dtype, std::ldexp(1.0, -static_cast<int>(draw >> 61)), part,
              element);
  else if (format && format->specials == FloatSpecials::None)
    element[part * size] = draw >> (64 - format->getWidth());
  else
    storeReal(dtype,
              toUnit(draw, format      ? format->mantissaBits + 1
                           : size == 8 ? 53
                                       : 24),
              part, element);
}

static char toLetter(uint64_t draw) { return 'a' + (draw >> 32) % 26; }

static void storeRandom(const NumPyDType &dtype, Draws &draws,
                        uint8_t *element) {
  switch (dtype.kind) {
  case NumPyKind::Bool:
    *element = draws.next() >> 63;
    break;
  case NumPyKind::Int:
  case NumPyKind::UInt:
    storeBits(dtype, draws.next() >> (64 - getValueBits(dtype)), element);
    break;
  case NumPyKind::Datetime:
  case NumPyKind::Timedelta:
    storeBits(dtype, draws.next() >> 33, element);
    break;
  case NumPyKind::Float:
    storeRandomReal(dtype, 0, draws.next(), element);
    break;
  case NumPyKind::Complex:
    storeRandomReal(dtype, 0, draws.next(), element);
    storeRandomReal(dtype, 1, draws.next(), element);
    break;
  case NumPyKind::Bytes:
    for (int64_t i = 0; i != dtype.itemsize; ++i)
      element[i] = toLetter(draws.next());
    break;
  case NumPyKind::Str:
    for (int64_t i = 0; i != dtype.itemsize; i += 4) {
      uint32_t character = toLetter(draws.next());
      std::memcpy(element + i, &character, 4);
    }
    break;
  case NumPyKind::Void:
    for (int64_t i = 0; i < dtype.itemsize; i += 8) {
      uint64_t bits = draws.next();
      std::memcpy(element + i, &bits, std::min<int64_t>(8, dtype.itemsize - i));
    }
    break;
  case NumPyKind::Record:
    for (const RecordField &field : dtype.fields)
      storeRandom(field.dtype, draws, element + field.offset);
    break;
  case NumPyKind::SubArray:
    for (int64_t at = 0; at < dtype.itemsize; at += dtype.base->itemsize)
      storeRandom(*dtype.base, draws, element + at);
    break;
  }
  swapBytes(dtype, element);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

void mlir::dtyp::fillArray(HostArray &array, ArrayInit init, uint64_t seed,
                           const std::vector<uint8_t> &value) {
  const NumPyDType &dtype = array.getDType();
  uint64_t drawsPerElement = countDraws(dtype);
  for (int64_t i = 0, e = array.getNumElements(); i != e; ++i) {
    uint8_t *element = array.getElement(i);
    switch (init) {
    case ArrayInit::Zeros:
      // NumPy's zeros are bytes, which are no zero in every dtype.
      std::memset(element, 0, dtype.itemsize);
      break;
    case ArrayInit::Ones:
      storeInteger(dtype, 1, element);
      break;
    case ArrayInit::Arange:
      storeInteger(dtype, i, element);
      break;
    case ArrayInit::Random: {
      Draws draws(seed, i * drawsPerElement);
      storeRandom(dtype, draws, element);
      break;
    }
    case ArrayInit::Full:
      std::memcpy(element, value.data() + i * dtype.itemsize % value.size(),
                  dtype.itemsize);
      break;
    }
  }
}

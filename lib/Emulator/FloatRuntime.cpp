//===- FloatRuntime.cpp - Conversions of narrow floats --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements conversions that round once, to nearest and ties to
// even, as a GPU's do. A narrow float is passed as compilers pass one: in the
// low bits of a floating-point register, of which `float` is the C type that
// every compiler knows.
//
//===----------------------------------------------------------------------===//

#include "FloatRuntime.h"

#include "dtyp/Support/FloatFormat.h"

#include <cmath>
#include <cstdint>
#include <cstring>

using namespace mlir::dtyp;
using namespace mlir::dtyp::emulator;

/// Puts 16 bits into the low part of a register.
static float pack(uint16_t bits) {
  uint32_t word = bits;
  float result = 0;
  std::memcpy(&result, &word, sizeof(result));
  return result;
}

static uint16_t unpack(float packed) {
  uint32_t word = 0;
  std::memcpy(&word, &packed, sizeof(word));
  return static_cast<uint16_t>(word);
}

static float floatToHalf(float value) {
  return pack(encodeFloat(value, float16Format));
}
static float doubleToHalf(double value) {
  return pack(encodeFloat(value, float16Format));
}
static float floatToBFloat(float value) {
  return pack(encodeFloat(value, bfloat16Format));
}
static float doubleToBFloat(double value) {
  return pack(encodeFloat(value, bfloat16Format));
}
static float halfToFloat(float packed) {
  return static_cast<float>(decodeFloat(unpack(packed), float16Format));
}

/// Returns x raised to an integer power, as compiler-rt does.
template <typename T>
static T raise(T x, int32_t exponent) {
  bool isNegative = exponent < 0;
  T result = 1;
  for (int64_t rest = std::abs(int64_t(exponent)); rest != 0; rest /= 2) {
    if (rest % 2 != 0) {
      result *= x;
    }
    x *= x;
  }
  return isNegative ? 1 / result : result;
}

void mlir::dtyp::emulator::forEachFloatFunction(
    void (*add)(void *state, RuntimeFunction function), void *state) {
  auto addFunction = [&](llvm::StringRef name, auto *function) {
    add(state, {name, reinterpret_cast<void *>(function)});
  };
  addFunction("__truncsfhf2", floatToHalf);
  addFunction("__gnu_f2h_ieee", floatToHalf);
  addFunction("__truncdfhf2", doubleToHalf);
  addFunction("__truncsfbf2", floatToBFloat);
  addFunction("__truncdfbf2", doubleToBFloat);
  addFunction("__extendhfsf2", halfToFloat);
  addFunction("__gnu_h2f_ieee", halfToFloat);
  addFunction("__powisf2", raise<float>);
  addFunction("__powidf2", raise<double>);
}

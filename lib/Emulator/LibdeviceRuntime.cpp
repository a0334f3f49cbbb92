//===- LibdeviceRuntime.cpp - libdevice's functions on the CPU ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file maps the functions of NVIDIA's libdevice, which device code can
// call by name, to those of the C library. Their results are as close to the
// exact ones as libdevice's or closer, so they differ in the last bits.
//
//===----------------------------------------------------------------------===//

#include "FloatRuntime.h"

#include <cmath>

using namespace mlir::dtyp::emulator;

namespace {

/// The functions of C for one type.
template <typename T>
struct Libdevice {
  static T rsqrt(T x) { return 1 / std::sqrt(x); }
  static T rcbrt(T x) { return 1 / std::cbrt(x); }
  static T saturate(T x) { return x > 0 ? (x < 1 ? x : T(1)) : T(0); }
  static T sinpi(T x) {
    // Exact where the reduction is.
    return std::sin(std::fmod(x, T(2)) * T(3.14159265358979323846));
  }
  static T cospi(T x) {
    return std::cos(std::fmod(x, T(2)) * T(3.14159265358979323846));
  }
  static T exp10(T x) { return std::pow(T(10), x); }
};

} // namespace

// Each of the functions is there for double, and with an `f` for float.
void mlir::dtyp::emulator::forEachLibdeviceFunction(
    void (*add)(void *state, RuntimeFunction function), void *state) {
  auto addFunction = [&](llvm::StringRef name, auto *function) {
    add(state, {name, reinterpret_cast<void *>(function)});
  };
  using UnaryDouble = double(double);
  using UnaryFloat = float(float);
  using BinaryDouble = double(double, double);
  using BinaryFloat = float(float, float);
#define DTYP_ADD_UNARY(NAME)                                                   \
  addFunction("__nv_" #NAME, static_cast<UnaryDouble *>(std::NAME));           \
  addFunction("__nv_" #NAME "f", static_cast<UnaryFloat *>(std::NAME));
#define DTYP_ADD_BINARY(NAME)                                                  \
  addFunction("__nv_" #NAME, static_cast<BinaryDouble *>(std::NAME));          \
  addFunction("__nv_" #NAME "f", static_cast<BinaryFloat *>(std::NAME));
#define DTYP_ADD_OWN(NAME)                                                     \
  addFunction("__nv_" #NAME, Libdevice<double>::NAME);                         \
  addFunction("__nv_" #NAME "f", Libdevice<float>::NAME);
  DTYP_ADD_UNARY(acos)
  DTYP_ADD_UNARY(acosh)
  DTYP_ADD_UNARY(asin)
  DTYP_ADD_UNARY(asinh)
  DTYP_ADD_UNARY(atan)
  DTYP_ADD_UNARY(atanh)
  DTYP_ADD_UNARY(cbrt)
  DTYP_ADD_UNARY(ceil)
  DTYP_ADD_UNARY(cos)
  DTYP_ADD_UNARY(cosh)
  DTYP_ADD_UNARY(erf)
  DTYP_ADD_UNARY(erfc)
  DTYP_ADD_UNARY(exp)
  DTYP_ADD_UNARY(exp2)
  DTYP_ADD_UNARY(expm1)
  DTYP_ADD_UNARY(fabs)
  DTYP_ADD_UNARY(floor)
  DTYP_ADD_UNARY(lgamma)
  DTYP_ADD_UNARY(log)
  DTYP_ADD_UNARY(log10)
  DTYP_ADD_UNARY(log1p)
  DTYP_ADD_UNARY(log2)
  DTYP_ADD_UNARY(logb)
  DTYP_ADD_UNARY(nearbyint)
  DTYP_ADD_UNARY(rint)
  DTYP_ADD_UNARY(round)
  DTYP_ADD_UNARY(sin)
  DTYP_ADD_UNARY(sinh)
  DTYP_ADD_UNARY(sqrt)
  DTYP_ADD_UNARY(tan)
  DTYP_ADD_UNARY(tanh)
  DTYP_ADD_UNARY(tgamma)
  DTYP_ADD_UNARY(trunc)
  DTYP_ADD_BINARY(atan2)
  DTYP_ADD_BINARY(copysign)
  DTYP_ADD_BINARY(fdim)
  DTYP_ADD_BINARY(fmax)
  DTYP_ADD_BINARY(fmin)
  DTYP_ADD_BINARY(fmod)
  DTYP_ADD_BINARY(hypot)
  DTYP_ADD_BINARY(nextafter)
  DTYP_ADD_BINARY(pow)
  DTYP_ADD_BINARY(remainder)
  DTYP_ADD_OWN(rsqrt)
  DTYP_ADD_OWN(rcbrt)
  DTYP_ADD_OWN(saturate)
  DTYP_ADD_OWN(sinpi)
  DTYP_ADD_OWN(cospi)
  DTYP_ADD_OWN(exp10)
  using TernaryDouble = double(double, double, double);
  using TernaryFloat = float(float, float, float);
  addFunction("__nv_fma", static_cast<TernaryDouble *>(std::fma));
  addFunction("__nv_fmaf", static_cast<TernaryFloat *>(std::fma));
  // The fast ones, less accurate on a GPU.
  addFunction("__nv_fast_cosf", static_cast<UnaryFloat *>(std::cos));
  addFunction("__nv_fast_exp10f", Libdevice<float>::exp10);
  addFunction("__nv_fast_expf", static_cast<UnaryFloat *>(std::exp));
  addFunction("__nv_fast_log10f", static_cast<UnaryFloat *>(std::log10));
  addFunction("__nv_fast_log2f", static_cast<UnaryFloat *>(std::log2));
  addFunction("__nv_fast_logf", static_cast<UnaryFloat *>(std::log));
  addFunction("__nv_fast_powf", static_cast<BinaryFloat *>(std::pow));
  addFunction("__nv_fast_sinf", static_cast<UnaryFloat *>(std::sin));
  addFunction("__nv_fast_tanf", static_cast<UnaryFloat *>(std::tan));
}

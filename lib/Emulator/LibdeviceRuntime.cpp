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

// Name in libdevice for double, function of the C library: a second line has
// what C lacks.
#define DTYP_LIBDEVICE_UNARY(X)                                                \
  X(acos)                                                                      \
  X(acosh)                                                                     \
  X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(erf)      \
      X(erfc) X(exp) X(exp2) X(expm1) X(fabs) X(floor) X(lgamma) X(log)        \
          X(log10) X(log1p) X(log2) X(logb) X(nearbyint) X(rint) X(round)      \
              X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(tgamma) X(trunc)
#define DTYP_LIBDEVICE_BINARY(X)                                               \
  X(atan2)                                                                     \
  X(copysign)                                                                  \
  X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
#define DTYP_LIBDEVICE_OWN(X)                                                  \
  X(rsqrt) X(rcbrt) X(saturate) X(sinpi) X(cospi) X(exp10)

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
  DTYP_LIBDEVICE_UNARY(DTYP_ADD_UNARY)
  DTYP_LIBDEVICE_BINARY(DTYP_ADD_BINARY)
  DTYP_LIBDEVICE_OWN(DTYP_ADD_OWN)
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

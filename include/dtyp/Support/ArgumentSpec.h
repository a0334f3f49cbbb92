//===- ArgumentSpec.h - Kernel arguments on a command line ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the language in which a command line gives arguments to a
// kernel:
//
//   argument ::= scalar | array | output array
//   output   ::= `out:` | `out=` file `.npy:`
//   scalar   ::= dtype `:` value                        float32:1.5
//   array    ::= (dtype `:`)? file `.npy`               bfloat16:in.npy
//              | dtype `[` (size (`,` size)*)? `]` `=` init
//                                                       float32[32,32]=arange
//                                                       f4,i2[8]=zeros
//                                                       [["x","f4"]][8]=zeros
//   init     ::= `zeros` | `ones` | `arange` | `random:` seed | `full:` value
//
// A dtype is spelled as NumPy does (see DTypeParser.h), a value as Python does
// (see Element.h). The shape of a sub-array dtype goes behind the array's own,
// as in NumPy: `(2,3)float32[4]` is `float32[4,2,3]`. An array marked `out:` is
// printed after the run, one marked `out=result.npy:` is saved. A dtype before
// a file's name must be the file's; those of ml_dtypes need it, since the file
// format cannot tell. A file whose path has a colon needs a slash before it
// (`./a:b.npy`).
//
// `arange` is `np.arange(n).astype(dtype).reshape(shape)`; integers wrap, and a
// record has the number in every field.
//
// `random:SEED` is SplitMix64, of which draw k (from 0) is
//
//   z = SEED + (k + 1) * 0x9E3779B97F4A7C15     (all modulo 2**64)
//   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
//   z = (z ^ (z >> 27)) * 0x94D049BB133111EB
//   z =  z ^ (z >> 31)
//
// Elements take draws in order, each as many as it needs: one, unless said
// otherwise here.
//
//   bool                  z >> 63
//   (u)int of w bits      the upper w bits of z: every value is possible
//   float of p bits       (z >> (64 - p)) * 2**-p, so 0 <= x < 1, exactly
//                         (p: float16 11, bfloat16 8, float32 24, float64 53,
//                         float8 one more than its mantissa has)
//   float6, float4        the upper 6 or 4 bits of z: every value is possible
//   float8_e8m0fnu        2**-(z >> 61)
//   complex               two floats, two draws
//   datetime, timedelta   z >> 33 steps
//   S<n>, U<n>            n letters, n draws: a to z, (z >> 32) % 26
//   V<n>                  the bytes of z, lowest first: n / 8 draws, rounded up
//   record, sub-array     its fields or elements in order
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_ARGUMENTSPEC_H
#define DTYP_SUPPORT_ARGUMENTSPEC_H

#include "dtyp/Support/HostArray.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::dtyp {

/// How a generated array is filled.
enum class ArrayInit : uint8_t { Zeros, Ones, Arange, Random, Full };

/// One argument, parsed but not loaded: no file was touched.
struct ArgumentSpec {
  enum class Source : uint8_t { Scalar, File, Generated };

  Source source = Source::Scalar;
  /// The dtype, where it was named; only a file can do without.
  std::optional<NumPyDType> dtype;

  /// Whether the array is printed, and the file it is saved to, after the run.
  bool printAfterRun = false;
  std::string savePath;

  /// Source::File.
  std::string path;
  /// Source::Generated.
  std::vector<int64_t> shape;
  ArrayInit init = ArrayInit::Zeros;
  uint64_t seed = 0;
  /// The bytes of a scalar, or of every element of the dtype (ArrayInit::Full).
  std::vector<uint8_t> value;

  bool isScalar() const { return source == Source::Scalar; }
  bool isOutput() const { return printAfterRun || !savePath.empty(); }
};

/// Parses one argument.
Result<ArgumentSpec> parseArgumentSpec(std::string_view text);

/// Reads or generates what the argument stands for. A scalar becomes an array
/// without dimensions.
Result<HostArray> loadArgument(const ArgumentSpec &spec);

/// Fills the array as `init` says; with ArrayInit::Full by the bytes of
/// `value`, which are those of an element, or of several in turns.
void fillArray(HostArray &array, ArrayInit init, uint64_t seed = 0,
               const std::vector<uint8_t> &value = {});

/// Returns draw `index` of the generator behind `random:SEED`.
uint64_t splitMix64(uint64_t seed, uint64_t index);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_ARGUMENTSPEC_H

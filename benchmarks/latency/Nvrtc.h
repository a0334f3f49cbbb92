//===- Nvrtc.h - CUDA C++ in memory ---------------------------------*- C++
//-*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_BENCHMARKS_LATENCY_NVRTC_H
#define DTYP_BENCHMARKS_LATENCY_NVRTC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::dtyp {

/// NVIDIA's run-time compiler of CUDA C++, loaded from its shared library.
class Nvrtc {
public:
  static llvm::Expected<Nvrtc> load(const std::string &path);

  /// Compiles `source` with `options`, to PTX for a `compute_90`, to a cubin
  /// for an `sm_90`.
  llvm::Expected<std::string> compile(const std::string &source,
                                      llvm::ArrayRef<std::string> options,
                                      bool toCubin) const;

private:
  using Program = void *;

  int (*createProgram)(Program *, const char *, const char *, int,
                       const char *const *, const char *const *) = nullptr;
  int (*destroyProgram)(Program *) = nullptr;
  int (*compileProgram)(Program, int, const char *const *) = nullptr;
  int (*getPtxSize)(Program, size_t *) = nullptr;
  int (*getPtx)(Program, char *) = nullptr;
  int (*getCubinSize)(Program, size_t *) = nullptr;
  int (*getCubin)(Program, char *) = nullptr;
  int (*getLogSize)(Program, size_t *) = nullptr;
  int (*getLog)(Program, char *) = nullptr;
};

} // namespace mlir::dtyp

#endif // DTYP_BENCHMARKS_LATENCY_NVRTC_H

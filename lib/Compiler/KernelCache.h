//===- KernelCache.h - Compiled modules on disk -----------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a folder of files, one for each module that was compiled,
// under the hash of all that decides what comes out.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_COMPILER_KERNELCACHE_H
#define DTYP_LIB_COMPILER_KERNELCACHE_H

#include "dtyp/Compiler/Compiler.h"

#include "llvm/Support/Error.h"

namespace mlir::dtyp {

/// The folder can be used by any number of processes and threads at a time: a
/// file appears under its name when it is whole, and what a crash or a bad disk
/// left of one is found by its hash.
class KernelCache {
public:
  explicit KernelCache(const CacheOptions &options) : options(options) {}

  /// Returns what is kept under `key`, or nothing if that is nothing or
  /// damaged.
  std::optional<std::string> lookup(StringRef key) const;

  /// Keeps `contents` under `key`, and removes the files that were not used for
  /// the longest time if there are too many bytes.
  llvm::Error store(StringRef key, StringRef contents) const;

private:
  std::string getPath(StringRef key) const;

  const CacheOptions &options;
};

} // namespace mlir::dtyp

#endif // DTYP_LIB_COMPILER_KERNELCACHE_H

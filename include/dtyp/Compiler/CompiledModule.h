//===- CompiledModule.h - What a compilation makes --------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares GPU code and what a launcher has to know of it, free of
// the context in which it was compiled.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_COMPILER_COMPILEDMODULE_H
#define DTYP_COMPILER_COMPILEDMODULE_H

#include "dtyp/Target/AssemblerLog.h"

#include <string>
#include <vector>

namespace mlir {
class ModuleOp;

namespace dtyp {

/// An argument that the author of a kernel wrote, and what it became.
struct KernelArgument {
  /// Its type in the IR, such as `memref<?xf32>`.
  std::string type;
  /// The numbers of the kernel's parameters that pass it, where a memref counts
  /// as one: none for a provider without run-time fields.
  std::vector<int64_t> parameters;
};

/// What a kernel needs on a chip, as the assembler said.
struct KernelResources {
  std::string chip;
  cudax::FunctionResources resources;
};

/// A kernel of a compiled gpu.module.
struct CompiledKernel {
  std::string name;
  std::vector<KernelArgument> arguments;
  /// The bytes of its arrays in dynamic shared memory, if they are constant.
  std::optional<int64_t> dynamicSharedBytes;
  /// One for each chip, or none where nothing was assembled.
  std::vector<KernelResources> resources;
};

/// The GPU code of a gpu.module, for one chip or, in a fatbin, for all.
struct CompiledObject {
  std::string gpuModule;
  /// The chip (`sm_90`), or nothing in a fatbin.
  std::string chip;
  /// PTX, a cubin, a fatbin or LLVM bitcode.
  std::string contents;
  std::vector<CompiledKernel> kernels;
};

/// What the cache on disk did for a compilation.
struct CacheUse {
  enum class Status { None, Hit, Miss };
  /// None if there is no cache, or if the compiler's remarks are asked for,
  /// which only a compilation makes.
  Status status = Status::None;
  /// The name under which the module is kept.
  std::string key;
  /// Why it was not kept, if it was not.
  std::string problem;
};

/// All that a compilation makes: the objects of each gpu.module, in the order
/// of the modules, and of the chips in each.
struct CompiledModule {
  std::vector<CompiledObject> objects;
  CacheUse cache;

  /// Reads the gpu.binary ops of `module`, as `cudax-module-to-binary` makes
  /// them.
  static CompiledModule fromBinaries(ModuleOp module);
};

} // namespace dtyp
} // namespace mlir

#endif // DTYP_COMPILER_COMPILEDMODULE_H

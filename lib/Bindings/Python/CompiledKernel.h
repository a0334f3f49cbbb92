//===- CompiledKernel.h - What a launcher knows of a kernel -----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares copies of what the C API says of a compiled kernel.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_BINDINGS_PYTHON_COMPILEDKERNEL_H
#define DTYP_LIB_BINDINGS_PYTHON_COMPILEDKERNEL_H

#include "dtyp-c/Compiler.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dtyp::python {

/// An argument as the kernel's author wrote it.
struct KernelArgument {
  std::string type;
  std::vector<int64_t> parameters;
};

struct CompiledKernel {
  std::string name;
  std::vector<KernelArgument> arguments;
  std::optional<int64_t> dynamicSharedBytes;
  /// By chip and resource.
  std::map<std::string, std::map<std::string, int64_t>> resources;
};

/// Copies what is known of a kernel.
CompiledKernel copyKernel(DtypCompiledKernel kernel);

} // namespace dtyp::python

#endif // DTYP_LIB_BINDINGS_PYTHON_COMPILEDKERNEL_H

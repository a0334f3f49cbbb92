//===- Module.h - Modules of IR ---------------------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a module that Python owns.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_BINDINGS_PYTHON_MODULE_H
#define DTYP_LIB_BINDINGS_PYTHON_MODULE_H

#include "Context.h"

namespace dtyp::python {

/// A `builtin.module`, which keeps its context alive.
class Module {
public:
  Module(std::shared_ptr<Context> context, MlirModule module)
      : context(std::move(context)), module(module) {}
  ~Module() { mlirModuleDestroy(module); }
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  /// Reads text or bytecode. Locations name it `name`.
  static std::unique_ptr<Module> parse(std::shared_ptr<Context> context,
                                       std::string_view source,
                                       const std::string &name);

  /// Runs a pipeline, such as `builtin.module(canonicalize)`.
  void run(std::string_view pipeline);

  std::string getText() const;
  std::string getBytecode() const;

  MlirModule get() const { return module; }
  const std::shared_ptr<Context> &getContext() const { return context; }

private:
  template <typename Function>
  std::string write(Function function) const;

  std::shared_ptr<Context> context;
  MlirModule module;
};

/// Returns the text or bytecode of a module that Python gives.
std::string getSource(nanobind::handle source);

} // namespace dtyp::python

#endif // DTYP_LIB_BINDINGS_PYTHON_MODULE_H

//===- DtypModule.cpp - The extension module ------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the extension module dtyp._dtyp.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "dtyp-c/Registration.h"

#include <unistd.h>

#include <stdexcept>

/// Lets threads that outlive the interpreter keep what they use, and those that
/// a fork has ended.
static void registerEnd() {
  auto end = [process = getpid()] {
    nanobind::object threading = nanobind::module_::import_("threading");
    if (process != getpid() ||
        nanobind::cast<int>(threading.attr("active_count")()) > 1) {
      nanobind::set_leak_warnings(false);
    }
  };
  nanobind::module_::import_("atexit").attr("register")(
      nanobind::cpp_function(end));
}

NB_MODULE(_dtyp, module) {
  // Its types are those of the process.
  static bool isLoaded = false;
  if (isLoaded) {
    throw std::runtime_error("expected 'dtyp._dtyp' to be loaded once in a "
                             "process: let it stay in sys.modules");
  }
  isLoaded = true;
  registerEnd();
  module.doc() = "The native part of the package dtyp, over its C API.";
  MlirStringRef version = dtypGetVersion();
  module.attr("__version__") = nanobind::str(version.data, version.length);
  dtyp::python::bindContext(module);
  dtyp::python::bindModule(module);
  dtyp::python::bindCompiler(module);
  dtyp::python::bindDType(module);
  dtyp::python::bindArgumentType(module);
  dtyp::python::bindDLPack(module);
  dtyp::python::bindEmulator(module);
  dtyp::python::bindBuilder(module);
}

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

#include <cstdlib>
#include <stdexcept>

NB_MODULE(_dtyp, module) {
  // Its types are those of the process.
  static bool isLoaded = false;
  if (isLoaded) {
    throw std::runtime_error("expected 'dtyp._dtyp' to be loaded once in a "
                             "process: let it stay in sys.modules");
  }
  isLoaded = true;
  // What outlives Python, as in threads and in modules that keep it, is freed
  // with the process: no fault that a user could mend.
  nanobind::set_leak_warnings(std::getenv("DTYP_LEAK_WARNINGS") != nullptr);
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

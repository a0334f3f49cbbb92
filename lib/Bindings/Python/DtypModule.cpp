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

NB_MODULE(_dtyp, module) {
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

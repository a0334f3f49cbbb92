//===- Context.cpp - Contexts and their diagnostics -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the context, and what becomes of its diagnostics:
// errors are exceptions, warnings are Python's.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "dtyp-c/Registration.h"

namespace nb = nanobind;
using namespace dtyp::python;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

/// Returns the first place in a file that a location names.
static std::optional<FileLocation> getFileLocation(MlirLocation location) {
  if (mlirLocationIsAFileLineColRange(location)) {
    return FileLocation{toString(mlirIdentifierStr(
                            mlirLocationFileLineColRangeGetFilename(location))),
                        mlirLocationFileLineColRangeGetStartLine(location),
                        mlirLocationFileLineColRangeGetStartColumn(location)};
  }
  if (mlirLocationIsACallSite(location)) {
    return getFileLocation(mlirLocationCallSiteGetCallee(location));
  }
  if (mlirLocationIsAName(location)) {
    return getFileLocation(mlirLocationNameGetChildLoc(location));
  }
  if (mlirLocationIsAFused(location)) {
    std::vector<MlirLocation> parts(mlirLocationFusedGetNumLocations(location));
    mlirLocationFusedGetLocations(location, parts.data());
    for (MlirLocation part : parts) {
      if (std::optional<FileLocation> found = getFileLocation(part)) {
        return found;
      }
    }
  }
  return std::nullopt;
}

static Diagnostic copy(MlirDiagnostic diagnostic) {
  Diagnostic result = {mlirDiagnosticGetSeverity(diagnostic),
                       print(mlirDiagnosticPrint, diagnostic),
                       getFileLocation(mlirDiagnosticGetLocation(diagnostic)),
                       {}};
  for (intptr_t i = 0, e = mlirDiagnosticGetNumNotes(diagnostic); i < e; ++i) {
    result.notes.push_back(copy(mlirDiagnosticGetNote(diagnostic, i)));
  }
  return result;
}

/// Returns an object of the class `Diagnostic` of the package.
static nb::object toPython(const Diagnostic &diagnostic) {
  static constexpr const char *kSeverities[] = {"error", "warning", "note",
                                                "remark"};
  nb::list notes;
  for (const Diagnostic &note : diagnostic.notes) {
    notes.append(toPython(note));
  }
  nb::module_ module = nb::module_::import_("dtyp.diagnostics");
  nb::object location = nb::none();
  if (diagnostic.location) {
    const FileLocation &place = *diagnostic.location;
    location = module.attr("Location")(nb::str(place.file.c_str()), place.line,
                                       place.column);
  }
  // What a damaged module names may be no UTF-8.
  PyObject *message = PyUnicode_DecodeUTF8(
      diagnostic.message.data(),
      static_cast<Py_ssize_t>(diagnostic.message.size()), "replace");
  if (!message) {
    throw nb::python_error();
  }
  return module.attr("Diagnostic")(kSeverities[diagnostic.severity],
                                   nb::steal(message), location,
                                   nb::tuple(notes));
}

void dtyp::python::throwError(const std::vector<Diagnostic> &diagnostics) {
  nb::list objects;
  for (const Diagnostic &diagnostic : diagnostics) {
    objects.append(toPython(diagnostic));
  }
  nb::object error = nb::module_::import_("dtyp.diagnostics").attr("Error");
  nb::object exception = error(nb::tuple(objects));
  PyErr_SetObject(error.ptr(), exception.ptr());
  throw nb::python_error();
}

void dtyp::python::issueWarnings(const std::vector<Diagnostic> &diagnostics) {
  for (const Diagnostic &diagnostic : diagnostics) {
    if (diagnostic.severity == MlirDiagnosticWarning) {
      nb::module_::import_("dtyp.diagnostics")
          .attr("warn")(toPython(diagnostic));
    }
  }
}

//===----------------------------------------------------------------------===//
// Context
//===----------------------------------------------------------------------===//

Context::Context() {
  dtypRegisterAllPasses();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dtypRegisterAllDialects(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/true);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, keep, this, nullptr);
}

Context::~Context() { mlirContextDestroy(context); }

MlirLogicalResult Context::keep(MlirDiagnostic diagnostic, void *context) {
  static_cast<Context *>(context)->emitted.push_back(copy(diagnostic));
  return mlirLogicalResultSuccess();
}

void dtyp::python::bindContext(nb::module_ &module) {
  nb::class_<Context>(
      module, "Context",
      "An MLIR context: it owns the types and attributes of its modules.\n\n"
      "It knows the dialects of dtyp and of upstream. Modules, compilers and "
      "kernels\n"
      "keep their context alive. Threads may share one, and then take turns; "
      "those\n"
      "that compile at the same time have a context each.")
      .def(nb::init<>(), "Makes a context.");
}

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

#include <cxxabi.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

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

/// Returns text of the IR as Python's: what a damaged module names may be no
/// UTF-8.
static nb::object decode(const std::string &text) {
  PyObject *decoded = PyUnicode_DecodeUTF8(
      text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (!decoded) {
    throw nb::python_error();
  }
  return nb::steal(decoded);
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
    location =
        module.attr("Location")(decode(place.file), place.line, place.column);
  }
  return module.attr("Diagnostic")(kSeverities[diagnostic.severity],
                                   decode(diagnostic.message), location,
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
// Text
//===----------------------------------------------------------------------===//

void dtyp::python::checkNesting(std::string_view text) {
  if (text.substr(0, 4) == "ML\xefR") {
    return;
  }
  std::vector<char> closers;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '"') {
      // To the end of the string.
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        i += text[i] == '\\';
      }
    } else if (c == '/' && next == '/') {
      i = std::min(text.find('\n', i), text.size());
    } else if (c == '-' && next == '>') {
      ++i;
    } else if (c == '(' || c == '[' || c == '{' || (c == '<' && next != '=')) {
      closers.push_back(c == '(' ? ')' : static_cast<char>(c + 2));
      if (closers.size() > kMaxNesting) {
        throw nb::value_error(
            ("expected at most " + std::to_string(kMaxNesting) +
             " nested brackets, but got more at byte " + std::to_string(i + 1))
                .c_str());
      }
    } else if (c == ')' || c == ']' || c == '}' || c == '>') {
      auto opened = std::find(closers.rbegin(), closers.rend(), c);
      if (opened != closers.rend()) {
        closers.erase(opened.base() - 1, closers.end());
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Python's lock
//===----------------------------------------------------------------------===//

Released::~Released() {
  try {
    PyEval_RestoreThread(state);
  } catch (abi::__forced_unwind &) {
    // Python has ended, and ends the threads that ask for its lock. Where they
    // are, nothing can be unwound: they wait for the end of the process, as
    // Python 3.14 lets them.
    for (;;) {
      pause();
    }
  }
}

//===----------------------------------------------------------------------===//
// Context
//===----------------------------------------------------------------------===//

Context::Context() : process(getpid()) {
  dtypRegisterAllPasses();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dtypRegisterAllDialects(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/true);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, keep, this, nullptr);
}

Context::~Context() {
  // It would wait for threads of the parent.
  if (!isOfParent()) {
    mlirContextDestroy(context);
  }
}

bool Context::isOfParent() const { return process != getpid(); }

void Context::checkProcess() const {
  if (isOfParent()) {
    throw std::runtime_error(
        "expected what this process made, but got something of a context that "
        "was made before a fork; make it in the child");
  }
}

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

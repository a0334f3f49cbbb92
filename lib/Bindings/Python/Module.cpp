//===- Module.cpp - Modules of IR -----------------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements reading, changing and writing modules.
//
//===----------------------------------------------------------------------===//

#include "Module.h"

#include "dtyp-c/Compiler.h"

#include "mlir-c/Pass.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

namespace nb = nanobind;
using namespace dtyp::python;

std::unique_ptr<Module> Module::parse(std::shared_ptr<Context> context,
                                      std::string_view source,
                                      const std::string &name) {
  context->checkProcess();
  checkNesting(source);
  MlirModule module = context->run([&] {
    return dtypModuleCreateParse(context->get(), toStringRef(source),
                                 toStringRef(name));
  });
  return std::make_unique<Module>(std::move(context), module);
}

void Module::run(std::string_view pipeline) {
  context->checkProcess();
  checkNesting(pipeline);
  context->run([&] {
    std::string message;
    MlirPassManager manager = mlirPassManagerCreate(context->get());
    MlirLogicalResult result = mlirParsePassPipeline(
        mlirPassManagerGetAsOpPassManager(manager), toStringRef(pipeline),
        [](MlirStringRef part, void *message) {
          static_cast<std::string *>(message)->append(part.data, part.length);
        },
        &message);
    if (mlirLogicalResultIsFailure(result)) {
      mlirEmitError(mlirLocationUnknownGet(context->get()), message.c_str());
    } else {
      result = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
    }
    mlirPassManagerDestroy(manager);
    return result;
  });
}

template <typename Function>
std::string Module::write(Function function) const {
  std::string result;
  context->run([&] {
    result = print(function, mlirModuleGetOperation(module));
    return mlirLogicalResultSuccess();
  });
  return result;
}

std::string Module::getText() const { return write(mlirOperationPrint); }

std::string Module::getBytecode() const {
  return write(mlirOperationWriteBytecode);
}

std::string dtyp::python::getSource(nb::handle source) {
  if (nb::isinstance<nb::bytes>(source)) {
    auto bytes = nb::borrow<nb::bytes>(source);
    return std::string(bytes.c_str(), bytes.size());
  }
  if (nb::isinstance<nb::str>(source)) {
    // Text that has no UTF-8 is a UnicodeEncodeError.
    Py_ssize_t size = 0;
    const char *text = PyUnicode_AsUTF8AndSize(source.ptr(), &size);
    if (!text) {
      throw nb::python_error();
    }
    return std::string(text, static_cast<size_t>(size));
  }
  throw nb::type_error("expected a module as text or bytecode, a str or bytes");
}

void dtyp::python::bindModule(nb::module_ &module) {
  nb::class_<Module>(
      module, "Module",
      "A module of IR: `builtin.module`, with a `gpu.module` of kernels.")
      .def_static(
          "parse",
          [](const nb::object &source, std::shared_ptr<Context> context,
             const std::string &name) {
            std::string text = getSource(source);
            return Module::parse(context ? std::move(context)
                                         : std::make_shared<Context>(),
                                 text, name);
          },
          nb::arg("source").none(), nb::kw_only(),
          nb::arg("context") = nb::none(), nb::arg("name") = "<string>",
          nb::sig("def parse(source: str | bytes, *, context: Context | None = "
                  "None, name: str = '<string>') -> Module"),
          "Reads and verifies a module.\n\n"
          "Args:\n"
          "    source: Text, or MLIR's bytecode.\n"
          "    context: Where its types live; a new context if None.\n"
          "    name: What locations name as the file.\n\n"
          "Raises:\n"
          "    Error: The text is no module, or no valid one.\n\n"
          ">>> str(Module.parse('func.func private @f()'))\n"
          "'module {\\n  func.func private @f()\\n}\\n'")
      .def("run", &Module::run, nb::arg("pipeline"),
           "Runs a pipeline of passes on the module.\n\n"
           "Args:\n"
           "    pipeline: As for `dtyp-opt --pass-pipeline`, such as\n"
           "        `builtin.module(canonicalize,cse)`.\n\n"
           "Raises:\n"
           "    Error: There is no such pipeline, or a pass fails; then the "
           "module may\n"
           "        have changed.")
      .def_prop_ro("context", &Module::getContext, "The context of the module.")
      .def(
          "__str__", [](Module &self) { return self.getText(); },
          "Returns the text of the module.")
      .def(
          "bytecode",
          [](Module &self) {
            std::string bytecode = self.getBytecode();
            return nb::bytes(bytecode.data(), bytecode.size());
          },
          "Returns the module in MLIR's binary format.");
}

//===- Compiler.cpp - From a module to GPU code ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements compilers, and what they make: code and its kernels.
//
//===----------------------------------------------------------------------===//

#include "CompiledKernel.h"
#include "Module.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace dtyp::python;

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

namespace {

struct CompiledObject {
  std::string gpuModule;
  std::string chip;
  std::string contents;
  std::vector<CompiledKernel> kernels;
};

} // namespace

static std::map<std::string, int64_t> getResources(DtypCompiledKernel kernel,
                                                   intptr_t chip) {
  static constexpr std::pair<const char *, DtypKernelResource> kResources[] = {
      {"registers", DtypKernelResourceRegisters},
      {"local_bytes", DtypKernelResourceLocalBytes},
      {"spill_store_bytes", DtypKernelResourceSpillStoreBytes},
      {"spill_load_bytes", DtypKernelResourceSpillLoadBytes},
      {"shared_bytes", DtypKernelResourceSharedBytes},
      {"constant_bytes", DtypKernelResourceConstantBytes},
      {"barriers", DtypKernelResourceBarriers}};
  std::map<std::string, int64_t> result;
  for (auto [name, resource] : kResources) {
    int64_t value = dtypCompiledKernelGetResource(kernel, chip, resource);
    if (value >= 0) {
      result[name] = value;
    }
  }
  return result;
}

CompiledKernel dtyp::python::copyKernel(DtypCompiledKernel kernel) {
  CompiledKernel result;
  result.name = toString(dtypCompiledKernelGetName(kernel));
  for (intptr_t i = 0, e = dtypCompiledKernelGetNumArguments(kernel); i < e;
       ++i) {
    KernelArgument argument;
    argument.type = toString(dtypCompiledKernelGetArgumentType(kernel, i));
    argument.parameters.resize(
        dtypCompiledKernelGetArgumentParameters(kernel, i, 0, nullptr));
    dtypCompiledKernelGetArgumentParameters(
        kernel, i, static_cast<intptr_t>(argument.parameters.size()),
        argument.parameters.data());
    result.arguments.push_back(std::move(argument));
  }
  int64_t bytes = dtypCompiledKernelGetDynamicSharedBytes(kernel);
  if (bytes >= 0) {
    result.dynamicSharedBytes = bytes;
  }
  for (intptr_t i = 0, e = dtypCompiledKernelGetNumChips(kernel); i < e; ++i) {
    result.resources[toString(dtypCompiledKernelGetChip(kernel, i))] =
        getResources(kernel, i);
  }
  return result;
}

static CompiledObject copy(DtypCompiledObject object) {
  CompiledObject result = {toString(dtypCompiledObjectGetGpuModule(object)),
                           toString(dtypCompiledObjectGetChip(object)),
                           toString(dtypCompiledObjectGetContents(object)),
                           {}};
  for (intptr_t i = 0, e = dtypCompiledObjectGetNumKernels(object); i < e;
       ++i) {
    result.kernels.push_back(
        copyKernel(dtypCompiledObjectGetKernel(object, i)));
  }
  return result;
}

/// Copies the results, and frees them.
static std::vector<CompiledObject> take(DtypCompiledModule code) {
  std::vector<CompiledObject> result;
  for (intptr_t i = 0, e = dtypCompiledModuleGetNumObjects(code); i < e; ++i) {
    result.push_back(copy(dtypCompiledModuleGetObject(code, i)));
  }
  dtypCompiledModuleDestroy(code);
  return result;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {

/// The options of a compiler; owned.
class CompileOptions {
public:
  CompileOptions() : options(dtypCompileOptionsCreate()) {}
  ~CompileOptions() { dtypCompileOptionsDestroy(options); }
  CompileOptions(const CompileOptions &) = delete;
  CompileOptions &operator=(const CompileOptions &) = delete;

  DtypCompileOptions get() const { return options; }

private:
  DtypCompileOptions options;
};

/// A compiler, which keeps its context alive.
class Compiler {
public:
  Compiler(std::shared_ptr<Context> context, const CompileOptions &options)
      : context(std::move(context)),
        compiler(dtypCompilerCreate(this->context->get(), options.get())) {}
  ~Compiler() {
    if (!context->isOfParent()) {
      dtypCompilerDestroy(compiler);
    }
  }
  Compiler(const Compiler &) = delete;
  Compiler &operator=(const Compiler &) = delete;

  std::vector<CompiledObject> compile(const Module &module,
                                      DtypOutputKind kind) {
    context->checkProcess();
    return take(context->run(
        [&] { return dtypCompilerCompile(compiler, module.get(), kind); }));
  }

  std::vector<CompiledObject> compileSource(const nb::object &source,
                                            DtypOutputKind kind) {
    context->checkProcess();
    std::string text = getSource(source);
    checkNesting(text);
    return take(context->run([&] {
      return dtypCompilerCompileSource(compiler, toStringRef(text), kind);
    }));
  }

private:
  std::shared_ptr<Context> context;
  DtypCompiler compiler;
};

} // namespace

static void check(MlirLogicalResult result, const char *expected) {
  if (mlirLogicalResultIsFailure(result)) {
    throw nb::value_error(expected);
  }
}

static void bindOptions(nb::module_ &module) {
  nb::enum_<DtypAssembler>(module, "Assembler",
                           "What makes cubins of PTX (docs/compiling.md).")
      .value("AUTO", DtypAssemblerAuto)
      .value("PTXAS", DtypAssemblerPtxas)
      .value("NVPTXCOMPILER", DtypAssemblerNvPtxCompiler)
      .value("NVJITLINK", DtypAssemblerNvJitLink);
  nb::enum_<DtypFloatingPointFlag>(
      module, "FloatingPointFlag",
      "How kernels compute with floating-point numbers, as options of nvcc.")
      .value("FMAD", DtypFloatingPointFmad)
      .value("FTZ", DtypFloatingPointFtz)
      .value("PREC_DIV", DtypFloatingPointPrecDiv)
      .value("PREC_SQRT", DtypFloatingPointPrecSqrt)
      .value("FAST", DtypFloatingPointFast);
  nb::enum_<DtypOutputKind>(module, "OutputKind", "What is compiled to.")
      .value("BITCODE", DtypOutputKindBitcode)
      .value("PTX", DtypOutputKindPTX)
      .value("CUBIN", DtypOutputKindCubin)
      .value("FATBIN", DtypOutputKindFatbin);
  nb::class_<CompileOptions>(module, "CompileOptions",
                             "Options of a compilation.")
      .def(nb::init<>())
      .def(
          "add_chip",
          [](CompileOptions &self, const std::string &chip) {
            check(dtypCompileOptionsAddChip(self.get(), toStringRef(chip)),
                  "expected the name of a chip, such as sm_90, but got an "
                  "empty string");
          },
          nb::arg("chip"))
      .def(
          "add_link_file",
          [](CompileOptions &self, const std::string &path) {
            check(dtypCompileOptionsAddLinkFile(self.get(), toStringRef(path)),
                  "expected the path of a file to link, but got an empty "
                  "string");
          },
          nb::arg("path"))
      .def(
          "set_opt_level",
          [](CompileOptions &self, int level) {
            check(dtypCompileOptionsSetOptLevel(self.get(), level),
                  "expected an optimization level from 0 to 3");
          },
          nb::arg("level"))
      .def(
          "set_assembler",
          [](CompileOptions &self, DtypAssembler assembler) {
            check(dtypCompileOptionsSetAssembler(self.get(), assembler),
                  "expected an assembler");
          },
          nb::arg("assembler"))
      .def(
          "set_floating_point",
          [](CompileOptions &self, DtypFloatingPointFlag flag, bool value) {
            check(dtypCompileOptionsSetFloatingPoint(self.get(), flag, value),
                  "expected a floating-point flag");
          },
          nb::arg("flag"), nb::arg("value"))
      .def(
          "set_features",
          [](CompileOptions &self, const std::string &features) {
            dtypCompileOptionsSetFeatures(self.get(), toStringRef(features));
          },
          nb::arg("features"))
      .def(
          "set_toolkit",
          [](CompileOptions &self, const std::string &folder) {
            dtypCompileOptionsSetToolkit(self.get(), toStringRef(folder));
          },
          nb::arg("folder"))
      .def(
          "set_gpu_module",
          [](CompileOptions &self, const std::string &name) {
            dtypCompileOptionsSetGpuModule(self.get(), toStringRef(name));
          },
          nb::arg("name"))
      .def(
          "set_line_info",
          [](CompileOptions &self, bool value) {
            dtypCompileOptionsSetLineInfo(self.get(), value);
          },
          nb::arg("value"))
      .def(
          "set_cache",
          [](CompileOptions &self, const std::string &folder, uint64_t maxBytes,
             const std::string &salt) {
            dtypCompileOptionsSetCache(self.get(), toStringRef(folder),
                                       maxBytes, toStringRef(salt));
          },
          nb::arg("folder"), nb::arg("max_bytes") = 0, nb::arg("salt") = "");
}

static void bindResults(nb::module_ &module) {
  nb::class_<KernelArgument>(
      module, "KernelArgument",
      "An argument of a kernel as its author wrote it, and the parameters that "
      "pass it.")
      .def_ro("type", &KernelArgument::type,
              "The type in the IR, such as `memref<?xf32>`.")
      .def_ro("parameters", &KernelArgument::parameters,
              "The positions of the kernel's parameters that pass it, where a "
              "memref is\n"
              "one; empty for an object without run-time fields.");
  nb::class_<CompiledKernel>(module, "CompiledKernel", "A kernel in code.")
      .def_ro("name", &CompiledKernel::name,
              "The name by which a driver finds the kernel.")
      .def_ro("arguments", &CompiledKernel::arguments,
              "The arguments, in their order.")
      .def_ro("dynamic_shared_bytes", &CompiledKernel::dynamicSharedBytes,
              "The bytes of dynamic shared memory of a block; None if there is "
              "none, or if\n"
              "its size is not constant.")
      .def_ro("resources", &CompiledKernel::resources,
              "What the assembler says that the kernel needs, by chip: "
              "`registers`, and\n"
              "`local_bytes`, `shared_bytes`, ... in bytes. Empty for PTX.");
  nb::class_<CompiledObject>(
      module, "CompiledObject",
      "The code of a gpu.module for a chip, or for all chips in a fatbin.")
      .def_ro("gpu_module", &CompiledObject::gpuModule,
              "The name of the gpu.module.")
      .def_ro("chip", &CompiledObject::chip,
              "The chip, such as `sm_90`; empty for a fatbin.")
      .def_prop_ro(
          "contents",
          [](CompiledObject &self) {
            return nb::bytes(self.contents.data(), self.contents.size());
          },
          "The bytes of the PTX, cubin, fatbin or LLVM bitcode.")
      .def_ro("kernels", &CompiledObject::kernels, "The kernels.");
}

void dtyp::python::bindCompiler(nb::module_ &module) {
  bindOptions(module);
  bindResults(module);
  nb::class_<Compiler>(module, "Compiler",
                       "Compiles modules of one context with the same options.")
      .def(nb::init<std::shared_ptr<Context>, const CompileOptions &>(),
           nb::arg("context"), nb::arg("options"))
      .def("compile", &Compiler::compile, nb::arg("module"), nb::arg("kind"),
           "Compiles a module, which stays as it is.")
      .def("compile_source", &Compiler::compileSource, nb::arg("source").none(),
           nb::arg("kind"), "Compiles text or bytecode.");
}

//===- NvJitLink.cpp - Assembling PTX in this process ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file assembles PTX and links it with other code by NVIDIA's library
// nvJitLink. The library is loaded when it is needed; the declarations follow
// nvJitLink.h of CUDA 12 and 13.
//
//===----------------------------------------------------------------------===//

#include "PtxDiagnostics.h"
#include "ToolLibrary.h"
#include "dtyp/Target/PtxAssembler.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

using Handle = void *;

/// Values of nvJitLinkInputType.
enum class InputType { Cubin = 1, PTX = 2, LTOIR = 3 };

/// The functions of the library. All return 0 on success.
struct NvJitLink {
  int (*create)(Handle *, uint32_t, const char **) = nullptr;
  int (*destroy)(Handle *) = nullptr;
  int (*addData)(Handle, int, const void *, size_t, const char *) = nullptr;
  int (*complete)(Handle) = nullptr;
  int (*getCubinSize)(Handle, size_t *) = nullptr;
  int (*getCubin)(Handle, void *) = nullptr;
  int (*getErrorLogSize)(Handle, size_t *) = nullptr;
  int (*getErrorLog)(Handle, char *) = nullptr;
  int (*getInfoLogSize)(Handle, size_t *) = nullptr;
  int (*getInfoLog)(Handle, char *) = nullptr;

  static FailureOr<NvJitLink>
  load(StringRef path, function_ref<InFlightDiagnostic()> emitError);
};

} // namespace

FailureOr<NvJitLink>
NvJitLink::load(StringRef path, function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<ToolLibrary> library =
      ToolLibrary::load("nvJitLink", path, emitError);
  if (failed(library)) {
    return failure();
  }
  NvJitLink result;
  library->find(result.create, "nvJitLinkCreate");
  library->find(result.destroy, "nvJitLinkDestroy");
  library->find(result.addData, "nvJitLinkAddData");
  library->find(result.complete, "nvJitLinkComplete");
  library->find(result.getCubinSize, "nvJitLinkGetLinkedCubinSize");
  library->find(result.getCubin, "nvJitLinkGetLinkedCubin");
  library->find(result.getErrorLogSize, "nvJitLinkGetErrorLogSize");
  library->find(result.getErrorLog, "nvJitLinkGetErrorLog");
  library->find(result.getInfoLogSize, "nvJitLinkGetInfoLogSize");
  library->find(result.getInfoLog, "nvJitLinkGetInfoLog");
  if (failed(library->verify(emitError))) {
    return failure();
  }
  return result;
}

/// Returns the options that correspond to those of ptxas.
static SmallVector<std::string> getArguments(const AssemblerOptions &options) {
  SmallVector<std::string> arguments = {"-arch=" + options.chip.str(),
                                        "-verbose"};
  // The library itself takes two levels.
  std::string level = "-O" + std::to_string(options.optLevel);
  bool isOwnLevel = options.optLevel == 0 || options.optLevel == 3;
  arguments.push_back(isOwnLevel ? level : "-Xptxas=" + level);
  if (options.lineInfo) {
    arguments.push_back("-lineinfo");
  }
  if (llvm::any_of(options.objects, [](const DeviceCode &object) {
        return object.kind == DeviceCodeKind::LTOIR;
      })) {
    arguments.push_back("-lto");
  }
  llvm::append_range(arguments, options.extraOptions);
  return arguments;
}

/// Checks that no function of `ptx` and of the objects is defined twice. The
/// library writes to the standard output of the process then, and succeeds.
static LogicalResult verifyDefinitions(StringRef ptx,
                                       ArrayRef<DeviceCode> objects,
                                       FunctionErrorEmitter emitErrorAt) {
  llvm::StringMap<StringRef> definitions;
  for (const std::string &name :
       getDefinedFunctions(DeviceCodeKind::PTX, ptx)) {
    definitions.try_emplace(name);
  }
  for (const DeviceCode &object : objects) {
    for (const std::string &name :
         getDefinedFunctions(object.kind, object.getText())) {
      auto [entry, isNew] = definitions.try_emplace(name, object.path);
      if (isNew) {
        continue;
      }
      StringRef first = entry->second;
      InFlightDiagnostic diagnostic = emitErrorAt(name);
      diagnostic << "expected one definition of '" << name << "', but ";
      if (first.empty()) {
        return diagnostic << "'" << object.path
                          << "' defines it beside this module";
      }
      return diagnostic << "'" << first << "' and '" << object.path
                        << "' define it";
    }
  }
  return success();
}

/// Adds code to what is linked. Returns 0 on success.
static int addCode(const NvJitLink &library, Handle handle, DeviceCodeKind kind,
                   StringRef contents, const std::string &name) {
  auto add = [&](InputType type, const char *data, size_t size) {
    return library.addData(handle, static_cast<int>(type), data, size,
                           name.c_str());
  };
  switch (kind) {
  case DeviceCodeKind::PTX: {
    // PTX is a string of C: its end is counted.
    std::string text = contents.str();
    return add(InputType::PTX, text.c_str(), text.size() + 1);
  }
  case DeviceCodeKind::LTOIR:
    return add(InputType::LTOIR, contents.data(), contents.size());
  case DeviceCodeKind::Cubin:
    return add(InputType::Cubin, contents.data(), contents.size());
  case DeviceCodeKind::LLVM:
    break;
  }
  llvm_unreachable("LLVM links its own IR");
}

FailureOr<AssembledModule>
cudax::assemblePtxByNvJitLink(StringRef ptx, const AssemblerOptions &options,
                              const CudaToolkit &toolkit,
                              FunctionErrorEmitter emitErrorAt) {
  auto emitError = [&] { return emitErrorAt(""); };
  FailureOr<std::string> path = toolkit.require(CudaTool::NvJitLink, emitError);
  if (failed(path) ||
      failed(verifyDefinitions(ptx, options.objects, emitErrorAt))) {
    return failure();
  }
  FailureOr<NvJitLink> library = NvJitLink::load(*path, emitError);
  if (failed(library)) {
    return failure();
  }

  SmallVector<std::string> arguments = getArguments(options);
  SmallVector<const char *> pointers;
  for (const std::string &argument : arguments) {
    pointers.push_back(argument.c_str());
  }
  Handle handle = nullptr;
  int status = library->create(&handle, pointers.size(), pointers.data());
  llvm::scope_exit destroy([&] {
    if (handle) {
      library->destroy(&handle);
    }
  });
  if (status == 0) {
    status = addCode(*library, handle, DeviceCodeKind::PTX, ptx, "ptx");
  }
  for (const DeviceCode &object : options.objects) {
    if (status == 0) {
      status =
          addCode(*library, handle, object.kind, object.getText(), object.path);
    }
  }
  if (status == 0) {
    status = library->complete(handle);
  }
  size_t size = 0;
  if (status == 0) {
    status = library->getCubinSize(handle, &size);
  }
  AssembledModule assembled;
  if (status == 0) {
    assembled.cubin.resize(size);
    status = library->getCubin(handle, assembled.cubin.data());
  }
  std::string errors;
  std::string infos;
  if (handle) {
    errors =
        readToolText(handle, library->getErrorLogSize, library->getErrorLog);
    infos = readToolText(handle, library->getInfoLogSize, library->getInfoLog);
  }
  assembled.log = parseAssemblerLog(errors + infos);
  // Where two of the objects define a symbol, the library succeeds with an
  // error in its log.
  if (status != 0 || assembled.log.hasError()) {
    if (errors.empty()) {
      errors = "error code " + std::to_string(status);
    }
    return emitAssemblerErrors("nvJitLink", options.chip, ptx, assembled.log,
                               errors, emitErrorAt);
  }
  return assembled;
}

//===- NvJitLink.cpp - Assembling PTX in this process ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file assembles PTX by NVIDIA's library nvJitLink, for machines that have
// no ptxas. The library is loaded when it is needed; the declarations follow
// nvJitLink.h of CUDA 12 and 13.
//
//===----------------------------------------------------------------------===//

#include "PtxDiagnostics.h"
#include "dtyp/Target/PtxAssembler.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

using Handle = void *;

/// nvJitLinkInputType's NVJITLINK_INPUT_PTX.
constexpr int kInputPtx = 2;

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

  /// Returns what the library has to say: errors, then information.
  std::string getLog(Handle handle) const;
};

} // namespace

FailureOr<NvJitLink>
NvJitLink::load(StringRef path, function_ref<InFlightDiagnostic()> emitError) {
  std::string message;
  llvm::sys::DynamicLibrary library =
      llvm::sys::DynamicLibrary::getPermanentLibrary(path.str().c_str(),
                                                     &message);
  if (!library.isValid()) {
    return emitError() << "cannot load nvJitLink: " << message;
  }
  NvJitLink result;
  StringRef missing;
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        library.getAddressOfSymbol(name));
    if (!function) {
      missing = name;
    }
  };
  find(result.create, "nvJitLinkCreate");
  find(result.destroy, "nvJitLinkDestroy");
  find(result.addData, "nvJitLinkAddData");
  find(result.complete, "nvJitLinkComplete");
  find(result.getCubinSize, "nvJitLinkGetLinkedCubinSize");
  find(result.getCubin, "nvJitLinkGetLinkedCubin");
  find(result.getErrorLogSize, "nvJitLinkGetErrorLogSize");
  find(result.getErrorLog, "nvJitLinkGetErrorLog");
  find(result.getInfoLogSize, "nvJitLinkGetInfoLogSize");
  find(result.getInfoLog, "nvJitLinkGetInfoLog");
  if (!missing.empty()) {
    return emitError() << "expected '" << path
                       << "' to be nvJitLink, but it has "
                       << "no function '" << missing << "'";
  }
  return result;
}

std::string NvJitLink::getLog(Handle handle) const {
  std::string log;
  auto append = [&](auto getSize, auto get) {
    size_t size = 0;
    if (getSize(handle, &size) != 0 || size == 0) {
      return;
    }
    // The size counts the terminator in some versions and not in others.
    std::string part(size + 1, '\0');
    if (get(handle, part.data()) == 0) {
      log += StringRef(part.c_str());
      log += '\n';
    }
  };
  append(getErrorLogSize, getErrorLog);
  append(getInfoLogSize, getInfoLog);
  return log;
}

FailureOr<AssembledModule>
cudax::assemblePtxByNvJitLink(StringRef ptx, const AssemblerOptions &options,
                              const CudaToolkit &toolkit,
                              FunctionErrorEmitter emitErrorAt) {
  auto emitError = [&] { return emitErrorAt(""); };
  FailureOr<std::string> path = toolkit.require(CudaTool::NvJitLink, emitError);
  if (failed(path)) {
    return failure();
  }
  FailureOr<NvJitLink> library = NvJitLink::load(*path, emitError);
  if (failed(library)) {
    return failure();
  }

  SmallVector<std::string> arguments = {"-arch=" + options.chip.str(),
                                        "-O" + std::to_string(options.optLevel),
                                        "-verbose"};
  if (options.lineInfo) {
    arguments.push_back("-lineinfo");
  }
  llvm::append_range(arguments, options.extraOptions);
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
    // PTX is a string of C: its end is counted.
    std::string text = ptx.str();
    status = library->addData(handle, kInputPtx, text.c_str(), text.size() + 1,
                              "ptx");
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
  std::string log = handle ? library->getLog(handle) : std::string();
  assembled.log = parseAssemblerLog(log);
  if (status != 0) {
    if (log.empty()) {
      log = "error code " + std::to_string(status);
    }
    return emitAssemblerErrors("nvJitLink", options.chip, ptx, assembled.log,
                               log, emitErrorAt);
  }
  return assembled;
}

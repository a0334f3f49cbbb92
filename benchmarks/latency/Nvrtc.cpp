//===- Nvrtc.cpp - CUDA C++ in memory -------------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvrtc.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace mlir::dtyp;

llvm::Expected<Nvrtc> Nvrtc::load(const std::string &path) {
  std::string message;
  auto library =
      llvm::sys::DynamicLibrary::getPermanentLibrary(path.c_str(), &message);
  if (!library.isValid()) {
    return llvm::createStringError("cannot load NVRTC: " + message);
  }
  Nvrtc result;
  const char *missing = nullptr;
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        library.getAddressOfSymbol(name));
    if (!function) {
      missing = name;
    }
  };
  find(result.createProgram, "nvrtcCreateProgram");
  find(result.destroyProgram, "nvrtcDestroyProgram");
  find(result.compileProgram, "nvrtcCompileProgram");
  find(result.getPtxSize, "nvrtcGetPTXSize");
  find(result.getPtx, "nvrtcGetPTX");
  find(result.getCubinSize, "nvrtcGetCUBINSize");
  find(result.getCubin, "nvrtcGetCUBIN");
  find(result.getLogSize, "nvrtcGetProgramLogSize");
  find(result.getLog, "nvrtcGetProgramLog");
  if (missing) {
    return llvm::createStringError("expected '" + path +
                                   "' to be NVRTC, but it has no function '" +
                                   missing + "'");
  }
  return result;
}

llvm::Expected<std::string> Nvrtc::compile(const std::string &source,
                                           llvm::ArrayRef<std::string> options,
                                           bool toCubin) const {
  Program program = nullptr;
  if (createProgram(&program, source.c_str(), "source.cu", 0, nullptr,
                    nullptr) != 0) {
    return llvm::createStringError("NVRTC cannot create a program");
  }
  llvm::scope_exit destroy([&] { destroyProgram(&program); });
  llvm::SmallVector<const char *> pointers;
  for (const std::string &option : options) {
    pointers.push_back(option.c_str());
  }
  int status = compileProgram(program, pointers.size(), pointers.data());
  auto read = [&](auto getSize, auto get) {
    size_t size = 0;
    std::string text;
    if (getSize(program, &size) == 0) {
      text.resize(size);
      get(program, text.data());
    }
    return text;
  };
  if (status != 0) {
    return llvm::createStringError("NVRTC cannot compile:\n" +
                                   read(getLogSize, getLog));
  }
  return toCubin ? read(getCubinSize, getCubin) : read(getPtxSize, getPtx);
}

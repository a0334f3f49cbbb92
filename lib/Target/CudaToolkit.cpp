//===- CudaToolkit.cpp - Finding the parts of the CUDA Toolkit ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/CudaToolkit.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::cudax;

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Where a part lies and where it comes from.
struct ToolInfo {
  /// How messages call it.
  StringRef name;
  /// Its paths below a toolkit's folder, best first.
  SmallVector<StringRef> paths;
  /// NVIDIA's Python wheel that has it.
  StringRef package;
  bool isProgram;
};

} // namespace

static ToolInfo getToolInfo(CudaTool tool) {
  switch (tool) {
  case CudaTool::Ptxas:
    return {"ptxas", {"bin/ptxas"}, "nvidia-cuda-nvcc", true};
  case CudaTool::Fatbinary:
    return {"fatbinary", {"bin/fatbinary"}, "nvidia-cuda-nvcc", true};
  case CudaTool::Libdevice:
    return {"libdevice",
            {"nvvm/libdevice/libdevice.10.bc", "libdevice/libdevice.10.bc"},
            "nvidia-nvvm",
            false};
  case CudaTool::NvJitLink:
    return {"nvJitLink",
            {"lib64/libnvJitLink.so", "lib/libnvJitLink.so",
             "lib64/libnvJitLink.so.13", "lib/libnvJitLink.so.13",
             "lib64/libnvJitLink.so.12", "lib/libnvJitLink.so.12"},
            "nvidia-nvjitlink",
            false};
  case CudaTool::NvPtxCompiler:
    return {"nvPTXCompiler",
            {"DtypPtxCompiler.so", "../lib/DtypPtxCompiler.so"},
            "nvidia-nvptxcompiler",
            false};
  }
  llvm_unreachable("unknown part of the CUDA Toolkit");
}

static std::string joinPath(StringRef folder, StringRef relative) {
  SmallString<128> result(folder);
  path::append(result, relative);
  return result.str().str();
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

/// Finds the folder of the library, or the statically linked program, that this
/// code is in.
static std::string findFolderOfLibrary() {
  Dl_info info;
  SmallString<128> library;
  if (!dladdr(reinterpret_cast<void *>(&findFolderOfLibrary), &info) ||
      !info.dli_fname || fs::real_path(info.dli_fname, library)) {
    // A program is called as the shell called it.
    library =
        fs::getMainExecutable(/*argv0=*/nullptr, /*MainExecAddr=*/nullptr);
  }
  return path::parent_path(library).str();
}

/// Returns that folder. It is found once: dladdr() looks for a symbol, too,
/// which takes a millisecond in a program with MLIR inside.
static const std::string &getFolderOfLibrary() {
  static const std::string &folder = *new std::string(findFolderOfLibrary());
  return folder;
}

/// Returns the folder `cuda` beside the one of the library that this code is
/// in: build trees and relocatable installations keep theirs there.
static std::string getFolderBesideLibrary() {
  const std::string &folder = getFolderOfLibrary();
  return folder.empty() ? folder : joinPath(path::parent_path(folder), "cuda");
}

/// Returns the folder of the toolkit whose ptxas is on PATH.
static std::string getFolderOfPtxasOnPath() {
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName("ptxas");
  SmallString<128> program;
  if (!found || fs::real_path(*found, program)) {
    return {};
  }
  return path::parent_path(path::parent_path(program)).str();
}

FailureOr<CudaToolkit>
CudaToolkit::find(StringRef path,
                  function_ref<InFlightDiagnostic()> emitError) {
  CudaToolkit toolkit;
  if (!path.empty()) {
    if (!fs::is_directory(path)) {
      return emitError() << "expected the toolkit to be a folder, but there is "
                            "none at '"
                         << path << "'";
    }
    toolkit.roots.push_back(path.str());
    return toolkit;
  }
  for (StringRef variable : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"}) {
    const char *value = std::getenv(variable.data());
    if (!value || !*value) {
      continue;
    }
    if (!fs::is_directory(value)) {
      return emitError()
             << "expected the environment variable " << variable
             << " to name the folder of a CUDA Toolkit, but there is "
                "none at '"
             << value << "'; correct or unset the variable";
    }
    toolkit.roots.push_back(value);
    return toolkit;
  }
  for (const std::string &folder :
       {getFolderBesideLibrary(), getFolderOfPtxasOnPath(),
        std::string("/usr/local/cuda")}) {
    if (fs::is_directory(folder) &&
        !llvm::is_contained(toolkit.roots, folder)) {
      toolkit.roots.push_back(folder);
    }
  }
  return toolkit;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

std::optional<std::string> CudaToolkit::lookup(CudaTool tool) const {
  ToolInfo info = getToolInfo(tool);
  SmallVector<std::string> folders(roots);
  if (tool == CudaTool::NvPtxCompiler) {
    folders.assign({getFolderOfLibrary()});
  }
  for (const std::string &root : folders) {
    for (StringRef relative : info.paths) {
      std::string candidate = joinPath(root, relative);
      if (info.isProgram ? fs::can_execute(candidate)
                         : fs::is_regular_file(candidate)) {
        return candidate;
      }
    }
  }
  return std::nullopt;
}

void CudaToolkit::describeMissing(CudaTool tool,
                                  InFlightDiagnostic &diagnostic) const {
  ToolInfo info = getToolInfo(tool);
  if (tool == CudaTool::NvPtxCompiler) {
    diagnostic << "dtyp was built without " << info.name
               << "; build it with the CMake option DTYP_NVPTXCOMPILER, the "
                  "archive of the CUDA Toolkit or of NVIDIA's wheel '"
               << info.package << "'";
    return;
  }
  diagnostic << "no " << info.name << " of the CUDA Toolkit was found (";
  if (roots.empty()) {
    diagnostic << "there is no toolkit: CUDA_ROOT, CUDA_HOME and CUDA_PATH are "
                  "not set, PATH has no ptxas, and /usr/local/cuda is missing";
  } else {
    diagnostic << "looked for ";
    llvm::interleaveComma(roots, diagnostic, [&](const std::string &root) {
      diagnostic << joinPath(root, info.paths.front());
    });
  }
  diagnostic << "); install the CUDA Toolkit or NVIDIA's wheel '"
             << info.package << "', and let CUDA_HOME name its folder";
}

FailureOr<std::string>
CudaToolkit::require(CudaTool tool,
                     function_ref<InFlightDiagnostic()> emitError) const {
  if (std::optional<std::string> result = lookup(tool)) {
    return *result;
  }
  InFlightDiagnostic diagnostic = emitError();
  describeMissing(tool, diagnostic);
  return failure();
}

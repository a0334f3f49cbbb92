//===- NvPtxCompiler.cpp - ptxas in this process --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file assembles PTX by NVIDIA's library nvPTXCompiler. It is an archive,
// of which the build option DTYP_NVPTXCOMPILER makes a library beside Dtyp's;
// that is loaded when it is needed. The declarations follow nvPTXCompiler.h of
// CUDA 12 and 13.
//
//===----------------------------------------------------------------------===//

#include "PtxDiagnostics.h"
#include "ToolLibrary.h"
#include "dtyp/Target/PtxAssembler.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

using Handle = void *;

/// The functions of the library. All return 0 on success.
struct NvPtxCompiler {
  int (*create)(Handle *, size_t, const char *) = nullptr;
  int (*destroy)(Handle *) = nullptr;
  int (*compile)(Handle, int, const char *const *) = nullptr;
  int (*getProgramSize)(Handle, size_t *) = nullptr;
  int (*getProgram)(Handle, void *) = nullptr;
  int (*getErrorLogSize)(Handle, size_t *) = nullptr;
  int (*getErrorLog)(Handle, char *) = nullptr;
  int (*getInfoLogSize)(Handle, size_t *) = nullptr;
  int (*getInfoLog)(Handle, char *) = nullptr;

  static FailureOr<NvPtxCompiler>
  load(StringRef path, function_ref<InFlightDiagnostic()> emitError);
};

} // namespace

FailureOr<NvPtxCompiler>
NvPtxCompiler::load(StringRef path,
                    function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<ToolLibrary> library =
      ToolLibrary::load("nvPTXCompiler", path, emitError);
  if (failed(library)) {
    return failure();
  }
  NvPtxCompiler result;
  library->find(result.create, "nvPTXCompilerCreate");
  library->find(result.destroy, "nvPTXCompilerDestroy");
  library->find(result.compile, "nvPTXCompilerCompile");
  library->find(result.getProgramSize, "nvPTXCompilerGetCompiledProgramSize");
  library->find(result.getProgram, "nvPTXCompilerGetCompiledProgram");
  library->find(result.getErrorLogSize, "nvPTXCompilerGetErrorLogSize");
  library->find(result.getErrorLog, "nvPTXCompilerGetErrorLog");
  library->find(result.getInfoLogSize, "nvPTXCompilerGetInfoLogSize");
  library->find(result.getInfoLog, "nvPTXCompilerGetInfoLog");
  if (failed(library->verify(emitError))) {
    return failure();
  }
  return result;
}

FailureOr<AssembledModule> cudax::assemblePtxByNvPtxCompiler(
    StringRef ptx, const AssemblerOptions &options, const CudaToolkit &toolkit,
    FunctionErrorEmitter emitErrorAt) {
  auto emitError = [&] { return emitErrorAt(""); };
  FailureOr<std::string> path =
      toolkit.require(CudaTool::NvPtxCompiler, emitError);
  if (failed(path)) {
    return failure();
  }
  FailureOr<NvPtxCompiler> library = NvPtxCompiler::load(*path, emitError);
  if (failed(library)) {
    return failure();
  }

  SmallVector<std::string> arguments = getPtxasArguments(options);
  SmallVector<const char *> pointers;
  for (const std::string &argument : arguments) {
    pointers.push_back(argument.c_str());
  }
  std::string text = ptx.str();
  Handle handle = nullptr;
  int status = library->create(&handle, text.size(), text.c_str());
  llvm::scope_exit destroy([&] {
    if (handle) {
      library->destroy(&handle);
    }
  });
  if (status == 0) {
    status = library->compile(handle, pointers.size(), pointers.data());
  }
  size_t size = 0;
  if (status == 0) {
    status = library->getProgramSize(handle, &size);
  }
  AssembledModule assembled;
  if (status == 0) {
    assembled.cubin.resize(size);
    status = library->getProgram(handle, assembled.cubin.data());
  }
  std::string log;
  if (handle) {
    log = readToolText(handle, library->getErrorLogSize, library->getErrorLog) +
          readToolText(handle, library->getInfoLogSize, library->getInfoLog);
  }
  assembled.log = parseAssemblerLog(log);
  if (status != 0) {
    if (log.empty()) {
      log = "error code " + std::to_string(status);
    }
    return emitAssemblerErrors("nvPTXCompiler", options.chip, ptx,
                               assembled.log, log, emitErrorAt);
  }
  return assembled;
}

//===- ToolProcess.cpp - Running the tools of the CUDA Toolkit ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolProcess.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"

using namespace mlir;
using namespace mlir::cudax;

FailureOr<TemporaryFile>
TemporaryFile::create(StringRef suffix, StringRef contents,
                      function_ref<InFlightDiagnostic()> emitError) {
  int descriptor = 0;
  SmallString<128> path;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile(
          "dtyp", suffix, descriptor, path)) {
    return emitError() << "cannot make a temporary file '" << path
                       << "': " << error.message();
  }
  llvm::sys::RemoveFileOnSignal(path);
  TemporaryFile file(path);
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << contents;
  stream.close();
  if (std::error_code error = stream.error()) {
    stream.clear_error();
    return emitError() << "cannot write the temporary file '" << path
                       << "': " << error.message();
  }
  return file;
}

TemporaryFile::TemporaryFile(TemporaryFile &&other)
    : path(std::exchange(other.path, {})) {}

TemporaryFile::~TemporaryFile() {
  if (!path.empty()) {
    (void)llvm::sys::fs::remove(path);
    llvm::sys::DontRemoveFileOnSignal(path);
  }
}

FailureOr<SmallVector<char, 0>>
TemporaryFile::read(function_ref<InFlightDiagnostic()> emitError) const {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer) {
    return emitError() << "cannot read the temporary file '" << path
                       << "': " << buffer.getError().message();
  }
  StringRef contents = (*buffer)->getBuffer();
  return SmallVector<char, 0>(contents.begin(), contents.end());
}

FailureOr<ToolResult>
cudax::runTool(StringRef program, ArrayRef<std::string> arguments,
               function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<TemporaryFile> log = TemporaryFile::create("log", "", emitError);
  if (failed(log)) {
    return failure();
  }
  SmallVector<StringRef> allArguments = {program};
  llvm::append_range(allArguments, arguments);
  std::optional<StringRef> redirects[] = {StringRef(), log->getPath(),
                                          log->getPath()};
  std::string message;
  ToolResult result;
  result.status = llvm::sys::ExecuteAndWait(
      program, allArguments, /*Env=*/std::nullopt, redirects,
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message);
  if (result.status < 0) {
    return emitError() << "cannot run '" << program << "': " << message;
  }
  FailureOr<SmallVector<char, 0>> text = log->read(emitError);
  if (failed(text)) {
    return failure();
  }
  result.log.assign(text->begin(), text->end());
  return result;
}

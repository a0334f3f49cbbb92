//===- ToolLibrary.cpp - Libraries of the CUDA Toolkit --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolLibrary.h"

using namespace mlir;
using namespace mlir::cudax;

FailureOr<ToolLibrary>
ToolLibrary::load(StringRef name, StringRef path,
                  function_ref<InFlightDiagnostic()> emitError) {
  std::string message;
  ToolLibrary result;
  result.name = name.str();
  result.path = path.str();
  result.library = llvm::sys::DynamicLibrary::getPermanentLibrary(
      result.path.c_str(), &message);
  if (!result.library.isValid()) {
    return emitError() << "cannot load " << name << ": " << message;
  }
  return result;
}

LogicalResult
ToolLibrary::verify(function_ref<InFlightDiagnostic()> emitError) const {
  if (missing.empty()) {
    return success();
  }
  return emitError() << "expected '" << path << "' to be " << name
                     << ", but it has no function '" << missing << "'";
}

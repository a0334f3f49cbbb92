//===- ToolLibrary.h - Libraries of the CUDA Toolkit ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_TOOLLIBRARY_H
#define DTYP_LIB_TARGET_TOOLLIBRARY_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/DynamicLibrary.h"

#include <string>

namespace mlir::cudax {

/// A library that stays loaded until the process ends.
class ToolLibrary {
public:
  /// Loads the library at `path`, which messages call `name`, unless this
  /// process has it. Fails after an error.
  static FailureOr<ToolLibrary>
  load(StringRef name, StringRef path,
       function_ref<InFlightDiagnostic()> emitError);

  /// Sets `function`, a pointer, to the function of this name.
  template <typename Function>
  void find(Function &function, const char *symbol) {
    function = reinterpret_cast<Function>(library.getAddressOfSymbol(symbol));
    if (!function) {
      missing = symbol;
    }
  }

  /// Fails after an error if a function was not found.
  LogicalResult verify(function_ref<InFlightDiagnostic()> emitError) const;

private:
  llvm::sys::DynamicLibrary library;
  std::string name;
  std::string path;
  std::string missing;
};

/// Reads a text by two functions of such a library: one tells its size.
template <typename Handle>
std::string readToolText(Handle handle, int (*getSize)(Handle, size_t *),
                         int (*get)(Handle, char *)) {
  size_t size = 0;
  if (getSize(handle, &size) != 0 || size == 0) {
    return {};
  }
  // The size counts the terminator in some versions and not in others.
  std::string text(size + 1, '\0');
  if (get(handle, text.data()) != 0) {
    return {};
  }
  return std::string(text.c_str()) + '\n';
}

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_TOOLLIBRARY_H

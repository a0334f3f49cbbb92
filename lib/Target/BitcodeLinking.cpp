//===- BitcodeLinking.cpp - LLVM modules to link --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitcodeLinking.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::cudax;

FailureOr<std::unique_ptr<llvm::Module>>
cudax::loadLLVMModule(const DeviceCode &code, llvm::LLVMContext &context,
                      function_ref<InFlightDiagnostic()> emitError) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::getLazyIRModule(
      llvm::MemoryBuffer::getMemBuffer(
          llvm::MemoryBufferRef(code.getText(), code.path)),
      diagnostic, context);
  if (module) {
    return std::move(module);
  }
  InFlightDiagnostic error = emitError();
  error << "expected LLVM IR, LTO-IR, PTX or a cubin to link, but LLVM "
           "cannot read '"
        << code.path << "'";
  if (diagnostic.getLineNo() > 0) {
    error << " in line " << diagnostic.getLineNo();
  }
  return error << ": " << diagnostic.getMessage();
}

/// Whether `value` is a definition besides which there must be no other.
static bool isOnlyDefinition(const llvm::GlobalValue &value) {
  return !value.isDeclarationForLinker() && value.hasExternalLinkage();
}

LogicalResult
cudax::verifyDefinitions(const llvm::Module &module,
                         ArrayRef<std::unique_ptr<llvm::Module>> libraries,
                         ArrayRef<DeviceCode> files,
                         FunctionErrorEmitter emitErrorAt) {
  llvm::StringMap<StringRef> definitions;
  for (auto [library, file] : llvm::zip_equal(libraries, files)) {
    for (const llvm::GlobalValue &value : library->global_values()) {
      if (!isOnlyDefinition(value)) {
        continue;
      }
      StringRef name = value.getName();
      const llvm::GlobalValue *other = module.getNamedValue(name);
      if (other && isOnlyDefinition(*other)) {
        return emitErrorAt(name)
               << "expected one definition of '" << name << "', but '"
               << file.path << "' defines it beside this module";
      }
      auto [entry, isNew] = definitions.try_emplace(name, file.path);
      if (!isNew) {
        return emitErrorAt(name)
               << "expected one definition of '" << name << "', but '"
               << entry->second << "' and '" << file.path << "' define it";
      }
    }
  }
  return success();
}

//===- BitcodeLinking.cpp - LLVM modules to link --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitcodeLinking.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <map>
#include <mutex>

using namespace mlir;
using namespace mlir::cudax;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static std::unique_ptr<llvm::Module>
readModule(const DeviceCode &code, llvm::LLVMContext &context,
           llvm::SMDiagnostic &diagnostic) {
  return llvm::getLazyIRModule(
      llvm::MemoryBuffer::getMemBuffer(
          llvm::MemoryBufferRef(code.getText(), code.path)),
      diagnostic, context);
}

FailureOr<std::unique_ptr<llvm::Module>>
cudax::loadLLVMModule(const DeviceCode &code, llvm::LLVMContext &context,
                      function_ref<InFlightDiagnostic()> emitError) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = readModule(code, context, diagnostic);
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

/// Returns `names` of `module`, with what they call, as bitcode. Returns null
/// if LLVM cannot link them.
static SharedBuffer extractFunctions(std::unique_ptr<llvm::Module> module,
                                     ArrayRef<StringRef> names) {
  llvm::Module functions(module->getModuleIdentifier(), module->getContext());
  functions.setDataLayout(module->getDataLayout());
  functions.setTargetTriple(module->getTargetTriple());
  // What is declared is needed.
  for (StringRef name : names) {
    if (const llvm::Function *function = module->getFunction(name)) {
      functions.getOrInsertFunction(name, function->getFunctionType(),
                                    function->getAttributes());
    }
  }
  if (llvm::Linker::linkModules(functions, std::move(module),
                                llvm::Linker::Flags::LinkOnlyNeeded)) {
    return nullptr;
  }
  SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(functions, stream);
  return std::make_shared<llvm::SmallVectorMemoryBuffer>(std::move(bitcode));
}

/// How many sets of functions a process keeps: some 10 KiB each, and more than
/// the kernels of a program ask for.
static constexpr size_t kMaxKeptSets = 256;

namespace {

/// The functions that modules were asked for in this process.
class ExtractedFunctions {
public:
  /// Returns the bitcode of `names` alone, or null if `code` is to be taken.
  SharedBuffer lookup(const DeviceCode &code, ArrayRef<StringRef> names);

private:
  /// By the contents of the module, which are kept so that no others have their
  /// address, and the names.
  using Key = std::pair<SharedBuffer, std::string>;

  std::mutex mutex;
  /// The bitcode is null when asked for once: most processes compile each
  /// kernel once, and must not pay for more.
  std::map<Key, SharedBuffer> bitcode;
};

} // namespace

SharedBuffer ExtractedFunctions::lookup(const DeviceCode &code,
                                        ArrayRef<StringRef> names) {
  Key key(code.contents, llvm::join(names, ","));
  {
    std::scoped_lock<std::mutex> lock(mutex);
    auto found = bitcode.find(key);
    if (found == bitcode.end()) {
      // What is compiled again and again is soon back.
      if (bitcode.size() == kMaxKeptSets) {
        bitcode.clear();
      }
      bitcode.try_emplace(std::move(key));
      return nullptr;
    }
    if (found->second) {
      return found->second;
    }
  }
  // Unlocked: LLVM may leave by the way of crashes. Two threads that come here
  // make the same. What is wrong, who takes the module reports.
  llvm::LLVMContext context;
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = readModule(code, context, diagnostic);
  SharedBuffer extracted =
      module ? extractFunctions(std::move(module), names) : nullptr;
  std::scoped_lock<std::mutex> lock(mutex);
  auto found = bitcode.find(key);
  if (found != bitcode.end()) {
    found->second = extracted;
  }
  return extracted;
}

FailureOr<std::unique_ptr<llvm::Module>>
cudax::loadLLVMFunctions(const DeviceCode &code, ArrayRef<StringRef> names,
                         llvm::LLVMContext &context,
                         function_ref<InFlightDiagnostic()> emitError) {
  // Never destroyed: threads may still compile when the process ends.
  static ExtractedFunctions &extracted = *new ExtractedFunctions();
  DeviceCode functions = code;
  if (SharedBuffer bitcode = extracted.lookup(code, names)) {
    functions.contents = std::move(bitcode);
  }
  return loadLLVMModule(functions, context, emitError);
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

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

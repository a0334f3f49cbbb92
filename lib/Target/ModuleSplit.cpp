//===- ModuleSplit.cpp - Parts of an LLVM module --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleSplit.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/GlobalStatus.h"

using namespace mlir;
using namespace mlir::cudax;

/// A part is worth its own context, passes and copies of functions if it has so
/// many kernels and instructions, with those that are inlined.
static constexpr size_t kMinKernelsOfPart = 16;
static constexpr size_t kMinInstructionsOfPart = 1000;

/// More parts than this keep no more processors busy than there are, and each
/// reads the names of the whole module.
static constexpr size_t kMaxParts = 32;

/// A constant that is larger is written once, with all that uses it.
static constexpr uint64_t kMaxCopiedBytes = 4096;

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

namespace {

/// A function or variable with a definition, and the numbers of those that it
/// refers to.
struct Definition {
  const llvm::GlobalObject *object;
  SmallVector<unsigned, 4> references;
  /// Whether each part has one of its own.
  bool isCopied = false;
};

/// The definitions of a module, in its order: functions, then variables.
class Definitions {
public:
  explicit Definitions(const llvm::Module &module);

  ArrayRef<Definition> get() const { return definitions; }

private:
  void add(const llvm::GlobalObject &object);

  /// Adds the definitions that `user` refers to to `references`.
  void collect(const llvm::User &user,
               llvm::SmallPtrSetImpl<const llvm::Constant *> &visited,
               llvm::SmallSetVector<unsigned, 8> &references) const;

  SmallVector<Definition, 0> definitions;
  llvm::DenseMap<const llvm::GlobalValue *, unsigned> numbers;
};

} // namespace

/// Whether copies of `object` can stand for one: it is no symbol of the module,
/// it is not changed, and nobody can tell how many callers it has.
static bool canBeCopied(const llvm::GlobalObject &object) {
  if (!object.hasLocalLinkage()) {
    return false;
  }
  if (const auto *function = dyn_cast<llvm::Function>(&object)) {
    return function->hasFnAttribute(llvm::Attribute::AlwaysInline) &&
           !function->hasAddressTaken();
  }
  const auto &variable = cast<llvm::GlobalVariable>(object);
  llvm::GlobalStatus status;
  bool isConstant = variable.isConstant() ||
                    (!llvm::GlobalStatus::analyzeGlobal(&variable, status) &&
                     status.StoredType == llvm::GlobalStatus::NotStored);
  return isConstant && variable.hasDefinitiveInitializer() &&
         variable.getDataLayout().getTypeAllocSize(variable.getValueType()) <=
             kMaxCopiedBytes;
}

Definitions::Definitions(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    add(function);
  }
  for (const llvm::GlobalVariable &variable : module.globals()) {
    add(variable);
  }
  for (Definition &definition : definitions) {
    llvm::SmallPtrSet<const llvm::Constant *, 16> visited;
    llvm::SmallSetVector<unsigned, 8> references;
    collect(*definition.object, visited, references);
    if (const auto *function = dyn_cast<llvm::Function>(definition.object)) {
      for (const llvm::BasicBlock &block : *function) {
        for (const llvm::Instruction &instruction : block) {
          collect(instruction, visited, references);
        }
      }
    }
    definition.references.assign(references.begin(), references.end());
  }

  // What refers to a definition that is not copied is not copied itself.
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (Definition &definition : definitions) {
      if (definition.isCopied &&
          !llvm::all_of(definition.references, [&](unsigned reference) {
            return definitions[reference].isCopied;
          })) {
        definition.isCopied = false;
        isChanged = true;
      }
    }
  }
}

void Definitions::add(const llvm::GlobalObject &object) {
  if (!object.isDeclaration()) {
    numbers.try_emplace(&object, definitions.size());
    definitions.push_back({&object, {}, canBeCopied(object)});
  }
}

void Definitions::collect(
    const llvm::User &user,
    llvm::SmallPtrSetImpl<const llvm::Constant *> &visited,
    llvm::SmallSetVector<unsigned, 8> &references) const {
  SmallVector<const llvm::User *> users = {&user};
  while (!users.empty()) {
    for (const llvm::Value *operand : users.pop_back_val()->operand_values()) {
      const auto *constant = dyn_cast<llvm::Constant>(operand);
      if (!constant || !visited.insert(constant).second) {
        continue;
      }
      if (const auto *global = dyn_cast<llvm::GlobalValue>(constant)) {
        auto found = numbers.find(global);
        if (found != numbers.end()) {
          references.insert(found->second);
        }
      } else {
        users.push_back(constant);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// ModuleSplit
//===----------------------------------------------------------------------===//

/// Returns the instructions of definition `number` and of the copies that it
/// refers to.
static size_t countInstructions(ArrayRef<Definition> definitions,
                                unsigned number) {
  llvm::SmallSetVector<unsigned, 16> members;
  members.insert(number);
  size_t count = 0;
  for (size_t i = 0; i != members.size(); ++i) {
    const Definition &definition = definitions[members[i]];
    if (const auto *function = dyn_cast<llvm::Function>(definition.object)) {
      count += function->getInstructionCount();
    }
    for (unsigned reference : definition.references) {
      if (definitions[reference].isCopied) {
        members.insert(reference);
      }
    }
  }
  return count;
}

static size_t countKernels(const llvm::Module &module) {
  return llvm::count_if(module, [](const llvm::Function &function) {
    return !function.isDeclaration() &&
           function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
  });
}

/// Whether `module` is more than functions and variables that can be told from
/// each other: parts would not add up to the whole.
static bool isIndivisible(const llvm::Module &module) {
  return !module.getModuleInlineAsm().empty() || !module.alias_empty() ||
         !module.ifunc_empty() || !module.debug_compile_units().empty() ||
         llvm::any_of(module.global_objects(),
                      [](const llvm::GlobalObject &object) {
                        return !object.hasName() || object.hasComdat() ||
                               object.hasAppendingLinkage();
                      });
}

/// Finds which definitions refer to each other: each class is a component that
/// cannot be divided. They are in the order of the module.
static llvm::IntEqClasses findComponents(ArrayRef<Definition> definitions) {
  llvm::IntEqClasses components(definitions.size());
  for (auto [number, definition] : llvm::enumerate(definitions)) {
    for (unsigned reference : definition.references) {
      if (!definitions[reference].isCopied) {
        components.join(number, reference);
      }
    }
  }
  components.compress();
  return components;
}

/// Returns the definitions of each of up to `maxParts` parts, but for copies:
/// about as many instructions each, in the order of the module.
static SmallVector<SmallVector<unsigned>>
divide(ArrayRef<Definition> definitions, size_t maxParts) {
  llvm::IntEqClasses components = findComponents(definitions);
  SmallVector<size_t, 0> sizes(components.getNumClasses(), 0);
  size_t size = 0;
  for (auto [number, definition] : llvm::enumerate(definitions)) {
    if (!definition.isCopied) {
      size_t count = countInstructions(definitions, number);
      sizes[components[number]] += count;
      size += count;
    }
  }
  maxParts = std::min(maxParts, size / kMinInstructionsOfPart);
  if (maxParts < 2) {
    return {};
  }

  SmallVector<size_t, 0> partOfComponent;
  size_t begin = 0;
  for (size_t componentSize : sizes) {
    size_t middle = begin + componentSize / 2;
    partOfComponent.push_back(std::min(middle * maxParts / size, maxParts - 1));
    begin += componentSize;
  }
  SmallVector<SmallVector<unsigned>> parts(maxParts);
  for (auto [number, definition] : llvm::enumerate(definitions)) {
    if (!definition.isCopied) {
      parts[partOfComponent[components[number]]].push_back(number);
    }
  }
  llvm::erase_if(parts, [](ArrayRef<unsigned> part) { return part.empty(); });
  return parts;
}

ModuleSplit::ModuleSplit(const llvm::Module &module) {
  size_t maxParts =
      std::min(kMaxParts, countKernels(module) / kMinKernelsOfPart);
  if (maxParts < 2 || isIndivisible(module)) {
    return;
  }
  Definitions all(module);
  ArrayRef<Definition> definitions = all.get();
  SmallVector<SmallVector<unsigned>> divided = divide(definitions, maxParts);
  if (divided.size() < 2) {
    return;
  }

  size_t numFunctions = llvm::count_if(definitions, [](const Definition &one) {
    return isa<llvm::Function>(one.object);
  });
  for (ArrayRef<unsigned> own : divided) {
    llvm::SmallSetVector<unsigned, 32> members(own.begin(), own.end());
    for (size_t i = 0; i != members.size(); ++i) {
      ArrayRef<unsigned> references = definitions[members[i]].references;
      members.insert(references.begin(), references.end());
    }
    Part &part = parts.emplace_back();
    part.functions.resize(numFunctions);
    part.variables.resize(definitions.size() - numFunctions);
    for (unsigned number : members) {
      if (number < numFunctions) {
        part.functions.set(number);
      } else {
        part.variables.set(number - numFunctions);
      }
    }
  }
}

/// Erases the declarations of `globals` that nothing refers to.
template <typename Range>
static void eraseUnused(Range globals) {
  for (auto &global : llvm::make_early_inc_range(globals)) {
    global.removeDeadConstantUsers();
    if (global.isDeclaration() && global.use_empty()) {
      global.eraseFromParent();
    }
  }
}

llvm::Expected<std::unique_ptr<llvm::Module>>
ModuleSplit::readPart(size_t part, StringRef bitcode,
                      llvm::LLVMContext &context) const {
  // The bodies of functions are read where they are asked for only.
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bitcode, "part"),
                                 context);
  if (!module) {
    return module.takeError();
  }
  const Part &bits = parts[part];
  unsigned number = 0;
  for (llvm::Function &function : **module) {
    if (function.isDeclaration()) {
      continue;
    }
    if (!bits.functions.test(number++)) {
      function.deleteBody();
    } else if (llvm::Error error = function.materialize()) {
      return std::move(error);
    }
  }
  number = 0;
  for (llvm::GlobalVariable &variable : (*module)->globals()) {
    if (!variable.isDeclaration() && !bits.variables.test(number++)) {
      variable.setInitializer(nullptr);
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  }
  eraseUnused((*module)->functions());
  eraseUnused((*module)->globals());
  if (llvm::Error error = (*module)->materializeAll()) {
    return std::move(error);
  }
  return module;
}

bool cudax::hasCopiedFunction(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return !function.isDeclaration() && function.hasLocalLinkage() &&
           function.hasFnAttribute(llvm::Attribute::AlwaysInline);
  });
}

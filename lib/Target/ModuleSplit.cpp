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
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/GlobalStatus.h"

using namespace mlir;
using namespace mlir::cudax;

/// A part is worth its own context, passes and copies of functions if it has so
/// many kernels and instructions, with those that are inlined.
static constexpr size_t kMinKernelsOfPart = 16;
static constexpr size_t kMinInstructionsOfPart = 1000;

/// More parts than this keep no more processors busy than there are.
static constexpr size_t kMaxParts = 32;

/// A constant that is larger is written once, with all that uses it.
static constexpr uint64_t kMaxCopiedBytes = 4096;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

namespace {

/// A function or variable, and the numbers of those that it refers to.
struct Symbol {
  llvm::GlobalObject *object;
  SmallVector<unsigned, 4> references;
  /// Whether each part has one of its own.
  bool isCopied = false;
};

/// The functions and variables of a module, in its order: functions, then
/// variables.
class Symbols {
public:
  explicit Symbols(llvm::Module &module);

  ArrayRef<Symbol> get() const { return symbols; }

private:
  void add(llvm::GlobalObject &object);

  /// Adds what `user` refers to to `references`.
  void collect(const llvm::User &user,
               llvm::SmallPtrSetImpl<const llvm::Constant *> &visited,
               llvm::SmallSetVector<unsigned, 8> &references) const;

  SmallVector<Symbol, 0> symbols;
  llvm::DenseMap<const llvm::GlobalValue *, unsigned> numbers;
};

} // namespace

/// Whether copies of `object` can stand for one: it is declared only, or it is
/// no symbol of the module, it is not changed, and nobody can tell how many
/// callers it has.
static bool canBeCopied(const llvm::GlobalObject &object) {
  if (object.isDeclaration()) {
    return true;
  }
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

Symbols::Symbols(llvm::Module &module) {
  for (llvm::Function &function : module) {
    add(function);
  }
  for (llvm::GlobalVariable &variable : module.globals()) {
    add(variable);
  }
  for (Symbol &symbol : symbols) {
    llvm::SmallPtrSet<const llvm::Constant *, 16> visited;
    llvm::SmallSetVector<unsigned, 8> references;
    collect(*symbol.object, visited, references);
    if (const auto *function = dyn_cast<llvm::Function>(symbol.object)) {
      for (const llvm::BasicBlock &block : *function) {
        for (const llvm::Instruction &instruction : block) {
          collect(instruction, visited, references);
        }
      }
    }
    symbol.references.assign(references.begin(), references.end());
  }

  // What refers to a symbol that is not copied is not copied itself.
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (Symbol &symbol : symbols) {
      if (symbol.isCopied &&
          !llvm::all_of(symbol.references, [&](unsigned reference) {
            return symbols[reference].isCopied;
          })) {
        symbol.isCopied = false;
        isChanged = true;
      }
    }
  }
}

void Symbols::add(llvm::GlobalObject &object) {
  numbers.try_emplace(&object, symbols.size());
  symbols.push_back({&object, {}, canBeCopied(object)});
}

void Symbols::collect(const llvm::User &user,
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

/// Returns the instructions of symbol `number` and of the copies that it
/// refers to.
static size_t countInstructions(ArrayRef<Symbol> symbols, unsigned number) {
  llvm::SmallSetVector<unsigned, 16> members;
  members.insert(number);
  size_t count = 0;
  for (size_t i = 0; i != members.size(); ++i) {
    const Symbol &symbol = symbols[members[i]];
    if (const auto *function = dyn_cast<llvm::Function>(symbol.object)) {
      count += function->getInstructionCount();
    }
    for (unsigned reference : symbol.references) {
      if (symbols[reference].isCopied) {
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

/// Whether `metadata` or what it refers to names a function or variable.
static bool
namesGlobal(const llvm::Metadata *metadata,
            llvm::SmallPtrSetImpl<const llvm::Metadata *> &visited) {
  SmallVector<const llvm::Metadata *> worklist = {metadata};
  while (!worklist.empty()) {
    const llvm::Metadata *current = worklist.pop_back_val();
    if (!current || !visited.insert(current).second) {
      continue;
    }
    if (const auto *constant = dyn_cast<llvm::ConstantAsMetadata>(current)) {
      if (!isa<llvm::ConstantData>(constant->getValue())) {
        return true;
      }
    } else if (const auto *node = dyn_cast<llvm::MDNode>(current)) {
      worklist.append(node->op_begin(), node->op_end());
    }
  }
  return false;
}

/// Whether metadata of `module` names functions or variables, which may be in
/// other parts.
static bool hasGlobalInMetadata(const llvm::Module &module) {
  llvm::SmallPtrSet<const llvm::Metadata *, 16> visited;
  SmallVector<std::pair<unsigned, llvm::MDNode *>> attached;
  auto isAttached = [&](const auto &value) {
    value.getAllMetadata(attached);
    return llvm::any_of(attached, [&](const auto &entry) {
      return namesGlobal(entry.second, visited);
    });
  };
  auto namesGlobalInOperand = [&](const llvm::Instruction &instruction) {
    return llvm::any_of(
        instruction.operand_values(), [&](const llvm::Value *operand) {
          const auto *metadata = dyn_cast<llvm::MetadataAsValue>(operand);
          return metadata && namesGlobal(metadata->getMetadata(), visited);
        });
  };
  return llvm::any_of(module.named_metadata(),
                      [&](const llvm::NamedMDNode &list) {
                        return llvm::any_of(list.operands(),
                                            [&](const llvm::MDNode *node) {
                                              return namesGlobal(node, visited);
                                            });
                      }) ||
         llvm::any_of(module.global_objects(), isAttached) ||
         llvm::any_of(module, [&](const llvm::Function &function) {
           return llvm::any_of(llvm::instructions(function),
                               [&](const llvm::Instruction &instruction) {
                                 return (instruction.hasMetadata() &&
                                         isAttached(instruction)) ||
                                        namesGlobalInOperand(instruction);
                               });
         });
}

/// Whether PTX writes the names of two symbols alike: LLVM tells those of one
/// module from each other, not those of its parts.
static bool hasNamesWrittenAlike(const llvm::Module &module) {
  llvm::StringSet<> names;
  return llvm::any_of(
      module.global_objects(), [&](const llvm::GlobalObject &object) {
        std::string name;
        for (char c : object.getName()) {
          // Characters that names in PTX do not have.
          bool isValid = llvm::isAlnum(c) || c == '_' || c == '$';
          name += isValid ? StringRef(&c, 1) : StringRef("_$_");
        }
        return !names.insert(name).second;
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
                      }) ||
         hasNamesWrittenAlike(module) || hasGlobalInMetadata(module);
}

/// Finds which symbols refer to each other: each class is a component that
/// cannot be divided. They are in the order of the module.
static llvm::IntEqClasses findComponents(ArrayRef<Symbol> symbols) {
  llvm::IntEqClasses components(symbols.size());
  for (auto [number, symbol] : llvm::enumerate(symbols)) {
    for (unsigned reference : symbol.references) {
      if (!symbols[reference].isCopied) {
        components.join(number, reference);
      }
    }
  }
  components.compress();
  return components;
}

/// Returns the symbols of each of up to `maxParts` parts, but for copies:
/// about as many instructions each, in the order of the module.
static SmallVector<SmallVector<unsigned>> divide(ArrayRef<Symbol> symbols,
                                                 size_t maxParts) {
  llvm::IntEqClasses components = findComponents(symbols);
  SmallVector<size_t, 0> sizes(components.getNumClasses(), 0);
  size_t size = 0;
  for (auto [number, symbol] : llvm::enumerate(symbols)) {
    if (!symbol.isCopied) {
      size_t count = countInstructions(symbols, number);
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
  for (auto [number, symbol] : llvm::enumerate(symbols)) {
    if (!symbol.isCopied) {
      parts[partOfComponent[components[number]]].push_back(number);
    }
  }
  llvm::erase_if(parts, [](ArrayRef<unsigned> part) { return part.empty(); });
  return parts;
}

ModuleSplit::ModuleSplit(llvm::Module &module) : module(module) {
  size_t maxParts =
      std::min(kMaxParts, countKernels(module) / kMinKernelsOfPart);
  if (maxParts < 2 || isIndivisible(module)) {
    return;
  }
  Symbols all(module);
  ArrayRef<Symbol> symbols = all.get();
  SmallVector<SmallVector<unsigned>> divided = divide(symbols, maxParts);
  if (divided.size() < 2) {
    return;
  }
  for (ArrayRef<unsigned> own : divided) {
    llvm::SmallSetVector<unsigned, 32> members(own.begin(), own.end());
    for (size_t i = 0; i != members.size(); ++i) {
      ArrayRef<unsigned> references = symbols[members[i]].references;
      members.insert(references.begin(), references.end());
    }
    Part &part = parts.emplace_back();
    auto numbers = members.takeVector();
    llvm::sort(numbers);
    for (unsigned number : numbers) {
      part.push_back(symbols[number].object);
    }
  }
}

/// Moves `object` behind what is in `target`.
static void move(llvm::GlobalObject *object, llvm::Module &target) {
  object->removeFromParent();
  if (auto *function = dyn_cast<llvm::Function>(object)) {
    target.getFunctionList().push_back(function);
  } else {
    target.insertGlobalVariable(cast<llvm::GlobalVariable>(object));
  }
}

/// Adds to `target` what `source` has beside functions and variables.
static void copyProperties(const llvm::Module &source, llvm::Module &target) {
  target.setSourceFileName(source.getSourceFileName());
  target.setDataLayout(source.getDataLayout());
  target.setTargetTriple(source.getTargetTriple());
  for (const llvm::NamedMDNode &list : source.named_metadata()) {
    llvm::NamedMDNode *copy = target.getOrInsertNamedMetadata(list.getName());
    for (unsigned i = 0; i != list.getNumOperands(); ++i) {
      copy->addOperand(list.getOperand(i));
    }
  }
}

SmallVector<SmallVector<char, 0>, 0> ModuleSplit::writeParts() {
  SmallVector<llvm::GlobalObject *, 0> order;
  for (llvm::GlobalObject &object : module.global_objects()) {
    order.push_back(&object);
  }
  SmallVector<SmallVector<char, 0>, 0> result;
  for (const Part &part : parts) {
    llvm::Module partModule(module.getModuleIdentifier(), module.getContext());
    copyProperties(module, partModule);
    for (llvm::GlobalObject *object : part) {
      move(object, partModule);
    }
    llvm::raw_svector_ostream stream(result.emplace_back());
    // Passes may visit uses in their order.
    llvm::WriteBitcodeToFile(partModule, stream,
                             /*ShouldPreserveUseListOrder=*/true);
    for (llvm::GlobalObject *object : part) {
      move(object, module);
    }
  }
  for (llvm::GlobalObject *object : order) {
    move(object, module);
  }
  return result;
}

bool cudax::hasCopiedFunction(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return !function.isDeclaration() && function.hasLocalLinkage() &&
           function.hasFnAttribute(llvm::Attribute::AlwaysInline);
  });
}

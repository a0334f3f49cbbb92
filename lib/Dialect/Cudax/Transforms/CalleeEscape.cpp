//===- CalleeEscape.cpp - Local arrays that callees keep ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the analysis that follows local arrays through calls.
//
//===----------------------------------------------------------------------===//

#include "CalleeEscape.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::cudax;

/// Whether the call, or the function that it names, promises not to keep the
/// argument of this number.
static bool isNoCapture(CallOpInterface call, FunctionOpInterface function,
                        unsigned number) {
  StringRef name = LLVM::LLVMDialect::getNoCaptureAttrName();
  if (ArrayAttr attributes = call.getArgAttrsAttr()) {
    auto dictionary = number < attributes.size()
                          ? dyn_cast<DictionaryAttr>(attributes[number])
                          : DictionaryAttr();
    if (dictionary && dictionary.contains(name)) {
      return true;
    }
  }
  return function && number < function.getNumArguments() &&
         function.getArgAttr(number, name);
}

std::optional<LocalArrayEscape>
CalleeEscapeAnalysis::followCall(CallOpInterface call, OpOperand &argument,
                                 ArrayReferences &references) {
  Operation::operand_range arguments = call.getArgOperands();
  unsigned begin = arguments.getBeginOperandIndex();
  if (argument.getOperandNumber() < begin ||
      argument.getOperandNumber() >= begin + arguments.size()) {
    return std::nullopt;
  }
  unsigned number = argument.getOperandNumber() - begin;
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbolTables));
  if (isNoCapture(call, function, number)) {
    return std::nullopt;
  }
  bool hasBody =
      function && !function.isExternal() && number < function.getNumArguments();
  if (!hasBody) {
    return LocalArrayEscape{&argument,
                            "is passed to a function that may keep it",
                            /*isCall=*/true};
  }
  if (!root->isProperAncestor(function)) {
    return std::nullopt;
  }
  const Effect &effect = effects[Parameter(function, number)];
  if (effect.escape) {
    OpOperand *use = effect.escape->useInCallee ? effect.escape->useInCallee
                                                : effect.escape->use;
    return LocalArrayEscape{&argument, "is passed to a function that keeps it",
                            /*isCall=*/true, use};
  }
  for (unsigned result : effect.returned.set_bits()) {
    if (result < call->getNumResults()) {
      references.insert(call->getResult(result));
    }
  }
  return std::nullopt;
}

bool CalleeEscapeAnalysis::solve() {
  if (effects.size() == numSolved) {
    return false;
  }
  auto follow = [this](CallOpInterface call, OpOperand &argument,
                       ArrayReferences &references) {
    return followCall(call, argument, references);
  };
  bool wasWrong = false;
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    // Looking at a parameter may add others behind it.
    for (size_t i = 0; i < effects.size(); ++i) {
      auto [function, number] = effects.getArrayRef()[i].first;
      Effect effect;
      effect.escape = findParameterEscape(
          cast<FunctionOpInterface>(function).getArgument(number), follow,
          effect.returned);
      Effect &known = effects[Parameter(function, number)];
      if (effect.escape.has_value() != known.escape.has_value() ||
          effect.returned != known.returned) {
        known = std::move(effect);
        isChanged = wasWrong = true;
      }
    }
  }
  numSolved = effects.size();
  return wasWrong;
}

std::optional<LocalArrayEscape> CalleeEscapeAnalysis::findEscape(Value array) {
  auto follow = [this](CallOpInterface call, OpOperand &argument,
                       ArrayReferences &references) {
    return followCall(call, argument, references);
  };
  while (true) {
    std::optional<LocalArrayEscape> escape =
        findLocalArrayEscape(array, follow);
    if (escape || !solve()) {
      return escape;
    }
  }
}

//===- Signature.cpp - What values a kernel takes -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signature.h"

#include "DialectTypes.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/StrCat.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

static std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Signature mlir::dtyp::getSignature(FunctionOpInterface function) {
  Signature signature;
  signature.function = function;
  signature.name = function.getName().str();
  if (auto device = function->getParentOfType<gpu::GPUModuleOp>()) {
    signature.name = (device.getName() + "::" + function.getName()).str();
  }
  ArrayRef<Type> parameters = function.getArgumentTypes();
  unsigned next = 0;
  for (auto [index, source] : llvm::enumerate(getSourceArguments(function))) {
    signature.arguments.push_back(source.type);
    for (const std::string &field : source.fields) {
      signature.values.push_back(
          {parameters[next++], static_cast<unsigned>(index), field});
    }
  }
  return signature;
}

static SmallVector<Signature> getKernels(ModuleOp module) {
  SmallVector<Signature> kernels;
  for (auto device : module.getOps<gpu::GPUModuleOp>()) {
    for (auto function : device.getOps<gpu::GPUFuncOp>()) {
      if (function.isKernel()) {
        kernels.push_back(getSignature(function));
      }
    }
  }
  return kernels;
}

static std::string joinNames(ArrayRef<Signature> signatures) {
  std::string text;
  for (const Signature &signature : signatures) {
    text += (text.empty() ? "" : ", ") + signature.name;
  }
  return text;
}

Result<Signature> mlir::dtyp::findKernel(ModuleOp module, StringRef name) {
  SmallVector<Signature> kernels = getKernels(module);
  if (kernels.empty()) {
    return Error("expected a gpu.module with a kernel, or a gpu.launch, got "
                 "none");
  }
  SmallVector<Signature> found;
  for (const Signature &kernel : kernels) {
    StringRef full = kernel.name;
    if (name.empty() || full == name || full.ends_with(("::" + name).str())) {
      found.push_back(kernel);
    }
  }
  if (found.size() == 1) {
    return found.front();
  }
  if (name.empty()) {
    return Error(strCat("expected --kernel NAME, since there are ",
                        kernels.size(), " kernels: ", joinNames(kernels)));
  }
  if (found.empty()) {
    return Error(strCat("there is no kernel '", name.str(),
                        "'; there is: ", joinNames(kernels)));
  }
  return Error(strCat("expected --kernel MODULE::NAME, since several kernels "
                      "have that name: ",
                      joinNames(found)));
}

Result<Signature> mlir::dtyp::findHostFunction(ModuleOp module,
                                               StringRef name) {
  std::string names;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal()) {
      continue;
    }
    if (function.getName() == name && function.getNumResults() != 0) {
      return Error(strCat("expected a host function without results, got '",
                          name.str(),
                          "', which has some; let it write to an array"));
    }
    if (function.getName() == name) {
      return getSignature(function);
    }
    names += (names.empty() ? "" : ", ") + function.getName().str();
  }
  return Error(strCat("there is no host function '", name.str(),
                      "'; there is: ", names.empty() ? "none" : names));
}

//===----------------------------------------------------------------------===//
// DTypes
//===----------------------------------------------------------------------===//

static std::string joinAlternatives(ArrayRef<std::string> names,
                                    StringRef type) {
  if (names.empty()) {
    return ("a value of type " + type).str();
  }
  return llvm::join(names, " or ");
}

static std::string describeShape(MemRefType type) {
  std::string text = "[";
  for (auto [index, size] : llvm::enumerate(type.getShape())) {
    text += index ? "," : "";
    text += ShapedType::isDynamic(size) ? "?" : std::to_string(size);
  }
  return text + "]";
}

static std::string describeValue(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  Type element = memref ? memref.getElementType() : type;
  std::string text = joinAlternatives(getDTypeNames(element), toText(element));
  return memref ? "array " + describeShape(memref) + " of " + text : text;
}

void mlir::dtyp::printSignatures(ModuleOp module, llvm::raw_ostream &os) {
  for (const Signature &kernel : getKernels(module)) {
    os << "kernel " << kernel.name << '\n';
    unsigned number = 0;
    for (auto [index, type] : llvm::enumerate(kernel.arguments)) {
      bool hasValue = false;
      for (const SignatureValue &value : kernel.values) {
        if (value.argument != index) {
          continue;
        }
        hasValue = true;
        os << "  value " << ++number << ": " << describeValue(value.type);
        if (!value.field.empty()) {
          os << ", field '" << value.field << "' of " << type;
        }
        os << '\n';
      }
      if (!hasValue) {
        os << "  no value: " << type << '\n';
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static Status checkShape(MemRefType type, const HostArray &array,
                         const std::string &where) {
  bool matches = type.getRank() == static_cast<int64_t>(array.getRank());
  for (int64_t i = 0; matches && i != type.getRank(); ++i) {
    matches = type.isDynamicDim(i) || type.getDimSize(i) == array.getShape()[i];
  }
  if (!matches) {
    return Error(strCat(where, "expected an array of shape ",
                        describeShape(type), ", got ", array.getTypeString()));
  }
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset))) {
    return Error(strCat(where,
                        "expected a kernel that takes the array by "
                        "strides, got ",
                        toText(type)));
  }
  std::vector<int64_t> dense = getRowMajorStrides(array.getShape());
  for (auto [stride, actual] : llvm::zip(strides, dense)) {
    if (!ShapedType::isDynamic(stride) && stride != actual) {
      return Error(strCat(where, "expected an array with the strides of ",
                          toText(type), ", got one in C order"));
    }
  }
  if (!ShapedType::isDynamic(offset) && offset != 0) {
    return Error(strCat(where, "expected an array with the offset of ",
                        toText(type), ", got one without"));
  }
  return Status::success();
}

Status
mlir::dtyp::checkArguments(const Signature &signature,
                           const std::vector<LaunchArgument> &arguments) {
  if (arguments.size() != signature.values.size()) {
    std::string wanted;
    for (const SignatureValue &value : signature.values) {
      wanted += (wanted.empty() ? ": " : "; ") + describeValue(value.type);
    }
    return Error(strCat("expected ", signature.values.size(), " argument",
                        signature.values.size() == 1 ? "" : "s", " for '",
                        signature.name, "'", wanted, "; got ",
                        arguments.size()));
  }
  for (auto [index, pair] :
       llvm::enumerate(llvm::zip(signature.values, arguments))) {
    const auto &[value, argument] = pair;
    std::string where = strCat("argument ", index + 1, ": ");
    auto memref = dyn_cast<MemRefType>(value.type);
    if (!memref != argument.isScalar) {
      return Error(strCat(where, "expected ", memref ? "" : "a scalar, ",
                          describeValue(value.type), ", got ",
                          argument.isScalar ? "a scalar of " : "",
                          argument.array.getTypeString()));
    }
    Type element = memref ? memref.getElementType() : value.type;
    const NumPyDType &dtype = argument.array.getDType();
    if (!takesDType(element, dtype)) {
      return Error(
          strCat(where, "expected ",
                 joinAlternatives(getDTypeNames(element), toText(element)),
                 ", got ", formatDType(dtype)));
    }
    if (memref) {
      if (Status status = checkShape(memref, argument.array, where); !status) {
        return status;
      }
    }
  }
  return Status::success();
}

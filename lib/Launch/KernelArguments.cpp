//===- KernelArguments.cpp - Packing kernel parameters ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements packing arguments as MLIR's GPU lowering expects them.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/KernelArguments.h"

#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/StrCat.h"

using namespace mlir::dtyp;

static constexpr size_t pointerSize = 8;

static std::string plural(size_t count, std::string_view noun) {
  return strCat(count, " ", noun, count == 1 ? "" : "s");
}

void KernelArguments::addParameter(const void *bytes, size_t size,
                                   const char *role) {
  Parameter parameter;
  const auto *start = static_cast<const uint8_t *>(bytes);
  parameter.bytes.assign(start, start + size);
  parameter.argument = arguments.size() - 1;
  parameter.role = role;
  parameters.push_back(std::move(parameter));
}

void KernelArguments::addIndex(int64_t value, const char *role) {
  // Little-endian: the lower half comes first.
  addParameter(&value, convention.indexBitwidth / 8, role);
}

void KernelArguments::addScalar(const HostArray &scalar) {
  const NumPyDType &dtype = scalar.getDType();
  arguments.push_back({formatDType(dtype), /*isScalar=*/true,
                       static_cast<size_t>(dtype.itemsize), /*rank=*/0});
  addParameter(scalar.getData(), dtype.itemsize, "value");
}

Status KernelArguments::addArray(const HostArray &array, uint64_t address) {
  arguments.push_back({array.getTypeString(), /*isScalar=*/false,
                       static_cast<size_t>(array.getDType().itemsize),
                       array.getRank()});
  if (convention.abi == KernelABI::BarePointer) {
    addParameter(&address, pointerSize, "pointer");
    return Status::success();
  }
  const std::vector<int64_t> strides = getRowMajorStrides(array.getShape());
  if (convention.indexBitwidth == 32)
    for (const std::vector<int64_t> *indices : {&array.getShape(), &strides})
      for (int64_t value : *indices)
        if (value > INT32_MAX)
          return Error(strCat("expected sizes and strides that fit an index of "
                              "32 bits, got ",
                              value, " in ", array.getTypeString(),
                              "; compile the kernel with 64-bit indices"));
  addParameter(&address, pointerSize, "allocated pointer");
  addParameter(&address, pointerSize, "aligned pointer");
  addIndex(0, "offset");
  for (int64_t size : array.getShape())
    addIndex(size, "size");
  for (int64_t stride : strides)
    addIndex(stride, "stride");
  return Status::success();
}

std::vector<void *> KernelArguments::getPointers() {
  std::vector<void *> pointers;
  for (Parameter &parameter : parameters)
    pointers.push_back(parameter.bytes.data());
  return pointers;
}

std::vector<size_t> KernelArguments::getSizes(CallingConvention other) const {
  std::vector<size_t> sizes;
  for (const Argument &argument : arguments) {
    if (argument.isScalar) {
      sizes.push_back(argument.itemsize);
      continue;
    }
    sizes.push_back(pointerSize);
    if (other.abi == KernelABI::BarePointer)
      continue;
    sizes.push_back(pointerSize);
    sizes.insert(sizes.end(), 1 + 2 * argument.rank, other.indexBitwidth / 8);
  }
  return sizes;
}

std::string
KernelArguments::getHint(const std::vector<size_t> &kernelSizes) const {
  struct Alternative {
    CallingConvention convention;
    const char *options;
  };
  constexpr Alternative alternatives[] = {
      {{KernelABI::MemRef, 64}, "--abi memref --index-bitwidth 64"},
      {{KernelABI::MemRef, 32}, "--abi memref --index-bitwidth 32"},
      {{KernelABI::BarePointer, 64}, "--abi bare"},
  };
  for (const Alternative &alternative : alternatives)
    if (getSizes(alternative.convention) == kernelSizes)
      return strCat("; with ", alternative.options, " they match");
  return "";
}

std::string KernelArguments::describeArguments() const {
  std::string text;
  for (size_t i = 0; i != arguments.size(); ++i) {
    size_t count = 0;
    for (const Parameter &parameter : parameters)
      count += parameter.argument == i;
    text += strCat(i ? ", " : "", "argument ", i + 1, " (", arguments[i].type,
                   ") makes ", count);
  }
  return text;
}

Status
KernelArguments::checkAgainst(std::string_view kernel,
                              const std::vector<size_t> &kernelSizes) const {
  if (kernelSizes.size() != parameters.size()) {
    std::string made = arguments.empty() ? "no arguments are given"
                                         : strCat("the arguments given make ",
                                                  parameters.size(), ": ",
                                                  describeArguments());
    return Error(strCat("kernel '", kernel, "' has ",
                        plural(kernelSizes.size(), "parameter"), ", ", made,
                        getHint(kernelSizes)));
  }
  for (size_t i = 0; i != parameters.size(); ++i) {
    const Parameter &parameter = parameters[i];
    if (parameter.bytes.size() == kernelSizes[i])
      continue;
    return Error(strCat("parameter ", i + 1, " of kernel '", kernel, "' has ",
                        plural(kernelSizes[i], "byte"), ", but argument ",
                        parameter.argument + 1, " (",
                        arguments[parameter.argument].type, ") puts ",
                        plural(parameter.bytes.size(), "byte"), " there (its ",
                        parameter.role, ")", getHint(kernelSizes)));
  }
  return Status::success();
}

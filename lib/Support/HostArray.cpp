//===- HostArray.cpp - An array in host memory ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements arrays in host memory.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/HostArray.h"

#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/StrCat.h"

using namespace mlir::dtyp;

static std::string formatShape(const std::vector<int64_t> &shape) {
  std::string text = "[";
  for (size_t i = 0; i != shape.size(); ++i)
    text += strCat(i ? "," : "", shape[i]);
  return text + "]";
}

Result<int64_t> mlir::dtyp::getByteSize(const std::vector<int64_t> &shape,
                                        int64_t itemsize) {
  int64_t bytes = itemsize;
  bool isEmpty = false;
  for (int64_t size : shape) {
    if (size == 0) {
      isEmpty = true;
      continue;
    }
    if (__builtin_mul_overflow(bytes, size, &bytes))
      return Error(strCat("expected an array of less than 2**63 bytes, got the "
                          "shape ",
                          formatShape(shape), " of elements of ", itemsize,
                          itemsize == 1 ? " byte" : " bytes"));
  }
  return isEmpty ? 0 : bytes;
}

std::vector<int64_t>
mlir::dtyp::getRowMajorStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

Result<HostArray> HostArray::create(NumPyDType dtype,
                                    std::vector<int64_t> shape) {
  while (dtype.base) {
    shape.insert(shape.end(), dtype.shape.begin(), dtype.shape.end());
    dtype = NumPyDType(*dtype.base);
  }
  if (dtype.itemsize == 0)
    return Error(strCat("expected elements that have a size, got ",
                        formatDType(dtype), ", of which each has 0 bytes"));
  if (shape.size() > maxRank)
    return Error(strCat("expected at most ", maxRank, " dimensions, got ",
                        shape.size()));
  Result<int64_t> bytes = getByteSize(shape, dtype.itemsize);
  if (!bytes)
    return bytes.error();
  HostArray array;
  array.numElements = *bytes / dtype.itemsize;
  array.dtype = std::move(dtype);
  array.shape = std::move(shape);
  array.data.reset(static_cast<uint8_t *>(std::calloc(*bytes ? *bytes : 1, 1)));
  if (!array.data)
    return Error(strCat("no memory for the ", *bytes, " bytes of ",
                        array.getTypeString()));
  return array;
}

std::string HostArray::getTypeString() const {
  return formatDType(dtype) + formatShape(shape);
}

//===- RecordLayout.cpp - How records lay out their fields ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements NumPy's layout of records and sub-arrays. All sizes are
// checked against a C `int` before they are stored, so sums of two never wrap.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/RecordLayout.h"

#include "dtyp/Support/StrCat.h"

#include <algorithm>

using namespace mlir::dtyp;

static int64_t roundUp(int64_t size, int64_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

static std::string getVoidName(int64_t itemsize) {
  return itemsize == 0 ? "void" : strCat("void", 8 * itemsize);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

RecordBuilder::RecordBuilder(bool align) {
  record.kind = NumPyKind::Record;
  record.isAligned = align;
  record.alignment = 1;
}

Status RecordBuilder::addField(std::string name, std::string title,
                               NumPyDType dtype,
                               std::optional<int64_t> offset) {
  if (record.fields.size() == maxFields)
    return Error(strCat("expected at most ", maxFields, " fields in a record"));
  nesting = std::max(nesting, getNesting(dtype));
  if (nesting >= maxNesting)
    return Error(strCat("expected records and sub-arrays that nest at most ",
                        maxNesting, " deep"));
  if (!names.insert(name).second)
    return Error(strCat("expected fields and titles of different names, got '",
                        name, "' twice"));
  if (!title.empty() && !names.insert(title).second)
    return Error(strCat("expected fields and titles of different names, got '",
                        title, "' twice"));

  int64_t alignment = record.isAligned ? dtype.alignment : 1;
  int64_t start = offset ? *offset : roundUp(record.itemsize, alignment);
  if (start < 0)
    return Error(strCat("expected an offset of at least 0 for field '", name,
                        "', got ", start));
  if (start % alignment != 0)
    return Error(strCat("expected an offset of field '", name,
                        "' that is a multiple of its alignment, ", alignment,
                        ", in an aligned record, got ", start));
  if (start > maxItemSize || start + dtype.itemsize > maxItemSize)
    return Error(strCat("expected a record of at most 2**31-1 bytes, but field "
                        "'",
                        name, "' ends beyond that"));
  record.itemsize = std::max(record.itemsize, start + dtype.itemsize);
  record.alignment = std::max(record.alignment, alignment);
  record.fields.push_back(
      {std::move(name), std::move(title), start, std::move(dtype)});
  return Status::success();
}

Result<NumPyDType> RecordBuilder::finish(std::optional<int64_t> itemsize,
                                         std::optional<int64_t> alignment) && {
  if (alignment) {
    if (*alignment < 1 || *alignment > maxItemSize ||
        (*alignment & (*alignment - 1)) != 0)
      return Error(strCat("expected an alignment that is a power of two, got ",
                          *alignment));
    record.alignment = *alignment;
  }
  int64_t needed = record.isAligned ? roundUp(record.itemsize, record.alignment)
                                    : record.itemsize;
  if (needed > maxItemSize)
    return Error("expected a record of at most 2**31-1 bytes, its padding "
                 "included");
  if (itemsize) {
    if (*itemsize > maxItemSize)
      return Error(strCat("expected an item size of at most 2**31-1 bytes, "
                          "got ",
                          *itemsize));
    if (*itemsize < needed)
      return Error(strCat("expected an item size of at least ", needed,
                          " bytes, which the fields take, got ", *itemsize));
    if (record.isAligned && *itemsize % record.alignment != 0)
      return Error(strCat("expected an item size that is a multiple of the "
                          "alignment of the aligned record, ",
                          record.alignment, ", got ", *itemsize));
    needed = *itemsize;
  }
  record.itemsize = needed;
  record.name = getVoidName(needed);
  return std::move(record);
}

bool mlir::dtyp::hasOverlap(const NumPyDType &record) {
  std::vector<std::pair<int64_t, int64_t>> ranges;
  for (const RecordField &field : record.fields)
    if (field.dtype.itemsize != 0)
      ranges.push_back({field.offset, field.offset + field.dtype.itemsize});
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].first < ranges[i - 1].second)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Sub-arrays
//===----------------------------------------------------------------------===//

std::optional<int64_t> mlir::dtyp::getSubArraySize(const int64_t *shape,
                                                   size_t rank,
                                                   int64_t itemSize) {
  int64_t elements = 1;
  for (size_t i = 0; i != rank; ++i) {
    if (shape[i] == 0)
      return 0;
    if (elements > INT64_MAX / shape[i])
      return std::nullopt;
    elements *= shape[i];
  }
  // Both are less than 2^31 behind the first comparison.
  bool fits = elements <= maxItemSize && elements * itemSize <= maxItemSize;
  return fits ? std::optional(elements * itemSize) : std::nullopt;
}

Result<NumPyDType> mlir::dtyp::makeSubArray(NumPyDType base,
                                            std::vector<int64_t> shape) {
  // NumPy takes it for a void without a size.
  if (base.isSubArray() && base.itemsize == 0)
    return Error("expected a sub-array of elements that have a size, got an "
                 "empty sub-array as its elements");
  if (shape.empty())
    return base;
  if (shape.size() > maxRank)
    return Error(strCat("expected at most ", maxRank, " dimensions, got ",
                        shape.size()));
  if (getNesting(base) >= maxNesting)
    return Error(strCat("expected records and sub-arrays that nest at most ",
                        maxNesting, " deep"));
  for (int64_t size : shape) {
    if (size < 0)
      return Error(strCat("expected sizes of at least 0, got ", size));
    if (size > maxItemSize)
      return Error(strCat("expected sizes of at most 2**31-1, got ", size));
  }
  std::optional<int64_t> itemsize =
      getSubArraySize(shape.data(), shape.size(), base.itemsize);
  if (!itemsize)
    return Error("expected a sub-array of at most 2**31-1 bytes and elements");

  NumPyDType dtype;
  dtype.kind = NumPyKind::SubArray;
  dtype.itemsize = *itemsize;
  dtype.alignment = base.alignment;
  dtype.name = getVoidName(dtype.itemsize);
  dtype.shape = std::move(shape);
  dtype.base = std::make_shared<const NumPyDType>(std::move(base));
  return dtype;
}

//===----------------------------------------------------------------------===//
// CUDA
//===----------------------------------------------------------------------===//

int64_t mlir::dtyp::getDeviceAlignment(const NumPyDType &dtype) {
  if (dtype.base)
    return getDeviceAlignment(*dtype.base);
  // CUDA has no complex numbers in another byte order: their parts are aligned.
  bool isCudaType = dtype.kind == NumPyKind::Complex && dtype.isNative();
  return isCudaType ? dtype.itemsize : dtype.alignment;
}

Result<NumPyDType> mlir::dtyp::layOutForDevice(const NumPyDType &dtype) {
  if (dtype.base) {
    Result<NumPyDType> base = layOutForDevice(*dtype.base);
    if (!base)
      return base;
    return makeSubArray(std::move(*base), dtype.shape);
  }
  if (!dtype.isRecord())
    return dtype;
  RecordBuilder builder(/*align=*/true);
  int64_t end = 0, alignment = 1;
  for (const RecordField &field : dtype.fields) {
    Result<NumPyDType> inner = layOutForDevice(field.dtype);
    if (!inner)
      return inner;
    int64_t innerAlignment = getDeviceAlignment(*inner);
    int64_t offset = roundUp(end, innerAlignment);
    alignment = std::max(alignment, innerAlignment);
    end = offset + inner->itemsize;
    if (Status status = builder.addField(field.name, field.title,
                                         std::move(*inner), offset);
        !status)
      return status.error();
  }
  return std::move(builder).finish(std::nullopt, alignment);
}

//===- DTypePrinter.cpp - From dtypes to NumPy's spellings ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements printing dtypes. `align` goes down from a record to what
// it contains when that is parsed, so the printer carries it along, too.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/DTypePrinter.h"

#include "Literal.h"
#include "dtyp/Support/RecordLayout.h"
#include "dtyp/Support/StrCat.h"

#include <algorithm>

using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// Canonical spelling
//===----------------------------------------------------------------------===//

static std::string formatScalar(const NumPyDType &dtype) {
  std::string typestr = dtype.typestr();
  switch (dtype.kind) {
  case NumPyKind::Bytes:
  case NumPyKind::Void:
    return typestr.substr(1);
  case NumPyKind::Str:
    return dtype.isNative() ? typestr.substr(1) : typestr;
  default:
    return dtype.isNative() ? dtype.name : typestr;
  }
}

static std::string formatSizes(const std::vector<int64_t> &sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += strCat(text.empty() ? "" : ",", size);
  return text;
}

/// Returns the dtype with its layout as if only the fields were known.
static bool hasNaturalLayout(const NumPyDType &record) {
  RecordBuilder builder(record.isAligned);
  for (const RecordField &field : record.fields)
    if (!builder.addField(field.name, field.title, field.dtype))
      return false;
  Result<NumPyDType> natural = std::move(builder).finish();
  return natural && *natural == record;
}

/// Returns the alignment that NumPy gives a record.
static int64_t getNaturalAlignment(const NumPyDType &record) {
  int64_t alignment = 1;
  if (record.isAligned)
    for (const RecordField &field : record.fields)
      alignment = std::max(alignment, field.dtype.alignment);
  return alignment;
}

/// Returns the text in a literal, where strings are quoted.
static std::string formatNested(const NumPyDType &dtype, bool align);

static std::string formatList(const NumPyDType &record) {
  std::string text;
  for (const RecordField &field : record.fields) {
    std::string name = formatJSONString(field.name);
    if (!field.title.empty())
      name = strCat("[", formatJSONString(field.title), ",", name, "]");
    std::string dtype = formatNested(
        field.dtype.base ? *field.dtype.base : field.dtype, record.isAligned);
    if (field.dtype.base)
      dtype += strCat(",[", formatSizes(field.dtype.shape), "]");
    text += strCat(text.empty() ? "[" : ",[", name, ",", dtype, "]");
  }
  return strCat("[", text, "]");
}

static std::string formatDictionary(const NumPyDType &record, bool hasOffsets,
                                    bool hasAlignment) {
  std::string names, formats, offsets, titles;
  bool hasTitles = false;
  for (const RecordField &field : record.fields) {
    const char *comma = &field == record.fields.data() ? "" : ",";
    names += comma + formatJSONString(field.name);
    formats += comma + formatNested(field.dtype, record.isAligned);
    offsets += strCat(comma, field.offset);
    titles +=
        comma + (field.title.empty() ? "null" : formatJSONString(field.title));
    hasTitles |= !field.title.empty();
  }
  std::string text =
      strCat("{\"names\":[", names, "],\"formats\":[", formats, "]");
  if (hasOffsets)
    text += strCat(",\"offsets\":[", offsets, "]");
  if (hasTitles)
    text += strCat(",\"titles\":[", titles, "]");
  if (hasOffsets)
    text += strCat(",\"itemsize\":", record.itemsize);
  if (record.isAligned)
    text += ",\"aligned\":true";
  if (hasAlignment)
    text += strCat(",\"alignment\":", record.alignment);
  return text + "}";
}

static std::string formatRecord(const NumPyDType &record, bool align) {
  bool isNatural = hasNaturalLayout(record);
  bool hasEmptyName =
      std::any_of(record.fields.begin(), record.fields.end(),
                  [](const RecordField &field) { return field.name.empty(); });
  if (isNatural && record.isAligned == align && !hasEmptyName)
    return formatList(record);
  // What is packed in an aligned record, or aligned for CUDA, must say so.
  bool hasAlignment = (align && !record.isAligned) ||
                      record.alignment != getNaturalAlignment(record);
  return formatDictionary(record, !isNatural || hasAlignment, hasAlignment);
}

/// Returns whether comma strings take the base: their dtypes have no `_`.
static bool fitsCommaString(const NumPyDType &base) {
  return !base.isRecord() && !base.isSubArray() &&
         base.name.find('_') == std::string::npos;
}

static std::string formatString(const NumPyDType &dtype) {
  if (!dtype.base)
    return formatScalar(dtype);
  return strCat("(", formatSizes(dtype.shape),
                dtype.shape.size() == 1 ? ",)" : ")",
                formatScalar(*dtype.base));
}

static std::string format(const NumPyDType &dtype, bool align, bool quotes) {
  if (dtype.isRecord())
    return formatRecord(dtype, align);
  if (dtype.base && !fitsCommaString(*dtype.base))
    return strCat("[", formatNested(*dtype.base, align), ",[",
                  formatSizes(dtype.shape), "]]");
  std::string text = formatString(dtype);
  return quotes ? formatJSONString(text) : text;
}

static std::string formatNested(const NumPyDType &dtype, bool align) {
  return format(dtype, align, /*quotes=*/true);
}

std::string mlir::dtyp::formatDType(const NumPyDType &dtype) {
  return format(dtype, /*align=*/false, /*quotes=*/false);
}

//===----------------------------------------------------------------------===//
// Descr
//===----------------------------------------------------------------------===//

static std::string formatTuple(const std::vector<int64_t> &sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += strCat(text.empty() ? "" : ", ", size);
  return strCat("(", text, sizes.size() == 1 ? ",)" : ")");
}

/// Follows `_array_descr` in NumPy's _internal.py.
static Result<std::string> formatDescrElement(const NumPyDType &dtype) {
  if (dtype.base) {
    Result<std::string> base = formatDescrElement(*dtype.base);
    if (!base)
      return base;
    return strCat("(", *base, ", ", formatTuple(dtype.shape), ")");
  }
  if (!dtype.isRecord())
    return formatPythonString(dtype.typestr());
  std::string text;
  int64_t offset = 0;
  auto append = [&](std::string_view element) {
    text += strCat(text.empty() ? "" : ", ", element);
  };
  auto pad = [&](int64_t end) {
    if (end > offset)
      append(strCat("('', '|V", end - offset, "')"));
    offset = end;
  };
  for (const RecordField &field : dtype.fields) {
    if (field.offset < offset)
      return Error(strCat("expected a record whose fields neither overlap nor "
                          "are out of order, which NumPy cannot describe, got "
                          "field '",
                          field.name, "' at offset ", field.offset));
    pad(field.offset);
    const NumPyDType &element =
        field.dtype.base ? *field.dtype.base : field.dtype;
    Result<std::string> inner = formatDescrElement(element);
    if (!inner)
      return inner;
    std::string name = formatPythonString(field.name);
    if (!field.title.empty())
      name = strCat("(", formatPythonString(field.title), ", ", name, ")");
    std::string shape =
        field.dtype.base ? ", " + formatTuple(field.dtype.shape) : "";
    append(strCat("(", name, ", ", *inner, shape, ")"));
    offset += field.dtype.itemsize;
  }
  pad(dtype.itemsize);
  return strCat("[", text, "]");
}

Result<std::string> mlir::dtyp::formatDescr(const NumPyDType &dtype) {
  if (dtype.isRecord())
    return formatDescrElement(dtype);
  return strCat("[('', ", formatPythonString(dtype.typestr()), ")]");
}

Result<std::string> mlir::dtyp::formatNpyDescr(const NumPyDType &dtype) {
  return formatDescrElement(dtype);
}

bool mlir::dtyp::isDescrLossless(const NumPyDType &dtype) {
  if (dtype.base)
    return isDescrLossless(*dtype.base);
  if (!dtype.isRecord())
    return !dtype.isExtension;
  int64_t offset = 0;
  for (const RecordField &field : dtype.fields) {
    // A void without a name would be taken for padding.
    if (field.offset < offset || field.name.empty() ||
        !isDescrLossless(field.dtype))
      return false;
    offset = field.offset + field.dtype.itemsize;
  }
  return !dtype.isAligned && dtype.alignment == 1;
}

//===- NumPyDType.cpp - NumPy dtypes as plain data --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements what a dtype says of itself, and making those that have
// a parameter but no parts.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/NumPyDType.h"

#include "ScalarTable.h"
#include "dtyp/Support/StrCat.h"

#include <algorithm>

using namespace mlir::dtyp;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the host is expected to be little-endian, as GPUs are"
#endif

std::string NumPyDType::typestr() const {
  const char *order = byteOrder == ByteOrder::Big                     ? ">"
                      : byteOrder == ByteOrder::Little || isExtension ? "<"
                                                                      : "|";
  int64_t size = kind == NumPyKind::Str ? itemsize / 4 : itemsize;
  return strCat(order, std::string(1, numpyKind()), size,
                formatDatetimeStep(step));
}

char NumPyDType::numpyKind() const {
  switch (kind) {
  case NumPyKind::Bool:
  case NumPyKind::Int:
  case NumPyKind::UInt:
  case NumPyKind::Float:
  case NumPyKind::Complex:
    return findScalarByName(name)->numpyKind;
  case NumPyKind::Datetime:
    return 'M';
  case NumPyKind::Timedelta:
    return 'm';
  case NumPyKind::Bytes:
    return 'S';
  case NumPyKind::Str:
    return 'U';
  case NumPyKind::Void:
  case NumPyKind::Record:
  case NumPyKind::SubArray:
    break;
  }
  return 'V';
}

bool NumPyDType::isNative() const {
  if (base)
    return base->isNative();
  return byteOrder != ByteOrder::Big &&
         std::all_of(
             fields.begin(), fields.end(),
             [](const RecordField &field) { return field.dtype.isNative(); });
}

bool NumPyDType::operator==(const NumPyDType &other) const {
  if (!base != !other.base || (base && *base != *other.base))
    return false;
  return name == other.name && kind == other.kind &&
         byteOrder == other.byteOrder && itemsize == other.itemsize &&
         alignment == other.alignment && step == other.step &&
         isAligned == other.isAligned && fields == other.fields &&
         shape == other.shape;
}

/// Returns the dtype with what NumPy's equality ignores set to one value.
static NumPyDType ignoreAlignment(const NumPyDType &dtype) {
  NumPyDType result = dtype;
  if (dtype.base)
    result.base =
        std::make_shared<const NumPyDType>(ignoreAlignment(*dtype.base));
  for (RecordField &field : result.fields)
    field.dtype = ignoreAlignment(field.dtype);
  result.alignment = 1;
  result.isAligned = false;
  return result;
}

bool mlir::dtyp::haveSameElements(const NumPyDType &lhs,
                                  const NumPyDType &rhs) {
  return lhs == rhs || ignoreAlignment(lhs) == ignoreAlignment(rhs);
}

size_t mlir::dtyp::getNesting(const NumPyDType &dtype) {
  if (dtype.base)
    return 1 + getNesting(*dtype.base);
  size_t nesting = 0;
  for (const RecordField &field : dtype.fields)
    nesting = std::max(nesting, getNesting(field.dtype));
  return dtype.isRecord() ? nesting + 1 : nesting;
}

static NumPyDType makeTime(NumPyKind kind, std::string_view name,
                           DatetimeStep step, ByteOrder order) {
  NumPyDType dtype;
  dtype.name = strCat(name, formatDatetimeStep(step));
  dtype.kind = kind;
  dtype.byteOrder = order;
  dtype.itemsize = dtype.alignment = 8;
  dtype.step = step;
  return dtype;
}

NumPyDType mlir::dtyp::getDatetimeDType(DatetimeStep step, ByteOrder order) {
  return makeTime(NumPyKind::Datetime, "datetime64", step, order);
}

NumPyDType mlir::dtyp::getTimedeltaDType(DatetimeStep step, ByteOrder order) {
  return makeTime(NumPyKind::Timedelta, "timedelta64", step, order);
}

static NumPyDType makeFlexible(NumPyKind kind, std::string_view name,
                               int64_t itemsize) {
  NumPyDType dtype;
  // NumPy counts the bits.
  dtype.name = strCat(name, 8 * itemsize);
  dtype.kind = kind;
  dtype.itemsize = itemsize;
  dtype.alignment = 1;
  return dtype;
}

NumPyDType mlir::dtyp::getBytesDType(int64_t length) {
  return makeFlexible(NumPyKind::Bytes, "bytes", length);
}

NumPyDType mlir::dtyp::getStrDType(int64_t length, ByteOrder order) {
  NumPyDType dtype = makeFlexible(NumPyKind::Str, "str", 4 * length);
  dtype.byteOrder = order;
  dtype.alignment = 4;
  return dtype;
}

NumPyDType mlir::dtyp::getVoidDType(int64_t length) {
  return makeFlexible(NumPyKind::Void, "void", length);
}

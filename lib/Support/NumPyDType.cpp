//===- NumPyDType.cpp - NumPy dtypes as plain data --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the parser of NumPy's dtype spellings. It follows
// `_convert_from_str` in NumPy's descriptor.c: an optional byte order, then a
// type character or a kind and a size; failing that, the whole text is looked
// up as a name.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/NumPyDType.h"

#include "DTypeHints.h"
#include "dtyp/Support/StrCat.h"

#include <cassert>

using namespace mlir::dtyp;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the host is expected to be little-endian, as GPUs are"
#endif

namespace {

/// One row per scalar. `characters` are NumPy's type characters for it on LP64.
struct ScalarRow {
  const char *name;
  NumPyKind kind;
  int8_t itemsize;
  int8_t alignment;
  bool isExtension;
  const char *characters;
};

constexpr ScalarRow scalars[] = {
    {"bool", NumPyKind::Bool, 1, 1, false, "?"},
    {"int8", NumPyKind::Int, 1, 1, false, "b"},
    {"uint8", NumPyKind::UInt, 1, 1, false, "B"},
    {"int16", NumPyKind::Int, 2, 2, false, "h"},
    {"uint16", NumPyKind::UInt, 2, 2, false, "H"},
    {"int32", NumPyKind::Int, 4, 4, false, "i"},
    {"uint32", NumPyKind::UInt, 4, 4, false, "I"},
    {"int64", NumPyKind::Int, 8, 8, false, "lqpn"},
    {"uint64", NumPyKind::UInt, 8, 8, false, "LQPN"},
    {"float16", NumPyKind::Float, 2, 2, false, "e"},
    {"float32", NumPyKind::Float, 4, 4, false, "f"},
    {"float64", NumPyKind::Float, 8, 8, false, "d"},
    {"complex64", NumPyKind::Complex, 8, 4, false, "F"},
    {"complex128", NumPyKind::Complex, 16, 8, false, "D"},
    {"bfloat16", NumPyKind::Float, 2, 2, true, ""},
};

struct AliasRow {
  const char *alias;
  const char *name;
};

/// The aliases in NumPy's `sctypeDict`, on LP64.
constexpr AliasRow aliases[] = {
    {"bool_", "bool"},         {"byte", "int8"},
    {"ubyte", "uint8"},        {"short", "int16"},
    {"ushort", "uint16"},      {"intc", "int32"},
    {"uintc", "uint32"},       {"int", "int64"},
    {"int_", "int64"},         {"intp", "int64"},
    {"long", "int64"},         {"longlong", "int64"},
    {"uint", "uint64"},        {"uintp", "uint64"},
    {"ulong", "uint64"},       {"ulonglong", "uint64"},
    {"half", "float16"},       {"single", "float32"},
    {"double", "float64"},     {"float", "float64"},
    {"csingle", "complex64"},  {"cdouble", "complex128"},
    {"complex", "complex128"},
};

} // namespace

static char getKindCharacter(NumPyKind kind) {
  switch (kind) {
  case NumPyKind::Bool:
    return 'b';
  case NumPyKind::Int:
    return 'i';
  case NumPyKind::UInt:
    return 'u';
  case NumPyKind::Float:
    return 'f';
  case NumPyKind::Complex:
    return 'c';
  }
  return 0;
}

static NumPyDType makeDType(const ScalarRow &row,
                            ByteOrder order = ByteOrder::Little) {
  NumPyDType dtype;
  dtype.name = row.name;
  dtype.kind = row.kind;
  dtype.itemsize = row.itemsize;
  dtype.alignment = row.alignment;
  dtype.isExtension = row.isExtension;
  dtype.byteOrder = row.itemsize == 1 ? ByteOrder::None : order;
  return dtype;
}

static const ScalarRow *findByName(std::string_view name) {
  for (const AliasRow &row : aliases) {
    if (name == row.alias) {
      name = row.name;
      break;
    }
  }
  for (const ScalarRow &row : scalars)
    if (name == row.name)
      return &row;
  return nullptr;
}

static const ScalarRow *findByCharacter(char character) {
  for (const ScalarRow &row : scalars)
    if (std::string_view(row.characters).find(character) !=
        std::string_view::npos)
      return &row;
  return nullptr;
}

/// Reads the size in a typestr as NumPy does, by `strtol`: blanks, a plus sign
/// and zeros may precede it.
static bool parseItemSize(std::string_view text, int64_t &size) {
  size_t pos = text.find_first_not_of(" \t\n\v\f\r");
  if (pos == std::string_view::npos)
    return false;
  if (text[pos] == '+')
    ++pos;
  if (pos == text.size())
    return false;
  size = 0;
  for (; pos != text.size(); ++pos) {
    if (text[pos] < '0' || text[pos] > '9' || size > 1000000)
      return false;
    size = size * 10 + (text[pos] - '0');
  }
  return true;
}

static const ScalarRow *findByKindAndSize(std::string_view text) {
  int64_t size = 0;
  if (text.size() < 2 || !parseItemSize(text.substr(1), size))
    return nullptr;
  for (const ScalarRow &row : scalars)
    if (!row.isExtension && getKindCharacter(row.kind) == text[0] &&
        row.itemsize == size)
      return &row;
  return nullptr;
}

std::string NumPyDType::typestr() const {
  const char *order = byteOrder == ByteOrder::Big      ? ">"
                      : byteOrder == ByteOrder::Little ? "<"
                                                       : "|";
  return strCat(order, std::string(1, numpyKind()), itemsize);
}

char NumPyDType::numpyKind() const {
  return isExtension ? 'V' : getKindCharacter(kind);
}

Result<NumPyDType> mlir::dtyp::parseNumPyDType(std::string_view spelling,
                                               size_t column) {
  std::string_view rest = spelling;
  ByteOrder order = ByteOrder::Little;
  if (rest.size() > 1 &&
      std::string_view("<>=|").find(rest[0]) != std::string_view::npos) {
    if (rest[0] == '>')
      order = ByteOrder::Big;
    rest.remove_prefix(1);
  }
  const ScalarRow *row =
      rest.size() == 1 ? findByCharacter(rest[0]) : findByKindAndSize(rest);
  if (row)
    return makeDType(*row, order);
  // A name takes no byte order.
  if (const ScalarRow *row = findByName(spelling))
    return makeDType(*row);
  return Error(explainRejectedDType(spelling, rest), column);
}

Status mlir::dtyp::checkGPUSupport(const NumPyDType &dtype, size_t column) {
  if (dtype.byteOrder != ByteOrder::Big)
    return Status::success();
  NumPyDType native = dtype;
  native.byteOrder = ByteOrder::Little;
  std::string typestr = native.typestr();
  return Error(
      strCat("expected a dtype in native byte order, got '", dtype.typestr(),
             "': a GPU computes with little-endian numbers only; write '",
             typestr, "', and convert the data with arr.astype('", typestr,
             "')"),
      column);
}

Result<NumPyDType> mlir::dtyp::parseGPUDType(std::string_view spelling,
                                             size_t column) {
  Result<NumPyDType> dtype = parseNumPyDType(spelling, column);
  if (!dtype)
    return dtype;
  if (Status status = checkGPUSupport(*dtype, column); !status)
    return status.error();
  return dtype;
}

NumPyDType mlir::dtyp::getScalarDType(std::string_view name) {
  const ScalarRow *row = findByName(name);
  assert(row && "not the name of a scalar");
  return makeDType(*row);
}

std::vector<std::string> mlir::dtyp::getScalarDTypeNames() {
  std::vector<std::string> names;
  for (const ScalarRow &row : scalars)
    names.push_back(row.name);
  return names;
}

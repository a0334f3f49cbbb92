//===- ScalarTable.cpp - The numeric scalars of NumPy and ml_dtypes -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the table of the numeric scalars.
//
//===----------------------------------------------------------------------===//

#include "ScalarTable.h"

#include <cassert>

using namespace mlir::dtyp;

static constexpr NumPyKind boolean = NumPyKind::Bool;
static constexpr NumPyKind signedInt = NumPyKind::Int;
static constexpr NumPyKind unsignedInt = NumPyKind::UInt;
static constexpr NumPyKind real = NumPyKind::Float;
static constexpr NumPyKind complex = NumPyKind::Complex;

static constexpr ScalarRow scalars[] = {
    {"bool", boolean, 1, 1, false, 'b', "?"},
    {"int8", signedInt, 1, 1, false, 'i', "b"},
    {"uint8", unsignedInt, 1, 1, false, 'u', "B"},
    {"int16", signedInt, 2, 2, false, 'i', "h"},
    {"uint16", unsignedInt, 2, 2, false, 'u', "H"},
    {"int32", signedInt, 4, 4, false, 'i', "i"},
    {"uint32", unsignedInt, 4, 4, false, 'u', "I"},
    {"int64", signedInt, 8, 8, false, 'i', "lqpn"},
    {"uint64", unsignedInt, 8, 8, false, 'u', "LQPN"},
    {"float16", real, 2, 2, false, 'f', "e"},
    {"float32", real, 4, 4, false, 'f', "f"},
    {"float64", real, 8, 8, false, 'f', "d"},
    {"complex64", complex, 8, 4, false, 'c', "F"},
    {"complex128", complex, 16, 8, false, 'c', "D"},
    {"bfloat16", real, 2, 2, true, 'V', ""},
    {"float8_e3m4", real, 1, 1, true, 'V', ""},
    {"float8_e4m3", real, 1, 1, true, 'V', ""},
    {"float8_e4m3b11fnuz", real, 1, 1, true, 'V', ""},
    {"float8_e4m3fn", real, 1, 1, true, 'V', ""},
    {"float8_e4m3fnuz", real, 1, 1, true, 'V', ""},
    {"float8_e5m2", real, 1, 1, true, 'f', ""},
    {"float8_e5m2fnuz", real, 1, 1, true, 'V', ""},
    {"float8_e8m0fnu", real, 1, 1, true, 'V', ""},
    {"float6_e2m3fn", real, 1, 1, true, 'V', ""},
    {"float6_e3m2fn", real, 1, 1, true, 'V', ""},
    {"float4_e2m1fn", real, 1, 1, true, 'V', ""},
    {"int1", signedInt, 1, 1, true, 'V', ""},
    {"uint1", unsignedInt, 1, 1, true, 'V', ""},
    {"int2", signedInt, 1, 1, true, 'V', ""},
    {"uint2", unsignedInt, 1, 1, true, 'V', ""},
    {"int4", signedInt, 1, 1, true, 'V', ""},
    {"uint4", unsignedInt, 1, 1, true, 'V', ""},
    {"complex32", complex, 4, 2, true, 'W', ""},
    {"bcomplex32", complex, 4, 2, true, 'W', ""},
};

namespace {

struct AliasRow {
  const char *alias;
  const char *name;
};

} // namespace

/// The aliases in NumPy's `sctypeDict`, on LP64.
static constexpr AliasRow aliases[] = {
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

const ScalarRow *mlir::dtyp::findScalarByName(std::string_view name) {
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

const ScalarRow *mlir::dtyp::findScalarByCharacter(char character) {
  for (const ScalarRow &row : scalars)
    if (std::string_view(row.characters).find(character) !=
        std::string_view::npos)
      return &row;
  return nullptr;
}

const ScalarRow *mlir::dtyp::findScalarByKindAndSize(char kind,
                                                     int64_t itemsize) {
  for (const ScalarRow &row : scalars)
    if (!row.isExtension && row.numpyKind == kind && row.itemsize == itemsize)
      return &row;
  return nullptr;
}

NumPyDType mlir::dtyp::makeScalar(const ScalarRow &row, ByteOrder order) {
  NumPyDType dtype;
  dtype.name = row.name;
  dtype.kind = row.kind;
  dtype.itemsize = row.itemsize;
  dtype.alignment = row.alignment;
  dtype.isExtension = row.isExtension;
  dtype.byteOrder = row.itemsize == 1 ? ByteOrder::None : order;
  return dtype;
}

NumPyDType mlir::dtyp::getScalarDType(std::string_view name) {
  const ScalarRow *row = findScalarByName(name);
  assert(row && "not the name of a scalar");
  return makeScalar(*row);
}

std::vector<std::string> mlir::dtyp::getScalarDTypeNames() {
  std::vector<std::string> names;
  for (const ScalarRow &row : scalars)
    names.push_back(row.name);
  return names;
}

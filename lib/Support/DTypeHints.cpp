//===- DTypeHints.cpp - Why a dtype spelling is refused ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the explanations of rejected dtypes: what no GPU has,
// what is not supported yet, and what is another notation's spelling.
//
//===----------------------------------------------------------------------===//

#include "DTypeHints.h"

#include "dtyp/Support/NumPyDType.h"
#include "dtyp/Support/StrCat.h"

using namespace mlir::dtyp;

namespace {

struct HintRow {
  const char *spelling;
  const char *answer;
};

/// MLIR's spellings that NumPy does not define, and what NumPy calls them.
/// (`i1`, `i8` and their like are NumPy's own: int8 and int64.)
constexpr HintRow mlirSpellings[] = {
    {"i16", "int16"},
    {"i32", "int32"},
    {"i64", "int64"},
    {"si8", "int8"},
    {"si16", "int16"},
    {"si32", "int32"},
    {"si64", "int64"},
    {"ui1", "bool"},
    {"ui8", "uint8"},
    {"ui16", "uint16"},
    {"ui32", "uint32"},
    {"ui64", "uint64"},
    {"f32", "float32"},
    {"f64", "float64"},
    {"bf16", "bfloat16"},
    {"index", "int64"},
    {"complex<f32>", "complex64"},
    {"complex<f64>", "complex128"},
};

/// Names that NumPy 2.0 removed, and spellings from elsewhere.
constexpr HintRow otherSpellings[] = {
    {"bool8", "bool"},        {"float_", "float64"}, {"complex_", "complex128"},
    {"cfloat", "complex128"}, {"u16", "uint16"},     {"u32", "uint32"},
    {"u64", "uint64"},        {"c64", "complex64"},  {"c128", "complex128"},
    {"E", "bfloat16"},
};

/// Names of dtypes outside the supported set. Those of one character are
/// NumPy's type characters, and take a byte order.
constexpr HintRow reasons[] = {
    {"longdouble", "longdouble"},
    {"float128", "longdouble"},
    {"g", "longdouble"},
    {"f16", "longdouble"},
    {"clongdouble", "longdouble"},
    {"complex256", "longdouble"},
    {"G", "longdouble"},
    {"c32", "longdouble"},
    {"object", "object"},
    {"object_", "object"},
    {"O", "object"},
    {"O4", "object"},
    {"O8", "object"},
    {"T", "string"},
    {"str", "str"},
    {"str_", "str"},
    {"unicode", "str"},
    {"bytes", "str"},
    {"bytes_", "str"},
    {"void", "void"},
    {"c", "str"},

    {"M", "datetime"},
    {"m", "datetime"},
};

} // namespace

template <size_t size>
static const char *find(const HintRow (&rows)[size], std::string_view text) {
  for (const HintRow &row : rows)
    if (text == row.spelling)
      return row.answer;
  return nullptr;
}

static bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

static bool isDigits(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Returns which of the reasons applies to NumPy's dtypes outside the set.
static std::string_view classify(std::string_view spelling,
                                 std::string_view rest) {
  if (startsWith(rest, "datetime64") || startsWith(rest, "timedelta64") ||
      startsWith(rest, "M8") || startsWith(rest, "m8"))
    return "datetime";
  bool isTypestr =
      rest.size() == 1 || (rest.size() > 1 && isDigits(rest.substr(1)));
  if (const char *reason = find(reasons, isTypestr ? rest : spelling))
    return reason;
  // `a` is an old name of S, but takes no byte order by itself.
  if (spelling == "a" || (isTypestr && (rest[0] == 'S' || rest[0] == 'U' ||
                                        (rest[0] == 'a' && rest.size() > 1))))
    return "str";
  if (isTypestr && rest[0] == 'V')
    return "void";
  if (spelling.find_first_of(",(") != std::string_view::npos ||
      isDigits(spelling.substr(0, 1)))
    return "record";
  if (startsWith(spelling, "float8_") || startsWith(spelling, "float6_") ||
      startsWith(spelling, "float4_") || spelling == "complex32" ||
      spelling == "bcomplex32")
    return "ml_dtypes";
  for (const char *name : {"int1", "int2", "int4", "uint1", "uint2", "uint4"})
    if (spelling == name)
      return "ml_dtypes";
  return "";
}

static std::string getReasonText(std::string_view reason) {
  if (reason == "longdouble")
    return "no GPU has longdouble (x87's 80 bits); use float64 or complex128";
  if (reason == "object")
    return "object is a pointer into the Python interpreter, and no GPU has it";
  if (reason == "string")
    return "StringDType points into host memory, and no GPU has it";
  if (reason == "str")
    return "strings and bytes are not supported yet; use uint8 or uint32 "
           "arrays";
  if (reason == "void")
    return "void dtypes are not supported yet; two-byte ones that hold "
           "ml_dtypes' bfloat16 are written bfloat16";
  if (reason == "datetime")
    return "datetime64 and timedelta64 are not supported yet; view them as "
           "int64";
  if (reason == "record")
    return "records and sub-arrays are not supported yet";
  return "of ml_dtypes only bfloat16 is supported yet";
}

/// Returns a hint for what is not NumPy's spelling, or nothing.
static std::string getSpellingHint(std::string_view spelling,
                                   std::string_view rest) {
  if (const char *name = find(mlirSpellings, spelling))
    return strCat("`", spelling, "` is MLIR's spelling, NumPy's is ", name);
  if (const char *name = find(otherSpellings, spelling))
    return strCat("write ", name);
  if (startsWith(spelling, "f8") || startsWith(spelling, "f6") ||
      startsWith(spelling, "f4"))
    if (spelling.size() > 2 && spelling[2] == 'E')
      return strCat("`", spelling,
                    "` is MLIR's spelling, and of ml_dtypes only bfloat16 is "
                    "supported yet");
  for (std::string_view module : {"numpy.", "np.", "ml_dtypes."})
    if (startsWith(spelling, module) &&
        parseNumPyDType(spelling.substr(module.size())))
      return strCat("write ", spelling.substr(module.size()));
  // An order prefix on a name: NumPy takes it on typestrs only.
  if (rest.size() != spelling.size())
    if (Result<NumPyDType> dtype = parseNumPyDType(rest)) {
      std::string typestr = dtype->isExtension ? dtype->name : dtype->typestr();
      return strCat("a name takes no byte order, write ", typestr);
    }
  // `Float32`, ` float32`.
  std::string folded;
  for (char c : spelling)
    if (c != ' ' && c != '\t' && c != '\n')
      folded += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  if (folded != spelling && parseNumPyDType(folded))
    return strCat("did you mean ", folded, "?");
  return "";
}

std::string mlir::dtyp::explainRejectedDType(std::string_view spelling,
                                             std::string_view rest) {
  std::string_view reason = classify(spelling, rest);
  if (!reason.empty())
    return strCat("expected a dtype that a GPU kernel can use, got '", spelling,
                  "': ", getReasonText(reason));
  std::string message =
      strCat("expected a NumPy dtype such as float32, uint8 or <f4, got '",
             spelling, "'");
  std::string hint = getSpellingHint(spelling, rest);
  return hint.empty() ? message : strCat(message, ": ", hint);
}

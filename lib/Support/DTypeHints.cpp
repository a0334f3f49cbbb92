//===- DTypeHints.cpp - Why a dtype spelling is refused ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the explanations of rejected dtypes: what no GPU has,
// what has no size, and what is another notation's spelling.
//
//===----------------------------------------------------------------------===//

#include "DTypeHints.h"

#include "DTypeStringParser.h"
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
    {"complex<f16>", "complex32"},
    {"complex<bf16>", "bcomplex32"},
};

/// Names that NumPy 2.0 removed, and spellings from elsewhere.
constexpr HintRow otherSpellings[] = {
    {"bool8", "bool"},        {"float_", "float64"}, {"complex_", "complex128"},
    {"cfloat", "complex128"}, {"u16", "uint16"},     {"u32", "uint32"},
    {"u64", "uint64"},        {"c64", "complex64"},  {"c128", "complex128"},
    {"E", "bfloat16"},
};

/// Names of dtypes that no GPU has. Those of one character are NumPy's type
/// characters, and take a byte order.
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
    {"str", "unsized U"},
    {"str_", "unsized U"},
    {"unicode", "unsized U"},
    {"U", "unsized U"},
    {"U0", "unsized U"},
    {"bytes", "unsized S"},
    {"bytes_", "unsized S"},
    {"S", "unsized S"},
    {"S0", "unsized S"},
    {"void", "unsized V"},
    {"V", "unsized V"},
    {"V0", "unsized V"},
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

static Result<NumPyDType> parseString(std::string_view spelling) {
  return parseDTypeString(spelling, /*column=*/1, /*align=*/false);
}

static bool isDigits(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Returns which of the reasons applies to NumPy's dtypes outside the set.
static std::string_view classify(std::string_view spelling,
                                 std::string_view rest) {
  bool isTypestr =
      rest.size() == 1 || (rest.size() > 1 && isDigits(rest.substr(1)));
  if (const char *reason = find(reasons, isTypestr ? rest : spelling))
    return reason;
  // `a` is an old name of S, but takes no byte order by itself.
  if (spelling == "a" || (isTypestr && rest[0] == 'a' && rest.size() > 1))
    return "deprecated";
  return "";
}

static std::string getReasonText(std::string_view reason,
                                 std::string_view rest) {
  if (reason == "longdouble")
    return "no GPU has longdouble (x87's 80 bits); use float64 or complex128";
  if (reason == "object")
    return "object is a pointer into the Python interpreter, and no GPU has it";
  if (reason == "string")
    return "StringDType points into host memory, and no GPU has it";
  if (reason == "deprecated")
    return strCat("NumPy 2 deprecates this spelling, write S", rest.substr(1));
  return strCat("its elements have no size; write how long they are, as in ",
                reason.substr(reason.size() - 1), "5");
}

/// Returns what ml_dtypes calls MLIR's `f8E4M3FN` and its like, or nothing.
static std::string getNarrowFloatName(std::string_view spelling) {
  if (spelling.size() < 3 || spelling[0] != 'f' || spelling[2] != 'E')
    return "";
  std::string name = "float";
  name += spelling[1];
  name += '_';
  for (char c : spelling.substr(2))
    name += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  return parseString(name) ? name : "";
}

/// Returns a hint for what is not NumPy's spelling, or nothing.
static std::string getSpellingHint(std::string_view spelling,
                                   std::string_view rest) {
  if (const char *name = find(mlirSpellings, spelling))
    return strCat("`", spelling, "` is MLIR's spelling, NumPy's is ", name);
  if (const char *name = find(otherSpellings, spelling))
    return strCat("write ", name);
  if (std::string name = getNarrowFloatName(spelling); !name.empty())
    return strCat("`", spelling, "` is MLIR's spelling, NumPy's is ", name);
  for (std::string_view module : {"numpy.", "np.", "ml_dtypes."})
    if (startsWith(spelling, module) &&
        parseString(spelling.substr(module.size())))
      return strCat("write ", spelling.substr(module.size()));
  // An order prefix on a name: NumPy takes it on typestrs only.
  if (rest.size() != spelling.size())
    if (Result<NumPyDType> dtype = parseString(rest)) {
      std::string typestr = dtype->isExtension ? dtype->name : dtype->typestr();
      return strCat("a name takes no byte order, write ", typestr);
    }
  // `Float32`, ` float32`.
  std::string folded;
  for (char c : spelling)
    if (c != ' ' && c != '\t' && c != '\n')
      folded += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  if (folded != spelling && parseString(folded))
    return strCat("did you mean ", folded, "?");
  return "";
}

std::string mlir::dtyp::explainRejectedDType(std::string_view spelling,
                                             std::string_view rest) {
  std::string_view reason = classify(spelling, rest);
  if (!reason.empty())
    return strCat("expected a dtype that a GPU kernel can use, got '", spelling,
                  "': ", getReasonText(reason, rest));
  std::string message =
      strCat("expected a NumPy dtype such as float32, uint8 or <f4, got '",
             spelling, "'");
  std::string hint = getSpellingHint(spelling, rest);
  return hint.empty() ? message : strCat(message, ": ", hint);
}

//===- DtypTypes.cpp - Types and attributes of the dtyp dialect -----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the types and attributes of the dtyp dialect.
//
//===----------------------------------------------------------------------===//

#include "DatetimeTypes.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::dtyp;

#define GET_TYPEDEF_CLASSES
#include "dtyp/Dialect/Dtyp/IR/DtypTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dtyp/Dialect/Dtyp/IR/DtypAttributes.cpp.inc"

void DtypDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dtyp/Dialect/Dtyp/IR/DtypTypes.cpp.inc"
      >();
}

/// Returns why there is no dtype of this name, and what to write instead; empty
/// if NumPy has none either.
static StringRef explainNoType(StringRef mnemonic) {
  return llvm::StringSwitch<StringRef>(mnemonic)
      .Cases({"longdouble", "float96", "float128"},
             "no GPU has NumPy's longdouble; use f64")
      .Cases({"clongdouble", "complex192", "complex256"},
             "no GPU has NumPy's clongdouble; use complex<f64>")
      .Cases({"object", "object_", "O"},
             "elements that are Python objects cannot be used on a GPU")
      .Cases({"string", "StringDType", "T"},
             "strings of variable length are in the host's memory; use "
             "!dtyp.str<n> or !dtyp.bytes<n>")
      .Cases({"structured", "struct"},
             "NumPy's structured dtype is !dtyp.record")
      .Default("");
}

Type DtypDialect::parseType(DialectAsmParser &parser) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Type type;
  OptionalParseResult result = generatedTypeParser(parser, &mnemonic, type);
  if (result.has_value()) {
    return succeeded(*result) ? type : Type();
  }
  StringRef why = explainNoType(mnemonic);
  InFlightDiagnostic diagnostic = parser.emitError(loc);
  diagnostic << "expected a type of the dialect dtyp, but got '" << mnemonic
             << "'";
  if (!why.empty()) {
    diagnostic << ": " << why;
  }
  return {};
}

void DtypDialect::printType(Type type, DialectAsmPrinter &printer) const {
  (void)generatedTypePrinter(type, printer);
}

void DtypDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dtyp/Dialect/Dtyp/IR/DtypAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// DTypeType
//===----------------------------------------------------------------------===//

Type DTypeType::parse(AsmParser &parser) {
  Type dtype;
  if (parser.parseLess()) {
    return {};
  }
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalQuestion())) {
    parser.emitError(loc, "'!dtyp.dtype<?>' is reserved for functions that are "
                          "generic in a dtype; write the dtype");
    return {};
  }
  if (parser.parseType(dtype) || parser.parseGreater()) {
    return {};
  }
  return parser.getChecked<DTypeType>(loc, parser.getContext(), dtype);
}

void DTypeType::print(AsmPrinter &printer) const {
  printer << '<' << getDtype() << '>';
}

LogicalResult DTypeType::verify(function_ref<InFlightDiagnostic()> emitError,
                                Type dtype) {
  return success(verifyDType(dtype, emitError) != nullptr);
}

Type DTypeType::getProvidedDType() const { return getDtype(); }

//===----------------------------------------------------------------------===//
// ProviderType
//===----------------------------------------------------------------------===//

/// Parses `{name: type, ...}`, behind its opening brace.
static ParseResult parseFields(AsmParser &parser,
                               SmallVectorImpl<StringAttr> &names,
                               SmallVectorImpl<Type> &types) {
  auto parseField = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseColon() ||
        parser.parseType(types.emplace_back())) {
      return failure();
    }
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  return failure(parser.parseCommaSeparatedList(parseField) ||
                 parser.parseRBrace());
}

Type ProviderType::parse(AsmParser &parser) {
  std::string className;
  Type dtype;
  DTypeProtocol protocol = DTypeProtocol::NumPyDType;
  SmallVector<StringAttr> fieldNames;
  SmallVector<Type> fieldTypes;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseString(&className) ||
      parser.parseComma() || parser.parseType(dtype)) {
    return {};
  }
  bool needsFields = false;
  if (succeeded(parser.parseOptionalComma())) {
    StringRef keyword;
    SMLoc keywordLoc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword(&keyword))) {
      std::optional<DTypeProtocol> parsed = symbolizeDTypeProtocol(keyword);
      if (!parsed) {
        parser.emitError(keywordLoc, "expected the protocol 'numpy_dtype' or "
                                     "'legacy', but got '")
            << keyword << "'";
        return {};
      }
      protocol = *parsed;
      needsFields = succeeded(parser.parseOptionalComma());
    } else {
      needsFields = true;
    }
  }
  if (needsFields &&
      (parser.parseLBrace() || parseFields(parser, fieldNames, fieldTypes))) {
    return {};
  }
  if (parser.parseGreater()) {
    return {};
  }
  return parser.getChecked<ProviderType>(loc, parser.getContext(), className,
                                         dtype, protocol, fieldNames,
                                         fieldTypes);
}

void ProviderType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(getClassName());
  printer << ", " << getDtype();
  if (getProtocol() != DTypeProtocol::NumPyDType) {
    printer << ", " << stringifyDTypeProtocol(getProtocol());
  }
  if (!getFieldNames().empty()) {
    printer << ", {";
    llvm::interleaveComma(llvm::zip_equal(getFieldNames(), getFieldTypes()),
                          printer, [&](auto field) {
                            printer.printKeywordOrString(
                                std::get<0>(field).getValue());
                            printer << ": " << std::get<1>(field);
                          });
    printer << '}';
  }
  printer << '>';
}

LogicalResult ProviderType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef className, Type dtype,
                                   DTypeProtocol,
                                   ArrayRef<StringAttr> fieldNames,
                                   ArrayRef<Type> fieldTypes) {
  if (className.empty()) {
    return emitError() << "expected the name of the object's class, but got an "
                          "empty string";
  }
  if (fieldNames.size() != fieldTypes.size()) {
    return emitError() << "expected one type for each field, but got "
                       << fieldNames.size() << " names and "
                       << fieldTypes.size() << " types";
  }
  llvm::SmallSet<StringRef, 8> seen;
  for (StringAttr name : fieldNames) {
    if (!seen.insert(name.getValue()).second) {
      return emitError() << "expected distinct names of fields, but got "
                         << name << " twice";
    }
  }
  for (auto [name, type] : llvm::zip_equal(fieldNames, fieldTypes)) {
    if (isa<DTypeProviderTypeInterface>(type)) {
      return emitError() << "expected a run-time type for the field " << name
                         << ", but got the provider type " << type
                         << "; list its own fields instead";
    }
  }
  return success(verifyDType(dtype, emitError) != nullptr);
}

Type ProviderType::getProvidedDType() const { return getDtype(); }

DTypeProtocol ProviderType::getDTypeProtocol() const { return getProtocol(); }

void ProviderType::getRuntimeTypes(SmallVectorImpl<Type> &types) const {
  llvm::append_range(types, getFieldTypes());
}

std::optional<unsigned> ProviderType::getFieldIndex(StringRef name) const {
  const auto *found = llvm::find_if(getFieldNames(), [&](StringAttr field) {
    return field.getValue() == name;
  });
  if (found == getFieldNames().end()) {
    return std::nullopt;
  }
  return std::distance(getFieldNames().begin(), found);
}

//===----------------------------------------------------------------------===//
// ArgumentMapAttr
//===----------------------------------------------------------------------===//

Attribute ArgumentMapAttr::parse(AsmParser &parser, Type) {
  SmallVector<Type> sourceTypes;
  SmallVector<int64_t> parameterCounts;
  int64_t nextParameter = 0;
  SMLoc loc = parser.getCurrentLocation();

  auto parsePosition = [&]() -> ParseResult {
    int64_t position;
    SMLoc positionLoc = parser.getCurrentLocation();
    if (parser.parseInteger(position)) {
      return failure();
    }
    if (position != nextParameter) {
      return parser.emitError(positionLoc, "expected the parameter ")
             << nextParameter << ", as parameters are in the order of the "
             << "arguments, but got " << position;
    }
    ++nextParameter;
    return success();
  };
  auto parseArgument = [&]() -> ParseResult {
    int64_t first = nextParameter;
    if (parser.parseType(sourceTypes.emplace_back()) || parser.parseArrow() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       parsePosition)) {
      return failure();
    }
    parameterCounts.push_back(nextParameter - first);
    return success();
  };
  // parseCommaSeparatedList succeeds where its '<' is missing (LLVM 22.1).
  if (parser.parseLess()) {
    return {};
  }
  if (failed(parser.parseOptionalGreater()) &&
      (parser.parseCommaSeparatedList(parseArgument) ||
       parser.parseGreater())) {
    return {};
  }
  return parser.getChecked<ArgumentMapAttr>(loc, parser.getContext(),
                                            sourceTypes, parameterCounts);
}

void ArgumentMapAttr::print(AsmPrinter &printer) const {
  int64_t next = 0;
  printer << '<';
  llvm::interleaveComma(llvm::zip_equal(getSourceTypes(), getParameterCounts()),
                        printer, [&](auto argument) {
                          auto [type, count] = argument;
                          printer << type << " -> [";
                          llvm::interleaveComma(llvm::seq(next, next + count),
                                                printer);
                          printer << ']';
                          next += count;
                        });
  printer << '>';
}

LogicalResult
ArgumentMapAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        ArrayRef<Type> sourceTypes,
                        ArrayRef<int64_t> parameterCounts) {
  if (sourceTypes.size() != parameterCounts.size()) {
    return emitError() << "expected one count for each source argument, but "
                          "got "
                       << sourceTypes.size() << " types and "
                       << parameterCounts.size() << " counts";
  }
  if (llvm::any_of(parameterCounts, [](int64_t n) { return n < 0; })) {
    return emitError() << "expected counts of parameters to be at least 0";
  }
  return success();
}

//===- DialectTypes.cpp - What the dialect says of arguments --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectTypes.h"

#include "dtyp/Dialect/Dtyp/IR/DTypeSpec.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Support/DTypePrinter.h"

using namespace mlir;
using namespace mlir::dtyp;

SmallVector<SourceArgument>
mlir::dtyp::getSourceArguments(FunctionOpInterface function) {
  SmallVector<SourceArgument> arguments;
  DtypDialect::ArgumentMapAttrHelper helper(function->getContext());
  ArgumentMapAttr map = helper.getAttr(function);
  if (!map) {
    for (Type type : function.getArgumentTypes()) {
      arguments.push_back({type, {""}});
    }
    return arguments;
  }
  for (auto [type, count] :
       llvm::zip_equal(map.getSourceTypes(), map.getParameterCounts())) {
    SourceArgument argument;
    argument.type = type;
    argument.fields.assign(count, "");
    if (auto provider = dyn_cast<ProviderType>(type)) {
      for (auto [field, name] :
           llvm::zip(argument.fields, provider.getFieldNames())) {
        field = name.str();
      }
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

/// Returns how the dtype is spelled on the command line.
static std::string getSpelling(DTypeInterface dtype) {
  Result<NumPyDType> spec = getNumPyDType(dtype);
  return spec ? formatDType(*spec) : dtype.getDTypeName();
}

bool mlir::dtyp::takesDType(Type type, const NumPyDType &dtype) {
  if (isa<IndexType>(type)) {
    return dtype.isNative() &&
           (dtype.name == "int64" || dtype.name == "uint64");
  }
  if (auto own = dyn_cast<DTypeInterface>(type)) {
    Result<NumPyDType> spec = getNumPyDType(own);
    if (spec && haveSameElements(*spec, dtype)) {
      return true;
    }
  }
  // A dtype that has no type is no error here, but no match either.
  MLIRContext *context = type.getContext();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  Type given = getDType(context, dtype,
                        [&] { return emitError(UnknownLoc::get(context)); });
  return given && cast<DTypeInterface>(given).getStorageType() == type;
}

SmallVector<std::string> mlir::dtyp::getDTypeNames(Type type) {
  MLIRContext *context = type.getContext();
  SmallVector<Type> candidates = {type};
  if (isa<IndexType>(type)) {
    candidates = {IntegerType::get(context, 64),
                  IntegerType::get(context, 64, IntegerType::Unsigned)};
  } else if (auto integer = dyn_cast<IntegerType>(type);
             integer && integer.isSignless()) {
    candidates.push_back(
        IntegerType::get(context, integer.getWidth(), IntegerType::Unsigned));
    candidates.push_back(IntegerType::get(context, 1));
  }
  SmallVector<std::string> names;
  for (Type candidate : candidates) {
    auto dtype = dyn_cast<DTypeInterface>(candidate);
    // A bool is stored as a byte.
    bool fits = dtype && (candidate == type || isa<IndexType>(type) ||
                          dtype.getStorageType() == type);
    if (fits && !llvm::is_contained(names, getSpelling(dtype))) {
      names.push_back(getSpelling(dtype));
    }
  }
  return names;
}

//===- DType.cpp - C API: what a dtype is ---------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the facts of dtypes, and NumPy's spellings.
//
//===----------------------------------------------------------------------===//

#include "dtyp-c/DType.h"

#include "Handles.h"

#include "dtyp/Dialect/Dtyp/IR/Casting.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeSpec.h"
#include "dtyp/Dialect/Dtyp/IR/Promotion.h"
#include "dtyp/Support/DTypeParser.h"
#include "dtyp/Support/DTypePrinter.h"

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::capi;

//===----------------------------------------------------------------------===//
// NumPy's spellings
//===----------------------------------------------------------------------===//

MlirType dtypDTypeParse(MlirContext context, MlirStringRef spelling) {
  if (!context.ptr) {
    return {nullptr};
  }
  MLIRContext *ctx = unwrap(context);
  loadDialect(ctx);
  auto getLoc = [&](size_t column) {
    return FileLineColLoc::get(ctx, "dtype", /*line=*/1, column);
  };
  StringRef text = unwrapString(spelling);
  Result<NumPyDType> dtype = parseNumPyDType({text.data(), text.size()});
  if (!dtype) {
    emitError(getLoc(dtype.error().column)) << dtype.error().message;
    return {nullptr};
  }
  return wrap(getDType(ctx, *dtype, [&] { return emitError(getLoc(1)); }));
}

MlirLogicalResult dtypDTypePrint(MlirType type, MlirStringCallback callback,
                                 void *userData) {
  if (!type.ptr) {
    return mlirLogicalResultFailure();
  }
  Location loc = UnknownLoc::get(unwrap(type).getContext());
  auto dtype = unwrapAs<DTypeInterface>(type);
  if (!dtype) {
    emitError(loc) << "expected a dtype, but got " << unwrap(type);
    return mlirLogicalResultFailure();
  }
  Result<NumPyDType> spec = getNumPyDType(dtype);
  if (!spec) {
    emitError(loc) << spec.error().message;
    return mlirLogicalResultFailure();
  }
  return emitString(formatDType(*spec), callback, userData);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

bool dtypTypeIsADType(MlirType type) {
  return static_cast<bool>(unwrapAs<DTypeInterface>(type));
}

MlirLogicalResult dtypDTypeGetName(MlirType type, MlirStringCallback callback,
                                   void *userData) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  return dtype ? emitString(dtype.getDTypeName(), callback, userData)
               : mlirLogicalResultFailure();
}

char dtypDTypeGetKind(MlirType type) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  return dtype ? stringifyDTypeKind(dtype.getDTypeKind()).front() : '\0';
}

int64_t dtypDTypeGetItemSize(MlirType type) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  return dtype ? dtype.getItemSize().value_or(-1) : -1;
}

int64_t dtypDTypeGetAlignment(MlirType type, DtypAlignmentModel model) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  std::optional<AlignmentModel> known = symbolizeAlignmentModel(model);
  return dtype && known ? dtype.getAlignment(*known).value_or(-1) : -1;
}

MlirType dtypDTypeGetValueType(MlirType type) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  return wrap(dtype ? dtype.getValueType() : Type());
}

MlirType dtypDTypeGetStorageType(MlirType type) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  return wrap(dtype ? dtype.getStorageType() : Type());
}

intptr_t dtypDTypeGetSubArrayShape(MlirType type, intptr_t capacity,
                                   int64_t *shape) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  if (!dtype) {
    return -1;
  }
  SmallVector<int64_t> extents = dtype.getSubArrayShape();
  auto rank = static_cast<intptr_t>(extents.size());
  for (intptr_t i = 0; shape && i < std::min(rank, capacity); ++i) {
    shape[i] = extents[i];
  }
  return rank;
}

MlirType dtypDTypeGetSubArrayBase(MlirType type) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  return wrap(dtype ? dtype.getSubArrayBase() : Type());
}

MlirLogicalResult dtypDTypeGetTypestr(MlirType type,
                                      MlirStringCallback callback,
                                      void *userData) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  std::optional<std::string> typestr;
  if (dtype) {
    typestr = dtype.getTypestr();
  }
  return typestr ? emitString(*typestr, callback, userData)
                 : mlirLogicalResultFailure();
}

MlirLogicalResult dtypDTypeGetDLPackDataType(MlirType type,
                                             DtypDLPackDataType *result) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  std::optional<DLPackDataType> dlpack;
  if (dtype) {
    dlpack = dtype.getDLPackDataType();
  }
  if (!dlpack || !result) {
    return mlirLogicalResultFailure();
  }
  *result = {dlpack->code, dlpack->bits, dlpack->lanes,
             dlpack->isSubByteTypePadded};
  return mlirLogicalResultSuccess();
}

intptr_t dtypDTypeGetFields(MlirType type, intptr_t capacity,
                            DtypField *fields) {
  auto dtype = unwrapAs<DTypeInterface>(type);
  if (!dtype) {
    return -1;
  }
  SmallVector<DTypeField> found;
  dtype.getFields(found);
  auto count = static_cast<intptr_t>(found.size());
  for (intptr_t i = 0; fields && i < std::min(count, capacity); ++i) {
    StringRef title = found[i].title ? found[i].title.getValue() : StringRef();
    fields[i] = {wrap(found[i].name.getValue()), wrap(title),
                 wrap(found[i].dtype), found[i].offset};
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Promotion and casting
//===----------------------------------------------------------------------===//

static_assert(static_cast<int>(DtypPromotionRulesJAX) ==
              static_cast<int>(PromotionRules::JAX));
static_assert(static_cast<int>(DtypCastingLevelUnsafe) ==
              static_cast<int>(CastingLevel::Unsafe));

MlirType dtypDTypePromote(MlirContext context, intptr_t numDTypes,
                          const MlirType *dtypes, DtypPromotionRules rules) {
  if (!context.ptr) {
    return {nullptr};
  }
  MLIRContext *ctx = unwrap(context);
  loadDialect(ctx);
  std::optional<PromotionRules> known = symbolizePromotionRules(rules);
  if (!known) {
    return emitTypeError(ctx,
                         "expected rules of promotion, but got the number " +
                             Twine(static_cast<unsigned>(rules)));
  }
  if (!isArray(numDTypes, dtypes)) {
    return emitTypeError(ctx, "expected dtypes, but got null");
  }
  SmallVector<Type> types;
  for (MlirType dtype : ArrayRef<MlirType>(dtypes, numDTypes)) {
    if (!dtype.ptr) {
      return emitTypeError(ctx, "expected dtypes, but one of them is null");
    }
    types.push_back(unwrap(dtype));
  }
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(ctx)); };
  FailureOr<Type> result = promoteDTypes(types, *known, emitError);
  return wrap(succeeded(result) ? *result : Type());
}

int dtypDTypeGetCastingLevel(MlirType source, MlirType target) {
  auto from = unwrapAs<DTypeInterface>(source);
  auto to = unwrapAs<DTypeInterface>(target);
  if (!from || !to) {
    return -1;
  }
  std::optional<CastingLevel> level = getCastingLevel(from, to);
  return level ? static_cast<int>(*level) : -1;
}

//===----------------------------------------------------------------------===//
// Providers
//===----------------------------------------------------------------------===//

bool dtypTypeIsADTypeProvider(MlirType type) {
  return static_cast<bool>(unwrapAs<DTypeProviderTypeInterface>(type));
}

MlirType dtypDTypeProviderGetDType(MlirType type) {
  auto provider = unwrapAs<DTypeProviderTypeInterface>(type);
  return wrap(provider ? provider.getProvidedDType() : Type());
}

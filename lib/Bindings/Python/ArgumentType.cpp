//===- ArgumentType.cpp - What an argument of a kernel takes --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements what the package asks of the type of an argument: what
// kind of value it takes, and which dtypes.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "dtyp-c/DType.h"
#include "dtyp-c/Types.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinTypes.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace dtyp::python;

using Extents = std::vector<std::optional<int64_t>>;

namespace {

/// A type in a kernel's signature.
class ArgumentType {
public:
  ArgumentType(std::shared_ptr<Context> context, MlirType type)
      : context(std::move(context)), type(type) {}

  static ArgumentType parse(std::shared_ptr<Context> context,
                            const std::string &text) {
    checkNesting(text);
    MlirType type = context->run(
        [&] { return mlirTypeParseGet(context->get(), toStringRef(text)); });
    return {std::move(context), type};
  }

  std::string getText() const { return print(mlirTypePrint, type); }
  const char *getKind() const;
  Extents getShape() const;
  /// Returns the strides, and behind them the offset, of a memref.
  std::optional<Extents> getLayout() const;
  bool hasIdentityLayout() const;
  std::string getElement() const { return print(mlirTypePrint, element()); }
  std::optional<int64_t> getItemSize() const;
  std::optional<int64_t> getAlignment() const;
  std::vector<std::string> getSpellings() const;
  std::vector<std::pair<std::string, ArgumentType>> getFields() const;
  bool takes(const std::string &spelling) const;
  bool takesDLPack(int code, int bits, int lanes) const;

private:
  bool isMemRef() const { return mlirTypeIsAMemRef(type); }
  bool isProvider() const { return dtypTypeIsADTypeProvider(type); }

  /// Returns the type of the elements: of a memref, a scalar or an object's.
  MlirType element() const {
    if (isProvider()) {
      return dtypDTypeProviderGetDType(type);
    }
    return isMemRef() ? mlirShapedTypeGetElementType(type) : type;
  }

  /// Returns the dtypes whose elements have this type in the IR, which tells
  /// neither signed from unsigned integers nor bool from a byte.
  std::vector<MlirType> getDTypes() const;

  std::shared_ptr<Context> context;
  MlirType type;
};

} // namespace

const char *ArgumentType::getKind() const {
  if (isMemRef()) {
    return "memref";
  }
  if (isProvider()) {
    return "provider";
  }
  return dtypTypeIsADType(type) || mlirTypeIsAIndex(type) ? "scalar" : "other";
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Extents ArgumentType::getShape() const {
  Extents shape;
  for (intptr_t i = 0; isMemRef() && i != mlirShapedTypeGetRank(type); ++i) {
    shape.emplace_back();
    if (!mlirShapedTypeIsDynamicDim(type, i)) {
      shape.back() = mlirShapedTypeGetDimSize(type, i);
    }
  }
  return shape;
}

std::optional<Extents> ArgumentType::getLayout() const {
  if (!isMemRef()) {
    return std::nullopt;
  }
  std::vector<int64_t> numbers(mlirShapedTypeGetRank(type) + 1);
  if (mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(
          type, numbers.data(), &numbers.back()))) {
    return std::nullopt;
  }
  Extents layout;
  for (int64_t number : numbers) {
    layout.emplace_back();
    if (!mlirShapedTypeIsDynamicStrideOrOffset(number)) {
      layout.back() = number;
    }
  }
  return layout;
}

bool ArgumentType::hasIdentityLayout() const {
  return isMemRef() &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
}

//===----------------------------------------------------------------------===//
// DTypes
//===----------------------------------------------------------------------===//

std::vector<MlirType> ArgumentType::getDTypes() const {
  MlirType element = this->element();
  MlirContext mlir = context->get();
  if (mlirTypeIsAIndex(element)) {
    return {mlirIntegerTypeGet(mlir, 64), mlirIntegerTypeUnsignedGet(mlir, 64)};
  }
  if (!dtypTypeIsADType(element)) {
    return {};
  }
  std::vector<MlirType> result = {element};
  if (!isProvider() && mlirTypeIsAInteger(element) &&
      mlirIntegerTypeIsSignless(element)) {
    unsigned width = mlirIntegerTypeGetWidth(element);
    for (MlirType other : {mlirIntegerTypeUnsignedGet(mlir, width),
                           mlirIntegerTypeGet(mlir, 1)}) {
      if (dtypTypeIsADType(other) && !mlirTypeEqual(other, element) &&
          mlirTypeEqual(dtypDTypeGetStorageType(other), element)) {
        result.push_back(other);
      }
    }
  }
  return result;
}

std::optional<int64_t> ArgumentType::getItemSize() const {
  std::vector<MlirType> dtypes = getDTypes();
  return dtypes.empty() ? std::optional<int64_t>()
                        : dtypDTypeGetItemSize(dtypes.front());
}

std::optional<int64_t> ArgumentType::getAlignment() const {
  std::vector<MlirType> dtypes = getDTypes();
  return dtypes.empty()
             ? std::optional<int64_t>()
             : dtypDTypeGetAlignment(dtypes.front(), DtypAlignmentModelDevice);
}

std::vector<std::string> ArgumentType::getSpellings() const {
  std::vector<std::string> result;
  context->run([&] {
    for (MlirType dtype : getDTypes()) {
      // A dtype may have no spelling of NumPy.
      std::string spelling = print(dtypDTypePrint, dtype);
      result.push_back(spelling.empty() ? print(mlirTypePrint, dtype)
                                        : spelling);
    }
    return mlirLogicalResultSuccess();
  });
  return result;
}

bool ArgumentType::takes(const std::string &spelling) const {
  bool result = false;
  context->run([&] {
    MlirType given = dtypDTypeParse(context->get(), toStringRef(spelling));
    for (MlirType dtype : getDTypes()) {
      result |= given.ptr &&
                dtypDTypeGetCastingLevel(given, dtype) == DtypCastingLevelNo;
    }
    result |= given.ptr && !isProvider() &&
              mlirTypeEqual(dtypDTypeGetStorageType(given), element());
    return mlirLogicalResultSuccess();
  });
  return result;
}

bool ArgumentType::takesDLPack(int code, int bits, int lanes) const {
  for (MlirType dtype : getDTypes()) {
    DtypDLPackDataType own;
    if (mlirLogicalResultIsSuccess(dtypDTypeGetDLPackDataType(dtype, &own)) &&
        own.code == code && own.bits == bits && own.lanes == lanes &&
        !own.isSubByteTypePadded) {
      return true;
    }
  }
  return false;
}

std::vector<std::pair<std::string, ArgumentType>>
ArgumentType::getFields() const {
  std::vector<std::pair<std::string, ArgumentType>> fields;
  for (intptr_t i = 0, e = dtypProviderTypeGetNumFields(type); i < e; ++i) {
    fields.emplace_back(
        toString(dtypProviderTypeGetFieldName(type, i)),
        ArgumentType(context, dtypProviderTypeGetFieldType(type, i)));
  }
  return fields;
}

void dtyp::python::bindArgumentType(nb::module_ &module) {
  nb::class_<ArgumentType>(module, "ArgumentType",
                           "A type in a kernel's signature.")
      .def_static("parse", &ArgumentType::parse, nb::arg("context"),
                  nb::arg("text"), "Reads the text of a type.")
      .def("__str__", &ArgumentType::getText)
      .def_prop_ro("kind", &ArgumentType::getKind,
                   "`memref`, `scalar`, `provider` or `other`.")
      .def_prop_ro("shape", &ArgumentType::getShape,
                   "The extents of a memref, None where one is dynamic.")
      .def_prop_ro("layout", &ArgumentType::getLayout,
                   "The strides of a memref in elements, and behind them its "
                   "offset, None\n"
                   "where one is dynamic; None if it has another layout.")
      .def_prop_ro("has_identity_layout", &ArgumentType::hasIdentityLayout,
                   "Whether the elements of a memref follow one another in "
                   "C order.")
      .def_prop_ro("element", &ArgumentType::getElement,
                   "The type of the elements, or the dtype of an object.")
      .def_prop_ro("itemsize", &ArgumentType::getItemSize,
                   "The bytes of an element; None if it is no dtype.")
      .def_prop_ro("alignment", &ArgumentType::getAlignment,
                   "The alignment of an element on a GPU, in bytes; None if it "
                   "is no dtype.")
      .def_prop_ro("spellings", &ArgumentType::getSpellings,
                   "The dtypes whose elements have this type, as NumPy spells "
                   "them.")
      .def_prop_ro("fields", &ArgumentType::getFields,
                   "The names and types of an object's run-time fields.")
      .def("takes", &ArgumentType::takes, nb::arg("spelling"),
           "Whether elements of the dtype of this spelling have this type.")
      .def("takes_dlpack", &ArgumentType::takesDLPack, nb::arg("code"),
           nb::arg("bits"), nb::arg("lanes"),
           "Whether elements of a data type of DLPack have this type.");
}

//===- DType.cpp - Dtypes and providers -----------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the types that are dtypes or provide them: making them,
// and what they say. dtyp/dtypes.py makes of it what users see.
//
//===----------------------------------------------------------------------===//

#include "DType.h"

#include "dtyp-c/Types.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

namespace nb = nanobind;
using namespace dtyp::python;

namespace {

/// A part of an element: its name, title, dtype, and offset in bytes.
using Field = std::tuple<std::string, std::string, Type, int64_t>;

} // namespace

/// Makes a type in a context, or throws what the context says.
template <typename Function>
static Type make(const std::shared_ptr<Context> &context, Function function) {
  return Type(context, context->run(function));
}

/// Throws unless all types are of the context: MLIR takes no others.
static void checkContext(const std::shared_ptr<Context> &context,
                         const Type &type) {
  if (type.getContext() != context) {
    throw nb::value_error("expected types of one context");
  }
}

//===----------------------------------------------------------------------===//
// Making types
//===----------------------------------------------------------------------===//

static Type parse(std::string_view text, std::shared_ptr<Context> context) {
  checkNesting(text);
  return make(context, [&] {
    return mlirTypeParseGet(context->get(), toStringRef(text));
  });
}

static Type getNamed(std::string_view spelling,
                     std::shared_ptr<Context> context) {
  return make(context, [&] {
    return dtypDTypeParse(context->get(), toStringRef(spelling));
  });
}

static Type getBigEndian(const Type &native) {
  return make(native.getContext(),
              [&] { return dtypBigEndianTypeGet(native.get()); });
}

static Type getSubArray(const Type &base, const std::vector<int64_t> &shape) {
  return make(base.getContext(), [&] {
    return dtypSubArrayTypeGet(static_cast<intptr_t>(shape.size()),
                               shape.data(), base.get());
  });
}

static Type getRecord(std::shared_ptr<Context> context,
                      const std::vector<Field> &fields, int64_t itemSize,
                      int64_t alignment, bool isAligned) {
  std::vector<DtypField> copies;
  for (const auto &[name, title, dtype, offset] : fields) {
    checkContext(context, dtype);
    copies.push_back(
        {toStringRef(name), toStringRef(title), dtype.get(), offset});
  }
  return make(context, [&] {
    return dtypRecordTypeGet(context->get(),
                             static_cast<intptr_t>(copies.size()),
                             copies.data(), itemSize, alignment, isAligned);
  });
}

static Type getProvider(std::string_view className, const Type &dtype,
                        bool isLegacy) {
  DtypDTypeProtocol protocol =
      isLegacy ? DtypDTypeProtocolLegacy : DtypDTypeProtocolNumPyDType;
  return make(dtype.getContext(), [&] {
    return dtypProviderTypeGet(toStringRef(className), dtype.get(), protocol,
                               /*numFields=*/0, nullptr, nullptr);
  });
}

static Type getWeak(DtypWeakScalarKind kind, std::shared_ptr<Context> context) {
  return make(context, [&] { return dtypWeakTypeGet(context->get(), kind); });
}

static Type promote(const std::vector<Type> &operands, DtypPromotionRules rules,
                    std::shared_ptr<Context> context) {
  std::vector<MlirType> types;
  for (const Type &operand : operands) {
    checkContext(context, operand);
    types.push_back(operand.get());
  }
  return make(context, [&] {
    return dtypDTypePromote(context->get(), static_cast<intptr_t>(types.size()),
                            types.data(), rules);
  });
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Returns what a function of C prints; nothing where it fails.
template <typename Function>
static std::optional<std::string> tryPrint(Function function, MlirType type) {
  std::string result;
  MlirLogicalResult printed = function(
      type,
      [](MlirStringRef part, void *result) {
        static_cast<std::string *>(result)->append(part.data, part.length);
      },
      &result);
  if (mlirLogicalResultIsFailure(printed)) {
    return std::nullopt;
  }
  return result;
}

static std::string getSpelling(const Type &self) {
  std::string result;
  self.getContext()->run([&] {
    std::optional<std::string> spelling = tryPrint(dtypDTypePrint, self.get());
    result = spelling.value_or("");
    return spelling ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
  });
  return result;
}

static std::optional<int64_t> toOptional(int64_t value) {
  return value < 0 ? std::nullopt : std::optional<int64_t>(value);
}

static std::vector<int64_t> getShape(const Type &self) {
  intptr_t rank = dtypDTypeGetSubArrayShape(self.get(), 0, nullptr);
  std::vector<int64_t> shape(std::max<intptr_t>(rank, 0));
  dtypDTypeGetSubArrayShape(self.get(), rank, shape.data());
  return shape;
}

static std::vector<Field> getFields(const Type &self) {
  intptr_t count = dtypDTypeGetFields(self.get(), 0, nullptr);
  std::vector<DtypField> fields(std::max<intptr_t>(count, 0));
  dtypDTypeGetFields(self.get(), count, fields.data());
  std::vector<Field> result;
  result.reserve(fields.size());
  for (const DtypField &field : fields) {
    result.emplace_back(toString(field.name), toString(field.title),
                        *self.wrap(field.dtype), field.offset);
  }
  return result;
}

using DLPack = std::tuple<int, int, int, bool>;

static std::optional<DLPack> getDLPack(const Type &self) {
  DtypDLPackDataType type;
  if (mlirLogicalResultIsFailure(
          dtypDTypeGetDLPackDataType(self.get(), &type))) {
    return std::nullopt;
  }
  return DLPack(type.code, type.bits, type.lanes, type.isSubByteTypePadded);
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

static void bindMaking(nb::class_<Type> &type) {
  type.def_static("parse", parse, nb::arg("text"), nb::arg("context"),
                  "Reads the text of a type, such as `!dtyp.bytes<5>`.")
      .def_static("named", getNamed, nb::arg("spelling"), nb::arg("context"),
                  "Returns the dtype that NumPy means by a spelling.")
      .def_static("big_endian", getBigEndian, nb::arg("native"),
                  "Returns the dtype in the other byte order.")
      .def_static("subarray", getSubArray, nb::arg("base"), nb::arg("shape"),
                  "Returns `!dtyp.subarray`.")
      .def_static("record", getRecord, nb::arg("context"), nb::arg("fields"),
                  nb::arg("itemsize"), nb::arg("alignment"),
                  nb::arg("is_aligned"),
                  "Returns `!dtyp.record`; a field is its name, title (or an "
                  "empty string),\n"
                  "dtype and offset, all sizes are in bytes.")
      .def_static("provider", getProvider, nb::arg("class_name"),
                  nb::arg("dtype"), nb::arg("is_legacy"),
                  "Returns `!dtyp.provider`.")
      .def_static("weak", getWeak, nb::arg("kind"), nb::arg("context"),
                  "Returns `!dtyp.weak`.")
      .def_static("promote", promote, nb::arg("operands"), nb::arg("rules"),
                  nb::arg("context"),
                  "Returns the dtype of the result of an operation.");
}

static void bindFacts(nb::class_<Type> &type) {
  type.def_prop_ro(
          "is_dtype", [](Type &self) { return dtypTypeIsADType(self.get()); },
          "Whether the type is a dtype.")
      .def_prop_ro(
          "is_record", [](Type &self) { return dtypTypeIsARecord(self.get()); },
          "Whether the type is `!dtyp.record`.")
      .def_prop_ro(
          "is_aligned_record",
          [](Type &self) { return dtypRecordTypeIsAligned(self.get()); },
          "Whether a record is laid out as by `align=True`.")
      .def_prop_ro(
          "is_cuda_vector",
          [](Type &self) { return dtypTypeIsACudaVector(self.get()); },
          "Whether the type is `!dtyp.vector`.")
      .def_prop_ro(
          "native",
          [](Type &self) {
            return self.wrap(dtypBigEndianTypeGetDType(self.get()));
          },
          "The dtype in native byte order, of one in the other; else None.")
      .def_prop_ro(
          "name",
          [](Type &self) { return tryPrint(dtypDTypeGetName, self.get()); },
          "`numpy.dtype.name`.")
      .def_prop_ro(
          "kind",
          [](Type &self) {
            char kind = dtypDTypeGetKind(self.get());
            return kind ? std::optional(std::string(1, kind)) : std::nullopt;
          },
          "`numpy.dtype.kind`.")
      .def_prop_ro(
          "itemsize",
          [](Type &self) {
            return toOptional(dtypDTypeGetItemSize(self.get()));
          },
          "The bytes of an element; None if they are not known.")
      .def(
          "alignment",
          [](Type &self, bool onDevice) {
            return toOptional(dtypDTypeGetAlignment(
                self.get(),
                onDevice ? DtypAlignmentModelDevice : DtypAlignmentModelNumPy));
          },
          nb::arg("on_device"),
          "Returns the alignment in bytes by NumPy's rules or CUDA's; None if "
          "it is not\n"
          "known.")
      .def_prop_ro(
          "value_type",
          [](Type &self) {
            return self.wrap(dtypDTypeGetValueType(self.get()));
          },
          "The type of an element as a value.")
      .def_prop_ro(
          "storage_type",
          [](Type &self) {
            return self.wrap(dtypDTypeGetStorageType(self.get()));
          },
          "The element type of a memref of such elements.")
      .def_prop_ro("shape", getShape,
                   "The shape that the dtype adds to that of an array.")
      .def_prop_ro(
          "base",
          [](Type &self) {
            return self.wrap(dtypDTypeGetSubArrayBase(self.get()));
          },
          "The dtype of the elements of a sub-array; else None.")
      .def_prop_ro("fields", getFields,
                   "The parts with names: name, title (or an empty string), "
                   "dtype, offset in bytes.")
      .def_prop_ro(
          "typestr",
          [](Type &self) { return tryPrint(dtypDTypeGetTypestr, self.get()); },
          "The typestr of NumPy's array interface; None if none identifies the "
          "dtype.")
      .def_prop_ro("dlpack", getDLPack,
                   "The code, bits and lanes in DLPack, and whether elements "
                   "are padded to bytes;\n"
                   "None if there are none.")
      .def("spelling", getSpelling, "Returns what `named` takes.")
      .def(
          "casting_level",
          [](Type &self, const Type &target) {
            checkContext(self.getContext(), target);
            return toOptional(
                dtypDTypeGetCastingLevel(self.get(), target.get()));
          },
          nb::arg("target"),
          "Returns the lowest level of a cast, 0 to 4 for no, equiv, safe, "
          "same_kind and\n"
          "unsafe; None if there is no cast.");
}

void dtyp::python::bindDType(nb::module_ &module) {
  nb::enum_<DtypWeakScalarKind>(module, "WeakScalarKind",
                                "The Python type of a number.")
      .value("INT", DtypWeakScalarKindInt)
      .value("FLOAT", DtypWeakScalarKindFloat)
      .value("COMPLEX", DtypWeakScalarKindComplex);
  nb::enum_<DtypPromotionRules>(module, "PromotionRules",
                                "Whose rules of promotion apply.")
      .value("NUMPY", DtypPromotionRulesNumPy)
      .value("JAX", DtypPromotionRulesJAX);
  nb::class_<Type> type(
      module, "Type",
      "A type of a context: a dtype, or the type of an object that provides "
      "one. A type\n"
      "that is no dtype has no facts: they are None or empty.");
  bindMaking(type);
  bindFacts(type);
  type.def(
          "__eq__",
          [](Type &self, nb::handle other) {
            return nb::isinstance<Type>(other) &&
                   mlirTypeEqual(self.get(), nb::cast<Type &>(other).get());
          },
          nb::arg("other").none(),
          nb::sig("def __eq__(self, other: object, /) -> bool"),
          "Whether both are the same type of the same context.")
      .def("__hash__",
           [](Type &self) {
             return reinterpret_cast<uintptr_t>(self.get().ptr) >> 4;
           })
      .def(
          "__str__",
          [](Type &self) { return print(mlirTypePrint, self.get()); },
          "Returns the text in the IR.");
}

//===- BuilderOps.cpp - Building the ops of dtyp and cudax ----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file binds the functions of the C API that build ops.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include "dtyp-c/CudaxOps.h"
#include "dtyp-c/DtypOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace dtyp::python;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::vector<PathStep> Builder::usePath(nb::handle path) const {
  std::vector<PathStep> result;
  for (nb::handle step : path) {
    if (nb::isinstance<nb::str>(step)) {
      result.push_back({nb::cast<std::string>(step), {}});
    } else {
      result.push_back({{}, use(nb::cast<std::vector<const Value *>>(step))});
    }
  }
  return result;
}

ArrayShape Builder::useShape(nb::handle shape) const {
  ArrayShape result;
  for (nb::handle extent : shape) {
    if (nb::isinstance<Value>(extent)) {
      result.sizes.push_back(mlirShapedTypeGetDynamicSize());
      result.dynamicSizes.push_back(use(nb::cast<const Value &>(extent)));
    } else {
      int64_t size = 0;
      if (!nb::try_cast(extent, size)) {
        throw nb::value_error("expected extents that are values, or integers "
                              "of 64 bits");
      }
      result.sizes.push_back(size);
    }
  }
  return result;
}

/// Calls `function` with an element of an array, or a part of one.
template <typename Function>
static auto withElement(Builder &self, const Value &memref,
                        const std::vector<const Value *> &indices,
                        nb::handle path, const std::optional<Type> &dtype,
                        Function function) {
  std::vector<MlirValue> values = self.use(indices);
  std::vector<PathStep> steps = self.usePath(path);
  std::vector<DtypPathStep> handles;
  for (const PathStep &step : steps) {
    bool isName = step.indices.empty();
    handles.push_back({isName ? toStringRef(step.name) : MlirStringRef{},
                       static_cast<intptr_t>(step.indices.size()),
                       step.indices.data()});
  }
  DtypElement element = {
      self.use(memref), static_cast<intptr_t>(values.size()),
      values.data(),    static_cast<intptr_t>(handles.size()),
      handles.data(),   dtype ? self.use(*dtype) : MlirType{nullptr}};
  return function(element);
}

/// Calls `function` with what the ops that make arrays have in common.
template <typename Function>
static auto withArray(Builder &self, const Value &dtype, nb::handle shape,
                      int64_t alignment, Function function) {
  ArrayShape extents = self.useShape(shape);
  DtypCudaxArray array = {self.use(dtype),
                          static_cast<intptr_t>(extents.sizes.size()),
                          extents.sizes.data(),
                          static_cast<intptr_t>(extents.dynamicSizes.size()),
                          extents.dynamicSizes.data(),
                          alignment};
  return function(array);
}

//===----------------------------------------------------------------------===//
// Dtypes and values
//===----------------------------------------------------------------------===//

static void bindDTypes(nb::class_<Builder> &builder) {
  builder
      .def(
          "constant",
          [](Builder &self, const Type &dtype, const Place &place) {
            MlirType type = self.use(dtype);
            return self.append(place, [&](MlirLocation location) {
              return dtypConstantOpCreate(location, type);
            })[0];
          },
          nb::arg("dtype"), nb::arg("place"), "Builds `dtyp.constant`.")
      .def(
          "dtype_of",
          [](Builder &self, const Value &provider, const Place &place) {
            MlirValue value = self.use(provider);
            return self.append(place, [&](MlirLocation location) {
              return dtypDTypeOfOpCreate(location, value,
                                         /*allowLegacy=*/false);
            })[0];
          },
          nb::arg("provider"), nb::arg("place"), "Builds `dtyp.dtype_of`.")
      .def(
          "cast",
          [](Builder &self, const Value &value, const Type &source,
             const Type &target, const Place &place) {
            MlirValue operand = self.use(value);
            MlirType from = self.use(source);
            MlirType to = self.use(target);
            return self.append(place, [&](MlirLocation location) {
              return dtypCastOpCreate(location, operand, from, to,
                                      DtypCastingLevelUnsafe);
            })[0];
          },
          nb::arg("value"), nb::arg("source"), nb::arg("target"),
          nb::arg("place"), "Builds `dtyp.cast`.");
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static void bindElements(nb::class_<Builder> &builder) {
  builder
      .def(
          "load",
          [](Builder &self, const Value &memref,
             const std::vector<const Value *> &indices,
             const nb::sequence &path, const std::optional<Type> &dtype,
             const Place &place) {
            return withElement(
                self, memref, indices, path, dtype,
                [&](const DtypElement &element) {
                  return self.append(place, [&](MlirLocation location) {
                    return dtypLoadOpCreate(location, &element);
                  })[0];
                });
          },
          nb::arg("memref"), nb::arg("indices"), nb::arg("path"),
          nb::arg("dtype").none(), nb::arg("place"),
          "Builds `dtyp.load`; a step of the path is a name or a list of "
          "indices.")
      .def(
          "store",
          [](Builder &self, const Value &value, const Value &memref,
             const std::vector<const Value *> &indices,
             const nb::sequence &path, const std::optional<Type> &dtype,
             const Place &place) {
            MlirValue stored = self.use(value);
            withElement(self, memref, indices, path, dtype,
                        [&](const DtypElement &element) {
                          self.append(place, [&](MlirLocation location) {
                            return dtypStoreOpCreate(location, stored,
                                                     &element);
                          });
                        });
          },
          nb::arg("value"), nb::arg("memref"), nb::arg("indices"),
          nb::arg("path"), nb::arg("dtype").none(), nb::arg("place"),
          "Builds `dtyp.store`.")
      .def(
          "atomic_rmw",
          [](Builder &self, const std::string &kind, const Value &value,
             const Value &memref, const std::vector<const Value *> &indices,
             const nb::sequence &path, const std::optional<Type> &dtype,
             const Place &place) {
            MlirValue operand = self.use(value);
            return withElement(
                self, memref, indices, path, dtype,
                [&](const DtypElement &element) {
                  return self.append(place, [&](MlirLocation location) {
                    return dtypAtomicRMWOpCreate(location, toStringRef(kind),
                                                 operand, &element);
                  })[0];
                });
          },
          nb::arg("kind"), nb::arg("value"), nb::arg("memref"),
          nb::arg("indices"), nb::arg("path"), nb::arg("dtype").none(),
          nb::arg("place"),
          "Builds `dtyp.atomic_rmw`, whose kind is spelled "
          "as in the IR.");
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Whether the elements of a tensor of the type have bytes.
static bool isNumber(MlirType type) {
  return mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type) ||
         mlirTypeIsAFloat(type) ||
         (mlirTypeIsAComplex(type) &&
          isNumber(mlirComplexTypeGetElementType(type)));
}

static MlirAttribute getContents(MlirType type, const nb::bytes &contents) {
  bool hasBytes = mlirTypeIsARankedTensor(type) &&
                  mlirShapedTypeHasStaticShape(type) &&
                  isNumber(mlirShapedTypeGetElementType(type));
  MlirAttribute attribute =
      hasBytes ? mlirDenseElementsAttrRawBufferGet(type, contents.size(),
                                                   contents.data())
               : MlirAttribute{nullptr};
  if (mlirAttributeIsNull(attribute)) {
    throw nb::value_error("expected the bytes of a tensor of constants");
  }
  return attribute;
}

static void bindArrays(nb::class_<Builder> &builder) {
  builder
      .def(
          "local_alloca",
          [](Builder &self, const Value &dtype, const nb::sequence &shape,
             int64_t alignment, const Place &place) {
            return withArray(
                self, dtype, shape, alignment,
                [&](const DtypCudaxArray &array) {
                  return self.append(place, [&](MlirLocation location) {
                    return dtypCudaxLocalAllocaOpCreate(location, &array);
                  })[0];
                });
          },
          nb::arg("dtype"), nb::arg("shape"), nb::arg("alignment"),
          nb::arg("place"),
          "Builds `cudax.local_alloca`; an extent is an int or a value.")
      .def(
          "shared_alloca",
          [](Builder &self, const Value &dtype, const nb::sequence &shape,
             int64_t alignment, bool dynamic, const Place &place) {
            return withArray(
                self, dtype, shape, alignment,
                [&](const DtypCudaxArray &array) {
                  return self.append(place, [&](MlirLocation location) {
                    return dtypCudaxSharedAllocaOpCreate(location, &array,
                                                         dynamic);
                  })[0];
                });
          },
          nb::arg("dtype"), nb::arg("shape"), nb::arg("alignment"),
          nb::arg("dynamic"), nb::arg("place"), "Builds `cudax.shared_alloca`.")
      .def(
          "const_array",
          [](Builder &self, const Value &dtype, const Type &tensor,
             const nb::bytes &contents, int64_t alignment, const Place &place) {
            MlirValue value = self.use(dtype);
            MlirAttribute attribute = getContents(self.use(tensor), contents);
            return self.append(place, [&](MlirLocation location) {
              return dtypCudaxConstArrayOpCreate(location, value, attribute,
                                                 alignment);
            })[0];
          },
          nb::arg("dtype"), nb::arg("tensor"), nb::arg("contents"),
          nb::arg("alignment"), nb::arg("place"),
          "Builds `cudax.const_array` of the bytes of a tensor.")
      .def(
          "field_view",
          [](Builder &self, const Value &memref,
             const std::vector<std::string> &path, const Place &place) {
            MlirValue array = self.use(memref);
            std::vector<MlirStringRef> names;
            names.reserve(path.size());
            for (const std::string &name : path) {
              names.push_back(toStringRef(name));
            }
            return self.append(place, [&](MlirLocation location) {
              return dtypFieldViewOpCreate(location, array,
                                           static_cast<intptr_t>(names.size()),
                                           names.data());
            })[0];
          },
          nb::arg("memref"), nb::arg("path"), nb::arg("place"),
          "Builds `dtyp.field_view`.")
      .def(
          "view",
          [](Builder &self, const Value &memref, const Type &dtype,
             const Place &place) {
            MlirValue array = self.use(memref);
            MlirType type = self.use(dtype);
            return self.append(place, [&](MlirLocation location) {
              return dtypViewOpCreate(location, array, type);
            })[0];
          },
          nb::arg("memref"), nb::arg("dtype"), nb::arg("place"),
          "Builds `dtyp.view`.");
}

void dtyp::python::bindBuilderOps(nb::class_<Builder> &builder) {
  bindDTypes(builder);
  bindElements(builder);
  bindArrays(builder);
}

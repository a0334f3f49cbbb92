//===- DLPack.cpp - Arrays of other packages ------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements looking at an array that an object gives by DLPack.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace dtyp::python;

namespace {

/// An array, which it keeps alive.
class DLPackArray {
public:
  explicit DLPackArray(const nb::object &object) {
    nb::ndarray<> writable;
    isWritable = nb::try_cast(object, writable);
    array = isWritable ? nb::ndarray<nb::ro>(writable)
                       : nb::cast<nb::ndarray<nb::ro>>(object);
  }

  uintptr_t getAddress() const {
    return reinterpret_cast<uintptr_t>(array.data());
  }

  std::vector<int64_t> getShape() const {
    std::vector<int64_t> shape;
    for (size_t i = 0; i != array.ndim(); ++i) {
      shape.push_back(static_cast<int64_t>(array.shape(i)));
    }
    return shape;
  }

  std::vector<int64_t> getStrides() const {
    std::vector<int64_t> strides;
    for (size_t i = 0; i != array.ndim(); ++i) {
      strides.push_back(array.stride(i));
    }
    return strides;
  }

  std::tuple<int, int, int> getDType() const {
    nb::dlpack::dtype dtype = array.dtype();
    return {dtype.code, dtype.bits, dtype.lanes};
  }

  std::pair<int, int> getDevice() const {
    return {array.device_type(), array.device_id()};
  }

  bool canWrite() const { return isWritable; }

private:
  nb::ndarray<nb::ro> array;
  bool isWritable = false;
};

} // namespace

void dtyp::python::bindDLPack(nb::module_ &module) {
  nb::class_<DLPackArray>(module, "DLPackArray",
                          "An array that an object gives by `__dlpack__`.")
      .def(nb::init<const nb::object &>(), nb::arg("obj"))
      .def_prop_ro("address", &DLPackArray::getAddress)
      .def_prop_ro("shape", &DLPackArray::getShape)
      .def_prop_ro("strides", &DLPackArray::getStrides, "In elements.")
      .def_prop_ro("is_writable", &DLPackArray::canWrite)
      .def_prop_ro("dtype", &DLPackArray::getDType,
                   "The code, the bits and the lanes of DLPack's data type.")
      .def_prop_ro("device", &DLPackArray::getDevice,
                   "DLPack's type of the device, and its number.");
}

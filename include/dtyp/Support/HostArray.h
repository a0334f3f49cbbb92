//===- HostArray.h - An array in host memory --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares an array in host memory, in C order.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_HOSTARRAY_H
#define DTYP_SUPPORT_HOSTARRAY_H

#include "dtyp/Support/NumPyDType.h"

#include <cstdlib>
#include <memory>
#include <vector>

namespace mlir::dtyp {

/// Returns the product of the sizes times the item size, or an error where it
/// is more than an `int64_t` holds. (Not even a zero elsewhere in the shape
/// excuses that: NumPy's rule.)
Result<int64_t> getByteSize(const std::vector<int64_t> &shape,
                            int64_t itemsize);

/// Returns the strides, in elements, of a C-order array.
std::vector<int64_t> getRowMajorStrides(const std::vector<int64_t> &shape);

/// A dense array in C order that owns its elements. Move-only.
class HostArray {
public:
  /// Allocates an array of zero bytes. As in NumPy, the shape of a sub-array
  /// goes behind that of the array, whose elements are those of the sub-array.
  /// The error says that there is no memory, that the shape is too large, or
  /// that the elements have no bytes.
  static Result<HostArray> create(NumPyDType dtype, std::vector<int64_t> shape);

  const NumPyDType &getDType() const { return dtype; }
  const std::vector<int64_t> &getShape() const { return shape; }
  size_t getRank() const { return shape.size(); }
  int64_t getNumElements() const { return numElements; }
  size_t getNumBytes() const { return numElements * dtype.itemsize; }

  uint8_t *getData() { return data.get(); }
  const uint8_t *getData() const { return data.get(); }
  uint8_t *getElement(int64_t index) {
    return data.get() + index * dtype.itemsize;
  }
  const uint8_t *getElement(int64_t index) const {
    return data.get() + index * dtype.itemsize;
  }

  /// Returns the type in the argument language: `float32[32,32]`.
  std::string getTypeString() const;

private:
  struct Free {
    void operator()(uint8_t *memory) const { std::free(memory); }
  };

  HostArray() = default;

  NumPyDType dtype;
  std::vector<int64_t> shape;
  int64_t numElements = 0;
  std::unique_ptr<uint8_t[], Free> data;
};

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_HOSTARRAY_H

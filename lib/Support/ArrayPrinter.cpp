//===- ArrayPrinter.cpp - Arrays as text ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements printing arrays.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/ArrayPrinter.h"

#include "dtyp/Support/Element.h"

using namespace mlir::dtyp;

namespace {

class Printer {
public:
  Printer(const HostArray &array, const PrintOptions &options)
      : array(array), strides(getRowMajorStrides(array.getShape())),
        edgeItems(options.edgeItems),
        summarize(!options.printAll &&
                  array.getNumElements() > options.threshold) {}

  std::string take() {
    // NumPy's text for all empty arrays.
    if (array.getNumElements() == 0)
      return "[]";
    print(/*dim=*/0, /*offset=*/0);
    return std::move(text);
  }

private:
  void print(size_t dim, int64_t offset) {
    if (dim == array.getRank()) {
      text += formatElement(array.getDType(), array.getElement(offset));
      return;
    }
    int64_t size = array.getShape()[dim];
    bool skips = summarize && size > 2 * edgeItems;
    text += '[';
    for (int64_t i = 0; i < size; ++i) {
      if (i)
        separate(dim);
      if (skips && i == edgeItems) {
        text += "...";
        separate(dim);
        i = size - edgeItems;
      }
      print(dim + 1, offset + i * strides[dim]);
    }
    text += ']';
  }

  /// One row per line; a blank line more for every dimension further out.
  void separate(size_t dim) {
    size_t inner = array.getRank() - 1 - dim;
    if (inner == 0) {
      text += ' ';
      return;
    }
    text.append(inner, '\n');
    text.append(dim + 1, ' ');
  }

  const HostArray &array;
  std::vector<int64_t> strides;
  int64_t edgeItems;
  bool summarize;
  std::string text;
};

} // namespace

std::string mlir::dtyp::formatArray(const HostArray &array,
                                    const PrintOptions &options) {
  return Printer(array, options).take();
}

//===- AllClose.cpp - Comparing outputs as NumPy does ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the comparison of an output with a file, element by
// element as dtyp/Support/ElementCompare.h says.
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/Element.h"
#include "dtyp/Support/ElementCompare.h"
#include "dtyp/Support/Npy.h"
#include "dtyp/Support/StrCat.h"

using namespace mlir::dtyp;

/// Returns the indices of an element: `[2, 0]`.
static std::string formatIndices(int64_t element,
                                 const std::vector<int64_t> &shape) {
  std::string text;
  for (size_t i = shape.size(); i-- != 0;) {
    text = strCat(element % shape[i], text.empty() ? "" : ", ", text);
    element /= shape[i];
  }
  return "[" + text + "]";
}

Status mlir::dtyp::checkAllClose(const HostArray &actual,
                                 const std::string &path,
                                 const CheckOptions &options) {
  const NumPyDType &dtype = actual.getDType();
  // Numbers of two dtypes are compared; what a file cannot tell must be named,
  // and what is no number must be the same.
  bool mayDiffer = isNumber(dtype) && !dtype.isExtension;
  Result<HostArray> expected = readNpy(path, mayDiffer ? nullptr : &dtype);
  if (!expected) {
    return expected.error();
  }
  if (expected->getShape() != actual.getShape()) {
    return Error(strCat("expected the output to have the shape of '", path,
                        "', ", expected->getTypeString(), ", got ",
                        actual.getTypeString()));
  }
  if (mayDiffer && !isNumber(expected->getDType())) {
    return Error(strCat("expected '", path, "' to hold numbers, got ",
                        formatDType(expected->getDType())));
  }
  Tolerance tolerance = {options.rtol, options.atol, options.equalNaN};
  int64_t numDifferent = 0, first = 0;
  for (int64_t i = 0; i != actual.getNumElements(); ++i) {
    if (!isClose(dtype, actual.getElement(i), expected->getDType(),
                 expected->getElement(i), tolerance)) {
      first = numDifferent++ == 0 ? i : first;
    }
  }
  if (numDifferent == 0) {
    return Status::success();
  }
  return Error(
      strCat(numDifferent, " of ", actual.getNumElements(),
             " elements differ from '", path, "'; the first is ",
             formatIndices(first, actual.getShape()), ": expected ",
             formatElement(expected->getDType(), expected->getElement(first)),
             ", got ", formatElement(dtype, actual.getElement(first))));
}

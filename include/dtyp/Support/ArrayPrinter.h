//===- ArrayPrinter.h - Arrays as text --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how arrays are printed: much as NumPy does, but with every
// row on a line of its own and without padding, so that scripts can read it.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_ARRAYPRINTER_H
#define DTYP_SUPPORT_ARRAYPRINTER_H

#include "dtyp/Support/HostArray.h"

#include <string>

namespace mlir::dtyp {

struct PrintOptions {
  /// Arrays with more elements than this show only `edgeItems` at each end of
  /// every dimension: NumPy's defaults.
  int64_t threshold = 1000;
  int64_t edgeItems = 3;
  /// Show every element, whatever the threshold.
  bool printAll = false;
};

/// Returns `[1 2 3]`, or for more dimensions one row per line:
///
///   [[1 2]
///    [3 4]]
std::string formatArray(const HostArray &array,
                        const PrintOptions &options = PrintOptions());

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_ARRAYPRINTER_H

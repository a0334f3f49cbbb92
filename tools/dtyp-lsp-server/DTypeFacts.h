//===- DTypeFacts.h - What an editor shows of dtypes ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYPLSPSERVER_DTYPEFACTS_H
#define DTYP_TOOLS_DTYPLSPSERVER_DTYPEFACTS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir {
class MLIRContext;

namespace dtyp {

/// Returns, as Markdown, what is known of each dtype that the types in `text`
/// are or provide: those that begin with `!`, once each, in their order. Empty
/// if there are none.
std::string describeDTypes(llvm::StringRef text, MLIRContext *context);

} // namespace dtyp
} // namespace mlir

#endif // DTYP_TOOLS_DTYPLSPSERVER_DTYPEFACTS_H

//===- HoverFilter.h - Add to what an editor shows --------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the filter behind the language server. Upstream's server
// answers what lies under the cursor by text of its own, to which no dialect
// can add; the filter does.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYPLSPSERVER_HOVERFILTER_H
#define DTYP_TOOLS_DTYPLSPSERVER_HOVERFILTER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace mlir::dtyp {

/// Copies messages of the language server protocol from the file descriptor
/// `input` to `output` until its end. `describe` returns what to append to the
/// text of a hover. What is no message is copied as it is.
void filterHovers(int input, llvm::raw_ostream &output,
                  llvm::function_ref<std::string(llvm::StringRef)> describe);

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYPLSPSERVER_HOVERFILTER_H

//===- FaultDiagnostics.cpp - Faults as diagnostics -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Emulator.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::dtyp;

/// Turns `file:line:column` into a location.
static Location parseLocation(MLIRContext *context, StringRef text) {
  auto [rest, columnText] = text.rsplit(':');
  auto [file, lineText] = rest.rsplit(':');
  unsigned line = 0, column = 0;
  if (lineText.getAsInteger(10, line) || columnText.getAsInteger(10, column)) {
    return UnknownLoc::get(context);
  }
  return FileLineColLoc::get(context, file, line, column);
}

void emulator::emitFault(const Fault &fault, MLIRContext *context) {
  InFlightDiagnostic diagnostic =
      emitError(parseLocation(context, fault.location));
  diagnostic << fault.getText();
  for (const auto &[location, text] : fault.notes) {
    diagnostic.attachNote(parseLocation(context, location)) << text;
  }
}

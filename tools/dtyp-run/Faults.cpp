//===- Faults.cpp - Reporting what a kernel did wrong ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "dtyp/Support/StrCat.h"

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

/// Reports what the kernel did wrong, each where it did it.
void mlir::dtyp::reportFaults(ModuleOp module, const emulator::KernelRun &run) {
  MLIRContext *context = module.getContext();
  for (const emulator::Fault &fault : run.getFaults()) {
    if (fault.location.empty()) {
      reportError(fault.getText());
      continue;
    }
    InFlightDiagnostic diagnostic =
        emitError(parseLocation(context, fault.location));
    diagnostic << fault.getText();
    for (const auto &[location, text] : fault.notes) {
      diagnostic.attachNote(parseLocation(context, location)) << text;
    }
  }
  if (run.getNumOmittedFaults() != 0) {
    reportError(strCat(run.getNumOmittedFaults(), " more faults"));
  }
}

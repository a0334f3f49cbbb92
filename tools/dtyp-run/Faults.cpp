//===- Faults.cpp - Reporting what a kernel did wrong ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "dtyp/Emulator/Emulator.h"
#include "dtyp/Support/StrCat.h"

using namespace mlir;
using namespace mlir::dtyp;

/// Reports what the kernel did wrong, each where it did it.
void mlir::dtyp::reportFaults(ModuleOp module, const emulator::KernelRun &run) {
  for (const emulator::Fault &fault : run.getFaults()) {
    if (fault.location.empty()) {
      reportError(fault.getText());
      continue;
    }
    emitFault(fault, module.getContext());
  }
  if (run.getNumOmittedFaults() != 0) {
    reportError(strCat(run.getNumOmittedFaults(), " more faults"));
  }
}

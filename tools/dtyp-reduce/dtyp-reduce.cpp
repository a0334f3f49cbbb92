//===- dtyp-reduce.cpp - Driver of the reducer ----------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is mlir-reduce with the dialects, the passes and the reduction
// patterns of dtyp.
//
//===----------------------------------------------------------------------===//

#include "DeltaReduction.h"
#include "ToolStart.h"
#include "dtyp/Config/Version.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  mlir::dtyp::setBugReportMessage();
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "dtyp version " DTYP_VERSION_STRING "\n";
  });
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::dtyp::registerAllDialects(registry);
  mlir::dtyp::registerAllExtensions(registry);
  mlir::dtyp::registerAllReductionPatterns(registry);
  mlir::dtyp::registerDeltaReductionPass();
  // What `opt-reduction-pass` may run.
  mlir::registerAllPasses();
  mlir::dtyp::registerAllPasses();

  mlir::MLIRContext context(registry);
  bool hasError = false;
  context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
    hasError |= diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    return mlir::failure(); // Whoever prints it does.
  });
  if (mlir::succeeded(mlir::mlirReduceMain(argc, argv, context))) {
    return EXIT_SUCCESS;
  }
  if (!hasError) {
    // Upstream's reducer fails without a word in this case.
    llvm::WithColor::error(llvm::errs(), "dtyp-reduce")
        << "nothing was reduced: expected options that name a reduction pass, "
           "a test that exits with 1 for the input, and files that can be read "
           "and written\n";
  }
  return EXIT_FAILURE;
}

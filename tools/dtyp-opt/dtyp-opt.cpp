//===- dtyp-opt.cpp - Driver of passes ------------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is mlir-opt with the dialects and passes of dtyp.
//
//===----------------------------------------------------------------------===//

#include "ToolStart.h"
#include "dtyp/Config/Version.h"
#include "dtyp/InitAll.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  mlir::dtyp::setBugReportMessage();
  mlir::dtyp::execPluginHost(argc, argv);
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "dtyp version " DTYP_VERSION_STRING "\n";
  });

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::dtyp::registerAllDialects(registry);
  mlir::dtyp::registerAllExtensions(registry);
  mlir::dtyp::registerAllPasses();
  if (mlir::dtyp::hasOption(argc, argv, {"help", "help-hidden"})) {
    // Upstream's help has them among hundreds of its own, behind all options of
    // LLVM's targets.
    llvm::outs() << "PASSES OF DTYP, AND ITS PIPELINE\n\n";
    mlir::printRegisteredPasses();
    llvm::outs() << "\nPipeline:\n";
    mlir::PassPipelineInfo::lookup("dtyp-to-nvvm")
        ->printHelpStr(/*indent=*/2, /*descIndent=*/35);
    llvm::outs() << "\nALL DIALECTS, OPTIONS AND PASSES\n\n";
  }
  mlir::registerAllPasses();

  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "dtyp optimizer driver\n", registry));
}

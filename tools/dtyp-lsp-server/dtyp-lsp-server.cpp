//===- dtyp-lsp-server.cpp - Language server ------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is mlir-lsp-server with the dialects of dtyp, and with the facts of
// dtypes in what it shows.
//
//===----------------------------------------------------------------------===//

#include "DTypeFacts.h"
#include "HoverFilter.h"
#include "ToolStart.h"
#include "dtyp/Config/Version.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/wait.h>
#include <unistd.h>

static int reportError() {
  std::error_code error = llvm::errnoAsErrorCode();
  llvm::WithColor::error(llvm::errs(), "dtyp-lsp-server")
      << "cannot start the server behind the filter: " << error.message()
      << '\n';
  return EXIT_FAILURE;
}

/// Extends the hovers of the server `child`, which writes to `input`, and
/// returns its exit status.
static int filter(pid_t child, int input, mlir::DialectRegistry &registry) {
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  mlir::dtyp::filterHovers(input, llvm::outs(), [&](llvm::StringRef text) {
    return mlir::dtyp::describeDTypes(text, &context);
  });
  int status;
  if (llvm::sys::RetryAfterSignal(-1, waitpid, child, &status, 0) == -1) {
    return EXIT_FAILURE;
  }
  if (WIFEXITED(status)) {
    return WEXITSTATUS(status);
  }
  llvm::WithColor::error(llvm::errs(), "dtyp-lsp-server")
      << "the server behind the filter was ended by signal " << WTERMSIG(status)
      << '\n';
  return EXIT_FAILURE;
}

int main(int argc, char **argv) {
  mlir::dtyp::setBugReportMessage();
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "dtyp version " DTYP_VERSION_STRING "\n";
  });
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::dtyp::registerAllDialects(registry);
  mlir::dtyp::registerAllExtensions(registry);

  // Upstream's server writes to the standard output, which is a pipe to it.
  int ends[2];
  if (pipe(ends) == -1) {
    return reportError();
  }
  pid_t child = fork();
  if (child == -1) {
    return reportError();
  }
  if (child != 0) {
    close(ends[1]);
    return filter(child, ends[0], registry);
  }
  close(ends[0]);
  if (dup2(ends[1], STDOUT_FILENO) == -1) {
    return reportError();
  }
  close(ends[1]);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}

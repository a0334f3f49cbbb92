//===- ToolStart.cpp - What the tools do first ----------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolStart.h"

#include "dtyp/InitAll.h"

#include "mlir/InitAllPasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#ifdef DTYP_PLUGIN_HOSTS
#include <unistd.h>
#endif

bool mlir::dtyp::hasOption(int argc, char **argv,
                           llvm::ArrayRef<llvm::StringRef> names) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> arguments(argv + 1, argv + argc);
  // What cannot be read is reported when the options are parsed.
  llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine,
                                arguments);
  return llvm::any_of(arguments, [&](llvm::StringRef argument) {
    return argument.starts_with("-") &&
           llvm::is_contained(names, argument.ltrim('-').split('=').first);
  });
}

void mlir::dtyp::setBugReportMessage() {
  llvm::setBugReportMsg(
      "Please file an issue with dtyp: this is an error of the program, "
      "whatever its input is.\nAttach the stack trace, the command line and "
      "the input; docs/debugging.md says how to make it small.\n");
}

void mlir::dtyp::execPluginHost([[maybe_unused]] int argc,
                                [[maybe_unused]] char **argv) {
#ifdef DTYP_PLUGIN_HOSTS
  if (!hasOption(argc, argv, {"load-dialect-plugin", "load-pass-plugin"})) {
    return;
  }
  std::string program = llvm::sys::fs::getMainExecutable(
      argv[0], reinterpret_cast<void *>(&execPluginHost));
  llvm::StringRef name = llvm::sys::path::filename(program);
  llvm::SmallString<128> host(llvm::sys::path::parent_path(program));
  llvm::sys::path::append(host, DTYP_PLUGIN_HOSTS, name + "-shared");
  execv(host.c_str(), argv);
  std::error_code error = llvm::errnoAsErrorCode();
  llvm::WithColor::error(llvm::errs(), name)
      << "plugins need the program '" << host << "' that shares its MLIR with "
      << "them, but it cannot be started: " << error.message() << '\n';
  exit(EXIT_FAILURE);
#endif
}

void mlir::dtyp::registerNamedPasses(int argc, char **argv) {
  if (hasOption(argc, argv,
                {"mlir-print-ir-before", "mlir-print-ir-after", "help-hidden",
                 "help-list-hidden"})) {
    mlir::registerAllPasses();
    registerAllPasses();
  }
}

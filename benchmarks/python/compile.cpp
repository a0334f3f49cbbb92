//===- compile.cpp - The time of a compilation by the C++ API -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program compiles a module from memory, by the same warm Compiler, once
// for each line of the standard input, and prints the milliseconds that pass
// and those that the process computes. python.py compares them with those of
// the Python package, taking turns.
//
//===----------------------------------------------------------------------===//

#include "../common/Statistics.h"

#include "dtyp/Compiler/Compiler.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

#include <iostream>
#include <string>

using namespace mlir;
using namespace mlir::dtyp;
namespace cl = llvm::cl;

static cl::opt<std::string> path(cl::Positional, cl::Required,
                                 cl::desc("<module>"));
static cl::opt<std::string> chip("chip", cl::desc("Chip to compile for"),
                                 cl::init("sm_90"));
static cl::opt<bool> toCubin("cubin", cl::desc("Compile to a cubin, not PTX"));

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Time compilations by the C++ API\n");
  llvm::ExitOnError exitOnError("dtyp-bench-compile: error: ");
  std::string source =
      exitOnError(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(path)))
          ->getBuffer()
          .str();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  dtyp::registerAllDialects(registry);
  dtyp::registerAllExtensions(registry);
  MLIRContext context(registry);
  CompileOptions options;
  options.chips.push_back(chip);
  Compiler compiler(&context, options);
  OutputKind kind = toCubin ? OutputKind::Cubin : OutputKind::PTX;
  for (std::string line; std::getline(std::cin, line);) {
    double computed = 0;
    double passed = measureMilliseconds([&] {
      computed = measureProcessorMilliseconds([&] {
        if (failed(compiler.compile(source, kind))) {
          std::exit(EXIT_FAILURE);
        }
      });
    });
    std::cout << passed << ' ' << computed << '\n' << std::flush;
  }
  return EXIT_SUCCESS;
}

//===- Output.cpp - What dtyp-compile writes ------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"

#include "mlir/IR/AsmState.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Writes `contents` to where the command line says. The file is opened as
/// other tools open theirs, so that links, pipes and devices stay what they
/// are; as all that can fail was done before, a file of an earlier run survives
/// errors.
static LogicalResult writeOutput(const CommandLine &commandLine,
                                 StringRef contents) {
  std::error_code error;
  // The name `-` is standard output.
  llvm::raw_fd_ostream os(commandLine.output, error);
  if (!error) {
    os << contents;
    os.flush();
    error = os.error();
    // The destructor ends the process if an error is left.
    os.clear_error();
  }
  if (!error) {
    return success();
  }
  llvm::WithColor::error(llvm::errs(), "dtyp-compile")
      << "cannot write '" << commandLine.output << "': " << error.message()
      << '\n';
  return failure();
}

LogicalResult mlir::dtyp::writeModule(ModuleOp module,
                                      const CommandLine &commandLine) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return writeOutput(commandLine, text);
}

/// Writes LLVM bitcode as text.
static llvm::Error printBitcode(StringRef bitcode, llvm::raw_ostream &os) {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(bitcode, "bitcode"), context);
  if (!module) {
    return module.takeError();
  }
  (*module)->print(os, /*AAW=*/nullptr);
  return llvm::Error::success();
}

LogicalResult mlir::dtyp::writeObject(const CompiledModule &code,
                                      const CommandLine &commandLine) {
  if (code.objects.size() != 1) {
    llvm::WithColor::error(llvm::errs(), "dtyp-compile")
        << "expected one chip for this kind of output, but got "
        << code.objects.size() << "; only a fatbin holds several\n";
    return failure();
  }
  bool isBinary =
      commandLine.emit == Emit::Cubin || commandLine.emit == Emit::Fatbin;
  if (isBinary && commandLine.writesToStdout() &&
      llvm::sys::Process::StandardOutIsDisplayed()) {
    llvm::WithColor::error(llvm::errs(), "dtyp-compile")
        << "expected a file or a pipe for binary output, but standard output "
           "is "
           "a terminal; write -o FILE\n";
    return failure();
  }
  const std::string &contents = code.objects.front().contents;
  if (commandLine.emit != Emit::LLVM) {
    return writeOutput(commandLine, contents);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error = printBitcode(contents, os)) {
    llvm::WithColor::error(llvm::errs(), "dtyp-compile")
        << "cannot read LLVM's bitcode: " << llvm::toString(std::move(error))
        << '\n';
    return failure();
  }
  return writeOutput(commandLine, text);
}

//===----------------------------------------------------------------------===//
// Resource usage
//===----------------------------------------------------------------------===//

static void printResources(StringRef module, StringRef kernel,
                           const KernelResources &entry,
                           llvm::raw_ostream &os) {
  os << "kernel @" << module << "::@" << kernel << " on " << entry.chip << ":";
  StringRef separator = " ";
  auto print = [&](int64_t value, StringRef text) {
    if (value >= 0) {
      os << separator << value << ' ' << text;
      separator = ", ";
    }
  };
  const cudax::FunctionResources &resources = entry.resources;
  print(resources.registers, "registers");
  print(resources.getLocalBytes(), "bytes of stack");
  print(resources.spillStoreBytes, "bytes of spill stores");
  print(resources.spillLoadBytes, "bytes of spill loads");
  print(resources.sharedBytes, "bytes of shared memory");
  print(resources.constantBytes, "bytes of constant memory");
  os << '\n';
}

void mlir::dtyp::printResourceUsage(const CompiledModule &code,
                                    llvm::raw_ostream &os) {
  for (const CompiledObject &object : code.objects) {
    for (const CompiledKernel &kernel : object.kernels) {
      for (const KernelResources &resources : kernel.resources) {
        printResources(object.gpuModule, kernel.name, resources, os);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Cache
//===----------------------------------------------------------------------===//

void mlir::dtyp::printCacheUse(const CacheUse &use, llvm::raw_ostream &os) {
  switch (use.status) {
  case CacheUse::Status::None:
    os << "cache: not used\n";
    return;
  case CacheUse::Status::Hit:
    os << "cache: hit " << use.key << '\n';
    return;
  case CacheUse::Status::Miss:
    os << "cache: miss " << use.key;
    if (!use.problem.empty()) {
      os << ", not kept: " << use.problem;
    }
    os << '\n';
    return;
  }
}

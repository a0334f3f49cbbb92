//===- HostProgram.cpp - Compiled host functions --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JitCompiler.h"
#include "KernelEntry.h"
#include "dtyp/Emulator/HostFunction.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

HostProgram::HostProgram() = default;
HostProgram::~HostProgram() = default;

FailureOr<std::unique_ptr<HostProgram>> HostProgram::create(ModuleOp module,
                                                            unsigned optLevel) {
  EmulatorOptions options;
  options.optLevel = optLevel;
  FailureOr<std::unique_ptr<llvm::orc::LLJIT>> jit =
      compileInMemory(module, options);
  if (failed(jit)) {
    return failure();
  }
  std::unique_ptr<HostProgram> program(new HostProgram());
  program->jit = std::move(*jit);
  return program;
}

void *HostProgram::lookup(StringRef function) {
  llvm::Expected<llvm::orc::ExecutorAddr> address =
      jit->lookup((function + kEntrySuffix).str());
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  return address->toPtr<void *>();
}

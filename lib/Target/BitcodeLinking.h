//===- BitcodeLinking.h - LLVM modules to link ------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_BITCODELINKING_H
#define DTYP_LIB_TARGET_BITCODELINKING_H

#include "dtyp/Target/DeviceCode.h"
#include "dtyp/Target/PtxAssembler.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir::cudax {

/// Makes a module of LLVM IR. Its functions are read when they are linked.
/// Fails after an error if it is no IR that this LLVM reads.
FailureOr<std::unique_ptr<llvm::Module>>
loadLLVMModule(const DeviceCode &code, llvm::LLVMContext &context,
               function_ref<InFlightDiagnostic()> emitError);

/// The same for a module whose functions `names` alone are needed, and what
/// they call: from the second time on that a process asks for them, nothing
/// else of the module is read. Names that the module does not have are left
/// out. Can be called from any thread.
FailureOr<std::unique_ptr<llvm::Module>>
loadLLVMFunctions(const DeviceCode &code, ArrayRef<StringRef> names,
                  llvm::LLVMContext &context,
                  function_ref<InFlightDiagnostic()> emitError);

/// Checks that nothing in `libraries`, read from `files`, is defined twice: in
/// two of them, or in one and in `module`. LLVM would take the first one.
LogicalResult
verifyDefinitions(const llvm::Module &module,
                  ArrayRef<std::unique_ptr<llvm::Module>> libraries,
                  ArrayRef<DeviceCode> files, FunctionErrorEmitter emitErrorAt);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_BITCODELINKING_H

//===- Signature.h - What values a kernel takes -----------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what a command line must give to a kernel: the arguments
// that its author wrote, without those that the compiler has erased.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYP_RUN_SIGNATURE_H
#define DTYP_TOOLS_DTYP_RUN_SIGNATURE_H

#include "dtyp/Launch/KernelLauncher.h"
#include "dtyp/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <string>

namespace mlir::dtyp {

/// A value that a kernel takes.
struct SignatureValue {
  /// The type of the parameter: a memref or a scalar.
  Type type;
  /// The argument in the source.
  unsigned argument = 0;
  /// The field, where the argument is an object with run-time state.
  std::string field;
};

/// The values that a kernel, or a host function, takes, in order.
struct Signature {
  /// A kernel's name is `MODULE::KERNEL`.
  std::string name;
  FunctionOpInterface function;
  SmallVector<Type> arguments;
  SmallVector<SignatureValue> values;
};

/// Returns the signature of a kernel or of a host function, after its providers
/// were erased.
Signature getSignature(FunctionOpInterface function);

/// Returns the kernel of that name, or the only one where the name is empty.
Result<Signature> findKernel(ModuleOp module, StringRef name);

/// Returns the host function of that name.
Result<Signature> findHostFunction(ModuleOp module, StringRef name);

/// Prints what values each kernel takes.
void printSignatures(ModuleOp module, llvm::raw_ostream &os);

/// Checks that the arguments are what the kernel takes.
Status checkArguments(const Signature &signature,
                      const std::vector<LaunchArgument> &arguments);

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYP_RUN_SIGNATURE_H

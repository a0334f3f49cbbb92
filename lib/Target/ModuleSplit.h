//===- ModuleSplit.h - Parts of an LLVM module ------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how a module of many kernels is divided into parts that
// are compiled apart from each other.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_MODULESPLIT_H
#define DTYP_LIB_TARGET_MODULESPLIT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class GlobalObject;
class Module;
} // namespace llvm

namespace mlir::cudax {

/// The parts of a module that is linked and not optimized. A part has what
/// shares a function or a variable with it, and copies of what leaves no trace
/// of its own in PTX: functions that are always inlined and small constants.
/// Both the number of the parts and what is in them follow from the module
/// alone.
class ModuleSplit {
public:
  /// Returns the parts of `module`, or none if it is to be compiled as a whole:
  /// it has few kernels, most of it is shared, or it has what counts for the
  /// whole of it, such as debug info.
  explicit ModuleSplit(llvm::Module &module);

  size_t getNumParts() const { return parts.size(); }

  /// Returns the bitcode of each part. The module is as before then.
  SmallVector<SmallVector<char, 0>, 0> writeParts();

private:
  /// The functions and variables of a part, in the module's order.
  using Part = SmallVector<llvm::GlobalObject *, 0>;

  llvm::Module &module;
  SmallVector<Part, 0> parts;
};

/// Whether `module`, a part that has been optimized, has a definition that is
/// in other parts too: a function that could not be inlined.
bool hasCopiedFunction(const llvm::Module &module);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_MODULESPLIT_H

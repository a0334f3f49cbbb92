//===- RuntimeCalls.h - Calls of the emulator's runtime ---------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how passes make calls of the emulator's runtime library,
// and loads from the context of the block.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_RUNTIMECALLS_H
#define DTYP_LIB_EMULATOR_RUNTIMECALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::dtyp::emulator {

/// The arguments that each function of device code gets in front of its own:
/// the context of the block, and the indices of the thread.
inline constexpr unsigned kNumContextArguments = 4;

/// Returns the types of these arguments.
SmallVector<Type> getContextTypes(MLIRContext *context);

/// Returns `file:line:column` of a location, or its text if it has no file.
std::string describeLocation(Location location);

/// Makes calls, with the declarations and constants that they need.
class RuntimeCalls {
public:
  explicit RuntimeCalls(ModuleOp module) : module(module), symbols(module) {}

  /// Makes a call of the function of that name; returns its result, or null if
  /// `result` is void.
  Value call(OpBuilder &builder, Location location, StringRef function,
             Type result, ValueRange arguments);

  /// Returns the address of a constant text that ends with a zero.
  Value getText(OpBuilder &builder, Location location, StringRef text);

  /// Returns the address of the text that describes `location`.
  Value getLocation(OpBuilder &builder, Location location) {
    return getText(builder, location, describeLocation(location));
  }

private:
  ModuleOp module;
  SymbolTable symbols;
  llvm::StringMap<StringAttr> texts;
};

/// Loads a member of the BlockContext at `block`, which lies `offset` bytes
/// behind its beginning and does not change while the block runs.
Value loadContextMember(OpBuilder &builder, Location location, Value block,
                        size_t offset, Type type);

/// Returns a constant.
Value makeI32(OpBuilder &builder, Location location, int32_t value);
Value makeI64(OpBuilder &builder, Location location, int64_t value);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_RUNTIMECALLS_H

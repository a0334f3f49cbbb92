//===- RuntimeCalls.cpp - Calls of the emulator's runtime -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

SmallVector<Type> mlir::dtyp::emulator::getContextTypes(MLIRContext *context) {
  Type index = IndexType::get(context);
  return {LLVM::LLVMPointerType::get(context), index, index, index};
}

std::string mlir::dtyp::emulator::describeLocation(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = location->findInstanceOf<FileLineColLoc>()) {
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn();
    return text;
  }
  if (!isa<UnknownLoc>(location)) {
    os << location;
  }
  return text;
}

Value RuntimeCalls::call(OpBuilder &builder, Location location,
                         StringRef function, Type result,
                         ValueRange arguments) {
  auto callee = symbols.lookup<LLVM::LLVMFuncOp>(function);
  if (!callee) {
    auto type = LLVM::LLVMFunctionType::get(
        result, llvm::to_vector(arguments.getTypes()));
    OpBuilder atEnd = OpBuilder::atBlockEnd(module.getBody());
    callee = LLVM::LLVMFuncOp::create(
        atEnd, UnknownLoc::get(module.getContext()), function, type);
    symbols.insert(callee);
  }
  auto call = LLVM::CallOp::create(builder, location, callee, arguments);
  return isa<LLVM::LLVMVoidType>(result) ? Value() : call.getResult();
}

Value RuntimeCalls::getText(OpBuilder &builder, Location location,
                            StringRef text) {
  StringAttr &name = texts[text];
  if (!name) {
    std::string terminated = (text + Twine('\0')).str();
    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    auto type =
        LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size());
    auto global = LLVM::GlobalOp::create(
        atStart, UnknownLoc::get(module.getContext()), type,
        /*isConstant=*/true, LLVM::Linkage::Internal, "emulator_text",
        builder.getStringAttr(terminated));
    name = symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(
      builder, location, LLVM::LLVMPointerType::get(builder.getContext()),
      name.getValue());
}

Value mlir::dtyp::emulator::loadContextMember(OpBuilder &builder,
                                              Location location, Value block,
                                              size_t offset, Type type) {
  Value address = LLVM::GEPOp::create(
      builder, location, block.getType(), builder.getI8Type(), block,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  auto load = LLVM::LoadOp::create(builder, location, type, address);
  load.setInvariant(true);
  return load;
}

Value mlir::dtyp::emulator::makeI32(OpBuilder &builder, Location location,
                                    int32_t value) {
  return arith::ConstantIntOp::create(builder, location, value, 32);
}

Value mlir::dtyp::emulator::makeI64(OpBuilder &builder, Location location,
                                    int64_t value) {
  return arith::ConstantIntOp::create(builder, location, value, 64);
}

//===- KernelEntry.cpp - Where the runtime enters kernels -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEntry.h"

#include "HostTypeConverter.h"
#include "RuntimeCalls.h"
#include "dtyp/Emulator/BlockContext.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <cstddef>

using namespace mlir;
using namespace mlir::dtyp::emulator;

DictionaryAttr KernelProperties::toAttribute(MLIRContext *context) const {
  Builder builder(context);
  SmallVector<Attribute> arrays;
  for (const SharedArray &array : sharedArrays) {
    arrays.push_back(
        builder.getArrayAttr({builder.getI64IntegerAttr(array.offset),
                              builder.getI64IntegerAttr(array.numBytes),
                              builder.getStringAttr(array.origin)}));
  }
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("sanitized", builder.getBoolAttr(isSanitized)),
       builder.getNamedAttr("shared_arrays", builder.getArrayAttr(arrays)),
       builder.getNamedAttr("shared_bytes",
                            builder.getI64IntegerAttr(sharedBytes)),
       builder.getNamedAttr("stack_bytes",
                            builder.getI64IntegerAttr(stackBytes)),
       builder.getNamedAttr("uses_cluster", builder.getBoolAttr(usesCluster)),
       builder.getNamedAttr("waits", builder.getBoolAttr(waits))});
}

KernelProperties KernelProperties::fromAttribute(DictionaryAttr attribute) {
  KernelProperties properties;
  properties.isSanitized = attribute.getAs<BoolAttr>("sanitized").getValue();
  properties.usesCluster = attribute.getAs<BoolAttr>("uses_cluster").getValue();
  properties.waits = attribute.getAs<BoolAttr>("waits").getValue();
  properties.sharedBytes =
      attribute.getAs<IntegerAttr>("shared_bytes").getInt();
  properties.stackBytes = attribute.getAs<IntegerAttr>("stack_bytes").getInt();
  for (Attribute attr : attribute.getAs<ArrayAttr>("shared_arrays")) {
    auto array = cast<ArrayAttr>(attr);
    properties.sharedArrays.push_back(
        {cast<IntegerAttr>(array[0]).getInt(),
         cast<IntegerAttr>(array[1]).getInt(),
         cast<StringAttr>(array[2]).getValue().str()});
  }
  return properties;
}

namespace {

/// Reads parameters, one after the other.
class ParameterReader {
public:
  ParameterReader(OpBuilder &builder, Location location, Value parameters)
      : builder(builder), location(location), parameters(parameters),
        converter(builder.getContext()) {}

  /// Reads an argument of that type.
  Value read(Type type);

private:
  Value readNext(Type type);

  OpBuilder &builder;
  Location location;
  Value parameters;
  HostTypeConverter converter;
  int32_t next = 0;
};

} // namespace

/// Reads a parameter that has a type of the LLVM dialect.
Value ParameterReader::readNext(Type type) {
  Type pointer = parameters.getType();
  Value slot = LLVM::GEPOp::create(builder, location, pointer, pointer,
                                   parameters, ArrayRef<LLVM::GEPArg>{next++});
  Value address = LLVM::LoadOp::create(builder, location, pointer, slot);
  // Parameters come from outside, so they need not be aligned for vectors.
  return LLVM::LoadOp::create(builder, location, type, address,
                              /*alignment=*/1);
}

Value ParameterReader::read(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  Value value;
  if (memref) {
    auto plainType = MemRefType::get(memref.getShape(), memref.getElementType(),
                                     memref.getLayout());
    Type pointer = parameters.getType();
    Type index = builder.getI64Type();
    SmallVector<Value> fields = {readNext(pointer), readNext(pointer),
                                 readNext(index)};
    for (int64_t i = 0; i != 2 * memref.getRank(); ++i) {
      fields.push_back(readNext(index));
    }
    value =
        MemRefDescriptor::pack(builder, location, converter, plainType, fields);
  } else {
    value = readNext(converter.convertType(type));
  }
  if (value.getType() == type) {
    return value;
  }
  return UnrealizedConversionCastOp::create(builder, location, type, value)
      .getResult(0);
}

SmallVector<Value> mlir::dtyp::emulator::readParameters(OpBuilder &builder,
                                                        Location location,
                                                        Value parameters,
                                                        TypeRange types) {
  ParameterReader reader(builder, location, parameters);
  SmallVector<Value> arguments;
  for (Type type : types) {
    arguments.push_back(reader.read(type));
  }
  return arguments;
}

/// Makes three nested loops over the threads of a block around a call.
static void makeThreadLoops(OpBuilder &builder, func::FuncOp kernel,
                            Value block, ValueRange arguments) {
  Location location = kernel.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  SmallVector<Value> upperBounds;
  for (unsigned dimension : {2, 1, 0}) {
    Value size = loadContextMember(builder, location, block,
                                   offsetof(BlockContext, blockDim) +
                                       dimension * sizeof(int64_t),
                                   builder.getI64Type());
    upperBounds.push_back(arith::IndexCastOp::create(
        builder, location, builder.getIndexType(), size));
  }
  scf::buildLoopNest(
      builder, location, {zero, zero, zero}, upperBounds, {one, one, one},
      [&](OpBuilder &inner, Location, ValueRange ids) {
        SmallVector<Value> operands = {block, ids[2], ids[1], ids[0]};
        llvm::append_range(operands, arguments);
        func::CallOp::create(inner, location, kernel, operands);
      });
}

void mlir::dtyp::emulator::makeKernelEntry(func::FuncOp kernel,
                                           const KernelProperties &properties) {
  MLIRContext *context = kernel.getContext();
  Location location = kernel.getLoc();
  OpBuilder builder(context);
  builder.setInsertionPointAfter(kernel);
  auto pointer = LLVM::LLVMPointerType::get(context);
  SmallVector<Type> types = {pointer};
  if (properties.waits) {
    types = getContextTypes(context);
  }
  types.push_back(pointer);
  auto entry = func::FuncOp::create(builder, location,
                                    (kernel.getName() + kEntrySuffix).str(),
                                    builder.getFunctionType(types, {}));
  entry->setAttr(KernelProperties::kAttributeName,
                 properties.toAttribute(context));
  builder.setInsertionPointToStart(entry.addEntryBlock());
  SmallVector<Value> arguments = readParameters(
      builder, location, entry.getArguments().back(),
      kernel.getArgumentTypes().drop_front(kNumContextArguments));
  if (properties.waits) {
    SmallVector<Value> operands(
        entry.getArguments().take_front(kNumContextArguments));
    llvm::append_range(operands, arguments);
    func::CallOp::create(builder, location, kernel, operands);
  } else {
    makeThreadLoops(builder, kernel, entry.getArgument(0), arguments);
  }
  func::ReturnOp::create(builder, location);
  // There is one call.
  kernel->setAttr("passthrough", builder.getArrayAttr(
                                     {builder.getStringAttr("alwaysinline")}));
}

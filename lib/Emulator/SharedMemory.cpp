//===- SharedMemory.cpp - Where shared arrays lie -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include "HostTypeConverter.h"
#include "RuntimeCalls.h"
#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"
#include "dtyp/Emulator/BlockContext.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

#include <cstddef>

using namespace mlir;
using namespace mlir::dtyp::emulator;

/// Arrays begin at multiples of this: enough for any vector.
static constexpr int64_t kArrayAlignment = 16;

bool mlir::dtyp::emulator::isSharedArray(MemRefType type) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (space) {
    return space.getValue() == gpu::AddressSpace::Workgroup;
  }
  auto number = dyn_cast_or_null<IntegerAttr>(type.getMemorySpace());
  return number && number.getInt() == 3;
}

int64_t mlir::dtyp::emulator::getByteSize(MemRefType type) {
  DataLayout layout;
  // A reference to an array is stored as its descriptor: two pointers, the
  // offset, sizes and strides; or the rank and a pointer.
  if (auto array = dyn_cast<BaseMemRefType>(type.getElementType())) {
    int64_t numFields = array.hasRank() ? 3 + 2 * array.getRank() : 2;
    return numFields * sizeof(int64_t) * type.getNumElements();
  }
  if (DTypeInterface dtype = getAsOwnStorage(type.getElementType())) {
    return *dtype.getItemSize() * type.getNumElements();
  }
  int64_t size = layout.getTypeSize(type.getElementType());
  int64_t alignment = layout.getTypePreferredAlignment(type.getElementType());
  return llvm::alignTo(size, alignment) * type.getNumElements();
}

int64_t mlir::dtyp::emulator::getElementAlignment(MemRefType type) {
  Type element = type.getElementType();
  if (isa<BaseMemRefType>(element)) {
    return sizeof(int64_t);
  }
  if (DTypeInterface dtype = getAsOwnStorage(element)) {
    return *dtype.getAlignment(AlignmentModel::Device);
  }
  // The two parts are accessed one by one.
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
  }
  return static_cast<int64_t>(
      llvm::PowerOf2Ceil(getByteSize(MemRefType::get({1}, element))));
}

FailureOr<int64_t> SharedMemory::allocate(MemRefType type, Location location,
                                          int64_t alignment) {
  if (!type.hasStaticShape()) {
    return emitError(location)
           << "expected a shared array of static shape, but got " << type
           << "; dynamic shared memory is gpu.dynamic_shared_memory";
  }
  int64_t offset = llvm::alignTo(numBytes, alignment);
  arrays.push_back({offset, getByteSize(type), describeLocation(location)});
  numBytes =
      llvm::alignTo(offset + getByteSize(type), kArrayAlignment) + gapBytes;
  return offset;
}

LogicalResult SharedMemory::allocateGlobal(memref::GlobalOp global) {
  FailureOr<int64_t> offset = allocate(
      global.getType(), global.getLoc(),
      static_cast<int64_t>(global.getAlignment().value_or(kArrayAlignment)));
  if (failed(offset)) {
    return failure();
  }
  globals[global.getSymName()] = *offset;
  return success();
}

std::optional<int64_t> SharedMemory::lookup(StringRef global) const {
  auto found = globals.find(global);
  if (found == globals.end()) {
    return std::nullopt;
  }
  return found->second;
}

Value SharedMemory::makeArray(OpBuilder &builder, Location location,
                              Value block, int64_t offset,
                              MemRefType type) const {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value memory = loadContextMember(
      builder, location, block, offsetof(BlockContext, staticShared), pointer);
  Value address = LLVM::GEPOp::create(
      builder, location, pointer, builder.getI8Type(), memory,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  HostTypeConverter converter(builder.getContext());
  auto plainType =
      MemRefType::get(type.getShape(), type.getElementType(), type.getLayout());
  MemRefDescriptor descriptor = MemRefDescriptor::fromStaticShape(
      builder, location, converter, plainType, address);
  return UnrealizedConversionCastOp::create(builder, location, type,
                                            Value(descriptor))
      .getResult(0);
}

//===- CudaxInterfaces.td - What arrays have in common -----*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_CUDAXINTERFACES_TD
#define DTYP_DIALECT_CUDAX_IR_CUDAXINTERFACES_TD

include "mlir/IR/OpBase.td"

def Cudax_ArrayOpInterface : OpInterface<"ArrayOpInterface"> {
  let cppNamespace = "::mlir::cudax";
  let description = [{
    An op that makes an array whose elements a dtype names, in the memory of its
    choice. What the ops have in common, the type of the array, its alignment
    and what is checked of them, is decided through this interface.
  }];

  let methods = [
    InterfaceMethod<
      /*desc=*/"Returns the operand that is the dtype or an object with one.",
      /*retTy=*/"::mlir::OpOperand &", /*methodName=*/"getDtypeMutable"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the extents of the array; `ShapedType::kDynamic` stands for one
        that is an operand. Those of a sub-array dtype are not among them.
      }],
      /*retTy=*/"::llvm::ArrayRef<int64_t>", /*methodName=*/"getStaticSizes"
    >,
    InterfaceMethod<
      /*desc=*/"Returns the extents that are operands.",
      /*retTy=*/"::mlir::OperandRange", /*methodName=*/"getDynamicSizes"
    >,
    InterfaceMethod<
      /*desc=*/"Returns the alignment that is asked for, in bytes.",
      /*retTy=*/"std::optional<uint64_t>", /*methodName=*/"getAlignment"
    >,
    InterfaceMethod<
      /*desc=*/"Returns the memory space of the array; null is the default one.",
      /*retTy=*/"::mlir::Attribute", /*methodName=*/"getMemorySpace"
    >,
    InterfaceMethod<
      /*desc=*/"Returns the most bytes that an array may have, and why.",
      /*retTy=*/"::mlir::cudax::MemoryLimit", /*methodName=*/"getMemoryLimit"
    >,
    InterfaceMethod<
      /*desc=*/"Returns the array, the first result.",
      /*retTy=*/"::mlir::Value", /*methodName=*/"getArray", /*args=*/(ins),
      /*methodBody=*/"",
      /*defaultImplementation=*/"return $_op->getResult(0);"
    >
  ];

  let extraSharedClassDeclaration = [{
    /// Returns the extents as attributes (constants) and values.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes() {
      return ::mlir::getMixedValues($_op.getStaticSizes(),
                                    $_op.getDynamicSizes(),
                                    $_op->getContext());
    }

    /// Returns the type of the array.
    ::mlir::MemRefType getArrayType() {
      return ::llvm::cast<::mlir::MemRefType>($_op.getArray().getType());
    }

    /// Returns the dtype of the elements.
    ::mlir::dtyp::DTypeInterface getElementDType() {
      return ::llvm::cast<::mlir::dtyp::DTypeInterface>(
          ::llvm::cast<::mlir::dtyp::DTypeProviderTypeInterface>(
              $_op.getDtypeMutable().get().getType())
              .getProvidedDType());
    }

    /// Returns the alignment that the array gets, in bytes: the largest of the
    /// dtype's on the device, the one that is asked for, and the array's size
    /// rounded up to a power of two but no more than 16. Arrays of dynamic
    /// shape are large.
    int64_t getResolvedAlignment() {
      return ::mlir::cudax::detail::getResolvedAlignment($_op);
    }
  }];
}

#endif // DTYP_DIALECT_CUDAX_IR_CUDAXINTERFACES_TD

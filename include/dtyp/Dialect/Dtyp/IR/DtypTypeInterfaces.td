//===- DtypTypeInterfaces.td - What a dtype and its provider are -*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPTYPEINTERFACES_TD
#define DTYP_DIALECT_DTYP_IR_DTYPTYPEINTERFACES_TD

include "mlir/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// DTypeInterface
//===----------------------------------------------------------------------===//

def DTypeInterface : TypeInterface<"DTypeInterface"> {
  let cppNamespace = "::mlir::dtyp";
  let description = [{
    A type that is a dtype: it describes one element of a NumPy array. Sizes
    and alignments are in bytes. An answer that is empty is not known yet.

    A parametric type can be a dtype for some of its parameters only (`i8` is,
    `i7` is not); it says so in `isDType`, and casts to this interface follow.
  }];

  let methods = [
    InterfaceMethod<
      /*desc=*/"Returns whether this instance of the type is a dtype.",
      /*retTy=*/"bool", /*methodName=*/"isDType", /*args=*/(ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return true;"
    >,
    InterfaceMethod<
      /*desc=*/"Returns the canonical name, as `numpy.dtype.name` (`uint8`).",
      /*retTy=*/"std::string", /*methodName=*/"getDTypeName"
    >,
    InterfaceMethod<
      /*desc=*/"Returns the kind, as `numpy.dtype.kind`.",
      /*retTy=*/"::mlir::dtyp::DTypeKind", /*methodName=*/"getDTypeKind"
    >,
    InterfaceMethod<
      /*desc=*/"Returns the size of one element in bytes.",
      /*retTy=*/"std::optional<int64_t>", /*methodName=*/"getItemSize"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the alignment of one element in bytes: as `numpy.dtype.alignment`
        of NumPy on x86-64, or as CUDA C++ aligns the type on the device.
      }],
      /*retTy=*/"std::optional<int64_t>", /*methodName=*/"getAlignment",
      /*args=*/(ins "::mlir::dtyp::AlignmentModel":$model)
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the type of one element as an SSA value: signless, `i1` for bool,
        and the dtype itself where its elements are bytes (records, strings).
      }],
      /*retTy=*/"::mlir::Type", /*methodName=*/"getValueType"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the element type of a memref that stores such elements: `i8` for
        bool, and the dtype itself where no builtin type has its layout.
      }],
      /*retTy=*/"::mlir::Type", /*methodName=*/"getStorageType"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the shape that the dtype adds behind the shape of an array that
        is made with it; empty for every dtype but sub-arrays. It is
        `numpy.dtype.shape`, with those of nested sub-arrays behind it.
      }],
      /*retTy=*/"::llvm::SmallVector<int64_t>",
      /*methodName=*/"getSubArrayShape", /*args=*/(ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the dtype of the elements of a sub-array, as `numpy.dtype.base`;
        null for every other dtype. A dtype with a shape has a base.
      }],
      /*retTy=*/"::mlir::Type", /*methodName=*/"getSubArrayBase",
      /*args=*/(ins), /*methodBody=*/"", /*defaultImplementation=*/"return {};"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the string of NumPy's array interface (`|u1`), or nothing where
        that string does not identify the dtype (records, ml_dtypes).
      }],
      /*retTy=*/"std::optional<std::string>", /*methodName=*/"getTypestr"
    >,
    InterfaceMethod<
      /*desc=*/"Returns DLPack's `DLDataType`, or nothing if it has none.",
      /*retTy=*/"std::optional<::mlir::dtyp::DLPackDataType>",
      /*methodName=*/"getDLPackDataType"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Appends the parts of an element that can be accessed by name, in order:
        a record's fields, a complex number's `real` and `imag`, the `x`, `y`,
        `z` and `w` of one of CUDA's vectors. Most dtypes have none.
      }],
      /*retTy=*/"void", /*methodName=*/"getFields",
      /*args=*/(ins "::llvm::SmallVectorImpl<::mlir::dtyp::DTypeField> &":$fields),
      /*methodBody=*/"", /*defaultImplementation=*/"(void)fields;"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the dtype that results where an element of this dtype meets one
        of `other` (a dtype, or `!dtyp.weak`) in an operation, or null if there
        is none. It is asked where the rules do not know this dtype: one of
        another dialect says here what it promotes with. Whichever of the two
        has an answer gives it.
      }],
      /*retTy=*/"::mlir::Type", /*methodName=*/"promoteWith",
      /*args=*/(ins "::mlir::Type":$other,
                    "::mlir::dtyp::PromotionRules":$rules),
      /*methodBody=*/"",
      /*defaultImplementation=*/"(void)other; (void)rules; return {};"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the lowest level at which an element of this dtype can be cast
        to `target`, or nothing if it cannot. As with `promoteWith`, a dtype of
        another dialect is asked.
      }],
      /*retTy=*/"std::optional<::mlir::dtyp::CastingLevel>",
      /*methodName=*/"getCastingLevelTo", /*args=*/(ins "::mlir::Type":$target),
      /*methodBody=*/"",
      /*defaultImplementation=*/"(void)target; return std::nullopt;"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns the lowest level at which an element of `source` can be cast to
        this dtype, or nothing if it cannot. It is asked where `source` does not
        know.
      }],
      /*retTy=*/"std::optional<::mlir::dtyp::CastingLevel>",
      /*methodName=*/"getCastingLevelFrom",
      /*args=*/(ins "::mlir::Type":$source),
      /*methodBody=*/"",
      /*defaultImplementation=*/"(void)source; return std::nullopt;"
    >
  ];

  let extraClassOf = [{
    return $_type.isDType();
  }];
}

//===----------------------------------------------------------------------===//
// DTypeProviderTypeInterface
//===----------------------------------------------------------------------===//

def DTypeProviderTypeInterface : TypeInterface<"DTypeProviderTypeInterface"> {
  let cppNamespace = "::mlir::dtyp";
  let description = [{
    The type of an object that may stand where a dtype is expected. The dtype is
    part of the type: a front end freezes the object's `__numpy_dtype__` when it
    types the kernel, where NumPy would evaluate it at each use.

    Another compiler's object type implements this interface, directly or as an
    external model, and works in every op and pass of dtyp and cudax.
  }];

  let methods = [
    InterfaceMethod<
      /*desc=*/"Returns the dtype that the object provides.",
      /*retTy=*/"::mlir::Type", /*methodName=*/"getProvidedDType"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Returns how the object provides it: through `__numpy_dtype__` (NumPy 2.4)
        or only through the legacy `.dtype` attribute.
      }],
      /*retTy=*/"::mlir::dtyp::DTypeProtocol", /*methodName=*/"getDTypeProtocol",
      /*args=*/(ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return ::mlir::dtyp::DTypeProtocol::NumPyDType;"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Appends the types of the values that make up the object at run time. An
        object without run-time state, the usual case, has none: erasing it
        costs no kernel parameter.
      }],
      /*retTy=*/"void", /*methodName=*/"getRuntimeTypes",
      /*args=*/(ins "::llvm::SmallVectorImpl<::mlir::Type> &":$types),
      /*methodBody=*/"", /*defaultImplementation=*/"(void)types;"
    >
  ];
}

#endif // DTYP_DIALECT_DTYP_IR_DTYPTYPEINTERFACES_TD

//===- DtypTypes.td - Types and attributes of the dtyp dialect -*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPTYPES_TD
#define DTYP_DIALECT_DTYP_IR_DTYPTYPES_TD

include "dtyp/Dialect/Dtyp/IR/DtypElementTypes.td"

//===----------------------------------------------------------------------===//
// DTypeType
//===----------------------------------------------------------------------===//

def Dtyp_DTypeType : Dtyp_Type<"DType", "dtype",
    [DeclareTypeInterfaceMethods<DTypeProviderTypeInterface>]> {
  let summary = "a dtype as a value";
  let description = [{
    A value of type `!dtyp.dtype<T>` is NumPy's `dtype` object for `T`, which
    must implement `DTypeInterface`. The type is a singleton: it says everything
    that there is to know, so the value has no run-time representation, and two
    different dtypes cannot meet in one block argument. A dtype provides itself,
    as in NumPy.

    `!dtyp.dtype<?>` is reserved for functions that are generic in a dtype.

    Example:

    ```mlir
    func.func @identity(%dt: !dtyp.dtype<f32>) -> !dtyp.dtype<f32> {
      return %dt : !dtyp.dtype<f32>
    }
    ```
  }];
  let parameters = (ins "::mlir::Type":$dtype);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$dtype), [{
      return $_get(dtype.getContext(), dtype);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// WeakType
//===----------------------------------------------------------------------===//

def Dtyp_WeakType : Dtyp_Type<"Weak", "weak"> {
  let summary = "a Python number in promotion";
  let description = [{
    The type of a Python `int`, `float` or `complex` whose dtype follows from
    what it meets, as in NumPy's NEP 50: `np.float32(3) + 1.0` is a float32. It
    is no dtype, and a value of it has no run-time representation; it is what
    `dtyp.weak_scalar` yields and `dtyp.promote` takes.

    Example:

    ```mlir
    func.func @promote(%array: !dtyp.dtype<f32>, %scalar: !dtyp.weak<int>) {
      %dt = dtyp.promote %array, %scalar : !dtyp.dtype<f32>, !dtyp.weak<int>
      return
    }
    ```
  }];
  let parameters = (ins EnumParameter<Dtyp_WeakScalarKind>:$kind);
  let assemblyFormat = "`<` $kind `>`";
}

//===----------------------------------------------------------------------===//
// ProviderType
//===----------------------------------------------------------------------===//

def Dtyp_ProviderType : Dtyp_Type<"Provider", "provider",
    [DeclareTypeInterfaceMethods<DTypeProviderTypeInterface,
                                 ["getDTypeProtocol", "getRuntimeTypes"]>]> {
  let summary = "an object that provides a dtype";
  let description = [{
    The compile-time type of an object that provides a dtype: the name of its
    class (for messages), the dtype, and the protocol through which it provides
    it, `numpy_dtype` (the default, not printed) or `legacy`. `numpy_dtype` is
    NumPy 2.4's `__numpy_dtype__`; `legacy` is an object that has only the bare
    `.dtype` attribute.

    Named fields are the object's run-time state: they become kernel parameters,
    in their order. An object without fields becomes nothing.

    Example:

    ```mlir
    !foo = !dtyp.provider<"Foo", ui8>
    !old = !dtyp.provider<"Old", f32, legacy>
    !scaled = !dtyp.provider<"Scaled", f32, {scale: f32, bias: f32}>
    ```
  }];
  let parameters = (ins
    StringRefParameter<"name of the object's class">:$className,
    "::mlir::Type":$dtype,
    DefaultValuedParameter<"::mlir::dtyp::DTypeProtocol",
      "::mlir::dtyp::DTypeProtocol::NumPyDType">:$protocol,
    OptionalArrayRefParameter<"::mlir::StringAttr">:$fieldNames,
    OptionalArrayRefParameter<"::mlir::Type">:$fieldTypes
  );
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::StringRef":$className, "::mlir::Type":$dtype,
        CArg<"::mlir::dtyp::DTypeProtocol",
             "::mlir::dtyp::DTypeProtocol::NumPyDType">:$protocol), [{
      return $_get(dtype.getContext(), className, dtype, protocol,
                   ::llvm::ArrayRef<::mlir::StringAttr>(),
                   ::llvm::ArrayRef<::mlir::Type>());
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns the position of the field `name`, or nothing if there is none.
    std::optional<unsigned> getFieldIndex(::llvm::StringRef name) const;
  }];
}

//===----------------------------------------------------------------------===//
// ArgumentMapAttr
//===----------------------------------------------------------------------===//

def Dtyp_ArgumentMapAttr : AttrDef<Dtyp_Dialect, "ArgumentMap"> {
  let mnemonic = "argument_map";
  let summary = "map from a kernel's source arguments to its parameters";
  let description = [{
    Providers are erased from a kernel's signature, so its parameters are not
    the arguments that its author wrote. The map holds, for each source argument
    in order, its type and the positions of the parameters that it became: none
    for an object without run-time state, one for anything else but an object
    with several fields. A position counts arguments of the erased function,
    before a memref is expanded to a descriptor.

    Example:

    ```mlir
    #dtyp.argument_map<!dtyp.provider<"Foo", ui8> -> [], memref<?xi8> -> [0]>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"::mlir::Type">:$sourceTypes,
    OptionalArrayRefParameter<"int64_t">:$parameterCounts
  );
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // DTYP_DIALECT_DTYP_IR_DTYPTYPES_TD

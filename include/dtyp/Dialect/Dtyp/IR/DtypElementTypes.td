//===- DtypElementTypes.td - Dtypes that are no builtin type -*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPELEMENTTYPES_TD
#define DTYP_DIALECT_DTYP_IR_DTYPELEMENTTYPES_TD

include "dtyp/Dialect/Dtyp/IR/DtypDialect.td"
include "dtyp/Dialect/Dtyp/IR/DtypEnums.td"
include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/Interfaces/DataLayoutInterfaces.td"

class Dtyp_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Dtyp_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

// A dtype of this dialect. What is not declared has the default answer.
class Dtyp_ElementType<string name, string typeMnemonic,
                       list<string> optionalMethods = [],
                       list<Trait> traits = []>
    : Dtyp_Type<name, typeMnemonic, traits # [
        DeclareTypeInterfaceMethods<DTypeInterface, optionalMethods>]> {
  let genVerifyDecl = 1;
}

// A dtype whose elements have a layout of their own: it is the element type of
// the memref, and lowered as that many bytes of that alignment.
class Dtyp_BytesElementType<string name, string typeMnemonic,
                            list<string> optionalMethods = []>
    : Dtyp_ElementType<name, typeMnemonic, optionalMethods, [
        MemRefElementTypeInterface,
        DeclareTypeInterfaceMethods<DataLayoutTypeInterface,
                                    ["getTypeSizeInBits", "getABIAlignment"]>]> {
  let extraClassDefinition = [{
    ::mlir::Type $cppClass::getStorageType() const { return *this; }

    ::llvm::TypeSize
    $cppClass::getTypeSizeInBits(const ::mlir::DataLayout &,
                                 ::mlir::DataLayoutEntryListRef) const {
      return ::llvm::TypeSize::getFixed(8 * *getItemSize());
    }

    uint64_t $cppClass::getABIAlignment(const ::mlir::DataLayout &,
                                        ::mlir::DataLayoutEntryListRef) const {
      return *getAlignment(::mlir::dtyp::AlignmentModel::Device);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Datetime64Type, Timedelta64Type
//===----------------------------------------------------------------------===//

// `typestrPrefix` is what stands before the unit in NumPy's typestr.
class Dtyp_DatetimeType<string name, string typeMnemonic, string kind,
                        string typestrPrefix>
    : Dtyp_ElementType<name, typeMnemonic> {
  let parameters = (ins
    DefaultValuedParameter<"::mlir::dtyp::DatetimeUnit",
      "::mlir::dtyp::DatetimeUnit::Generic">:$unit,
    DefaultValuedParameter<"int64_t", "1">:$multiplier
  );
  let hasCustomAssemblyFormat = 1;
  let extraClassDefinition = [{
    ::mlir::Type $cppClass::parse(::mlir::AsmParser &parser) {
      ::llvm::SMLoc loc = parser.getCurrentLocation();
      ::mlir::dtyp::DatetimeUnit unit;
      int64_t multiplier;
      if (::mlir::dtyp::parseUnit(parser, unit, multiplier)) {
        return {};
      }
      auto emitError = [&] { return parser.emitError(loc); };
      return $cppClass::getChecked(
          ::llvm::function_ref<::mlir::InFlightDiagnostic()>(emitError),
          parser.getContext(), unit, multiplier);
    }

    void $cppClass::print(::mlir::AsmPrinter &printer) const {
      ::mlir::dtyp::printUnit(printer, getUnit(), getMultiplier());
    }

    ::llvm::LogicalResult $cppClass::verify(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        ::mlir::dtyp::DatetimeUnit unit, int64_t multiplier) {
      return ::mlir::dtyp::verifyUnit(emitError, unit, multiplier);
    }

    std::string $cppClass::getDTypeName() const {
      return ::mlir::dtyp::formatDatetime(getMnemonic(), getUnit(),
                                          getMultiplier());
    }

    ::mlir::dtyp::DTypeKind $cppClass::getDTypeKind() const {
      return ::mlir::dtyp::DTypeKind::}] # kind # [{;
    }

    std::optional<int64_t> $cppClass::getItemSize() const { return 8; }

    std::optional<int64_t>
    $cppClass::getAlignment(::mlir::dtyp::AlignmentModel) const {
      return 8;
    }

    ::mlir::Type $cppClass::getValueType() const {
      return ::mlir::IntegerType::get(getContext(), 64);
    }

    ::mlir::Type $cppClass::getStorageType() const { return getValueType(); }

    std::optional<std::string> $cppClass::getTypestr() const {
      return ::mlir::dtyp::formatDatetime("}] # typestrPrefix # [{", getUnit(),
                                          getMultiplier());
    }

    std::optional<::mlir::dtyp::DLPackDataType>
    $cppClass::getDLPackDataType() const {
      return std::nullopt;
    }
  }];
}

def Dtyp_Datetime64Type : Dtyp_DatetimeType<"Datetime64", "datetime64",
                                            "Datetime", "<M8"> {
  let summary = "NumPy's datetime64: a point in time";
  let description = [{
    A number of units since 1970-01-01T00:00 as a 64-bit integer. The unit is
    one of NumPy's (`Y M W D h m s ms us ns ps fs as`), behind an optional
    multiplier of at most 2147483647; without a unit it is NumPy's generic one.
    The value type is `i64`. The smallest integer is NaT, "not a time".

    Example:

    ```mlir
    !stamp = !dtyp.datetime64<ns>
    !slot = !dtyp.datetime64<25s>
    !any = !dtyp.datetime64
    ```
  }];
}

def Dtyp_Timedelta64Type : Dtyp_DatetimeType<"Timedelta64", "timedelta64",
                                             "Timedelta", "<m8"> {
  let summary = "NumPy's timedelta64: a difference of times";
  let description = [{
    A number of units as a 64-bit integer; the units and NaT are those of
    `!dtyp.datetime64`. The value type is `i64`.

    Example:

    ```mlir
    !delay = !dtyp.timedelta64<us>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// BytesType, StrType, VoidType
//===----------------------------------------------------------------------===//

class Dtyp_SizedType<string name, string typeMnemonic, string sizeDescription>
    : Dtyp_BytesElementType<name, typeMnemonic> {
  let parameters = (ins TypeParameter<"int64_t", sizeDescription>:$length);
  let assemblyFormat = "`<` $length `>`";
}

def Dtyp_BytesType : Dtyp_SizedType<"Bytes", "bytes", "number of bytes"> {
  let summary = "NumPy's S<n>: a byte string of at most n bytes";
  let description = [{
    `n` bytes, of which NumPy takes trailing zeros as no part of the string.
    The length is at least 1: NumPy's `S0` means "as long as needed", which no
    GPU has.

    Example:

    ```mlir
    !name = !dtyp.bytes<16>
    ```
  }];
}

def Dtyp_StrType : Dtyp_SizedType<"Str", "str", "number of characters"> {
  let summary = "NumPy's U<n>: a string of at most n characters";
  let description = [{
    `n` characters of UCS-4, four bytes each, of which NumPy takes trailing
    zeros as no part of the string. The length is at least 1.

    Example:

    ```mlir
    !name = !dtyp.str<16>
    ```
  }];
}

def Dtyp_VoidType : Dtyp_SizedType<"Void", "void", "number of bytes"> {
  let summary = "NumPy's V<n>: n bytes without a meaning";
  let description = [{
    `n` bytes, at least 1.

    Example:

    ```mlir
    !blob = !dtyp.void<7>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// SubArrayType
//===----------------------------------------------------------------------===//

def Dtyp_SubArrayType : Dtyp_ElementType<"SubArray", "subarray",
                                         ["getSubArrayShape",
                                          "getSubArrayBase"]> {
  let summary = "NumPy's sub-array dtype: elements of a fixed shape";
  let description = [{
    An array of a sub-array dtype has that shape appended to its own, as in
    NumPy: ten elements of `!dtyp.subarray<2x3xf32>` are a `memref<10x2x3xf32>`.
    In a record it is a field that is an array.

    Limits, of which all but the last are NumPy's: at most 64 extents, each of 0
    to 2147483647, and at most 2147483647 elements and bytes in all; a zero
    excuses a larger product, unless the extents before it exceed 64 bits; a
    base that is an empty sub-array is refused; records and sub-arrays are
    nested at most 64 deep.

    Example:

    ```mlir
    !matrix = !dtyp.subarray<2x3xf32>
    !particle = !dtyp.record<mass: f32, position: !dtyp.subarray<3xf32>>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$base
  );
  let hasCustomAssemblyFormat = 1;
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$base), [{
      return $_get(base.getContext(), shape, base);
    }]>
  ];
}

//===----------------------------------------------------------------------===//
// BigEndianType
//===----------------------------------------------------------------------===//

def Dtyp_BigEndianType : Dtyp_BytesElementType<"BigEndian", "big_endian",
                                               ["getFields"]> {
  let summary = "a dtype in big-endian byte order";
  let description = [{
    NumPy's `>` before a dtype. GPUs are little-endian, so it is the order that
    is not native: `dtyp.load` and `dtyp.store` swap the bytes. The dtype must
    be a number of more than one byte, a datetime or a string of characters;
    for a record, write the order of its fields.

    Example:

    ```mlir
    !network = !dtyp.big_endian<i32>
    ```
  }];
  let parameters = (ins "::mlir::Type":$dtype);
  let assemblyFormat = "`<` $dtype `>`";
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$dtype), [{
      return $_get(dtype.getContext(), dtype);
    }]>
  ];
}

//===----------------------------------------------------------------------===//
// VectorType
//===----------------------------------------------------------------------===//

def Dtyp_CudaVectorType : Dtyp_BytesElementType<"CudaVector", "vector",
                                                ["getFields"]> {
  let summary = "one of CUDA's vector types, such as float4";
  let description = [{
    Two to four numbers, aligned as CUDA's built-in vector types (CUDA C++
    Programming Guide, "Built-in Vector Types"): to their size, but at most 16
    bytes, for two and four, and to that of one number for three. The value
    type is a `vector`. NumPy sees a record of `x`, `y`, `z` and `w`.

    | type | CUDA | size | alignment |
    |---|---|---|---|
    | `!dtyp.vector<4xf32>` | `float4` | 16 | 16 |
    | `!dtyp.vector<3xf32>` | `float3` | 12 | 4 |
    | `!dtyp.vector<2xf16>` | `half2` | 4 | 4 |
    | `!dtyp.vector<4xui8>` | `uchar4` | 4 | 4 |
    | `!dtyp.vector<4xf64>` | `double4` | 32 | 16 |

    Example:

    ```mlir
    !color = !dtyp.vector<4xf32>
    ```
  }];
  let parameters = (ins "int64_t":$lanes, "::mlir::Type":$dtype);
  let hasCustomAssemblyFormat = 1;
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "int64_t":$lanes, "::mlir::Type":$dtype), [{
      return $_get(dtype.getContext(), lanes, dtype);
    }]>
  ];
}

//===----------------------------------------------------------------------===//
// RecordType
//===----------------------------------------------------------------------===//

def Dtyp_RecordType : Dtyp_BytesElementType<"Record", "record",
                                            ["getFields"]> {
  let summary = "NumPy's structured dtype: fields with names";
  let description = [{
    Fields, each with a name, a dtype and an offset in bytes, in an element of
    `itemsize` bytes. The layout is part of the type; it is made where the
    record is written:

    | written | layout |
    |---|---|
    | `!dtyp.record<a: i8, b: f32>` | packed, as `numpy.dtype([...])`: each field follows the one before; alignment 1 |
    | `!dtyp.record<aligned, a: i8, b: f32>` | as C aligns a struct, and `numpy.dtype([...], align=True)` |
    | `!dtyp.record<device, a: i8, b: complex<f32>>` | as `aligned`, with CUDA's alignments: complex numbers are aligned to their size |
    | `!dtyp.record<a: i8 at 4, b: f32 at 0, itemsize 16>` | explicit offsets, which may overlap and leave holes |

    With `aligned`, explicit offsets are multiples of the fields' alignments,
    and the itemsize is one of the record's alignment. `alignment N` states an
    alignment that is larger than that of every field. A title is NumPy's second
    name of a field: `a("A"): i8`. Names that are no identifiers are quoted.

    Limits: 2147483647 bytes, 65535 fields, records and sub-arrays nested 64
    deep. A record without fields is a dtype, of which there are no arrays.

    Example:

    ```mlir
    !vec = !dtyp.record<x: f32, y: f32>
    !particle = !dtyp.record<aligned, id: ui8, pos: !vec, "rest mass"("m"): f64>
    !union = !dtyp.record<word: i32 at 0, low: i16 at 0, itemsize 8>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"::mlir::StringAttr">:$names,
    OptionalArrayRefParameter<"::mlir::StringAttr">:$titles,
    OptionalArrayRefParameter<"::mlir::Type">:$dtypes,
    OptionalArrayRefParameter<"int64_t">:$offsets,
    "int64_t":$byteSize,
    "int64_t":$byteAlignment,
    "bool":$aligned
  );
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Returns the record with this layout, or null after an error if there is
    /// none. A title is null where the field has none.
    static RecordType
    getChecked(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
               ::mlir::MLIRContext *context,
               ::llvm::ArrayRef<::mlir::dtyp::DTypeField> fields,
               int64_t byteSize, int64_t byteAlignment, bool aligned);

    unsigned getNumFields() const { return getNames().size(); }
  }];
}

#endif // DTYP_DIALECT_DTYP_IR_DTYPELEMENTTYPES_TD

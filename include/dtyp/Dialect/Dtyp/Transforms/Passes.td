//===- Passes.td - Passes of the dtyp dialect --------------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_TRANSFORMS_PASSES_TD
#define DTYP_DIALECT_DTYP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// EraseProviders
//===----------------------------------------------------------------------===//

def EraseProvidersPass : Pass<"dtyp-erase-providers", "::mlir::ModuleOp"> {
  let summary = "replace providers by their run-time fields";
  let description = [{
    Replaces each value whose type provides a dtype (`!dtyp.provider`,
    `!dtyp.dtype`, another compiler's object type) by the values of its run-time
    fields: by nothing, for an object without state. Signatures of `func.func`
    and `gpu.func`, `func.call`, `func.return`, `gpu.launch_func`, block
    arguments, `arith.select`, and the operands and results of `cf` and `scf`
    ops change together, so one run over the module keeps kernels and their
    launches in step. Attributes of arguments stay with them; those of an erased
    argument go.

    An op outside of these that still uses a provider gets it from a
    `dtyp.make_provider` (a `dtyp.constant`, for a dtype).

    Every kernel gets the attribute `dtyp.argument_map`, which tells what became
    of its arguments; `dtyp-print-argument-maps` prints it. Outline kernels
    before (`gpu-kernel-outlining`): one that is made later has no map.

    Example: before

    ```mlir
    !scaled = !dtyp.provider<"Scaled", f32, {scale: f32}>

    gpu.module @kernels {
      gpu.func @kernel(%object: !scaled, %out: memref<f32>) kernel {
        %scale = dtyp.get_field %object["scale"] : !scaled
        memref.store %scale, %out[] : memref<f32>
        gpu.return
      }
    }
    ```

    and after, followed by `--canonicalize`

    ```mlir
    gpu.module @kernels {
      gpu.func @kernel(%scale: f32, %out: memref<f32>) kernel attributes {
          dtyp.argument_map = #dtyp.argument_map<!dtyp.provider<"Scaled", f32, {scale: f32}> -> [0], memref<f32> -> [1]>} {
        memref.store %scale, %out[] : memref<f32>
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::dtyp::DtypDialect"];
}

//===----------------------------------------------------------------------===//
// LowerAccesses
//===----------------------------------------------------------------------===//

def LowerAccessesPass : Pass<"dtyp-lower-accesses"> {
  let summary = "lower accesses by dtype to accesses of memory";
  let description = [{
    Lowers `dtyp.load`, `dtyp.store` and `dtyp.atomic_rmw`: to the op of memref
    for elements that are stored as a builtin type, to `dtyp.raw_load` and
    `dtyp.raw_store` for records, their fields, and the other dtypes with a
    layout of their own, with the alignment that the layout gives. What lies
    between the bytes and the value becomes ops of arith: a comparison for bool,
    a truncation or an extension for the narrow numbers of ml_dtypes, a swap for
    big-endian numbers.

    Example: before

    ```mlir
    func.func @flag(%flags: memref<?xi8>, %i: index) -> i1 {
      %flag = dtyp.load %flags[%i] : memref<?xi8> as i1
      return %flag : i1
    }
    ```

    and after

    ```mlir
    func.func @flag(%flags: memref<?xi8>, %i: index) -> i1 {
      %byte = memref.load %flags[%i] : memref<?xi8>
      %c0_i8 = arith.constant 0 : i8
      %flag = arith.cmpi ne, %byte, %c0_i8 : i8
      return %flag : i1
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

//===----------------------------------------------------------------------===//
// RecordsToBytes
//===----------------------------------------------------------------------===//

def RecordsToBytesPass : Pass<"dtyp-records-to-bytes", "::mlir::ModuleOp"> {
  let summary = "make arrays of records arrays of bytes";
  let description = [{
    For compilers that know no record as an element of a memref: elements with a
    layout of their own (records, strings, void, big-endian numbers, CUDA's
    vectors, and such dtypes of other dialects) become bytes.

    | before | after |
    |---|---|
    | `memref<?x!record>` of 12 bytes | `memref<?x12xi8>` |
    | `memref<4x!record, strided<[2], offset: 1>, 3>` | `memref<4x12xi8, strided<[24, 1], offset: 12>, 3>` |
    | a value of type `!record` | `vector<12xi8>` |
    | an access to a part of an element | `vector.load` or `vector.store` of its bytes, with the alignment that the layout gives, and `vector.bitcast`; memref's for one byte |
    | `memref.alloca`, `alloc`, `global`, attributions of a `gpu.func` | the same with the dtype's alignment, which bytes do not have |
    | `dtyp.field_view`, `dtyp.view` | `memref.extract_strided_metadata`, `memref.view`, `memref.reinterpret_cast`; from an array of numbers also `builtin.unrealized_conversion_cast` |

    Accesses by dtype and views are lowered on the way, also those of arrays of
    builtin elements: afterwards no access and no view of dtyp is left.
    Functions and kernels, their calls and launches, `cf`, `scf` and memref's
    views change with the types. `cudax` ops are resolved before
    (`cudax-resolve-arrays`), providers erased (`dtyp-erase-providers`), kernels
    outlined, and linalg and affine lowered.

    Afterwards no memref has such elements and no value such a type; what has no
    form in bytes is an error: unranked memrefs, layouts without strides, globals
    with an initial value, values of more than 4096 bytes, other ops that such
    memrefs are operands of. Arrays of builtin elements stay what they are.

    Memref has a view of bytes as numbers, but none of numbers as bytes. So where
    an array of numbers is viewed as another dtype, the start of the array is cast
    from `memref<f32>` to `memref<i8>` by `builtin.unrealized_conversion_cast`. To
    LLVM both are one pointer, and `reconcile-unrealized-casts` behind the
    conversion removes the cast; a target whose pointers have types, such as
    SPIR-V, has no form for it and says so.

    Example: before

    ```mlir
    !point = !dtyp.record<aligned, id: i8, x: f32>

    func.func @x(%points: memref<?x!point>, %i: index) -> f32 {
      %x = dtyp.load %points[%i]["x"] : memref<?x!point>
      return %x : f32
    }
    ```

    and after

    ```mlir
    func.func @x(%points: memref<?x8xi8>, %i: index) -> f32 {
      %c4 = arith.constant 4 : index
      %bytes = vector.load %points[%i, %c4] {alignment = 4 : i64} : memref<?x8xi8>, vector<4xi8>
      %number = vector.bitcast %bytes : vector<4xi8> to vector<1xf32>
      %x = vector.extract %number[0] : f32 from vector<1xf32>
      return %x : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// LowerCasts
//===----------------------------------------------------------------------===//

def LowerCastsPass : Pass<"dtyp-lower-casts"> {
  let summary = "lower casts between dtypes to arithmetic";
  let description = [{
    Replaces each `dtyp.cast` by ops of arith and complex with the results that
    its description lists. Text and void go through memory. No conversion of a
    float to an integer is left to the target where the integer may not hold it:
    LLVM has no result for that, and GPUs and x86-64 have different ones.

    Casts of floats of at most 8 bits become `arith.extf` and `arith.truncf`,
    which `cudax-lower-narrow-floats` lowers. A cast of another dialect's dtype
    is an error here; that dialect lowers it before.

    Example: before

    ```mlir
    func.func @cast(%x: i8) -> f32 {
      %0 = dtyp.cast %x : ui8 to f32
      return %0 : f32
    }
    ```

    and after

    ```mlir
    func.func @cast(%x: i8) -> f32 {
      %0 = arith.extui %x : i8 to i32
      %1 = arith.uitofp %0 : i32 to f32
      return %1 : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

//===----------------------------------------------------------------------===//
// PrintArgumentMaps
//===----------------------------------------------------------------------===//

def PrintArgumentMapsPass : Pass<"dtyp-print-argument-maps", "::mlir::ModuleOp"> {
  let summary = "print which parameters the arguments of each kernel became";
  let description = [{
    Prints the attribute `dtyp.argument_map` of each kernel to standard error, a
    line for each argument that its author wrote. The IR is not changed.

    Example: for the kernel in the description of `dtyp-erase-providers`

    ```
    kernel @kernels::@kernel
      argument 0: !dtyp.provider<"Scaled", f32, {scale: f32}> -> parameter 0
      argument 1: memref<f32> -> parameter 1
    ```
  }];
}

//===----------------------------------------------------------------------===//
// PrintDTypes
//===----------------------------------------------------------------------===//

def PrintDTypesPass : Pass<"dtyp-print-dtypes", "::mlir::ModuleOp"> {
  let summary = "print the facts of the dtypes that a module has";
  let description = [{
    Prints what `DTypeInterface` answers for each dtype of the module to
    standard error, in the order in which they occur: of each `!dtyp.dtype`, of
    each object type that provides a dtype, and of each memref whose elements
    have a layout of their own. (The `f32` of a memref may stand for many things
    and is not printed.) Sizes, alignments and offsets are in bytes. The IR is
    not changed.

    The text is a table in Markdown, in which an empty cell is a fact without an
    answer. JSON is a list of objects, in which it is `null`; a record's fields
    hold the facts of their dtypes.

    | key in JSON | fact |
    |---|---|
    | `dtype` | the type as IR spells it |
    | `name`, `kind`, `itemsize`, `numpy_alignment` | as `numpy.dtype` has them |
    | `device_alignment` | as CUDA C++ aligns it |
    | `value`, `storage` | the types of a value, and of a memref's element |
    | `shape` | of a sub-array |
    | `typestr`, `descr` | of NumPy's array interface, where they lead back to the dtype |
    | `dlpack` | `code`, `bits`, `lanes` of `DLDataType`; `padded` if an element has bytes of its own where DLPack would pack fewer bits |
    | `fields` | each with `name`, `title`, `offset` and `dtype` |

    Example: for

    ```mlir
    %dtype = dtyp.constant ui1
    ```

    it prints

    ```
    | dtype | name | kind | itemsize | NumPy alignment | device alignment | value | storage | shape | typestr | descr | DLPack | fields |
    |---|---|---|---|---|---|---|---|---|---|---|---|---|
    | `ui1` | `uint1` | `V` | 1 | 1 | 1 | `i1` | `i8` | | | | `code 1, 1 bits, 1 lane, padded` | |
    ```
  }];
  let options = [
    Option<"format", "format", "::mlir::dtyp::DTypeTableFormat",
           "::mlir::dtyp::DTypeTableFormat::Text",
           "whether to print a table in Markdown or JSON",
           [{::llvm::cl::values(
             clEnumValN(::mlir::dtyp::DTypeTableFormat::Text, "text",
                        "a table in Markdown"),
             clEnumValN(::mlir::dtyp::DTypeTableFormat::JSON, "json",
                        "a list of objects"))}]>
  ];
}

#endif // DTYP_DIALECT_DTYP_TRANSFORMS_PASSES_TD

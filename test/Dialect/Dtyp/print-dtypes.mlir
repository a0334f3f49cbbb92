// RUN: dtyp-opt --dtyp-print-dtypes %s -o %t.printed 2>%t.table
// RUN: FileCheck %s --match-full-lines --strict-whitespace < %t.table
// RUN: dtyp-opt %s -o %t.plain
// RUN: diff %t.plain %t.printed
// RUN: dtyp-opt --dtyp-print-dtypes=format=json %s -o /dev/null 2>%t.json
// RUN: %python -m json.tool %t.json %t.reread
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// No dtype is an empty table, and an unknown format an error.
//
// RUN: echo 'func.func private @f(memref<4xf32>)' > %t.none.mlir
// RUN: dtyp-opt --dtyp-print-dtypes %t.none.mlir -o /dev/null 2>&1 | count 2
// RUN: dtyp-opt --dtyp-print-dtypes=format=json %t.none.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not dtyp-opt --dtyp-print-dtypes=format=yaml %t.none.mlir 2>&1 | FileCheck %s --check-prefix=FORMAT
// NONE: []
// FORMAT: Cannot find option named 'yaml'

//      CHECK:| dtype | name | kind | itemsize | NumPy alignment | device alignment | value | storage | shape | typestr | descr | DLPack | fields |
// CHECK-NEXT:|---|---|---|---|---|---|---|---|---|---|---|---|---|
// CHECK-NEXT:| `ui1` | `uint1` | `V` | 1 | 1 | 1 | `i1` | `i8` | | | | `code 1, 1 bits, 1 lane, padded` | |
// CHECK-NEXT:| `!dtyp.datetime64<25s>` | `datetime64[25s]` | `M` | 8 | 8 | 8 | `i64` | `i64` | | `<M8[25s]` | `[('', '<M8[25s]')]` | | |
// CHECK-NEXT:| `!dtyp.subarray<2x3xcomplex<f64>>` | `void768` | `V` | 96 | 8 | 16 | `complex<f64>` | `complex<f64>` | `2x3` | | | | |
// CHECK-NEXT:| `` !dtyp.record<"a\|`\22"("T\\"): ui8, b: bf16> `` | `void24` | `V` | 3 | 1 | 1 | `` !dtyp.record<"a\|`\22"("T\\"): ui8, b: bf16> `` | `` !dtyp.record<"a\|`\22"("T\\"): ui8, b: bf16> `` | | | | | `` a\|`\22("T\\"): ui8 at 0, b: bf16 at 1 `` |
// CHECK-NEXT:| `!dtyp.vector<4xf32>` | `float4` | `V` | 16 | 4 | 16 | `vector<4xf32>` | `!dtyp.vector<4xf32>` | | | | `code 2, 32 bits, 4 lanes` | `x: f32 at 0, y: f32 at 4, z: f32 at 8, w: f32 at 12` |
// CHECK-NEXT:| `!dtyp.big_endian<i32>` | `int32` | `i` | 4 | 4 | 4 | `i32` | `!dtyp.big_endian<i32>` | | `>i4` | `[('', '>i4')]` | | |
// CHECK-NEXT:| `!dtyp.bytes<3>` | `bytes24` | `S` | 3 | 1 | 1 | `!dtyp.bytes<3>` | `!dtyp.bytes<3>` | | `\|S3` | `[('', '\|S3')]` | | |
//  CHECK-NOT:{{.}}

// JSON: "dtype": "ui1",
// JSON-NEXT: "name": "uint1",
// JSON-NEXT: "kind": "V",
// JSON-NEXT: "itemsize": 1,
// JSON-NEXT: "numpy_alignment": 1,
// JSON-NEXT: "device_alignment": 1,
// JSON-NEXT: "value": "i1",
// JSON-NEXT: "storage": "i8",
// JSON-NEXT: "shape": [],
// JSON-NEXT: "typestr": null,
// JSON-NEXT: "descr": null,
// JSON-NEXT: "dlpack": {
// JSON-NEXT: "code": 1,
// JSON-NEXT: "bits": 1,
// JSON-NEXT: "lanes": 1,
// JSON-NEXT: "padded": true
// JSON-NEXT: },
// JSON-NEXT: "fields": []
// JSON-NEXT: },
// JSON: "dtype": "!dtyp.subarray<2x3xcomplex<f64>>",
// JSON: "value": "complex<f64>",
// JSON: "shape": [
// JSON-NEXT: 2,
// JSON-NEXT: 3
// JSON-NEXT: ],
// JSON: "fields": [{{$}}
// JSON-NEXT: {
// JSON-NEXT: "name": "a|`\"",
// JSON-NEXT: "title": "T\\",
// JSON-NEXT: "offset": 0,
// JSON-NEXT: "dtype": {
// JSON-NEXT: "dtype": "ui8",
// JSON: "name": "b",
// JSON-NEXT: "title": null,
// JSON-NEXT: "offset": 1,

// As often as a dtype occurs, it is printed once; in an attribute and in a type
// in a type as well.
%again = dtyp.constant ui1
%dtype = dtyp.constant ui1
func.func private @types(!dtyp.dtype<!dtyp.datetime64<25s>>,
                 memref<4xf32>) -> !dtyp.dtype<!dtyp.subarray<2x3xcomplex<f64>>>
func.func private @attributes() attributes {
  type = tuple<!dtyp.dtype<!dtyp.record<"a|`\22"("T\\"): ui8, b: bf16>>>
}
gpu.module @kernels {
  gpu.func @kernel(%vectors: memref<?x!dtyp.vector<4xf32>>,
                   %object: !dtyp.provider<"Object", !dtyp.big_endian<i32>>,
                   %many: memref<*x!dtyp.bytes<3>>) kernel {
    gpu.return
  }
}

// Types of the dialect through text, bytecode and the generic form.

// RUN: dtyp-opt --verify-roundtrip %s | FileCheck %s
// RUN: dtyp-opt --emit-bytecode %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt --mlir-print-op-generic %s | dtyp-opt | FileCheck %s

// CHECK-LABEL: func.func private @dtypes(
// CHECK-SAME:    !dtyp.dtype<i1>,
// CHECK-SAME:    !dtyp.dtype<i8>, !dtyp.dtype<i16>, !dtyp.dtype<i32>, !dtyp.dtype<i64>,
// CHECK-SAME:    !dtyp.dtype<ui8>, !dtyp.dtype<ui16>, !dtyp.dtype<ui32>, !dtyp.dtype<ui64>,
// CHECK-SAME:    !dtyp.dtype<f16>, !dtyp.dtype<bf16>, !dtyp.dtype<f32>, !dtyp.dtype<f64>,
// CHECK-SAME:    !dtyp.dtype<complex<f32>>, !dtyp.dtype<complex<f64>>)
func.func private @dtypes(
  !dtyp.dtype<i1>,
  !dtyp.dtype<i8>, !dtyp.dtype<i16>, !dtyp.dtype<i32>, !dtyp.dtype<i64>,
  !dtyp.dtype<ui8>, !dtyp.dtype<ui16>, !dtyp.dtype<ui32>, !dtyp.dtype<ui64>,
  !dtyp.dtype<f16>, !dtyp.dtype<bf16>, !dtyp.dtype<f32>, !dtyp.dtype<f64>,
  !dtyp.dtype<complex<f32>>, !dtyp.dtype<complex<f64>>)

// The default protocol is not printed, the other is.
// CHECK-LABEL: func.func private @protocols(
// CHECK-SAME:    !dtyp.provider<"Foo", ui8>,
// CHECK-SAME:    !dtyp.provider<"Foo", ui8>,
// CHECK-SAME:    !dtyp.provider<"Foo", ui8, legacy>)
func.func private @protocols(
  !dtyp.provider<"Foo", ui8>,
  !dtyp.provider<"Foo", ui8, numpy_dtype>,
  !dtyp.provider<"Foo", ui8, legacy>)

// CHECK-LABEL: func.func private @fields(
// CHECK-SAME:    !dtyp.provider<"One", f32, {scale: f32}>,
// CHECK-SAME:    !dtyp.provider<"Two", f32, {scale: f32, bias: i64}>,
// CHECK-SAME:    !dtyp.provider<"Default", f32, {scale: f32}>,
// CHECK-SAME:    !dtyp.provider<"Legacy", f32, legacy, {data: memref<?xf32>, next: index}>)
func.func private @fields(
  !dtyp.provider<"One", f32, {scale: f32}>,
  !dtyp.provider<"Two", f32, {scale: f32, bias: i64}>,
  !dtyp.provider<"Default", f32, numpy_dtype, {scale: f32}>,
  !dtyp.provider<"Legacy", f32, legacy, {data: memref<?xf32>, next: index}>)

// Names that are words of MLIR, or no identifiers at all. What needs no quotes
// loses them.
// CHECK-LABEL: func.func private @field_names(
// CHECK-SAME:    !dtyp.provider<"A", f32, {loc: f32, true: f32, i32: f32, f32: f32, legacy: f32, func: f32, memref: f32}>,
// CHECK-SAME:    !dtyp.provider<"B", f32, {"": f32, "two words": f32, "x-1": f32, "1st": f32, "a\22b": f32, "\CE\B1": f32}>,
// CHECK-SAME:    !dtyp.provider<"C", f32, {quoted: f32}>)
func.func private @field_names(
  !dtyp.provider<"A", f32, {loc: f32, true: f32, i32: f32, f32: f32, legacy: f32, func: f32, memref: f32}>,
  !dtyp.provider<"B", f32, {"": f32, "two words": f32, "x-1": f32, "1st": f32, "a\"b": f32, "α": f32}>,
  !dtyp.provider<"C", f32, {"quoted": f32}>)

// CHECK-LABEL: func.func private @class_names(
// CHECK-SAME:    !dtyp.provider<"pkg.mod.Class[int, 'str']", f32>,
// CHECK-SAME:    !dtyp.provider<"\22quoted\22", f32>,
// CHECK-SAME:    !dtyp.provider<"a\\b", f32>,
// CHECK-SAME:    !dtyp.provider<"line\0Abreak\09tab", f32>,
// CHECK-SAME:    !dtyp.provider<"\E9\A1\9E", f32>,
// CHECK-SAME:    !dtyp.provider<"nul\00byte\FF", f32>,
// CHECK-SAME:    !dtyp.provider<">", f32>)
func.func private @class_names(
  !dtyp.provider<"pkg.mod.Class[int, 'str']", f32>,
  !dtyp.provider<"\"quoted\"", f32>,
  !dtyp.provider<"a\\b", f32>,
  !dtyp.provider<"line\nbreak\ttab", f32>,
  !dtyp.provider<"類", f32>,
  !dtyp.provider<"nul\00byte\FF", f32>,
  !dtyp.provider<">", f32>)

// Fields may have any type but a provider, other dialects' included.
// CHECK-LABEL: func.func private @field_types(
// CHECK-SAME:    !dtyp.provider<"F", i8, {f: (i32) -> f32, t: tuple<i1, f64>, v: vector<[4]xf32>, p: !llvm.ptr<3>, n: none, r: memref<*xf32>}>)
func.func private @field_types(
  !dtyp.provider<"F", i8, {f: (i32) -> f32, t: tuple<i1, f64>, v: vector<[4]xf32>, p: !llvm.ptr<3>, n: none, r: memref<*xf32>}>)

// Types that hold others hold ours.
// CHECK-LABEL: func.func private @nested(
// CHECK-SAME:    tuple<!dtyp.dtype<f32>, !dtyp.provider<"Foo", ui8>>,
// CHECK-SAME:    (!dtyp.dtype<f32>) -> !dtyp.provider<"Foo", ui8>,
// CHECK-SAME:    tensor<4x!dtyp.dtype<ui8>>)
func.func private @nested(
  tuple<!dtyp.dtype<f32>, !dtyp.provider<"Foo", ui8>>,
  (!dtyp.dtype<f32>) -> !dtyp.provider<"Foo", ui8>,
  tensor<4x!dtyp.dtype<ui8>>)

// CHECK-LABEL: func.func private @argument_maps()
// CHECK-SAME:    none = #dtyp.argument_map<>
// CHECK-SAME:    one = #dtyp.argument_map<i32 -> [0]>
// CHECK-SAME:    several = #dtyp.argument_map<!dtyp.provider<"Foo", ui8> -> [], memref<?xi8> -> [0], !dtyp.provider<"S", f32, {a: f32, b: f32}> -> [1, 2], none -> []>
func.func private @argument_maps() attributes {
  none = #dtyp.argument_map<>,
  one = #dtyp.argument_map<i32 -> [0]>,
  several = #dtyp.argument_map<!dtyp.provider<"Foo", ui8> -> [], memref<?xi8> -> [0],
                               !dtyp.provider<"S", f32, {a: f32, b: f32}> -> [1, 2], none -> []>
}

// CHECK-LABEL: func.func private @models()
// CHECK-SAME:    device = #dtyp<alignment_model device>
// CHECK-SAME:    numpy = #dtyp<alignment_model numpy>
func.func private @models() attributes {
  device = #dtyp<alignment_model device>,
  numpy = #dtyp<alignment_model numpy>
}

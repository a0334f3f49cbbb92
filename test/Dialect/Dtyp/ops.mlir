// Operations of the dialect through text, bytecode and the generic form.

// RUN: dtyp-opt --verify-roundtrip %s | FileCheck %s
// RUN: dtyp-opt --emit-bytecode %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt --mlir-print-op-generic %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt --mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC

!foo = !dtyp.provider<"Foo", ui8>
!old = !dtyp.provider<"Old", f32, legacy>
!scaled = !dtyp.provider<"Scaled", f32, {scale: f32, "two words": i64}>

// CHECK-LABEL: func.func @constant()
func.func @constant() -> (!dtyp.dtype<i1>, !dtyp.dtype<ui8>, !dtyp.dtype<complex<f64>>) {
  // CHECK: %[[BOOL:.*]] = dtyp.constant i1
  // CHECK: %[[UINT8:.*]] = dtyp.constant ui8
  // CHECK: %[[COMPLEX:.*]] = dtyp.constant complex<f64> {note = "kept"}
  // CHECK: return %[[BOOL]], %[[UINT8]], %[[COMPLEX]] : !dtyp.dtype<i1>, !dtyp.dtype<ui8>, !dtyp.dtype<complex<f64>>
  // GENERIC: "dtyp.constant"() <{dtype = i1}> : () -> !dtyp.dtype<i1>
  %0 = dtyp.constant i1
  %1 = dtyp.constant ui8
  %2 = dtyp.constant complex<f64> {note = "kept"}
  return %0, %1, %2 : !dtyp.dtype<i1>, !dtyp.dtype<ui8>, !dtyp.dtype<complex<f64>>
}

// CHECK-LABEL: func.func @dtype_of(
// CHECK-SAME:    %[[FOO:.*]]: !dtyp.provider<"Foo", ui8>, %[[OLD:.*]]: !dtyp.provider<"Old", f32, legacy>, %[[DTYPE:.*]]: !dtyp.dtype<f64>)
func.func @dtype_of(%foo: !foo, %old: !old, %dtype: !dtyp.dtype<f64>)
    -> (!dtyp.dtype<ui8>, !dtyp.dtype<f32>, !dtyp.dtype<f64>) {
  // CHECK: dtyp.dtype_of %[[FOO]] : !dtyp.provider<"Foo", ui8>
  // CHECK: dtyp.dtype_of %[[OLD]] {allow_legacy} : !dtyp.provider<"Old", f32, legacy>
  // CHECK: dtyp.dtype_of %[[DTYPE]] : !dtyp.dtype<f64>
  // GENERIC: "dtyp.dtype_of"(%{{.*}}) <{allow_legacy}> : (!dtyp.provider<"Old", f32, legacy>) -> !dtyp.dtype<f32>
  %0 = dtyp.dtype_of %foo : !foo
  %1 = dtyp.dtype_of %old {allow_legacy} : !old
  %2 = dtyp.dtype_of %dtype : !dtyp.dtype<f64>
  return %0, %1, %2 : !dtyp.dtype<ui8>, !dtyp.dtype<f32>, !dtyp.dtype<f64>
}

// A provider of the new protocol may carry the permission: it is moot.
// CHECK-LABEL: func.func @allow_legacy_is_harmless(
func.func @allow_legacy_is_harmless(%foo: !foo) -> !dtyp.dtype<ui8> {
  // CHECK: dtyp.dtype_of %{{.*}} {allow_legacy} : !dtyp.provider<"Foo", ui8>
  %0 = dtyp.dtype_of %foo {allow_legacy} : !foo
  return %0 : !dtyp.dtype<ui8>
}

// CHECK-LABEL: func.func @itemsize(
func.func @itemsize(%dtype: !dtyp.dtype<ui16>) -> index {
  // CHECK: %[[SIZE:.*]] = dtyp.itemsize %{{.*}} : !dtyp.dtype<ui16>
  // CHECK: return %[[SIZE]] : index
  %0 = dtyp.itemsize %dtype : !dtyp.dtype<ui16>
  return %0 : index
}

// CHECK-LABEL: func.func @alignment(
func.func @alignment(%dtype: !dtyp.dtype<complex<f32>>) -> (index, index) {
  // CHECK: dtyp.alignment numpy %{{.*}} : !dtyp.dtype<complex<f32>>
  // CHECK: dtyp.alignment device %{{.*}} : !dtyp.dtype<complex<f32>>
  // GENERIC: "dtyp.alignment"(%{{.*}}) <{model = #dtyp<alignment_model device>}> : (!dtyp.dtype<complex<f32>>) -> index
  %0 = dtyp.alignment numpy %dtype : !dtyp.dtype<complex<f32>>
  %1 = dtyp.alignment device %dtype : !dtyp.dtype<complex<f32>>
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @make_provider(
// CHECK-SAME:    %[[SCALE:.*]]: f32, %[[COUNT:.*]]: i64)
func.func @make_provider(%scale: f32, %count: i64) -> (!foo, !old, !scaled, !dtyp.dtype<f32>) {
  // CHECK: dtyp.make_provider() : () -> !dtyp.provider<"Foo", ui8>
  // CHECK: dtyp.make_provider() : () -> !dtyp.provider<"Old", f32, legacy>
  // CHECK: dtyp.make_provider(%[[SCALE]], %[[COUNT]]) : (f32, i64) -> !dtyp.provider<"Scaled", f32, {scale: f32, "two words": i64}>
  // CHECK: dtyp.make_provider() : () -> !dtyp.dtype<f32>
  %0 = dtyp.make_provider() : () -> !foo
  %1 = dtyp.make_provider() : () -> !old
  %2 = dtyp.make_provider(%scale, %count) : (f32, i64) -> !scaled
  %3 = dtyp.make_provider() : () -> !dtyp.dtype<f32>
  return %0, %1, %2, %3 : !foo, !old, !scaled, !dtyp.dtype<f32>
}

// CHECK-LABEL: func.func @get_field(
// CHECK-SAME:    %[[OBJECT:.*]]: !dtyp.provider<
func.func @get_field(%object: !scaled) -> (f32, i64) {
  // CHECK: %[[SCALE:.*]] = dtyp.get_field %[[OBJECT]]["scale"] : !dtyp.provider<"Scaled", f32, {scale: f32, "two words": i64}>
  // CHECK: %[[COUNT:.*]] = dtyp.get_field %[[OBJECT]]["two words"] : !dtyp.provider<
  // CHECK: return %[[SCALE]], %[[COUNT]] : f32, i64
  // GENERIC: "dtyp.get_field"(%{{.*}}) <{field = "scale"}>
  %0 = dtyp.get_field %object["scale"] : !scaled
  %1 = dtyp.get_field %object["two words"] : !scaled
  return %0, %1 : f32, i64
}

// Ops outside of functions and in other dialects' regions.
// CHECK: dtyp.constant f16
%at_top = dtyp.constant f16
// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  // CHECK: gpu.func @kernel(%[[FOO:.*]]: !dtyp.provider<"Foo", ui8>) kernel
  gpu.func @kernel(%foo: !foo) kernel {
    // CHECK: dtyp.dtype_of %[[FOO]] : !dtyp.provider<"Foo", ui8>
    %0 = dtyp.dtype_of %foo : !foo
    gpu.return
  }
}

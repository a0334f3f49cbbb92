// Promotion and levels of casts, through text and bytecode and folded.

// RUN: dtyp-opt --verify-roundtrip %s | FileCheck %s
// RUN: dtyp-opt --emit-bytecode %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt --mlir-print-op-generic %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt --canonicalize %s | FileCheck %s --check-prefix=FOLDED

!foo = !dtyp.provider<"Foo", ui8>

// CHECK-LABEL: func.func @promote(
// CHECK-SAME:    %[[I8:.*]]: !dtyp.dtype<i8>, %[[FOO:.*]]: !dtyp.provider<"Foo", ui8>, %[[F16:.*]]: !dtyp.dtype<f16>, %[[BF16:.*]]: !dtyp.dtype<bf16>)
// FOLDED-LABEL: func.func @promote(
func.func @promote(%i8: !dtyp.dtype<i8>, %foo: !foo, %f16: !dtyp.dtype<f16>, %bf16: !dtyp.dtype<bf16>)
    -> (!dtyp.dtype<i16>, !dtyp.dtype<f16>, !dtyp.dtype<f32>, !dtyp.dtype<f64>, !dtyp.dtype<bf16>) {
  // CHECK: %[[ONE:.*]] = dtyp.weak_scalar float
  // CHECK: dtyp.promote %[[I8]], %[[FOO]] : !dtyp.dtype<i8>, !dtyp.provider<"Foo", ui8>
  // CHECK: dtyp.promote %[[I8]], %[[FOO]], %[[F16]] : !dtyp.dtype<i8>, !dtyp.provider<"Foo", ui8>, !dtyp.dtype<f16>
  // CHECK: dtyp.promote %[[BF16]], %[[F16]] rules jax : !dtyp.dtype<bf16>, !dtyp.dtype<f16>
  // CHECK: dtyp.promote %[[I8]], %[[ONE]] : !dtyp.dtype<i8>, !dtyp.weak<float>
  // CHECK: dtyp.promote %[[BF16]] : !dtyp.dtype<bf16>
  // FOLDED-NOT: dtyp.weak_scalar
  // FOLDED-NOT: dtyp.promote
  // FOLDED-DAG: dtyp.constant i16
  // FOLDED-DAG: dtyp.constant f16
  // FOLDED-DAG: dtyp.constant f32
  // FOLDED-DAG: dtyp.constant f64
  // FOLDED-DAG: dtyp.constant bf16
  %one = dtyp.weak_scalar float
  %0 = dtyp.promote %i8, %foo : !dtyp.dtype<i8>, !foo
  %1 = dtyp.promote %i8, %foo, %f16 : !dtyp.dtype<i8>, !foo, !dtyp.dtype<f16>
  %2 = dtyp.promote %bf16, %f16 rules jax : !dtyp.dtype<bf16>, !dtyp.dtype<f16>
  %3 = dtyp.promote %i8, %one : !dtyp.dtype<i8>, !dtyp.weak<float>
  %4 = dtyp.promote %bf16 rules numpy : !dtyp.dtype<bf16>
  return %0, %1, %2, %3, %4
      : !dtyp.dtype<i16>, !dtyp.dtype<f16>, !dtyp.dtype<f32>, !dtyp.dtype<f64>, !dtyp.dtype<bf16>
}

// A record is laid out anew, in the byte order of the machine.
// FOLDED-LABEL: func.func @records()
// FOLDED:         %[[RECORD:.*]] = dtyp.constant ![[ALIAS:.*]]
// FOLDED-NEXT:    return %[[RECORD]] : !dtyp.dtype<![[ALIAS]]>
func.func @records() -> !dtyp.dtype<!dtyp.record<aligned, a: i32, b: f64>> {
  %0 = dtyp.constant !dtyp.record<a: i8 at 4, b: !dtyp.big_endian<f64> at 8>
  %1 = dtyp.constant !dtyp.record<aligned, a: i32, b: f32>
  %2 = dtyp.promote %0, %1
      : !dtyp.dtype<!dtyp.record<a: i8 at 4, b: !dtyp.big_endian<f64> at 8>>,
        !dtyp.dtype<!dtyp.record<aligned, a: i32, b: f32>>
  return %2 : !dtyp.dtype<!dtyp.record<aligned, a: i32, b: f64>>
}

// CHECK-LABEL: func.func @vectors(
// FOLDED-LABEL: func.func @vectors(
// FOLDED:         dtyp.constant !dtyp.vector<4xf32>
func.func @vectors(%float4: !dtyp.dtype<!dtyp.vector<4xf32>>) -> !dtyp.dtype<!dtyp.vector<4xf32>> {
  %0 = dtyp.promote %float4, %float4 : !dtyp.dtype<!dtyp.vector<4xf32>>, !dtyp.dtype<!dtyp.vector<4xf32>>
  return %0 : !dtyp.dtype<!dtyp.vector<4xf32>>
}

// CHECK-LABEL: func.func @can_cast(
// CHECK-SAME:    %[[I32:.*]]: !dtyp.dtype<i32>, %[[FOO:.*]]: !dtyp.provider<"Foo", ui8>)
// FOLDED-LABEL: func.func @can_cast(
// FOLDED-DAG:     %[[TRUE:.*]] = arith.constant true
// FOLDED-DAG:     %[[FALSE:.*]] = arith.constant false
// FOLDED:         return %[[FALSE]], %[[TRUE]], %[[TRUE]], %[[FALSE]] :
func.func @can_cast(%i32: !dtyp.dtype<i32>, %foo: !foo) -> (i1, i1, i1, i1) {
  // CHECK: dtyp.can_cast same_kind %[[I32]] to %[[FOO]] : !dtyp.dtype<i32>, !dtyp.provider<"Foo", ui8>
  %0 = dtyp.can_cast same_kind %i32 to %foo : !dtyp.dtype<i32>, !foo
  %1 = dtyp.can_cast unsafe %i32 to %foo : !dtyp.dtype<i32>, !foo
  %2 = dtyp.can_cast safe %foo to %i32 : !foo, !dtyp.dtype<i32>
  %3 = dtyp.can_cast no %foo to %i32 : !foo, !dtyp.dtype<i32>
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

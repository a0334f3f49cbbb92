// A dtype of another dialect takes part in promotion and casts by what its
// interface says; dtyp knows nothing of it.

// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --canonicalize \
// RUN:   | FileCheck %s

!fixed4 = !acme.fixed<4>
!fixed8 = !acme.fixed<8>

// CHECK-LABEL: func.func @same(
// CHECK:         dtyp.constant !acme.empty
func.func @same(%a: !dtyp.dtype<!acme.empty>) -> !dtyp.dtype<!acme.empty> {
  %0 = dtyp.promote %a, %a : !dtyp.dtype<!acme.empty>, !dtyp.dtype<!acme.empty>
  return %0 : !dtyp.dtype<!acme.empty>
}

// Operands that dtyp knows are promoted first: i8 and f32 are an f32.
// CHECK-LABEL: func.func @promote(
// CHECK-DAG:     %[[FIXED:.*]] = dtyp.constant !acme.fixed<4>
// CHECK-DAG:     %[[FLOAT:.*]] = dtyp.constant f32
// CHECK:         return %[[FIXED]], %[[FIXED]], %[[FLOAT]], %[[FIXED]] :
func.func @promote(%a: !dtyp.dtype<!fixed4>, %b: !dtyp.dtype<!fixed8>,
                   %c: !dtyp.dtype<i8>, %d: !dtyp.dtype<f32>)
    -> (!dtyp.dtype<!fixed4>, !dtyp.dtype<!fixed4>, !dtyp.dtype<f32>, !dtyp.dtype<!fixed4>) {
  %one = dtyp.weak_scalar float
  %0 = dtyp.promote %b, %a : !dtyp.dtype<!fixed8>, !dtyp.dtype<!fixed4>
  %1 = dtyp.promote %c, %a, %b : !dtyp.dtype<i8>, !dtyp.dtype<!fixed4>, !dtyp.dtype<!fixed8>
  %2 = dtyp.promote %c, %a, %d rules jax : !dtyp.dtype<i8>, !dtyp.dtype<!fixed4>, !dtyp.dtype<f32>
  %3 = dtyp.promote %one, %a : !dtyp.weak<float>, !dtyp.dtype<!fixed4>
  return %0, %1, %2, %3
      : !dtyp.dtype<!fixed4>, !dtyp.dtype<!fixed4>, !dtyp.dtype<f32>, !dtyp.dtype<!fixed4>
}

// CHECK-LABEL: func.func @can_cast(
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant true
// CHECK-DAG:     %[[FALSE:.*]] = arith.constant false
// CHECK:         return %[[TRUE]], %[[FALSE]], %[[TRUE]], %[[FALSE]] :
func.func @can_cast(%a: !dtyp.dtype<!fixed4>, %c: !dtyp.dtype<i32>, %d: !dtyp.dtype<f32>)
    -> (i1, i1, i1, i1) {
  %0 = dtyp.can_cast safe %a to %d : !dtyp.dtype<!fixed4>, !dtyp.dtype<f32>
  %1 = dtyp.can_cast safe %c to %a : !dtyp.dtype<i32>, !dtyp.dtype<!fixed4>
  %2 = dtyp.can_cast same_kind %c to %a : !dtyp.dtype<i32>, !dtyp.dtype<!fixed4>
  %3 = dtyp.can_cast unsafe %d to %a : !dtyp.dtype<f32>, !dtyp.dtype<!fixed4>
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// The other dialect lowers this.
// CHECK-LABEL: func.func @cast(
// CHECK:         dtyp.cast %{{.*}} : !acme.fixed<4> to f32
func.func @cast(%a: i16) -> f32 {
  %0 = dtyp.cast %a : !fixed4 to f32
  return %0 : f32
}

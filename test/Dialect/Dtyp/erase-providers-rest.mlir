// What is left after the pass: ops that it does not know get the object back,
// and an earlier map is composed with the new one.

// RUN: dtyp-opt -allow-unregistered-dialect --dtyp-erase-providers -split-input-file %s | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --dtyp-erase-providers --dtyp-erase-providers --canonicalize -split-input-file %s | FileCheck %s --check-prefix=TWICE

!foo = !dtyp.provider<"Foo", ui8>
!two = !dtyp.provider<"Two", f32, {a: f32, b: i64}>

// CHECK-LABEL: func.func @foreign_user(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: i64)
// CHECK-DAG:     %[[TWO:.*]] = dtyp.make_provider(%[[A]], %[[B]]) : (f32, i64) -> !dtyp.provider<"Two", f32, {a: f32, b: i64}>
// CHECK-DAG:     %[[FOO:.*]] = dtyp.make_provider() : () -> !dtyp.provider<"Foo", ui8>
// CHECK-DAG:     %[[DTYPE:.*]] = dtyp.constant f64
// CHECK:         "test.use"(%[[TWO]], %[[FOO]], %[[DTYPE]])
// TWICE-LABEL: func.func @foreign_user(
// TWICE:         "test.use"
func.func @foreign_user(%two: !two, %foo: !foo, %dtype: !dtyp.dtype<f64>) {
  "test.use"(%two, %foo, %dtype) : (!two, !foo, !dtyp.dtype<f64>) -> ()
  return
}

func.func private @callee(!two, !foo, !dtyp.dtype<f32>) -> !two

// An object made by an op that is not known is taken apart.
// CHECK-LABEL: func.func @foreign_maker(
// CHECK:         %[[MADE:.*]]:3 = "test.make"()
// CHECK-DAG:     %[[A:.*]] = dtyp.get_field %[[MADE]]#0["a"]
// CHECK-DAG:     %[[B:.*]] = dtyp.get_field %[[MADE]]#0["b"]
// CHECK:         %[[R:.*]]:2 = call @callee(%[[A]], %[[B]]) : (f32, i64) -> (f32, i64)
// CHECK:         return %[[R]]#1 : i64
// TWICE-LABEL: func.func @foreign_maker(
// TWICE:         call @callee(%{{.*}}, %{{.*}}) : (f32, i64) -> (f32, i64)
func.func @foreign_maker() -> i64 {
  %two, %foo, %dtype = "test.make"() : () -> (!two, !foo, !dtyp.dtype<f32>)
  %0 = func.call @callee(%two, %foo, %dtype) : (!two, !foo, !dtyp.dtype<f32>) -> !two
  %b = dtyp.get_field %0["b"] : !two
  return %b : i64
}

// A region of an op that is not known keeps its arguments.
// CHECK-LABEL: func.func @foreign_region(
// CHECK:         "test.region"
// CHECK-NEXT:    ^bb0(%[[X:.*]]: !dtyp.provider<"Two", f32, {a: f32, b: i64}>):
// CHECK:           %[[B:.*]] = dtyp.get_field %[[X]]["b"]
// CHECK:           "test.yield"(%[[X]], %[[B]])
// TWICE-LABEL: func.func @foreign_region(
func.func @foreign_region() {
  "test.region"() ({
  ^bb0(%x: !two):
    %b = dtyp.get_field %x["b"] : !two
    "test.yield"(%x, %b) : (!two, i64) -> ()
  }) : () -> ()
  return
}

// Array ops take the object, or the dtype, from a new op.
// CHECK-LABEL: func.func @local_array(
// CHECK:         %[[FOO:.*]] = dtyp.make_provider() : () -> !dtyp.provider<"Foo", ui8>
// CHECK:         cudax.local_alloca(%[[FOO]]) [4]
// TWICE-LABEL: func.func @local_array(
// TWICE:         memref.alloca() {alignment = 4 : i64, cudax.local_array}
func.func @local_array(%foo: !foo) {
  %0 = cudax.local_alloca(%foo) [4] : !foo -> memref<4xi8, #gpu.address_space<private>>
  "test.use"(%0) : (memref<4xi8, #gpu.address_space<private>>) -> ()
  return
}

// Types that mention a provider somewhere inside are nobody's signature.
// CHECK-LABEL: func.func private @nested(
// CHECK-SAME:    tuple<!dtyp.provider<"Foo", ui8>>, (!dtyp.provider<"Foo", ui8>) -> (), tensor<4x!dtyp.provider<"Foo", ui8>>)
// TWICE-LABEL: func.func private @nested(
func.func private @nested(tuple<!foo>, (!foo) -> (), tensor<4x!foo>)

// -----

!two = !dtyp.provider<"Two", f32, {a: f32, b: i64}>

// An earlier conversion made an object from source argument 0, two from 1 and
// nothing from 2; the map still speaks of the source.
// CHECK-LABEL: gpu.func @composed(
// CHECK-SAME:    %{{.*}}: f32, %{{.*}}: i64, %{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i64, %{{.*}}: i8)
// CHECK-SAME:    dtyp.argument_map = #dtyp.argument_map<!other.a -> [0, 1], !other.b -> [2, 3, 4], none -> [], i8 -> [5]>
// TWICE-LABEL: gpu.func @composed(
// TWICE-SAME:    dtyp.argument_map = #dtyp.argument_map<!other.a -> [0, 1], !other.b -> [2, 3, 4], none -> [], i8 -> [5]>
gpu.module @kernels {
  gpu.func @composed(%a: !two, %b0: i32, %b1: !two, %d: i8) kernel attributes {
      dtyp.argument_map = #dtyp.argument_map<!other.a -> [0], !other.b -> [1, 2], none -> [], i8 -> [3]>} {
    gpu.return
  }
}

// -----

// Modules in modules.
// CHECK-LABEL: module @outer
// CHECK:         module @inner
// CHECK:           func.func private @f()
// CHECK:         gpu.func @kernel() kernel
// TWICE-LABEL: module @outer
module @outer {
  module @inner {
    func.func private @f(!dtyp.provider<"Foo", ui8>)
  }
  gpu.module @kernels {
    gpu.func @kernel(%foo: !dtyp.provider<"Foo", ui8>) kernel {
      gpu.return
    }
  }
}

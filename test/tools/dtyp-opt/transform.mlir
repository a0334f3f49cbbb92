// The transform dialect runs passes of dtyp by their names, on the ops that it
// finds, with options: the passes need no transform ops of their own.

// RUN: dtyp-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s
// The same in the distribution's mlir-opt, which loads no library with sanitizers.
// DEFINE: %{plugin} = mlir-opt %s --load-dialect-plugin=%dtyp_plugin --load-pass-plugin=%dtyp_plugin \
// DEFINE:   --pass-pipeline='builtin.module(transform-interpreter)' -split-input-file -verify-diagnostics
// RUN: %if !sanitizer %{ %{plugin} | FileCheck %s %}

// CHECK-LABEL: func.func @first
// CHECK:         memref.alloca()
// CHECK-LABEL: func.func @second
// CHECK:         cudax.local_alloca
func.func @first(%i: index) -> f32 {
  %dt = dtyp.constant f32
  %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  %x = memref.load %a[%i] : memref<4xf32, #gpu.address_space<private>>
  return %x : f32
}

func.func @second(%i: index) -> f32 {
  %dt = dtyp.constant f32
  %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  %x = memref.load %a[%i] : memref<4xf32, #gpu.address_space<private>>
  return %x : f32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %functions : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %done = transform.apply_registered_pass "cudax-resolve-arrays" with options = {"only-static" = true} to %first : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A pass that fails is an error of the transformation.
// expected-note @+2 {{the extent is argument #0}}
// expected-note @+1 {{target op}}
func.func @fails(%n: index) -> f32 {
  %dt = dtyp.constant f32
  // expected-error @+1 {{expected a shape of constants}}
  %a = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  %x = memref.load %a[%n] : memref<?xf32, #gpu.address_space<private>>
  return %x : f32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{pass pipeline failed}}
    %done = transform.apply_registered_pass "cudax-resolve-arrays" to %function : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// Views of a local array leave no better than the array itself.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-check-local-arrays -split-input-file -verify-diagnostics %s
// RUN: dtyp-opt -allow-unregistered-dialect --canonicalize -split-input-file %s | not grep memref.alloca

!a = memref<4xf32, #gpu.address_space<private>>
!view = memref<2xf32, strided<[1]>, #gpu.address_space<private>>
func.func @subview(%dt: !dtyp.dtype<f32>) -> !view {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = memref.subview %0[0] [2] [1] : !a to !view
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !view
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
!view = memref<?xf32, #gpu.address_space<private>>
func.func @cast(%dt: !dtyp.dtype<f32>) -> !view {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = memref.cast %0 : !a to !view
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !view
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
!view = memref<2x2xf32, #gpu.address_space<private>>
func.func @expand_shape(%dt: !dtyp.dtype<f32>) -> !view {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [2, 2] : !a into !view
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !view
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
!view = memref<4xf32>
func.func @memory_space_cast(%dt: !dtyp.dtype<f32>) -> !view {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = memref.memory_space_cast %0 : !a to !view
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !view
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
!view = memref<f32, #gpu.address_space<private>>
func.func @strided_metadata(%dt: !dtyp.dtype<f32>) -> !view {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1, %offset, %size, %stride = memref.extract_strided_metadata %0 : !a -> !view, index, index, index
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !view
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @select(%dt: !dtyp.dtype<f32>, %c: i1, %other: !a) -> !a {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = arith.select %c, %other, %0 : !a
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !a
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @result_of_if(%dt: !dtyp.dtype<f32>, %c: i1, %other: !a) -> !a {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = scf.if %c -> !a {
    scf.yield %0 : !a
  } else {
    scf.yield %other : !a
  }
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !a
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @result_of_loop(%dt: !dtyp.dtype<f32>, %n: index) -> !a {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %0) -> !a {
    scf.yield %p : !a
  }
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !a
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @block_argument(%dt: !dtyp.dtype<f32>, %c: i1, %other: !a) -> !a {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  cf.cond_br %c, ^exit(%0 : !a), ^exit(%other : !a)
^exit(%1: !a):
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !a
}

// -----

// A callee may hand its argument back.
!a = memref<4xf32, #gpu.address_space<private>>
func.func private @callee(!a {llvm.nocapture}) -> !a
func.func @result_of_call(%dt: !dtyp.dtype<f32>) -> !a {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = func.call @callee(%0) : (!a) -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : !a
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @pointer(%dt: !dtyp.dtype<f32>) -> index {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = memref.extract_aligned_pointer_as_index %0 : !a -> index
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : index
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @pointer_as_integer(%dt: !dtyp.dtype<f32>, %table: memref<i64>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is stored; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = memref.extract_aligned_pointer_as_index %0 : !a -> index
  %2 = arith.index_cast %1 : index to i64
  // expected-note @+1 {{the array leaves its scope here}}
  memref.store %2, %table[] : memref<i64>
  return
}

// -----

// The loop of W4, with the old array known by its address only.
!a = memref<4xf32, #gpu.address_space<private>>
func.func @pointer_carried_by_loop(%dt: !dtyp.dtype<f32>, %n: index, %first: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %first) -> !llvm.ptr {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded by the region in which it is made; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    %1 = memref.extract_aligned_pointer_as_index %0 : !a -> index
    %2 = arith.index_cast %1 : index to i64
    %3 = llvm.inttoptr %2 : i64 to !llvm.ptr
    // expected-note @+1 {{the array leaves its scope here}}
    scf.yield %3 : !llvm.ptr
  }
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
!descriptor = !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
func.func @descriptor(%dt: !dtyp.dtype<f32>) -> !llvm.ptr {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = builtin.unrealized_conversion_cast %0 : !a to !descriptor
  %2 = llvm.extractvalue %1[1] : !descriptor
  // expected-note @+1 {{the array leaves its scope here}}
  return %2 : !llvm.ptr
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @llvm_store(%dt: !dtyp.dtype<f32>, %table: !llvm.ptr) {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is stored; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = builtin.unrealized_conversion_cast %0 : !a to !llvm.ptr
  %2 = llvm.getelementptr %1[1] : (!llvm.ptr) -> !llvm.ptr, f32
  // expected-note @+1 {{the array leaves its scope here}}
  llvm.store %2, %table : !llvm.ptr, !llvm.ptr
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @tensor(%dt: !dtyp.dtype<f32>) -> tensor<4xf32> {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = bufferization.to_tensor %0 : !a to tensor<4xf32>
  // expected-note @+1 {{the array leaves its scope here}}
  return %1 : tensor<4xf32>
}

// -----

// Each array that leaves is reported, and in each function.
!a = memref<4xf32, #gpu.address_space<private>>
func.func @both(%dt: !dtyp.dtype<f32>, %table: memref<!a>) -> !a {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is stored; make it in the outer scope and pass it in}}
  %1 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  memref.store %1, %table[] : memref<!a>
  // expected-note @+1 {{the array leaves its scope here}}
  return %0 : !a
}
func.func @and_here(%dt: !dtyp.dtype<f32>) -> !a {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  return %0 : !a
}

// -----

// A dynamic shape makes no difference.
func.func @dynamic(%dt: !dtyp.dtype<f32>, %n: index) -> memref<?xf32, #gpu.address_space<private>> {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  // expected-note @+1 {{the array leaves its scope here}}
  return %0 : memref<?xf32, #gpu.address_space<private>>
}

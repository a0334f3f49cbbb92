// Arrays that stay in their scope pass the check, and canonicalization turns
// each one into an alloca.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-check-local-arrays %s | FileCheck %s --check-prefix=SAME
// RUN: dtyp-opt -allow-unregistered-dialect --cudax-check-local-arrays --cudax-resolve-arrays %s | FileCheck %s

// The check changes nothing.
// SAME-COUNT-18: cudax.local_alloca
// SAME-NOT:      {{cudax.local_alloca|memref.alloca\(\)}}

!a = memref<4xf32, #gpu.address_space<private>>
!dtype = !dtyp.dtype<f32>

func.func private @callee(!a {llvm.nocapture})
func.func private @measure(!a {llvm.nocapture}) -> f32

// CHECK-LABEL: func.func @elements(
// CHECK:         %[[A:.*]] = memref.alloca()
// CHECK:         memref.load %[[A]]
// CHECK:         return %{{.*}}, %{{.*}} : f32, index
func.func @elements(%dt: !dtype, %i: index) -> (f32, index) {
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  %x = memref.load %0[%i] : !a
  memref.store %x, %0[%i] : !a
  %n = memref.dim %0, %i : !a
  return %x, %n : f32, index
}

// CHECK-LABEL: func.func @passed_to_function(
// CHECK:         %[[A:.*]] = memref.alloca()
// CHECK:         call @callee(%[[A]])
func.func @passed_to_function(%dt: !dtype) -> f32 {
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  func.call @callee(%0) : (!a) -> ()
  %x = func.call @measure(%0) : (!a) -> f32
  return %x : f32
}

// CHECK-LABEL: func.func @used_in_regions(
// CHECK:         memref.alloca()
// CHECK:         scf.for
func.func @used_in_regions(%dt: !dtype, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      scf.parallel (%j) = (%c0) to (%n) step (%c1) {
        "test.use"(%0) : (!a) -> ()
        scf.reduce
      }
    }
  }
  return
}

// Made in a loop, and gone with the iteration.
// CHECK-LABEL: func.func @made_in_loop(
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloca()
func.func @made_in_loop(%dt: !dtype, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> f32 {
    %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
    memref.store %sum, %0[%i] : !a
    %y = memref.load %0[%i] : !a
    scf.yield %y : f32
  }
  return %r : f32
}

// Two arrays made outside change places in each iteration.
// CHECK-LABEL: func.func @ping_pong(
// CHECK:         %[[A:.*]] = memref.alloca()
// CHECK:         %[[B:.*]] = memref.alloca()
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[A]], %{{.*}} = %[[B]])
func.func @ping_pong(%dt: !dtype, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  %1 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%from = %0, %to = %1) -> (!a, !a) {
    memref.copy %from, %to : !a to !a
    scf.yield %to, %from : !a, !a
  }
  %x = memref.load %r#0[%c0] : !a
  return %x : f32
}

// CHECK-LABEL: func.func @through_while_and_if(
// CHECK-COUNT-2: memref.alloca()
func.func @through_while_and_if(%dt: !dtype, %c: i1) {
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  %1 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  %r = scf.while (%p = %0) : (!a) -> !a {
    scf.condition(%c) %p : !a
  } do {
  ^bb0(%q: !a):
    %s = scf.if %c -> !a {
      scf.yield %q : !a
    } else {
      scf.yield %1 : !a
    }
    scf.yield %s : !a
  }
  "test.use"(%r) : (!a) -> ()
  return
}

// Handed on by an inner region only, as far as the outer one that made it.
// CHECK-LABEL: func.func @yielded_inside(
// CHECK:         scf.for
// CHECK:           memref.alloca()
// CHECK:           arith.select
func.func @yielded_inside(%dt: !dtype, %n: index, %c: i1, %other: !a) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
    %1 = scf.execute_region -> !a {
      %2 = arith.select %c, %0, %other : !a
      scf.yield %2 : !a
    }
    "test.use"(%1) : (!a) -> ()
  }
  return
}

// CHECK-LABEL: func.func @views(
// CHECK:         memref.alloca()
func.func @views(%dt: !dtype) -> index {
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  %1 = memref.subview %0[0] [2] [1] : !a to memref<2xf32, strided<[1]>, #gpu.address_space<private>>
  %2 = memref.expand_shape %0 [[0, 1]] output_shape [2, 2] : !a into memref<2x2xf32, #gpu.address_space<private>>
  %3, %offset, %size, %stride = memref.extract_strided_metadata %0 : !a -> memref<f32, #gpu.address_space<private>>, index, index, index
  "test.use"(%1, %2, %3) : (memref<2xf32, strided<[1]>, #gpu.address_space<private>>, memref<2x2xf32, #gpu.address_space<private>>, memref<f32, #gpu.address_space<private>>) -> ()
  return %size : index
}

// The pointer may be looked at, and used in the function.
// CHECK-LABEL: func.func @pointer(
// CHECK:         memref.alloca()
func.func @pointer(%dt: !dtype) -> (f32, i1) {
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  %1 = memref.extract_aligned_pointer_as_index %0 : !a -> index
  %2 = arith.index_cast %1 : index to i64
  %3 = llvm.inttoptr %2 : i64 to !llvm.ptr
  %x = llvm.load %3 : !llvm.ptr -> f32
  %c0 = arith.constant 0 : i64
  %isNull = arith.cmpi eq, %2, %c0 : i64
  return %x, %isNull : f32, i1
}

// CHECK-LABEL: func.func @stored_into(
// CHECK:         memref.alloca()
func.func @stored_into(%dt: !dtype, %x: f32, %i: index) {
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  memref.store %x, %0[%i] : !a
  linalg.fill ins(%x : f32) outs(%0 : !a)
  "test.use"(%0) : (!a) -> ()
  return
}

// CHECK-LABEL: func.func @in_launch(
// CHECK:         gpu.launch
// CHECK:           memref.alloca()
func.func @in_launch(%dt: !dtype, %c: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) {
    %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
    "test.use"(%0) : (!a) -> ()
    gpu.terminator
  }
  return
}

// Branches: both arms, a diamond, and a loop that is done with the old array
// before it makes the new one.
// CHECK-LABEL: func.func @branches(
// CHECK-COUNT-3: memref.alloca()
func.func @branches(%dt: !dtype, %c: i1, %first: !a) {
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  %1 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  cf.cond_br %c, ^join(%0 : !a), ^join(%1 : !a)
^join(%p: !a):
  "test.use"(%p) : (!a) -> ()
  cf.br ^loop(%first : !a)
^loop(%q: !a):
  %x = "test.read"(%q) : (!a) -> f32
  %2 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  "test.use"(%2, %x) : (!a, f32) -> ()
  cf.cond_br %c, ^loop(%2 : !a), ^exit
^exit:
  return
}

// A loop around an array that was made before it.
// CHECK-LABEL: func.func @made_before_loop(
// CHECK:         memref.alloca()
// CHECK:         memref.alloca()
func.func @made_before_loop(%dt: !dtype, %c: i1) {
  %0 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  %1 = cudax.local_alloca(%dt) [4] : !dtype -> !a
  cf.br ^loop(%0, %1 : !a, !a)
^loop(%from: !a, %to: !a):
  memref.copy %from, %to : !a to !a
  cf.cond_br %c, ^loop(%to, %from : !a, !a), ^exit
^exit:
  return
}

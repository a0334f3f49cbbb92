// Calls that a local array may be passed to.

// RUN: dtyp-opt --cudax-check-local-arrays -split-input-file -verify-diagnostics %s

!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @kernels {
  // It uses the array, and a view of it.
  func.func @fill(%a: !a, %i: index, %x: f32) {
    memref.store %x, %a[%i] : !a
    %view = memref.subview %a[2] [2] [1] : !a to memref<2xf32, strided<[1], offset: 2>, #gpu.address_space<private>>
    func.call @fill_view(%view, %i, %x) : (memref<2xf32, strided<[1], offset: 2>, #gpu.address_space<private>>, index, f32) -> ()
    return
  }
  func.func @fill_view(%a: memref<2xf32, strided<[1], offset: 2>, #gpu.address_space<private>>, %i: index, %x: f32) {
    memref.store %x, %a[%i] : memref<2xf32, strided<[1], offset: 2>, #gpu.address_space<private>>
    return
  }
  // What it returns of the array is a view.
  func.func @second(%a: !a, %b: !a) -> !a {
    return %b : !a
  }
  // Each calls the other, and neither keeps the array.
  func.func @even(%a: !a, %i: index, %x: f32) {
    func.call @odd(%x, %a, %i) : (f32, !a, index) -> ()
    return
  }
  func.func @odd(%x: f32, %a: !a, %i: index) {
    memref.store %x, %a[%i] : !a
    func.call @even(%a, %i, %x) : (!a, index, f32) -> ()
    return
  }
  llvm.func @external(!llvm.ptr {llvm.nocapture})
  llvm.func @at_the_call(!llvm.ptr)
  func.func private @declared(!a {llvm.nocapture})
  gpu.func @kernel(%dt: !dtyp.dtype<f32>, %i: index, %x: f32) kernel {
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    func.call @fill(%a, %i, %x) : (!a, index, f32) -> ()
    %view = func.call @second(%a, %a) : (!a, !a) -> !a
    memref.store %x, %view[%i] : !a
    func.call @even(%a, %i, %x) : (!a, index, f32) -> ()
    %index = memref.extract_aligned_pointer_as_index %a : !a -> index
    %int = arith.index_cast %index : index to i64
    %pointer = llvm.inttoptr %int : i64 to !llvm.ptr
    llvm.call @external(%pointer) : (!llvm.ptr) -> ()
    llvm.call @at_the_call(%pointer) : (!llvm.ptr {llvm.nocapture}) -> ()
    func.call @declared(%a) : (!a) -> ()
    gpu.return
  }
}

// -----

// In a launch, where the callees are functions of the host's module.
!a = memref<4xf32, #gpu.address_space<private>>
func.func private @use(%a: !a, %i: index) -> f32 {
  %x = memref.load %a[%i] : !a
  return %x : f32
}
func.func @launch(%dt: !dtyp.dtype<f32>, %n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    %x = func.call @use(%a, %tx) : (!a, index) -> f32
    gpu.terminator
  }
  return
}

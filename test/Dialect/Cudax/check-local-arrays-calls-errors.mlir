// Local arrays that are passed to functions which keep them, or may do so.

// RUN: dtyp-opt --cudax-check-local-arrays -split-input-file -verify-diagnostics %s

!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @stored {
  func.func @keep(%a: !a, %table: memref<?xmemref<4xf32, #gpu.address_space<private>>>, %i: index) {
    // expected-note @+1 {{the function keeps it here}}
    memref.store %a, %table[%i] : memref<?xmemref<4xf32, #gpu.address_space<private>>>
    return
  }
  gpu.func @kernel(%dt: !dtyp.dtype<f32>, %table: memref<?xmemref<4xf32, #gpu.address_space<private>>>, %i: index) kernel {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is passed to a function that keeps it; pass the function a copy in global memory}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    func.call @keep(%a, %table, %i) : (!a, memref<?xmemref<4xf32, #gpu.address_space<private>>>, index) -> ()
    gpu.return
  }
}

// -----

// Two calls away, as a view, in functions that call each other.
!a = memref<4xf32, #gpu.address_space<private>>
!view = memref<2xf32, strided<[1]>, #gpu.address_space<private>>
gpu.module @stored_later {
  func.func @first(%a: !a, %table: !llvm.ptr) {
    %view = memref.subview %a[0] [2] [1] : !a to !view
    func.call @second(%table, %view, %a) : (!llvm.ptr, !view, !a) -> ()
    return
  }
  func.func @second(%table: !llvm.ptr, %view: !view, %a: !a) {
    func.call @first(%a, %table) : (!a, !llvm.ptr) -> ()
    %index = memref.extract_aligned_pointer_as_index %view : !view -> index
    %int = arith.index_cast %index : index to i64
    // expected-note @+1 {{the function keeps it here}}
    llvm.store %int, %table : i64, !llvm.ptr
    return
  }
  gpu.func @kernel(%dt: !dtyp.dtype<f32>, %table: !llvm.ptr) kernel {
    // expected-error @+1 {{it is passed to a function that keeps it}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    func.call @first(%a, %table) : (!a, !llvm.ptr) -> ()
    gpu.return
  }
}

// -----

// A function returns its address as a number, which the caller stores.
!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @returned {
  func.func @address(%a: !a) -> i64 {
    %index = memref.extract_aligned_pointer_as_index %a : !a -> index
    %int = arith.index_cast %index : index to i64
    return %int : i64
  }
  func.func @address_of(%a: !a) -> (f32, i64) {
    %x = arith.constant 1.0 : f32
    %int = func.call @address(%a) : (!a) -> i64
    return %x, %int : f32, i64
  }
  gpu.func @kernel(%dt: !dtyp.dtype<f32>, %out: memref<1xi64>, %xs: memref<1xf32>, %i: index) kernel {
    // expected-error @+1 {{it is stored; make it in the outer scope and pass it in}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    %x, %int = func.call @address_of(%a) : (!a) -> (f32, i64)
    memref.store %x, %xs[%i] : memref<1xf32>
    // expected-note @+1 {{the array leaves its scope here}}
    memref.store %int, %out[%i] : memref<1xi64>
    gpu.return
  }
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @external {
  func.func private @elsewhere(!a)
  gpu.func @kernel(%dt: !dtyp.dtype<f32>) kernel {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is passed to a function that may keep it; give the parameter llvm.nocapture if the function does not keep it}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    func.call @elsewhere(%a) : (!a) -> ()
    gpu.return
  }
}

// -----

// Another parameter has the attribute.
!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @other_parameter {
  llvm.func @elsewhere(!llvm.ptr {llvm.nocapture}, !llvm.ptr)
  gpu.func @kernel(%dt: !dtyp.dtype<f32>) kernel {
    // expected-error @+1 {{it is passed to a function that may keep it}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    %index = memref.extract_aligned_pointer_as_index %a : !a -> index
    %int = arith.index_cast %index : index to i64
    %pointer = llvm.inttoptr %int : i64 to !llvm.ptr
    // expected-note @+1 {{the array leaves its scope here}}
    llvm.call @elsewhere(%pointer, %pointer) : (!llvm.ptr, !llvm.ptr) -> ()
    gpu.return
  }
}

// -----

// Nobody knows which function is called.
!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @indirect {
  func.func @caller(%dt: !dtyp.dtype<f32>, %callee: (!a) -> ()) {
    // expected-error @+1 {{it is passed to a function that may keep it}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    func.call_indirect %callee(%a) : (!a) -> ()
    return
  }
}

// -----

// More arguments than parameters.
!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @variadic {
  llvm.func @vararg(i32, ...)
  gpu.func @kernel(%dt: !dtyp.dtype<f32>, %n: i32) kernel {
    // expected-error @+1 {{it is passed to a function that may keep it}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    %index = memref.extract_aligned_pointer_as_index %a : !a -> index
    %int = arith.index_cast %index : index to i64
    %pointer = llvm.inttoptr %int : i64 to !llvm.ptr
    // expected-note @+1 {{the array leaves its scope here}}
    llvm.call @vararg(%n, %pointer) vararg(!llvm.func<void (i32, ...)>) : (i32, !llvm.ptr) -> ()
    gpu.return
  }
}

// -----

// An array that is resolved already is followed through calls, too.
!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @resolved {
  func.func private @elsewhere(!a)
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'memref.alloca' op expected the array to stay in the scope in which it is made, but it is passed to a function that may keep it}}
    %a = memref.alloca() {alignment = 16 : i64, cudax.local_array} : !a
    // expected-note @+1 {{the array leaves its scope here}}
    func.call @elsewhere(%a) : (!a) -> ()
    gpu.return
  }
}

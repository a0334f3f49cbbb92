// Local arrays in functions that call themselves.

// RUN: dtyp-opt --cudax-check-local-arrays -split-input-file -verify-diagnostics %s

!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @itself {
  func.func @walk(%dt: !dtyp.dtype<f32>, %depth: i32) {
    // expected-warning @+1 {{the function of this local array calls itself: each call in progress has an array of its own, and no limit of local memory is checked}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{a call of the cycle is here}}
    func.call @walk(%dt, %depth) : (!dtyp.dtype<f32>, i32) -> ()
    return
  }
  // It calls a recursive function, and is none.
  gpu.func @kernel(%dt: !dtyp.dtype<f32>, %depth: i32) kernel {
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    func.call @walk(%dt, %depth) : (!dtyp.dtype<f32>, i32) -> ()
    gpu.return
  }
}

// -----

// By way of others; one of them has arrays, one of which is resolved.
!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @cycle {
  func.func @one(%dt: !dtyp.dtype<f32>, %c: i1) {
    scf.if %c {
      // expected-note @+1 {{a call of the cycle is here}}
      func.call @two(%dt, %c) : (!dtyp.dtype<f32>, i1) -> ()
    }
    return
  }
  func.func @two(%dt: !dtyp.dtype<f32>, %c: i1) {
    // expected-warning @+1 {{calls itself}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-warning @+1 {{calls itself}}
    %b = memref.alloca() {cudax.local_array} : !a
    // expected-note @+1 {{a call of the cycle is here}}
    func.call @one(%dt, %c) : (!dtyp.dtype<f32>, i1) -> ()
    func.call @leaf(%dt) : (!dtyp.dtype<f32>) -> ()
    return
  }
  // It calls nobody.
  func.func @leaf(%dt: !dtyp.dtype<f32>) {
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    return
  }
}

// -----

// Recursion without an array.
gpu.module @without {
  func.func @walk(%depth: i32) {
    func.call @walk(%depth) : (i32) -> ()
    return
  }
}

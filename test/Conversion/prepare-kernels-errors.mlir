// RUN: dtyp-opt --pass-pipeline="builtin.module(gpu.module(cudax-prepare-kernels{kernel-bare-ptr index-bitwidth=32}))" \
// RUN:   -split-input-file -verify-diagnostics %s

gpu.module @declaration {
  // expected-error @+1 {{expected a body of 'missing', as a func.func in a gpu.module is not linked from elsewhere; declare an external device function by llvm.func}}
  func.func private @missing(f32) -> f32
}

// -----

gpu.module @no_kernel {
  // expected-error @+1 {{expected 'f' to be a kernel, as nothing can call a gpu.func; write func.func for a device function}}
  gpu.func @f() {
    gpu.return
  }
}

// -----

gpu.module @bare_pointers {
  // expected-error @+2 {{but argument 1 of 'dynamic' is 'memref<?xf32>'; cast the memref in the kernel, or pass descriptors}}
  // expected-error @+1 {{but argument 2 of 'dynamic' is 'memref<4xf32, strided<[?]>>'}}
  gpu.func @dynamic(%a: memref<4xf32>, %b: memref<?xf32>, %c: memref<4xf32, strided<[?]>>) kernel {
    gpu.return
  }
}

// -----

gpu.module @unranked {
  // expected-error @+1 {{expected a memref of static shape, strides and offset for a kernel that takes bare pointers, but argument 0 of 'k' is 'memref<*xf32>'}}
  gpu.func @k(%a: memref<*xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @narrow_index {
  gpu.func @k(%a: memref<16x16xf16, 3>) kernel {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expected an index of 64 bits where ops of nvgpu are used, but got one of 32}}
    %0 = nvgpu.ldmatrix %a[%c0, %c0] {numTiles = 2 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<2x2xf16>
    gpu.return
  }
}

// -----

gpu.module @names {
  // expected-error @+1 {{expected a name of letters, digits, '_' and '$' for a kernel, as PTX has, but got 'a kernel'}}
  gpu.func @"a kernel"() kernel {
    gpu.return
  }
  // expected-error @+1 {{but got '9'}}
  gpu.func @"9"() kernel {
    gpu.return
  }
  gpu.func @_$fine9() kernel {
    gpu.return
  }
}

// -----

gpu.module @parameters {
  // expected-error @+1 {{expected a kernel's parameter of 1, 8, 16, 32 or 64 bits, but argument 1 of 'k' is 'i48'; pass it as a wider integer}}
  gpu.func @k(%a: i1, %b: i48, %c: i128, %d: f64) kernel {
    gpu.return
  }
  // expected-error @+1 {{but argument 0 of 'f' is 'f4E2M1FN'}}
  gpu.func @f(%a: f4E2M1FN) kernel {
    gpu.return
  }
}

// Allocas whose value leaves its scope, and code that cannot be on the device.

// RUN: dtyp-opt --cudax-check-device-code -split-input-file -verify-diagnostics %s

gpu.module @returned {
  // W10
  func.func @f() -> memref<4xf32> {
    // expected-error @+1 {{expected the array to stay in its scope, but it is returned}}
    %0 = memref.alloca() : memref<4xf32>
    // expected-note @+1 {{here}}
    return %0 : memref<4xf32>
  }
}

// -----

gpu.module @carried {
  // W4: from the second iteration on, both would be the same array.
  func.func @f(%n: index, %first: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %first) -> (memref<4xf32>) {
      // expected-error @+1 {{expected the array to stay in its scope, but it is yielded by the region in which it is made}}
      %new = memref.alloca() : memref<4xf32>
      memref.copy %old, %new : memref<4xf32> to memref<4xf32>
      // expected-note @+1 {{here}}
      scf.yield %new : memref<4xf32>
    }
    return
  }
}

// -----

// W9
func.func @captured(%n: index) {
  // expected-error @+1 {{expected the array to stay in its scope, but it is made on the host and captured into a gpu.launch}}
  %a = memref.alloca() : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-note @+1 {{here}}
    %x = memref.load %a[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<?xf32>) kernel {
      gpu.return
    }
  }
  func.func @launched(%n: index) {
    // expected-error @+1 {{expected the array to stay in its scope, but it is made on the host and passed to a kernel}}
    %a = memref.alloca() : memref<4xf32>
    %b = memref.cast %a : memref<4xf32> to memref<?xf32>
    // expected-note @+1 {{here}}
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%b : memref<?xf32>)
    return
  }
}

// -----

// A gpu.launch that was not outlined is device code.
func.func @launch(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-error @+1 {{expected an alloca in #gpu.address_space<private>, but got one in memory space 3}}
    %a = memref.alloca() : memref<4xf32, 3>
    gpu.terminator
  }
  return
}

// -----

gpu.module @host_code {
  func.func @f(%i: index) {
    // expected-error @+1 {{expected no host code in a gpu.module, but got 'gpu.alloc'}}
    %0 = gpu.alloc() : memref<4xf32>
    // expected-error @+1 {{expected no 'vector.print' in device code, as it calls the host; write gpu.printf}}
    vector.print %i : index
    return
  }
}

// -----

gpu.module @arithmetic {
  func.func @f(%a: f128, %b: vector<4xf128>, %c: memref<4xf8E5M2>, %d: f8E5M2, %i: index, %e: complex<f8E5M2>) {
    // expected-error @+1 {{expected arithmetic on f16, bf16, f32 or f64, but 'arith.addf' has 'f128', which the GPU only stores}}
    %0 = arith.addf %a, %a : f128
    // expected-error @+1 {{'math.exp' has 'f128', which the GPU only stores}}
    %1 = math.exp %b : vector<4xf128>
    // expected-error @+1 {{'vector.reduction' has 'f128', which the GPU only stores}}
    %2 = vector.reduction <add>, %b : vector<4xf128> into f128
    // expected-error @+1 {{'memref.atomic_rmw' has 'f8E5M2', which the GPU only stores}}
    %3 = memref.atomic_rmw addf %d, %c[%i] : (f8E5M2, memref<4xf8E5M2>) -> f8E5M2
    // expected-error @+1 {{'complex.add' has 'f8E5M2', which the GPU only stores}}
    %4 = complex.add %e, %e : complex<f8E5M2>
    return
  }
}

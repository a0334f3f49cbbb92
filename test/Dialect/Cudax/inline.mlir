// What upstream's inliner does with arrays.

// RUN: split-file %s %t

// A local array of a function that is called in a loop is one storage, whatever
// comes first; each iteration finds its contents undefined.
// RUN: dtyp-opt %t/local.mlir --inline='default-pipeline=' -o %t/local.inlined.mlir
// RUN: FileCheck %s --check-prefix=LOCAL --input-file=%t/local.inlined.mlir
// RUN: dtyp-compile %t/local.mlir --chip=sm_90 --emit=ptx -o %t/local.ptx
// RUN: dtyp-compile %t/local.inlined.mlir --chip=sm_90 --emit=ptx -o %t/local.inlined.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/local.inlined.ptx
// RUN: dtyp-run %t/local.mlir --device=cpu --sanitize --kernel kernel --grid 1 --block 2 'out:float32[4]=zeros' n:3 | FileCheck %s --check-prefix=VALUES
// RUN: dtyp-run %t/local.inlined.mlir --device=cpu --sanitize --kernel kernel --grid 1 --block 2 'out:float32[4]=zeros' n:3 | FileCheck %s --check-prefix=VALUES
// LOCAL-LABEL: gpu.func @kernel(
// LOCAL:         scf.for
// LOCAL-NOT:       call @
// LOCAL:           cudax.local_alloca
// PTX:     .local .align 16 .b8 {{.*}}[16];
// PTX-NOT: alloca
// VALUES: float32[4] = [0.0 3.0 6.0 0.0]

// A static array in shared memory keeps its contents from call to call: a
// function that is called twice is not inlined. One that is private and called
// once is.
// RUN: dtyp-opt %t/shared.mlir --inline | FileCheck %s --check-prefix=SHARED
// SHARED-LABEL:    func.func @once(
// SHARED-NOT:        call @
// SHARED:            cudax.shared_alloca
// SHARED-LABEL:    func.func @twice(
// SHARED-COUNT-2:    call @counter(
// SHARED-NOT:        cudax.shared_alloca
// SHARED:            return

// A dynamic one has to be made in the kernel.
// RUN: dtyp-opt %t/dynamic.mlir --inline | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC-LABEL:   func.func @outer(
// DYNAMIC-COUNT-2:   cudax.shared_alloca
// DYNAMIC-NOT:       call @

//--- local.mlir
!foo = !dtyp.provider<"Foo", f32>
gpu.module @kernels {
  func.func private @device(%x: f32, %i: index, %k: index) -> f32 {
    %dt = dtyp.constant f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0.0 : f32
    %a = cudax.local_alloca(%dt) [3] : !dtyp.dtype<f32> -> memref<3xf32, #gpu.address_space<private>>
    scf.for %j = %c0 to %c3 step %c1 {
      memref.store %x, %a[%j] : memref<3xf32, #gpu.address_space<private>>
    }
    %sum = scf.for %j = %c0 to %k step %c1 iter_args(%s = %zero) -> f32 {
      %y = memref.load %a[%j] : memref<3xf32, #gpu.address_space<private>>
      %t = arith.addf %s, %y : f32
      scf.yield %t : f32
    }
    return %sum : f32
  }
  gpu.func @kernel(%out: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %n step %c1 {
      %w = arith.index_cast %i : index to i32
      %x = arith.sitofp %w : i32 to f32
      %y = func.call @device(%x, %i, %n) : (f32, index, index) -> f32
      memref.store %y, %out[%i] : memref<?xf32>
    }
    gpu.return
  }
}

//--- shared.mlir
gpu.module @kernels {
  func.func private @counter(%i: index) -> f32 {
    %dt = dtyp.constant f32
    %a = cudax.shared_alloca(%dt) [8] : !dtyp.dtype<f32> -> memref<8xf32, #gpu.address_space<workgroup>>
    %x = memref.load %a[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    return %x : f32
  }
  func.func private @single(%i: index) -> f32 {
    %dt = dtyp.constant f32
    %a = cudax.shared_alloca(%dt) [8] : !dtyp.dtype<f32> -> memref<8xf32, #gpu.address_space<workgroup>>
    %x = memref.load %a[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    return %x : f32
  }
  func.func @once(%i: index) -> f32 {
    %x = func.call @single(%i) : (index) -> f32
    return %x : f32
  }
  func.func @twice(%i: index) -> f32 {
    %x = func.call @counter(%i) : (index) -> f32
    %y = func.call @counter(%i) : (index) -> f32
    %z = arith.addf %x, %y : f32
    return %z : f32
  }
}

//--- dynamic.mlir
gpu.module @kernels {
  func.func private @device(%i: index) -> f32 {
    %dt = dtyp.constant f32
    %a = cudax.shared_alloca(%dt) [8] {dynamic} : !dtyp.dtype<f32> -> memref<8xf32, #gpu.address_space<workgroup>>
    %x = memref.load %a[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    return %x : f32
  }
  func.func @outer(%i: index) -> f32 {
    %x = func.call @device(%i) : (index) -> f32
    %y = func.call @device(%i) : (index) -> f32
    %z = arith.addf %x, %y : f32
    return %z : f32
  }
}

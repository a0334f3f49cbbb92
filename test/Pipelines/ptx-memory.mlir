// What upstream's pipeline makes slowly, wrongly or not at all, as PTX.

// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx | FileCheck %s

gpu.module @kernels {
  // Elements are copied, not bytes, and become registers.
  // CHECK-LABEL: .visible .entry copy(
  // CHECK-NOT:     .local
  // CHECK-NOT:     .b8
  // CHECK:         ld.global.b32
  // CHECK:         st.global.b32
  // CHECK-NOT:     .b8
  // CHECK:       ret;
  gpu.func @copy(%a: memref<4xf32>, %b: memref<4xf32, strided<[2], offset: 1>>) kernel {
    %local = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
    memref.copy %a, %local : memref<4xf32> to memref<4xf32, #gpu.address_space<private>>
    memref.copy %local, %b : memref<4xf32, #gpu.address_space<private>> to memref<4xf32, strided<[2], offset: 1>>
    gpu.return
  }

  // CHECK-LABEL: .visible .entry transfer(
  // CHECK-NOT:     .local
  // CHECK:         ld.global.b32
  // CHECK:         st.shared
  // CHECK:         bar{{.*}}sync
  // CHECK:         ld.shared
  // CHECK:         st.global.b32
  gpu.func @transfer(%a: memref<16xf32>, %i: index)
      workgroup(%s: memref<16xf32, #gpu.address_space<workgroup>>) kernel {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %v = vector.transfer_read %a[%i], %zero : memref<16xf32>, vector<4xf32>
    vector.transfer_write %v, %s[%i] {in_bounds = [true]} : vector<4xf32>, memref<16xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = vector.transfer_read %s[%c0], %zero {in_bounds = [true]} : memref<16xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    vector.transfer_write %w, %a[%i] : vector<4xf32>, memref<16xf32>
    gpu.return
  }

  // A private array with a loop around it is one array, not one for each
  // iteration that LLVM unrolls.
  // CHECK-LABEL: .visible .entry loop(
  // CHECK:         .local .align 16 .b8 {{.*}}[64];
  gpu.func @loop(%a: memref<?xf32>, %n: index, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    scf.for %k = %c0 to %c4 step %c1 {
      %local = memref.alloca() {alignment = 16 : i64} : memref<16xf32, #gpu.address_space<private>>
      linalg.fill ins(%zero : f32) outs(%local : memref<16xf32, #gpu.address_space<private>>)
      %x = memref.load %a[%k] : memref<?xf32>
      memref.store %x, %local[%i] : memref<16xf32, #gpu.address_space<private>>
      %y = memref.load %local[%n] : memref<16xf32, #gpu.address_space<private>>
      memref.store %y, %a[%k] : memref<?xf32>
    }
    gpu.return
  }

  // The size is known at run time: PTX 7.3 has an instruction for it.
  // CHECK-LABEL: .visible .entry dynamic(
  // CHECK:         alloca.u64
  gpu.func @dynamic(%a: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %local = memref.alloca(%n) : memref<?xf32, #gpu.address_space<private>>
    memref.copy %a, %local : memref<?xf32> to memref<?xf32, #gpu.address_space<private>>
    %x = memref.load %local[%c0] : memref<?xf32, #gpu.address_space<private>>
    memref.store %x, %a[%n] : memref<?xf32>
    gpu.return
  }

  // CHECK-LABEL: .visible .entry atomics(
  // CHECK-DAG:     atom.{{.*}}global.add.f32
  // CHECK-DAG:     atom.{{.*}}global.cas.b32
  gpu.func @atomics(%a: memref<4xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = memref.atomic_rmw addf %x, %a[%c0] : (f32, memref<4xf32>) -> f32
    %1 = memref.atomic_rmw mulf %x, %a[%c1] : (f32, memref<4xf32>) -> f32
    gpu.return
  }
}

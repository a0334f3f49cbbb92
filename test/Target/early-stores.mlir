// A value is stored to global memory once it is computed, but not ahead of what reads
// memory or synchronizes threads, nor of a store that may be to the same place.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

!array = memref<4xf32, #gpu.address_space<private>>

gpu.module @kernels {
  // The elements of a local array, which are copied at the end.
  // CHECK-LABEL: .entry moved(
  // CHECK-COUNT-4: ld.global
  // CHECK:         sqrt{{.*}} [[A:%r[0-9]+]],
  // CHECK-NOT:     sqrt
  // CHECK:         st.global.b32 [[[OUT:%rd[0-9]+]]], [[A]];
  // CHECK:         sqrt{{.*}} [[B:%r[0-9]+]],
  // CHECK-NEXT:    st.global.b32 [[[OUT]]+4096], [[B]];
  // CHECK:         sqrt{{.*}} [[C:%r[0-9]+]],
  // CHECK-NEXT:    st.global.b32 [[[OUT]]+8192], [[C]];
  gpu.func @moved(%in: memref<4x1024xf32> {llvm.noalias, llvm.readonly},
      %out: memref<4x1024xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %x = memref.alloca() : !array
    scf.for %i = %c0 to %c4 step %c1 {
      %v = memref.load %in[%i, %t] : memref<4x1024xf32>
      memref.store %v, %x[%i] : !array
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %v = memref.load %x[%i] : !array
      %w = math.sqrt %v : f32
      memref.store %w, %x[%i] : !array
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %v = memref.load %x[%i] : !array
      memref.store %v, %out[%i, %t] : memref<4x1024xf32>
    }
    gpu.return
  }

  // CHECK-LABEL: .entry behind_loads(
  // CHECK:         sqrt{{.*}} [[A:%r[0-9]+]],
  // CHECK:         ld.global
  // CHECK:         st.global.b32 [{{.*}}], [[A]];
  gpu.func @behind_loads(%in: memref<1024xf32>, %out: memref<1024xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %v = memref.load %in[%t] : memref<1024xf32>
    %root = math.sqrt %v : f32
    %w = memref.load %in[%c1] : memref<1024xf32>
    memref.store %root, %out[%t] : memref<1024xf32>
    memref.store %w, %out[%c0] : memref<1024xf32>
    gpu.return
  }

  // CHECK-LABEL: .entry behind_barrier(
  // CHECK:         sqrt{{.*}} [[A:%r[0-9]+]],
  // CHECK:         bar.sync
  // CHECK:         st.global.b32 [{{.*}}], [[A]];
  gpu.func @behind_barrier(%in: memref<1024xf32> {llvm.noalias, llvm.readonly},
      %out: memref<1024xf32> {llvm.noalias}) kernel {
    %t = gpu.thread_id x
    %v = memref.load %in[%t] : memref<1024xf32>
    %root = math.sqrt %v : f32
    gpu.barrier
    memref.store %root, %out[%t] : memref<1024xf32>
    gpu.return
  }

  // Both indices may be the same: the second value stays the last.
  // CHECK-LABEL: .entry in_order(
  // CHECK:         sqrt{{.*}} [[ROOT:%r[0-9]+]],
  // CHECK:         add{{.*}}f32 [[SUM:%r[0-9]+]],
  // CHECK:         st.global.b32 [{{.*}}], [[SUM]];
  // CHECK:         st.global.b32 [{{.*}}], [[ROOT]];
  gpu.func @in_order(%in: memref<1024xf32> {llvm.noalias, llvm.readonly}, %i: index, %j: index,
      %out: memref<1024xf32> {llvm.noalias}) kernel {
    %t = gpu.thread_id x
    %v = memref.load %in[%t] : memref<1024xf32>
    %root = math.sqrt %v : f32
    %sum = arith.addf %root, %v : f32
    memref.store %sum, %out[%i] : memref<1024xf32>
    memref.store %root, %out[%j] : memref<1024xf32>
    gpu.return
  }

  // The address may be known last.
  // CHECK-LABEL: .entry late_address(
  // CHECK:         sqrt{{.*}} [[ROOT:%r[0-9]+]],
  // CHECK:         selp.b64 [[OUT:%rd[0-9]+]],
  // CHECK:         st.global.b32 [[[OUT]]], [[ROOT]];
  gpu.func @late_address(%in: memref<1024xf32> {llvm.noalias, llvm.readonly},
      %a: memref<f32>, %b: memref<f32>) kernel {
    %t = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    %v = memref.load %in[%t] : memref<1024xf32>
    %root = math.sqrt %v : f32
    %is_large = arith.cmpf ogt, %root, %one : f32
    %out = arith.select %is_large, %a, %b : memref<f32>
    memref.store %root, %out[] : memref<f32>
    gpu.return
  }
}

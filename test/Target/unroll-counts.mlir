// How many iterations of a loop become one: as many as in nvcc's code, but for loops
// of which two fit, where nvcc leaves one.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

#no_unroll = #llvm.loop_annotation<unroll = <disable = true>>
#three = #llvm.loop_annotation<unroll = <count = 3 : i32>>

gpu.module @kernels {
  // A short loop: eight.
  // CHECK-LABEL: .entry short(
  // CHECK:       $L__BB{{[0-9_]+}}:
  // CHECK-COUNT-8: st.global
  // CHECK-NOT:   st.global
  // CHECK-NOT:   nounroll
  // CHECK:       bra
  gpu.func @short(%in: memref<256xf32> {llvm.noalias, llvm.readonly},
      %out: memref<256xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    scf.for %i = %c0 to %c256 step %c1 {
      %v = memref.load %in[%i] : memref<256xf32>
      %w = math.sqrt %v : f32
      memref.store %w, %out[%i] : memref<256xf32>
    }
    gpu.return
  }

  // A longer one: four. Each fma counts twice.
  // CHECK-LABEL: .entry longer(
  // CHECK:       $L__BB{{[0-9_]+}}:
  // CHECK-COUNT-4: st.global
  // CHECK-NOT:   st.global
  // CHECK:       bra
  gpu.func @longer(%in: memref<256xf32> {llvm.noalias, llvm.readonly},
      %out: memref<256xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    scf.for %i = %c0 to %c256 step %c1 {
      %v = memref.load %in[%i] : memref<256xf32>
      %0 = math.fma %v, %v, %v : f32
      %1 = math.fma %0, %0, %v : f32
      %2 = math.fma %1, %1, %v : f32
      %3 = math.fma %2, %2, %v : f32
      %4 = math.fma %3, %3, %v : f32
      %5 = math.fma %4, %4, %v : f32
      %6 = math.fma %5, %5, %v : f32
      %7 = math.fma %6, %6, %v : f32
      %8 = math.fma %7, %7, %v : f32
      %9 = math.fma %8, %8, %v : f32
      memref.store %9, %out[%i] : memref<256xf32>
    }
    gpu.return
  }

  // A long one: two, as they have no more than 300 instructions.
  // CHECK-LABEL: .entry long(
  // CHECK:       $L__BB{{[0-9_]+}}:
  // CHECK-COUNT-2: st.global
  // CHECK-NOT:   st.global
  // CHECK:       bra
  gpu.func @long(%in: memref<256xf32> {llvm.noalias, llvm.readonly},
      %out: memref<256xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c40 = arith.constant 40 : index
    %c256 = arith.constant 256 : index
    scf.for %i = %c0 to %c256 step %c1 {
      %v = memref.load %in[%i] : memref<256xf32>
      %w = scf.for %j = %c0 to %c40 step %c1 iter_args(%x = %v) -> f32 {
        %next = math.fma %x, %x, %v : f32
        scf.yield %next : f32
      }
      memref.store %w, %out[%i] : memref<256xf32>
    }
    gpu.return
  }

  // What the author says holds.
  // CHECK-LABEL: .entry not_at_all(
  // CHECK-COUNT-1: st.global
  // CHECK-NOT:   st.global
  // CHECK:       bra
  gpu.func @not_at_all(%in: memref<256xf32> {llvm.noalias, llvm.readonly},
      %out: memref<256xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    scf.for %i = %c0 to %c256 step %c1 {
      %v = memref.load %in[%i] : memref<256xf32>
      %w = math.sqrt %v : f32
      memref.store %w, %out[%i] : memref<256xf32>
    } {loop_annotation = #no_unroll}
    gpu.return
  }

  // CHECK-LABEL: .entry by_three(
  // CHECK-COUNT-3: st.global
  // CHECK:       bra
  gpu.func @by_three(%in: memref<240xf32> {llvm.noalias, llvm.readonly},
      %out: memref<240xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c240 = arith.constant 240 : index
    scf.for %i = %c0 to %c240 step %c1 {
      %v = memref.load %in[%i] : memref<240xf32>
      %w = math.sqrt %v : f32
      memref.store %w, %out[%i] : memref<240xf32>
    } {loop_annotation = #three}
    gpu.return
  }
}

// Keys that are sorted in registers. sorting.cu holds the same in CUDA C++, with
// the same names and parameters.

!keys16 = memref<16xf32, #gpu.address_space<private>>
!keys32 = memref<32xf32, #gpu.address_space<private>>
!numbers = memref<32xi32, #gpu.address_space<private>>
!key = !dtyp.provider<"Key", f32>

gpu.module @sorting {
  // Odd-even transposition: each round compares neighbours.
  gpu.func @transposition_sort(%object: !key, %in: memref<16x540672xf32> {llvm.noalias, llvm.readonly},
      %out: memref<16x540672xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %t = gpu.global_id x
    %keys = cudax.local_alloca(%object) [16] : !key -> !keys16
    scf.for %i = %c0 to %c16 step %c1 {
      %v = memref.load %in[%i, %t] : memref<16x540672xf32>
      memref.store %v, %keys[%i] : !keys16
    }
    scf.for %round = %c0 to %c16 step %c1 {
      %first = arith.remui %round, %c2 : index
      scf.for %i = %first to %c15 step %c2 {
        %j = arith.addi %i, %c1 : index
        %a = memref.load %keys[%i] : !keys16
        %b = memref.load %keys[%j] : !keys16
        %is_less = arith.cmpf olt, %b, %a : f32
        %low = arith.select %is_less, %b, %a : f32
        %high = arith.select %is_less, %a, %b : f32
        memref.store %low, %keys[%i] : !keys16
        memref.store %high, %keys[%j] : !keys16
      }
    }
    scf.for %i = %c0 to %c16 step %c1 {
      %v = memref.load %keys[%i] : !keys16
      memref.store %v, %out[%i, %t] : memref<16x540672xf32>
    }
    gpu.return
  }

  // Each key sinks to its place among those before it. Registers have no index to
  // stop at, so that it is compared with all of them.
  gpu.func @insertion_sort(%in: memref<32x135168xi32> {llvm.noalias, llvm.readonly},
      %out: memref<32x135168xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %t = gpu.global_id x
    %dt = dtyp.constant i32
    %keys = cudax.local_alloca(%dt) [32] : !dtyp.dtype<i32> -> !numbers
    scf.for %i = %c0 to %c32 step %c1 {
      %key = memref.load %in[%i, %t] : memref<32x135168xi32>
      memref.store %key, %keys[%i] : !numbers
      scf.for %sunk = %c0 to %i step %c1 {
        %upper = arith.subi %i, %sunk : index
        %lower = arith.subi %upper, %c1 : index
        %a = memref.load %keys[%lower] : !numbers
        %b = memref.load %keys[%upper] : !numbers
        %low = arith.minsi %a, %b : i32
        %high = arith.maxsi %a, %b : i32
        memref.store %low, %keys[%lower] : !numbers
        memref.store %high, %keys[%upper] : !numbers
      }
    }
    scf.for %i = %c0 to %c32 step %c1 {
      %v = memref.load %keys[%i] : !numbers
      memref.store %v, %out[%i, %t] : memref<32x135168xi32>
    }
    gpu.return
  }

  // Batcher's bitonic network: runs of 2, 4, ... 32 keys, up and down in turn.
  gpu.func @bitonic_sort(%object: !key, %in: memref<32x135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<32x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c32 = arith.constant 32 : index
    %t = gpu.global_id x
    %keys = cudax.local_alloca(%object) [32] : !key -> !keys32
    scf.for %i = %c0 to %c32 step %c1 {
      %v = memref.load %in[%i, %t] : memref<32x135168xf32>
      memref.store %v, %keys[%i] : !keys32
    }
    scf.for %level = %c1 to %c6 step %c1 {
      %size = arith.shli %c1, %level : index
      scf.for %halving = %c0 to %level step %c1 {
        %next = arith.addi %halving, %c1 : index
        %stride = arith.shrui %size, %next : index
        scf.for %i = %c0 to %c32 step %c1 {
          %j = arith.xori %i, %stride : index
          %is_first = arith.cmpi ugt, %j, %i : index
          scf.if %is_first {
            %bit = arith.andi %i, %size : index
            %is_up = arith.cmpi eq, %bit, %c0 : index
            %a = memref.load %keys[%i] : !keys32
            %b = memref.load %keys[%j] : !keys32
            %low = arith.minnumf %a, %b : f32
            %high = arith.maxnumf %a, %b : f32
            %first = arith.select %is_up, %low, %high : f32
            %second = arith.select %is_up, %high, %low : f32
            memref.store %first, %keys[%i] : !keys32
            memref.store %second, %keys[%j] : !keys32
          }
        }
      }
    }
    scf.for %i = %c0 to %c32 step %c1 {
      %v = memref.load %keys[%i] : !keys32
      memref.store %v, %out[%i, %t] : memref<32x135168xf32>
    }
    gpu.return
  }
}

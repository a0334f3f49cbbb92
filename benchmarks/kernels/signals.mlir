// A histogram per thread, and a filter whose window moves through registers.

gpu.module @signals {
  gpu.func @histogram(%data: memref<64x135168xi32> {llvm.noalias, llvm.readonly},
      %out: memref<16x135168xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %mask = arith.constant 15 : i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %t = gpu.global_id x
    %dt = dtyp.constant i32
    %bins = cudax.local_alloca(%dt) [16] : !dtyp.dtype<i32> -> memref<16xi32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %zero, %bins[%i] : memref<16xi32, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %data[%i, %t] : memref<64x135168xi32>
      %bin = arith.andi %v, %mask : i32
      %b = arith.index_castui %bin : i32 to index
      %old = memref.load %bins[%b] : memref<16xi32, #gpu.address_space<private>>
      %new = arith.addi %old, %one : i32
      memref.store %new, %bins[%b] : memref<16xi32, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c16 step %c1 {
      %v = memref.load %bins[%i] : memref<16xi32, #gpu.address_space<private>>
      memref.store %v, %out[%i, %t] : memref<16x135168xi32>
    }
    gpu.return
  }

  gpu.func @fir(%samples: memref<128x135168xf32> {llvm.noalias, llvm.readonly},
      %weights: memref<32xf32> {llvm.noalias, llvm.readonly},
      %out: memref<128x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c31 = arith.constant 31 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %window = cudax.local_alloca(%dt) [32] : !dtyp.dtype<f32> -> memref<32xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c32 step %c1 {
      memref.store %zero, %window[%i] : memref<32xf32, #gpu.address_space<private>>
    }
    scf.for %s = %c0 to %c128 step %c1 {
      scf.for %i = %c0 to %c31 step %c1 {
        %next = arith.addi %i, %c1 : index
        %v = memref.load %window[%next] : memref<32xf32, #gpu.address_space<private>>
        memref.store %v, %window[%i] : memref<32xf32, #gpu.address_space<private>>
      }
      %sample = memref.load %samples[%s, %t] : memref<128x135168xf32>
      memref.store %sample, %window[%c31] : memref<32xf32, #gpu.address_space<private>>
      %sum = scf.for %i = %c0 to %c32 step %c1 iter_args(%partial = %zero) -> f32 {
        %v = memref.load %window[%i] : memref<32xf32, #gpu.address_space<private>>
        %w = memref.load %weights[%i] : memref<32xf32>
        %next = math.fma %v, %w, %partial : f32
        scf.yield %next : f32
      }
      memref.store %sum, %out[%s, %t] : memref<128x135168xf32>
    }
    gpu.return
  }
}

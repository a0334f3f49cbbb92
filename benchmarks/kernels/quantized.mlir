// Weights of two bytes and of one, widened and summed up in local arrays.
// quantized.cu holds the same in CUDA C++, with the same names and parameters.

!sums = memref<8xf32, #gpu.address_space<private>>

gpu.module @quantized {
  // Each thread has a row of 128 weights, and adds its products with 8 columns.
  gpu.func @dequantize_bf16(%weights: memref<128x135168xbf16> {llvm.noalias, llvm.readonly},
      %x: memref<128x8xf32> {llvm.noalias, llvm.readonly},
      %scales: memref<135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<8x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.global_id x
    %f32 = dtyp.constant f32
    %sums = cudax.local_alloca(%f32) [8] : !dtyp.dtype<f32> -> !sums
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %zero, %sums[%j] : !sums
    }
    scf.for %k = %c0 to %c128 step %c1 {
      %narrow = memref.load %weights[%k, %t] : memref<128x135168xbf16>
      %w = arith.extf %narrow : bf16 to f32
      scf.for %j = %c0 to %c8 step %c1 {
        %v = memref.load %x[%k, %j] : memref<128x8xf32>
        %old = memref.load %sums[%j] : !sums
        %new = math.fma %w, %v, %old : f32
        memref.store %new, %sums[%j] : !sums
      }
    }
    %scale = memref.load %scales[%t] : memref<135168xf32>
    scf.for %j = %c0 to %c8 step %c1 {
      %sum = memref.load %sums[%j] : !sums
      %scaled = arith.mulf %sum, %scale : f32
      memref.store %scaled, %out[%j, %t] : memref<8x135168xf32>
    }
    gpu.return
  }

  // The same of weights that are loaded four at a time.
  gpu.func @dequantize_f8(%weights: memref<32x135168x4xf8E4M3FN> {llvm.noalias, llvm.readonly},
      %x: memref<128x8xf32> {llvm.noalias, llvm.readonly},
      %scales: memref<135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<8x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.global_id x
    %f32 = dtyp.constant f32
    %sums = cudax.local_alloca(%f32) [8] : !dtyp.dtype<f32> -> !sums
    %widened = cudax.local_alloca(%f32) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %zero, %sums[%j] : !sums
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %narrow = vector.load %weights[%k, %t, %c0] {alignment = 4 : i64} : memref<32x135168x4xf8E4M3FN>, vector<4xf8E4M3FN>
      %wide = arith.extf %narrow : vector<4xf8E4M3FN> to vector<4xf32>
      vector.store %wide, %widened[%c0] : memref<4xf32, #gpu.address_space<private>>, vector<4xf32>
      %first = arith.muli %k, %c4 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %w = memref.load %widened[%i] : memref<4xf32, #gpu.address_space<private>>
        %row = arith.addi %first, %i : index
        scf.for %j = %c0 to %c8 step %c1 {
          %v = memref.load %x[%row, %j] : memref<128x8xf32>
          %old = memref.load %sums[%j] : !sums
          %new = math.fma %w, %v, %old : f32
          memref.store %new, %sums[%j] : !sums
        }
      }
    }
    %scale = memref.load %scales[%t] : memref<135168xf32>
    scf.for %j = %c0 to %c8 step %c1 {
      %sum = memref.load %sums[%j] : !sums
      %scaled = arith.mulf %sum, %scale : f32
      memref.store %scaled, %out[%j, %t] : memref<8x135168xf32>
    }
    gpu.return
  }
}

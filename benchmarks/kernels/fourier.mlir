// Fourier transforms of 8 and 16 complex numbers in registers, by Cooley and Tukey.
// The arrays are made for CUDA, so that their elements are aligned to 8 bytes.
// fourier.cu holds the same in CUDA C++, with the same names and parameters.

!sample = !dtyp.provider<"Sample", complex<f32>>
!samples8 = memref<8xcomplex<f32>, #gpu.address_space<private>>
!samples16 = memref<16xcomplex<f32>, #gpu.address_space<private>>

gpu.module @fourier {
  gpu.func @fft_8(%object: !sample, %in: memref<8x540672xcomplex<f32>> {llvm.noalias, llvm.readonly},
      %out: memref<8x540672xcomplex<f32>> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %t = gpu.global_id x
    // The bits of an index in reverse order, and the roots of unity.
    %i32 = dtyp.constant i32
    %order = cudax.const_array(%i32) dense<[0, 4, 2, 6, 1, 5, 3, 7]> : tensor<8xi32> : !dtyp.dtype<i32> -> memref<8xi32>
    %roots = cudax.const_array(%object) dense<[(1.0, 0.0), (0.70710678, -0.70710678), (0.0, -1.0), (-0.70710678, -0.70710678)]> : tensor<4xcomplex<f32>> : !sample -> memref<4xcomplex<f32>>
    %x = cudax.local_alloca(%object) [8] : !sample -> !samples8
    scf.for %i = %c0 to %c8 step %c1 {
      %from = memref.load %order[%i] : memref<8xi32>
      %j = arith.index_castui %from : i32 to index
      %v = memref.load %in[%j, %t] {alignment = 8 : i64} : memref<8x540672xcomplex<f32>>
      memref.store %v, %x[%i] : !samples8
    }
    scf.for %stage = %c0 to %c3 step %c1 {
      %half = arith.shli %c1, %stage : index
      %mask = arith.subi %half, %c1 : index
      %rest = arith.subi %c2, %stage : index
      scf.for %pair = %c0 to %c4 step %c1 {
        %k = arith.andi %pair, %mask : index
        %first = arith.subi %pair, %k : index
        %start = arith.shli %first, %c1 : index
        %upper = arith.addi %start, %k : index
        %lower = arith.addi %upper, %half : index
        %exponent = arith.shli %k, %rest : index
        %root = memref.load %roots[%exponent] : memref<4xcomplex<f32>>
        %a = memref.load %x[%upper] : !samples8
        %b = memref.load %x[%lower] : !samples8
        %turned = complex.mul %b, %root fastmath<contract> : complex<f32>
        %sum = complex.add %a, %turned fastmath<contract> : complex<f32>
        %difference = complex.sub %a, %turned fastmath<contract> : complex<f32>
        memref.store %sum, %x[%upper] : !samples8
        memref.store %difference, %x[%lower] : !samples8
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %v = memref.load %x[%i] : !samples8
      memref.store %v, %out[%i, %t] {alignment = 8 : i64} : memref<8x540672xcomplex<f32>>
    }
    gpu.return
  }

  gpu.func @fft_16(%object: !sample, %in: memref<16x135168xcomplex<f32>> {llvm.noalias, llvm.readonly},
      %out: memref<16x135168xcomplex<f32>> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %t = gpu.global_id x
    %i32 = dtyp.constant i32
    %order = cudax.const_array(%i32) dense<[0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]> : tensor<16xi32> : !dtyp.dtype<i32> -> memref<16xi32>
    %roots = cudax.const_array(%object) dense<[
      (1.0, 0.0), (0.92387953, -0.38268343), (0.70710678, -0.70710678), (0.38268343, -0.92387953),
      (0.0, -1.0), (-0.38268343, -0.92387953), (-0.70710678, -0.70710678), (-0.92387953, -0.38268343)
    ]> : tensor<8xcomplex<f32>> : !sample -> memref<8xcomplex<f32>>
    %x = cudax.local_alloca(%object) [16] : !sample -> !samples16
    scf.for %i = %c0 to %c16 step %c1 {
      %from = memref.load %order[%i] : memref<16xi32>
      %j = arith.index_castui %from : i32 to index
      %v = memref.load %in[%j, %t] {alignment = 8 : i64} : memref<16x135168xcomplex<f32>>
      memref.store %v, %x[%i] : !samples16
    }
    scf.for %stage = %c0 to %c4 step %c1 {
      %half = arith.shli %c1, %stage : index
      %mask = arith.subi %half, %c1 : index
      %rest = arith.subi %c3, %stage : index
      scf.for %pair = %c0 to %c8 step %c1 {
        %k = arith.andi %pair, %mask : index
        %first = arith.subi %pair, %k : index
        %start = arith.shli %first, %c1 : index
        %upper = arith.addi %start, %k : index
        %lower = arith.addi %upper, %half : index
        %exponent = arith.shli %k, %rest : index
        %root = memref.load %roots[%exponent] : memref<8xcomplex<f32>>
        %a = memref.load %x[%upper] : !samples16
        %b = memref.load %x[%lower] : !samples16
        %turned = complex.mul %b, %root fastmath<contract> : complex<f32>
        %sum = complex.add %a, %turned fastmath<contract> : complex<f32>
        %difference = complex.sub %a, %turned fastmath<contract> : complex<f32>
        memref.store %sum, %x[%upper] : !samples16
        memref.store %difference, %x[%lower] : !samples16
      }
    }
    scf.for %i = %c0 to %c16 step %c1 {
      %v = memref.load %x[%i] : !samples16
      memref.store %v, %out[%i, %t] {alignment = 8 : i64} : memref<16x135168xcomplex<f32>>
    }
    gpu.return
  }
}

// The dialects that kernels may be written in, beside dtyp, cudax and math, go
// through to what ptxas takes, without a word.

// REQUIRES: libdevice, ptxas

// RUN: dtyp-opt %s --dtyp-to-nvvm="chip=sm_90 format=bin" -o %t.bin 2>&1 | count 0
// RUN: FileCheck %s < %t.bin

// CHECK: gpu.binary @dialects
// CHECK-SAME: bin = "\7FELF
gpu.module @dialects {
  gpu.func @loops(%a: memref<16xf32>, %m: memref<16x16xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %f0 = arith.constant 0.0 : f32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %f0) -> f32 {
      %x = memref.load %a[%i] : memref<16xf32>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    %b = arith.cmpi slt, %n, %c1 : index
    %q = scf.if %b -> f32 {
      scf.yield %sum : f32
    } else {
      scf.yield %f0 : f32
    }
    %w = scf.while (%z = %n) : (index) -> index {
      %more = arith.cmpi sgt, %z, %c0 : index
      scf.condition(%more) %z : index
    } do {
    ^bb0(%z: index):
      %y = arith.subi %z, %c1 : index
      scf.yield %y : index
    }
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %q, %a[%i] : memref<16xf32>
    }
    scf.forall (%i) in (%n) {
      memref.store %q, %a[%i] : memref<16xf32>
    }
    scf.index_switch %n
    case 2 {
      memref.store %q, %a[%w] : memref<16xf32>
      scf.yield
    }
    default {
    }
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 16 step 2 {
        %x = affine.load %m[%i, %j + 1] : memref<16x16xf32>
        affine.store %x, %m[%j, %i] : memref<16x16xf32>
        affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
          affine.store %x, %m[0, %i] : memref<16x16xf32>
        }
      }
    }
    affine.parallel (%i) = (0) to (%n) {
      affine.store %q, %a[%i] : memref<16xf32>
    }
    %true = arith.constant true
    cf.assert %true, "message"
    gpu.return
  }

  gpu.func @views(%a: memref<16x16xf32>, %n: index, %shape: memref<2xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = memref.subview %a[%n, 4] [4, 4] [1, 2] : memref<16x16xf32> to memref<4x4xf32, strided<[16, 2], offset: ?>>
    %flat = memref.collapse_shape %a [[0, 1]] : memref<16x16xf32> into memref<256xf32>
    %r = memref.reshape %flat(%shape) : (memref<256xf32>, memref<2xindex>) -> memref<?x?xf32>
    %t = memref.transpose %r (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
    %x = memref.load %s[%c0, %c1] : memref<4x4xf32, strided<[16, 2], offset: ?>>
    memref.store %x, %t[%c1, %c0] : memref<?x?xf32, strided<[1, ?]>>
    gpu.return
  }

  gpu.func @linear_algebra(%a: memref<8x8xf32>, %b: memref<8x8xf32>) kernel {
    %f0 = arith.constant 0.0 : f32
    %acc = memref.alloca() : memref<8x8xf32, #gpu.address_space<private>>
    linalg.fill ins(%f0 : f32) outs(%acc : memref<8x8xf32, #gpu.address_space<private>>)
    linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%acc : memref<8x8xf32, #gpu.address_space<private>>)
    linalg.copy ins(%acc : memref<8x8xf32, #gpu.address_space<private>>) outs(%a : memref<8x8xf32>)
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, 7 - i)>],
                    iterator_types = ["parallel", "parallel"]}
        ins(%a : memref<8x8xf32>) outs(%b : memref<8x8xf32>) {
    ^bb0(%x: f32, %y: f32):
      %s = math.exp %x : f32
      linalg.yield %s : f32
    }
    gpu.return
  }

  gpu.func @complex(%a: memref<4xcomplex<f32>>, %b: memref<4xcomplex<f64>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = memref.load %a[%c0] : memref<4xcomplex<f32>>
    %1 = complex.exp %0 : complex<f32>
    %2 = complex.mul %1, %0 : complex<f32>
    %3 = complex.div %2, %0 : complex<f32>
    %4 = complex.sqrt %3 : complex<f32>
    %5 = complex.pow %4, %0 : complex<f32>
    %6 = complex.tanh %5 : complex<f32>
    %7 = complex.abs %6 : complex<f32>
    %8 = complex.create %7, %7 : complex<f32>
    memref.store %8, %a[%c1] : memref<4xcomplex<f32>>
    %9 = memref.load %b[%c0] : memref<4xcomplex<f64>>
    %10 = complex.log %9 : complex<f64>
    %11 = complex.constant [1.0, 2.0] : complex<f64>
    %12 = complex.sub %10, %11 : complex<f64>
    memref.store %12, %b[%c1] : memref<4xcomplex<f64>>
    gpu.return
  }
}

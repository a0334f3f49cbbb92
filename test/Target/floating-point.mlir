// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx --fmad=false | FileCheck %s --check-prefixes=CHECK,NO-FMAD
// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx --ftz | FileCheck %s --check-prefixes=CHECK,FTZ
// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx --prec-div=false --prec-sqrt=false | FileCheck %s --check-prefixes=CHECK,APPROX
// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx --use-fast-math | FileCheck %s --check-prefixes=CHECK,FAST

// The instructions are those of nvcc 13.0 with the options of the same names.
gpu.module @kernels {
  // CHECK-LABEL: .entry multiply_add(
  // DEFAULT:       fma.rn.f32
  // DEFAULT:       fma.rn.f64
  // Instructions with .rn are not contracted by ptxas either.
  // NO-FMAD:       mul.rn.f32
  // NO-FMAD:       add.rn.f32
  // NO-FMAD:       mul.rn.f64
  // NO-FMAD:       add.rn.f64
  // FTZ:           fma.rn.ftz.f32
  // FTZ:           fma.rn.f64
  // APPROX:        fma.rn.f32
  // FAST:          fma.rn.ftz.f32
  // FAST:          fma.rn.f64
  gpu.func @multiply_add(%a: f32, %b: f64, %x: memref<4xf32>, %y: memref<4xf64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = memref.load %x[%c0] : memref<4xf32>
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %1, %0 : f32
    memref.store %2, %x[%c1] : memref<4xf32>
    %3 = memref.load %y[%c0] : memref<4xf64>
    %4 = arith.mulf %b, %3 : f64
    %5 = arith.addf %4, %3 : f64
    memref.store %5, %y[%c1] : memref<4xf64>
    gpu.return
  }

  // CHECK-LABEL: .entry divide(
  // DEFAULT:       div.rn.f32
  // DEFAULT:       rcp.rn.f32
  // DEFAULT:       div.rn.f64
  // NO-FMAD:       div.rn.f32
  // NO-FMAD:       rcp.rn.f32
  // FTZ:           div.rn.ftz.f32
  // FTZ:           rcp.rn.ftz.f32
  // APPROX:        div.full.f32
  // APPROX:        rcp.approx.f32
  // APPROX:        div.rn.f64
  // FAST:          div.approx.ftz.f32
  // FAST:          rcp.approx.ftz.f32
  // FAST:          div.rn.f64
  gpu.func @divide(%a: f32, %b: f64, %x: memref<4xf32>, %y: memref<4xf64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1.0 : f32
    %0 = memref.load %x[%c0] : memref<4xf32>
    %1 = arith.divf %a, %0 : f32
    memref.store %1, %x[%c1] : memref<4xf32>
    %2 = arith.divf %one, %0 : f32
    memref.store %2, %x[%c2] : memref<4xf32>
    %3 = memref.load %y[%c0] : memref<4xf64>
    %4 = arith.divf %b, %3 : f64
    memref.store %4, %y[%c1] : memref<4xf64>
    gpu.return
  }

  // libdevice asks how it is compiled, and LLVM has no answer of its own.
  // CHECK-LABEL: .entry square_root(
  // DEFAULT:       sqrt.rn.f32
  // NO-FMAD:       sqrt.rn.f32
  // FTZ:           sqrt.rn.ftz.f32
  // APPROX:        sqrt.approx.f32
  // FAST:          sqrt.approx.ftz.f32
  gpu.func @square_root(%x: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%c0] : memref<4xf32>
    %1 = math.sqrt %0 : f32
    memref.store %1, %x[%c0] : memref<4xf32>
    gpu.return
  }

  // CHECK-LABEL: .entry sine(
  // DEFAULT-NOT:   sin.approx
  // FTZ-NOT:       sin.approx
  // APPROX-NOT:    sin.approx
  // FAST:          sin.approx.ftz.f32
  // CHECK:         ret;
  gpu.func @sine(%x: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%c0] : memref<4xf32>
    %1 = math.sin %0 : f32
    memref.store %1, %x[%c0] : memref<4xf32>
    gpu.return
  }
}

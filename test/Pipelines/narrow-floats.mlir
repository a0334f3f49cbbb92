// Floats with at most 8 bits reach every chip: no conversion of them is left to
// LLVM, and ptxas takes the PTX.

// RUN: dtyp-opt %s -o %t.isa --dtyp-to-nvvm="format=isa chip=sm_75,sm_80,sm_86,sm_89,sm_90,sm_90a,sm_100,sm_103,sm_120,sm_121" 2>&1 | count 0
// RUN: FileCheck %s --implicit-check-not='{{e4m3|e5m2|__trunc|__ext}}' < %t.isa
// RUN: %if ptxas %{ dtyp-opt %s -o %t.bin --dtyp-to-nvvm="format=bin chip=sm_75,sm_80,sm_86,sm_89,sm_90,sm_90a,sm_100,sm_103,sm_120,sm_121" 2>&1 | count 0 %}
// RUN: %if ptxas %{ FileCheck %s --check-prefix=BIN < %t.bin %}

// Where all chips have instructions for them, these are used.
// RUN: dtyp-opt %s --dtyp-to-nvvm="format=isa chip=sm_90,sm_100,sm_121" | FileCheck %s --check-prefix=CVT
// RUN: dtyp-opt %s --dtyp-to-nvvm="format=isa chip=sm_89 features=+ptx81" | FileCheck %s --check-prefix=CVT
// RUN: dtyp-opt %s --dtyp-to-nvvm="format=isa chip=sm_89" | FileCheck %s --check-prefix=BITS --implicit-check-not=e4m3x2
// RUN: dtyp-opt %s --dtyp-to-nvvm="format=isa chip=sm_80,sm_90" | FileCheck %s --check-prefix=BITS --implicit-check-not=e4m3x2
// RUN: %if ptxas %{ dtyp-opt %s --dtyp-to-nvvm="format=bin chip=sm_90,sm_90a,sm_100,sm_103,sm_120,sm_121" 2>&1 -o %t.cvt | count 0 %}
// RUN: %if ptxas %{ dtyp-opt %s --dtyp-to-nvvm="format=bin chip=sm_89 features=+ptx81" 2>&1 -o %t.89 | count 0 %}

// CVT:  cvt.rn.f16x2.e4m3x2
// CVT:  cvt.rn.satfinite.e4m3x2.f32
// BITS: .visible .entry k(

// CHECK-COUNT-10: .local .align 16 .b8 \09__local_depot
// BIN-COUNT-10:   bin = "\7FELF
gpu.module @kernels {
  func.func @scale(%x: f8E5M2FNUZ, %factor: f8E5M2FNUZ) -> f8E5M2FNUZ {
    %0 = arith.mulf %x, %factor : f8E5M2FNUZ
    return %0 : f8E5M2FNUZ
  }

  gpu.func @k(%a: memref<?xf8E4M3FN>, %b: memref<16xf6E2M3FN>, %c: memref<?xf8E5M2FNUZ>, %out: memref<?xf32>, %n: index, %x: f8E8M0FNU)
      workgroup(%shared: memref<256xf8E3M4, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f8E4M3FN
    %i = gpu.thread_id x
    %local = memref.alloca() {alignment = 16 : i64} : memref<16xf8E4M3FN, #gpu.address_space<private>>
    scf.for %j = %c0 to %n step %c1 {
      %0 = memref.load %a[%j] : memref<?xf8E4M3FN>
      %1 = arith.addf %0, %one : f8E4M3FN
      memref.store %1, %local[%j] : memref<16xf8E4M3FN, #gpu.address_space<private>>
    }
    %2 = memref.load %local[%i] : memref<16xf8E4M3FN, #gpu.address_space<private>>
    %3 = arith.extf %2 : f8E4M3FN to f32
    %4 = memref.load %b[%i] : memref<16xf6E2M3FN>
    %5 = arith.extf %4 : f6E2M3FN to f32
    %6 = arith.mulf %3, %5 : f32
    %7 = arith.extf %x : f8E8M0FNU to f32
    %8 = arith.mulf %6, %7 : f32
    memref.store %8, %out[%i] : memref<?xf32>
    %9 = arith.truncf %8 : f32 to f8E3M4
    memref.store %9, %shared[%i] : memref<256xf8E3M4, #gpu.address_space<workgroup>>
    gpu.barrier
    %10 = memref.load %shared[%n] : memref<256xf8E3M4, #gpu.address_space<workgroup>>
    %11 = arith.extf %10 : f8E3M4 to f16
    %12 = arith.truncf %11 : f16 to f8E5M2FNUZ
    %13 = memref.load %c[%i] : memref<?xf8E5M2FNUZ>
    %14 = func.call @scale(%13, %12) : (f8E5M2FNUZ, f8E5M2FNUZ) -> f8E5M2FNUZ
    memref.store %14, %c[%i] : memref<?xf8E5M2FNUZ>
    %15 = vector.load %c[%n] : memref<?xf8E5M2FNUZ>, vector<4xf8E5M2FNUZ>
    %16 = arith.addf %15, %15 : vector<4xf8E5M2FNUZ>
    vector.store %16, %c[%c0] : memref<?xf8E5M2FNUZ>, vector<4xf8E5M2FNUZ>
    gpu.return
  }
}

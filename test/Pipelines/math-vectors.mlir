// Every function of the math dialect has a lowering, for vectors and integers: none
// is left to be resolved, and ptxas takes the PTX.

// REQUIRES: libdevice, ptxas

// RUN: dtyp-opt %s --dtyp-to-nvvm="chip=sm_75 format=isa" -o %t.isa 2>&1 | count 0
// RUN: FileCheck %s --implicit-check-not=__nv_ < %t.isa
// RUN: dtyp-opt %s --dtyp-to-nvvm="chip=sm_75,sm_90 format=bin" -o %t.bin 2>&1 | count 0

// CHECK-DAG: .visible .entry vector(
// CHECK-DAG: .visible .entry integers(
gpu.module @math {
  gpu.func @vector(%a: memref<64xvector<2xf32>>, %b: memref<64xvector<2xi1>>, %n: vector<2xi32>) kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<64xvector<2xf32>>
    %1 = math.absf %0 : vector<2xf32>
    %2 = math.acos %1 : vector<2xf32>
    %3 = math.acosh %2 : vector<2xf32>
    %4 = math.asin %3 : vector<2xf32>
    %5 = math.asinh %4 : vector<2xf32>
    %6 = math.atan %5 : vector<2xf32>
    %7 = math.atanh %6 : vector<2xf32>
    %8 = math.cbrt %7 : vector<2xf32>
    %9 = math.ceil %8 : vector<2xf32>
    %10 = math.cos %9 : vector<2xf32>
    %11 = math.cosh %10 : vector<2xf32>
    %12 = math.erf %11 : vector<2xf32>
    %13 = math.erfc %12 : vector<2xf32>
    %14 = math.exp %13 : vector<2xf32>
    %15 = math.exp2 %14 : vector<2xf32>
    %16 = math.expm1 %15 : vector<2xf32>
    %17 = math.floor %16 : vector<2xf32>
    %18 = math.log %17 : vector<2xf32>
    %19 = math.log10 %18 : vector<2xf32>
    %20 = math.log1p %19 : vector<2xf32>
    %21 = math.log2 %20 : vector<2xf32>
    %22 = math.round %21 : vector<2xf32>
    %23 = math.roundeven %22 : vector<2xf32>
    %24 = math.rsqrt %23 : vector<2xf32>
    %25 = math.sin %24 : vector<2xf32>
    %26 = math.sinh %25 : vector<2xf32>
    %27 = math.sqrt %26 : vector<2xf32>
    %28 = math.tan %27 : vector<2xf32>
    %29 = math.tanh %28 : vector<2xf32>
    %30 = math.trunc %29 : vector<2xf32>
    %31 = math.atan2 %30, %0 : vector<2xf32>
    %32 = math.copysign %31, %0 : vector<2xf32>
    %33 = math.powf %32, %0 : vector<2xf32>
    %34 = math.fma %33, %0, %0 : vector<2xf32>
    %35 = math.clampf %34 to [%0, %34] : vector<2xf32>
    %36 = math.fpowi %35, %n : vector<2xf32>, vector<2xi32>
    %sin, %cos = math.sincos %36 : vector<2xf32>
    memref.store %sin, %a[%c0] : memref<64xvector<2xf32>>
    memref.store %cos, %a[%i] : memref<64xvector<2xf32>>
    %isnan = math.isnan %36 : vector<2xf32>
    memref.store %isnan, %b[%i] : memref<64xvector<2xi1>>
    %isinf = math.isinf %36 : vector<2xf32>
    memref.store %isinf, %b[%i] : memref<64xvector<2xi1>>
    %isfinite = math.isfinite %36 : vector<2xf32>
    memref.store %isfinite, %b[%i] : memref<64xvector<2xi1>>
    %isnormal = math.isnormal %36 : vector<2xf32>
    memref.store %isnormal, %b[%i] : memref<64xvector<2xi1>>
    gpu.return
  }
  gpu.func @integers(%a: memref<64xi8>, %b: memref<64xi64>, %c: memref<64xvector<4xi32>>) kernel {
    %i = gpu.thread_id x
    %x0 = memref.load %a[%i] : memref<64xi8>
    %x1 = math.absi %x0 : i8
    %x2 = math.ctlz %x1 : i8
    %x3 = math.cttz %x2 : i8
    %x4 = math.ctpop %x3 : i8
    %x5 = math.ipowi %x4, %x0 : i8
    memref.store %x5, %a[%i] : memref<64xi8>
    %y0 = memref.load %b[%i] : memref<64xi64>
    %y1 = math.absi %y0 : i64
    %y2 = math.ctlz %y1 : i64
    %y3 = math.cttz %y2 : i64
    %y4 = math.ctpop %y3 : i64
    %y5 = math.ipowi %y4, %y0 : i64
    memref.store %y5, %b[%i] : memref<64xi64>
    %z0 = memref.load %c[%i] : memref<64xvector<4xi32>>
    %z1 = math.absi %z0 : vector<4xi32>
    %z2 = math.ctlz %z1 : vector<4xi32>
    %z3 = math.cttz %z2 : vector<4xi32>
    %z4 = math.ctpop %z3 : vector<4xi32>
    %z5 = math.ipowi %z4, %z0 : vector<4xi32>
    memref.store %z5, %c[%i] : memref<64xvector<4xi32>>
    gpu.return
  }
}

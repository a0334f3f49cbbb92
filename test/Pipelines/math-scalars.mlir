// Every function of the math dialect has a lowering, for scalars: none
// is left to be resolved, and ptxas takes the PTX.

// REQUIRES: libdevice, ptxas

// RUN: dtyp-opt %s --dtyp-to-nvvm="chip=sm_75 format=isa" -o %t.isa 2>&1 | count 0
// RUN: FileCheck %s --implicit-check-not=__nv_ < %t.isa
// RUN: dtyp-opt %s --dtyp-to-nvvm="chip=sm_75,sm_90 format=bin" -o %t.bin 2>&1 | count 0

// CHECK-DAG: .visible .entry f32(
// CHECK-DAG: .visible .entry f64(
gpu.module @math {
  gpu.func @f32(%a: memref<64xf32>, %b: memref<64xi1>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<64xf32>
    %1 = math.absf %0 : f32
    %2 = math.acos %1 : f32
    %3 = math.acosh %2 : f32
    %4 = math.asin %3 : f32
    %5 = math.asinh %4 : f32
    %6 = math.atan %5 : f32
    %7 = math.atanh %6 : f32
    %8 = math.cbrt %7 : f32
    %9 = math.ceil %8 : f32
    %10 = math.cos %9 : f32
    %11 = math.cosh %10 : f32
    %12 = math.erf %11 : f32
    %13 = math.erfc %12 : f32
    %14 = math.exp %13 : f32
    %15 = math.exp2 %14 : f32
    %16 = math.expm1 %15 : f32
    %17 = math.floor %16 : f32
    %18 = math.log %17 : f32
    %19 = math.log10 %18 : f32
    %20 = math.log1p %19 : f32
    %21 = math.log2 %20 : f32
    %22 = math.round %21 : f32
    %23 = math.roundeven %22 : f32
    %24 = math.rsqrt %23 : f32
    %25 = math.sin %24 : f32
    %26 = math.sinh %25 : f32
    %27 = math.sqrt %26 : f32
    %28 = math.tan %27 : f32
    %29 = math.tanh %28 : f32
    %30 = math.trunc %29 : f32
    %31 = math.atan2 %30, %0 : f32
    %32 = math.copysign %31, %0 : f32
    %33 = math.powf %32, %0 : f32
    %34 = math.fma %33, %0, %0 : f32
    %35 = math.clampf %34 to [%0, %34] : f32
    %36 = math.fpowi %35, %n : f32, i32
    %sin, %cos = math.sincos %36 : f32
    memref.store %sin, %a[%c0] : memref<64xf32>
    memref.store %cos, %a[%i] : memref<64xf32>
    %isnan = math.isnan %36 : f32
    memref.store %isnan, %b[%i] : memref<64xi1>
    %isinf = math.isinf %36 : f32
    memref.store %isinf, %b[%i] : memref<64xi1>
    %isfinite = math.isfinite %36 : f32
    memref.store %isfinite, %b[%i] : memref<64xi1>
    %isnormal = math.isnormal %36 : f32
    memref.store %isnormal, %b[%i] : memref<64xi1>
    gpu.return
  }
  gpu.func @f64(%a: memref<64xf64>, %b: memref<64xi1>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<64xf64>
    %1 = math.absf %0 : f64
    %2 = math.acos %1 : f64
    %3 = math.acosh %2 : f64
    %4 = math.asin %3 : f64
    %5 = math.asinh %4 : f64
    %6 = math.atan %5 : f64
    %7 = math.atanh %6 : f64
    %8 = math.cbrt %7 : f64
    %9 = math.ceil %8 : f64
    %10 = math.cos %9 : f64
    %11 = math.cosh %10 : f64
    %12 = math.erf %11 : f64
    %13 = math.erfc %12 : f64
    %14 = math.exp %13 : f64
    %15 = math.exp2 %14 : f64
    %16 = math.expm1 %15 : f64
    %17 = math.floor %16 : f64
    %18 = math.log %17 : f64
    %19 = math.log10 %18 : f64
    %20 = math.log1p %19 : f64
    %21 = math.log2 %20 : f64
    %22 = math.round %21 : f64
    %23 = math.roundeven %22 : f64
    %24 = math.rsqrt %23 : f64
    %25 = math.sin %24 : f64
    %26 = math.sinh %25 : f64
    %27 = math.sqrt %26 : f64
    %28 = math.tan %27 : f64
    %29 = math.tanh %28 : f64
    %30 = math.trunc %29 : f64
    %31 = math.atan2 %30, %0 : f64
    %32 = math.copysign %31, %0 : f64
    %33 = math.powf %32, %0 : f64
    %34 = math.fma %33, %0, %0 : f64
    %35 = math.clampf %34 to [%0, %34] : f64
    %36 = math.fpowi %35, %n : f64, i32
    %sin, %cos = math.sincos %36 : f64
    memref.store %sin, %a[%c0] : memref<64xf64>
    memref.store %cos, %a[%i] : memref<64xf64>
    %isnan = math.isnan %36 : f64
    memref.store %isnan, %b[%i] : memref<64xi1>
    %isinf = math.isinf %36 : f64
    memref.store %isinf, %b[%i] : memref<64xi1>
    %isfinite = math.isfinite %36 : f64
    memref.store %isfinite, %b[%i] : memref<64xi1>
    %isnormal = math.isnormal %36 : f64
    memref.store %isnormal, %b[%i] : memref<64xi1>
    gpu.return
  }
}

// Every function of the math dialect has a lowering, for small floats: none
// is left to be resolved, and ptxas takes the PTX.

// REQUIRES: libdevice, ptxas

// RUN: dtyp-opt %s --dtyp-to-nvvm="chip=sm_75 format=isa" -o %t.isa 2>&1 | count 0
// RUN: FileCheck %s --implicit-check-not=__nv_ < %t.isa
// RUN: dtyp-opt %s --dtyp-to-nvvm="chip=sm_75,sm_90 format=bin" -o %t.bin 2>&1 | count 0

// CHECK-DAG: .visible .entry f16(
// CHECK-DAG: .visible .entry bf16(
gpu.module @math {
  gpu.func @f16(%a: memref<64xf16>, %b: memref<64xi1>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<64xf16>
    %1 = math.absf %0 : f16
    %2 = math.acos %1 : f16
    %3 = math.acosh %2 : f16
    %4 = math.asin %3 : f16
    %5 = math.asinh %4 : f16
    %6 = math.atan %5 : f16
    %7 = math.atanh %6 : f16
    %8 = math.cbrt %7 : f16
    %9 = math.ceil %8 : f16
    %10 = math.cos %9 : f16
    %11 = math.cosh %10 : f16
    %12 = math.erf %11 : f16
    %13 = math.erfc %12 : f16
    %14 = math.exp %13 : f16
    %15 = math.exp2 %14 : f16
    %16 = math.expm1 %15 : f16
    %17 = math.floor %16 : f16
    %18 = math.log %17 : f16
    %19 = math.log10 %18 : f16
    %20 = math.log1p %19 : f16
    %21 = math.log2 %20 : f16
    %22 = math.round %21 : f16
    %23 = math.roundeven %22 : f16
    %24 = math.rsqrt %23 : f16
    %25 = math.sin %24 : f16
    %26 = math.sinh %25 : f16
    %27 = math.sqrt %26 : f16
    %28 = math.tan %27 : f16
    %29 = math.tanh %28 : f16
    %30 = math.trunc %29 : f16
    %31 = math.atan2 %30, %0 : f16
    %32 = math.copysign %31, %0 : f16
    %33 = math.powf %32, %0 : f16
    %34 = math.fma %33, %0, %0 : f16
    %35 = math.clampf %34 to [%0, %34] : f16
    %36 = math.fpowi %35, %n : f16, i32
    %sin, %cos = math.sincos %36 : f16
    memref.store %sin, %a[%c0] : memref<64xf16>
    memref.store %cos, %a[%i] : memref<64xf16>
    %isnan = math.isnan %36 : f16
    memref.store %isnan, %b[%i] : memref<64xi1>
    %isinf = math.isinf %36 : f16
    memref.store %isinf, %b[%i] : memref<64xi1>
    %isfinite = math.isfinite %36 : f16
    memref.store %isfinite, %b[%i] : memref<64xi1>
    %isnormal = math.isnormal %36 : f16
    memref.store %isnormal, %b[%i] : memref<64xi1>
    gpu.return
  }
  gpu.func @bf16(%a: memref<64xbf16>, %b: memref<64xi1>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<64xbf16>
    %1 = math.absf %0 : bf16
    %2 = math.acos %1 : bf16
    %3 = math.acosh %2 : bf16
    %4 = math.asin %3 : bf16
    %5 = math.asinh %4 : bf16
    %6 = math.atan %5 : bf16
    %7 = math.atanh %6 : bf16
    %8 = math.cbrt %7 : bf16
    %9 = math.ceil %8 : bf16
    %10 = math.cos %9 : bf16
    %11 = math.cosh %10 : bf16
    %12 = math.erf %11 : bf16
    %13 = math.erfc %12 : bf16
    %14 = math.exp %13 : bf16
    %15 = math.exp2 %14 : bf16
    %16 = math.expm1 %15 : bf16
    %17 = math.floor %16 : bf16
    %18 = math.log %17 : bf16
    %19 = math.log10 %18 : bf16
    %20 = math.log1p %19 : bf16
    %21 = math.log2 %20 : bf16
    %22 = math.round %21 : bf16
    %23 = math.roundeven %22 : bf16
    %24 = math.rsqrt %23 : bf16
    %25 = math.sin %24 : bf16
    %26 = math.sinh %25 : bf16
    %27 = math.sqrt %26 : bf16
    %28 = math.tan %27 : bf16
    %29 = math.tanh %28 : bf16
    %30 = math.trunc %29 : bf16
    %31 = math.atan2 %30, %0 : bf16
    %32 = math.copysign %31, %0 : bf16
    %33 = math.powf %32, %0 : bf16
    %34 = math.fma %33, %0, %0 : bf16
    %35 = math.clampf %34 to [%0, %34] : bf16
    %36 = math.fpowi %35, %n : bf16, i32
    %sin, %cos = math.sincos %36 : bf16
    memref.store %sin, %a[%c0] : memref<64xbf16>
    memref.store %cos, %a[%i] : memref<64xbf16>
    %isnan = math.isnan %36 : bf16
    memref.store %isnan, %b[%i] : memref<64xi1>
    %isinf = math.isinf %36 : bf16
    memref.store %isinf, %b[%i] : memref<64xi1>
    %isfinite = math.isfinite %36 : bf16
    memref.store %isfinite, %b[%i] : memref<64xi1>
    %isnormal = math.isnormal %36 : bf16
    memref.store %isnormal, %b[%i] : memref<64xi1>
    gpu.return
  }
}

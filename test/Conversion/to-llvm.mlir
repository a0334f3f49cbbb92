// Upstream's three conversions to LLVM lower the ops of both dialects, without a
// pass of dtyp before them.

// RUN: split-file %s %t
// RUN: dtyp-opt %t/host.mlir --convert-to-llvm | FileCheck %s --check-prefix=HOST
// RUN: dtyp-opt %t/kernel.mlir --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm))' \
// RUN:   | FileCheck %s --check-prefix=KERNEL
// RUN: dtyp-opt %t/arrays.mlir --gpu-to-llvm | FileCheck %s --check-prefix=ARRAYS
// RUN: dtyp-opt %t/unknown.mlir --allow-unregistered-dialect --convert-to-llvm | FileCheck %s --check-prefix=UNKNOWN

// Two of the three know no spaces of the gpu dialect, and leave upstream's ops in them.
// RUN: not dtyp-opt %t/space.mlir --convert-to-llvm 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: not dtyp-opt %t/space.mlir --gpu-to-llvm 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: sed -e 's/cudax.local_alloca.*->/memref.alloca() :/' %t/space.mlir > %t/memref.mlir
// RUN: dtyp-opt %t/memref.mlir --convert-to-llvm 2>&1 | FileCheck %s --check-prefix=LEFT
// SPACE: conversion of memref memory space #gpu.address_space<private> to integer address space failed
// LEFT: memref.alloca()

// The same in the distribution's mlir-opt, which loads no library with sanitizers.
// DEFINE: %{host} = mlir-opt %t/host.mlir --load-dialect-plugin=%dtyp_plugin --convert-to-llvm
// DEFINE: %{kernel} = mlir-opt %t/kernel.mlir --load-dialect-plugin=%dtyp_plugin \
// DEFINE:   --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm))'
// DEFINE: %{arrays} = mlir-opt %t/arrays.mlir --load-dialect-plugin=%dtyp_plugin --gpu-to-llvm
// RUN: %if !sanitizer %{ %{host} | FileCheck %s --check-prefix=HOST %}
// RUN: %if !sanitizer %{ %{kernel} | FileCheck %s --check-prefix=KERNEL %}
// RUN: %if !sanitizer %{ %{arrays} | FileCheck %s --check-prefix=ARRAYS %}

//--- host.mlir
!pair = !dtyp.record<a: i8, b: f32>
!foo = !dtyp.provider<"Foo", ui8>

// What is known of a dtype is a constant, and the dtype itself is nothing.
// HOST-LABEL: llvm.func @facts() -> !llvm.struct<(i64, i64, i64, i1)>
// HOST-DAG:   llvm.mlir.constant(5 : index) : i64
// HOST-DAG:   llvm.mlir.constant(1 : index) : i64
// HOST-DAG:   llvm.mlir.constant(true) : i1
// HOST-NOT:   dtyp.
func.func @facts() -> (index, index, index, i1) {
  %object = dtyp.make_provider() : () -> !foo
  %ui8 = dtyp.dtype_of %object : !foo
  %pair = dtyp.constant !pair
  %one = dtyp.weak_scalar int
  %sum = dtyp.promote %ui8, %one : !dtyp.dtype<ui8>, !dtyp.weak<int>
  %0 = dtyp.itemsize %pair : !dtyp.dtype<!pair>
  %1 = dtyp.alignment device %pair : !dtyp.dtype<!pair>
  %2 = dtyp.itemsize %sum : !dtyp.dtype<ui8>
  %3 = dtyp.can_cast safe %ui8 to %sum : !dtyp.dtype<ui8>, !dtyp.dtype<ui8>
  return %0, %1, %2, %3 : index, index, index, i1
}

// HOST-LABEL: llvm.func @accesses
// HOST:       %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// HOST:       llvm.icmp "ne" %[[BYTE]]
// HOST:       llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> f32
// HOST:       llvm.store %{{.*}}, %{{.*}} {alignment = 1 : i64} : f32, !llvm.ptr
// HOST:       llvm.atomicrmw fadd
// HOST:       llvm.sitofp %{{.*}} : i32 to f32
// HOST-NOT:   builtin.unrealized_conversion_cast
// HOST:       llvm.return
func.func @accesses(%flags: memref<?xi8>, %pairs: memref<?x!pair>, %sums: memref<?xf32>, %i: index, %n: i32) -> (i1, f32, f32) {
  %flag = dtyp.load %flags[%i] : memref<?xi8> as i1
  %b = dtyp.load %pairs[%i]["b"] : memref<?x!pair>
  dtyp.store %b, %pairs[%i]["b"] : f32, memref<?x!pair>
  %old = dtyp.atomic_rmw addf %b, %sums[%i] : f32, memref<?xf32> as f32
  %x = dtyp.cast %n casting unsafe : i32 to f32
  return %flag, %old, %x : i1, f32, f32
}

//--- kernel.mlir
// A local array of a loop is made once, as the stack would grow in the loop.
gpu.module @kernels {
  // KERNEL-LABEL: llvm.func @loop(
  // KERNEL-NOT:   ^bb
  // KERNEL:       llvm.alloca %{{.*}} x i32 {alignment = 16 : i64} : (i64) -> !llvm.ptr
  // KERNEL:       ^bb1
  // KERNEL-NOT:   llvm.alloca
  // KERNEL-NOT:   builtin.unrealized_conversion_cast
  gpu.func @loop(%out: memref<?xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %v = arith.constant 7 : i32
    %dt = dtyp.constant ui32
    cf.br ^head(%c0 : index)
  ^head(%i: index):
    %more = arith.cmpi slt, %i, %n : index
    cf.cond_br %more, ^body, ^exit
  ^body:
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<ui32> -> memref<4xi32, #gpu.address_space<private>>
    dtyp.store %v, %a[%c1] : i32, memref<4xi32, #gpu.address_space<private>> as ui32
    %x = dtyp.load %a[%c1] : memref<4xi32, #gpu.address_space<private>> as ui32
    memref.store %x, %out[%i] : memref<?xi32>
    %next = arith.addi %i, %c1 : index
    cf.br ^head(%next : index)
  ^exit:
    gpu.return
  }
}

//--- unknown.mlir
// A dtype that something unknown uses stays one, as values of all types do.
// UNKNOWN:      %[[DT:.*]] = builtin.unrealized_conversion_cast to !dtyp.dtype<f32>
// UNKNOWN-NEXT: "test.use"(%[[DT]]) : (!dtyp.dtype<f32>) -> ()
func.func @unknown() {
  %dt = dtyp.constant f32
  "test.use"(%dt) : (!dtyp.dtype<f32>) -> ()
  return
}

//--- arrays.mlir
// ARRAYS-LABEL: llvm.func @arrays
// ARRAYS:       llvm.call @mgpuMemAlloc(
// ARRAYS:       llvm.call @mgpuMemAlloc(
// ARRAYS-NOT:   cudax.
// ARRAYS-NOT:   dtyp.
module attributes {gpu.container_module} {
  func.func @arrays(%n: index) -> memref<2xf32> {
    %foo = dtyp.make_provider() : () -> !dtyp.provider<"Foo", ui8>
    %dt = dtyp.constant f32
    %start = gpu.wait async
    %a, %made = cudax.device_alloc async [%start] (%foo) [%n, 3] : !dtyp.provider<"Foo", ui8> -> memref<?x3xi8>
    %freed = gpu.dealloc async [%made] %a : memref<?x3xi8>
    %shared = cudax.device_alloc host_shared(%dt) [2] : !dtyp.dtype<f32> -> memref<2xf32>
    gpu.wait [%freed]
    return %shared : memref<2xf32>
  }
}

//--- space.mlir
func.func @space(%i: index, %x: f32) {
  %dt = dtyp.constant f32
  %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  memref.store %x, %a[%i] : memref<4xf32, #gpu.address_space<private>>
  return
}

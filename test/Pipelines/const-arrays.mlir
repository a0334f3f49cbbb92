// Arrays of constants in PTX: read from constant memory through any view of them,
// and as many bytes as ptxas takes.

// RUN: dtyp-compile %s --chip=sm_75 --emit=ptx -o - | FileCheck %s
// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ dtyp-compile %s --chip=sm_75 -o %t.cubin %}
// RUN: %if ptxas %{ dtyp-compile %s --chip=sm_90 -o %t.cubin %}

!pair = !dtyp.record<a: ui8, b: i32>

gpu.module @kernels {
  // CHECK-DAG: .const .align 16 .b8 const_array[65520]
  // CHECK-DAG: .global .align 16 .b8 const_array_0[20]
  // CHECK-DAG: .const .align 8 .b8 const_array_1[5] = {1, 2};

  // CHECK: .entry table(
  gpu.func @table(%i: i32, %out: memref<?xf32>) kernel {
    %dt = dtyp.constant f32
    %j = arith.index_cast %i : i32 to index
    %c2 = arith.constant 2 : index
    %table = cudax.const_array(%dt) dense<2.0> : tensor<4095x4xf32> : !dtyp.dtype<f32> -> memref<4095x4xf32>
    // Half a row is one access.
    // CHECK: ld.const.v2.b32
    %row = vector.load %table[%j, %c2] {alignment = 8} : memref<4095x4xf32>, vector<2xf32>
    %sum = vector.reduction <add>, %row : vector<2xf32> into f32
    memref.store %sum, %out[%j] : memref<?xf32>
    gpu.return
  }

  // CHECK: .entry others(
  gpu.func @others(%i: i32, %out: memref<?xi32>, %bytes: memref<?xi32>) kernel {
    %j = arith.index_cast %i : i32 to index
    %int = dtyp.constant i32
    %more = cudax.const_array(%int) dense<[1, 2, 3, 4, 5]> : tensor<5xi32> : !dtyp.dtype<i32> -> memref<5xi32>
    // CHECK: ld.global{{.*}}.b32
    %value = memref.load %more[%j] : memref<5xi32>
    memref.store %value, %out[%j] : memref<?xi32>
    %record = dtyp.constant !pair
    %pairs = cudax.const_array(%record) dense<[[1, 2, 0, 0, 0]]> : tensor<1x5xi8> : !dtyp.dtype<!pair> -> memref<1x!pair>
    // A field at an odd address is read by bytes.
    // CHECK-COUNT-4: ld.const.b8
    %b = dtyp.load %pairs[%j]["b"] : memref<1x!pair>
    memref.store %b, %bytes[%j] : memref<?xi32>
    gpu.return
  }
}

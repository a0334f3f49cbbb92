// Arrays in shared memory as PTX: a symbol for each static array, and one for
// all dynamic ones, which is external, so that no static array lies in it.

// RUN: dtyp-compile %s --chip=sm_75 --emit=ptx | FileCheck %s
// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx | FileCheck %s

#w = #gpu.address_space<workgroup>

gpu.module @kernels {
  // CHECK: .extern .shared .align 256 .b8 dynamic_shared_memory[];

  // CHECK-LABEL: .visible .entry static(
  // CHECK-DAG: .shared .align 64 .b8 static_shared[400];
  // CHECK-DAG: .shared .align 16 .b8 static_shared_0[400];
  // CHECK: st.shared
  // CHECK: ret;
  gpu.func @static(%out: memref<?xf32>, %i: index, %j: index) kernel {
    %dt = dtyp.constant f32
    %a = cudax.shared_alloca(%dt) [100] {alignment = 64} : !dtyp.dtype<f32> -> memref<100xf32, #w>
    %b = cudax.shared_alloca(%dt) [100] : !dtyp.dtype<f32> -> memref<100xf32, #w>
    %x = memref.load %out[%i] : memref<?xf32>
    %y = memref.load %out[%j] : memref<?xf32>
    memref.store %x, %a[%i] : memref<100xf32, #w>
    memref.store %y, %b[%i] : memref<100xf32, #w>
    gpu.barrier
    %z = memref.load %a[%j] : memref<100xf32, #w>
    %u = memref.load %b[%j] : memref<100xf32, #w>
    %s = arith.addf %z, %u : f32
    memref.store %s, %out[%i] : memref<?xf32>
    gpu.return
  }

  // Bytes 0 to 9, then 16 to 31, then from 256 on.
  // CHECK-LABEL: .visible .entry dynamic(
  // CHECK-NOT: .shared .align
  // CHECK-DAG: st.shared.b8 {{.*}}[dynamic_shared_memory]
  // CHECK-DAG: st.shared.b64 {{.*}}[dynamic_shared_memory+16]
  // CHECK-DAG: st.shared.b64 {{.*}}[dynamic_shared_memory+256]
  // CHECK: ret;
  gpu.func @dynamic(%out: memref<?xi64>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %i8 = dtyp.constant i8
    %i64 = dtyp.constant i64
    %a = cudax.shared_alloca(%i8) [10] {dynamic} : !dtyp.dtype<i8> -> memref<10xi8, #w>
    %b = cudax.shared_alloca(%i64) [2] {dynamic} : !dtyp.dtype<i64> -> memref<2xi64, #w>
    %c = cudax.shared_alloca(%i64) [%n] {alignment = 256} : !dtyp.dtype<i64> -> memref<?xi64, #w>
    %x = memref.load %out[%c0] : memref<?xi64>
    %byte = arith.trunci %x : i64 to i8
    memref.store %byte, %a[%c0] : memref<10xi8, #w>
    memref.store %x, %b[%c0] : memref<2xi64, #w>
    memref.store %x, %c[%c0] : memref<?xi64, #w>
    gpu.barrier
    %y = memref.load %a[%n] : memref<10xi8, #w>
    %z = memref.load %b[%n] : memref<2xi64, #w>
    %u = memref.load %c[%n] : memref<?xi64, #w>
    %wide = arith.extsi %y : i8 to i64
    %s = arith.addi %z, %u : i64
    %t = arith.addi %s, %wide : i64
    memref.store %t, %out[%c0] : memref<?xi64>
    gpu.return
  }
}

// Accesses beyond arrays in shared memory, static and dynamic.

// The launch gives too few bytes: 4 of the 160 are missing.
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=dynamic --block 8 --dynamic-shared 160 int64:7 | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=dynamic --block 8 --dynamic-shared 156 int64:7 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: write out of bounds: no array of the kernel is there, or not all of it lies in one, in block (0, 0, 0), thread (7, 0, 0)

// An index beyond the first array is no access to the second one.
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=dynamic --block 8 --dynamic-shared 160 int64:32 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: write out of bounds: index 32 in dimension 0 of size 10

// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=static int64:10 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: error: write out of bounds: index 10 in dimension 0 of size 10
// STATIC: note: the array is from here
// STATIC-NEXT: %a = cudax.shared_alloca

#w = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @dynamic(%i: index) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %i8 = dtyp.constant i8
    %f32 = dtyp.constant f32
    %a = cudax.shared_alloca(%i8) [10] {dynamic} : !dtyp.dtype<i8> -> memref<10xi8, #w>
    %b = cudax.shared_alloca(%f32) [8] {alignment = 128, dynamic} : !dtyp.dtype<f32> -> memref<8xf32, #w>
    %isFirst = arith.cmpi eq, %t, %c0 : index
    %x = arith.constant 1 : i8
    %y = arith.constant 1.0 : f32
    scf.if %isFirst {
      memref.store %x, %a[%i] : memref<10xi8, #w>
    }
    memref.store %y, %b[%t] : memref<8xf32, #w>
    gpu.return
  }
  gpu.func @static(%i: index) kernel {
    %i8 = dtyp.constant i8
    %x = arith.constant 1 : i8
    %a = cudax.shared_alloca(%i8) [10] : !dtyp.dtype<i8> -> memref<10xi8, #w>
    %b = cudax.shared_alloca(%i8) [10] : !dtyp.dtype<i8> -> memref<10xi8, #w>
    memref.store %x, %a[%i] : memref<10xi8, #w>
    memref.store %x, %b[%i] : memref<10xi8, #w>
    gpu.return
  }
}

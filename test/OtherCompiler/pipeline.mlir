// Another compiler's objects go through the whole pipeline: those without state
// are no parameters, the one with state becomes its fields (a float, and a
// memref: five parameters).
//
// RUN: dtyp-compile %s --load-dialect-plugin=%dtyp_test_plugin --chip=sm_90 \
// RUN:   --emit=ptx --signature -o %t.ptx | FileCheck %s --check-prefix=MAP
// RUN: FileCheck %s < %t.ptx

// MAP: kernel @kernels::@kernel
// MAP-NEXT: argument 0: !acme.instance<"Foo", f32> -> no parameter
// MAP-NEXT: argument 1: !acme.foreign<ui8> -> no parameter
// MAP-NEXT: argument 2: !acme.weighted<i32> -> parameters 0, 1
// MAP-NEXT: argument 3: memref<?xf32> -> parameter 2

// CHECK-LABEL: .visible .entry kernel(
// CHECK-NEXT: .param .f32 kernel_param_0,
// CHECK: kernel_param_10
// CHECK-NOT: kernel_param_11
// CHECK: .local .align 16 .b8 __local_depot0[64];
gpu.module @kernels {
  gpu.func @kernel(%direct: !acme.instance<"Foo", f32>,
                   %external: !acme.foreign<ui8>,
                   %weighted: !acme.weighted<i32>, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dt = dtyp.dtype_of %direct : !acme.instance<"Foo", f32>
    %state = cudax.local_alloca(%dt) [16] : !dtyp.dtype<f32> -> memref<16xf32, #gpu.address_space<private>>
    %bytes = cudax.local_alloca(%external) [4] : !acme.foreign<ui8> -> memref<4xi8, #gpu.address_space<private>>
    %n = memref.dim %out, %c0 : memref<?xf32>
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0 : i8
    memref.store %zero, %bytes[%c0] : memref<4xi8, #gpu.address_space<private>>
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %out[%i] : memref<?xf32>
      %j = arith.remui %i, %c16 : index
      memref.store %x, %state[%j] : memref<16xf32, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %n step %c1 {
      %k = arith.xori %i, %c1 : index
      %j = arith.remui %k, %c16 : index
      %x = memref.load %state[%j] : memref<16xf32, #gpu.address_space<private>>
      memref.store %x, %out[%i] : memref<?xf32>
    }
    gpu.return
  }
}

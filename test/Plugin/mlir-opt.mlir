// The distribution's mlir-opt, which knows nothing of dtyp, loads the plugin.

// RUN: mlir-opt %s --load-dialect-plugin=%dtyp_plugin | FileCheck %s --check-prefix=PARSE
// RUN: mlir-opt %s --load-dialect-plugin=%dtyp_plugin --canonicalize | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%dtyp_plugin --load-pass-plugin=%dtyp_plugin \
// RUN:   --pass-pipeline='builtin.module(canonicalize,dtyp-erase-providers)' \
// RUN:   | FileCheck %s --check-prefix=ERASED

// Without the plugin the dialect is unknown, and without the pass plugin the
// pass is.
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=NO-DIALECT
// RUN: not mlir-opt %s --load-dialect-plugin=%dtyp_plugin \
// RUN:   --pass-pipeline='builtin.module(dtyp-erase-providers)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-PASS

// Passes of a plugin are no options, and a plugin that is not there is ignored.
// RUN: not mlir-opt %s --load-dialect-plugin=%dtyp_plugin --load-pass-plugin=%dtyp_plugin \
// RUN:   --dtyp-erase-providers 2>&1 | FileCheck %s --check-prefix=NO-OPTION
// RUN: mlir-opt /dev/null --load-dialect-plugin=%t.none.so 2>&1 | FileCheck %s --check-prefix=IGNORED

// The whole pipeline runs in it, to PTX.
// RUN: mlir-opt %s --load-dialect-plugin=%dtyp_plugin --load-pass-plugin=%dtyp_plugin \
// RUN:   --pass-pipeline='builtin.module(dtyp-to-nvvm{chip=sm_90 format=isa})' \
// RUN:   | FileCheck %s --check-prefix=PTX
// RUN: not mlir-opt %s --load-dialect-plugin=%dtyp_plugin --load-pass-plugin=%dtyp_plugin \
// RUN:   --pass-pipeline='builtin.module(dtyp-to-nvvm{chip=sm_1})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-CHIP

// NO-OPTION: Unknown command line argument '--dtyp-erase-providers'
// IGNORED: Failed to load dialect plugin from '{{.*}}.none.so'. Request ignored.
// PTX: gpu.binary @kernels
// PTX-SAME: .target sm_90
// PTX-SAME: .visible .entry kernel(
// NO-CHIP: error: expected a chip that LLVM {{.*}} knows, but got 'sm_1'
// NO-DIALECT: type created with unregistered dialect
// NO-PASS: 'dtyp-erase-providers' does not refer to a registered pass or pass pipeline

!foo = !dtyp.provider<"Foo", ui8>

// PARSE-LABEL: gpu.func @kernel(
// PARSE: dtyp.dtype_of
// PARSE: cudax.local_alloca

// CHECK-LABEL: gpu.func @kernel(
// CHECK-SAME: %{{.*}}: !dtyp.provider<"Foo", ui8>
// CHECK-NOT: dtyp.
// CHECK: memref.alloca() {alignment = 16 : i64{{.*}}} : memref<10xi8, #gpu.address_space<private>>

// ERASED-LABEL: gpu.func @kernel(
// ERASED-SAME: %{{[a-z0-9]*}}: memref<?xi8>)
gpu.module @kernels {
  gpu.func @kernel(%foo: !foo, %out: memref<?xi8>) kernel {
    %c0 = arith.constant 0 : index
    %dt = dtyp.dtype_of %foo : !foo
    %state = cudax.local_alloca(%dt) [10] : !dtyp.dtype<ui8> -> memref<10xi8, #gpu.address_space<private>>
    %x = memref.load %state[%c0] : memref<10xi8, #gpu.address_space<private>>
    memref.store %x, %out[%c0] : memref<?xi8>
    gpu.return
  }
}

// Lanes behind the end of an array hold the padding; found by tools/fuzz on an
// H200 (test/Pipelines/masked-load.mlir).
// RUN: %dtyp_run %s float16:5 float16:7 'out:float16[8]=zeros' | FileCheck %s
// CHECK: [5.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0]

!local = memref<1xf16, #gpu.address_space<private>>

gpu.module @kernels {
  gpu.func @padded(%x: f16, %padding: f16, %out: memref<8xf16>) kernel {
    %c0 = arith.constant 0 : index
    %dt = dtyp.constant f16
    %a = cudax.local_alloca(%dt) [1] {alignment = 16} : !dtyp.dtype<f16> -> !local
    memref.store %x, %a[%c0] : !local
    %v = vector.transfer_read %a[%c0], %padding : !local, vector<8xf16>
    vector.store %v, %out[%c0] : memref<8xf16>, vector<8xf16>
    gpu.return
  }
}

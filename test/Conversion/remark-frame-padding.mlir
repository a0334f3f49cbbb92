// RUN: dtyp-opt %s --cudax-remark-frame-padding --remarks-filter=local-array 2>&1 | FileCheck %s --implicit-check-not=remark:

// Nobody who does not ask sees them, nor who asks for others.
// RUN: dtyp-opt %s --cudax-remark-frame-padding 2>&1 | not grep remark
// RUN: dtyp-opt %s --cudax-remark-frame-padding --remarks-filter=other 2>&1 | not grep remark

// The pipeline makes them, too, and a file can be had.
// RUN: dtyp-opt %s --dtyp-to-nvvm="format=isa" --remarks-filter-analyse=local-array --remark-format=yaml --remarks-output-file=%t.yaml -o %t.mlir
// RUN: FileCheck %s --input-file=%t.yaml --check-prefix=YAML
// YAML:      !Analysis
// YAML-NEXT: Pass: local-array
// YAML-NEXT: Name: FramePadding
// YAML:      Alignment: '32'

// RUN: dtyp-compile %s --remarks-filter='local-.*' --emit=ptx -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: dtyp-compile %s --emit=ptx -o %t.ptx 2>&1 | count 0

gpu.module @kernels {
  gpu.func @kernel(%out: memref<64xf32>, %dt: !dtyp.dtype<f32>, %i: index, %x: f32) kernel {
    %a16 = memref.alloca() {alignment = 16 : i64} : memref<64xf32, #gpu.address_space<private>>
    // 256 bytes each; ptxas reports frames of 272, 304, 1008 and 8176 for them.
    // CHECK: :[[#@LINE+1]]:{{.*}} remark: [Analysis] FramePadding | Category:local-array | Alignment=32, ArrayBytes=256, PaddingBytes=16, Remark="an alignment above 16 bytes pads the frame of each thread"
    %a32 = memref.alloca() {alignment = 32 : i64} : memref<64xf32, #gpu.address_space<private>>
    // CHECK: :[[#@LINE+1]]:{{.*}} remark: {{.*}}PaddingBytes=48
    %a64 = memref.alloca() {alignment = 64 : i64} : memref<64xf32, #gpu.address_space<private>>
    // CHECK: :[[#@LINE+1]]:{{.*}} remark: {{.*}}PaddingBytes=752
    %a512 = memref.alloca() {alignment = 512 : i64} : memref<64xf32, #gpu.address_space<private>>
    // CHECK: :[[#@LINE+1]]:{{.*}} remark: {{.*}}PaddingBytes=7920
    %a4096 = memref.alloca() {alignment = 4096 : i64} : memref<64xf32, #gpu.address_space<private>>
    memref.store %x, %a16[%i] : memref<64xf32, #gpu.address_space<private>>
    %y16 = memref.load %a16[%i] : memref<64xf32, #gpu.address_space<private>>
    memref.store %y16, %out[%i] : memref<64xf32>
    memref.store %x, %a32[%i] : memref<64xf32, #gpu.address_space<private>>
    %y32 = memref.load %a32[%i] : memref<64xf32, #gpu.address_space<private>>
    memref.store %y32, %out[%i] : memref<64xf32>
    memref.store %x, %a64[%i] : memref<64xf32, #gpu.address_space<private>>
    %y64 = memref.load %a64[%i] : memref<64xf32, #gpu.address_space<private>>
    memref.store %y64, %out[%i] : memref<64xf32>
    memref.store %x, %a512[%i] : memref<64xf32, #gpu.address_space<private>>
    %y512 = memref.load %a512[%i] : memref<64xf32, #gpu.address_space<private>>
    memref.store %y512, %out[%i] : memref<64xf32>
    memref.store %x, %a4096[%i] : memref<64xf32, #gpu.address_space<private>>
    %y4096 = memref.load %a4096[%i] : memref<64xf32, #gpu.address_space<private>>
    memref.store %y4096, %out[%i] : memref<64xf32>
    gpu.return
  }
}

gpu.module @kernels {
  gpu.func @kernel(%i: index, %x: f32) kernel {
    %a = memref.alloca() : memref<4xf32, 5>
    memref.store %x, %a[%i] : memref<4xf32, 5>
    gpu.return
  }
}

gpu.module @first {
  gpu.func @one(%a: memref<4xf32>) kernel {
    gpu.return
  }
}
gpu.module @second {
  gpu.func @two(%a: memref<4xf32>) kernel {
    gpu.return
  }
}

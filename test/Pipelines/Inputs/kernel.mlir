!foo = !dtyp.provider<"Foo", f32>

gpu.module @kernels {
  func.func @twice(%x: f32) -> f32 {
    %y = arith.addf %x, %x : f32
    return %y : f32
  }
  gpu.func @kernel(%foo: !foo, %out: memref<?xf32>, %i: index) kernel {
    %dt = dtyp.dtype_of %foo : !foo
    %a = cudax.local_alloca(%dt) [10] : !dtyp.dtype<f32> -> memref<10xf32, #gpu.address_space<private>>
    %t = gpu.thread_id x
    %x = memref.load %out[%t] : memref<?xf32>
    %y = func.call @twice(%x) : (f32) -> f32
    memref.store %y, %a[%i] : memref<10xf32, #gpu.address_space<private>>
    %c0 = arith.constant 0 : index
    %z = memref.load %a[%c0] : memref<10xf32, #gpu.address_space<private>>
    memref.store %z, %out[%t] : memref<?xf32>
    gpu.return
  }
}

gpu.module @kernels {
  gpu.func @kernel(%foo: !dtyp.provider<"Foo", ui8>, %out: memref<?xi8>, %i: index) kernel {
    %a = cudax.local_alloca(%foo) [10] : !dtyp.provider<"Foo", ui8> -> memref<10xi8, #gpu.address_space<private>>
    %c0 = arith.constant 0 : index
    %x = memref.load %out[%c0] : memref<?xi8>
    memref.store %x, %a[%i] : memref<10xi8, #gpu.address_space<private>>
    %y = memref.load %a[%c0] : memref<10xi8, #gpu.address_space<private>>
    memref.store %y, %out[%i] : memref<?xi8>
    gpu.return
  }
}

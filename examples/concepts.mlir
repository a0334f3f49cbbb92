// What GPU compilers for Python call by other names, one kernel for each: the page
// docs/concepts.md has the names and what the kernels compute.

!foo = !dtyp.provider<"Foo", f32>
!point = !dtyp.record<id: ui8, position: !dtyp.subarray<2xf32>>

gpu.module @kernels {
  // window = cuda.local.array(4, dtype=foo)
  gpu.func @local_array(%foo: !foo, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %window = cudax.local_alloca(%foo) [4] : !foo -> memref<4xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %out[%i] : memref<?xf32>
      memref.store %x, %window[%i] : memref<4xf32, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %j = arith.subi %c3, %i : index
      %x = memref.load %window[%j] : memref<4xf32, #gpu.address_space<private>>
      memref.store %x, %out[%i] : memref<?xf32>
    }
    gpu.return
  }

  // tile = cuda.shared.array(4, dtype=foo); cuda.syncthreads()
  gpu.func @shared_array(%foo: !foo, %out: memref<?xf32>) kernel {
    %c1 = arith.constant 1 : index
    %thread = gpu.thread_id x
    %threads = gpu.block_dim x
    %tile = cudax.shared_alloca(%foo) [4] : !foo -> memref<4xf32, #gpu.address_space<workgroup>>
    %x = memref.load %out[%thread] : memref<?xf32>
    memref.store %x, %tile[%thread] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = arith.subi %threads, %c1 : index
    %other = arith.subi %last, %thread : index
    %y = memref.load %tile[%other] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %y, %out[%thread] : memref<?xf32>
    gpu.return
  }

  // weights = cuda.const.array_like(np.array([1, 10, 100, 1000], np.float32))
  gpu.func @const_array(%foo: !foo, %out: memref<?xf32>) kernel {
    %thread = gpu.global_id x
    %weights = cudax.const_array(%foo) dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf32> : !foo -> memref<4xf32>
    %weight = memref.load %weights[%thread] : memref<4xf32>
    %x = memref.load %out[%thread] : memref<?xf32>
    %product = arith.mulf %x, %weight : f32
    memref.store %product, %out[%thread] : memref<?xf32>
    gpu.return
  }

  // points[i]["id"] = i; out[i] = points[i]["position"][1]
  gpu.func @record(%points: memref<?x!point>, %out: memref<?xf32>) kernel {
    %thread = gpu.global_id x
    %c1 = arith.constant 1 : index
    %id = arith.index_cast %thread : index to i8
    dtyp.store %id, %points[%thread]["id"] : i8, memref<?x!point>
    %y = dtyp.load %points[%thread]["position"][%c1] : memref<?x!point>
    memref.store %y, %out[%thread] : memref<?xf32>
    gpu.return
  }

  // cuda.atomic.add(out, 0, x[i])
  gpu.func @atomic(%x: memref<?xf32>, %out: memref<?xf32>) kernel {
    %thread = gpu.global_id x
    %c0 = arith.constant 0 : index
    %value = memref.load %x[%thread] : memref<?xf32>
    %old = dtyp.atomic_rmw addf %value, %out[%c0] : f32, memref<?xf32>
    gpu.return
  }

  // out[i] = np.result_type(foo, np.int64).itemsize, and x[i].astype(np.uint8)
  gpu.func @types(%foo: !foo, %x: memref<?xf32>, %sizes: memref<?xi64>, %bytes: memref<?xi8>) kernel {
    %thread = gpu.global_id x
    %int64 = dtyp.constant i64
    %common = dtyp.promote %foo, %int64 : !foo, !dtyp.dtype<i64>
    %size = dtyp.itemsize %common : !dtyp.dtype<f64>
    %word = arith.index_cast %size : index to i64
    memref.store %word, %sizes[%thread] : memref<?xi64>
    %value = memref.load %x[%thread] : memref<?xf32>
    %byte = dtyp.cast %value : f32 to ui8
    dtyp.store %byte, %bytes[%thread] : i8, memref<?xi8> as ui8
    gpu.return
  }
}

// Host functions that drive a device: memory, copies, fills and launches.

// RUN: %dtyp_run %s --function=run int64:3 'float32[6]=arange' 'out:float32[6]=zeros' | FileCheck %s --check-prefix=RUN-ALL
// RUN-ALL: argument 3 float32[6] = [1.0 9.0 17.0 25.0 33.0 41.0]

// RUN: %dtyp_run %dtyp_examples/scaled.mlir --function=run float32:0.5 'float32[12]=arange' 'out:float32[10]=zeros' \
// RUN:   | FileCheck %s --check-prefix=SCALED
// SCALED: argument 3 float32[10] = [1.5 3.0 4.5 6.0 7.5 9.0 10.5 12.0 13.5 15.0]

// RUN: %dtyp_run %s --function=shapes 'out:int32[4,4]=zeros' | FileCheck %s --check-prefix=SHAPES
// SHAPES: argument 1 int32[4,4] =
// SHAPES-NEXT: {{\[}}[3 2 1 0]
// SHAPES-NEXT:  [3 2 1 0]
// SHAPES-NEXT:  [103 102 101 100]
// SHAPES-NEXT:  [103 102 101 100]{{\]}}

// RUN: %dtyp_run %s --function=tokens 'out:float32[3]=ones' | FileCheck %s --check-prefix=TOKENS
// TOKENS: argument 1 float32[3] = [32.0 32.0 32.0]

// RUN: %dtyp_run %s --function=fills 'out:uint8[3]=zeros' 'out:float16[2]=zeros' 'out:float64[2]=zeros' 'out:complex64[2,2]=zeros' | FileCheck %s --check-prefix=FILLS
// FILLS: argument 1 uint8[3] = [7 7 7]
// FILLS: argument 2 float16[2] = [1.5 1.5]
// FILLS: argument 3 float64[2] = [0.1 0.1]
// FILLS: argument 4 complex64[2,2] =
// FILLS-NEXT: {{\[}}[0j (2-1j)]
// FILLS-NEXT:  [0j (2-1j)]{{\]}}

// RUN: %dtyp_run %s --function=strided 'float32[3,6]=arange' 'out:float32[2,3]=zeros' | FileCheck %s --check-prefix=STRIDED
// STRIDED: argument 2 float32[2,3] =
// STRIDED-NEXT: {{\[}}[14.0 18.0 22.0]
// STRIDED-NEXT:  [26.0 30.0 34.0]{{\]}}

// RUN: %dtyp_run %s --function=shared 'out:float32[2]=zeros' | FileCheck %s --check-prefix=SHARED
// SHARED: argument 1 float32[2] = [6.0 8.0]

// RUN: %dtyp_run %s --function=registered 'out:float32[4]=arange' | FileCheck %s --check-prefix=REGISTERED
// REGISTERED: argument 1 float32[4] = [0.0 2.0 4.0 6.0]

// RUN: %dtyp_run %s --function=empty 'out:float32[0]=zeros' | FileCheck %s --check-prefix=EMPTY
// EMPTY: argument 1 float32[0] = []

// Timed calls leave the outputs alone.
// RUN: %dtyp_run %s --function=registered --time --repeat 3 'out:float32[4]=arange' | FileCheck %s --check-prefix=TIME
// TIME: argument 1 float32[4] = [0.0 2.0 4.0 6.0]
// TIME: time: min {{[0-9.]+}} us, median {{[0-9.]+}} us, max {{[0-9.]+}} us over 3 launches

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @double(%a: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<?xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %a[%i] : memref<?xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<?xf32>, %b: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<?xf32>
      %w = memref.load %b[%i] : memref<?xf32>
      %sum = arith.addf %v, %w : f32
      memref.store %sum, %b[%i] : memref<?xf32>
      gpu.return
    }
  }

  gpu.module @others {
    // Reverses the threads of a block through shared memory.
    gpu.func @reverse(%out: memref<4x4xi32>, %step: i32) kernel {
      %c0 = arith.constant 0 : index
      %c3 = arith.constant 3 : index
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %shared = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4xi32, #gpu.address_space<workgroup>>
      %block = gpu.block_id x
      %i = gpu.thread_id x
      %cluster = gpu.cluster_id x
      %number = arith.index_cast %i : index to i32
      memref.store %number, %shared[%i] : memref<4xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %j = arith.subi %c3, %i : index
      %other = memref.load %shared[%j] : memref<4xi32, #gpu.address_space<workgroup>>
      %clusterNumber = arith.index_cast %cluster : index to i32
      %offset = arith.muli %clusterNumber, %step : i32
      %sum = arith.addi %other, %offset : i32
      memref.store %sum, %out[%block, %i] : memref<4x4xi32>
      gpu.return
    }
  }

  // Doubles an array as often as asked, and adds one.
  func.func @run(%times: index, %in: memref<?xf32>, %out: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %size = memref.dim %in, %c0 : memref<?xf32>
    %t0 = gpu.wait async
    %a, %t1 = gpu.alloc async [%t0] (%size) : memref<?xf32>
    %b, %t2 = gpu.alloc async [%t1] (%size) : memref<?xf32>
    %t3 = gpu.memcpy async [%t2] %a, %in : memref<?xf32>, memref<?xf32>
    %t4 = gpu.memset async [%t3] %b, %one : memref<?xf32>, f32
    gpu.wait [%t4]
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%size, %c1, %c1)
          args(%a : memref<?xf32>)
    }
    %t5 = gpu.launch_func async @kernels::@add blocks in (%c1, %c1, %c1) threads in (%size, %c1, %c1)
        args(%a : memref<?xf32>, %b : memref<?xf32>)
    %t6 = gpu.memcpy async [%t5] %out, %b : memref<?xf32>, memref<?xf32>
    %t7 = gpu.dealloc async [%t6] %a : memref<?xf32>
    %t8 = gpu.dealloc async [%t7] %b : memref<?xf32>
    gpu.wait [%t8]
    return
  }

  func.func @shapes(%out: memref<4x4xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %bytes = arith.constant 16 : i32
    %step = arith.constant 100 : i32
    %a = gpu.alloc () : memref<4x4xi32>
    gpu.launch_func @others::@reverse clusters in (%c2, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1)
        dynamic_shared_memory_size %bytes args(%a : memref<4x4xi32>, %step : i32)
    gpu.memcpy %out, %a : memref<4x4xi32>, memref<4x4xi32>
    gpu.dealloc %a : memref<4x4xi32>
    return
  }

  // Tokens go through control flow and other functions.
  func.func private @double_twice(%start: !gpu.async.token, %a: memref<3xf32>) -> !gpu.async.token {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %dynamic = memref.cast %a : memref<3xf32> to memref<?xf32>
    %end = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %start) -> !gpu.async.token {
      %next = gpu.launch_func async [%t] @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c3, %c1, %c1)
          args(%dynamic : memref<?xf32>)
      scf.yield %next : !gpu.async.token
    }
    return %end : !gpu.async.token
  }
  func.func @tokens(%out: memref<3xf32>) {
    %two = arith.constant 2.0 : f32
    %t0 = gpu.wait async
    %a, %t1 = gpu.alloc async [%t0] () : memref<3xf32>
    %t2 = gpu.memset async [%t1] %a, %two : memref<3xf32>, f32
    %t3 = call @double_twice(%t2, %a) : (!gpu.async.token, memref<3xf32>) -> !gpu.async.token
    %t4 = call @double_twice(%t3, %a) : (!gpu.async.token, memref<3xf32>) -> !gpu.async.token
    %t5 = gpu.memcpy async [%t4] %out, %a : memref<3xf32>, memref<3xf32>
    %t6 = gpu.dealloc async [%t5] %a : memref<3xf32>
    gpu.wait [%t6]
    return
  }

  func.func @fills(%bytes: memref<3xi8>, %halfs: memref<2xf16>, %doubles: memref<2xf64>, %pairs: memref<2x2xcomplex<f32>>) {
    %seven = arith.constant 7 : i8
    %half = arith.constant 1.5 : f16
    %tenth = arith.constant 0.1 : f64
    %pair = complex.constant [2.0 : f32, -1.0 : f32] : complex<f32>
    %0 = gpu.alloc () : memref<3xi8>
    %1 = gpu.alloc () : memref<2xf16>
    %2 = gpu.alloc () : memref<2xf64>
    %3 = gpu.alloc () : memref<2x2xcomplex<f32>>
    gpu.memset %0, %seven : memref<3xi8>, i8
    gpu.memset %1, %half : memref<2xf16>, f16
    gpu.memset %2, %tenth : memref<2xf64>, f64
    gpu.memcpy %3, %pairs : memref<2x2xcomplex<f32>>, memref<2x2xcomplex<f32>>
    // A column: not one behind the other.
    %column = memref.subview %3[0, 1] [2, 1] [1, 1] : memref<2x2xcomplex<f32>> to memref<2x1xcomplex<f32>, strided<[2, 1], offset: 1>>
    gpu.memset %column, %pair : memref<2x1xcomplex<f32>, strided<[2, 1], offset: 1>>, complex<f32>
    gpu.memcpy %bytes, %0 : memref<3xi8>, memref<3xi8>
    gpu.memcpy %halfs, %1 : memref<2xf16>, memref<2xf16>
    gpu.memcpy %doubles, %2 : memref<2xf64>, memref<2xf64>
    gpu.memcpy %pairs, %3 : memref<2x2xcomplex<f32>>, memref<2x2xcomplex<f32>>
    gpu.dealloc %0 : memref<3xi8>
    gpu.dealloc %1 : memref<2xf16>
    gpu.dealloc %2 : memref<2xf64>
    gpu.dealloc %3 : memref<2x2xcomplex<f32>>
    return
  }

  // The odd columns of the last rows, doubled.
  func.func @strided(%in: memref<3x6xf32>, %out: memref<2x3xf32>) {
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %a = gpu.alloc () : memref<2x3xf32>
    %odd = memref.subview %in[1, 1] [2, 3] [1, 2] : memref<3x6xf32> to memref<2x3xf32, strided<[6, 2], offset: 7>>
    gpu.memcpy %a, %odd : memref<2x3xf32>, memref<2x3xf32, strided<[6, 2], offset: 7>>
    %flat = memref.collapse_shape %a [[0, 1]] : memref<2x3xf32> into memref<6xf32>
    %dynamic = memref.cast %flat : memref<6xf32> to memref<?xf32>
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c6, %c1, %c1)
        args(%dynamic : memref<?xf32>)
    gpu.memcpy %out, %a : memref<2x3xf32>, memref<2x3xf32>
    gpu.dealloc %a : memref<2x3xf32>
    return
  }

  // Host and device use one memory.
  func.func @shared(%out: memref<2xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %three = arith.constant 3.0 : f32
    %four = arith.constant 4.0 : f32
    %a = gpu.alloc host_shared (%c2) : memref<?xf32>
    memref.store %three, %a[%c0] : memref<?xf32>
    memref.store %four, %a[%c1] : memref<?xf32>
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1)
        args(%a : memref<?xf32>)
    %0 = memref.load %a[%c0] : memref<?xf32>
    %1 = memref.load %a[%c1] : memref<?xf32>
    memref.store %0, %out[%c0] : memref<2xf32>
    memref.store %1, %out[%c1] : memref<2xf32>
    gpu.dealloc %a : memref<?xf32>
    return
  }

  func.func @registered(%a: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %size = memref.dim %a, %c0 : memref<?xf32>
    %all = memref.cast %a : memref<?xf32> to memref<*xf32>
    gpu.host_register %all : memref<*xf32>
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%size, %c1, %c1)
        args(%a : memref<?xf32>)
    gpu.host_unregister %all : memref<*xf32>
    return
  }

  func.func @empty(%out: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %a = gpu.alloc (%c0) : memref<?xf32>
    gpu.memset %a, %zero : memref<?xf32>, f32
    gpu.memcpy %out, %a : memref<?xf32>, memref<?xf32>
    gpu.dealloc %a : memref<?xf32>
    return
  }
}

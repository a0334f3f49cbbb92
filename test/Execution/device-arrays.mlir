// Arrays that the host makes on the device, from objects and dtypes: the question
// that a local array asks.

// RUN: %dtyp_run %s --function=object 'out:uint8[10]=zeros' | FileCheck %s --check-prefix=OBJECT
// OBJECT: argument 1 uint8[10] = [45 45 45 45 45 45 45 45 45 45]

// RUN: %dtyp_run %s --function=records int64:3 'out:int32[3]=zeros' | FileCheck %s --check-prefix=RECORDS
// RECORDS: argument 2 int32[3] = [0 10 20]

// RUN: %dtyp_run %s --function=tokens int64:4 'out:float32[4,2]=zeros' | FileCheck %s --check-prefix=TOKENS
// TOKENS: argument 2 float32[4,2] =
// TOKENS-NEXT: {{\[}}[2.0 2.0]
// TOKENS-NEXT:  [2.0 2.0]
// TOKENS-NEXT:  [2.0 2.0]
// TOKENS-NEXT:  [2.0 2.0]{{\]}}

// RUN: %dtyp_run %s --function=managed 'out:float64[2]=zeros' | FileCheck %s --check-prefix=MANAGED
// MANAGED: argument 1 float64[2] = [6.0 6.0]

!foo = !dtyp.provider<"Foo", ui8>
!pair = !dtyp.record<a: ui8, b: i32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // The request's kernel: the array in the kernel and the one on the host are
    // made from the same object.
    gpu.func @sum(%foo: !foo, %out: memref<10xi8>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c10 = arith.constant 10 : index
      %zero = arith.constant 0 : i8
      %state = cudax.local_alloca(%foo) [10] : !foo -> memref<10xi8, #gpu.address_space<private>>
      scf.for %k = %c0 to %c10 step %c1 {
        %value = arith.index_cast %k : index to i8
        memref.store %value, %state[%k] : memref<10xi8, #gpu.address_space<private>>
      }
      %sum = scf.for %k = %c0 to %c10 step %c1 iter_args(%partial = %zero) -> i8 {
        %value = memref.load %state[%k] : memref<10xi8, #gpu.address_space<private>>
        %next = arith.addi %partial, %value : i8
        scf.yield %next : i8
      }
      %i = gpu.thread_id x
      memref.store %sum, %out[%i] : memref<10xi8>
      gpu.return
    }
    gpu.func @fill(%pairs: memref<?x!pair>) kernel {
      %i = gpu.thread_id x
      %c10 = arith.constant 10 : i32
      %n = arith.index_cast %i : index to i32
      %value = arith.muli %n, %c10 : i32
      dtyp.store %value, %pairs[%i]["b"] : i32, memref<?x!pair>
      gpu.return
    }
    gpu.func @read(%pairs: memref<?x!pair>, %out: memref<?xi32>) kernel {
      %i = gpu.thread_id x
      %value = dtyp.load %pairs[%i]["b"] : memref<?x!pair>
      memref.store %value, %out[%i] : memref<?xi32>
      gpu.return
    }
    gpu.func @double(%a: memref<2xf64>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<2xf64>
      %w = arith.addf %v, %v : f64
      memref.store %w, %a[%i] : memref<2xf64>
      gpu.return
    }
  }

  func.func @object(%foo: !foo, %out: memref<?xi8>) {
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    %array = cudax.device_alloc(%foo) [10] : !foo -> memref<10xi8>
    gpu.launch_func @kernels::@sum blocks in (%c1, %c1, %c1) threads in (%c10, %c1, %c1) args(%foo : !foo, %array : memref<10xi8>)
    %host = memref.cast %out : memref<?xi8> to memref<10xi8>
    gpu.memcpy %host, %array : memref<10xi8>, memref<10xi8>
    gpu.dealloc %array : memref<10xi8>
    return
  }

  func.func @records(%count: i64, %out: memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %n = arith.index_cast %count : i64 to index
    %dt = dtyp.constant !pair
    %int = dtyp.constant i32
    %pairs = cudax.device_alloc(%dt) [%n] : !dtyp.dtype<!pair> -> memref<?x!pair>
    %numbers = cudax.device_alloc(%int) [%n] {alignment = 128} : !dtyp.dtype<i32> -> memref<?xi32>
    gpu.launch_func @kernels::@fill blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%pairs : memref<?x!pair>)
    gpu.launch_func @kernels::@read blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%pairs : memref<?x!pair>, %numbers : memref<?xi32>)
    gpu.memcpy %out, %numbers : memref<?xi32>, memref<?xi32>
    gpu.dealloc %pairs : memref<?x!pair>
    gpu.dealloc %numbers : memref<?xi32>
    return
  }

  func.func @tokens(%count: i64, %out: memref<?x?xf32>) {
    %n = arith.index_cast %count : i64 to index
    %two = arith.constant 2.0 : f32
    %dt = dtyp.constant !dtyp.subarray<2xf32>
    %start = gpu.wait async
    %rows, %made = cudax.device_alloc async [%start](%dt) [%n] : !dtyp.dtype<!dtyp.subarray<2xf32>> -> memref<?x2xf32>
    %filled = gpu.memset async [%made] %rows, %two : memref<?x2xf32>, f32
    %host = memref.cast %out : memref<?x?xf32> to memref<?x2xf32>
    %copied = gpu.memcpy async [%filled] %host, %rows : memref<?x2xf32>, memref<?x2xf32>
    %freed = gpu.dealloc async [%copied] %rows : memref<?x2xf32>
    gpu.wait [%freed]
    return
  }

  // Managed memory is the host's as well.
  func.func @managed(%out: memref<?xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %three = arith.constant 3.0 : f64
    %dt = dtyp.constant f64
    %array = cudax.device_alloc host_shared(%dt) [2] : !dtyp.dtype<f64> -> memref<2xf64>
    memref.store %three, %array[%c0] : memref<2xf64>
    memref.store %three, %array[%c1] : memref<2xf64>
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%array : memref<2xf64>)
    %a = memref.load %array[%c0] : memref<2xf64>
    %b = memref.load %array[%c1] : memref<2xf64>
    memref.store %a, %out[%c0] : memref<?xf64>
    memref.store %b, %out[%c1] : memref<?xf64>
    gpu.dealloc %array : memref<2xf64>
    return
  }
}

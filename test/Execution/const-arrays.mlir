// Arrays of constants: in constant memory as far as it reaches, else in global
// memory; of objects, records and narrow floats; in device functions, views and
// launches.

// RUN: %dtyp_run %s --kernel=weights --block 8 'out:float32[8]=zeros' | FileCheck %s --check-prefix=WEIGHTS
// WEIGHTS: argument 1 float32[8] = [0.25 0.5 0.75 1.0 0.25 0.5 0.75 1.0]

// RUN: %dtyp_run %s --kernel=pairs --block 2 'out:int16[2]=zeros' 'out:uint8[2]=zeros' | FileCheck %s --check-prefix=PAIRS
// PAIRS: argument 1 int16[2] = [-2 260]
// PAIRS: argument 2 uint8[2] = [1 3]

// RUN: %dtyp_run %s --kernel=large --block 2 'out:int64[2]=zeros' | FileCheck %s --check-prefix=LARGE
// LARGE: argument 1 int64[2] = [16 23]

// RUN: %dtyp_run %s --kernel=narrow --block 3 'out:float32[3]=zeros' | FileCheck %s --check-prefix=NARROW
// NARROW: argument 1 float32[3] = [1.5 -448.0 0.0625]

// RUN: %dtyp_run %s --function=launches 'out:float64[2]=zeros' | FileCheck %s --check-prefix=LAUNCH
// LAUNCH: argument 1 float64[2] = [3.5 4.5]

!foo = !dtyp.provider<"Foo", f32>
!pair = !dtyp.record<a: ui8, b: i16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @weights(%foo: !foo, %out: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %c4 = arith.constant 4 : index
      %weights = cudax.const_array(%foo) dense<[0.25, 0.5, 0.75, 1.0]> : tensor<4xf32> : !foo -> memref<4xf32>
      %j = arith.remui %i, %c4 : index
      %weight = memref.load %weights[%j] : memref<4xf32>
      memref.store %weight, %out[%i] : memref<?xf32>
      gpu.return
    }

    func.func @second(%pairs: memref<?x!pair>, %i: index) -> i16 {
      %b = dtyp.load %pairs[%i]["b"] : memref<?x!pair>
      return %b : i16
    }
    gpu.func @pairs(%out: memref<?xi16>, %firsts: memref<?xi8>) kernel {
      %i = gpu.thread_id x
      %dt = dtyp.constant !pair
      %pairs = cudax.const_array(%dt) dense<[[1, 254, 255], [3, 4, 1]]> : tensor<2x3xi8> : !dtyp.dtype<!pair> -> memref<2x!pair>
      %dynamic = memref.cast %pairs : memref<2x!pair> to memref<?x!pair>
      %b = func.call @second(%dynamic, %i) : (memref<?x!pair>, index) -> i16
      memref.store %b, %out[%i] : memref<?xi16>
      %a = dtyp.load %pairs[%i]["a"] : memref<2x!pair>
      memref.store %a, %firsts[%i] : memref<?xi8>
      gpu.return
    }

    // 40,000 bytes and 40,000 bytes: the second is in global memory.
    gpu.func @large(%out: memref<?xi64>) kernel {
      %i = gpu.thread_id x
      %c4999 = arith.constant 4999 : index
      %dt = dtyp.constant i64
      %first = cudax.const_array(%dt) dense<9> : tensor<5000xi64> : !dtyp.dtype<i64> -> memref<5000xi64>
      %second = cudax.const_array(%dt) dense<7> : tensor<5000xi64> : !dtyp.dtype<i64> -> memref<5000xi64>
      %a = memref.load %first[%i] : memref<5000xi64>
      %j = arith.subi %c4999, %i : index
      %b = memref.load %second[%j] : memref<5000xi64>
      %sum = arith.addi %a, %b : i64
      %n = arith.index_cast %i : index to i64
      %product = arith.muli %b, %n : i64
      %result = arith.addi %sum, %product : i64
      memref.store %result, %out[%i] : memref<?xi64>
      gpu.return
    }

    gpu.func @narrow(%out: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %dt = dtyp.constant f8E4M3FN
      %table = cudax.const_array(%dt) dense<[1.5, -448.0, 0.0625]> : tensor<3xf8E4M3FN> : !dtyp.dtype<f8E4M3FN> -> memref<3xf8E4M3FN>
      %value = memref.load %table[%i] : memref<3xf8E4M3FN>
      %wide = arith.extf %value : f8E4M3FN to f32
      memref.store %wide, %out[%i] : memref<?xf32>
      gpu.return
    }
  }

  // One that is made outside of the launch is no argument of it.
  func.func @launches(%out: memref<?xf64>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %dt = dtyp.constant f64
    %table = cudax.const_array(%dt) dense<[3.5, 4.5]> : tensor<2xf64> : !dtyp.dtype<f64> -> memref<2xf64>
    %results = cudax.device_alloc(%dt) [2] : !dtyp.dtype<f64> -> memref<2xf64>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
      %value = memref.load %table[%tx] : memref<2xf64>
      memref.store %value, %results[%tx] : memref<2xf64>
      gpu.terminator
    }
    %host = memref.cast %out : memref<?xf64> to memref<2xf64>
    gpu.memcpy %host, %results : memref<2xf64>, memref<2xf64>
    gpu.dealloc %results : memref<2xf64>
    return
  }
}

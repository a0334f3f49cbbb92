// Arrays of every memory space are passed to one function that takes a memref
// without a space: it is compiled once, and reads and writes all of them.

// RUN: %dtyp_run %s --kernel=all_spaces --block 4 'float32[4]=arange' 'out:float32[12]=zeros' | FileCheck %s
// The argument plus 1, twice that, and three times that plus 1.
// CHECK: argument 2 float32[12] = [1.0 2.0 3.0 4.0 2.0 4.0 6.0 8.0 4.0 7.0 10.0 13.0]

// RUN: %dtyp_run %s --kernel=of_dtypes --block 2 'out:int32[2]=zeros' | FileCheck %s --check-prefix=DTYPES
// DTYPES: argument 1 int32[2] = [30 20]

!private = memref<4xf32, #gpu.address_space<private>>
!shared = memref<4xf32, #gpu.address_space<workgroup>>
!point = !dtyp.record<aligned, x: i32, flag: i1>
!points = memref<2x!point, #gpu.address_space<private>>

gpu.module @kernels {
  // a[i] = a[i] * factor + summand
  func.func private @update(%a: memref<4xf32>, %i: index, %factor: f32, %summand: f32) attributes {passthrough = ["noinline"]} {
    %x = memref.load %a[%i] : memref<4xf32>
    %y = arith.mulf %x, %factor : f32
    %z = arith.addf %y, %summand : f32
    memref.store %z, %a[%i] : memref<4xf32>
    return
  }
  gpu.func @all_spaces(%in: memref<4xf32>, %out: memref<12xf32>) workgroup(%shared: !shared) kernel {
    %i = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %three = arith.constant 3.0 : f32
    %dt = dtyp.constant f32
    %local = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !private
    %x = memref.load %in[%i] : memref<4xf32>
    memref.store %x, %local[%i] : !private
    %generic_local = memref.memory_space_cast %local : !private to memref<4xf32>
    func.call @update(%generic_local, %i, %one, %one) : (memref<4xf32>, index, f32, f32) -> ()
    %x1 = memref.load %local[%i] : !private
    memref.store %x1, %out[%i] : memref<12xf32>

    memref.store %x1, %shared[%i] : !shared
    %generic_shared = memref.memory_space_cast %shared : !shared to memref<4xf32>
    func.call @update(%generic_shared, %i, %two, %zero) : (memref<4xf32>, index, f32, f32) -> ()
    %x2 = memref.load %shared[%i] : !shared
    %i4 = arith.addi %i, %c4 : index
    memref.store %x2, %out[%i4] : memref<12xf32>

    // Global memory, by the space's name.
    %i8 = arith.addi %i, %c8 : index
    memref.store %x1, %in[%i] : memref<4xf32>
    %global = memref.memory_space_cast %in : memref<4xf32> to memref<4xf32, #gpu.address_space<global>>
    %generic_global = memref.memory_space_cast %global : memref<4xf32, #gpu.address_space<global>> to memref<4xf32>
    func.call @update(%generic_global, %i, %three, %one) : (memref<4xf32>, index, f32, f32) -> ()
    %x3 = memref.load %global[%i] : memref<4xf32, #gpu.address_space<global>>
    memref.store %x3, %out[%i8] : memref<12xf32>
    gpu.return
  }

  // The dtype's accesses work through the cast as well.
  func.func private @set(%points: memref<2x!point>, %i: index, %x: i32) attributes {passthrough = ["noinline"]} {
    dtyp.store %x, %points[%i]["x"] : i32, memref<2x!point>
    return
  }
  gpu.func @of_dtypes(%out: memref<2xi32>) kernel {
    %i = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %j = arith.subi %c1, %i : index
    %dt = dtyp.constant !point
    %points = cudax.local_alloca(%dt) [2] : !dtyp.dtype<!point> -> !points
    %generic = memref.memory_space_cast %points : !points to memref<2x!point>
    %c20 = arith.constant 20 : i32
    %c30 = arith.constant 30 : i32
    func.call @set(%generic, %i, %c20) : (memref<2x!point>, index, i32) -> ()
    func.call @set(%generic, %j, %c30) : (memref<2x!point>, index, i32) -> ()
    %x = dtyp.load %points[%c1]["x"] : !points
    memref.store %x, %out[%i] : memref<2xi32>
    gpu.return
  }
}

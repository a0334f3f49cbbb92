// Dynamic arrays in shared memory, which lie one after another in the memory
// that the launch gives. A GPU gives more than 48 KiB to who asks for it.
// REQUIRES: !target-gpu || sm-ge-80

// 3 bytes at 0, 8 numbers of 8 bytes at 16, 8 floats at 128: 160 bytes. A static
// array beside them keeps its values.
// RUN: %dtyp_run %s --kernel=layout --block 8 --dynamic-shared 160 'out:float64[8]=zeros' 'out:int64[4]=zeros' \
// RUN:   | FileCheck %s --check-prefix=LAYOUT
// LAYOUT: argument 1 float64[8] = [28.75 24.75 20.75 16.75 12.75 8.75 4.75 0.75]
// LAYOUT: argument 2 int64[4] = [16 128 0 0]

// The size of the first one is known at run time.
// RUN: %dtyp_run %s --kernel=runtime --block 6 --dynamic-shared 56 int64:7 'out:int32[6]=zeros' 'out:int64[1]=zeros' \
// RUN:   | FileCheck %s --check-prefix=RUNTIME
// RUN: %dtyp_run %s --kernel=runtime --block 6 --dynamic-shared 72 int64:12 'out:int32[6]=zeros' 'out:int64[1]=zeros' \
// RUN:   | FileCheck %s --check-prefix=RUNTIME12
// RUNTIME: argument 2 int32[6] = [5 14 23 32 41 50]
// RUNTIME: argument 3 int64[1] = [32]
// RUNTIME12: argument 2 int32[6] = [5 14 23 32 41 50]
// RUNTIME12: argument 3 int64[1] = [48]

// 100 KiB, and a static array beside them.
// RUN: %dtyp_run %s --kernel=large --block 256 --dynamic-shared 102400 'out:float32[1]=zeros' \
// RUN:   | FileCheck %s --check-prefix=LARGE
// LARGE: = [25600.0]

// The same from host code, which gives the size.
// RUN: %dtyp_run %s --function=host 'out:float32[1]=zeros' | FileCheck %s --check-prefix=LARGE

// RUN: %dtyp_run %s --function=launch 'out:int32[4]=zeros' | FileCheck %s --check-prefix=LAUNCH
// LAUNCH: = [3 12 21 30]

#w = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @layout(%out: memref<?xf64>, %offsets: memref<?xindex>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %i8 = dtyp.constant i8
    %i64 = dtyp.constant i64
    %f32 = dtyp.constant f32
    %a = cudax.shared_alloca(%i8) [3] {dynamic} : !dtyp.dtype<i8> -> memref<3xi8, #w>
    %b = cudax.shared_alloca(%i64) [8] {dynamic} : !dtyp.dtype<i64> -> memref<8xi64, #w>
    %c = cudax.shared_alloca(%f32) [8] {alignment = 128, dynamic} : !dtyp.dtype<f32> -> memref<8xf32, #w>
    %d = cudax.shared_alloca(%f32) [5, 8] : !dtyp.dtype<f32> -> memref<5x8xf32, #w>
    %isSmall = arith.cmpi ult, %t, %c3 : index
    %one = arith.constant 1 : i8
    scf.if %isSmall {
      memref.store %one, %a[%t] : memref<3xi8, #w>
    }
    %i = arith.index_cast %t : index to i64
    %x = arith.sitofp %i : i64 to f32
    %two = arith.constant 2.0 : f32
    %y = arith.mulf %x, %two : f32
    %half = arith.constant 0.5 : f32
    %quarter = arith.constant 0.25 : f32
    memref.store %half, %d[%c2, %t] : memref<5x8xf32, #w>
    memref.store %i, %b[%t] : memref<8xi64, #w>
    memref.store %y, %c[%t] : memref<8xf32, #w>
    memref.store %quarter, %d[%c3, %t] : memref<5x8xf32, #w>
    gpu.barrier
    %m = arith.subi %c7, %t : index
    %b0 = memref.load %b[%m] : memref<8xi64, #w>
    %c00 = memref.load %c[%m] : memref<8xf32, #w>
    %d2 = memref.load %d[%c2, %m] : memref<5x8xf32, #w>
    %d3 = memref.load %d[%c3, %m] : memref<5x8xf32, #w>
    %a0 = memref.load %a[%c2] : memref<3xi8, #w>
    %wide = arith.extsi %a0 : i8 to i64
    %product = arith.muli %b0, %wide : i64
    %s0 = arith.sitofp %product : i64 to f64
    %s1 = arith.extf %c00 : f32 to f64
    %s2 = arith.addf %d2, %d3 : f32
    %s3 = arith.extf %s2 : f32 to f64
    %s4 = arith.addf %s0, %s1 : f64
    %s5 = arith.addf %s4, %s0 : f64
    %s6 = arith.addf %s5, %s3 : f64
    memref.store %s6, %out[%t] : memref<?xf64>
    %pa = memref.extract_aligned_pointer_as_index %a : memref<3xi8, #w> -> index
    %pb = memref.extract_aligned_pointer_as_index %b : memref<8xi64, #w> -> index
    %pc = memref.extract_aligned_pointer_as_index %c : memref<8xf32, #w> -> index
    %c128 = arith.constant 128 : index
    %ob = arith.subi %pb, %pa : index
    %oc = arith.subi %pc, %pa : index
    %ra = arith.remui %pa, %c128 : index
    %rc = arith.remui %pc, %c128 : index
    memref.store %ob, %offsets[%c0] : memref<?xindex>
    memref.store %oc, %offsets[%c1] : memref<?xindex>
    memref.store %ra, %offsets[%c2] : memref<?xindex>
    memref.store %rc, %offsets[%c3] : memref<?xindex>
    gpu.return
  }

  gpu.func @runtime(%n: index, %out: memref<?xi32>, %offset: memref<?xindex>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %i32 = dtyp.constant i32
    %a = cudax.shared_alloca(%i32) [%n] {alignment = 4} : !dtyp.dtype<i32> -> memref<?xi32, #w>
    %b = cudax.shared_alloca(%i32) [6] {alignment = 4, dynamic} : !dtyp.dtype<i32> -> memref<6xi32, #w>
    %i = arith.index_cast %t : index to i32
    %ten = arith.constant 10 : i32
    %x = arith.muli %i, %ten : i32
    memref.store %x, %a[%t] : memref<?xi32, #w>
    memref.store %i, %b[%t] : memref<6xi32, #w>
    gpu.barrier
    %m = arith.subi %c5, %t : index
    %y = memref.load %a[%t] : memref<?xi32, #w>
    %z = memref.load %b[%m] : memref<6xi32, #w>
    %s = arith.addi %y, %z : i32
    memref.store %s, %out[%t] : memref<?xi32>
    %pa = memref.extract_aligned_pointer_as_index %a : memref<?xi32, #w> -> index
    %pb = memref.extract_aligned_pointer_as_index %b : memref<6xi32, #w> -> index
    %d = arith.subi %pb, %pa : index
    memref.store %d, %offset[%c0] : memref<?xindex>
    gpu.return
  }

  gpu.func @large(%out: memref<?xf32>) kernel {
    %t = gpu.thread_id x
    %n = gpu.block_dim x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c25600 = arith.constant 25600 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %f32 = dtyp.constant f32
    %a = cudax.shared_alloca(%f32) [25600] {dynamic} : !dtyp.dtype<f32> -> memref<25600xf32, #w>
    %b = cudax.shared_alloca(%f32) [256] : !dtyp.dtype<f32> -> memref<256xf32, #w>
    memref.store %zero, %b[%t] : memref<256xf32, #w>
    scf.for %i = %t to %c25600 step %n {
      memref.store %one, %a[%i] : memref<25600xf32, #w>
    }
    gpu.barrier
    %isFirst = arith.cmpi eq, %t, %c0 : index
    scf.if %isFirst {
      %sum = scf.for %i = %c0 to %c25600 step %c1 iter_args(%s = %zero) -> f32 {
        %x = memref.load %a[%i] : memref<25600xf32, #w>
        %new = arith.addf %s, %x : f32
        scf.yield %new : f32
      }
      %c255 = arith.constant 255 : index
      %rest = memref.load %b[%c255] : memref<256xf32, #w>
      %all = arith.addf %sum, %rest : f32
      memref.store %all, %out[%c0] : memref<?xf32>
    }
    gpu.return
  }
}

func.func @host(%out: memref<1xf32>) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %bytes = arith.constant 102400 : i32
  %device = gpu.alloc () : memref<1xf32>
  %any = memref.cast %device : memref<1xf32> to memref<?xf32>
  gpu.launch_func @kernels::@large blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
    dynamic_shared_memory_size %bytes args(%any : memref<?xf32>)
  gpu.memcpy %out, %device : memref<1xf32>, memref<1xf32>
  gpu.dealloc %device : memref<1xf32>
  return
}

// Static and dynamic arrays in the body of a launch.
func.func @launch(%out: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %bytes = arith.constant 16 : i32
  %device = gpu.alloc () : memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%n = %c4, %ny = %c1, %nz = %c1)
      dynamic_shared_memory_size %bytes {
    %one = arith.constant 1 : index
    %dt = dtyp.constant i32
    %a = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<i32> -> memref<4xi32, #w>
    %b = cudax.shared_alloca(%dt) [4] {dynamic} : !dtyp.dtype<i32> -> memref<4xi32, #w>
    %i = arith.index_cast %t : index to i32
    %ten = arith.constant 10 : i32
    %x = arith.muli %i, %ten : i32
    memref.store %i, %a[%t] : memref<4xi32, #w>
    memref.store %x, %b[%t] : memref<4xi32, #w>
    gpu.barrier
    %last = arith.subi %n, %one : index
    %m = arith.subi %last, %t : index
    %y = memref.load %a[%m] : memref<4xi32, #w>
    %z = memref.load %b[%t] : memref<4xi32, #w>
    %s = arith.addi %y, %z : i32
    memref.store %s, %device[%t] : memref<4xi32>
    gpu.terminator
  }
  gpu.memcpy %out, %device : memref<4xi32>, memref<4xi32>
  gpu.dealloc %device : memref<4xi32>
  return
}
}

// Arrays in shared memory: tiles of several dtypes, objects in dtype position,
// records and sub-arrays, loops, branches and device functions.

// A tile of each of four dtypes and one that an object names, mirrored; the sum
// of the small ones wraps in 8 bits.
// RUN: %dtyp_run %s --kernel=tiles --grid 2 --block 8 'out:float64[16]=zeros' 'out:uint8[16]=zeros' \
// RUN:   | FileCheck %s --check-prefix=TILES
// TILES: argument 1 float64[16] = [28.0 24.0 20.0 16.0 12.0 8.0 4.0 0.0 60.0 56.0 52.0 48.0 44.0 40.0 36.0 32.0]
// TILES: argument 2 uint8[16] = [194 193 192 191 190 189 188 187 202 201 200 199 198 197 196 195]

// RUN: %dtyp_run %s --kernel=records --block 4 'out:float32[4]=zeros' 'out:int64[4]=zeros' \
// RUN:   | FileCheck %s --check-prefix=RECORDS
// RECORDS: argument 1 float32[4] = [3.5 2.5 1.5 0.5]
// RECORDS: argument 2 int64[4] = [14 11 8 5]

// The op in the loop is one array: what one iteration leaves is there in the next.
// RUN: %dtyp_run %s --kernel=loop --block 4 'out:int32[4]=zeros' int64:5 \
// RUN:   | FileCheck %s --check-prefix=LOOP
// LOOP: = [10 11 12 13]

// Two branches have an array each.
// RUN: %dtyp_run %s --kernel=branches --block 4 'out:int32[4]=zeros' \
// RUN:   | FileCheck %s --check-prefix=BRANCHES
// BRANCHES: = [102 203 100 201]

// The function has an array of its own, beside the kernel's; each block has one.
// RUN: %dtyp_run %s --kernel=device --grid 2 --block 4 'out:int32[8]=zeros' \
// RUN:   | FileCheck %s --check-prefix=DEVICE
// DEVICE: = [30 21 12 3 40 31 22 13]

// Arrays begin where they are told to.
// RUN: %dtyp_run %s --kernel=addresses 'out:int64[4]=ones' | FileCheck %s --check-prefix=ADDRESSES
// ADDRESSES: = [0 0 0 0]

#w = #gpu.address_space<workgroup>
!foo = !dtyp.provider<"Foo", ui8>
!particle = !dtyp.record<aligned, charge: i8, mass: f32, position: !dtyp.subarray<3xi16>>

gpu.module @kernels {
  gpu.func @tiles(%foo: !foo, %out: memref<?xf64>, %bytes: memref<?xi8>) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %c7 = arith.constant 7 : index
    %n = gpu.block_dim x
    %f16 = dtyp.constant f16
    %f32 = dtyp.constant f32
    %f64 = dtyp.constant f64
    %h = cudax.shared_alloca(%f16) [8] : !dtyp.dtype<f16> -> memref<8xf16, #w>
    %s = cudax.shared_alloca(%f32) [1, 8] : !dtyp.dtype<f32> -> memref<1x8xf32, #w>
    %d = cudax.shared_alloca(%f64) [8] : !dtyp.dtype<f64> -> memref<8xf64, #w>
    %u = cudax.shared_alloca(%foo) [8] : !foo -> memref<8xi8, #w>
    %first = arith.muli %b, %n : index
    %i = arith.addi %first, %t : index
    %i64v = arith.index_cast %i : index to i64
    %c0 = arith.constant 0 : index
    %hv = arith.sitofp %i64v : i64 to f16
    %sv = arith.sitofp %i64v : i64 to f32
    %dv = arith.sitofp %i64v : i64 to f64
    %iv = arith.trunci %i64v : i64 to i8
    %c187 = arith.constant 187 : i8
    %uv = arith.addi %iv, %c187 : i8
    memref.store %hv, %h[%t] : memref<8xf16, #w>
    memref.store %sv, %s[%c0, %t] : memref<1x8xf32, #w>
    memref.store %dv, %d[%t] : memref<8xf64, #w>
    memref.store %uv, %u[%t] : memref<8xi8, #w>
    gpu.barrier
    %m = arith.subi %c7, %t : index
    %hr = memref.load %h[%m] : memref<8xf16, #w>
    %sr = memref.load %s[%c0, %m] : memref<1x8xf32, #w>
    %dr = memref.load %d[%m] : memref<8xf64, #w>
    %ur = memref.load %u[%m] : memref<8xi8, #w>
    %hw = arith.extf %hr : f16 to f64
    %sw = arith.extf %sr : f32 to f64
    %two = arith.constant 2.0 : f64
    %x = arith.addf %hw, %sw : f64
    %y = arith.mulf %dr, %two : f64
    %z = arith.addf %x, %y : f64
    memref.store %z, %out[%i] : memref<?xf64>
    memref.store %ur, %bytes[%i] : memref<?xi8>
    gpu.return
  }

  gpu.func @records(%out: memref<?xf32>, %sums: memref<?xi64>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %dt = dtyp.constant !particle
    %sub = dtyp.constant !dtyp.subarray<2xi64>
    %bool = dtyp.constant i1
    %a = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<!particle> -> memref<4x!particle, #w>
    %p = cudax.shared_alloca(%sub) [4] : !dtyp.dtype<!dtyp.subarray<2xi64>> -> memref<4x2xi64, #w>
    %q = cudax.shared_alloca(%bool) [4] : !dtyp.dtype<i1> -> memref<4xi8, #w>
    %i = arith.index_cast %t : index to i32
    %x = arith.sitofp %i : i32 to f32
    %half = arith.constant 0.5 : f32
    %mass = arith.addf %x, %half : f32
    %byte = arith.trunci %i : i32 to i8
    %short = arith.trunci %i : i32 to i16
    %wide = arith.extsi %i : i32 to i64
    %one = arith.constant 1 : i8
    memref.store %one, %q[%t] : memref<4xi8, #w>
    dtyp.store %mass, %a[%t]["mass"] : f32, memref<4x!particle, #w>
    dtyp.store %byte, %a[%t]["charge"] : i8, memref<4x!particle, #w>
    dtyp.store %short, %a[%t]["position"][%c2] : i16, memref<4x!particle, #w>
    %five = arith.constant 5 : i64
    memref.store %wide, %p[%t, %c0] : memref<4x2xi64, #w>
    memref.store %five, %p[%t, %c1] : memref<4x2xi64, #w>
    gpu.barrier
    %m = arith.subi %c3, %t : index
    %r = dtyp.load %a[%m]["mass"] : memref<4x!particle, #w>
    %c = dtyp.load %a[%m]["charge"] : memref<4x!particle, #w>
    %z = dtyp.load %a[%m]["position"][%c2] : memref<4x!particle, #w>
    %p0 = memref.load %p[%m, %c0] : memref<4x2xi64, #w>
    %p1 = memref.load %p[%m, %c1] : memref<4x2xi64, #w>
    %b = memref.load %q[%m] : memref<4xi8, #w>
    %cb = arith.muli %c, %b : i8
    %cw = arith.extsi %cb : i8 to i64
    %zw = arith.extsi %z : i16 to i64
    %s0 = arith.addi %cw, %zw : i64
    %s1 = arith.addi %s0, %p0 : i64
    %s2 = arith.addi %s1, %p1 : i64
    memref.store %r, %out[%t] : memref<?xf32>
    memref.store %s2, %sums[%t] : memref<?xi64>
    gpu.return
  }

  gpu.func @loop(%out: memref<?xi32>, %n: index) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %dt = dtyp.constant i32
    scf.for %i = %c0 to %n step %c1 {
      %a = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<i32> -> memref<4xi32, #w>
      %isFirst = arith.cmpi eq, %i, %c0 : index
      scf.if %isFirst {
        %x = arith.index_cast %t : index to i32
        memref.store %x, %a[%t] : memref<4xi32, #w>
      }
      %old = memref.load %a[%t] : memref<4xi32, #w>
      %k = arith.index_cast %i : index to i32
      %new = arith.addi %old, %k : i32
      memref.store %new, %a[%t] : memref<4xi32, #w>
      memref.store %new, %out[%t] : memref<?xi32>
    }
    gpu.return
  }

  gpu.func @branches(%out: memref<?xi32>) kernel {
    %t = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %dt = dtyp.constant i32
    %bit = arith.remui %t, %c2 : index
    %isOdd = arith.cmpi eq, %bit, %c1 : index
    %i = arith.index_cast %t : index to i32
    %hundred = arith.constant 100 : i32
    %twoHundred = arith.constant 200 : i32
    %array = scf.if %isOdd -> memref<4xi32, #w> {
      %a = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<i32> -> memref<4xi32, #w>
      %x = arith.addi %i, %twoHundred : i32
      memref.store %x, %a[%t] : memref<4xi32, #w>
      scf.yield %a : memref<4xi32, #w>
    } else {
      %a = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<i32> -> memref<4xi32, #w>
      %x = arith.addi %i, %hundred : i32
      memref.store %x, %a[%t] : memref<4xi32, #w>
      scf.yield %a : memref<4xi32, #w>
    }
    gpu.barrier
    %other = arith.addi %t, %c2 : index
    %j = arith.remui %other, %c4 : index
    %y = memref.load %array[%j] : memref<4xi32, #w>
    memref.store %y, %out[%t] : memref<?xi32>
    gpu.return
  }

  func.func @mirror(%x: i32) -> i32 {
    %t = gpu.thread_id x
    %c3 = arith.constant 3 : index
    %dt = dtyp.constant i32
    %a = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<i32> -> memref<4xi32, #w>
    memref.store %x, %a[%t] : memref<4xi32, #w>
    gpu.barrier
    %m = arith.subi %c3, %t : index
    %y = memref.load %a[%m] : memref<4xi32, #w>
    return %y : i32
  }
  gpu.func @device(%out: memref<?xi32>) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %n = gpu.block_dim x
    %ten = arith.constant 10 : i32
    %dt = dtyp.constant i32
    %a = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<i32> -> memref<4xi32, #w>
    %i = arith.index_cast %t : index to i32
    memref.store %i, %a[%t] : memref<4xi32, #w>
    %block = arith.index_cast %b : index to i32
    %sum = arith.addi %i, %block : i32
    %x = arith.muli %sum, %ten : i32
    %y = func.call @mirror(%x) : (i32) -> i32
    %own = memref.load %a[%t] : memref<4xi32, #w>
    %z = arith.addi %y, %own : i32
    %first = arith.muli %b, %n : index
    %k = arith.addi %first, %t : index
    memref.store %z, %out[%k] : memref<?xi32>
    gpu.return
  }

  gpu.func @addresses(%out: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %dt = dtyp.constant i8
    %a = cudax.shared_alloca(%dt) [3] : !dtyp.dtype<i8> -> memref<3xi8, #w>
    %b = cudax.shared_alloca(%dt) [1] {alignment = 64} : !dtyp.dtype<i8> -> memref<1xi8, #w>
    %c = cudax.shared_alloca(%dt) [3] : !dtyp.dtype<i8> -> memref<3xi8, #w>
    %d = cudax.shared_alloca(%dt) [1] {alignment = 1024} : !dtyp.dtype<i8> -> memref<1xi8, #w>
    %x = arith.constant 1 : i8
    memref.store %x, %a[%c1] : memref<3xi8, #w>
    memref.store %x, %c[%c1] : memref<3xi8, #w>
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c1024 = arith.constant 1024 : index
    %pa = memref.extract_aligned_pointer_as_index %a : memref<3xi8, #w> -> index
    %pb = memref.extract_aligned_pointer_as_index %b : memref<1xi8, #w> -> index
    %pc = memref.extract_aligned_pointer_as_index %c : memref<3xi8, #w> -> index
    %pd = memref.extract_aligned_pointer_as_index %d : memref<1xi8, #w> -> index
    %ra = arith.remui %pa, %c4 : index
    %rb = arith.remui %pb, %c64 : index
    %rc = arith.remui %pc, %c4 : index
    %rd = arith.remui %pd, %c1024 : index
    memref.store %ra, %out[%c0] : memref<?xindex>
    memref.store %rb, %out[%c1] : memref<?xindex>
    memref.store %rc, %out[%c2] : memref<?xindex>
    memref.store %rd, %out[%c3] : memref<?xindex>
    gpu.return
  }
}

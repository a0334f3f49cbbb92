// Elements by dtype: bools, narrow numbers, records and their fields, the other
// byte order, views. NumPy's answers are computed by the lines behind the runs.

// RUN: %dtyp_run %s --kernel=particles --block 8 'uint8[120]=arange' 'out:float32[8]=zeros' \
// RUN:   'out:uint8[120]=zeros' 'out:int32[8]=zeros' | FileCheck %s --check-prefix=PARTICLES
// PARTICLES: argument 2 float32[8] = [256.0 4111.0 7966.0 11821.003 3.3261592e+06 3.8205608e+15 4.3878645e+24 5.0180605e+33]
// PARTICLES: argument 3 uint8[120] = [0 1 1 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 18 19 20
// PARTICLES: argument 4 int32[8] = [0 16777216 33554432 50331648 67108864 83886080 100663296 117440512]

// RUN: %dtyp_run %s --kernel=bytes --block 8 'uint8[8]=random:3' 'out:uint8[8]=zeros' \
// RUN:   'out:int32[8]=zeros' 'out:uint8[8]=zeros' | FileCheck %s --check-prefix=BYTES
// BYTES: argument 2 uint8[8] = [1 1 1 1 1 1 1 1]
// BYTES: argument 3 int32[8] = [{{(-?[0-7]|-8)( (-?[0-7]|-8))*}}]
// BYTES: argument 4 uint8[8] = [{{(1[0-5]|[0-9])( (1[0-5]|[0-9]))*}}]

// RUN: %dtyp_run %s --kernel=aligned --block 4 'out:uint8[64]=full:255' 'out:float32[4]=zeros' \
// RUN:   | FileCheck %s --check-prefix=ALIGNED
// ALIGNED: argument 1 uint8[64] = [0 255 255 255 0 0 128 63 0 0 0 0 0 255 255 255 1
// ALIGNED: argument 2 float32[4] = [1.0 2.0 3.0 4.0]

// Bits of floats that were computed: 2.5 and 3.5 in a packed record, and the
// lowest byte of 1.1 * 1.1.
// RUN: %dtyp_run %s --kernel=packed --block 2 float32:1.25 'out:uint8[30]=zeros' 'out:uint8[2]=zeros' \
// RUN:   | FileCheck %s --check-prefix=PACKED
// PACKED: argument 2 uint8[30] = [0 0 0 32 64 0 0 0 0 0 0 4 64 0 65 0 0 0 96 64 0 0 0 0 0 0 12 64 0 67]
// PACKED: argument 3 uint8[2] = [0 0]
// RUN: %dtyp_run %s --kernel=taken_apart --block 1 float32:1.1 'out:uint8[4]=zeros' \
// RUN:   | FileCheck %s --check-prefix=APART
// APART: argument 2 uint8[4] = [72 225 154 63]

// Any bit above the magnitude of a float6 or float4 is its sign, as in ml_dtypes:
// bytes 0x01, 0x21, 0x42, 0x63, 0x84, 0xa5.
// RUN: %dtyp_run %s --kernel=small_floats --block 6 'out:float32[6]=zeros' 'out:float32[6]=zeros' | FileCheck %s --check-prefix=SMALL
// SMALL: argument 1 float32[6] = [0.125 -0.125 -0.25 -0.375 -0.5 -0.625]
// SMALL: argument 2 float32[6] = [0.5 -0.5 -1.0 -1.5 -2.0 -3.0]

// RUN: %dtyp_run %s --kernel=atomics --grid 4 --block 32 'out:uint8[8]=zeros' | FileCheck %s --check-prefix=ATOMICS
// 128 and 64.0
// ATOMICS: argument 1 uint8[8] = [128 0 0 0 0 0 128 66]

!particle = !dtyp.record<id: ui16, alive: i1, position: !dtyp.subarray<3xf32>>
!aligned = !dtyp.record<aligned, index: i8, value: f32, z: complex<f32>>
!head = !dtyp.record<aligned, index: i8, value: f32, big: !dtyp.big_endian<i32>, flag: i1>
!mixed = !dtyp.record<a: i8, f: f32, d: f64, h: f16>
!bin = !dtyp.record<aligned, count: ui32, sum: f32>

gpu.module @kernels {
  gpu.func @particles(%bytes: memref<120xi8>, %sums: memref<8xf32>, %copy: memref<120xi8>, %be: memref<8xi32>) kernel {
    %i = gpu.thread_id x
    %p = dtyp.view %bytes as !particle : memref<120xi8> to memref<8x!particle>
    %q = dtyp.view %copy as !particle : memref<120xi8> to memref<8x!particle>
    %b = dtyp.view %be as !dtyp.big_endian<i32> : memref<8xi32> to memref<8x!dtyp.big_endian<i32>>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0.0 : f32
    %dt = dtyp.constant !particle
    %local = cudax.local_alloca(%dt) [2] : !dtyp.dtype<!particle> -> memref<2x!particle, #gpu.address_space<private>>
    %whole = dtyp.load %p[%i] : memref<8x!particle>
    dtyp.store %whole, %local[%c1] : !particle, memref<2x!particle, #gpu.address_space<private>>
    %alive = dtyp.load %p[%i]["alive"] : memref<8x!particle>
    %id = dtyp.load %p[%i]["id"] : memref<8x!particle>
    %idf = arith.uitofp %id : i16 to f32
    %init = arith.select %alive, %idf, %zero : f32
    %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %init) -> f32 {
      %x = dtyp.load %local[%c1]["position"][%k] : memref<2x!particle, #gpu.address_space<private>>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    memref.store %sum, %sums[%i] : memref<8xf32>
    dtyp.store %whole, %q[%i] : !particle, memref<8x!particle>
    dtyp.store %alive, %q[%i]["alive"] : i1, memref<8x!particle>
    %ii = arith.index_cast %i : index to i32
    dtyp.store %ii, %b[%i] : i32, memref<8x!dtyp.big_endian<i32>>
    gpu.return
  }

  gpu.func @bytes(%bytes: memref<8xi8>, %bools: memref<8xi8>, %ints: memref<8xi32>, %uints: memref<8xi8>) kernel {
    %i = gpu.thread_id x
    %flag = dtyp.load %bytes[%i] : memref<8xi8> as i1
    dtyp.store %flag, %bools[%i] : i1, memref<8xi8> as i1
    %int4 = dtyp.load %bytes[%i] : memref<8xi8> as i4
    %wide = arith.extsi %int4 : i4 to i32
    memref.store %wide, %ints[%i] : memref<8xi32>
    %uint4 = dtyp.load %bytes[%i] : memref<8xi8> as ui4
    dtyp.store %uint4, %uints[%i] : i4, memref<8xi8> as ui4
    gpu.return
  }

  gpu.func @aligned(%bytes: memref<64xi8>, %out: memref<4xf32>) kernel {
    %i = gpu.thread_id x
    %a = dtyp.view %bytes as !head : memref<64xi8> to memref<4x!head>
    %i32 = arith.index_cast %i : index to i32
    %i8 = arith.index_cast %i : index to i8
    %f = arith.sitofp %i32 : i32 to f32
    %one = arith.constant 1.0 : f32
    %value = arith.addf %f, %one : f32
    %false = arith.constant false
    dtyp.store %i8, %a[%i]["index"] : i8, memref<4x!head>
    dtyp.store %value, %a[%i]["value"] : f32, memref<4x!head>
    dtyp.store %i32, %a[%i]["big"] : i32, memref<4x!head>
    dtyp.store %false, %a[%i]["flag"] : i1, memref<4x!head>
    %values = dtyp.field_view %a["value"] : memref<4x!head> to memref<4xf32, strided<[4], offset: 1>>
    %read = memref.load %values[%i] : memref<4xf32, strided<[4], offset: 1>>
    memref.store %read, %out[%i] : memref<4xf32>
    gpu.return
  }

  gpu.func @packed(%x: f32, %bytes: memref<30xi8>, %low: memref<2xi8>) kernel {
    %a = dtyp.view %bytes as !mixed : memref<30xi8> to memref<2x!mixed>
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    %offset = arith.sitofp %n : i32 to f32
    %twice = arith.addf %x, %x : f32
    %f = arith.addf %twice, %offset : f32
    %d = arith.extf %f : f32 to f64
    %h = arith.truncf %f : f32 to f16
    dtyp.store %f, %a[%i]["f"] : f32, memref<2x!mixed>
    dtyp.store %d, %a[%i]["d"] : f64, memref<2x!mixed>
    dtyp.store %h, %a[%i]["h"] : f16, memref<2x!mixed>
    %bits = arith.bitcast %f : f32 to i32
    %byte = arith.trunci %bits : i32 to i8
    memref.store %byte, %low[%i] : memref<2xi8>
    gpu.return
  }

  gpu.func @taken_apart(%x: f32, %bytes: memref<4xi8>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : i32
    %y = arith.mulf %x, %x : f32
    %bits = arith.bitcast %y : f32 to i32
    %rest = scf.for %i = %c0 to %c4 step %c1 iter_args(%b = %bits) -> i32 {
      %byte = arith.trunci %b : i32 to i8
      memref.store %byte, %bytes[%i] : memref<4xi8>
      %next = arith.shrui %b, %c8 : i32
      scf.yield %next : i32
    }
    gpu.return
  }

  gpu.func @atomics(%bytes: memref<8xi8>) kernel {
    %bins = dtyp.view %bytes as !bin : memref<8xi8> to memref<1x!bin>
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %half = arith.constant 0.5 : f32
    %0 = dtyp.atomic_rmw addi %one, %bins[%c0]["count"] : i32, memref<1x!bin>
    %1 = dtyp.atomic_rmw addf %half, %bins[%c0]["sum"] : f32, memref<1x!bin>
    gpu.return
  }

  gpu.func @small_floats(%sixes: memref<6xf32>, %fours: memref<6xf32>) kernel {
    %i = gpu.thread_id x
    %dt = dtyp.constant ui8
    %bytes = cudax.local_alloca(%dt) [6] : !dtyp.dtype<ui8> -> memref<6xi8, #gpu.address_space<private>>
    %n = arith.index_cast %i : index to i32
    %step = arith.constant 0x21 : i32
    %product = arith.muli %n, %step : i32
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %c0 = arith.cmpi eq, %n, %zero : i32
    %byte32 = arith.select %c0, %one, %product : i32
    %byte = arith.trunci %byte32 : i32 to i8
    memref.store %byte, %bytes[%i] : memref<6xi8, #gpu.address_space<private>>
    %six = dtyp.load %bytes[%i] : memref<6xi8, #gpu.address_space<private>> as f6E2M3FN
    %a = dtyp.cast %six : f6E2M3FN to f32
    memref.store %a, %sixes[%i] : memref<6xf32>
    %four = dtyp.load %bytes[%i] : memref<6xi8, #gpu.address_space<private>> as f4E2M1FN
    %b = dtyp.cast %four : f4E2M1FN to f32
    memref.store %b, %fours[%i] : memref<6xf32>
    gpu.return
  }
}

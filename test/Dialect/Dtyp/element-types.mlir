// RUN: dtyp-opt --verify-roundtrip %s | FileCheck %s
// RUN: dtyp-opt --emit-bytecode %s | dtyp-opt | FileCheck %s

// NumPy's dtypes that are no builtin type. Records are written once, as aliases.

// CHECK-DAG: ![[PACKED:.*]] = !dtyp.record<x: f32, y: ui8>
// CHECK-DAG: ![[ALIGNED:.*]] = !dtyp.record<aligned, a: i8, b: complex<f32>>
// CHECK-DAG: ![[DEVICE:.*]] = !dtyp.record<device, a: i8, b: complex<f32>>
// CHECK-DAG: ![[OFFSETS:.*]] = !dtyp.record<a: i8 at 4, b: f32 at 0, itemsize 16>
// CHECK-DAG: ![[NESTED:.*]] = !dtyp.record<"rest mass"("m"): f64, n: ![[PACKED]], p: !dtyp.subarray<3xf32>>
// CHECK-DAG: ![[NAMES:.*]] = !dtyp.record<"aligned": i1, "device": i1, "itemsize": i1, "alignment": i1>
// CHECK-DAG: ![[EMPTY:.*]] = !dtyp.record<>
// CHECK-DAG: ![[PADDED:.*]] = !dtyp.record<itemsize 8>
// CHECK-DAG: ![[NONE:.*]] = !dtyp.record<aligned>
// CHECK-DAG: ![[OVER:.*]] = !dtyp.record<a: f32, alignment 16>

// What follows from the layout is not printed.
// CHECK: @layouts(![[PACKED]], ![[PACKED]], ![[ALIGNED]], ![[ALIGNED]], ![[DEVICE]])
func.func private @layouts(
    !dtyp.record<x: f32, y: ui8>,
    !dtyp.record<x: f32 at 0, y: ui8 at 4, itemsize 5, alignment 1>,
    !dtyp.record<aligned, a: i8, b: complex<f32>>,
    !dtyp.record<aligned, a: i8 at 0, b: complex<f32> at 4>,
    !dtyp.record<aligned, a: i8 at 0, b: complex<f32> at 8, itemsize 16, alignment 8>)

// CHECK: @records(![[OFFSETS]], ![[NESTED]], ![[NAMES]], ![[EMPTY]], ![[PADDED]], ![[NONE]], ![[OVER]])
func.func private @records(
    !dtyp.record<a: i8 at 4, b: f32 at 0, itemsize 16>,
    !dtyp.record<"rest mass"("m"): f64, n: !dtyp.record<x: f32, y: ui8>, p: !dtyp.subarray<3xf32>>,
    !dtyp.record<"aligned": i1, "device": i1, "itemsize": i1, "alignment": i1>,
    !dtyp.record<>,
    !dtyp.record<itemsize 8>,
    !dtyp.record<aligned>,
    !dtyp.record<a: f32, itemsize 16, alignment 16>)

// CHECK: @times(!dtyp.datetime64, !dtyp.datetime64<ns>, !dtyp.timedelta64, !dtyp.timedelta64<25s>, !dtyp.datetime64<M>, !dtyp.datetime64<m>)
func.func private @times(
    !dtyp.datetime64, !dtyp.datetime64<ns>, !dtyp.timedelta64,
    !dtyp.timedelta64<25s>, !dtyp.datetime64<M>, !dtyp.datetime64<1m>)

// CHECK: @strings(!dtyp.bytes<5>, !dtyp.str<3>, !dtyp.void<7>, !dtyp.big_endian<!dtyp.str<3>>)
func.func private @strings(
    !dtyp.bytes<5>, !dtyp.str<3>, !dtyp.void<7>,
    !dtyp.big_endian<!dtyp.str<3>>)

// CHECK: @arrays(!dtyp.subarray<2x3xf32>, !dtyp.subarray<0xi8>, !dtyp.subarray<2x!dtyp.subarray<3xi8>>)
func.func private @arrays(
    !dtyp.subarray<2x3xf32>, !dtyp.subarray<0xi8>,
    !dtyp.subarray<2x!dtyp.subarray<3xi8>>)

// Of no elements, and so of no bytes.
// CHECK: @empty_arrays(!dtyp.subarray<1048576x1048576x0xf32>, !dtyp.subarray<0x2147483647x2147483647x2147483647xf32>)
func.func private @empty_arrays(
    !dtyp.subarray<1048576x1048576x0xf32>,
    !dtyp.subarray<0x2147483647x2147483647x2147483647xf32>)

// CHECK: @orders(!dtyp.big_endian<i16>, !dtyp.big_endian<complex<f64>>, !dtyp.big_endian<!dtyp.datetime64<s>>, !dtyp.big_endian<bf16>)
func.func private @orders(
    !dtyp.big_endian<i16>, !dtyp.big_endian<complex<f64>>,
    !dtyp.big_endian<!dtyp.datetime64<s>>, !dtyp.big_endian<bf16>)

// CHECK: @vectors(!dtyp.vector<4xf32>, !dtyp.vector<3xui8>, !dtyp.vector<2xbf16>, !dtyp.vector<4xi64>)
func.func private @vectors(
    !dtyp.vector<4xf32>, !dtyp.vector<3xui8>, !dtyp.vector<2xbf16>,
    !dtyp.vector<4xi64>)

// Those with a layout of their own are elements of memrefs.
// CHECK: @memrefs(memref<10x![[PACKED]]>, memref<?x!dtyp.big_endian<f32>, 3>, memref<!dtyp.bytes<4>>, memref<2x!dtyp.vector<3xf32>>)
func.func private @memrefs(
    memref<10x!dtyp.record<x: f32, y: ui8>>, memref<?x!dtyp.big_endian<f32>, 3>,
    memref<!dtyp.bytes<4>>, memref<2x!dtyp.vector<3xf32>>)

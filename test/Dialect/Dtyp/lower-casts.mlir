// The ops that casts become. What they compute is in test/Execution/casts.test.

// RUN: dtyp-opt %s --dtyp-lower-casts --canonicalize | FileCheck %s
// RUN: dtyp-opt %s --dtyp-lower-casts | FileCheck %s --check-prefix=ALL
// ALL-NOT: dtyp.cast

// CHECK-LABEL: func.func @same(
// CHECK-SAME:    %[[X:.*]]: i32)
// CHECK-NEXT:    return %[[X]] : i32
func.func @same(%x: i32) -> i32 {
  %0 = dtyp.cast %x : !dtyp.big_endian<i32> to i32
  return %0 : i32
}

// CHECK-LABEL: func.func @integers(
// CHECK-SAME:    %[[X:.*]]: i8)
// CHECK-DAG:     arith.extui %[[X]] : i8 to i32
// CHECK-DAG:     arith.extsi %[[X]] : i8 to i32
// CHECK-DAG:     arith.trunci %[[X]] : i8 to i4
// CHECK-DAG:     arith.cmpi ne, %[[X]],
func.func @integers(%x: i8) -> (i32, i32, i8, i4, i1) {
  %0 = dtyp.cast %x : ui8 to i32
  %1 = dtyp.cast %x : i8 to ui32
  %2 = dtyp.cast %x : ui8 to i8
  %3 = dtyp.cast %x : i8 to i4
  %4 = dtyp.cast %x : i8 to i1
  return %0, %1, %2, %3, %4 : i32, i32, i8, i4, i1
}

// Only a number that fits is converted: the result would be poison.
// CHECK-LABEL: func.func @to_integer(
// CHECK-SAME:    %[[X:.*]]: f32)
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[MIN:.*]] = arith.constant -2147483648 : i32
// CHECK-DAG:     %[[LOW:.*]] = arith.constant -2.14748365E+9 : f32
// CHECK-DAG:     %[[HIGH:.*]] = arith.constant 2.14748365E+9 : f32
// CHECK:         %[[ABOVE:.*]] = arith.cmpf oge, %[[X]], %[[LOW]] : f32
// CHECK:         %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[HIGH]] : f32
// CHECK:         %[[FITS:.*]] = arith.andi %[[ABOVE]], %[[BELOW]] : i1
// CHECK:         %[[SAFE:.*]] = arith.select %[[FITS]], %[[X]], %[[ZERO]] : f32
// CHECK:         %[[INTEGER:.*]] = arith.fptosi %[[SAFE]] : f32 to i32
// CHECK:         %[[RESULT:.*]] = arith.select %[[FITS]], %[[INTEGER]], %[[MIN]] : i32
// CHECK:         return %[[RESULT]]
func.func @to_integer(%x: f32) -> i32 {
  %0 = dtyp.cast %x : f32 to i32
  return %0 : i32
}

// CHECK-LABEL: func.func @floats(
// CHECK-SAME:    %[[X:.*]]: f64, %[[NARROW:.*]]: f8E5M2)
// CHECK-DAG:     arith.truncf %[[X]] : f64 to f16
// CHECK-DAG:     %[[SINGLE:.*]] = arith.truncf %[[X]] : f64 to f32
// CHECK-DAG:     arith.truncf %[[SINGLE]] : f32 to bf16
// CHECK-DAG:     %[[WIDE:.*]] = arith.extf %[[NARROW]] : f8E5M2 to f32
// CHECK-DAG:     arith.truncf %[[WIDE]] : f32 to f8E4M3FN
func.func @floats(%x: f64, %narrow: f8E5M2) -> (f16, bf16, f8E4M3FN) {
  %0 = dtyp.cast %x : f64 to f16
  %1 = dtyp.cast %x : f64 to bf16
  %2 = dtyp.cast %narrow : f8E5M2 to f8E4M3FN
  return %0, %1, %2 : f16, bf16, f8E4M3FN
}

// CHECK-LABEL: func.func @complex(
// CHECK-SAME:    %[[X:.*]]: complex<f64>, %[[REAL:.*]]: f32)
// CHECK-DAG:     %[[RE:.*]] = complex.re %[[X]]
// CHECK-DAG:     arith.truncf %[[RE]] : f64 to f32
// CHECK-DAG:     arith.ori
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     complex.create %[[REAL]], %[[ZERO]] : complex<f32>
func.func @complex(%x: complex<f64>, %real: f32) -> (f32, i1, complex<f32>) {
  %0 = dtyp.cast %x : complex<f64> to f32
  %1 = dtyp.cast %x : complex<f64> to i1
  %2 = dtyp.cast %real : f32 to complex<f32>
  return %0, %1, %2 : f32, i1, complex<f32>
}

// NaT stays NaT.
// CHECK-LABEL: func.func @times(
// CHECK-SAME:    %[[X:.*]]: i64)
// CHECK-DAG:     %[[FACTOR:.*]] = arith.constant 1000 : i64
// CHECK-DAG:     %[[NAT:.*]] = arith.constant -9223372036854775808 : i64
// CHECK:         %[[PRODUCT:.*]] = arith.muli %[[X]], %[[FACTOR]] : i64
// CHECK:         %[[IS_NAT:.*]] = arith.cmpi eq, %[[X]], %[[NAT]] : i64
// CHECK:         %[[RESULT:.*]] = arith.select %[[IS_NAT]], %[[NAT]], %[[PRODUCT]] : i64
// CHECK:         return %[[RESULT]], %[[X]], %[[X]] :
func.func @times(%x: i64) -> (i64, i64, i64) {
  %0 = dtyp.cast %x : !dtyp.datetime64<s> to !dtyp.datetime64<ms>
  %1 = dtyp.cast %x : !dtyp.datetime64 to !dtyp.datetime64<ms>
  %2 = dtyp.cast %x : !dtyp.timedelta64<s> to !dtyp.datetime64<ms>
  return %0, %1, %2 : i64, i64, i64
}

// The buffer is made once for each call.
// CHECK-LABEL: func.func @text(
// CHECK-NEXT:    arith.constant
// CHECK:         memref.alloca() {alignment = 4 : i64} : memref<5xi8>
// CHECK:         scf.for
// CHECK-NOT:       memref.alloca
// CHECK:           memref.store %{{.*}}, %{{.*}}[] : memref<!dtyp.bytes<3>>
// CHECK:           memref.load %{{.*}}[] : memref<!dtyp.bytes<5>>
func.func @text(%name: !dtyp.bytes<3>, %n: index, %out: memref<?x!dtyp.bytes<5>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = dtyp.cast %name : !dtyp.bytes<3> to !dtyp.bytes<5>
    memref.store %0, %out[%i] : memref<?x!dtyp.bytes<5>>
  }
  return
}

// Characters are swapped in memory.
// CHECK-LABEL: func.func @swapped_text(
// CHECK-SAME:    %[[X:.*]]: !dtyp.big_endian<!dtyp.str<2>>) -> !dtyp.str<3>
// CHECK:         memref.store %[[X]], %{{.*}}[] : memref<!dtyp.big_endian<!dtyp.str<2>>>
// CHECK:         scf.for %[[I:.*]] = %c0{{.*}} to %c2{{.*}} step
// CHECK:           memref.load %{{.*}}[%[[I]]] : memref<2xi32>
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[I]]] : memref<2xi32>
// CHECK:         memref.load %{{.*}}[] : memref<!dtyp.str<3>>
func.func @swapped_text(%x: !dtyp.big_endian<!dtyp.str<2>>) -> !dtyp.str<3> {
  %0 = dtyp.cast %x : !dtyp.big_endian<!dtyp.str<2>> to !dtyp.str<3>
  return %0 : !dtyp.str<3>
}

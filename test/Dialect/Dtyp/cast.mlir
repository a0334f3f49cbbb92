// dtyp.cast through text and bytecode, and what it folds to.

// RUN: dtyp-opt --verify-roundtrip %s | FileCheck %s
// RUN: dtyp-opt --emit-bytecode %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt --mlir-print-op-generic %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt --canonicalize %s | FileCheck %s --check-prefix=FOLDED

// CHECK-LABEL: func.func @cast(
// CHECK-SAME:    %[[BYTE:.*]]: i8, %[[X:.*]]: f64, %[[TIME:.*]]: i64, %[[NAME:.*]]: !dtyp.bytes<3>)
func.func @cast(%byte: i8, %x: f64, %time: i64, %name: !dtyp.bytes<3>)
    -> (f32, i8, i64, !dtyp.bytes<5>, i1) {
  // CHECK: dtyp.cast %[[BYTE]] : ui8 to f32
  // CHECK: dtyp.cast %[[X]] : f64 to ui8
  // CHECK: dtyp.cast %[[TIME]] casting same_kind : !dtyp.datetime64<ns> to !dtyp.datetime64<s>
  // CHECK: dtyp.cast %[[NAME]] casting safe {note = "kept"} : !dtyp.bytes<3> to !dtyp.bytes<5>
  // CHECK: dtyp.cast %[[X]] : f64 to i1
  %0 = dtyp.cast %byte : ui8 to f32
  %1 = dtyp.cast %x casting unsafe : f64 to ui8
  %2 = dtyp.cast %time casting same_kind : !dtyp.datetime64<ns> to !dtyp.datetime64<s>
  %3 = dtyp.cast %name casting safe {note = "kept"} : !dtyp.bytes<3> to !dtyp.bytes<5>
  %4 = dtyp.cast %x : f64 to i1
  return %0, %1, %2, %3, %4 : f32, i8, i64, !dtyp.bytes<5>, i1
}

// A value has no byte order.
// FOLDED-LABEL: func.func @same(
// FOLDED-SAME:    %[[X:.*]]: i32, %[[RECORD:.*]]: !
// FOLDED-NEXT:    return %[[X]], %[[X]], %[[RECORD]]
func.func @same(%x: i32, %record: !dtyp.record<a: i8>) -> (i32, i32, !dtyp.record<a: i8>) {
  %0 = dtyp.cast %x : i32 to i32
  %1 = dtyp.cast %x : i32 to !dtyp.big_endian<i32>
  %2 = dtyp.cast %record : !dtyp.record<a: i8> to !dtyp.record<a: i8>
  return %0, %1, %2 : i32, i32, !dtyp.record<a: i8>
}

// The sign is that of the dtype, not of the value.
// FOLDED-LABEL: func.func @integers()
// FOLDED-DAG:     %[[SIGNED:.*]] = arith.constant -1 : i16
// FOLDED-DAG:     %[[UNSIGNED:.*]] = arith.constant 255 : i16
// FOLDED-DAG:     %[[BYTE:.*]] = arith.constant 44 : i8
// FOLDED-DAG:     %[[TRUE:.*]] = arith.constant true
// FOLDED-DAG:     %[[ONE:.*]] = arith.constant 1 : i8
// FOLDED:         return %[[SIGNED]], %[[UNSIGNED]], %[[BYTE]], %[[TRUE]], %[[ONE]] :
func.func @integers() -> (i16, i16, i8, i1, i8) {
  %ones = arith.constant -1 : i8
  %c300 = arith.constant 300 : i32
  %true = arith.constant true
  %0 = dtyp.cast %ones : i8 to i16
  %1 = dtyp.cast %ones : ui8 to i16
  %2 = dtyp.cast %c300 : i32 to ui8
  %3 = dtyp.cast %c300 : i32 to i1
  %4 = dtyp.cast %true : i1 to i8
  return %0, %1, %2, %3, %4 : i16, i16, i8, i1, i8
}

// FOLDED-LABEL: func.func @to_integers()
// FOLDED-DAG:     %[[MIN:.*]] = arith.constant -2147483648 : i32
// FOLDED-DAG:     %[[ZERO:.*]] = arith.constant 0 : i32
// FOLDED-DAG:     %[[HIGH:.*]] = arith.constant -446744073709551616 : i64
// FOLDED-DAG:     %[[TWO:.*]] = arith.constant -2 : i8
// FOLDED-DAG:     %[[TRUE:.*]] = arith.constant true
// FOLDED-DAG:     %[[LARGEST:.*]] = arith.constant 127 : i8
// FOLDED:         return %[[MIN]], %[[ZERO]], %[[HIGH]], %[[TWO]], %[[TRUE]], %[[LARGEST]] :
func.func @to_integers() -> (i32, i32, i64, i8, i1, i8) {
  %nan = arith.constant 0x7FC00000 : f32
  %large = arith.constant 1.8e19 : f64
  %negative = arith.constant -2.75 : f64
  %infinity = arith.constant 0x7C : f8E5M2
  %0 = dtyp.cast %nan : f32 to i32
  %1 = dtyp.cast %nan : f32 to ui32
  %2 = dtyp.cast %large : f64 to ui64
  %3 = dtyp.cast %negative : f64 to i8
  %4 = dtyp.cast %nan : f32 to i1
  %5 = dtyp.cast %infinity : f8E5M2 to i8
  return %0, %1, %2, %3, %4, %5 : i32, i32, i64, i8, i1, i8
}

// Rounded to f32 first, as ml_dtypes does; to f16 once, as NumPy does.
// FOLDED-LABEL: func.func @to_floats()
// FOLDED-DAG:     %[[BF16:.*]] = arith.constant 1.000000e+00 : bf16
// FOLDED-DAG:     %[[F16:.*]] = arith.constant 1.000980e+00 : f16
// FOLDED-DAG:     %[[F32:.*]] = arith.constant 4.2949673E+9 : f32
// FOLDED:         return %[[BF16]], %[[F16]], %[[F32]] :
func.func @to_floats() -> (bf16, f16, f32) {
  // Above the middle between two bf16, by less than a f32 can tell.
  %0 = arith.constant 0x3FF0100000000001 : f64
  // Above the middle between two f16.
  %1 = arith.constant 0x3FF0020000000001 : f64
  %2 = arith.constant -1 : i32
  %3 = dtyp.cast %0 : f64 to bf16
  %4 = dtyp.cast %1 : f64 to f16
  %5 = dtyp.cast %2 : ui32 to f32
  return %3, %4, %5 : bf16, f16, f32
}

// What has no encoding becomes what ml_dtypes makes of it, not upstream.
// FOLDED-LABEL: func.func @to_narrow_floats()
// FOLDED-DAG:     %[[ZERO:.*]] = arith.constant -0.000000e+00 : f4E2M1FN
// FOLDED-DAG:     %[[LARGEST:.*]] = arith.constant 2.800000e+01 : f6E3M2FN
// FOLDED-DAG:     %[[POWER:.*]] = arith.constant 2.000000e+00 : f8E8M0FNU
// FOLDED-DAG:     %[[NAN:.*]] = arith.constant 0x80 : f8E4M3FNUZ
// FOLDED-DAG:     %[[WIDE:.*]] = arith.constant 1.250000e-01 : f64
// FOLDED:         return %[[ZERO]], %[[LARGEST]], %[[POWER]], %[[NAN]], %[[WIDE]] :
func.func @to_narrow_floats() -> (f4E2M1FN, f6E3M2FN, f8E8M0FNU, f8E4M3FNUZ, f64) {
  %nan = arith.constant 0x7FC00000 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %tie = arith.constant 1.5 : f64
  %c300 = arith.constant 300 : i16
  %power = arith.constant 0x7C : f8E8M0FNU
  %0 = dtyp.cast %nan : f32 to f4E2M1FN
  %1 = dtyp.cast %infinity : f32 to f6E3M2FN
  %2 = dtyp.cast %tie : f64 to f8E8M0FNU
  %3 = dtyp.cast %c300 : i16 to f8E4M3FNUZ
  %4 = dtyp.cast %power : f8E8M0FNU to f64
  return %0, %1, %2, %3, %4 : f4E2M1FN, f6E3M2FN, f8E8M0FNU, f8E4M3FNUZ, f64
}

// FOLDED-LABEL: func.func @complex_numbers()
// FOLDED-DAG:     %[[NARROW:.*]] = complex.constant [1.000000e+00 : f32, -2.500000e+00 : f32] : complex<f32>
// FOLDED-DAG:     %[[REAL:.*]] = arith.constant 1 : i8
// FOLDED-DAG:     %[[TRUE:.*]] = arith.constant true
// FOLDED-DAG:     %[[MADE:.*]] = complex.constant [2.550000e+02, 0.000000e+00] : complex<f64>
// FOLDED:         return %[[NARROW]], %[[REAL]], %[[TRUE]], %[[MADE]] :
func.func @complex_numbers() -> (complex<f32>, i8, i1, complex<f64>) {
  %z = complex.constant [1.0 : f64, -2.5 : f64] : complex<f64>
  %imaginary = complex.constant [0.0 : f16, 0x7E00 : f16] : complex<f16>
  %ones = arith.constant -1 : i8
  %0 = dtyp.cast %z : complex<f64> to complex<f32>
  %1 = dtyp.cast %z : complex<f64> to i8
  %2 = dtyp.cast %imaginary : complex<f16> to i1
  %3 = dtyp.cast %ones : ui8 to complex<f64>
  return %0, %1, %2, %3 : complex<f32>, i8, i1, complex<f64>
}

// Rounded down, through the calendar, and NaT as it is.
// FOLDED-LABEL: func.func @times()
// FOLDED-DAG:     %[[SECONDS:.*]] = arith.constant -2 : i64
// FOLDED-DAG:     %[[DAYS:.*]] = arith.constant 11017 : i64
// FOLDED-DAG:     %[[NAT:.*]] = arith.constant -9223372036854775808 : i64
// FOLDED-DAG:     %[[COUNT:.*]] = arith.constant -1.500000e+03 : f32
// FOLDED:         return %[[SECONDS]], %[[DAYS]], %[[NAT]], %[[COUNT]] :
func.func @times() -> (i64, i64, i64, f32) {
  %time = arith.constant -1500 : i64
  // March 2000.
  %month = arith.constant 362 : i64
  %nat = arith.constant -9223372036854775808 : i64
  %0 = dtyp.cast %time : !dtyp.datetime64<ms> to !dtyp.datetime64<s>
  %1 = dtyp.cast %month : !dtyp.datetime64<M> to !dtyp.datetime64<D>
  %2 = dtyp.cast %nat : !dtyp.timedelta64<7W> to !dtyp.timedelta64<25s>
  %3 = dtyp.cast %time : !dtyp.timedelta64<ms> to f32
  return %0, %1, %2, %3 : i64, i64, i64, f32
}

// Of one count, whatever it is.
// FOLDED-LABEL: func.func @same_count(
// FOLDED-SAME:    %[[X:.*]]: i64)
// FOLDED-NEXT:    return %[[X]], %[[X]], %[[X]]
func.func @same_count(%x: i64) -> (i64, i64, i64) {
  %0 = dtyp.cast %x : !dtyp.timedelta64 to !dtyp.timedelta64<25s>
  %1 = dtyp.cast %x : i64 to !dtyp.timedelta64<s>
  %2 = dtyp.cast %x : !dtyp.big_endian<!dtyp.datetime64<D>> to !dtyp.datetime64<D>
  return %0, %1, %2 : i64, i64, i64
}

// The value of text has a byte order: it is not the same.
// FOLDED-LABEL: func.func @swapped_text(
// FOLDED:         dtyp.cast
func.func @swapped_text(%x: !dtyp.big_endian<!dtyp.str<2>>) -> !dtyp.str<2> {
  %0 = dtyp.cast %x : !dtyp.big_endian<!dtyp.str<2>> to !dtyp.str<2>
  return %0 : !dtyp.str<2>
}

// Not constants.
// FOLDED-LABEL: func.func @unfolded(
// FOLDED-COUNT-3: dtyp.cast
func.func @unfolded(%x: f32, %time: i64, %name: !dtyp.str<3>) -> (f4E2M1FN, i64, !dtyp.str<2>) {
  %0 = dtyp.cast %x : f32 to f4E2M1FN
  %1 = dtyp.cast %time : !dtyp.datetime64<ms> to !dtyp.datetime64<s>
  %2 = dtyp.cast %name : !dtyp.str<3> to !dtyp.str<2>
  return %0, %1, %2 : f4E2M1FN, i64, !dtyp.str<2>
}

// Kernels take arrays of the dtype that they were written for, or whose elements
// are stored as theirs, and of no other.

// RUN: dtyp-run %s --signature | FileCheck %s --check-prefix=SIGNATURE
// SIGNATURE: value 1: array [?] of {{\[\[}}"x","float32"],["n","uint8",[2{{\]\]\]}}
// SIGNATURE: value 2: array [?] of int64 or uint64
// SIGNATURE: value 3: array [?] of S3
// SIGNATURE: value 4: array [?] of >i4

// DEFINE: %{run} = dtyp-run %s --device=cpu --block 1
// DEFINE: %{record} = '[["x","f4"],["n","u1",2]][2]=arange'
// RUN: not %{run} '[["x","f4"],["m","u1",2]][2]=arange' 'M8[D][2]=zeros' 'S3[1]=zeros' '>i4[2]=zeros' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: argument 1: expected {{\[\[}}"x","float32"],["n","uint8",[2{{\]\]\]}}, got {{\[\[}}"x","float32"],["m","uint8",[2{{\]\]\]}}
// RUN: not %{run} %{record} '>M8[D][2]=zeros' 'S3[1]=zeros' '>i4[2]=zeros' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: argument 2: expected int64 or uint64, got >M8[D]
// RUN: not %{run} %{record} 'M8[D][2]=zeros' 'S4[1]=zeros' '>i4[2]=zeros' 2>&1 | FileCheck %s --check-prefix=LENGTH
// LENGTH: error: argument 3: expected S3, got S4
// RUN: not %{run} %{record} 'M8[D][2]=zeros' 'S3[1]=zeros' 'i4[2]=zeros' 2>&1 | FileCheck %s --check-prefix=NATIVE
// NATIVE: error: argument 4: expected >i4, got int32

gpu.module @kernels {
  gpu.func @keep(%records: memref<?x!dtyp.record<x: f32, n: !dtyp.subarray<2xui8>>>,
                 %times: memref<?xi64>, %names: memref<?x!dtyp.bytes<3>>,
                 %swapped: memref<?x!dtyp.big_endian<i32>>) kernel {
    gpu.return
  }
}

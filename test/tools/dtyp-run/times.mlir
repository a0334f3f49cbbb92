// Times pass as the integers that they are, print as NumPy prints them, and are
// compared exactly.

// DEFINE: %{run} = dtyp-run %s --device=cpu --block 2
// RUN: %{run} 'out=%t.npy:M8[D][2]=full:2020-02-29' | count 0
// RUN: %{run} 'out:M8[D][2]=full:2020-02-29' --check %t.npy | FileCheck %s
// CHECK: argument 1 datetime64[D][2] = [2020-03-01 2020-03-01]
// RUN: not %{run} 'out:M8[D][2]=full:2020-02-28' --check %t.npy --atol 5 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// DIFFERENT: error: argument 1: 2 of 2 elements differ from '{{.*}}.npy'; the first is [0]: expected 2020-03-01, got 2020-02-29
// RUN: not %{run} 'out:M8[s][2]=zeros' --check %t.npy 2>&1 | FileCheck %s --check-prefix=UNIT
// UNIT: error: argument 1: '{{.*}}.npy': holds datetime64[D], expected datetime64[s]
// RUN: not %{run} 'out:i8[2]=zeros' --check %t.npy 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: argument 1: expected '{{.*}}.npy' to hold numbers, got datetime64[D]

gpu.module @kernels {
  gpu.func @tomorrow(%times: memref<?xi64>) kernel {
    %i = gpu.thread_id x
    %one = arith.constant 1 : i64
    %time = memref.load %times[%i] : memref<?xi64>
    %next = arith.addi %time, %one : i64
    memref.store %next, %times[%i] : memref<?xi64>
    gpu.return
  }
}

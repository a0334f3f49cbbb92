// A conversion without an argument, which is undefined in C, is printed as it is.

// RUN: dtyp-run %s --device=cpu --block 1 | FileCheck %s
// CHECK: 1 {{%d$}}

gpu.module @kernels {
  gpu.func @kernel() kernel {
    %one = arith.constant 1 : i32
    gpu.printf "%d %d\n", %one : i32
    gpu.return
  }
}

// What kernels print. (CUDA's printf knows no %hhd.)

// RUN: %dtyp_run %s --kernel=print --block 2 float32:1.5 | FileCheck %s
// CHECK-DAG: {{^}}thread 0: 1.500000 0x1f{{$}}
// CHECK-DAG: {{^}}thread 1: 1.500000 0x1f{{$}}
// CHECK-DAG: {{^}}100% of -2{{$}}
// CHECK-DAG: {{^}}halves 2.5e-01 0.250{{$}}
// CHECK-DAG: {{^}}bye{{$}}

// Each line of many blocks is whole.
// RUN: %dtyp_run %s --kernel=lines --grid 64 --block 32 --workers 4 > %t
// RUN: %python %S/Inputs/check_lines.py %t

gpu.module @kernels {
  gpu.func @print(%x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %minusTwo = arith.constant -2 : i8
    %hex = arith.constant 31 : i64
    %quarter = arith.constant 0.25 : f16
    %bquarter = arith.constant 0.25 : bf16
    %i = gpu.thread_id x
    gpu.printf "thread %lld: %f %#llx\n", %i, %x, %hex : index, f32, i64
    gpu.printf "100%% of %d\n", %minusTwo : i8
    gpu.printf "halves %.1e %.3f\n", %quarter, %bquarter : f16, bf16
    %isLast = arith.cmpi eq, %i, %c1 : index
    scf.if %isLast {
      gpu.printf "bye\n"
    }
    gpu.return
  }

  gpu.func @lines() kernel {
    %b = gpu.block_id x
    %t = gpu.thread_id x
    gpu.printf "block %lld: thread %lld\n", %b, %t : index, index
    gpu.return
  }
}

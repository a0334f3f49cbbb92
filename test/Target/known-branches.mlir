// A loop whose condition is `a && b` ends where `a` is false, without another test, and
// tests it at its end.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

gpu.module @kernels {
  // The way to the next larger one: while i < 64 and a[i] > limit, as
  // scf.while has it.
  // CHECK-LABEL: .entry short_circuit(
  // CHECK-NOT:     setp
  // CHECK-NOT:     mov.pred
  // CHECK:       [[LOOP:\$L__BB[0-9_]+]]:
  // CHECK-NOT:     mov.pred
  // CHECK:         ld.global
  // CHECK:         setp{{.*}}f32
  // CHECK-NOT:     mov.pred
  // CHECK:         setp{{.*}}[[I:%r[0-9]+]], {{6[34]}};
  // CHECK-NOT:     setp
  // CHECK:         bra [[LOOP]]
  // CHECK-NOT:     setp
  // CHECK:         st.global
  gpu.func @short_circuit(%a: memref<64xf32> {llvm.noalias, llvm.readonly},
      %limit: f32, %out: memref<64xi32> {llvm.noalias}) kernel {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %end = arith.constant 64 : i32
    %found = scf.while (%i = %zero) : (i32) -> i32 {
      %is_inside = arith.cmpi slt, %i, %end : i32
      %goes_on = scf.if %is_inside -> i1 {
        %place = arith.index_castui %i : i32 to index
        %v = memref.load %a[%place] : memref<64xf32>
        %is_larger = arith.cmpf ogt, %v, %limit : f32
        scf.yield %is_larger : i1
      } else {
        %false = arith.constant false
        scf.yield %false : i1
      }
      scf.condition(%goes_on) %i : i32
    } do {
    ^bb0(%i: i32):
      %next = arith.addi %i, %one : i32
      scf.yield %next : i32
    }
    memref.store %found, %out[%t] : memref<64xi32>
    gpu.return
  }

  // Behind the branch, where all threads come, are values of both ways.
  // CHECK-LABEL: .entry values(
  // CHECK-NOT:     mov.pred
  // CHECK:         ret;
  gpu.func @values(%a: memref<64xf32> {llvm.noalias, llvm.readonly}, %n: i32,
      %out: memref<64xf32> {llvm.noalias}) kernel {
    %t = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    %zero = arith.constant 0.0 : f32
    %zero_i32 = arith.constant 0 : i32
    %is_first = arith.cmpi sgt, %n, %zero_i32 : i32
    %both, %v = scf.if %is_first -> (i1, f32) {
      %x = memref.load %a[%t] : memref<64xf32>
      %y = math.sqrt %x : f32
      memref.store %y, %out[%t] : memref<64xf32>
      %is_larger = arith.cmpf ogt, %y, %one : f32
      scf.yield %is_larger, %y : i1, f32
    } else {
      %false = arith.constant false
      scf.yield %false, %zero : i1, f32
    }
    scf.if %both {
      gpu.barrier
    }
    %w = arith.addf %v, %one : f32
    memref.store %w, %out[%t] : memref<64xf32>
    gpu.return
  }

  // Threads for which the first condition is false and those for which only the
  // second one is come to the second barrier together.
  // CHECK-LABEL: .entry together(
  // CHECK:         mov.pred [[BOTH:%p[0-9]+]], 0;
  // CHECK:         @{{!?}}[[NOT_FIRST:%p[0-9]+]] bra [[MET:\$L__BB[0-9_]+]];
  // CHECK:         ld.global
  // CHECK:       [[MET]]:
  // CHECK:         bar.sync
  gpu.func @together(%a: memref<64xf32> {llvm.noalias, llvm.readonly}, %n: i32,
      %out: memref<64xf32> {llvm.noalias}) kernel {
    %t = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    %zero = arith.constant 0.0 : f32
    %number = arith.index_cast %t : index to i32
    %is_first = arith.cmpi sgt, %number, %n : i32
    %both, %v = scf.if %is_first -> (i1, f32) {
      %x = memref.load %a[%t] : memref<64xf32>
      %y = math.sqrt %x : f32
      memref.store %y, %out[%t] : memref<64xf32>
      %is_larger = arith.cmpf ogt, %y, %one : f32
      scf.yield %is_larger, %y : i1, f32
    } else {
      %false = arith.constant false
      scf.yield %false, %zero : i1, f32
    }
    scf.if %both {
      gpu.barrier
      %w = arith.addf %v, %one : f32
      memref.store %w, %out[%t] : memref<64xf32>
    } else {
      gpu.barrier
      %c0 = arith.constant 0 : index
      memref.store %v, %out[%c0] : memref<64xf32>
    }
    gpu.return
  }
}

// What ptxas says of a kernel, and what it warns of, are remarks: silent unless
// asked for.

// REQUIRES: ptxas

// RUN: dtyp-opt --cudax-module-to-binary=format=bin %s -o %t.out 2>&1 | count 0
// RUN: dtyp-opt --cudax-module-to-binary=format=bin %s -o %t.out --remarks-filter="ptx.s" --remark-format=emitRemark 2>&1 | FileCheck %s

gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80", flags = {"ptxas-cmd-options" = ["--warn-on-local-memory-usage"]}>] {
  // CHECK: ptxas-remarks.mlir:[[#@LINE+2]]:3: remark: [Analysis] Warning | Category:ptxas | {{.*}}Local memory used for function 'kernel'
  // CHECK: ptxas-remarks.mlir:[[#@LINE+1]]:3: remark: [Analysis] Resources | Category:ptxas | Function=kernel | Chip=sm_80, Registers={{[0-9]+}}, SharedBytes=0, SpillLoadBytes=0, SpillStoreBytes=0, StackBytes=400
  llvm.func @kernel(%a: !llvm.ptr, %i: i64) attributes {gpu.kernel, nvvm.kernel} {
    %n = llvm.mlir.constant(100 : i64) : i64
    %local = llvm.alloca %n x f32 {alignment = 16 : i64} : (i64) -> !llvm.ptr
    %p = llvm.getelementptr %local[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %0 = llvm.load volatile %a : !llvm.ptr -> f32
    llvm.store volatile %0, %p : f32, !llvm.ptr
    llvm.return
  }
}

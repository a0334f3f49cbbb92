// Symbols of a gpu.module have its name in front, in their uses, too; what is only
// declared keeps its own.
// RUN: split-file %s %t
// RUN: dtyp-opt %t/names.mlir --dtyp-lower-kernels | FileCheck %s
// CHECK: memref.global "private" constant @"a::table"
// CHECK: llvm.func @external()
// CHECK: func.func private @"a::table_of"
// CHECK: get_global @"a::table"
// CHECK: func.func private @"a::first"
// CHECK: call @"a::table_of"
// CHECK: llvm.call @external
// CHECK: memref.global "private" constant @"b::table"
// CHECK: func.func private @"b::second"
// CHECK: get_global @"b::table"

// An op that is not known may hide uses.
// RUN: not dtyp-opt %t/unknown.mlir --dtyp-lower-kernels --allow-unregistered-dialect 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown.mlir:3:5: error: expected an op that is known, so that the symbols it uses can be renamed

//--- names.mlir
gpu.module @a {
  memref.global "private" constant @table : memref<1xi8> = dense<1>
  llvm.func @external()
  func.func @table_of() -> memref<1xi8> {
    %table = memref.get_global @table : memref<1xi8>
    return %table : memref<1xi8>
  }
  gpu.func @first(%out: memref<1xi8>) kernel {
    %table = func.call @table_of() : () -> memref<1xi8>
    memref.copy %table, %out : memref<1xi8> to memref<1xi8>
    llvm.call @external() : () -> ()
    gpu.return
  }
}
gpu.module @b {
  memref.global "private" constant @table : memref<1xi8> = dense<2>
  gpu.func @second(%out: memref<1xi8>) kernel {
    %table = memref.get_global @table : memref<1xi8>
    memref.copy %table, %out : memref<1xi8> to memref<1xi8>
    gpu.return
  }
}

//--- unknown.mlir
gpu.module @a {
  func.func @f() {
    "test.unknown"() ({}) : () -> ()
    return
  }
}

// RUN: dtyp-opt --dtyp-erase-providers --dtyp-print-argument-maps %s 2>&1 >/dev/null | FileCheck %s --match-full-lines --strict-whitespace
// RUN: dtyp-opt --dtyp-print-argument-maps %s 2>&1 >/dev/null | count 0
// RUN: dtyp-opt --dtyp-erase-providers %s -o %t.erased
// RUN: dtyp-opt --dtyp-erase-providers --dtyp-print-argument-maps %s -o %t.printed 2>/dev/null
// RUN: diff %t.erased %t.printed

//      CHECK:kernel @kernels::@all
// CHECK-NEXT:  argument 0: !dtyp.provider<"Foo", ui8> -> no parameter
// CHECK-NEXT:  argument 1: memref<?xf32> -> parameter 0
// CHECK-NEXT:  argument 2: !dtyp.provider<"Two", f32, {a: f32, b: i64}> -> parameters 1, 2
// CHECK-NEXT:  argument 3: !dtyp.dtype<f32> -> no parameter
// CHECK-NEXT:  argument 4: !dtyp.provider<"One", f32, {a: i8}> -> parameter 3
// CHECK-NEXT:kernel @kernels::@nothing
// CHECK-NEXT:kernel @"more kernels"::@"strange name"
// CHECK-NEXT:  argument 0: i32 -> parameter 0
//  CHECK-NOT:{{.}}
gpu.module @kernels {
  gpu.func @all(%foo: !dtyp.provider<"Foo", ui8>, %out: memref<?xf32>,
                %two: !dtyp.provider<"Two", f32, {a: f32, b: i64}>, %dtype: !dtyp.dtype<f32>,
                %one: !dtyp.provider<"One", f32, {a: i8}>) kernel {
    gpu.return
  }
  gpu.func @nothing() kernel {
    gpu.return
  }
  gpu.func @device(%foo: !dtyp.provider<"Foo", ui8>) {
    gpu.return
  }
}
gpu.module @"more kernels" {
  gpu.func @"strange name"(%n: i32) kernel {
    gpu.return
  }
}
func.func @host(%foo: !dtyp.provider<"Foo", ui8>) {
  return
}

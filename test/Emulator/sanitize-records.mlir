// --sanitize follows accesses to parts of records, as elements and as bytes.

// RUN: dtyp-opt --dtyp-records-to-bytes --mlir-print-debuginfo %s -o %t.mlir

// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=bounds --block 3 --workers 1 'uint8[16]=arange' 'out:float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: not dtyp-run %t.mlir --device=cpu --sanitize --kernel=bounds --block 3 --workers 1 'uint8[16]=arange' 'out:float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=bounds --block 2 'uint8[16]=arange' 'out:float32[4]=zeros' | count 1
// BOUNDS: sanitize-records.mlir:[[#@LINE+19]]:{{[0-9]+}}: error: read out of bounds: index 2 in dimension 0 of size 2, in block (0, 0, 0), thread (2, 0, 0)
// BOUNDS-NOT: error:

// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=misaligned --workers 1 'uint8[17]=arange' int64:1 'out:float32[1]=zeros' 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: not dtyp-run %t.mlir --device=cpu --sanitize --kernel=misaligned --workers 1 'uint8[17]=arange' int64:1 'out:float32[1]=zeros' 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=misaligned --workers 1 'uint8[17]=arange' int64:0 'out:float32[1]=zeros' | count 1
// MISALIGNED: sanitize-records.mlir:[[#@LINE+23]]:{{[0-9]+}}: error: misaligned read: the address is 1 beyond a multiple of 4

// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=uninitialized --workers 1 int8:0 'out:float32[1]=zeros' 'out:int8[1]=zeros' 2>&1 | FileCheck %s --check-prefix=UNINITIALIZED
// RUN: not dtyp-run %t.mlir --device=cpu --sanitize --kernel=uninitialized --workers 1 int8:0 'out:float32[1]=zeros' 'out:int8[1]=zeros' 2>&1 | FileCheck %s --check-prefix=UNINITIALIZED
// UNINITIALIZED: sanitize-records.mlir:[[#@LINE+31]]:{{[0-9]+}}: error: uninitialized read of a local array: nothing was written there
// UNINITIALIZED-NOT: error:

!point = !dtyp.record<aligned, id: i8, x: f32>

gpu.module @kernels {
  gpu.func @bounds(%bytes: memref<16xi8>, %out: memref<4xf32>) kernel {
    %i = gpu.thread_id x
    %points = dtyp.view %bytes as !point : memref<16xi8> to memref<2x!point>
    %x = dtyp.load %points[%i]["x"] : memref<2x!point>
    memref.store %x, %out[%i] : memref<4xf32>
    gpu.return
  }

  // Bytes that are not where an array of such records may begin.
  gpu.func @misaligned(%bytes: memref<17xi8>, %shift: i64, %out: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %shift : i64 to index
    %points = memref.view %bytes[%s][] : memref<17xi8> to memref<2x!point>
    %x = dtyp.load %points[%c0]["x"] : memref<2x!point>
    memref.store %x, %out[%c0] : memref<1xf32>
    gpu.return
  }

  // One field is written, the other is not.
  gpu.func @uninitialized(%id: i8, %out: memref<1xf32>, %ids: memref<1xi8>) kernel {
    %c0 = arith.constant 0 : index
    %points = memref.alloca() : memref<2x!point>
    dtyp.store %id, %points[%c0]["id"] : i8, memref<2x!point>
    %read = dtyp.load %points[%c0]["id"] : memref<2x!point>
    memref.store %read, %ids[%c0] : memref<1xi8>
    %x = dtyp.load %points[%c0]["x"] : memref<2x!point>
    memref.store %x, %out[%c0] : memref<1xf32>
    gpu.return
  }
}

// Another compiler's dtypes need one interface and no edit in dtyp: one with a
// layout of its own (interval) and one that is stored as an integer (fixed) are
// loaded and stored, are fields and sub-arrays, make local arrays, and are views
// of bytes.
//
// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --verify-roundtrip -o %t.mlir
// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --dtyp-print-dtypes -o %t.mlir \
// RUN:   2>&1 | FileCheck %s --check-prefix=FACTS

// FACTS-DAG: | `!acme.interval` | `interval` | `V` | 12 | 4 | 4 | `!acme.interval` | `!acme.interval` | | | | | `low: f32 at 0, high: f32 at 4, open: i1 at 8` |
// FACTS-DAG: | `!acme.fixed<8>` | `fixed16_8` | `V` | 2 | 2 | 2 | `i16` | `i16` |

// RUN: dtyp-compile %s --load-dialect-plugin=%dtyp_test_plugin --chip=sm_90 -o %t.ptx
// RUN: FileCheck %s < %t.ptx

// RUN: dtyp-run %s --load-dialect-plugin=%dtyp_test_plugin --device=cpu --kernel=intervals \
// RUN:   --block 4 int64:3 'uint8[48]=arange' 'out:uint8[48]=zeros' 'out:float32[4]=zeros' \
// RUN:   --sanitize | FileCheck %s --check-prefix=INTERVALS
// RUN: dtyp-run %s --load-dialect-plugin=%dtyp_test_plugin --device=cpu --kernel=fields \
// RUN:   int64:1 'uint8[40]=arange' 'out:uint8[40]=zeros' 'out:int32[2]=zeros' \
// RUN:   --sanitize | FileCheck %s --check-prefix=FIELDS

!sample = !dtyp.record<aligned, id: ui8, range: !acme.interval, weights: !dtyp.subarray<2x!acme.fixed<8>>>

gpu.module @kernels {
  // The intervals pass through a local array, in another order; the sums of
  // their bounds are made of its fields. Only `open` is a bool: the bytes behind
  // it are kept.
  //
  // CHECK-LABEL: .entry intervals(
  // CHECK: .local .align 16 .b8 __local_depot0[48];
  // CHECK-DAG: ld.local.b32
  // INTERVALS: argument 3 uint8[48] = [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47]
  // INTERVALS: argument 4 float32[4] = [1.0120718e-34 1.850624e-27 3.3609347e-20 6.068382e-13]
  gpu.func @intervals(%foo: !dtyp.provider<"Foo", !acme.interval>, %step: i64,
                      %in: memref<48xi8>, %out: memref<48xi8>,
                      %sums: memref<4xf32>) kernel {
    %i = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %a = dtyp.view %in as !acme.interval : memref<48xi8> to memref<4x!acme.interval>
    %b = dtyp.view %out as !acme.interval : memref<48xi8> to memref<4x!acme.interval>
    %dt = dtyp.dtype_of %foo : !dtyp.provider<"Foo", !acme.interval>
    %local = cudax.local_alloca(%dt) [4] : !dtyp.dtype<!acme.interval> -> memref<4x!acme.interval, #gpu.address_space<private>>
    %s = arith.index_cast %step : i64 to index
    %k = arith.muli %i, %s : index
    %j = arith.remui %k, %c4 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %n = %c0 to %c4 step %c1 {
      %v = dtyp.load %a[%n] : memref<4x!acme.interval>
      %m = arith.muli %n, %s : index
      %to = arith.remui %m, %c4 : index
      dtyp.store %v, %local[%to] : !acme.interval, memref<4x!acme.interval, #gpu.address_space<private>>
    }
    %low = dtyp.load %local[%j]["low"] : memref<4x!acme.interval, #gpu.address_space<private>>
    %high = dtyp.load %local[%j]["high"] : memref<4x!acme.interval, #gpu.address_space<private>>
    %sum = arith.addf %low, %high : f32
    memref.store %sum, %sums[%i] : memref<4xf32>
    %w = dtyp.load %local[%j] : memref<4x!acme.interval, #gpu.address_space<private>>
    dtyp.store %w, %b[%i] : !acme.interval, memref<4x!acme.interval>
    gpu.return
  }

  // FIELDS: argument 3 uint8[40] = [0 0 0 0 4 5 6 7 8 9 10 11 1 13 14 15 0 0 18 19 0 0
  // FIELDS: argument 4 int32[2] = [4882 4882]
  //
  // CHECK-LABEL: .entry fields(
  gpu.func @fields(%n: i64, %in: memref<40xi8>, %out: memref<40xi8>,
                   %words: memref<2xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %k = arith.index_cast %n : i64 to index
    %a = dtyp.view %in as !sample : memref<40xi8> to memref<2x!sample>
    %b = dtyp.view %out as !sample : memref<40xi8> to memref<2x!sample>
    %range = dtyp.load %a[%c0]["range"] : memref<2x!sample>
    dtyp.store %range, %b[%c0]["range"] : !acme.interval, memref<2x!sample>
    %open = dtyp.load %a[%c0]["range"]["open"] : memref<2x!sample>
    dtyp.store %open, %b[%c0]["range"]["open"] : i1, memref<2x!sample>
    %weight = dtyp.load %a[%c0]["weights"][%k] : memref<2x!sample>
    dtyp.store %weight, %b[%c0]["weights"][%k] : i16, memref<2x!sample>
    %fixed = dtyp.constant !acme.fixed<8>
    %local = cudax.local_alloca(%fixed) [2] : !dtyp.dtype<!acme.fixed<8>> -> memref<2xi16, #gpu.address_space<private>>
    dtyp.store %weight, %local[%k] : i16, memref<2xi16, #gpu.address_space<private>> as !acme.fixed<8>
    %again = dtyp.load %local[%k] : memref<2xi16, #gpu.address_space<private>> as !acme.fixed<8>
    %wide = arith.extsi %again : i16 to i32
    memref.store %wide, %words[%c0] : memref<2xi32>
    memref.store %wide, %words[%c1] : memref<2xi32>
    gpu.return
  }
}

// The local arrays of numba-cuda's and numba-cuda-mlir's own tests, with their
// values (docs/local-arrays.md lists them). Arrays of 10 elements and more are
// copied backwards, so that they are arrays and not registers.

// RUN: mkdir -p %t
// RUN: %dtyp_run %s --kernel=copies --block 1 'out=%t/a.npy:int32[1000]=random:1' 'out=%t/b.npy:int32[1000]=zeros' \
// RUN:   'out=%t/c.npy:complex128[100]=random:2' 'out=%t/d.npy:complex128[100]=zeros' int64:1000 int64:100
// RUN: diff %t/a.npy %t/b.npy
// RUN: diff %t/c.npy %t/d.npy
// RUN: %dtyp_run %s --kernel=tuple_shape --block 1 'int32[5]=arange' 'out:int32[5]=zeros' | FileCheck %s --check-prefix=TUPLE
// TUPLE: argument 2 int32[5] = [0 1 2 3 4]

// RUN: %dtyp_run %s --kernel=dtype_forms --block 1 'out:int32[10]=zeros' | FileCheck %s --check-prefix=FORMS
// FORMS: argument 1 int32[10] = [0 7 14 21 28 35 42 49 56 63]

// RUN: %dtyp_run %s --kernel=struct_model --block 1 'out:int32[20]=zeros' | FileCheck %s --check-prefix=STRUCT
// STRUCT: argument 1 int32[20] = [0 0 1 2 2 4 3 6 4 8 5 10 6 12 7 14 8 16 9 18]

// RUN: %dtyp_run %s --kernel=half_size --block 1 'out:int64[2]=zeros' | FileCheck %s --check-prefix=HALF
// HALF: argument 1 int64[2] = [2 4]

// RUN: %dtyp_run %s --kernel=object_dtype --block 1 'out:float32[2]=zeros' | FileCheck %s --check-prefix=OBJECT
// OBJECT: argument 1 float32[2] = [42.0 42.0]

// RUN: %dtyp_run %s --kernel=vector_type --block 1 'out:float32[4]=zeros' | FileCheck %s --check-prefix=VECTOR
// VECTOR: argument 1 float32[4] = [1.0 2.0 3.0 4.0]

// z * z + z, z = 1.5 - 2j
// RUN: %dtyp_run %s --kernel=complex32 --block 1 float16:1.5 float16:-2 'out:float16[2]=zeros' | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: argument 3 float16[2] = [-0.25 -8.0]

// 0x04030201 and 0x08070605
// RUN: %dtyp_run %s --kernel=view --block 1 'out:int32[2]=zeros' | FileCheck %s --check-prefix=VIEW
// VIEW: argument 1 int32[2] = [67305985 134678021]

// RUN: %dtyp_run %s --kernel=slice --block 1 'out:float64[4]=zeros' | FileCheck %s --check-prefix=SLICE
// SLICE: argument 1 float64[4] = [5.0 5.0 5.0 5.0]

// RUN: %dtyp_run %s --kernel=captured --block 1 'out:float32[1]=zeros' | FileCheck %s --check-prefix=CAPTURED
// CAPTURED: argument 1 float32[1] = [1.0]

// RUN: %dtyp_run %s --kernel=dtype_from_function --block 1 'float32[1]=full:2.5' 'out:float32[1]=zeros' | FileCheck %s --check-prefix=TOKEN
// TOKEN: argument 2 float32[1] = [3.5]

// RUN: %dtyp_run %s --kernel=overload --block 1 'out:float32[1]=zeros' | FileCheck %s --check-prefix=OVERLOAD
// OVERLOAD: argument 1 float32[1] = [42.0]

// RUN: %dtyp_run %s --kernel=from_tuple --block 1 'out:int32[3]=zeros' 'out:int64[3]=zeros' 'out:float32[3]=zeros' \
// RUN:   'out:float64[3]=zeros' | FileCheck %s --check-prefix=COMPREHENSION
// COMPREHENSION:      argument 1 int32[3] = [2 4 6]
// COMPREHENSION-NEXT: argument 2 int64[3] = [2 4 6]
// COMPREHENSION-NEXT: argument 3 float32[3] = [2.0 4.0 6.0]
// COMPREHENSION-NEXT: argument 4 float64[3] = [2.0 4.0 6.0]

// RUN: %dtyp_run %s --kernel=many_locals --block 1 'out:float64[24]=full:1' | FileCheck %s --check-prefix=MANY
// MANY: argument 1 float64[24] = [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]

// RUN: %dtyp_run %s --kernel=from_buffer --block 1 float16:1 float16:2 'out:float16[1]=zeros' | FileCheck %s --check-prefix=BUFFER
// BUFFER: argument 3 float16[1] = [3.0]

// RUN: %dtyp_run %s --kernel=indices --block 1 'out:int64[6]=zeros' | FileCheck %s --check-prefix=INDICES
// INDICES: argument 1 int64[6] = [0 1 2 3 4 5]

// RUN: %dtyp_run %s --kernel=rank_0 --block 1 int32:7 'out:int32[1]=zeros' | FileCheck %s --check-prefix=RANK0
// RANK0: argument 2 int32[1] = [14]

// RUN: %dtyp_run %s --kernel=two_fields --block 1 'out:float32[8]=zeros' | FileCheck %s --check-prefix=FIELDS
// FIELDS: argument 1 float32[8] = [0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0]

// RUN: %dtyp_run %s --kernel=dtype_parameter --block 1 'out=%t/e.npy:int32[1000]=random:3' 'out=%t/f.npy:int32[1000]=zeros' \
// RUN:   'out=%t/g.npy:float64[1000]=random:4' 'out=%t/h.npy:float64[1000]=zeros' int64:1000
// RUN: diff %t/e.npy %t/f.npy
// RUN: diff %t/g.npy %t/h.npy

!point = !dtyp.record<aligned, x: i32, y: i32>
!pair = !dtyp.record<f0: i32, f1: f32>
!i32s = memref<1000xi32, #gpu.address_space<private>>
!f64s = memref<1000xf64, #gpu.address_space<private>>
!complexes = memref<100xcomplex<f64>, #gpu.address_space<private>>
!one_f32 = memref<1xf32, #gpu.address_space<private>>
!one_f64 = memref<1x1xf64, #gpu.address_space<private>>

gpu.module @kernels {
  // The numbers of elements are arguments: loops that are unrolled keep an array
  // in registers.
  gpu.func @copies(%in: memref<1000xi32>, %out: memref<1000xi32>, %z_in: memref<100xcomplex<f64>>, %z_out: memref<100xcomplex<f64>>,
      %n: index, %m: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %int = dtyp.constant i32
    %complex = dtyp.constant complex<f64>
    %a = cudax.local_alloca(%int) [1000] : !dtyp.dtype<i32> -> !i32s
    scf.for %i = %c0 to %n step %c1 {
      %k = arith.addi %i, %c1 : index
      %j = arith.subi %n, %k : index
      %v = memref.load %in[%j] : memref<1000xi32>
      memref.store %v, %a[%j] : !i32s
    }
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : !i32s
      memref.store %v, %out[%i] : memref<1000xi32>
    }
    %z = cudax.local_alloca(%complex) [100] : !dtyp.dtype<complex<f64>> -> !complexes
    scf.for %i = %c0 to %m step %c1 {
      %k = arith.addi %i, %c1 : index
      %j = arith.subi %m, %k : index
      %v = memref.load %z_in[%j] : memref<100xcomplex<f64>>
      memref.store %v, %z[%j] : !complexes
    }
    scf.for %i = %c0 to %m step %c1 {
      %v = memref.load %z[%i] : !complexes
      memref.store %v, %z_out[%i] : memref<100xcomplex<f64>>
    }
    gpu.return
  }

  gpu.func @tuple_shape(%in: memref<5xi32>, %out: memref<5xi32>) kernel {
    %dt = dtyp.constant i32
    %a = cudax.local_alloca(%dt) [5] : !dtyp.dtype<i32> -> memref<5xi32, #gpu.address_space<private>>
    memref.copy %in, %a : memref<5xi32> to memref<5xi32, #gpu.address_space<private>>
    memref.copy %a, %out : memref<5xi32, #gpu.address_space<private>> to memref<5xi32>
    gpu.return
  }

  // The dtype as a value, and an object that has one: the same array.
  gpu.func @dtype_forms(%object: !dtyp.provider<"int32", i32>, %out: memref<10xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    %c9 = arith.constant 9 : index
    %c7 = arith.constant 7 : i32
    %dt = dtyp.constant i32
    %a = cudax.local_alloca(%dt) [10] : !dtyp.dtype<i32> -> memref<10xi32, #gpu.address_space<private>>
    %b = cudax.local_alloca(%object) [10] : !dtyp.provider<"int32", i32> -> memref<10xi32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c10 step %c1 {
      %j = arith.subi %c9, %i : index
      %n = arith.index_cast %j : index to i32
      %v = arith.muli %n, %c7 : i32
      memref.store %v, %a[%j] : memref<10xi32, #gpu.address_space<private>>
    }
    memref.copy %a, %b : memref<10xi32, #gpu.address_space<private>> to memref<10xi32, #gpu.address_space<private>>
    memref.copy %b, %out : memref<10xi32, #gpu.address_space<private>> to memref<10xi32>
    gpu.return
  }

  gpu.func @struct_model(%out: memref<20xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %dt = dtyp.constant !point
    %a = cudax.local_alloca(%dt) [10] : !dtyp.dtype<!point> -> memref<10x!point, #gpu.address_space<private>>
    scf.for %i = %c0 to %c10 step %c1 {
      %j = arith.subi %c9, %i : index
      %x = arith.index_cast %j : index to i32
      %y = arith.addi %x, %x : i32
      dtyp.store %x, %a[%j]["x"] : i32, memref<10x!point, #gpu.address_space<private>>
      dtyp.store %y, %a[%j]["y"] : i32, memref<10x!point, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c10 step %c1 {
      %x = dtyp.load %a[%i]["x"] : memref<10x!point, #gpu.address_space<private>>
      %y = dtyp.load %a[%i]["y"] : memref<10x!point, #gpu.address_space<private>>
      %k = arith.muli %i, %c2 : index
      %l = arith.addi %k, %c1 : index
      memref.store %x, %out[%k] : memref<20xi32>
      memref.store %y, %out[%l] : memref<20xi32>
    }
    gpu.return
  }

  // The number of elements, and their bytes.
  gpu.func @half_size(%out: memref<2xi64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dt = dtyp.constant f16
    %a = cudax.local_alloca(%dt) [2] : !dtyp.dtype<f16> -> memref<2xf16, #gpu.address_space<private>>
    %n = memref.dim %a, %c0 : memref<2xf16, #gpu.address_space<private>>
    %itemsize = dtyp.itemsize %dt : !dtyp.dtype<f16>
    %bytes = arith.muli %n, %itemsize : index
    %n64 = arith.index_cast %n : index to i64
    %bytes64 = arith.index_cast %bytes : index to i64
    memref.store %n64, %out[%c0] : memref<2xi64>
    memref.store %bytes64, %out[%c1] : memref<2xi64>
    gpu.return
  }

  gpu.func @object_dtype(%number: !dtyp.provider<"NumberClass", f32>, %out: memref<2xf32>)
      workgroup(%shared: memref<10xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %v = arith.constant 42.0 : f32
    %a = cudax.local_alloca(%number) [10] : !dtyp.provider<"NumberClass", f32> -> memref<10xf32, #gpu.address_space<private>>
    memref.store %v, %a[%c0] : memref<10xf32, #gpu.address_space<private>>
    %w = memref.load %a[%c0] : memref<10xf32, #gpu.address_space<private>>
    memref.store %w, %out[%c0] : memref<2xf32>
    memref.store %w, %shared[%c0] : memref<10xf32, #gpu.address_space<workgroup>>
    %x = memref.load %shared[%c0] : memref<10xf32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%c1] : memref<2xf32>
    gpu.return
  }

  gpu.func @vector_type(%out: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
    %dt = dtyp.constant !dtyp.vector<4xf32>
    %a = cudax.local_alloca(%dt) [1] : !dtyp.dtype<!dtyp.vector<4xf32>> -> memref<1x!dtyp.vector<4xf32>, #gpu.address_space<private>>
    dtyp.store %v, %a[%c0] : vector<4xf32>, memref<1x!dtyp.vector<4xf32>, #gpu.address_space<private>>
    %w = dtyp.load %a[%c0] : memref<1x!dtyp.vector<4xf32>, #gpu.address_space<private>>
    vector.store %w, %out[%c0] : memref<4xf32>, vector<4xf32>
    gpu.return
  }

  gpu.func @complex32(%re: f16, %im: f16, %out: memref<2xf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dt = dtyp.constant complex<f16>
    %a = cudax.local_alloca(%dt) [2] : !dtyp.dtype<complex<f16>> -> memref<2xcomplex<f16>, #gpu.address_space<private>>
    %z = complex.create %re, %im : complex<f16>
    memref.store %z, %a[%c0] : memref<2xcomplex<f16>, #gpu.address_space<private>>
    %x = memref.load %a[%c0] : memref<2xcomplex<f16>, #gpu.address_space<private>>
    %square = complex.mul %x, %x : complex<f16>
    memref.store %square, %a[%c1] : memref<2xcomplex<f16>, #gpu.address_space<private>>
    %y = memref.load %a[%c1] : memref<2xcomplex<f16>, #gpu.address_space<private>>
    %sum = complex.add %y, %x : complex<f16>
    %sum_re = complex.re %sum : complex<f16>
    %sum_im = complex.im %sum : complex<f16>
    memref.store %sum_re, %out[%c0] : memref<2xf16>
    memref.store %sum_im, %out[%c1] : memref<2xf16>
    gpu.return
  }

  gpu.func @view(%out: memref<2xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %dt = dtyp.constant i8
    %a = cudax.local_alloca(%dt) [8] : !dtyp.dtype<i8> -> memref<8xi8, #gpu.address_space<private>>
    scf.for %i = %c0 to %c8 step %c1 {
      %j = arith.addi %i, %c1 : index
      %v = arith.index_cast %j : index to i64
      %byte = arith.trunci %v : i64 to i8
      memref.store %byte, %a[%i] : memref<8xi8, #gpu.address_space<private>>
    }
    %words = dtyp.view %a as i32 : memref<8xi8, #gpu.address_space<private>> to memref<2xi32, #gpu.address_space<private>>
    memref.copy %words, %out : memref<2xi32, #gpu.address_space<private>> to memref<2xi32>
    gpu.return
  }

  // arr[:] = 5
  gpu.func @slice(%out: memref<4xf64>) kernel {
    %five = arith.constant 5.0 : f64
    %dt = dtyp.constant f64
    %a = cudax.local_alloca(%dt) [2, 2] : !dtyp.dtype<f64> -> memref<2x2xf64, #gpu.address_space<private>>
    linalg.fill ins(%five : f64) outs(%a : memref<2x2xf64, #gpu.address_space<private>>)
    %flat = memref.collapse_shape %a [[0, 1]] : memref<2x2xf64, #gpu.address_space<private>> into memref<4xf64, #gpu.address_space<private>>
    memref.copy %flat, %out : memref<4xf64, #gpu.address_space<private>> to memref<4xf64>
    gpu.return
  }

  // The dtype is a field of an object that the kernel captures.
  gpu.func @captured(%settings: !dtyp.provider<"Settings", f32>, %out: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %v = arith.constant 1.0 : f32
    %dt = dtyp.dtype_of %settings : !dtyp.provider<"Settings", f32>
    %a = cudax.local_alloca(%dt) [1] : !dtyp.dtype<f32> -> !one_f32
    memref.store %v, %a[%c0] : !one_f32
    memref.copy %a, %out : !one_f32 to memref<1xf32>
    gpu.return
  }

  func.func private @get_dtype() -> !dtyp.dtype<f32> {
    %dt = dtyp.constant f32
    return %dt : !dtyp.dtype<f32>
  }
  gpu.func @dtype_from_function(%in: memref<1xf32>, %out: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    %dt = func.call @get_dtype() : () -> !dtyp.dtype<f32>
    %a = cudax.local_alloca(%dt) [1] : !dtyp.dtype<f32> -> !one_f32
    memref.copy %in, %a : memref<1xf32> to !one_f32
    %v = memref.load %a[%c0] : !one_f32
    %w = arith.addf %v, %one : f32
    memref.store %w, %out[%c0] : memref<1xf32>
    gpu.return
  }

  // A function that has a local array of its own.
  func.func private @with_local_array() -> f32 {
    %c0 = arith.constant 0 : index
    %v = arith.constant 42.0 : f32
    %dt = dtyp.constant f32
    %a = cudax.local_alloca(%dt) [1] : !dtyp.dtype<f32> -> !one_f32
    memref.store %v, %a[%c0] : !one_f32
    %w = memref.load %a[%c0] : !one_f32
    return %w : f32
  }
  gpu.func @overload(%out: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %v = func.call @with_local_array() : () -> f32
    memref.store %v, %out[%c0] : memref<1xf32>
    gpu.return
  }

  // (1, 2, 3) doubled, of four dtypes.
  gpu.func @from_tuple(%i32: memref<3xi32>, %i64: memref<3xi64>, %f32: memref<3xf32>, %f64: memref<3xf64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %dt_i32 = dtyp.constant i32
    %dt_i64 = dtyp.constant i64
    %dt_f32 = dtyp.constant f32
    %dt_f64 = dtyp.constant f64
    %a = cudax.local_alloca(%dt_i32) [%c3] : !dtyp.dtype<i32> -> memref<?xi32, #gpu.address_space<private>>
    %b = cudax.local_alloca(%dt_i64) [%c3] : !dtyp.dtype<i64> -> memref<?xi64, #gpu.address_space<private>>
    %c = cudax.local_alloca(%dt_f32) [%c3] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
    %d = cudax.local_alloca(%dt_f64) [%c3] : !dtyp.dtype<f64> -> memref<?xf64, #gpu.address_space<private>>
    scf.for %i = %c0 to %c3 step %c1 {
      %k = arith.addi %i, %c1 : index
      %k2 = arith.addi %k, %k : index
      %long = arith.index_cast %k2 : index to i64
      %int = arith.trunci %long : i64 to i32
      %double = arith.sitofp %long : i64 to f64
      %float = arith.sitofp %int : i32 to f32
      memref.store %int, %a[%i] : memref<?xi32, #gpu.address_space<private>>
      memref.store %long, %b[%i] : memref<?xi64, #gpu.address_space<private>>
      memref.store %float, %c[%i] : memref<?xf32, #gpu.address_space<private>>
      memref.store %double, %d[%i] : memref<?xf64, #gpu.address_space<private>>
    }
    memref.copy %a, %i32 : memref<?xi32, #gpu.address_space<private>> to memref<3xi32>
    memref.copy %b, %i64 : memref<?xi64, #gpu.address_space<private>> to memref<3xi64>
    memref.copy %c, %f32 : memref<?xf32, #gpu.address_space<private>> to memref<3xf32>
    memref.copy %d, %f64 : memref<?xf64, #gpu.address_space<private>> to memref<3xf64>
    gpu.return
  }

  gpu.func @many_locals(%out: memref<24xf64>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f64
    %dt = dtyp.constant f64
    %a0 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a1 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a2 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a3 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a4 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a5 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a6 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a7 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a8 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a9 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a10 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a11 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a12 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a13 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a14 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a15 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a16 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a17 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a18 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a19 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a20 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a21 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a22 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    %a23 = cudax.local_alloca(%dt) [1, 1] : !dtyp.dtype<f64> -> !one_f64
    linalg.fill ins(%zero : f64) outs(%a0 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a1 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a2 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a3 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a4 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a5 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a6 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a7 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a8 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a9 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a10 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a11 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a12 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a13 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a14 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a15 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a16 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a17 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a18 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a19 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a20 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a21 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a22 : !one_f64)
    linalg.fill ins(%zero : f64) outs(%a23 : !one_f64)
    %i0 = arith.constant 0 : index
    %v0 = memref.load %a0[%c0, %c0] : !one_f64
    memref.store %v0, %out[%i0] : memref<24xf64>
    %i1 = arith.constant 1 : index
    %v1 = memref.load %a1[%c0, %c0] : !one_f64
    memref.store %v1, %out[%i1] : memref<24xf64>
    %i2 = arith.constant 2 : index
    %v2 = memref.load %a2[%c0, %c0] : !one_f64
    memref.store %v2, %out[%i2] : memref<24xf64>
    %i3 = arith.constant 3 : index
    %v3 = memref.load %a3[%c0, %c0] : !one_f64
    memref.store %v3, %out[%i3] : memref<24xf64>
    %i4 = arith.constant 4 : index
    %v4 = memref.load %a4[%c0, %c0] : !one_f64
    memref.store %v4, %out[%i4] : memref<24xf64>
    %i5 = arith.constant 5 : index
    %v5 = memref.load %a5[%c0, %c0] : !one_f64
    memref.store %v5, %out[%i5] : memref<24xf64>
    %i6 = arith.constant 6 : index
    %v6 = memref.load %a6[%c0, %c0] : !one_f64
    memref.store %v6, %out[%i6] : memref<24xf64>
    %i7 = arith.constant 7 : index
    %v7 = memref.load %a7[%c0, %c0] : !one_f64
    memref.store %v7, %out[%i7] : memref<24xf64>
    %i8 = arith.constant 8 : index
    %v8 = memref.load %a8[%c0, %c0] : !one_f64
    memref.store %v8, %out[%i8] : memref<24xf64>
    %i9 = arith.constant 9 : index
    %v9 = memref.load %a9[%c0, %c0] : !one_f64
    memref.store %v9, %out[%i9] : memref<24xf64>
    %i10 = arith.constant 10 : index
    %v10 = memref.load %a10[%c0, %c0] : !one_f64
    memref.store %v10, %out[%i10] : memref<24xf64>
    %i11 = arith.constant 11 : index
    %v11 = memref.load %a11[%c0, %c0] : !one_f64
    memref.store %v11, %out[%i11] : memref<24xf64>
    %i12 = arith.constant 12 : index
    %v12 = memref.load %a12[%c0, %c0] : !one_f64
    memref.store %v12, %out[%i12] : memref<24xf64>
    %i13 = arith.constant 13 : index
    %v13 = memref.load %a13[%c0, %c0] : !one_f64
    memref.store %v13, %out[%i13] : memref<24xf64>
    %i14 = arith.constant 14 : index
    %v14 = memref.load %a14[%c0, %c0] : !one_f64
    memref.store %v14, %out[%i14] : memref<24xf64>
    %i15 = arith.constant 15 : index
    %v15 = memref.load %a15[%c0, %c0] : !one_f64
    memref.store %v15, %out[%i15] : memref<24xf64>
    %i16 = arith.constant 16 : index
    %v16 = memref.load %a16[%c0, %c0] : !one_f64
    memref.store %v16, %out[%i16] : memref<24xf64>
    %i17 = arith.constant 17 : index
    %v17 = memref.load %a17[%c0, %c0] : !one_f64
    memref.store %v17, %out[%i17] : memref<24xf64>
    %i18 = arith.constant 18 : index
    %v18 = memref.load %a18[%c0, %c0] : !one_f64
    memref.store %v18, %out[%i18] : memref<24xf64>
    %i19 = arith.constant 19 : index
    %v19 = memref.load %a19[%c0, %c0] : !one_f64
    memref.store %v19, %out[%i19] : memref<24xf64>
    %i20 = arith.constant 20 : index
    %v20 = memref.load %a20[%c0, %c0] : !one_f64
    memref.store %v20, %out[%i20] : memref<24xf64>
    %i21 = arith.constant 21 : index
    %v21 = memref.load %a21[%c0, %c0] : !one_f64
    memref.store %v21, %out[%i21] : memref<24xf64>
    %i22 = arith.constant 22 : index
    %v22 = memref.load %a22[%c0, %c0] : !one_f64
    memref.store %v22, %out[%i22] : memref<24xf64>
    %i23 = arith.constant 23 : index
    %v23 = memref.load %a23[%c0, %c0] : !one_f64
    memref.store %v23, %out[%i23] : memref<24xf64>
    gpu.return
  }

  // A function that only takes the pointer, and reads through it.
  func.func private @sum_of_two(%a: memref<1xf16, #gpu.address_space<private>>, %b: memref<1xf16, #gpu.address_space<private>>,
      %out: memref<1xf16>) attributes {passthrough = ["noinline"]} {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0] : memref<1xf16, #gpu.address_space<private>>
    %y = memref.load %b[%c0] : memref<1xf16, #gpu.address_space<private>>
    %z = arith.addf %x, %y : f16
    memref.store %z, %out[%c0] : memref<1xf16>
    return
  }
  gpu.func @from_buffer(%x: f16, %y: f16, %out: memref<1xf16>) kernel {
    %c0 = arith.constant 0 : index
    %dt = dtyp.constant f16
    %a = cudax.local_alloca(%dt) [1] : !dtyp.dtype<f16> -> memref<1xf16, #gpu.address_space<private>>
    %b = cudax.local_alloca(%dt) [1] : !dtyp.dtype<f16> -> memref<1xf16, #gpu.address_space<private>>
    memref.store %x, %a[%c0] : memref<1xf16, #gpu.address_space<private>>
    memref.store %y, %b[%c0] : memref<1xf16, #gpu.address_space<private>>
    func.call @sum_of_two(%a, %b, %out) : (memref<1xf16, #gpu.address_space<private>>, memref<1xf16, #gpu.address_space<private>>, memref<1xf16>) -> ()
    gpu.return
  }

  // Two rows of three indices, as in the kernel that assigns arrays.
  gpu.func @indices(%out: memref<6xi64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %dt = dtyp.constant i64
    %a = cudax.local_alloca(%dt) [2, 3] : !dtyp.dtype<i64> -> memref<2x3xi64, #gpu.address_space<private>>
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        %m = arith.muli %i, %c3 : index
        %n = arith.addi %m, %j : index
        %v = arith.index_cast %n : index to i64
        memref.store %v, %a[%i, %j] : memref<2x3xi64, #gpu.address_space<private>>
      }
    }
    %flat = memref.collapse_shape %a [[0, 1]] : memref<2x3xi64, #gpu.address_space<private>> into memref<6xi64, #gpu.address_space<private>>
    memref.copy %flat, %out : memref<6xi64, #gpu.address_space<private>> to memref<6xi64>
    gpu.return
  }

  gpu.func @rank_0(%x: i32, %out: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %dt = dtyp.constant i32
    %a = cudax.local_alloca(%dt) [] : !dtyp.dtype<i32> -> memref<i32, #gpu.address_space<private>>
    memref.store %x, %a[] : memref<i32, #gpu.address_space<private>>
    %v = memref.load %a[] : memref<i32, #gpu.address_space<private>>
    %w = arith.addi %v, %x : i32
    memref.store %w, %out[%c0] : memref<1xi32>
    gpu.return
  }

  // "i4,f4": the fields f0 and f1, in both shapes of an element.
  gpu.func @two_fields(%out: memref<8xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %dt = dtyp.constant !pair
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<!pair> -> memref<4x!pair, #gpu.address_space<private>>
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.muli %i, %c2 : index
      %l = arith.addi %k, %c1 : index
      %x = arith.index_cast %k : index to i32
      %y = arith.index_cast %l : index to i32
      %z = arith.sitofp %y : i32 to f32
      dtyp.store %x, %a[%i]["f0"] : i32, memref<4x!pair, #gpu.address_space<private>>
      dtyp.store %z, %a[%i]["f1"] : f32, memref<4x!pair, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.muli %i, %c2 : index
      %l = arith.addi %k, %c1 : index
      %x = dtyp.load %a[%i]["f0"] : memref<4x!pair, #gpu.address_space<private>>
      %y = dtyp.load %a[%i]["f1"] : memref<4x!pair, #gpu.address_space<private>>
      %z = arith.sitofp %x : i32 to f32
      memref.store %z, %out[%k] : memref<8xf32>
      memref.store %y, %out[%l] : memref<8xf32>
    }
    gpu.return
  }

  // The dtype is a parameter of the kernel, as an object.
  gpu.func @dtype_parameter(%int: !dtyp.provider<"int32", i32>, %float: !dtyp.provider<"float64", f64>, %in: memref<1000xi32>,
      %out: memref<1000xi32>, %f_in: memref<1000xf64>, %f_out: memref<1000xf64>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = cudax.local_alloca(%int) [1000] : !dtyp.provider<"int32", i32> -> !i32s
    %b = cudax.local_alloca(%float) [1000] : !dtyp.provider<"float64", f64> -> !f64s
    scf.for %i = %c0 to %n step %c1 {
      %k = arith.addi %i, %c1 : index
      %j = arith.subi %n, %k : index
      %v = memref.load %in[%j] : memref<1000xi32>
      %w = memref.load %f_in[%j] : memref<1000xf64>
      memref.store %v, %a[%j] : !i32s
      memref.store %w, %b[%j] : !f64s
    }
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : !i32s
      %w = memref.load %b[%i] : !f64s
      memref.store %v, %out[%i] : memref<1000xi32>
      memref.store %w, %f_out[%i] : memref<1000xf64>
    }
    gpu.return
  }
}

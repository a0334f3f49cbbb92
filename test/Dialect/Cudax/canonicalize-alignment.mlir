// Every array is aligned to the largest of its element's alignment on the device
// and its size rounded up to a power of two but no more than 16.

// RUN: dtyp-opt -allow-unregistered-dialect --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @i1()
// CHECK-NEXT:    memref.alloca() {alignment = 1 : i64, cudax.local_array} : memref<1xi8, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 4 : i64, cudax.local_array} : memref<3xi8, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<5xi8, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xi8, #gpu.address_space<private>>
func.func @i1() {
  %dtype = dtyp.constant i1
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<i1> -> memref<1xi8, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<i1> -> memref<3xi8, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<i1> -> memref<5xi8, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<i1> -> memref<17xi8, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xi8, #gpu.address_space<private>>, memref<3xi8, #gpu.address_space<private>>, memref<5xi8, #gpu.address_space<private>>, memref<17xi8, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @i8()
// CHECK-NEXT:    memref.alloca() {alignment = 1 : i64, cudax.local_array} : memref<1xi8, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 4 : i64, cudax.local_array} : memref<3xi8, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<5xi8, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xi8, #gpu.address_space<private>>
func.func @i8() {
  %dtype = dtyp.constant i8
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<i8> -> memref<1xi8, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<i8> -> memref<3xi8, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<i8> -> memref<5xi8, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<i8> -> memref<17xi8, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xi8, #gpu.address_space<private>>, memref<3xi8, #gpu.address_space<private>>, memref<5xi8, #gpu.address_space<private>>, memref<17xi8, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @ui8()
// CHECK-NEXT:    memref.alloca() {alignment = 1 : i64, cudax.local_array} : memref<1xi8, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 4 : i64, cudax.local_array} : memref<3xi8, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<5xi8, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xi8, #gpu.address_space<private>>
func.func @ui8() {
  %dtype = dtyp.constant ui8
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<ui8> -> memref<1xi8, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<ui8> -> memref<3xi8, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<ui8> -> memref<5xi8, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<ui8> -> memref<17xi8, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xi8, #gpu.address_space<private>>, memref<3xi8, #gpu.address_space<private>>, memref<5xi8, #gpu.address_space<private>>, memref<17xi8, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @i16()
// CHECK-NEXT:    memref.alloca() {alignment = 2 : i64, cudax.local_array} : memref<1xi16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<3xi16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xi16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xi16, #gpu.address_space<private>>
func.func @i16() {
  %dtype = dtyp.constant i16
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<i16> -> memref<1xi16, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<i16> -> memref<3xi16, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<i16> -> memref<5xi16, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<i16> -> memref<17xi16, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xi16, #gpu.address_space<private>>, memref<3xi16, #gpu.address_space<private>>, memref<5xi16, #gpu.address_space<private>>, memref<17xi16, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @ui16()
// CHECK-NEXT:    memref.alloca() {alignment = 2 : i64, cudax.local_array} : memref<1xi16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<3xi16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xi16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xi16, #gpu.address_space<private>>
func.func @ui16() {
  %dtype = dtyp.constant ui16
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<ui16> -> memref<1xi16, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<ui16> -> memref<3xi16, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<ui16> -> memref<5xi16, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<ui16> -> memref<17xi16, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xi16, #gpu.address_space<private>>, memref<3xi16, #gpu.address_space<private>>, memref<5xi16, #gpu.address_space<private>>, memref<17xi16, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @i32()
// CHECK-NEXT:    memref.alloca() {alignment = 4 : i64, cudax.local_array} : memref<1xi32, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3xi32, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xi32, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xi32, #gpu.address_space<private>>
func.func @i32() {
  %dtype = dtyp.constant i32
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<i32> -> memref<1xi32, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<i32> -> memref<3xi32, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<i32> -> memref<5xi32, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<i32> -> memref<17xi32, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xi32, #gpu.address_space<private>>, memref<3xi32, #gpu.address_space<private>>, memref<5xi32, #gpu.address_space<private>>, memref<17xi32, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @ui32()
// CHECK-NEXT:    memref.alloca() {alignment = 4 : i64, cudax.local_array} : memref<1xi32, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3xi32, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xi32, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xi32, #gpu.address_space<private>>
func.func @ui32() {
  %dtype = dtyp.constant ui32
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<ui32> -> memref<1xi32, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<ui32> -> memref<3xi32, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<ui32> -> memref<5xi32, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<ui32> -> memref<17xi32, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xi32, #gpu.address_space<private>>, memref<3xi32, #gpu.address_space<private>>, memref<5xi32, #gpu.address_space<private>>, memref<17xi32, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @i64()
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<1xi64, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3xi64, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xi64, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xi64, #gpu.address_space<private>>
func.func @i64() {
  %dtype = dtyp.constant i64
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<i64> -> memref<1xi64, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<i64> -> memref<3xi64, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<i64> -> memref<5xi64, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<i64> -> memref<17xi64, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xi64, #gpu.address_space<private>>, memref<3xi64, #gpu.address_space<private>>, memref<5xi64, #gpu.address_space<private>>, memref<17xi64, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @ui64()
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<1xi64, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3xi64, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xi64, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xi64, #gpu.address_space<private>>
func.func @ui64() {
  %dtype = dtyp.constant ui64
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<ui64> -> memref<1xi64, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<ui64> -> memref<3xi64, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<ui64> -> memref<5xi64, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<ui64> -> memref<17xi64, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xi64, #gpu.address_space<private>>, memref<3xi64, #gpu.address_space<private>>, memref<5xi64, #gpu.address_space<private>>, memref<17xi64, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @f16()
// CHECK-NEXT:    memref.alloca() {alignment = 2 : i64, cudax.local_array} : memref<1xf16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<3xf16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xf16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xf16, #gpu.address_space<private>>
func.func @f16() {
  %dtype = dtyp.constant f16
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<f16> -> memref<1xf16, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<f16> -> memref<3xf16, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<f16> -> memref<5xf16, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<f16> -> memref<17xf16, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xf16, #gpu.address_space<private>>, memref<3xf16, #gpu.address_space<private>>, memref<5xf16, #gpu.address_space<private>>, memref<17xf16, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @bf16()
// CHECK-NEXT:    memref.alloca() {alignment = 2 : i64, cudax.local_array} : memref<1xbf16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<3xbf16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xbf16, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xbf16, #gpu.address_space<private>>
func.func @bf16() {
  %dtype = dtyp.constant bf16
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<bf16> -> memref<1xbf16, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<bf16> -> memref<3xbf16, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<bf16> -> memref<5xbf16, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<bf16> -> memref<17xbf16, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xbf16, #gpu.address_space<private>>, memref<3xbf16, #gpu.address_space<private>>, memref<5xbf16, #gpu.address_space<private>>, memref<17xbf16, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @f32()
// CHECK-NEXT:    memref.alloca() {alignment = 4 : i64, cudax.local_array} : memref<1xf32, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3xf32, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xf32, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xf32, #gpu.address_space<private>>
func.func @f32() {
  %dtype = dtyp.constant f32
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<f32> -> memref<1xf32, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<f32> -> memref<3xf32, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<f32> -> memref<5xf32, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<f32> -> memref<17xf32, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xf32, #gpu.address_space<private>>, memref<3xf32, #gpu.address_space<private>>, memref<5xf32, #gpu.address_space<private>>, memref<17xf32, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @f64()
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<1xf64, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3xf64, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xf64, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xf64, #gpu.address_space<private>>
func.func @f64() {
  %dtype = dtyp.constant f64
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<f64> -> memref<1xf64, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<f64> -> memref<3xf64, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<f64> -> memref<5xf64, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<f64> -> memref<17xf64, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xf64, #gpu.address_space<private>>, memref<3xf64, #gpu.address_space<private>>, memref<5xf64, #gpu.address_space<private>>, memref<17xf64, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @complex_f32()
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<1xcomplex<f32>, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3xcomplex<f32>, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xcomplex<f32>, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xcomplex<f32>, #gpu.address_space<private>>
func.func @complex_f32() {
  %dtype = dtyp.constant complex<f32>
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<complex<f32>> -> memref<1xcomplex<f32>, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<complex<f32>> -> memref<3xcomplex<f32>, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<complex<f32>> -> memref<5xcomplex<f32>, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<complex<f32>> -> memref<17xcomplex<f32>, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xcomplex<f32>, #gpu.address_space<private>>, memref<3xcomplex<f32>, #gpu.address_space<private>>, memref<5xcomplex<f32>, #gpu.address_space<private>>, memref<17xcomplex<f32>, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @complex_f64()
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<1xcomplex<f64>, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3xcomplex<f64>, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<5xcomplex<f64>, #gpu.address_space<private>>
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<17xcomplex<f64>, #gpu.address_space<private>>
func.func @complex_f64() {
  %dtype = dtyp.constant complex<f64>
  %1 = cudax.local_alloca(%dtype) [1] : !dtyp.dtype<complex<f64>> -> memref<1xcomplex<f64>, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [3] : !dtyp.dtype<complex<f64>> -> memref<3xcomplex<f64>, #gpu.address_space<private>>
  %5 = cudax.local_alloca(%dtype) [5] : !dtyp.dtype<complex<f64>> -> memref<5xcomplex<f64>, #gpu.address_space<private>>
  %17 = cudax.local_alloca(%dtype) [17] : !dtyp.dtype<complex<f64>> -> memref<17xcomplex<f64>, #gpu.address_space<private>>
  "test.use"(%1, %3, %5, %17) : (memref<1xcomplex<f64>, #gpu.address_space<private>>, memref<3xcomplex<f64>, #gpu.address_space<private>>, memref<5xcomplex<f64>, #gpu.address_space<private>>, memref<17xcomplex<f64>, #gpu.address_space<private>>) -> ()
  return
}

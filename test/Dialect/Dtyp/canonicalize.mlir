// Every fold of the dialect. Sizes and alignments of all dtypes are compared
// with NumPy's own in numpy-facts.test.

// RUN: dtyp-opt --canonicalize -split-input-file %s | FileCheck %s
// RUN: dtyp-opt --canonicalize --canonicalize -split-input-file %s | FileCheck %s

!foo = !dtyp.provider<"Foo", ui8>
!old = !dtyp.provider<"Old", f32, legacy>

// CHECK-LABEL: func.func @dtype_of(
// CHECK-NEXT:    %[[UINT8:.*]] = dtyp.constant ui8
// CHECK-NEXT:    return %[[UINT8]] : !dtyp.dtype<ui8>
func.func @dtype_of(%foo: !foo) -> !dtyp.dtype<ui8> {
  %0 = dtyp.dtype_of %foo : !foo
  return %0 : !dtyp.dtype<ui8>
}

// CHECK-LABEL: func.func @dtype_of_legacy(
// CHECK-NEXT:    %[[FLOAT32:.*]] = dtyp.constant f32
// CHECK-NEXT:    return %[[FLOAT32]] : !dtyp.dtype<f32>
func.func @dtype_of_legacy(%old: !old) -> !dtyp.dtype<f32> {
  %0 = dtyp.dtype_of %old {allow_legacy} : !old
  return %0 : !dtyp.dtype<f32>
}

// A dtype provides itself, however often it is asked.
// CHECK-LABEL: func.func @dtype_of_dtype(
// CHECK-NEXT:    %[[FLOAT64:.*]] = dtyp.constant f64
// CHECK-NEXT:    return %[[FLOAT64]] : !dtyp.dtype<f64>
func.func @dtype_of_dtype(%dtype: !dtyp.dtype<f64>) -> !dtyp.dtype<f64> {
  %0 = dtyp.dtype_of %dtype : !dtyp.dtype<f64>
  %1 = dtyp.dtype_of %0 : !dtyp.dtype<f64>
  return %1 : !dtyp.dtype<f64>
}

// Equal dtypes become one constant, different ones stay two.
// CHECK-LABEL: func.func @unique(
// CHECK-DAG:     %[[UINT8:.*]] = dtyp.constant ui8
// CHECK-DAG:     %[[INT8:.*]] = dtyp.constant i8
// CHECK-NEXT:    return %[[UINT8]], %[[UINT8]], %[[INT8]] :
func.func @unique(%foo: !foo) -> (!dtyp.dtype<ui8>, !dtyp.dtype<ui8>, !dtyp.dtype<i8>) {
  %0 = dtyp.dtype_of %foo : !foo
  %1 = dtyp.constant ui8
  %2 = dtyp.constant i8
  return %0, %1, %2 : !dtyp.dtype<ui8>, !dtyp.dtype<ui8>, !dtyp.dtype<i8>
}

// CHECK-LABEL: func.func @itemsize(
// CHECK-NEXT:    %[[SIZE:.*]] = arith.constant 8 : index
// CHECK-NEXT:    return %[[SIZE]] : index
func.func @itemsize(%dtype: !dtyp.dtype<complex<f32>>) -> index {
  %0 = dtyp.itemsize %dtype : !dtyp.dtype<complex<f32>>
  return %0 : index
}

// complex64: a struct of two floats to NumPy, a float2 to CUDA.
// CHECK-LABEL: func.func @alignment(
// CHECK-DAG:     %[[NUMPY:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[DEVICE:.*]] = arith.constant 8 : index
// CHECK-NEXT:    return %[[NUMPY]], %[[DEVICE]] : index, index
func.func @alignment(%dtype: !dtyp.dtype<complex<f32>>) -> (index, index) {
  %0 = dtyp.alignment numpy %dtype : !dtyp.dtype<complex<f32>>
  %1 = dtyp.alignment device %dtype : !dtyp.dtype<complex<f32>>
  return %0, %1 : index, index
}

// From object to number in one go, through arithmetic.
// CHECK-LABEL: func.func @chain(
// CHECK-NEXT:    %[[BYTES:.*]] = arith.constant 10 : index
// CHECK-NEXT:    return %[[BYTES]] : index
func.func @chain(%foo: !foo) -> index {
  %n = arith.constant 10 : index
  %0 = dtyp.dtype_of %foo : !foo
  %1 = dtyp.itemsize %0 : !dtyp.dtype<ui8>
  %2 = arith.muli %1, %n : index
  return %2 : index
}

// CHECK-LABEL: func.func @dead(
// CHECK-NEXT:    return
func.func @dead(%foo: !foo, %old: !old) {
  %0 = dtyp.dtype_of %foo : !foo
  %1 = dtyp.dtype_of %old {allow_legacy} : !old
  %2 = dtyp.constant f64
  %3 = dtyp.itemsize %0 : !dtyp.dtype<ui8>
  %4 = dtyp.alignment device %2 : !dtyp.dtype<f64>
  %5 = dtyp.make_provider() : () -> !foo
  return
}

// -----

!two = !dtyp.provider<"Two", f32, {a: f32, b: f32}>

// Each field finds its own operand.
// CHECK-LABEL: func.func @get_field(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-NEXT:    return %[[B]], %[[A]] : f32, f32
func.func @get_field(%a: f32, %b: f32) -> (f32, f32) {
  %object = dtyp.make_provider(%a, %b) : (f32, f32) -> !two
  %0 = dtyp.get_field %object["a"] : !two
  %1 = dtyp.get_field %object["b"] : !two
  return %1, %0 : f32, f32
}

// An object from elsewhere keeps its secrets.
// CHECK-LABEL: func.func @get_field_of_argument(
// CHECK-SAME:    %[[OBJECT:.*]]: !dtyp.provider
// CHECK-NEXT:    %[[B:.*]] = dtyp.get_field %[[OBJECT]]["b"]
// CHECK-NEXT:    return %[[B]] : f32
func.func @get_field_of_argument(%object: !two) -> f32 {
  %0 = dtyp.get_field %object["b"] : !two
  return %0 : f32
}

// The dtype of an object is not the dtype of its fields.
// CHECK-LABEL: func.func @dtype_of_made(
// CHECK-NEXT:    %[[FLOAT32:.*]] = dtyp.constant f32
// CHECK-NEXT:    return %[[FLOAT32]]
func.func @dtype_of_made(%a: f64) -> !dtyp.dtype<f32> {
  %object = dtyp.make_provider(%a) : (f64) -> !dtyp.provider<"S", f32, {a: f64}>
  %0 = dtyp.dtype_of %object : !dtyp.provider<"S", f32, {a: f64}>
  return %0 : !dtyp.dtype<f32>
}

// -----

// The constant is made in the entry block of the kernel, not of the module.
// CHECK-LABEL: gpu.module @kernels
// CHECK-NEXT:    gpu.func @kernel(
// CHECK:           %[[SIZE:.*]] = arith.constant 4 : index
// CHECK:           scf.for
// CHECK-NEXT:        memref.store %[[SIZE]]
gpu.module @kernels {
  gpu.func @kernel(%foo: !dtyp.provider<"Foo", ui32>, %out: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    scf.for %i = %c0 to %c9 step %c1 {
      %0 = dtyp.dtype_of %foo : !dtyp.provider<"Foo", ui32>
      %1 = dtyp.itemsize %0 : !dtyp.dtype<ui32>
      memref.store %1, %out[%i] : memref<?xindex>
    }
    gpu.return
  }
}

// CHECK-LABEL: func.func @facts_of_element_types
func.func @facts_of_element_types() -> (index, index, index, index) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
  // CHECK: return %[[C16]], %[[C1]], %[[C4]], %[[C16]]
  %device = dtyp.constant !dtyp.record<device, a: i8, b: complex<f32>>
  %0 = dtyp.itemsize %device : !dtyp.dtype<!dtyp.record<device, a: i8, b: complex<f32>>>
  %packed = dtyp.constant !dtyp.record<a: i8, b: complex<f32>>
  %1 = dtyp.alignment device %packed : !dtyp.dtype<!dtyp.record<a: i8, b: complex<f32>>>
  %float4 = dtyp.constant !dtyp.vector<4xf32>
  %2 = dtyp.alignment numpy %float4 : !dtyp.dtype<!dtyp.vector<4xf32>>
  %3 = dtyp.alignment device %float4 : !dtyp.dtype<!dtyp.vector<4xf32>>
  return %0, %1, %2, %3 : index, index, index, index
}

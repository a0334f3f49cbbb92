// What is no object in dtype position, and what may not stand there by default.
// Each message says what to write instead.

// RUN: dtyp-opt -allow-unregistered-dialect -split-input-file -verify-diagnostics %s

// The legacy protocol needs the op's permission.
func.func @legacy(%object: !dtyp.provider<"Old", f32, legacy>) {
  // expected-error @+1 {{'dtyp.dtype_of' op object of type '!dtyp.provider<"Old", f32, legacy>' has the legacy '.dtype' attribute and no '__numpy_dtype__'; define '__numpy_dtype__' on it, or pass its '.dtype' explicitly ('dtyp.constant f32'), or set 'allow_legacy' on a dtyp.dtype_of}}
  %0 = dtyp.dtype_of %object : !dtyp.provider<"Old", f32, legacy>
  return
}

// -----

func.func @legacy_generic(%object: !dtyp.provider<"Old", f32, legacy, {scale: f32}>) {
  // expected-error @+1 {{'dtyp.dtype_of' op object of type '!dtyp.provider<"Old", f32, legacy, {scale: f32}>' has the legacy '.dtype' attribute and no '__numpy_dtype__'; define '__numpy_dtype__' on it, or pass its '.dtype' explicitly ('dtyp.constant f32'), or set 'allow_legacy' on a dtyp.dtype_of}}
  %0 = "dtyp.dtype_of"(%object) : (!dtyp.provider<"Old", f32, legacy, {scale: f32}>) -> !dtyp.dtype<f32>
  return
}

// -----

// Permission that is spelled `false`, or is somebody else's attribute.
func.func @legacy_false(%object: !dtyp.provider<"Old", f32, legacy>) {
  // expected-error @+1 {{custom op 'dtyp.dtype_of' 'dtyp.dtype_of' op attribute 'allow_legacy' failed to satisfy constraint: unit attribute}}
  %0 = dtyp.dtype_of %object {allow_legacy = false} : !dtyp.provider<"Old", f32, legacy>
  return
}

// -----

func.func @legacy_elsewhere(%object: !dtyp.provider<"Old", f32, legacy>) {
  // expected-error @+1 {{'dtyp.dtype_of' op object of type '!dtyp.provider<"Old", f32, legacy>' has the legacy '.dtype' attribute and no '__numpy_dtype__'; define '__numpy_dtype__' on it, or pass its '.dtype' explicitly ('dtyp.constant f32'), or set 'allow_legacy' on a dtyp.dtype_of}}
  %0 = dtyp.dtype_of %object {test.allow_legacy} : !dtyp.provider<"Old", f32, legacy>
  return
}

// -----

// As NumPy: "Cannot construct a dtype from an array".
func.func @memref(%array: memref<?xi8>) {
  // expected-error @+1 {{cannot construct a dtype from an array of type 'memref<?xi8>'; write 'dtyp.constant i8' for the dtype of its elements}}
  %0 = dtyp.dtype_of %array : memref<?xi8>
  return
}

// -----

func.func @tensor(%array: tensor<4xui8>) {
  // expected-error @+1 {{cannot construct a dtype from an array of type 'tensor<4xui8>'; write 'dtyp.constant ui8' for the dtype of its elements}}
  %0 = dtyp.dtype_of %array : tensor<4xui8>
  return
}

// -----

func.func @vector(%array: vector<4xi1>) {
  // expected-error @+1 {{cannot construct a dtype from an array of type 'vector<4xi1>'; write 'dtyp.constant i1' for the dtype of its elements}}
  %0 = dtyp.dtype_of %array : vector<4xi1>
  return
}

// -----

func.func @unranked(%array: memref<*xcomplex<f32>>) {
  // expected-error @+1 {{cannot construct a dtype from an array of type 'memref<*xcomplex<f32>>'; write 'dtyp.constant complex<f32>' for the dtype of its elements}}
  %0 = dtyp.dtype_of %array : memref<*xcomplex<f32>>
  return
}

// -----

// No dtype to hint at.
func.func @array_of_no_dtype(%array: memref<4xi7>) {
  // expected-error @+1 {{cannot construct a dtype from an array of type 'memref<4xi7>'}}
  %0 = dtyp.dtype_of %array : memref<4xi7>
  return
}

// -----

func.func @array_of_arrays(%array: memref<4xmemref<4xf32>>) {
  // expected-error @+1 {{cannot construct a dtype from an array of type 'memref<4xmemref<4xf32>>'}}
  %0 = dtyp.dtype_of %array : memref<4xmemref<4xf32>>
  return
}

// -----

// A scalar is a value of a dtype, not the dtype.
func.func @scalar(%value: f32) {
  // expected-error @+1 {{expected an object that provides a dtype, but got type 'f32'; write 'dtyp.constant f32' for that dtype}}
  %0 = dtyp.dtype_of %value : f32
  return
}

// -----

func.func @no_dtype_no_provider(%value: index) {
  // expected-error @+1 {{expected an object that provides a dtype, but got type 'index'; implement DTypeProviderTypeInterface on it, as the type of an object with a '__numpy_dtype__' attribute}}
  %0 = dtyp.dtype_of %value : index
  return
}

// -----

func.func @pointer(%value: !llvm.ptr) {
  // expected-error @+1 {{expected an object that provides a dtype, but got type '!llvm.ptr'; implement DTypeProviderTypeInterface on it, as the type of an object with a '__numpy_dtype__' attribute}}
  %0 = dtyp.dtype_of %value : !llvm.ptr
  return
}

// -----

func.func @unknown_type(%value: !other.object) {
  // expected-error @+1 {{expected an object that provides a dtype, but got type '!other.object'; implement DTypeProviderTypeInterface on it, as the type of an object with a '__numpy_dtype__' attribute}}
  %0 = dtyp.dtype_of %value : !other.object
  return
}

// -----

func.func @wrong_result(%object: !dtyp.provider<"Foo", ui8>) {
  // expected-error @+2 {{'dtyp.dtype_of' op inferred type(s) '!dtyp.dtype<ui8>' are incompatible with return type(s) of operation '!dtyp.dtype<i8>'}}
  // expected-error @+1 {{'dtyp.dtype_of' op failed to infer returned types}}
  %0 = "dtyp.dtype_of"(%object) : (!dtyp.provider<"Foo", ui8>) -> !dtyp.dtype<i8>
  return
}

// -----

func.func @result_is_no_dtype(%object: !dtyp.provider<"Foo", ui8>) {
  // expected-error @+1 {{'dtyp.dtype_of' op result #0 must be a dtype as a value, but got 'ui8'}}
  %0 = "dtyp.dtype_of"(%object) : (!dtyp.provider<"Foo", ui8>) -> ui8
  return
}

// -----

// The same checks hold for the generic form.
func.func @scalar_generic(%value: f32) {
  // expected-error @+1 {{'dtyp.dtype_of' op expected an object that provides a dtype, but got type 'f32'; write 'dtyp.constant f32' for that dtype}}
  %0 = "dtyp.dtype_of"(%value) : (f32) -> !dtyp.dtype<f32>
  return
}

// -----

func.func @array_generic(%array: memref<4xi8>) {
  // expected-error @+1 {{'dtyp.dtype_of' op cannot construct a dtype from an array of type 'memref<4xi8>'; write 'dtyp.constant i8' for the dtype of its elements}}
  %0 = "dtyp.dtype_of"(%array) <{allow_legacy}> : (memref<4xi8>) -> !dtyp.dtype<i8>
  return
}

// -----

func.func @no_operand() {
  // expected-error @+1 {{'dtyp.dtype_of' op requires a single operand}}
  %0 = "dtyp.dtype_of"() : () -> !dtyp.dtype<i8>
  return
}

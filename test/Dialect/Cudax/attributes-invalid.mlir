// Where the mark of a local array does not belong, and arrays that nothing would
// free.

// RUN: dtyp-opt -split-input-file -verify-diagnostics %s

func.func @on_array(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected 'cudax.local_array' on a memref.alloca of static shape and layout}}
  %0 = cudax.local_alloca(%dt) [4] {cudax.local_array} : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @on_heap() {
  // expected-error @+1 {{expected 'cudax.local_array' on a memref.alloca of static shape and layout}}
  %0 = memref.alloc() {cudax.local_array} : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{expected 'cudax.local_array' on a memref.alloca of static shape and layout}}
func.func @on_function() attributes {cudax.local_array} {
  return
}

// -----

func.func @dynamic(%n: index) {
  // expected-error @+1 {{expected 'cudax.local_array' on a memref.alloca of static shape and layout}}
  %0 = memref.alloca(%n) {cudax.local_array} : memref<?xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @with_value() {
  // expected-error @+1 {{expected 'cudax.local_array' to have no value, but got true}}
  %0 = memref.alloca() {cudax.local_array = true} : memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @with_other_value() {
  // expected-error @+1 {{expected 'cudax.local_array' to have no value, but got "yes"}}
  %0 = memref.alloca() {cudax.local_array = "yes"} : memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @unknown() {
  // expected-error @+1 {{expected no attribute of the cudax dialect but 'cudax.local_array', 'cudax.dynamic_shared_bytes', 'cudax.max_shared_bytes', 'cudax.dynamic_shared_alignment', 'cudax.noalias_parameters', but got 'cudax.shared_array'}}
  %0 = memref.alloca() {cudax.shared_array} : memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @symbols(%n: index) {
  // expected-error @+1 {{expected 'cudax.local_array' on a memref.alloca of static shape and layout}}
  %0 = memref.alloca()[%n] {cudax.local_array} : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>, #gpu.address_space<private>>
  return
}

// -----

%dtype = dtyp.constant f32
// expected-error @+1 {{'cudax.local_alloca' op expected a function, or another automatic allocation scope, around it}}
%0 = cudax.local_alloca(%dtype) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>

// -----

// expected-error @+1 {{expected no attribute of the cudax dialect on argument #1, but got 'cudax.nonsense'}}
func.func @argument(%a: i32, %b: i32 {cudax.nonsense}) {
  return
}

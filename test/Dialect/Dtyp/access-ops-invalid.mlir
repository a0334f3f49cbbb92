// RUN: dtyp-opt --split-input-file --verify-diagnostics %s

func.func @case(%bits: memref<4xi1>, %i: index) {
  // expected-error @+1 {{expected elements of type 'i8', the storage type of bool, but got 'memref<4xi1>'}}
  %0 = dtyp.load %bits[%i] : memref<4xi1>
  return
}

// -----

func.func @case(%bytes: memref<4xi8>, %i: index) {
  // expected-error @+1 {{expected elements of type 'f32', the storage type of float32, but got 'memref<4xi8>'}}
  %0 = dtyp.load %bytes[%i] : memref<4xi8> as f32
  return
}

// -----

func.func @case(%bytes: memref<4xi8>, %i: index) {
  // expected-error @+1 {{type 'i7' is not a dtype}}
  %0 = dtyp.load %bytes[%i] : memref<4xi8> as i7
  return
}

// -----

func.func @case(%bytes: memref<4xi8>, %i: index) {
  // expected-error @+1 {{expected the dtype of one element, but got '!dtyp.subarray<2xi8>'; an array of it has elements of 'i8'}}
  %0 = dtyp.load %bytes[%i] : memref<4xi8> as !dtyp.subarray<2xi8>
  return
}

// -----

func.func @case(%bytes: memref<4xi8>, %i: index) {
  // expected-error @+1 {{expected 1 indices for 'memref<4xi8>', but got 2}}
  %0 = dtyp.load %bytes[%i, %i] : memref<4xi8>
  return
}

// -----

func.func @case(%bytes: memref<4xi8>, %i: index) {
  // expected-error @+1 {{expected the name of a field of 'i8', but got "x"; it has no fields}}
  %0 = dtyp.load %bytes[%i]["x"] : memref<4xi8>
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected the name of a field of '!dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>', but got "z"}}
  %0 = dtyp.load %records[%i]["z"] : memref<4x!r>
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected the path to lead to one value, but it leads to the sub-array '!dtyp.subarray<2x3xf32>'; give its 2 indices}}
  %0 = dtyp.load %records[%i]["p"] : memref<4x!r>
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected 2 indices for '!dtyp.subarray<2x3xf32>', but got 1}}
  %0 = dtyp.load %records[%i]["p"][%i] : memref<4x!r>
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected indices for a sub-array only, but got them for 'i8'}}
  %0 = dtyp.load %records[%i]["x"][%i] : memref<4x!r>
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected 2 indices in the path, but got 0}}
  %0 = "dtyp.load"(%records, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>, path = ["p", 2]}> : (memref<4x!r>, index) -> f32
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected a path of names and numbers of indices, but got 2.0}}
  %0 = "dtyp.load"(%records, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>, path = [2.0]}> : (memref<4x!r>, index) -> f32
  return
}

// -----

func.func @case(%bytes: memref<4xi8>, %i: index) {
  // expected-error @+1 {{expected a value of type 'i8', the value type of int8, but got 'i16'}}
  %0 = "dtyp.load"(%bytes, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<4xi8>, index) -> i16
  return
}

// -----

func.func @case(%f: f32, %bytes: memref<4xi8>, %i: index) {
  // expected-error @+1 {{expected a value of type 'i1', the value type of bool, but got 'f32'}}
  dtyp.store %f, %bytes[%i] : f32, memref<4xi8> as i1
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%f: f32, %records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected a value of type 'i8', the value type of int8, but got 'f32'}}
  dtyp.store %f, %records[%i]["x"] : f32, memref<4x!r>
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%f: f32, %records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected a field that is aligned to its 4 bytes, which an atomic update needs, but it is aligned to 1}}
  %0 = dtyp.atomic_rmw addf %f, %records[%i]["p"][%i, %i] : f32, memref<4x!r>
  return
}

// -----

func.func @case(%t: i1, %bytes: memref<4xi8>, %i: index) {
  // expected-error @+1 {{expected a dtype that is stored as it is computed with (an integer, a float or a datetime), but got 'i1'}}
  %0 = dtyp.atomic_rmw addi %t, %bytes[%i] : i1, memref<4xi8> as i1
  return
}

// -----

func.func @case(%f: f32, %floats: memref<4xf32>, %i: index) {
  // expected-error @+1 {{expected an integer for the kind 'addi', but got 'f32'}}
  %0 = dtyp.atomic_rmw addi %f, %floats[%i] : f32, memref<4xf32>
  return
}

// -----

func.func @case(%b: i8, %bytes: memref<4xi8>, %i: index) {
  // expected-error @+1 {{expected a float for the kind 'addf', but got 'i8'}}
  %0 = dtyp.atomic_rmw addf %b, %bytes[%i] : i8, memref<4xi8>
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>) {
  // expected-error @+1 {{expected a field whose size of 4 bytes divides its offset 1 and the record's 25 bytes; access it by dtyp.load and dtyp.store with a path}}
  %0 = dtyp.field_view %records["p"] : memref<4x!r> to memref<4x2x3xf32>
  return
}

// -----

func.func @case(%even: memref<4x!dtyp.record<x: f32, y: f32>>) {
  // expected-error @+1 {{expected a field that is aligned to 4 bytes, but it is aligned to 1; access it by dtyp.load and dtyp.store with a path}}
  %0 = dtyp.field_view %even["x"] : memref<4x!dtyp.record<x: f32, y: f32>> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @case(%floats: memref<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'memref<2xf64>' are incompatible with return type(s) of operation 'memref<4xf64>'}}
  %0 = dtyp.view %floats as f64 : memref<4xf32> to memref<4xf64>
  return
}

// -----

func.func @case(%three: memref<3xf32>) {
  // expected-error @+1 {{expected the last dimension of 'memref<3xf32>' to have a multiple of the 8 bytes of 'f64'}}
  %0 = dtyp.view %three as f64 : memref<3xf32> to memref<1xf64>
  return
}

// -----

func.func @case(%scalar: memref<f32>) {
  // expected-error @+1 {{expected a dtype of 4 bytes for an array without dimensions, but 'f64' has 8}}
  %0 = dtyp.view %scalar as f64 : memref<f32> to memref<f64>
  return
}

// -----

func.func @case(%columns: memref<4x4xf32, strided<[1, 4]>>) {
  // expected-error @+1 {{expected the last dimension of 'memref<4x4xf32, strided<[1, 4]>>' to be contiguous, as elements of 4 bytes become elements of 8}}
  %0 = dtyp.view %columns as f64 : memref<4x4xf32, strided<[1, 4]>> to memref<4x2xf64>
  return
}

// -----

func.func @case(%odd: memref<4x4xf32, strided<[5, 1]>>) {
  // expected-error @+1 {{expected strides of 'memref<4x4xf32, strided<[5, 1]>>' that are multiples of the 8 bytes of 'f64'}}
  %0 = dtyp.view %odd as f64 : memref<4x4xf32, strided<[5, 1]>> to memref<4x2xf64>
  return
}

// -----

func.func @case(%behind: memref<4xf32, strided<[1], offset: 1>>) {
  // expected-error @+1 {{expected an offset of 'memref<4xf32, strided<[1], offset: 1>>' that is a multiple of the 8 bytes of 'f64'}}
  %0 = dtyp.view %behind as f64 : memref<4xf32, strided<[1], offset: 1>> to memref<2xf64>
  return
}

// -----

func.func @case(%floats: memref<4xf32>) {
  // expected-error @+1 {{expected a dtype of one element of at least 1 byte, but got '!dtyp.subarray<2xf16>'}}
  %0 = dtyp.view %floats as !dtyp.subarray<2xf16> : memref<4xf32> to memref<4x2xf16>
  return
}

// -----

func.func @case(%floats: memref<4xf32>) {
  // expected-error @+1 {{expected a dtype of one element of at least 1 byte, but got '!dtyp.record<>'}}
  %0 = dtyp.view %floats as !dtyp.record<> : memref<4xf32> to memref<4x!dtyp.record<>>
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected alignment to be a power of two, but got 3}}
  %0 = dtyp.raw_load %records[%i], %i {alignment = 3} : memref<4x!r> -> f32
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected 1 indices for 'memref<4x!dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>>', but got 0}}
  %0 = dtyp.raw_load %records[], %i {alignment = 1} : memref<4x!r> -> f32
  return
}

// -----

!r = !dtyp.record<x: i8, p: !dtyp.subarray<2x3xf32>>
func.func @case(%records: memref<4x!r>, %i: index) {
  // expected-error @+1 {{expected a type whose values fill their bytes, but got 'i7'}}
  %0 = dtyp.raw_load %records[%i], %i {alignment = 1} : memref<4x!r> -> i7
  return
}

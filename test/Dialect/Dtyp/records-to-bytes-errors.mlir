// RUN: dtyp-opt --dtyp-records-to-bytes --split-input-file --verify-diagnostics %s

!point = !dtyp.record<aligned, id: i8, x: f32>

// expected-error @+1 {{'func.func' op expected a ranked memref of '!dtyp.record<aligned, id: i8, x: f32>', which gets a dimension of bytes, but got 'memref<*x!dtyp.record<aligned, id: i8, x: f32>>'; cast it where it is made}}
func.func @unranked(%a: memref<*x!point>) {
  return
}

// -----

!point = !dtyp.record<aligned, id: i8, x: f32>

// expected-error @+1 {{expected a memref with strides that can be counted in bytes, but got 'memref<8x!dtyp.record<aligned, id: i8, x: f32>, affine_map<(d0) -> (d0 mod 3)>>'}}
func.func @layout(%a: memref<8x!point, affine_map<(d0) -> (d0 mod 3)>>) {
  return
}

// -----

!point = !dtyp.record<aligned, id: i8, x: f32>

// The stride in bytes exceeds 64 bits.
// expected-error @+1 {{expected a memref with strides that can be counted in bytes, but got}}
func.func @stride(%a: memref<2x!point, strided<[4611686018427387904]>>) {
  return
}

// -----

!large = !dtyp.record<a: !dtyp.subarray<4097xi8>>

// Arrays of such a record are converted, values are not.
func.func @value(%a: memref<2x!large>, %i: index) {
  // expected-error @+1 {{'dtyp.load' op expected values of 1 to 4096 bytes, which become vectors, but '!dtyp.record<a: !dtyp.subarray<4097xi8>>' has 4097; access its fields, or copy arrays of it}}
  %v = dtyp.load %a[%i] : memref<2x!large>
  return
}

// -----

!point = !dtyp.record<aligned, id: i8, x: f32>

// expected-error @+1 {{expected memrefs and values of dtypes, but got 'tensor<4x!dtyp.record<aligned, id: i8, x: f32>>', which holds elements that become bytes}}
func.func @tensor(%a: tensor<4x!point>) {
  return
}

// -----

!point = !dtyp.record<aligned, id: i8, x: f32>
!object = !dtyp.provider<"Object", f32, {points: memref<?x!point>}>

// expected-error @+1 {{expected objects without fields that become bytes, but got '!dtyp.provider<"Object", f32, {points: memref<?x!dtyp.record<aligned, id: i8, x: f32>>}>'; run dtyp-erase-providers before}}
func.func @provider(%a: !object) {
  return
}

// -----

!point = !dtyp.record<aligned, id: i8, x: f32>

func.func @local_array() {
  %dtype = dtyp.constant !point
  // expected-error @+1 {{'cudax.local_alloca' op expected an op that has a form for arrays of bytes, but it has 'memref<4x!dtyp.record<aligned, id: i8, x: f32>, #gpu.address_space<private>>'; lower it before (cudax by cudax-resolve-arrays, gpu.launch by gpu-kernel-outlining, affine by lower-affine, linalg by convert-linalg-to-loops)}}
  %a = cudax.local_alloca(%dtype) [4] : !dtyp.dtype<!point> -> memref<4x!point, #gpu.address_space<private>>
  return
}

// -----

!point = !dtyp.record<aligned, id: i8, x: f32>

func.func @affine(%a: memref<4x!point>) {
  // expected-error @+1 {{'affine.load' op expected an op that has a form for arrays of bytes}}
  %v = affine.load %a[0] : memref<4x!point>
  return
}

// -----

!point = !dtyp.record<aligned, id: i8, x: f32>

func.func @attribution() {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'gpu.launch' op expected an op that has a form for arrays of bytes}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
             workgroup(%a: memref<4x!point, 3>) {
    gpu.terminator
  }
  return
}

// -----

!point = !dtyp.record<aligned, id: i8, x: f32>

func.func @reshape(%a: memref<4x!point>, %shape: memref<1xindex>) {
  // expected-error @+1 {{'memref.reshape' op expected an op that has a form for arrays of bytes}}
  %b = memref.reshape %a(%shape) : (memref<4x!point>, memref<1xindex>) -> memref<?x!point>
  return
}

// -----

!point = !dtyp.record<aligned, id: i8, x: f32>

func.func @region(%a: memref<4x!point>) -> memref<4x!point> {
  // expected-error @+1 {{'memref.alloca_scope' op expected an op that has a form for arrays of bytes}}
  %b = memref.alloca_scope -> (memref<4x!point>) {
    // expected-error @+1 {{'memref.alloca_scope.return' op expected an op that has a form for arrays of bytes}}
    memref.alloca_scope.return %a : memref<4x!point>
  }
  return %b : memref<4x!point>
}

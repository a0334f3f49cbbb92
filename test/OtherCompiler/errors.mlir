// Another compiler's types get the same messages as ours.
//
// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin \
// RUN:   -split-input-file -verify-diagnostics

func.func @legacy(%object: !acme.foreign<f32, true>) {
  // expected-error @+1 {{'dtyp.dtype_of' op object of type '!acme.foreign<f32, true>' has the legacy '.dtype' attribute and no '__numpy_dtype__'; define '__numpy_dtype__' on it, or pass its '.dtype' explicitly ('dtyp.constant f32'), or set 'allow_legacy' on a dtyp.dtype_of}}
  %0 = dtyp.dtype_of %object : !acme.foreign<f32, true>
  return
}

// -----

func.func @no_dtype(%object: !acme.instance<"Foo", i7>) {
  // expected-error @+1 {{type 'i7' is not a dtype}}
  %0 = dtyp.dtype_of %object : !acme.instance<"Foo", i7>
  return
}

// -----

func.func @no_bytes() {
  %dt = dtyp.constant !acme.empty
  // expected-error @+1 {{'cudax.local_alloca' op expected elements of at least 1 byte, but empty has 0}}
  %0 = cudax.local_alloca(%dt) [2] : !dtyp.dtype<!acme.empty> -> memref<2xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @unknown_size() {
  %dt = dtyp.constant !acme.unknown
  // expected-error @+1 {{'cudax.local_alloca' op expected a dtype of known size and alignment, but got '!acme.unknown'}}
  %0 = cudax.local_alloca(%dt) [2] : !dtyp.dtype<!acme.unknown> -> memref<2xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @promote(%a: !dtyp.dtype<!acme.fixed<4>>, %b: !dtyp.dtype<complex<f32>>) {
  // expected-error @+1 {{expected dtypes with a common one by the rules 'numpy', but got '!acme.fixed<4>' and 'complex<f32>': neither knows the other; implement promoteWith of DTypeInterface, or cast explicitly}}
  %0 = dtyp.promote %a, %b : !dtyp.dtype<!acme.fixed<4>>, !dtyp.dtype<complex<f32>>
  return
}

// -----

func.func @cast(%a: f32) {
  // expected-error @+1 {{'dtyp.cast' op expected dtypes that are cast to each other, but got 'f32' and '!acme.fixed<4>'; implement getCastingLevelTo or getCastingLevelFrom of DTypeInterface}}
  %0 = dtyp.cast %a : f32 to !acme.fixed<4>
  return
}

// -----

func.func @no_values(%a: f32) {
  // expected-error @+1 {{expected a dtype whose values are known, but got '!acme.unknown'}}
  %0 = dtyp.cast %a : f32 to !acme.unknown
  return
}

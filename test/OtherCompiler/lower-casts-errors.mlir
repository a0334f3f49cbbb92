// A cast of another dialect's dtype is lowered by that dialect, before.

// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --dtyp-lower-casts \
// RUN:   -verify-diagnostics

func.func @cast(%a: i16) -> f32 {
  // expected-error @+1 {{expected a cast that is lowered to arithmetic, but nothing is known of those from '!acme.fixed<4>' to 'f32'; lower it before, as its dialect does}}
  %0 = dtyp.cast %a : !acme.fixed<4> to f32
  return %0 : f32
}

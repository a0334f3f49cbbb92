// Where the attributes of the dialect do not belong, and what they may not say.

// RUN: dtyp-opt -allow-unregistered-dialect -split-input-file -verify-diagnostics %s

// expected-error @+1 {{expected no attribute of the dtyp dialect but 'dtyp.argument_map', but got 'dtyp.unknown'}}
"test.op"() {dtyp.unknown} : () -> ()

// -----

// expected-error @+1 {{expected 'dtyp.argument_map' on a function}}
"test.op"() {dtyp.argument_map = #dtyp.argument_map<>} : () -> ()

// -----

// expected-error @+1 {{expected 'dtyp.argument_map' on a function}}
module attributes {dtyp.argument_map = #dtyp.argument_map<>} {}

// -----

// expected-error @+1 {{expected 'dtyp.argument_map' to be a #dtyp.argument_map, but got unit}}
func.func private @f() attributes {dtyp.argument_map}

// -----

// expected-error @+1 {{expected 'dtyp.argument_map' to be a #dtyp.argument_map, but got [0]}}
func.func private @f(i32) attributes {dtyp.argument_map = [0]}

// -----

// expected-error @+1 {{expected 'dtyp.argument_map' to be a #dtyp.argument_map, but got #dtyp<alignment_model device>}}
func.func private @f(i32) attributes {dtyp.argument_map = #dtyp<alignment_model device>}

// -----

gpu.module @kernels {
  // expected-error @+1 {{expected 'dtyp.argument_map' to cover the 1 parameters of the function, but it covers 0}}
  gpu.func @kernel(%a: i32) kernel attributes {dtyp.argument_map = #dtyp.argument_map<>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{expected 'dtyp.argument_map' to cover the 1 parameters of the function, but it covers 3}}
  gpu.func @kernel(%a: i32) kernel attributes {dtyp.argument_map = #dtyp.argument_map<i32 -> [0], !dtyp.provider<"S", f32, {a: f32, b: f32}> -> [1, 2]>} {
    gpu.return
  }
}

// -----

// expected-error @+1 {{expected no attribute of the dtyp dialect on argument #1, but got 'dtyp.nonsense'}}
func.func @argument(%a: i32, %b: i32 {dtyp.nonsense}) {
  return
}

// What the pass cannot carry through is an error, never a wrong program.

// RUN: dtyp-opt -allow-unregistered-dialect --dtyp-erase-providers -split-input-file -verify-diagnostics %s

!foo = !dtyp.provider<"Foo", ui8>

// A function as a value keeps its type, and no longer fits the function.
func.func private @callee(!foo)
func.func @function_value(%foo: !foo) {
  // expected-error @+1 {{'func.constant' op expected a function without objects that provide a dtype, as its signature changes when they are erased; call it directly}}
  %f = func.constant @callee : (!foo) -> ()
  func.call_indirect %f(%foo) : (!foo) -> ()
  return
}

// -----

!two = !dtyp.provider<"Two", f32, {a: f32, b: i64}>

// func.call does not verify how many attributes it has.
func.func private @callee(!two, i32)
func.func @too_few_attributes(%two: !two, %i: i32) {
  // expected-error @+1 {{failed to legalize operation 'func.call' that was explicitly marked illegal}}
  "func.call"(%two, %i) <{arg_attrs = [{}], callee = @callee}> : (!two, i32) -> ()
  return
}

// -----

!two = !dtyp.provider<"Two", f32, {a: f32, b: i64}>

func.func private @callee() -> !two
func.func @too_many_result_attributes() {
  // expected-error @+1 {{failed to legalize operation 'func.call' that was explicitly marked illegal}}
  %0 = "func.call"() <{res_attrs = [{}, {}], callee = @callee}> : () -> !two
  return
}

// -----

// A map that speaks of other parameters is refused before it is composed.
gpu.module @kernels {
  // expected-error @+1 {{expected 'dtyp.argument_map' to cover the 2 parameters of the function, but it covers 1}}
  gpu.func @kernel(%foo: !dtyp.provider<"Foo", ui8>, %n: i32) kernel attributes {
      dtyp.argument_map = #dtyp.argument_map<i32 -> [0]>} {
    gpu.return
  }
}

// -----

!two = !dtyp.provider<"Two", f32, {a: f32, b: i32}>

func.func @carried(%two: !two) -> f32 {
  // expected-error @+1 {{'affine.for' op expected no results that are objects which provide a dtype; only scf and cf hand them on, so lower the op to these first}}
  %last = affine.for %i = 0 to 4 iter_args(%object = %two) -> !two {
    affine.yield %object : !two
  }
  %a = dtyp.get_field %last["a"] : !two
  return %a : f32
}

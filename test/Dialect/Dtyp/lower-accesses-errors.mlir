// RUN: dtyp-opt --dtyp-lower-accesses --verify-diagnostics %s

!vec = !dtyp.record<aligned, x: f32, y: f32>

func.func @indices_before_a_name(%a: memref<4x!dtyp.record<aligned, v: !dtyp.subarray<2x!vec>>>, %i: index, %x: f32) {
  // expected-error @+2 {{expected the indices of a sub-array at the end of the path of an atomic update}}
  // expected-error @+1 {{failed to legalize operation 'dtyp.atomic_rmw' that was explicitly marked illegal}}
  %0 = dtyp.atomic_rmw addf %x, %a[%i]["v"][%i]["x"] : f32, memref<4x!dtyp.record<aligned, v: !dtyp.subarray<2x!vec>>>
  return
}

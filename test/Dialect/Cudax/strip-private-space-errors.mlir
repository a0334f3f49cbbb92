// RUN: dtyp-opt --cudax-strip-private-space -verify-diagnostics %s

func.func @unresolved(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected arrays to be resolved before their memory space is stripped; run cudax-resolve-arrays first}}
  %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  return
}

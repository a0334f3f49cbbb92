// RUN: dtyp-opt %s --cudax-prepare-host-code -split-input-file -verify-diagnostics

!local = memref<4xf32, #gpu.address_space<private>>

// No gpu.module holds it.
// expected-error @+1 {{expected code that uses #gpu.address_space<private> in a gpu.launch or a gpu.module, but it is in the function 'f' of the host}}
func.func @f(%a: !local) {
  return
}

// -----

func.func @made_here() {
  // expected-error @+1 {{expected code that uses #gpu.address_space<private> in a gpu.launch or a gpu.module, but it is in the function 'made_here' of the host}}
  %a = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

!shared = memref<4xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  func.func @called(%a: !shared) {
    return
  }
}
// The host calls it.
// expected-error @+1 {{expected code that uses #gpu.address_space<workgroup> in a gpu.launch or a gpu.module, but it is in the function 'called' of the host}}
func.func @called(%a: !shared) {
  return
}
// expected-error @+1 {{but it is in the function 'caller' of the host}}
func.func @caller(%a: !shared) {
  func.call @called(%a) : (!shared) -> ()
  return
}

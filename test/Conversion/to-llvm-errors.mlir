// What upstream's conversions to LLVM cannot lower op by op is an error that names
// the pass which does.

// RUN: dtyp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm))' -allow-unregistered-dialect -split-input-file -verify-diagnostics

gpu.module @shared {
  gpu.func @kernel(%i: index, %x: f32) kernel {
    %dt = dtyp.constant f32
    // expected-error @+2 {{'cudax.shared_alloca' op expected to be resolved before the conversion to LLVM, as its place depends on the other arrays; run `cudax-resolve-shared-arrays` before}}
    // expected-error @+1 {{failed to legalize operation 'cudax.shared_alloca'}}
    %a = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %x, %a[%i] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @constant {
  func.func @device(%i: index) -> f32 {
    %dt = dtyp.constant f32
    // expected-error @+2 {{'cudax.const_array' op expected to be resolved before the conversion to LLVM, as its place depends on the other arrays; run `cudax-resolve-const-arrays` before}}
    // expected-error @+1 {{failed to legalize operation 'cudax.const_array'}}
    %a = cudax.const_array(%dt) dense<[0.25, 0.5]> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32>
    %x = memref.load %a[%i] : memref<2xf32>
    return %x : f32
  }
}

// -----

gpu.module @dynamic {
  gpu.func @kernel(%n: index, %x: f32) kernel {
    %dt = dtyp.constant f32
    // expected-error @+2 {{'cudax.local_alloca' op expected a static shape in the conversion to LLVM; run `cudax-resolve-arrays` before, or `canonicalize`}}
    // expected-error @+1 {{failed to legalize operation 'cudax.local_alloca'}}
    %a = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
    memref.store %x, %a[%n] : memref<?xf32, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @escape {
  func.func @device() -> memref<4xf32, #gpu.address_space<private>> {
    %dt = dtyp.constant f32
    // expected-error @+2 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned}}
    // expected-error @+1 {{failed to legalize operation 'cudax.local_alloca'}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
    // expected-note @+1 {{the array leaves its scope here}}
    return %a : memref<4xf32, #gpu.address_space<private>>
  }
}

// -----

// Arguments are left to dtyp-erase-providers, which sees kernels and launches.
gpu.module @provider {
  // expected-error @+1 {{failed to legalize}}
  gpu.func @kernel(%foo: !dtyp.provider<"Foo", ui8>) kernel {
    gpu.return
  }
}

// -----

gpu.module @fields {
  func.func @device() -> f32 {
    %foo = "test.make"() : () -> !dtyp.provider<"Foo", f32, {scale: f32}>
    // expected-error @+1 {{failed to legalize operation 'dtyp.get_field'}}
    %scale = dtyp.get_field %foo["scale"] : !dtyp.provider<"Foo", f32, {scale: f32}>
    return %scale : f32
  }
}

// -----

// A loop over characters, which these passes do not lower.
gpu.module @text {
  func.func @device(%text: !dtyp.big_endian<!dtyp.str<3>>) -> !dtyp.str<3> {
    // expected-error @+1 {{failed to legalize operation 'dtyp.cast'}}
    %native = dtyp.cast %text : !dtyp.big_endian<!dtyp.str<3>> to !dtyp.str<3>
    return %native : !dtyp.str<3>
  }
}

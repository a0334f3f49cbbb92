// RUN: dtyp-opt --cudax-check-device-code -split-input-file -verify-diagnostics %s

gpu.module @alloca_spaces {
  func.func @f() {
    // W1: LLVM 22 converts addresses of this space twice.
    // expected-error @+1 {{expected an alloca in #gpu.address_space<private>, but got one in memory space 5, which LLVM addresses wrongly}}
    %0 = memref.alloca() : memref<4xf32, 5>
    // W2: made in local memory, accessed elsewhere.
    // expected-error @+1 {{expected an alloca in #gpu.address_space<private>, but got one in #gpu.address_space<workgroup>; it would be made in local memory and accessed as if it were there}}
    %1 = memref.alloca() : memref<4xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{but got one in #gpu.address_space<global>; it would be made}}
    %2 = memref.alloca() : memref<4xf32, #gpu.address_space<global>>
    // expected-error @+1 {{but got one in memory space 3; it would be made}}
    %3 = memref.alloca() : memref<4xf32, 3>
    // expected-error @+1 {{but got one in memory space 1; it would be made}}
    %4 = memref.alloca() : memref<4xf32, 1>
    // expected-error @+1 {{but got one in memory space 7; it would be made}}
    %5 = memref.alloca() : memref<4xf32, 7>
    // W3: the kernel's body would be deleted.
    // expected-error @+1 {{but got one in memory space 4; it would be made}}
    %6 = memref.alloca() : memref<4xf32, 4>
    // expected-error @+1 {{but got one in memory space 101; it would be made}}
    %7 = memref.alloca() : memref<4xf32, 101>
    return
  }
}

// -----

gpu.module @unknown_spaces {
  // expected-error @+1 {{expected a memory space that the GPU has (#gpu.address_space<global|workgroup|private>, or none), but got "foo"}}
  func.func @named(%a: memref<4xf32, "foo">) {
    return
  }
  // expected-error @+1 {{but got memory space 2}}
  func.func @number(%a: memref<4xf32, 2>) {
    return
  }
  // expected-error @+1 {{but got #nvvm.memory_space<local>}}
  func.func @nvvm(%a: memref<*xf32, #nvvm.memory_space<local>>) {
    return
  }
  // expected-error @+1 {{but got #spirv.storage_class<Function>}}
  func.func @spirv(%a: memref<4xf32, #spirv.storage_class<Function>>) {
    return
  }
  // expected-error @+1 {{but got #llvm.address_space<5>}}
  func.func @llvm(%a: memref<4xmemref<4xf32, #llvm.address_space<5>>>) {
    return
  }
}

// -----

gpu.module @attributions {
  // expected-error @+1 {{expected a private attribution in #gpu.address_space<private>, but got one in memory space 5}}
  gpu.func @k() private(%p: memref<4xf32, 5>) kernel {
    gpu.return
  }
}

// -----

gpu.module @other_memory {
  // W8
  // expected-error @+1 {{expected a global in global, constant or workgroup memory, but got one in #gpu.address_space<private>, which all threads would share; write memref.alloca in the kernel}}
  memref.global "private" @g : memref<4xf32, #gpu.address_space<private>>
  // expected-error @+1 {{but got one in memory space 5, which all threads would share}}
  memref.global "private" @h : memref<4xf32, 5>
  func.func @f() {
    // expected-error @+1 {{expected an alloc in global memory, where the device's heap is, but got one in #gpu.address_space<private>; write memref.alloca}}
    %0 = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
    // expected-error @+1 {{but got one in memory space 3; write a workgroup attribution of the gpu.func}}
    %1 = memref.alloc() : memref<4xf32, 3>
    return
  }
}

// -----

gpu.module @elements {
  // W5
  // expected-error @+1 {{expected a type that the GPU can store, but got 'f80' in 'memref<4xf80>'}}
  func.func @f(%a: memref<4xf80>, %i: index) {
    // expected-error @+1 {{expected a type that the GPU can store, but got 'f80'}}
    %0 = memref.load %a[%i] : memref<4xf80>
    return
  }
  // expected-error @+1 {{expected a type that the GPU can store, but got 'tf32' in 'memref<4xtf32>'}}
  func.func @g(%a: memref<4xtf32>) {
    return
  }
  // expected-error @+1 {{expected vectors of a fixed size in device code, but got 'memref<4xvector<[4]xf32>>'}}
  func.func @h(%a: memref<4xvector<[4]xf32>>) {
    return
  }
}

// -----

gpu.module @sizes {
  func.func @f() {
    // W7
    // expected-error @+1 {{expected at most 524288 bytes, the local memory of a thread, but got 'memref<524289xi8, #gpu.address_space<private>>' with elements of 1 bytes}}
    %0 = memref.alloca() : memref<524289xi8, #gpu.address_space<private>>
    // expected-error @+1 {{with elements of 32 bytes}}
    %1 = memref.alloca() : memref<16385xvector<2x3xf32>, #gpu.address_space<private>>
    // W6: sizes that wrap at 32 and at 64 bits.
    // expected-error @+1 {{expected at most 524288 bytes}}
    %2 = memref.alloca() : memref<1073741824xf32, #gpu.address_space<private>>
    // expected-error @+1 {{expected at most 524288 bytes}}
    %3 = memref.alloca() : memref<4611686018427387904xf32, #gpu.address_space<private>>
    // expected-error @+1 {{expected at most 524288 bytes}}
    %4 = memref.alloca() : memref<4611686018427387904x4xf32>
    return
  }
}

// -----

gpu.module @alignments {
  func.func @f() {
    // W17
    // expected-error @+1 {{expected alignment of at least 4 bytes, with which elements of 'f32' are accessed, but got 1}}
    %0 = memref.alloca() {alignment = 1 : i64} : memref<4xf32>
    // expected-error @+1 {{expected alignment of at least 16 bytes, with which elements of 'vector<3xf32>' are accessed, but got 8}}
    %1 = memref.alloca() {alignment = 8 : i64} : memref<4xvector<3xf32>>
    // expected-error @+1 {{expected alignment of at least 8 bytes, with which elements of 'complex<f64>' are accessed, but got 4}}
    %2 = memref.alloca() {alignment = 4 : i64} : memref<4xcomplex<f64>>
    return
  }
}

// -----

gpu.module @other_sizes {
  // Sizes that wrap.
  // expected-error @+1 {{expected at most 49152 bytes, but got 'memref<12289xf32, #gpu.address_space<workgroup>>' with elements of 4 bytes; write gpu.dynamic_shared_memory for more}}
  memref.global "private" @shared : memref<12289xf32, #gpu.address_space<workgroup>>
  // expected-error @+1 {{expected at most 9223372036854775806 bytes, but got 'memref<4611686018427387904xf32>'}}
  memref.global "private" @g : memref<4611686018427387904xf32>
  // expected-error @+2 {{expected at most 49152 bytes, but got 'memref<1073741840xf32, #gpu.address_space<workgroup>>'}}
  // expected-error @+2 {{expected at most 524288 bytes, the local memory of a thread, but got 'memref<1073741840xf32, #gpu.address_space<private>>'}}
  gpu.func @k() workgroup(%s: memref<1073741840xf32, #gpu.address_space<workgroup>>)
                private(%p: memref<1073741840xf32, #gpu.address_space<private>>) kernel {
    // expected-error @+1 {{expected alignment of at most 524288 bytes, the local memory of a thread, but got 4294967296}}
    %0 = memref.alloca() {alignment = 4294967296 : i64} : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @tuples {
  // expected-error @+1 {{expected a type that the GPU can store, but got 'tuple<f32>'}}
  func.func @f(%a: tuple<f32>) {
    return
  }
}

// -----

gpu.module @tensors {
  // expected-error @+1 {{expected memrefs in device code, but got 'tensor<4xf32>'; bufferize tensors first}}
  func.func @f(%a: tensor<4xf32>) {
    return
  }
}

// -----

module {
  module {
    // expected-error @+1 {{expected the gpu.module at the top level, where it is compiled, but it is inside of 'builtin.module'}}
    gpu.module @nested {
      gpu.func @kernel() kernel {
        gpu.return
      }
    }
  }
}

// -----

gpu.module @reductions {
  gpu.func @kernel(%x: f32) kernel {
    // expected-error @+1 {{expected a gpu.all_reduce that is 'uniform', reached by all threads of the block}}
    %0 = gpu.all_reduce add %x {} : (f32) -> f32
    gpu.return
  }
  func.func @helper(%x: f32) -> f32 {
    // expected-error @+1 {{expected gpu.all_reduce in a kernel, which has the workgroup buffer for it, but it is in a device function}}
    %0 = gpu.all_reduce add %x uniform {} : (f32) -> f32
    return %0 : f32
  }
}

// -----

gpu.module @space_casts {
  func.func @f(%private: memref<4xf32, #gpu.address_space<private>>, %shared: memref<*xf32, 3>, %global: memref<4xf32, #gpu.address_space<global>>) {
    // expected-error @+1 {{'memref.memory_space_cast' op expected a cast to or from a memref without a memory space, as nothing that is in #gpu.address_space<private> is in #gpu.address_space<workgroup> as well}}
    %0 = memref.memory_space_cast %private : memref<4xf32, #gpu.address_space<private>> to memref<4xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{as nothing that is in memory space 3 is in #gpu.address_space<global> as well}}
    %1 = memref.memory_space_cast %shared : memref<*xf32, 3> to memref<*xf32, #gpu.address_space<global>>
    // expected-error @+1 {{as nothing that is in #gpu.address_space<global> is in #gpu.address_space<private> as well}}
    %2 = memref.memory_space_cast %global : memref<4xf32, #gpu.address_space<global>> to memref<4xf32, #gpu.address_space<private>>
    return
  }
}

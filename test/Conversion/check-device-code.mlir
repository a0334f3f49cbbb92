// What the GPU has passes, unchanged.

// RUN: dtyp-opt --cudax-check-device-code %s -o %t.checked
// RUN: dtyp-opt %s -o %t.same
// RUN: diff %t.same %t.checked

gpu.module @kernels {
  memref.global "private" constant @table : memref<4xf32> = dense<1.0>
  memref.global "private" @shared : memref<4xf32, #gpu.address_space<workgroup>>

  gpu.func @spaces(%a: memref<?xf32>, %b: memref<?xf32, #gpu.address_space<global>>, %c: memref<?xf32, 1>,
                   %d: memref<?xf32, 3>, %e: memref<?xf32, 5>)
      workgroup(%w: memref<4xf32, #gpu.address_space<workgroup>>)
      private(%p: memref<4xf32, #gpu.address_space<private>>) kernel {
    %0 = memref.alloca() : memref<16xf32, #gpu.address_space<private>>
    %1 = memref.alloca() : memref<16xf32>
    %2 = memref.alloc() : memref<16xf32>
    memref.dealloc %2 : memref<16xf32>
    gpu.return
  }

  // 512 KiB is the most.
  gpu.func @sizes(%n: index) kernel {
    %0 = memref.alloca() : memref<524288xi8, #gpu.address_space<private>>
    %1 = memref.alloca() : memref<0x9223372036854775807xf32, #gpu.address_space<private>>
    %2 = memref.alloca(%n) : memref<?xf32, #gpu.address_space<private>>
    %3 = memref.alloca() : memref<f64, #gpu.address_space<private>>
    gpu.return
  }

  gpu.func @alignments() kernel {
    %0 = memref.alloca() {alignment = 1 : i64} : memref<3xi8, #gpu.address_space<private>>
    %1 = memref.alloca() {alignment = 4 : i64} : memref<3xcomplex<f32>, #gpu.address_space<private>>
    %2 = memref.alloca() {alignment = 16 : i64} : memref<3xvector<4xf32>, #gpu.address_space<private>>
    %3 = memref.alloca() {alignment = 4 : i64} : memref<3xindex, #gpu.address_space<private>>
    gpu.return
  }

  // The GPU stores floats with which it does not compute.
  gpu.func @small_floats(%a: memref<4xf8E4M3FN>, %i: index, %c: i1) kernel {
    %0 = memref.load %a[%i] : memref<4xf8E4M3FN>
    %1 = arith.bitcast %0 : f8E4M3FN to i8
    %2 = arith.constant 1.0 : f8E4M3FN
    %3 = arith.select %c, %0, %2 : f8E4M3FN
    memref.store %3, %a[%i] : memref<4xf8E4M3FN>
    gpu.return
  }

  // Any space is part of the generic one, and one space has several names.
  func.func @space_casts(%private: memref<4xf32, #gpu.address_space<private>>, %global: memref<*xf32, 1>, %generic: memref<4xf32>) {
    %0 = memref.memory_space_cast %private : memref<4xf32, #gpu.address_space<private>> to memref<4xf32>
    %1 = memref.memory_space_cast %generic : memref<4xf32> to memref<4xf32, #gpu.address_space<workgroup>>
    %2 = memref.memory_space_cast %global : memref<*xf32, 1> to memref<*xf32, #gpu.address_space<global>>
    %3 = memref.memory_space_cast %1 : memref<4xf32, #gpu.address_space<workgroup>> to memref<4xf32, 3>
    %4 = memref.memory_space_cast %private : memref<4xf32, #gpu.address_space<private>> to memref<4xf32, 5>
    return
  }

  // An array that stays, and one whose address is kept only in another array.
  func.func @scopes(%n: index, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.alloca() : memref<4xf32>
    %b = memref.alloca() : memref<memref<4xf32>>
    memref.store %a, %b[] : memref<memref<4xf32>>
    scf.for %i = %c0 to %n step %c1 {
      %c = memref.alloca() : memref<4xf32>
      memref.store %x, %c[%i] : memref<4xf32>
    }
    return
  }
}

// Host code may use its stack for what it does itself.
func.func @host(%x: f32, %i: index) -> f32 {
  %0 = memref.alloca() : memref<4xf32>
  memref.store %x, %0[%i] : memref<4xf32>
  %1 = memref.load %0[%i] : memref<4xf32>
  return %1 : f32
}

// The reducer leaves what a test needs: here the store that is out of bounds. Of
// the array it leaves one element, of the record the field, of the object the
// dtype.

// RUN: dtyp-reduce %s --delta-reduction='test=%python test-arg=-I test-arg=%S/Inputs/interesting.py test-arg=expected.index.#0.from.0 test-arg=--cudax-check-indices' \
// RUN:   | FileCheck %s

// CHECK:      gpu.func @kernel(
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT:   %[[F64:.*]] = dtyp.constant f64
// CHECK-NEXT:   %[[A:.*]] = cudax.local_alloca(%[[F64]]) [1, 1] : !dtyp.dtype<f64> -> memref<1x1xf64, #gpu.address_space<private>>
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f64
// CHECK-NEXT:   dtyp.store %[[ZERO]], %[[A]][%[[C12]], %[[C1]]] : f64, memref<1x1xf64, #gpu.address_space<private>> as f64
// CHECK-NEXT:   gpu.return
// CHECK-NEXT: }
// CHECK-NEXT: }

!particle = !dtyp.record<aligned, id: ui8, mass: f64>
!foo = !dtyp.provider<"Foo", !particle>

gpu.module @kernels {
  gpu.func @kernel(%foo: !foo, %out: memref<?xi8>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c12 = arith.constant 12 : index
    %f32 = dtyp.constant f32
    %sums = cudax.shared_alloca(%f32) [32] : !dtyp.dtype<f32> -> memref<32xf32, #gpu.address_space<workgroup>>
    %particles = cudax.local_alloca(%foo) [10, 3] {alignment = 64} : !foo -> memref<10x3x!particle, #gpu.address_space<private>>
    %zero = arith.constant 0.0 : f32
    memref.store %zero, %sums[%c0] : memref<32xf32, #gpu.address_space<workgroup>>
    %byte = memref.load %out[%n] : memref<?xi8>
    %mass = dtyp.cast %byte : ui8 to f64
    dtyp.store %mass, %particles[%c12, %c1]["mass"] : f64, memref<10x3x!particle, #gpu.address_space<private>>
    gpu.return
  }
}

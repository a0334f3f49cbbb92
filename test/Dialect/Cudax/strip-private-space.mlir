// RUN: dtyp-opt --allow-unregistered-dialect --cudax-strip-private-space %s | FileCheck %s --implicit-check-not=address_space\<private
// RUN: dtyp-opt --allow-unregistered-dialect --cudax-strip-private-space --verify-roundtrip %s -o /dev/null

!a = memref<4xf32, #gpu.address_space<private>>
!unranked = memref<*xf32, #gpu.address_space<private>>
!nested = memref<2xmemref<4xf32, #gpu.address_space<private>>, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // The function's type, its arguments, ops and blocks.
  // CHECK: func.func @callee(%{{.*}}: memref<4xf32>, %{{.*}}: memref<*xf32>) -> memref<4xf32>
  func.func @callee(%a: !a, %u: !unranked) -> !a {
    %b = memref.cast %u : !unranked to !a
    cf.br ^bb(%b : !a)
  // CHECK: ^bb1(%{{.*}}: memref<4xf32>):
  ^bb(%c: !a):
    return %c : !a
  }
  // A cast that has nothing left to do is gone, another one is not.
  // CHECK-LABEL: gpu.func @kernel(
  // CHECK-SAME:    workgroup(%[[SHARED:[a-z0-9]+]] : memref<2xmemref<4xf32>, #gpu.address_space<workgroup>>
  gpu.func @kernel(%i: index, %x: f32, %f: (!a) -> ()) workgroup(%shared: !nested) kernel {
    // CHECK: %[[A:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<4xf32>
    %a = memref.alloca() {alignment = 16 : i64, cudax.local_array} : !a
    // CHECK-NEXT: memref.store %{{.*}}, %[[A]]
    %g = memref.memory_space_cast %a : !a to memref<4xf32>
    memref.store %x, %g[%i] : memref<4xf32>
    %p = memref.memory_space_cast %g : memref<4xf32> to !a
    // CHECK-NEXT: memref.memory_space_cast %[[SHARED]]
    %s = memref.memory_space_cast %shared : !nested to memref<2xmemref<4xf32, #gpu.address_space<private>>>
    // CHECK-NEXT: memref.store %[[A]]
    memref.store %p, %s[%i] : memref<2xmemref<4xf32, #gpu.address_space<private>>>
    // CHECK-NEXT: call_indirect %{{.*}}(%[[A]]) : (memref<4xf32>) -> ()
    func.call_indirect %f(%a) : (!a) -> ()
    // CHECK-NEXT: "test.use"(%[[A]]) {type = memref<4xf32>} : (memref<4xf32>) -> ()
    "test.use"(%a) {type = !a} : (!a) -> ()
    gpu.return
  }
  // CHECK: gpu.func @attribution() private(%{{.*}} : memref<4xf32>)
  gpu.func @attribution() private(%p: !a) kernel {
    gpu.return
  }
}

// RUN: dtyp-opt --dtyp-records-to-bytes %s | FileCheck %s

// Nothing is left to a second run.
// RUN: dtyp-opt --dtyp-records-to-bytes %s -o %t.once
// RUN: dtyp-opt --dtyp-records-to-bytes %t.once -o %t.twice
// RUN: cmp %t.once %t.twice

!point = !dtyp.record<aligned, id: i8, x: f32>
!packed = !dtyp.record<id: ui16, alive: i1, z: complex<f32>, f8: f8E5M2, name: !dtyp.bytes<3>>
!nested = !dtyp.record<aligned, points: !dtyp.subarray<2x!point>, key: !dtyp.big_endian<i32>, v: !dtyp.vector<2xf32>>
!dt = !dtyp.dtype<!point>

// CHECK-LABEL: func.func @signature(
// CHECK-SAME:    %{{.*}}: memref<?x8xi8> {llvm.align = 4 : i64},
// CHECK-SAME:    %{{.*}}: memref<4x8xi8, strided<[16, 1], offset: 8>, 3>,
// CHECK-SAME:    %{{.*}}: memref<8xi8>,
// CHECK-SAME:    %{{.*}}: memref<2x?x15xi8, strided<[?, 15, 1], offset: ?>>,
// CHECK-SAME:    %{{.*}}: vector<8xi8>,
// CHECK-SAME:    %{{.*}}: memref<4x16xi8>, %{{.*}}: memref<4x8xi8>, %{{.*}}: memref<4x4xi8>, %{{.*}}: memref<3x5xi8>,
// CHECK-SAME:    %{{.*}}: !dtyp.dtype<!record>)
// CHECK-SAME:  -> (vector<8xi8>, memref<?x8xi8>)
func.func @signature(%a: memref<?x!point> {llvm.align = 4 : i64}, %b: memref<4x!point, strided<[2], offset: 1>, 3>, %c: memref<!point>,
                     %d: memref<2x?x!packed, strided<[?, 1], offset: ?>>, %v: !point, %e: memref<4x!dtyp.vector<4xf32>>,
                     %f: memref<4x!dtyp.str<2>>, %g: memref<4x!dtyp.big_endian<f32>>, %h: memref<3x!dtyp.void<5>>, %t: !dt) -> (!point, memref<?x!point>) {
  return %v, %a : !point, memref<?x!point>
}

// CHECK-LABEL: func.func @call
func.func @call(%a: memref<?x!point>, %v: !point) -> !point {
  // CHECK: %[[F:.*]] = constant @call : (memref<?x8xi8>, vector<8xi8>) -> vector<8xi8>
  %f = constant @call : (memref<?x!point>, !point) -> !point
  // CHECK: call_indirect %[[F]](%{{.*}}, %{{.*}}) : (memref<?x8xi8>, vector<8xi8>) -> vector<8xi8>
  %0 = call_indirect %f(%a, %v) : (memref<?x!point>, !point) -> !point
  // CHECK: call @call(%{{.*}}) {mark} : (memref<?x8xi8>, vector<8xi8>) -> vector<8xi8>
  %1 = call @call(%a, %0) {mark} : (memref<?x!point>, !point) -> !point
  return %1 : !point
}

// Each access has the alignment of its field.
// CHECK-LABEL: func.func @loads
// CHECK-SAME:    %[[A:.*]]: memref<?x15xi8>, %[[N:.*]]: memref<?x28xi8>, %[[I:.*]]: index
func.func @loads(%a: memref<?x!packed>, %n: memref<?x!nested>, %i: index) -> (i1, i16, complex<f32>, f8E5M2, !dtyp.bytes<3>, f32, vector<2xf32>, !packed) {
  // CHECK: %[[BYTE:.*]] = memref.load %[[A]][%[[I]], %c2] : memref<?x15xi8>
  // CHECK: arith.cmpi ne, %[[BYTE]]
  %0 = dtyp.load %a[%i]["alive"] : memref<?x!packed>
  // CHECK: %[[ID:.*]] = vector.load %[[A]][%[[I]], %{{.*}}] {alignment = 1 : i64} : memref<?x15xi8>, vector<2xi8>
  // CHECK: %[[IDS:.*]] = vector.bitcast %[[ID]] : vector<2xi8> to vector<1xi16>
  // CHECK: vector.extract %[[IDS]][0] : i16 from vector<1xi16>
  %1 = dtyp.load %a[%i]["id"] : memref<?x!packed>
  // CHECK: vector.load %[[A]][%[[I]], %c3] {alignment = 1 : i64} : memref<?x15xi8>, vector<8xi8>
  // CHECK: vector.bitcast %{{.*}} : vector<8xi8> to vector<2xf32>
  // CHECK: complex.create
  %2 = dtyp.load %a[%i]["z"] : memref<?x!packed>
  // CHECK: %[[F8:.*]] = memref.load %[[A]][%[[I]], %c11] : memref<?x15xi8>
  // CHECK: arith.bitcast %[[F8]] : i8 to f8E5M2
  %3 = dtyp.load %a[%i]["f8"] : memref<?x!packed>
  // CHECK: vector.load %[[A]][%[[I]], %c12] {alignment = 1 : i64} : memref<?x15xi8>, vector<3xi8>
  %4 = dtyp.load %a[%i]["name"] : memref<?x!packed>
  // CHECK: %[[SUB:.*]] = arith.muli %[[I]], %c8
  // CHECK: %[[OFFSET:.*]] = arith.addi %c4, %[[SUB]]
  // CHECK: vector.load %[[N]][%[[I]], %[[OFFSET]]] {alignment = 4 : i64} : memref<?x28xi8>, vector<4xi8>
  %5 = dtyp.load %n[%i]["points"][%i]["x"] : memref<?x!nested>
  // CHECK: vector.load %[[N]][%[[I]], %c20] {alignment = 4 : i64} : memref<?x28xi8>, vector<8xi8>
  // CHECK: vector.bitcast %{{.*}} : vector<8xi8> to vector<2xf32>
  %6 = dtyp.load %n[%i]["v"] : memref<?x!nested>
  // CHECK: vector.load %[[A]][%[[I]], %{{.*}}] {alignment = 1 : i64} : memref<?x15xi8>, vector<15xi8>
  %7 = dtyp.load %a[%i] : memref<?x!packed>
  return %0, %1, %2, %3, %4, %5, %6, %7 : i1, i16, complex<f32>, f8E5M2, !dtyp.bytes<3>, f32, vector<2xf32>, !packed
}

// CHECK-LABEL: func.func @stores
func.func @stores(%a: memref<?x!packed>, %n: memref<?x!nested>, %i: index, %flag: i1, %id: i16, %z: complex<f32>, %f8: f8E5M2, %name: !dtyp.bytes<3>, %x: f32, %v: vector<2xf32>, %key: i32) {
  // CHECK: %[[BYTE:.*]] = arith.extui %{{.*}} : i1 to i8
  // CHECK: memref.store %[[BYTE]], %{{.*}} : memref<?x15xi8>
  dtyp.store %flag, %a[%i]["alive"] : i1, memref<?x!packed>
  // CHECK: vector.from_elements %{{.*}} : vector<1xi16>
  // CHECK: vector.bitcast %{{.*}} : vector<1xi16> to vector<2xi8>
  // CHECK: vector.store %{{.*}} {alignment = 1 : i64} : memref<?x15xi8>, vector<2xi8>
  dtyp.store %id, %a[%i]["id"] : i16, memref<?x!packed>
  // CHECK: complex.re
  // CHECK: complex.im
  // CHECK: vector.bitcast %{{.*}} : vector<2xf32> to vector<8xi8>
  // CHECK: vector.store %{{.*}} {alignment = 1 : i64} : memref<?x15xi8>, vector<8xi8>
  dtyp.store %z, %a[%i]["z"] : complex<f32>, memref<?x!packed>
  // CHECK: arith.bitcast %{{.*}} : f8E5M2 to i8
  // CHECK: memref.store %{{.*}} : memref<?x15xi8>
  dtyp.store %f8, %a[%i]["f8"] : f8E5M2, memref<?x!packed>
  // CHECK: vector.store %{{.*}} {alignment = 1 : i64} : memref<?x15xi8>, vector<3xi8>
  dtyp.store %name, %a[%i]["name"] : !dtyp.bytes<3>, memref<?x!packed>
  // CHECK: vector.store %{{.*}} {alignment = 4 : i64} : memref<?x28xi8>, vector<4xi8>
  dtyp.store %x, %n[%i]["points"][%i]["x"] : f32, memref<?x!nested>
  // CHECK: arith.shli
  // CHECK: vector.store %{{.*}} {alignment = 4 : i64} : memref<?x28xi8>, vector<4xi8>
  dtyp.store %key, %n[%i]["key"] : i32, memref<?x!nested>
  // CHECK: vector.bitcast %{{.*}} : vector<2xf32> to vector<8xi8>
  // CHECK: vector.store %{{.*}} {alignment = 4 : i64} : memref<?x28xi8>, vector<8xi8>
  dtyp.store %v, %n[%i]["v"] : vector<2xf32>, memref<?x!nested>
  return
}

// CHECK-LABEL: func.func @whole
func.func @whole(%a: memref<?x!point>, %i: index) {
  // CHECK: vector.load %{{.*}}[%{{.*}}, %c0] {alignment = 4 : i64} : memref<?x8xi8>, vector<8xi8>
  %0 = memref.load %a[%i] : memref<?x!point>
  // CHECK: vector.store %{{.*}}[%{{.*}}, %{{.*}}] {alignment = 16 : i64, nontemporal = true} : memref<?x8xi8>, vector<8xi8>
  memref.store %0, %a[%i] {alignment = 16 : i64, nontemporal = true} : memref<?x!point>
  return
}

// CHECK-LABEL: func.func @atomic
func.func @atomic(%a: memref<4x!point>, %i: index, %x: f32) -> f32 {
  // CHECK: memref.atomic_rmw addf %{{.*}}, %{{.*}} : (f32, memref<4xf32, strided<[2], offset: 1>>) -> f32
  %0 = dtyp.atomic_rmw addf %x, %a[%i]["x"] : f32, memref<4x!point>
  return %0 : f32
}

// CHECK-LABEL: func.func @flow
func.func @flow(%c: i1, %a: memref<4x!point>, %b: memref<4x!point>, %i: index, %n: i32) -> !point {
  // CHECK: arith.select %{{.*}} : memref<4x8xi8>
  %s = arith.select %c, %a, %b : memref<4x!point>
  %v = memref.load %s[%i] : memref<4x!point>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} -> (vector<8xi8>)
  %w = scf.for %k = %c0 to %i step %c1 iter_args(%p = %v) -> !point {
    // CHECK: scf.if %{{.*}} -> (vector<8xi8>)
    %q = scf.if %c -> !point {
      %t = memref.load %b[%k] : memref<4x!point>
      scf.yield %t : !point
    } else {
      scf.yield %p : !point
    }
    // CHECK: scf.yield %{{.*}} : vector<8xi8>
    scf.yield %q : !point
  }
  // CHECK: scf.execute_region -> vector<8xi8>
  %x = scf.execute_region -> !point {
    // CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : vector<8xi8>), ^bb1(%{{.*}} : vector<8xi8>)
    cf.cond_br %c, ^bb1(%w : !point), ^bb1(%v : !point)
  ^bb1(%y: !point):
    scf.yield %y : !point
  }
  // CHECK: cf.switch
  // CHECK-NEXT: default: ^bb1(%{{.*}} : vector<8xi8>)
  cf.switch %n : i32, [default: ^bb2(%x : !point), 1: ^bb2(%v : !point)]
  ^bb2(%r: !point):
  return %r : !point
}

// CHECK: memref.global "private" @table : memref<4x8xi8> = uninitialized {alignment = 4 : i64}
memref.global "private" @table : memref<4x!point> = uninitialized

// CHECK-LABEL: func.func @arrays
func.func @arrays(%a: memref<8x!packed>, %z: memref<1x1x!point>, %n: index, %o: index, %bytes: memref<?xi8>) {
  // CHECK: memref.get_global @table : memref<4x8xi8>
  %g = memref.get_global @table : memref<4x!point>
  // CHECK: memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x8xi8>
  %c = memref.alloc(%n) {alignment = 64} : memref<?x!point>
  // CHECK: memref.alloca() {alignment = 4 : i64} : memref<4x8xi8>
  %l = memref.alloca() : memref<4x!point>
  // CHECK: memref.alloca() {alignment = 16 : i64, mark} : memref<4x16xi8>
  %v = memref.alloca() {mark} : memref<4x!dtyp.vector<4xf32>>
  // CHECK: memref.dim %{{.*}} : memref<?x8xi8>
  %d = memref.dim %c, %n : memref<?x!point>
  // CHECK: memref.subview %{{.*}}[%{{.*}}, 0] [4, 15] [2, 1] : memref<8x15xi8> to memref<4x15xi8, strided<[30, 1], offset: ?>>
  %sub = memref.subview %a[%o] [4] [2] : memref<8x!packed> to memref<4x!packed, strided<[2], offset: ?>>
  // CHECK: memref.subview %{{.*}}[3, 0] [1, 15] [1, 1] : memref<8x15xi8> to memref<15xi8, strided<[1], offset: 45>>
  %one = memref.subview %a[3] [1] [1] : memref<8x!packed> to memref<!packed, strided<[], offset: 3>>
  // CHECK: memref.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [2, 4, 15] : memref<8x15xi8> into memref<2x4x15xi8>
  %e = memref.expand_shape %a [[0, 1]] output_shape [2, 4] : memref<8x!packed> into memref<2x4x!packed>
  // CHECK: memref.collapse_shape %{{.*}} {{\[\[}}0, 1, 2]] : memref<1x1x8xi8> into memref<8xi8>
  %z0 = memref.collapse_shape %z [] : memref<1x1x!point> into memref<!point>
  // CHECK: memref.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [1, 8] : memref<8xi8> into memref<1x8xi8>
  %z1 = memref.expand_shape %z0 [] output_shape [1] : memref<!point> into memref<1x!point>
  // CHECK: %[[STRIDE:.*]] = arith.muli %{{.*}}, %c15
  // CHECK: %[[OFFSET:.*]] = arith.muli
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [%[[OFFSET]]], sizes: [2, %{{.*}}, 15], strides: [%[[STRIDE]], 15, 1] : memref<8x15xi8> to memref<2x?x15xi8, strided<[?, 15, 1], offset: ?>>
  %r = memref.reinterpret_cast %a to offset: [%o], sizes: [2, %n], strides: [%o, 1] : memref<8x!packed> to memref<2x?x!packed, strided<[?, 1], offset: ?>>
  // CHECK: memref.view %{{.*}}[%{{.*}}][%{{.*}}] : memref<?xi8> to memref<?x8xi8>
  %w = memref.view %bytes[%o][%n] : memref<?xi8> to memref<?x!point>
  // CHECK: memref.cast %{{.*}} : memref<4x8xi8> to memref<?x8xi8>
  %k = memref.cast %l : memref<4x!point> to memref<?x!point>
  // CHECK: memref.copy %{{.*}} : memref<4x8xi8> to memref<4x8xi8>
  memref.copy %g, %l : memref<4x!point> to memref<4x!point>
  // CHECK: memref.memory_space_cast %{{.*}} : memref<4x8xi8> to memref<4x8xi8, 1>
  %m = memref.memory_space_cast %l : memref<4x!point> to memref<4x!point, 1>
  // CHECK: memref.dealloc %{{.*}} : memref<?x8xi8>
  memref.dealloc %c : memref<?x!point>
  return
}

// Attributions have the alignment of the elements, at least.
// CHECK: gpu.func @kernel(%{{.*}}: memref<?x8xi8>) workgroup(%{{.*}} : memref<4x8xi8, 3> {llvm.align = 4 : i64}, %{{.*}} : memref<4x16xi8, 3> {llvm.align = 64 : i64}, %{{.*}} : memref<4xf32, 3>) private(%{{.*}} : memref<2x16xi8, 5> {llvm.align = 16 : i64}) kernel
// CHECK: func.func @launch
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%a: memref<?x!point>) workgroup(%b: memref<4x!point, 3>, %c: memref<4x!dtyp.vector<4xf32>, 3> {llvm.align = 64 : i64}, %f: memref<4xf32, 3>)
        private(%d: memref<2x!dtyp.vector<4xf32>, 5>) kernel {
      gpu.return
    }
  }
  func.func @launch(%n: index, %host: memref<?x!point>) {
    %token = gpu.wait async
    // CHECK: %[[A:.*]], %[[T:.*]] = gpu.alloc async [%{{.*}}] (%{{.*}}) : memref<?x8xi8>
    %a, %t = gpu.alloc async [%token] (%n) : memref<?x!point>
    // CHECK: gpu.memcpy async [%[[T]]] %[[A]], %{{.*}} : memref<?x8xi8>, memref<?x8xi8>
    %u = gpu.memcpy async [%t] %a, %host : memref<?x!point>, memref<?x!point>
    // CHECK: gpu.launch_func async [%{{.*}}] @kernels::@kernel {{.*}} args(%[[A]] : memref<?x8xi8>)
    %l = gpu.launch_func async [%u] @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : memref<?x!point>)
    // CHECK: gpu.dealloc async [%{{.*}}] %[[A]] : memref<?x8xi8>
    %d = gpu.dealloc async [%l] %a : memref<?x!point>
    gpu.wait [%d]
    return
  }
}

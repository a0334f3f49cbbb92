// Providers in functions, calls and kernels. Control flow is in
// erase-providers-control-flow.mlir, what stays in erase-providers-rest.mlir.

// RUN: dtyp-opt -allow-unregistered-dialect --dtyp-erase-providers -split-input-file %s | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --dtyp-erase-providers --dtyp-erase-providers -split-input-file %s | FileCheck %s

!foo = !dtyp.provider<"Foo", ui8>
!one = !dtyp.provider<"One", f32, {data: memref<?xf32>}>
!two = !dtyp.provider<"Two", f32, {a: f32, b: i64}>

// An object without state becomes nothing, one with fields its fields in order.
// CHECK-LABEL: func.func private @external(i32, f32, i64) -> (f32, i64, f32)
func.func private @external(!foo, i32, !two, !dtyp.dtype<f64>) -> (!two, !foo, f32)

// Attributes stay with what becomes one value, and go with what does not.
// CHECK-LABEL: func.func private @attributes(
// CHECK-SAME:    i32 {test.b}, f32, i64, memref<?xf32> {llvm.noalias})
// CHECK-SAME:    -> (i32 {test.r0}, f32, i64, memref<?xf32> {test.r3})
func.func private @attributes(!foo {test.a}, i32 {test.b}, !two {test.c}, !one {llvm.noalias})
    -> (i32 {test.r0}, !foo {test.r1}, !two {test.r2}, !one {test.r3})

// CHECK-LABEL: func.func @recursive(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: i64, %[[N:.*]]: i32) -> (f32, i64, i32) attributes {test.kept}
// CHECK-NEXT:    call @recursive(%[[A]], %[[B]], %[[N]]) {no_inline, test.call} : (f32, i64, i32) -> (f32, i64, i32)
// CHECK-NEXT:    %[[R:.*]]:3 = call @external(%[[N]], %[[A]], %[[B]]) {arg_attrs = [{test.n}, {}, {}]
// CHECK-SAME:      res_attrs = [{}, {}, {test.f}]
// CHECK-NEXT:    return {test.return} %[[R]]#0, %[[R]]#1, %[[N]] : f32, i64, i32
func.func @recursive(%two: !two, %n: i32, %foo: !foo) -> (!two, i32) attributes {test.kept} {
  %dtype = dtyp.make_provider() : () -> !dtyp.dtype<f64>
  %0:2 = func.call @recursive(%two, %n, %foo) {no_inline, test.call} : (!two, i32, !foo) -> (!two, i32)
  %1:3 = func.call @external(%foo, %n, %two, %dtype)
    {arg_attrs = [{test.foo}, {test.n}, {test.two}, {}], res_attrs = [{test.two}, {test.foo}, {test.f}]}
    : (!foo, i32, !two, !dtyp.dtype<f64>) -> (!two, !foo, f32)
  return {test.return} %1#0, %n : !two, i32
}

// Two objects of one type are two sets of fields.
// CHECK-LABEL: func.func @fields(
// CHECK-SAME:    %[[A0:.*]]: f32, %[[B0:.*]]: i64, %[[A1:.*]]: f32, %[[B1:.*]]: i64)
// CHECK-NEXT:    return %[[B0]], %[[A1]] : i64, f32
func.func @fields(%x: !two, %y: !two) -> (i64, f32) {
  %0 = dtyp.get_field %x["b"] : !two
  %1 = dtyp.get_field %y["a"] : !two
  return %0, %1 : i64, f32
}

// CHECK-LABEL: func.func @make_and_use(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: i64)
// CHECK-NEXT:    return %[[B]], %[[A]], %[[B]] : i64, f32, i64
func.func @make_and_use(%a: f32, %b: i64) -> (i64, !two) {
  %object = dtyp.make_provider(%a, %b) : (f32, i64) -> !two
  %0 = dtyp.get_field %object["b"] : !two
  return %0, %object : i64, !two
}

// Code that has nothing to do with providers does not change.
// CHECK-LABEL: func.func @unrelated(
// CHECK-SAME:    %[[A:.*]]: i32 {test.a}) -> (i32 {test.r}) attributes {test.kept}
// CHECK-NEXT:    %[[R:.*]] = call @unrelated(%[[A]]) {no_inline} : (i32) -> i32
// CHECK-NEXT:    return {test.return} %[[R]] : i32
func.func @unrelated(%a: i32 {test.a}) -> (i32 {test.r}) attributes {test.kept} {
  %0 = func.call @unrelated(%a) {no_inline} : (i32) -> i32
  return {test.return} %0 : i32
}

// -----

!foo = !dtyp.provider<"Foo", ui8>
!two = !dtyp.provider<"Two", f32, {a: f32, b: i64}>

// Attributions are arguments of the entry block beyond the signature: they, and
// their attributes, stay.
// CHECK-LABEL: gpu.module @kernels
// CHECK-NEXT:    gpu.func @kernel(%[[OUT:.*]]: memref<?xf32> {llvm.noalias}, %[[A:.*]]: f32, %[[B:.*]]: i64)
// CHECK-SAME:      workgroup(%[[W:.*]] : memref<4xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %{{.*}} : memref<2xi8, 3>)
// CHECK-SAME:      private(%[[P:.*]] : memref<2xi64, #gpu.address_space<private>> {llvm.align = 64 : i64})
// CHECK-SAME:      kernel attributes {
// CHECK-SAME:        dtyp.argument_map = #dtyp.argument_map<!dtyp.provider<"Foo", ui8> -> [], memref<?xf32> -> [0], !dtyp.provider<"Two", f32, {a: f32, b: i64}> -> [1, 2], !dtyp.dtype<f32> -> []>,
// CHECK-SAME:        known_block_size = array<i32: 32, 1, 1>}
// CHECK:           memref.store %[[A]], %[[W]]
// CHECK:           memref.store %[[B]], %[[P]]
// CHECK:           memref.store %[[A]], %[[OUT]]
//
// Every kernel gets a map, however trivial; other functions get none.
// CHECK:         gpu.func @nothing() kernel attributes {dtyp.argument_map = #dtyp.argument_map<>}
// CHECK:         gpu.func @plain(%{{.*}}: i32) kernel attributes {dtyp.argument_map = #dtyp.argument_map<i32 -> [0]>}
// CHECK:         gpu.func @device(%[[DA:.*]]: f32, %[[DB:.*]]: i64) -> (f32, i64) {
// CHECK-NEXT:      gpu.return {test.return} %[[DA]], %[[DB]] : f32, i64
gpu.module @kernels {
  gpu.func @kernel(%foo: !foo {test.foo}, %out: memref<?xf32> {llvm.noalias}, %two: !two {test.two}, %dtype: !dtyp.dtype<f32>)
      workgroup(%w: memref<4xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %w2: memref<2xi8, 3>)
      private(%p: memref<2xi64, #gpu.address_space<private>> {llvm.align = 64 : i64})
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %a = dtyp.get_field %two["a"] : !two
    %b = dtyp.get_field %two["b"] : !two
    memref.store %a, %w[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %b, %p[%c0] : memref<2xi64, #gpu.address_space<private>>
    memref.store %a, %out[%c0] : memref<?xf32>
    gpu.return
  }
  gpu.func @nothing() kernel {
    gpu.return
  }
  gpu.func @plain(%a: i32) kernel {
    gpu.return
  }
  gpu.func @device(%two: !two, %foo: !foo) -> (!two, !foo) {
    gpu.return {test.return} %two, %foo : !two, !foo
  }
}

// -----

!foo = !dtyp.provider<"Foo", ui8>
!two = !dtyp.provider<"Two", f32, {a: f32, b: i64}>

// Launches change with their kernels: plain, asynchronous with clusters and
// dynamic shared memory, and in their first form, with the body inside.
// CHECK-LABEL: module attributes {gpu.container_module}
module attributes {gpu.container_module} {
  // CHECK:         gpu.func @kernel(
  // CHECK-SAME:    %{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i64) kernel
  gpu.module @kernels {
    gpu.func @kernel(%foo: !foo, %n: i32, %two: !two) kernel {
      gpu.return
    }
  }

  // CHECK-LABEL: func.func @host(
  // CHECK-SAME:    %[[N:.*]]: i32, %[[A:.*]]: f32, %[[B:.*]]: i64, %[[C:.*]]: index, %[[BYTES:.*]]: i32, %[[TOKEN:.*]]: !gpu.async.token
  func.func @host(%foo: !foo, %n: i32, %two: !two, %c: index, %bytes: i32, %token: !gpu.async.token, %out: memref<?xf32>) {
    // CHECK-NEXT: gpu.launch_func @kernels::@kernel blocks in (%[[C]], %[[C]], %[[C]]) threads in (%[[C]], %[[C]], %[[C]]) args(%[[N]] : i32, %[[A]] : f32, %[[B]] : i64)
    gpu.launch_func @kernels::@kernel blocks in (%c, %c, %c) threads in (%c, %c, %c)
      args(%foo : !foo, %n : i32, %two : !two)
    // CHECK-NEXT: gpu.launch_func async [%[[TOKEN]]] @kernels::@kernel clusters in (%[[C]], %[[C]], %[[C]]) blocks in (%[[C]], %[[C]], %[[C]]) threads in (%[[C]], %[[C]], %[[C]]) dynamic_shared_memory_size %[[BYTES]] args(%[[N]] : i32, %[[A]] : f32, %[[B]] : i64) {test.launch}
    %0 = gpu.launch_func async [%token] @kernels::@kernel clusters in (%c, %c, %c) blocks in (%c, %c, %c) threads in (%c, %c, %c)
      dynamic_shared_memory_size %bytes args(%foo : !foo, %n : i32, %two : !two) {test.launch}
    // CHECK-NEXT: gpu.launch blocks
    // CHECK-NEXT:   memref.store %[[A]], %{{.*}}[%{{.*}}] : memref<?xf32>
    // CHECK-NEXT:   gpu.terminator
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) {
      %a = dtyp.get_field %two["a"] : !two
      memref.store %a, %out[%tx] : memref<?xf32>
      gpu.terminator
    }
    return
  }
}

// -----

!foo = !dtyp.provider<"Foo", ui8>

// Where nothing is called, what has no fields and no use goes without a
// conversion: attributes, attributions and the map are the same.
// CHECK-LABEL: gpu.module @uncalled
// CHECK-NEXT:    gpu.func @kernel(%[[OUT:.*]]: memref<?xf32> {llvm.noalias}, %[[N:.*]]: index)
// CHECK-SAME:      workgroup(%[[W:.*]] : memref<4xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
// CHECK-SAME:      kernel attributes {dtyp.argument_map = #dtyp.argument_map<!dtyp.provider<"Foo", ui8> -> [], memref<?xf32> -> [0], !dtyp.dtype<f32> -> [], index -> [1]>}
// CHECK-NEXT:      memref.load %[[W]][%[[N]]]
// CHECK:           memref.store %{{.*}}, %[[OUT]][%[[N]]]
// CHECK:         func.func @device(%{{.*}}: i32 {test.n}) -> i32
// CHECK:         func.func @returned() {
// CHECK-NEXT:      return
gpu.module @uncalled {
  gpu.func @kernel(%foo: !foo {test.foo}, %out: memref<?xf32> {llvm.noalias}, %dtype: !dtyp.dtype<f32>, %n: index)
      workgroup(%w: memref<4xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel {
    %x = memref.load %w[%n] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%n] : memref<?xf32>
    gpu.return
  }
  func.func @device(%n: i32 {test.n}, %foo: !foo) -> i32 {
    return %n : i32
  }
  func.func @returned(%unused: !foo, %foo: !foo) -> !foo {
    return %foo : !foo
  }
}

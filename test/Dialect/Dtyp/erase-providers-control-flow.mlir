// Providers through the regions of scf, the branches of cf, and arith.select.

// RUN: dtyp-opt -allow-unregistered-dialect --dtyp-erase-providers %s | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --dtyp-erase-providers %s | not grep 'dtyp\.'

!foo = !dtyp.provider<"Foo", ui8>
!two = !dtyp.provider<"Two", f32, {a: f32, b: i64}>

// CHECK-LABEL: func.func @select(
// CHECK-SAME:    %[[C:.*]]: i1, %[[A0:.*]]: f32, %[[B0:.*]]: i64, %[[A1:.*]]: f32, %[[B1:.*]]: i64) -> (f32, i64)
// CHECK-NEXT:    %[[A:.*]] = arith.select %[[C]], %[[A0]], %[[A1]] {test.select} : f32
// CHECK-NEXT:    %[[B:.*]] = arith.select %[[C]], %[[B0]], %[[B1]] {test.select} : i64
// CHECK-NEXT:    return %[[A]], %[[B]] : f32, i64
func.func @select(%c: i1, %x: !two, %y: !two, %f: !foo, %g: !foo) -> (!two, !foo) {
  %0 = arith.select %c, %x, %y {test.select} : !two
  %1 = arith.select %c, %f, %g : !foo
  return %0, %1 : !two, !foo
}

// CHECK-LABEL: func.func @for(
// CHECK-SAME:    %[[N:.*]]: index, %[[X:.*]]: f32, %[[A0:.*]]: f32, %[[B0:.*]]: i64)
// CHECK:         %[[R:.*]]:3 = scf.for %{{.*}} iter_args(%[[A:.*]] = %[[A0]], %[[B:.*]] = %[[B0]], %[[Y:.*]] = %[[X]]) -> (f32, i64, f32)
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[A]], %[[Y]] : f32
// CHECK-NEXT:      scf.yield %[[A]], %[[B]], %[[SUM]] : f32, i64, f32
// CHECK-NEXT:    } {test.loop}
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1, %[[R]]#2 : f32, i64, f32
func.func @for(%n: index, %x: f32, %two: !two, %foo: !foo) -> (!two, f32, !foo) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %two, %y = %x, %q = %foo) -> (!two, f32, !foo) {
    %a = dtyp.get_field %p["a"] : !two
    %sum = arith.addf %a, %y : f32
    scf.yield %p, %sum, %q : !two, f32, !foo
  } {test.loop}
  return %0#0, %0#1, %0#2 : !two, f32, !foo
}

// CHECK-LABEL: func.func @if(
// CHECK-SAME:    %[[C:.*]]: i1, %[[A0:.*]]: f32, %[[B0:.*]]: i64, %[[A1:.*]]: f32, %[[B1:.*]]: i64)
// CHECK-NEXT:    %[[R:.*]]:2 = scf.if %[[C]] -> (f32, i64) {
// CHECK-NEXT:      scf.yield %[[A0]], %[[B0]] : f32, i64
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %[[A1]], %[[B1]] : f32, i64
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1 : f32, i64
func.func @if(%c: i1, %x: !two, %y: !two, %foo: !foo) -> (!two, !foo) {
  %0:2 = scf.if %c -> (!two, !foo) {
    scf.yield %x, %foo : !two, !foo
  } else {
    scf.yield %y, %foo : !two, !foo
  }
  return %0#0, %0#1 : !two, !foo
}

// Both regions take an object in, and hand one on.
// CHECK-LABEL: func.func @while(
// CHECK-SAME:    %[[C:.*]]: i1, %[[A0:.*]]: f32, %[[B0:.*]]: i64)
// CHECK-NEXT:    scf.while (%[[A:.*]] = %[[A0]], %[[B:.*]] = %[[B0]]) : (f32, i64) -> (f32, i64) {
// CHECK-NEXT:      scf.condition(%[[C]]) %[[A]], %[[B]] : f32, i64
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f32, %[[B:.*]]: i64):
// CHECK-NEXT:      scf.yield %[[A]], %[[B]] : f32, i64
func.func @while(%c: i1, %two: !two, %foo: !foo) -> (!two, !foo) {
  %0:2 = scf.while (%p = %two, %q = %foo) : (!two, !foo) -> (!two, !foo) {
    scf.condition(%c) %p, %q : !two, !foo
  } do {
  ^bb0(%p: !two, %q: !foo):
    scf.yield %p, %q : !two, !foo
  }
  return %0#0, %0#1 : !two, !foo
}

// CHECK-LABEL: func.func @index_switch(
// CHECK-SAME:    %[[I:.*]]: index, %[[A0:.*]]: f32, %[[B0:.*]]: i64, %[[A1:.*]]: f32, %[[B1:.*]]: i64)
// CHECK-NEXT:    scf.index_switch %[[I]] -> f32, i64
// CHECK-NEXT:    case 2 {
// CHECK-NEXT:      scf.yield %[[A0]], %[[B0]] : f32, i64
// CHECK:         default {
// CHECK-NEXT:      scf.yield %[[A1]], %[[B1]] : f32, i64
func.func @index_switch(%i: index, %x: !two, %y: !two, %foo: !foo) -> (!two, !foo) {
  %0:2 = scf.index_switch %i -> !two, !foo
  case 2 {
    scf.yield %x, %foo : !two, !foo
  }
  default {
    scf.yield %y, %foo : !two, !foo
  }
  return %0#0, %0#1 : !two, !foo
}

// CHECK-LABEL: func.func @execute_region(
// CHECK-SAME:    %[[A0:.*]]: f32, %[[B0:.*]]: i64)
// CHECK-NEXT:    scf.execute_region -> (f32, i64) no_inline {
// CHECK-NEXT:      cf.br ^[[BB:.*]](%[[A0]], %[[B0]] : f32, i64)
// CHECK-NEXT:    ^[[BB]](%[[A:.*]]: f32, %[[B:.*]]: i64):
// CHECK-NEXT:      scf.yield %[[A]], %[[B]] : f32, i64
// CHECK-NEXT:    } {test.region}
func.func @execute_region(%two: !two, %foo: !foo) -> (!two, !foo) {
  %0:2 = scf.execute_region -> (!two, !foo) no_inline {
    cf.br ^bb1(%two : !two)
  ^bb1(%p: !two):
    scf.yield %p, %foo : !two, !foo
  } {test.region}
  return %0#0, %0#1 : !two, !foo
}

// Captured by parallel regions, which hand nothing on.
// CHECK-LABEL: func.func @parallel(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: i64, %[[N:.*]]: index, %[[OUT:.*]]: memref<?xf32>)
// CHECK:         scf.parallel
// CHECK-NEXT:      memref.store %[[A]], %[[OUT]]
// CHECK:         scf.forall
// CHECK-NEXT:      memref.store %[[A]], %[[OUT]]
func.func @parallel(%two: !two, %n: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = dtyp.get_field %two["a"] : !two
    memref.store %a, %out[%i] : memref<?xf32>
    scf.reduce
  }
  scf.forall (%i) in (%n) {
    %a = dtyp.get_field %two["a"] : !two
    memref.store %a, %out[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    %[[C:.*]]: i1, %[[I:.*]]: i32, %[[A0:.*]]: f32, %[[B0:.*]]: i64)
// CHECK-NEXT:    cf.cond_br %[[C]] weights([10, 20]), ^[[BB1:.*]](%[[A0]], %[[B0]], %[[I]] : f32, i64, i32), ^[[BB2:.*]](%[[I]] : i32)
// CHECK-NEXT:  ^[[BB1]](%[[A1:.*]]: f32, %[[B1:.*]]: i64, %[[I1:.*]]: i32):
// CHECK-NEXT:    cf.switch %[[I]] : i32, [
// CHECK-NEXT:      default: ^[[BB1]](%[[A1]], %[[B1]], %[[I1]] : f32, i64, i32),
// CHECK-NEXT:      42: ^[[BB2]](%[[I1]] : i32),
// CHECK-NEXT:      43: ^[[BB3:.*]](%[[A1]], %[[B1]] : f32, i64)
// CHECK-NEXT:    ] {test.switch}
// CHECK-NEXT:  ^[[BB2]](%{{.*}}: i32):
// CHECK-NEXT:    cf.br ^[[BB3]](%[[A0]], %[[B0]] : f32, i64)
// CHECK-NEXT:  ^[[BB3]](%[[A3:.*]]: f32, %[[B3:.*]]: i64):
// CHECK-NEXT:    return %[[A3]], %[[B3]] : f32, i64
func.func @branches(%c: i1, %i: i32, %two: !two, %foo: !foo) -> (!two, !foo) {
  cf.cond_br %c weights([10, 20]), ^bb1(%two, %foo, %i : !two, !foo, i32), ^bb2(%i, %foo : i32, !foo)
^bb1(%p: !two, %q: !foo, %j: i32):
  cf.switch %i : i32, [
    default: ^bb1(%p, %q, %j : !two, !foo, i32),
    42: ^bb2(%j, %q : i32, !foo),
    43: ^bb3(%p, %q : !two, !foo)
  ] {test.switch}
^bb2(%k: i32, %r: !foo):
  cf.br ^bb3(%two, %r : !two, !foo)
^bb3(%x: !two, %y: !foo):
  return %x, %y : !two, !foo
}

// A block that nothing reaches goes: its terminator would not fit.
// CHECK-LABEL: func.func @unreachable(
// CHECK-NEXT:    cf.br ^[[BB1:.*]]
// CHECK-NEXT:  ^[[BB1]]:
// CHECK-NEXT:    cf.br ^[[BB1]]
// CHECK-NEXT:  }
func.func @unreachable(%foo: !foo) -> !foo {
  cf.br ^bb1(%foo : !foo)
^bb1(%p: !foo):
  cf.br ^bb1(%p : !foo)
^bb2(%q: !foo):
  return %q : !foo
}

// RUN: dtyp-opt --cudax-lower-math %s | FileCheck %s

// The lower bound is the second operand (LLVM 22's own expansion has them the
// other way round).
// CHECK-LABEL: func.func @clampf(
// CHECK-SAME:    %[[X:.*]]: f32, %[[LOW:.*]]: f32, %[[HIGH:.*]]: f32)
// CHECK-NEXT:    %[[MIN:.*]] = arith.minimumf %[[X]], %[[HIGH]] fastmath<contract> : f32
// CHECK-NEXT:    %[[MAX:.*]] = arith.maximumf %[[MIN]], %[[LOW]] fastmath<contract> : f32
// CHECK-NEXT:    return %[[MAX]]
func.func @clampf(%x: f32, %low: f32, %high: f32) -> f32 {
  %y = math.clampf %x to [%low, %high] fastmath<contract> : f32
  return %y : f32
}

// CHECK-LABEL: func.func @isnormal(
// CHECK-SAME:    %[[X:.*]]: vector<2xf16>)
// CHECK-DAG:     %[[SMALLEST:.*]] = arith.constant dense<6.103520e-05> : vector<2xf16>
// CHECK-DAG:     %[[INFINITY:.*]] = arith.constant dense<0x7C00> : vector<2xf16>
// CHECK-DAG:     %[[ABS:.*]] = math.absf %[[X]] : vector<2xf16>
// CHECK-DAG:     %[[LARGE:.*]] = arith.cmpf oge, %[[ABS]], %[[SMALLEST]]
// CHECK-DAG:     %[[FINITE:.*]] = arith.cmpf olt, %[[ABS]], %[[INFINITY]]
// CHECK:         arith.andi %[[LARGE]], %[[FINITE]]
func.func @isnormal(%x: vector<2xf16>) -> vector<2xi1> {
  %y = math.isnormal %x : vector<2xf16>
  return %y : vector<2xi1>
}

// CHECK-LABEL: func.func @sincos(
// CHECK-SAME:    %[[X:.*]]: vector<4xf32>, %[[S:.*]]: f32)
// CHECK-DAG:     math.sin %[[X]] : vector<4xf32>
// CHECK-DAG:     math.cos %[[X]] : vector<4xf32>
// CHECK-DAG:     math.sincos %[[S]] : f32
func.func @sincos(%x: vector<4xf32>, %s: f32) -> (vector<4xf32>, vector<4xf32>, f32, f32) {
  %a, %b = math.sincos %x : vector<4xf32>
  %c, %d = math.sincos %s : f32
  return %a, %b, %c, %d : vector<4xf32>, vector<4xf32>, f32, f32
}

// CHECK-LABEL: func.func @ipowi(
// CHECK-SAME:    %[[BASE:.*]]: i8, %[[EXPONENT:.*]]: i8)
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : i8
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : i8
// CHECK-DAG:     %[[NEGATIVE:.*]] = arith.cmpi slt, %[[EXPONENT]], %[[C0]]
// CHECK-DAG:     %[[LOWEST:.*]] = arith.andi %[[EXPONENT]], %[[C1]]
// CHECK-DAG:     %[[COUNT:.*]] = arith.select %[[NEGATIVE]], %[[LOWEST]], %[[EXPONENT]]
// CHECK:         %[[POWER:.*]]:3 = scf.while (%{{.*}} = %[[C1]], %{{.*}} = %[[BASE]], %{{.*}} = %[[COUNT]])
// CHECK:         %[[UNIT:.*]] = arith.ori
// CHECK:         %[[RECIPROCAL:.*]] = arith.select %[[UNIT]], %[[POWER]]#0, %[[C0]]
// CHECK:         arith.select %[[NEGATIVE]], %[[RECIPROCAL]], %[[POWER]]#0
func.func @ipowi(%x: i8, %n: i8) -> i8 {
  %y = math.ipowi %x, %n : i8
  return %y : i8
}

// CHECK-LABEL: func.func @ipowi_vector(
// CHECK-COUNT-2: scf.while
// CHECK-NOT:     scf.while
// CHECK:         vector.from_elements
func.func @ipowi_vector(%x: vector<2xi32>) -> vector<2xi32> {
  %y = math.ipowi %x, %x : vector<2xi32>
  return %y : vector<2xi32>
}

// Divisions are expanded; minima and maxima are not, since upstream's expansion
// forgets that -0 is less than +0.
// CHECK-LABEL: func.func @divisions(
// CHECK-NOT:     arith.{{floor|ceil}}
// CHECK:         arith.minimumf
// CHECK-NEXT:    arith.maximumf
// CHECK:         return
func.func @divisions(%a: i32, %b: i32, %x: f32, %y: f32) -> (i32, i32, i32, f32, f32) {
  %0 = arith.floordivsi %a, %b : i32
  %1 = arith.ceildivsi %a, %b : i32
  %2 = arith.ceildivui %a, %b : i32
  %3 = arith.minimumf %x, %y : f32
  %4 = arith.maximumf %x, %y : f32
  return %0, %1, %2, %3, %4 : i32, i32, i32, f32, f32
}

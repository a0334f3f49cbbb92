// RUN: dtyp-opt --cudax-lower-subgroup-ops %s | FileCheck %s

// CHECK-LABEL: func.func @shuffle_f16(
// CHECK-SAME:    %[[X:.*]]: f16, %[[O:.*]]: i32, %[[W:.*]]: i32)
// CHECK-NEXT:    %[[BITS:.*]] = arith.bitcast %[[X]] : f16 to i16
// CHECK-NEXT:    %[[WIDE:.*]] = arith.extui %[[BITS]] : i16 to i32
// CHECK-NEXT:    %[[Y:.*]], %[[VALID:.*]] = gpu.shuffle down %[[WIDE]], %[[O]], %[[W]] : i32
// CHECK-NEXT:    %[[NARROW:.*]] = arith.trunci %[[Y]] : i32 to i16
// CHECK-NEXT:    %[[R:.*]] = arith.bitcast %[[NARROW]] : i16 to f16
// CHECK-NEXT:    return %[[R]], %[[VALID]]
func.func @shuffle_f16(%x: f16, %o: i32, %w: i32) -> (f16, i1) {
  %y, %valid = gpu.shuffle down %x, %o, %w : f16
  return %y, %valid : f16, i1
}

// CHECK-LABEL: func.func @shuffle_vector(
// CHECK:         vector.bitcast %{{.*}} : vector<4xi8> to vector<1xi32>
// CHECK:         gpu.shuffle xor %{{.*}} : i32
// CHECK:         vector.bitcast %{{.*}} : vector<1xi32> to vector<4xi8>
func.func @shuffle_vector(%x: vector<4xi8>, %o: i32, %w: i32) -> vector<4xi8> {
  %y, %valid = gpu.shuffle xor %x, %o, %w : vector<4xi8>
  return %y : vector<4xi8>
}

// What upstream lowers itself stays.
// CHECK-LABEL: func.func @shuffle_wide(
// CHECK:         gpu.shuffle xor %{{.*}} : f32
// CHECK:         gpu.shuffle xor %{{.*}} : f64
func.func @shuffle_wide(%x: f32, %y: f64, %o: i32, %w: i32) -> (f32, f64) {
  %0, %1 = gpu.shuffle xor %x, %o, %w : f32
  %2, %3 = gpu.shuffle xor %y, %o, %w : f64
  return %0, %2 : f32, f64
}

// CHECK-LABEL: func.func @reduce(
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK-COUNT-3: gpu.shuffle xor
// CHECK-NOT:     gpu.{{shuffle|subgroup_reduce}}
// CHECK:         return
func.func @reduce(%x: f32, %n: i32) -> (f32, i32) {
  %0 = gpu.subgroup_reduce add %x : (f32) -> f32
  %1 = gpu.subgroup_reduce maxsi %n cluster(size = 8) : (i32) -> i32
  return %0, %1 : f32, i32
}

// CHECK-LABEL: func.func @sizes(
// CHECK-DAG:     %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG:     gpu.block_dim x
// CHECK-DAG:     gpu.block_dim y
// CHECK-DAG:     gpu.block_dim z
// CHECK:         arith.ceildivui %{{.*}}, %[[C32]]
// CHECK-NOT:     gpu.{{subgroup|num_subgroups}}
// CHECK:         return
func.func @sizes() -> (index, index, index) {
  %0 = gpu.subgroup_size : index
  %1 = gpu.num_subgroups : index
  %2 = gpu.subgroup_id : index
  return %0, %1, %2 : index, index, index
}

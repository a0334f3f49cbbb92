// Constant indices that are in bounds, or cannot be reached.

// RUN: dtyp-opt --cudax-check-indices -verify-diagnostics %s

// Code that canonicalization removes.
// RUN: dtyp-opt --canonicalize --cudax-check-indices -verify-diagnostics %s

!a = memref<4x8xf32, #gpu.address_space<private>>
!record = !dtyp.record<x: f32, y: !dtyp.subarray<3xf32>>
func.func @in_bounds(%a: !a, %d: memref<?x8xf32>, %r: memref<4x!record>, %v: memref<4xvector<4xf32>>, %i: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c1000 = arith.constant 1000 : index
  memref.store %x, %a[%c3, %c7] : !a
  memref.store %x, %a[%c0, %i] : !a
  memref.store %x, %d[%c1000, %c7] : memref<?x8xf32>
  %y = dtyp.load %r[%c3]["y"][%c2] : memref<4x!record>
  dtyp.store %y, %r[%i]["y"][%i] : f32, memref<4x!record>
  %four = vector.load %a[%c3, %c4] : !a, vector<4xf32>
  vector.store %four, %a[%c3, %c4] : !a, vector<4xf32>
  %element = vector.load %v[%c3] : memref<4xvector<4xf32>>, vector<4xf32>
  affine.store %x, %a[3, 7] : !a
  affine.store %x, %a[symbol(%i) + 4, 0] : !a
  return
}

func.func @unreachable(%a: !a, %x: f32) {
  %c4 = arith.constant 4 : index
  cf.br ^end
^dead:
  memref.store %x, %a[%c4, %c4] : !a
  cf.br ^end
^end:
  return
}

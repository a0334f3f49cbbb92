// Local arrays of records. geometry.cu holds the same in CUDA C++, with the same
// names and parameters.

!neighbour = !dtyp.record<aligned, distance: f32, index: i32>
!heap = memref<8x!neighbour, #gpu.address_space<private>>
!box = !dtyp.record<aligned, low: !dtyp.subarray<3xf32>, size: !dtyp.subarray<3xf32>>
!ray = !dtyp.record<aligned, origin: !dtyp.subarray<3xf32>, inverse: !dtyp.subarray<3xf32>, nearest: f32, box: i32>
!rays = memref<4x!ray, #gpu.address_space<private>>

gpu.module @geometry {
  // The 8 of 256 points that are nearest to the thread's own. The farthest of them is
  // the root of a heap, which a nearer one replaces; it sinks while a child is
  // farther.
  gpu.func @nearest(%points: memref<256x2xf32> {llvm.noalias, llvm.readonly},
      %queries: memref<2x135168xf32> {llvm.noalias, llvm.readonly},
      %distances: memref<8x135168xf32> {llvm.noalias},
      %indices: memref<8x135168xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %one = arith.constant 1 : i32
    %last = arith.constant 7 : i32
    %four = arith.constant 4 : i32
    %root = arith.constant 0 : i32
    %none = arith.constant -1 : i32
    %infinity = arith.constant 0x7F800000 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant !neighbour
    %heap = cudax.local_alloca(%dt) [8] : !dtyp.dtype<!neighbour> -> !heap
    scf.for %i = %c0 to %c8 step %c1 {
      dtyp.store %infinity, %heap[%i]["distance"] : f32, !heap
      dtyp.store %none, %heap[%i]["index"] : i32, !heap
    }
    %x = memref.load %queries[%c0, %t] : memref<2x135168xf32>
    %y = memref.load %queries[%c1, %t] : memref<2x135168xf32>
    scf.for %i = %c0 to %c256 step %c1 {
      %px = memref.load %points[%i, %c0] : memref<256x2xf32>
      %py = memref.load %points[%i, %c1] : memref<256x2xf32>
      %dx = arith.subf %px, %x : f32
      %dy = arith.subf %py, %y : f32
      %dy2 = arith.mulf %dy, %dy : f32
      %distance = math.fma %dx, %dx, %dy2 : f32
      %farthest = dtyp.load %heap[%c0]["distance"] : !heap
      %is_nearer = arith.cmpf olt, %distance, %farthest : f32
      scf.if %is_nearer {
        %index = arith.index_castui %i : index to i32
        %hole = scf.while (%at = %root) : (i32) -> i32 {
          // A parent has its children at twice its place and one or two more; the
          // last of 8 places has no sibling.
          %doubled = arith.addi %at, %at : i32
          %left = arith.addi %doubled, %one : i32
          %right_or_end = arith.addi %left, %one : i32
          %right = arith.minsi %right_or_end, %last : i32
          %has_child = arith.cmpi slt, %at, %four : i32
          %sinks, %child = scf.if %has_child -> (i1, i32) {
            %l = arith.index_castui %left : i32 to index
            %r = arith.index_castui %right : i32 to index
            %distance_l = dtyp.load %heap[%l]["distance"] : !heap
            %distance_r = dtyp.load %heap[%r]["distance"] : !heap
            %is_right = arith.cmpf ogt, %distance_r, %distance_l : f32
            %farther = arith.select %is_right, %distance_r, %distance_l : f32
            %which = arith.select %is_right, %right, %left : i32
            %is_farther = arith.cmpf ogt, %farther, %distance : f32
            scf.yield %is_farther, %which : i1, i32
          } else {
            %false = arith.constant false
            scf.yield %false, %at : i1, i32
          }
          %next = arith.select %sinks, %child, %at : i32
          scf.if %sinks {
            %from = arith.index_castui %child : i32 to index
            %to = arith.index_castui %at : i32 to index
            %moved = dtyp.load %heap[%from] : !heap
            dtyp.store %moved, %heap[%to] : !neighbour, !heap
          }
          scf.condition(%sinks) %next : i32
        } do {
        ^bb0(%at: i32):
          scf.yield %at : i32
        }
        %place = arith.index_castui %hole : i32 to index
        dtyp.store %distance, %heap[%place]["distance"] : f32, !heap
        dtyp.store %index, %heap[%place]["index"] : i32, !heap
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %distance = dtyp.load %heap[%i]["distance"] : !heap
      %index = dtyp.load %heap[%i]["index"] : !heap
      memref.store %distance, %distances[%i, %t] : memref<8x135168xf32>
      memref.store %index, %indices[%i, %t] : memref<8x135168xi32>
    }
    gpu.return
  }

  // The first of 64 boxes that each of the thread's four rays meets, and where, by
  // the slabs between the faces.
  gpu.func @ray_box(%boxes: memref<64x!box> {llvm.noalias, llvm.readonly},
      %rays: memref<4x6x135168xf32> {llvm.noalias, llvm.readonly},
      %nearest: memref<4x135168xf32> {llvm.noalias},
      %indices: memref<4x135168xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %none = arith.constant -1 : i32
    %infinity = arith.constant 0x7F800000 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant !ray
    %local = cudax.local_alloca(%dt) [4] : !dtyp.dtype<!ray> -> !rays
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %axis = %c0 to %c3 step %c1 {
        %origin = memref.load %rays[%i, %axis, %t] : memref<4x6x135168xf32>
        %behind = arith.subf %origin, %one : f32
        %second = arith.addi %axis, %c3 : index
        %random = memref.load %rays[%i, %second, %t] : memref<4x6x135168xf32>
        %direction = arith.addf %random, %half : f32
        %inverse = arith.divf %one, %direction : f32
        dtyp.store %behind, %local[%i]["origin"][%axis] : f32, !rays
        dtyp.store %inverse, %local[%i]["inverse"][%axis] : f32, !rays
      }
      dtyp.store %infinity, %local[%i]["nearest"] : f32, !rays
      dtyp.store %none, %local[%i]["box"] : i32, !rays
    }
    scf.for %b = %c0 to %c64 step %c1 {
      %number = arith.index_castui %b : index to i32
      scf.for %i = %c0 to %c4 step %c1 {
        %enter, %leave = scf.for %axis = %c0 to %c3 step %c1 iter_args(%e = %zero, %l = %infinity) -> (f32, f32) {
          %low = dtyp.load %boxes[%b]["low"][%axis] : memref<64x!box>
          %extent = dtyp.load %boxes[%b]["size"][%axis] : memref<64x!box>
          %high = arith.addf %low, %extent : f32
          %origin = dtyp.load %local[%i]["origin"][%axis] : !rays
          %inverse = dtyp.load %local[%i]["inverse"][%axis] : !rays
          %to_low = arith.subf %low, %origin : f32
          %to_high = arith.subf %high, %origin : f32
          %t_low = arith.mulf %to_low, %inverse : f32
          %t_high = arith.mulf %to_high, %inverse : f32
          %first = arith.minnumf %t_low, %t_high : f32
          %second = arith.maxnumf %t_low, %t_high : f32
          %e_next = arith.maxnumf %e, %first : f32
          %l_next = arith.minnumf %l, %second : f32
          scf.yield %e_next, %l_next : f32, f32
        }
        %old = dtyp.load %local[%i]["nearest"] : !rays
        %old_box = dtyp.load %local[%i]["box"] : !rays
        %meets = arith.cmpf ole, %enter, %leave : f32
        %is_nearer = arith.cmpf olt, %enter, %old : f32
        %is_new = arith.andi %meets, %is_nearer : i1
        %new = arith.select %is_new, %enter, %old : f32
        %new_box = arith.select %is_new, %number, %old_box : i32
        dtyp.store %new, %local[%i]["nearest"] : f32, !rays
        dtyp.store %new_box, %local[%i]["box"] : i32, !rays
      }
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %distance = dtyp.load %local[%i]["nearest"] : !rays
      %index = dtyp.load %local[%i]["box"] : !rays
      memref.store %distance, %nearest[%i, %t] : memref<4x135168xf32>
      memref.store %index, %indices[%i, %t] : memref<4x135168xi32>
    }
    gpu.return
  }
}

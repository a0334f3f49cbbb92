// Tables in constant memory that the data index, and a local array that a state
// does. tables.cu holds the same in CUDA C++, with the same names and parameters.

!visits = memref<8xi32, #gpu.address_space<private>>

gpu.module @tables {
  gpu.func @polynomials(%in: memref<64x135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<64x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %four = arith.constant 4.0 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %table = cudax.const_array(%dt) dense<[[1.0, 0.5, 0.25, 0.125], [2.0, 1.5, 0.75, 0.5], [0.0, 1.0, 0.5, 0.25], [3.0, 2.0, 1.0, 0.5]]> : tensor<4x4xf32> : !dtyp.dtype<f32> -> memref<4x4xf32>
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %in[%i, %t] : memref<64x135168xf32>
      %scaled = arith.mulf %x, %four : f32
      %row = arith.fptosi %scaled : f32 to i32
      %r = arith.index_cast %row : i32 to index
      %a = memref.load %table[%r, %c0] : memref<4x4xf32>
      %b = memref.load %table[%r, %c1] : memref<4x4xf32>
      %c = memref.load %table[%r, %c2] : memref<4x4xf32>
      %d = memref.load %table[%r, %c3] : memref<4x4xf32>
      %cd = math.fma %d, %x, %c : f32
      %bcd = math.fma %cd, %x, %b : f32
      %y = math.fma %bcd, %x, %a : f32
      memref.store %y, %out[%i, %t] : memref<64x135168xf32>
    }
    gpu.return
  }

  // An automaton that reads four kinds of symbols, and counts the visits of each of
  // its eight states.
  gpu.func @state_machine(%symbols: memref<64x135168xi8> {llvm.noalias, llvm.readonly},
      %out: memref<8x135168xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %mask = arith.constant 3 : i8
    %start = arith.constant 0 : i8
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %t = gpu.global_id x
    %ui8 = dtyp.constant ui8
    %i32 = dtyp.constant i32
    %transitions = cudax.const_array(%ui8) dense<[[1, 2, 0, 5], [3, 1, 4, 0], [2, 6, 7, 1], [0, 3, 5, 7], [4, 0, 2, 6], [7, 5, 1, 3], [6, 4, 3, 2], [5, 7, 6, 4]]> : tensor<8x4xi8> : !dtyp.dtype<ui8> -> memref<8x4xi8>
    %visits = cudax.local_alloca(%i32) [8] : !dtyp.dtype<i32> -> !visits
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %zero, %visits[%i] : !visits
    }
    %end = scf.for %i = %c0 to %c64 step %c1 iter_args(%state = %start) -> i8 {
      %symbol = memref.load %symbols[%i, %t] : memref<64x135168xi8>
      %kind = arith.andi %symbol, %mask : i8
      %row = arith.index_castui %state : i8 to index
      %column = arith.index_castui %kind : i8 to index
      %old = memref.load %visits[%row] : !visits
      %new = arith.addi %old, %one : i32
      memref.store %new, %visits[%row] : !visits
      %next = memref.load %transitions[%row, %column] : memref<8x4xi8>
      scf.yield %next : i8
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %v = memref.load %visits[%i] : !visits
      memref.store %v, %out[%i, %t] : memref<8x135168xi32>
    }
    gpu.return
  }
}

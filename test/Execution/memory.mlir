// Shared memory, static and dynamic, constant arrays, vectors and copies.

// RUN: %dtyp_run %s --kernel=dynamic --grid 2 --block 6 --dynamic-shared 48 \
// RUN:   'out:float32[12]=zeros' 'out:int64[2]=zeros' | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: argument 1 float32[12] = [5.0 4.0 3.0 2.0 1.0 0.0 15.0 14.0 13.0 12.0 11.0 10.0]
// DYNAMIC: argument 2 int64[2] = [48 48]

// RUN: %dtyp_run %s --kernel=constants --block 4 'out:int32[4]=zeros' \
// RUN:   | FileCheck %s --check-prefix=CONSTANTS
// CONSTANTS: = [2 3 5 7]

// RUN: %dtyp_run %s --kernel=vectors --block 2 'float32[8]=arange' 'out:float32[8]=zeros' \
// RUN:   | FileCheck %s --check-prefix=VECTORS
// VECTORS: = [0.0 2.0 4.0 6.0 8.0 10.0 12.0 14.0]

// A copy from a transposed view, a linalg op and a private array.
// RUN: %dtyp_run %s --kernel=copies 'int16[2,3]=arange' 'out:int16[3,2]=zeros' \
// RUN:   | FileCheck %s --check-prefix=COPIES
// COPIES: {{\[\[}}1 4]
// COPIES-NEXT: [2 5]
// COPIES-NEXT: [3 6]]

// RUN: %dtyp_run %s --kernel=complexes 'complex64[2]=full:1+2j' 'out:complex64[2]=zeros' --block 2 \
// RUN:   | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: = [(-3+4j) (-3+4j)]

// A function that calls itself, as often as the thread says.
// RUN: %dtyp_run %s --kernel=recursive --block 6 'out:int64[6]=zeros' \
// RUN:   | FileCheck %s --check-prefix=RECURSIVE
// RECURSIVE: = [1 1 2 6 24 120]

#shared = #gpu.address_space<workgroup>
#private = #gpu.address_space<private>

gpu.module @kernels {
  gpu.func @dynamic(%out: memref<?xf32>, %sizes: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c24 = arith.constant 24 : index
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #shared>
    %size = memref.dim %bytes, %c0 : memref<?xi8, #shared>
    %block = gpu.block_id x
    memref.store %size, %sizes[%block] : memref<?xindex>
    %first = memref.view %bytes[%c0][] : memref<?xi8, #shared> to memref<6xf32, #shared>
    %second = memref.view %bytes[%c24][] : memref<?xi8, #shared> to memref<6xf32, #shared>
    %thread = gpu.thread_id x
    %threads = gpu.block_dim x
    %n = arith.index_cast %thread : index to i32
    %v = arith.sitofp %n : i32 to f32
    memref.store %v, %first[%thread] : memref<6xf32, #shared>
    %last = arith.subi %threads, %c1 : index
    %mirrored = arith.subi %last, %thread : index
    %b = arith.index_cast %block : index to i32
    %ten = arith.constant 10 : i32
    %tens = arith.muli %b, %ten : i32
    %w = arith.sitofp %tens : i32 to f32
    memref.store %w, %second[%mirrored] : memref<6xf32, #shared>
    gpu.barrier
    %x = memref.load %first[%mirrored] : memref<6xf32, #shared>
    %y = memref.load %second[%thread] : memref<6xf32, #shared>
    %sum = arith.addf %x, %y : f32
    %i = gpu.global_id x
    memref.store %sum, %out[%i] : memref<?xf32>
    gpu.return
  }

  memref.global "private" constant @primes : memref<4xi32> = dense<[2, 3, 5, 7]>

  gpu.func @constants(%out: memref<?xi32>) kernel {
    %i = gpu.thread_id x
    %primes = memref.get_global @primes : memref<4xi32>
    %v = memref.load %primes[%i] : memref<4xi32>
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }

  gpu.func @vectors(%in: memref<?xf32>, %out: memref<?xf32>) kernel {
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %thread = gpu.thread_id x
    %i = arith.muli %thread, %c4 : index
    %v = vector.transfer_read %in[%i], %zero {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
    %w = arith.addf %v, %v : vector<4xf32>
    vector.store %w, %out[%i] : memref<?xf32>, vector<4xf32>
    gpu.return
  }

  gpu.func @copies(%in: memref<2x3xi16>, %out: memref<3x2xi16>) kernel {
    %one = arith.constant 1 : i16
    %local = memref.alloca() : memref<3x2xi16, #private>
    %transposed = memref.transpose %in (i, j) -> (j, i) : memref<2x3xi16> to memref<3x2xi16, strided<[1, 3]>>
    memref.copy %transposed, %local : memref<3x2xi16, strided<[1, 3]>> to memref<3x2xi16, #private>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                    iterator_types = ["parallel", "parallel"]}
        ins(%local : memref<3x2xi16, #private>) outs(%out : memref<3x2xi16>) {
    ^bb0(%a: i16, %b: i16):
      %sum = arith.addi %a, %one : i16
      linalg.yield %sum : i16
    }
    gpu.return
  }

  gpu.func @complexes(%in: memref<?xcomplex<f32>>, %out: memref<?xcomplex<f32>>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %in[%i] : memref<?xcomplex<f32>>
    %w = complex.mul %v, %v : complex<f32>
    memref.store %w, %out[%i] : memref<?xcomplex<f32>>
    gpu.return
  }

  func.func @factorial(%n: index) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %isZero = arith.cmpi eq, %n, %c0 : index
    %result = scf.if %isZero -> index {
      scf.yield %c1 : index
    } else {
      %less = arith.subi %n, %c1 : index
      %rest = func.call @factorial(%less) : (index) -> index
      %product = arith.muli %n, %rest : index
      scf.yield %product : index
    }
    return %result : index
  }

  gpu.func @recursive(%out: memref<?xindex>) kernel {
    %i = gpu.thread_id x
    %v = func.call @factorial(%i) : (index) -> index
    memref.store %v, %out[%i] : memref<?xindex>
    gpu.return
  }
}

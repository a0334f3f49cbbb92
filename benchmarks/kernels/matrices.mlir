// Inverses of small matrices and a Cholesky factor, in registers. matrices.cu holds
// the same in CUDA C++, with the same names and parameters.

!matrix3 = memref<3x3xf32, #gpu.address_space<private>>
!matrix4 = memref<4x4xf32, #gpu.address_space<private>>
!matrix6 = memref<6x6xf32, #gpu.address_space<private>>
!augmented = memref<6x12xf32, #gpu.address_space<private>>
!element = !dtyp.provider<"Element", f32>

gpu.module @matrices {
  // By the cofactors.
  gpu.func @inverse_3(%object: !element, %in: memref<3x3x540672xf32> {llvm.noalias, llvm.readonly},
      %out: memref<3x3x540672xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %diagonal = arith.constant 4.0 : f32
    %t = gpu.global_id x
    %a = cudax.local_alloca(%object) [3, 3] : !element -> !matrix3
    %adjugate = cudax.local_alloca(%object) [3, 3] : !element -> !matrix3
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        %v = memref.load %in[%i, %j, %t] : memref<3x3x540672xf32>
        %is_diagonal = arith.cmpi eq, %i, %j : index
        %w = arith.addf %v, %diagonal : f32
        %x = arith.select %is_diagonal, %w, %v : f32
        memref.store %x, %a[%i, %j] : !matrix3
      }
    }
    scf.for %i = %c0 to %c3 step %c1 {
      %i_plus_1 = arith.addi %i, %c1 : index
      %i_plus_2 = arith.addi %i, %c2 : index
      %i1 = arith.remui %i_plus_1, %c3 : index
      %i2 = arith.remui %i_plus_2, %c3 : index
      scf.for %j = %c0 to %c3 step %c1 {
        %j_plus_1 = arith.addi %j, %c1 : index
        %j_plus_2 = arith.addi %j, %c2 : index
        %j1 = arith.remui %j_plus_1, %c3 : index
        %j2 = arith.remui %j_plus_2, %c3 : index
        %p = memref.load %a[%i1, %j1] : !matrix3
        %q = memref.load %a[%i2, %j2] : !matrix3
        %r = memref.load %a[%i1, %j2] : !matrix3
        %s = memref.load %a[%i2, %j1] : !matrix3
        %rs = arith.mulf %r, %s : f32
        %minus_rs = arith.negf %rs : f32
        %cofactor = math.fma %p, %q, %minus_rs : f32
        memref.store %cofactor, %adjugate[%j, %i] : !matrix3
      }
    }
    %determinant = scf.for %j = %c0 to %c3 step %c1 iter_args(%sum = %zero) -> f32 {
      %x = memref.load %a[%c0, %j] : !matrix3
      %y = memref.load %adjugate[%j, %c0] : !matrix3
      %next = math.fma %x, %y, %sum : f32
      scf.yield %next : f32
    }
    %scale = arith.divf %one, %determinant : f32
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        %v = memref.load %adjugate[%i, %j] : !matrix3
        %w = arith.mulf %v, %scale : f32
        memref.store %w, %out[%i, %j, %t] : memref<3x3x540672xf32>
      }
    }
    gpu.return
  }

  // By Gauss and Jordan, in place and without pivots: the diagonal dominates.
  gpu.func @inverse_4(%object: !element, %in: memref<4x4x540672xf32> {llvm.noalias, llvm.readonly},
      %out: memref<4x4x540672xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %diagonal = arith.constant 5.0 : f32
    %t = gpu.global_id x
    %a = cudax.local_alloca(%object) [4, 4] : !element -> !matrix4
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %v = memref.load %in[%i, %j, %t] : memref<4x4x540672xf32>
        %is_diagonal = arith.cmpi eq, %i, %j : index
        %w = arith.addf %v, %diagonal : f32
        %x = arith.select %is_diagonal, %w, %v : f32
        memref.store %x, %a[%i, %j] : !matrix4
      }
    }
    scf.for %k = %c0 to %c4 step %c1 {
      %pivot = memref.load %a[%k, %k] : !matrix4
      %scale = arith.divf %one, %pivot : f32
      memref.store %one, %a[%k, %k] : !matrix4
      scf.for %j = %c0 to %c4 step %c1 {
        %v = memref.load %a[%k, %j] : !matrix4
        %w = arith.mulf %v, %scale : f32
        memref.store %w, %a[%k, %j] : !matrix4
      }
      scf.for %i = %c0 to %c4 step %c1 {
        %is_other = arith.cmpi ne, %i, %k : index
        scf.if %is_other {
          %factor = memref.load %a[%i, %k] : !matrix4
          %minus = arith.negf %factor : f32
          memref.store %zero, %a[%i, %k] : !matrix4
          scf.for %j = %c0 to %c4 step %c1 {
            %v = memref.load %a[%k, %j] : !matrix4
            %old = memref.load %a[%i, %j] : !matrix4
            %new = math.fma %minus, %v, %old : f32
            memref.store %new, %a[%i, %j] : !matrix4
          }
        }
      }
    }
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %v = memref.load %a[%i, %j] : !matrix4
        memref.store %v, %out[%i, %j, %t] : memref<4x4x540672xf32>
      }
    }
    gpu.return
  }

  // By Gauss and Jordan beside a unit matrix, with pivots: the largest element of a
  // column rises by exchanges of rows. What dominates is not the diagonal.
  gpu.func @inverse_6(%object: !element, %in: memref<6x6x135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<6x6x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c12 = arith.constant 12 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %three = arith.constant 3.0 : f32
    %t = gpu.global_id x
    %a = cudax.local_alloca(%object) [6, 12] : !element -> !augmented
    scf.for %i = %c0 to %c6 step %c1 {
      scf.for %j = %c0 to %c6 step %c1 {
        %v = memref.load %in[%i, %j, %t] : memref<6x6x135168xf32>
        %i_plus_1 = arith.addi %i, %c1 : index
        %large = arith.remui %i_plus_1, %c6 : index
        %is_large = arith.cmpi eq, %j, %large : index
        %w = arith.addf %v, %three : f32
        %x = arith.select %is_large, %w, %v : f32
        memref.store %x, %a[%i, %j] : !augmented
        %is_diagonal = arith.cmpi eq, %i, %j : index
        %unit = arith.select %is_diagonal, %one, %zero : f32
        %right = arith.addi %j, %c6 : index
        memref.store %unit, %a[%i, %right] : !augmented
      }
    }
    scf.for %k = %c0 to %c6 step %c1 {
      %below = arith.addi %k, %c1 : index
      scf.for %i = %below to %c6 step %c1 {
        %x = memref.load %a[%k, %k] : !augmented
        %y = memref.load %a[%i, %k] : !augmented
        %size_x = math.absf %x : f32
        %size_y = math.absf %y : f32
        %is_larger = arith.cmpf ogt, %size_y, %size_x : f32
        scf.for %j = %k to %c12 step %c1 {
          %upper = memref.load %a[%k, %j] : !augmented
          %lower = memref.load %a[%i, %j] : !augmented
          %first = arith.select %is_larger, %lower, %upper : f32
          %second = arith.select %is_larger, %upper, %lower : f32
          memref.store %first, %a[%k, %j] : !augmented
          memref.store %second, %a[%i, %j] : !augmented
        }
      }
      %pivot = memref.load %a[%k, %k] : !augmented
      %scale = arith.divf %one, %pivot : f32
      scf.for %j = %k to %c12 step %c1 {
        %v = memref.load %a[%k, %j] : !augmented
        %w = arith.mulf %v, %scale : f32
        memref.store %w, %a[%k, %j] : !augmented
      }
      scf.for %i = %c0 to %c6 step %c1 {
        %is_other = arith.cmpi ne, %i, %k : index
        scf.if %is_other {
          %factor = memref.load %a[%i, %k] : !augmented
          %minus = arith.negf %factor : f32
          scf.for %j = %k to %c12 step %c1 {
            %v = memref.load %a[%k, %j] : !augmented
            %old = memref.load %a[%i, %j] : !augmented
            %new = math.fma %minus, %v, %old : f32
            memref.store %new, %a[%i, %j] : !augmented
          }
        }
      }
    }
    scf.for %i = %c0 to %c6 step %c1 {
      scf.for %j = %c0 to %c6 step %c1 {
        %right = arith.addi %j, %c6 : index
        %v = memref.load %a[%i, %right] : !augmented
        memref.store %v, %out[%i, %j, %t] : memref<6x6x135168xf32>
      }
    }
    gpu.return
  }

  // The Cholesky factor of a 6 by 6 matrix: a triangular nest.
  gpu.func @cholesky_6(%object: !element, %in: memref<6x6x135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<6x6x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %large = arith.constant 8.0 : f32
    %t = gpu.global_id x
    %l = cudax.local_alloca(%object) [6, 6] : !element -> !matrix6
    scf.for %i = %c0 to %c6 step %c1 {
      %end = arith.addi %i, %c1 : index
      scf.for %j = %c0 to %end step %c1 {
        %a = memref.load %in[%i, %j, %t] : memref<6x6x135168xf32>
        %is_diagonal = arith.cmpi eq, %i, %j : index
        %b = arith.addf %a, %large : f32
        %start = arith.select %is_diagonal, %b, %a : f32
        %rest = scf.for %k = %c0 to %j step %c1 iter_args(%partial = %start) -> f32 {
          %x = memref.load %l[%i, %k] : !matrix6
          %y = memref.load %l[%j, %k] : !matrix6
          %minus = arith.negf %x : f32
          %next = math.fma %minus, %y, %partial : f32
          scf.yield %next : f32
        }
        %value = scf.if %is_diagonal -> f32 {
          %root = math.sqrt %rest : f32
          scf.yield %root : f32
        } else {
          %d = memref.load %l[%j, %j] : !matrix6
          %quotient = arith.divf %rest, %d : f32
          scf.yield %quotient : f32
        }
        memref.store %value, %l[%i, %j] : !matrix6
        memref.store %value, %out[%i, %j, %t] : memref<6x6x135168xf32>
      }
    }
    gpu.return
  }
}

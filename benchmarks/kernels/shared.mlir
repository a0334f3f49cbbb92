// Blocks that work together in shared memory. shared.cu holds the same in CUDA C++,
// with the same names and parameters.

!matrix = memref<4096x4096xf32>
!padded = memref<32x33xf32, #gpu.address_space<workgroup>>
!factor = memref<1024x1024xf32>
!slice = memref<16x64xf32, #gpu.address_space<workgroup>>
!sums = memref<4x4xf32, #gpu.address_space<private>>
!element = !dtyp.provider<"Element", f32>

// #pragma unroll of CUDA C++, for a loop that no local array needs unrolled.
#full = #llvm.loop_unroll<full = true>
#unroll = #llvm.loop_annotation<unroll = #full>

gpu.module @shared {
  // A transposed matrix: blocks of 32 by 8 threads move tiles of 32 by 32 elements. A
  // column more than a tile has spreads its columns over the banks.
  gpu.func @transpose(%object: !element, %in: !matrix {llvm.noalias, llvm.readonly},
      %out: !matrix {llvm.noalias}) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %tile = cudax.shared_alloca(%object) [32, 33] : !element -> !padded
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %block_x = gpu.block_id x
    %block_y = gpu.block_id y
    %first_column = arith.muli %block_x, %c32 : index
    %first_row = arith.muli %block_y, %c32 : index
    %column = arith.addi %first_column, %x : index
    scf.for %i = %c0 to %c32 step %c8 {
      %tile_y = arith.addi %i, %y : index
      %row = arith.addi %first_row, %tile_y : index
      %v = memref.load %in[%row, %column] : !matrix
      memref.store %v, %tile[%tile_y, %x] : !padded
    }
    gpu.barrier
    %out_column = arith.addi %first_row, %x : index
    scf.for %i = %c0 to %c32 step %c8 {
      %tile_x = arith.addi %i, %y : index
      %out_row = arith.addi %first_column, %tile_x : index
      %v = memref.load %tile[%x, %tile_x] : !padded
      memref.store %v, %out[%out_row, %out_column] : !matrix
    }
    gpu.return
  }

  // A product of matrices: blocks of 16 by 16 threads make tiles of 64 by 64, each thread
  // 4 by 4 of it in a local array. Both factors lie in shared memory by their common
  // index.
  gpu.func @matmul(%object: !element, %a: !factor {llvm.noalias, llvm.readonly},
      %b: !factor {llvm.noalias, llvm.readonly},
      %c: !factor {llvm.noalias}) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %c1024 = arith.constant 1024 : index
    %zero = arith.constant 0.0 : f32
    %left = cudax.shared_alloca(%object) [16, 64] : !element -> !slice
    %right = cudax.shared_alloca(%object) [16, 64] : !element -> !slice
    %sums = cudax.local_alloca(%object) [4, 4] : !element -> !sums
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %block_x = gpu.block_id x
    %block_y = gpu.block_id y
    %first_column = arith.muli %block_x, %c64 : index
    %first_row = arith.muli %block_y, %c64 : index
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        memref.store %zero, %sums[%i, %j] : !sums
      }
    }
    scf.for %first = %c0 to %c1024 step %c16 {
      scf.for %i = %c0 to %c4 step %c1 {
        %rows_before = arith.muli %i, %c16 : index
        %left_row = arith.addi %rows_before, %y : index
        %a_row = arith.addi %first_row, %left_row : index
        %a_column = arith.addi %first, %x : index
        %v = memref.load %a[%a_row, %a_column] : !factor
        memref.store %v, %left[%x, %left_row] : !slice
        %right_column = arith.addi %rows_before, %x : index
        %b_row = arith.addi %first, %y : index
        %b_column = arith.addi %first_column, %right_column : index
        %w = memref.load %b[%b_row, %b_column] : !factor
        memref.store %w, %right[%y, %right_column] : !slice
      }
      gpu.barrier
      scf.for %k = %c0 to %c16 step %c1 {
        scf.for %i = %c0 to %c4 step %c1 {
          %i_before = arith.muli %i, %c16 : index
          %left_row = arith.addi %i_before, %y : index
          %l = memref.load %left[%k, %left_row] : !slice
          scf.for %j = %c0 to %c4 step %c1 {
            %j_before = arith.muli %j, %c16 : index
            %right_column = arith.addi %j_before, %x : index
            %r = memref.load %right[%k, %right_column] : !slice
            %old = memref.load %sums[%i, %j] : !sums
            %new = math.fma %l, %r, %old : f32
            memref.store %new, %sums[%i, %j] : !sums
          }
        }
      } {loop_annotation = #unroll}
      gpu.barrier
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %i_before = arith.muli %i, %c16 : index
      %left_row = arith.addi %i_before, %y : index
      %row = arith.addi %first_row, %left_row : index
      scf.for %j = %c0 to %c4 step %c1 {
        %j_before = arith.muli %j, %c16 : index
        %right_column = arith.addi %j_before, %x : index
        %column = arith.addi %first_column, %right_column : index
        %v = memref.load %sums[%i, %j] : !sums
        memref.store %v, %c[%row, %column] : !factor
      }
    }
    gpu.return
  }
}

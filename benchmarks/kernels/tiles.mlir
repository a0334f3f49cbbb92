// Outer products that are summed up in a tile of registers, N by N. tiles.cu holds
// the same in CUDA C++, with the same names and parameters.

gpu.module @tiles {
  gpu.func @tile_4(%a: memref<256x4xf32> {llvm.noalias, llvm.readonly},
      %b: memref<256x4xf32> {llvm.noalias, llvm.readonly},
      %out: memref<4x4x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %t = gpu.global_id x
    %offset = arith.index_cast %t : index to i32
    %shift = arith.sitofp %offset : i32 to f32
    %dt = dtyp.constant f32
    %tile = cudax.local_alloca(%dt) [4, 4] : !dtyp.dtype<f32> -> memref<4x4xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        memref.store %shift, %tile[%i, %j] : memref<4x4xf32, #gpu.address_space<private>>
      }
    }
    scf.for %k = %c0 to %c256 step %c1 {
      scf.for %i = %c0 to %c4 step %c1 {
        %x = memref.load %a[%k, %i] : memref<256x4xf32>
        scf.for %j = %c0 to %c4 step %c1 {
          %y = memref.load %b[%k, %j] : memref<256x4xf32>
          %old = memref.load %tile[%i, %j] : memref<4x4xf32, #gpu.address_space<private>>
          %new = math.fma %x, %y, %old : f32
          memref.store %new, %tile[%i, %j] : memref<4x4xf32, #gpu.address_space<private>>
        }
      }
    }
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %v = memref.load %tile[%i, %j] : memref<4x4xf32, #gpu.address_space<private>>
        memref.store %v, %out[%i, %j, %t] : memref<4x4x135168xf32>
      }
    }
    gpu.return
  }

  gpu.func @tile_8(%a: memref<256x8xf32> {llvm.noalias, llvm.readonly},
      %b: memref<256x8xf32> {llvm.noalias, llvm.readonly},
      %out: memref<8x8x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %t = gpu.global_id x
    %offset = arith.index_cast %t : index to i32
    %shift = arith.sitofp %offset : i32 to f32
    %dt = dtyp.constant f32
    %tile = cudax.local_alloca(%dt) [8, 8] : !dtyp.dtype<f32> -> memref<8x8xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        memref.store %shift, %tile[%i, %j] : memref<8x8xf32, #gpu.address_space<private>>
      }
    }
    scf.for %k = %c0 to %c256 step %c1 {
      scf.for %i = %c0 to %c8 step %c1 {
        %x = memref.load %a[%k, %i] : memref<256x8xf32>
        scf.for %j = %c0 to %c8 step %c1 {
          %y = memref.load %b[%k, %j] : memref<256x8xf32>
          %old = memref.load %tile[%i, %j] : memref<8x8xf32, #gpu.address_space<private>>
          %new = math.fma %x, %y, %old : f32
          memref.store %new, %tile[%i, %j] : memref<8x8xf32, #gpu.address_space<private>>
        }
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %v = memref.load %tile[%i, %j] : memref<8x8xf32, #gpu.address_space<private>>
        memref.store %v, %out[%i, %j, %t] : memref<8x8x135168xf32>
      }
    }
    gpu.return
  }

  gpu.func @tile_12(%a: memref<256x12xf32> {llvm.noalias, llvm.readonly},
      %b: memref<256x12xf32> {llvm.noalias, llvm.readonly},
      %out: memref<12x12x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c12 = arith.constant 12 : index
    %c256 = arith.constant 256 : index
    %t = gpu.global_id x
    %offset = arith.index_cast %t : index to i32
    %shift = arith.sitofp %offset : i32 to f32
    %dt = dtyp.constant f32
    %tile = cudax.local_alloca(%dt) [12, 12] : !dtyp.dtype<f32> -> memref<12x12xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c12 step %c1 {
      scf.for %j = %c0 to %c12 step %c1 {
        memref.store %shift, %tile[%i, %j] : memref<12x12xf32, #gpu.address_space<private>>
      }
    }
    scf.for %k = %c0 to %c256 step %c1 {
      scf.for %i = %c0 to %c12 step %c1 {
        %x = memref.load %a[%k, %i] : memref<256x12xf32>
        scf.for %j = %c0 to %c12 step %c1 {
          %y = memref.load %b[%k, %j] : memref<256x12xf32>
          %old = memref.load %tile[%i, %j] : memref<12x12xf32, #gpu.address_space<private>>
          %new = math.fma %x, %y, %old : f32
          memref.store %new, %tile[%i, %j] : memref<12x12xf32, #gpu.address_space<private>>
        }
      }
    }
    scf.for %i = %c0 to %c12 step %c1 {
      scf.for %j = %c0 to %c12 step %c1 {
        %v = memref.load %tile[%i, %j] : memref<12x12xf32, #gpu.address_space<private>>
        memref.store %v, %out[%i, %j, %t] : memref<12x12x135168xf32>
      }
    }
    gpu.return
  }

  gpu.func @tile_16(%a: memref<256x16xf32> {llvm.noalias, llvm.readonly},
      %b: memref<256x16xf32> {llvm.noalias, llvm.readonly},
      %out: memref<16x16x33792xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c256 = arith.constant 256 : index
    %t = gpu.global_id x
    %offset = arith.index_cast %t : index to i32
    %shift = arith.sitofp %offset : i32 to f32
    %dt = dtyp.constant f32
    %tile = cudax.local_alloca(%dt) [16, 16] : !dtyp.dtype<f32> -> memref<16x16xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %shift, %tile[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
      }
    }
    scf.for %k = %c0 to %c256 step %c1 {
      scf.for %i = %c0 to %c16 step %c1 {
        %x = memref.load %a[%k, %i] : memref<256x16xf32>
        scf.for %j = %c0 to %c16 step %c1 {
          %y = memref.load %b[%k, %j] : memref<256x16xf32>
          %old = memref.load %tile[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
          %new = math.fma %x, %y, %old : f32
          memref.store %new, %tile[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
        }
      }
    }
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %v = memref.load %tile[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
        memref.store %v, %out[%i, %j, %t] : memref<16x16x33792xf32>
      }
    }
    gpu.return
  }
}

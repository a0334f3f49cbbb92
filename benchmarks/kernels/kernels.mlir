// Kernels with arrays in local and constant memory. kernels.cu holds the same in
// CUDA C++, with the same names and parameters.

gpu.module @kernels {
  gpu.func @tile_4(%a: memref<512x4xf32> {llvm.noalias, llvm.readonly},
      %b: memref<512x4xf32> {llvm.noalias, llvm.readonly},
      %out: memref<4x4x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c512 = arith.constant 512 : index
    %zero = arith.constant 0.0 : f32
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
    scf.for %k = %c0 to %c512 step %c1 {
      scf.for %i = %c0 to %c4 step %c1 {
        %x = memref.load %a[%k, %i] : memref<512x4xf32>
        scf.for %j = %c0 to %c4 step %c1 {
          %y = memref.load %b[%k, %j] : memref<512x4xf32>
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

  gpu.func @tile_8(%a: memref<512x8xf32> {llvm.noalias, llvm.readonly},
      %b: memref<512x8xf32> {llvm.noalias, llvm.readonly},
      %out: memref<8x8x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c512 = arith.constant 512 : index
    %zero = arith.constant 0.0 : f32
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
    scf.for %k = %c0 to %c512 step %c1 {
      scf.for %i = %c0 to %c8 step %c1 {
        %x = memref.load %a[%k, %i] : memref<512x8xf32>
        scf.for %j = %c0 to %c8 step %c1 {
          %y = memref.load %b[%k, %j] : memref<512x8xf32>
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

  gpu.func @tile_12(%a: memref<512x12xf32> {llvm.noalias, llvm.readonly},
      %b: memref<512x12xf32> {llvm.noalias, llvm.readonly},
      %out: memref<12x12x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c12 = arith.constant 12 : index
    %c512 = arith.constant 512 : index
    %zero = arith.constant 0.0 : f32
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
    scf.for %k = %c0 to %c512 step %c1 {
      scf.for %i = %c0 to %c12 step %c1 {
        %x = memref.load %a[%k, %i] : memref<512x12xf32>
        scf.for %j = %c0 to %c12 step %c1 {
          %y = memref.load %b[%k, %j] : memref<512x12xf32>
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

  gpu.func @tile_16(%a: memref<512x16xf32> {llvm.noalias, llvm.readonly},
      %b: memref<512x16xf32> {llvm.noalias, llvm.readonly},
      %out: memref<16x16x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c512 = arith.constant 512 : index
    %zero = arith.constant 0.0 : f32
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
    scf.for %k = %c0 to %c512 step %c1 {
      scf.for %i = %c0 to %c16 step %c1 {
        %x = memref.load %a[%k, %i] : memref<512x16xf32>
        scf.for %j = %c0 to %c16 step %c1 {
          %y = memref.load %b[%k, %j] : memref<512x16xf32>
          %old = memref.load %tile[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
          %new = math.fma %x, %y, %old : f32
          memref.store %new, %tile[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
        }
      }
    }
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %v = memref.load %tile[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
        memref.store %v, %out[%i, %j, %t] : memref<16x16x135168xf32>
      }
    }
    gpu.return
  }

  gpu.func @reversed_sum_256(%a: memref<256x135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %last = arith.constant 255 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %values = cudax.local_alloca(%dt) [256] : !dtyp.dtype<f32> -> memref<256xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c256 step %c1 {
      %v = memref.load %a[%i, %t] : memref<256x135168xf32>
      memref.store %v, %values[%i] : memref<256xf32, #gpu.address_space<private>>
    }
    %sum = scf.for %i = %c0 to %c256 step %c1 iter_args(%partial = %zero) -> f32 {
      %j = arith.subi %last, %i : index
      %v = memref.load %values[%j] : memref<256xf32, #gpu.address_space<private>>
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%t] : memref<135168xf32>
    gpu.return
  }

  gpu.func @reversed_sum_1024(%a: memref<1024x135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1024 = arith.constant 1024 : index
    %last = arith.constant 1023 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %values = cudax.local_alloca(%dt) [1024] : !dtyp.dtype<f32> -> memref<1024xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c1024 step %c1 {
      %v = memref.load %a[%i, %t] : memref<1024x135168xf32>
      memref.store %v, %values[%i] : memref<1024xf32, #gpu.address_space<private>>
    }
    %sum = scf.for %i = %c0 to %c1024 step %c1 iter_args(%partial = %zero) -> f32 {
      %j = arith.subi %last, %i : index
      %v = memref.load %values[%j] : memref<1024xf32, #gpu.address_space<private>>
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%t] : memref<135168xf32>
    gpu.return
  }

  // Bins that the data index: no unrolling makes registers of them.
  gpu.func @histogram(%data: memref<64x135168xi32> {llvm.noalias, llvm.readonly},
      %out: memref<16x135168xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %mask = arith.constant 15 : i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %t = gpu.global_id x
    %dt = dtyp.constant i32
    %bins = cudax.local_alloca(%dt) [16] : !dtyp.dtype<i32> -> memref<16xi32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %zero, %bins[%i] : memref<16xi32, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %data[%i, %t] : memref<64x135168xi32>
      %bin = arith.andi %v, %mask : i32
      %b = arith.index_castui %bin : i32 to index
      %old = memref.load %bins[%b] : memref<16xi32, #gpu.address_space<private>>
      %new = arith.addi %old, %one : i32
      memref.store %new, %bins[%b] : memref<16xi32, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c16 step %c1 {
      %v = memref.load %bins[%i] : memref<16xi32, #gpu.address_space<private>>
      memref.store %v, %out[%i, %t] : memref<16x135168xi32>
    }
    gpu.return
  }

  // A finite impulse response filter whose window moves through registers.
  gpu.func @fir(%samples: memref<128x135168xf32> {llvm.noalias, llvm.readonly},
      %weights: memref<32xf32> {llvm.noalias, llvm.readonly},
      %out: memref<128x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c31 = arith.constant 31 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %window = cudax.local_alloca(%dt) [32] : !dtyp.dtype<f32> -> memref<32xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c32 step %c1 {
      memref.store %zero, %window[%i] : memref<32xf32, #gpu.address_space<private>>
    }
    scf.for %s = %c0 to %c128 step %c1 {
      scf.for %i = %c0 to %c31 step %c1 {
        %next = arith.addi %i, %c1 : index
        %v = memref.load %window[%next] : memref<32xf32, #gpu.address_space<private>>
        memref.store %v, %window[%i] : memref<32xf32, #gpu.address_space<private>>
      }
      %sample = memref.load %samples[%s, %t] : memref<128x135168xf32>
      memref.store %sample, %window[%c31] : memref<32xf32, #gpu.address_space<private>>
      %sum = scf.for %i = %c0 to %c32 step %c1 iter_args(%partial = %zero) -> f32 {
        %v = memref.load %window[%i] : memref<32xf32, #gpu.address_space<private>>
        %w = memref.load %weights[%i] : memref<32xf32>
        %next = math.fma %v, %w, %partial : f32
        scf.yield %next : f32
      }
      memref.store %sum, %out[%s, %t] : memref<128x135168xf32>
    }
    gpu.return
  }

  // Odd-even transposition: each round compares neighbours.
  gpu.func @sort(%in: memref<16x135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<16x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %keys = cudax.local_alloca(%dt) [16] : !dtyp.dtype<f32> -> memref<16xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c16 step %c1 {
      %v = memref.load %in[%i, %t] : memref<16x135168xf32>
      memref.store %v, %keys[%i] : memref<16xf32, #gpu.address_space<private>>
    }
    scf.for %round = %c0 to %c16 step %c1 {
      %first = arith.remui %round, %c2 : index
      scf.for %i = %first to %c15 step %c2 {
        %j = arith.addi %i, %c1 : index
        %a = memref.load %keys[%i] : memref<16xf32, #gpu.address_space<private>>
        %b = memref.load %keys[%j] : memref<16xf32, #gpu.address_space<private>>
        %is_less = arith.cmpf olt, %b, %a : f32
        %low = arith.select %is_less, %b, %a : f32
        %high = arith.select %is_less, %a, %b : f32
        memref.store %low, %keys[%i] : memref<16xf32, #gpu.address_space<private>>
        memref.store %high, %keys[%j] : memref<16xf32, #gpu.address_space<private>>
      }
    }
    scf.for %i = %c0 to %c16 step %c1 {
      %v = memref.load %keys[%i] : memref<16xf32, #gpu.address_space<private>>
      memref.store %v, %out[%i, %t] : memref<16x135168xf32>
    }
    gpu.return
  }

  // The Cholesky factor of a 6 by 6 matrix: a triangular nest.
  gpu.func @cholesky(%in: memref<6x6x135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<6x6x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %zero = arith.constant 0.0 : f32
    %large = arith.constant 8.0 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %l = cudax.local_alloca(%dt) [6, 6] : !dtyp.dtype<f32> -> memref<6x6xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c6 step %c1 {
      %end = arith.addi %i, %c1 : index
      scf.for %j = %c0 to %end step %c1 {
        %a = memref.load %in[%i, %j, %t] : memref<6x6x135168xf32>
        %is_diagonal = arith.cmpi eq, %i, %j : index
        %b = arith.addf %a, %large : f32
        %start = arith.select %is_diagonal, %b, %a : f32
        %rest = scf.for %k = %c0 to %j step %c1 iter_args(%partial = %start) -> f32 {
          %x = memref.load %l[%i, %k] : memref<6x6xf32, #gpu.address_space<private>>
          %y = memref.load %l[%j, %k] : memref<6x6xf32, #gpu.address_space<private>>
          %minus = arith.negf %x : f32
          %next = math.fma %minus, %y, %partial : f32
          scf.yield %next : f32
        }
        %value = scf.if %is_diagonal -> f32 {
          %root = math.sqrt %rest : f32
          scf.yield %root : f32
        } else {
          %d = memref.load %l[%j, %j] : memref<6x6xf32, #gpu.address_space<private>>
          %quotient = arith.divf %rest, %d : f32
          scf.yield %quotient : f32
        }
        memref.store %value, %l[%i, %j] : memref<6x6xf32, #gpu.address_space<private>>
        memref.store %value, %out[%i, %j, %t] : memref<6x6x135168xf32>
      }
    }
    gpu.return
  }

  // Sums of all prefixes of 32 numbers, by Hillis and Steele.
  gpu.func @prefix_sums(%in: memref<32x135168xf32> {llvm.noalias, llvm.readonly},
      %out: memref<32x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c31 = arith.constant 31 : index
    %c32 = arith.constant 32 : index
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %sums = cudax.local_alloca(%dt) [32] : !dtyp.dtype<f32> -> memref<32xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c32 step %c1 {
      %v = memref.load %in[%i, %t] : memref<32x135168xf32>
      memref.store %v, %sums[%i] : memref<32xf32, #gpu.address_space<private>>
    }
    scf.for %level = %c0 to %c5 step %c1 {
      %distance = arith.shli %c1, %level : index
      %count = arith.subi %c32, %distance : index
      scf.for %i = %c0 to %count step %c1 {
        %to = arith.subi %c31, %i : index
        %from = arith.subi %to, %distance : index
        %a = memref.load %sums[%from] : memref<32xf32, #gpu.address_space<private>>
        %b = memref.load %sums[%to] : memref<32xf32, #gpu.address_space<private>>
        %sum = arith.addf %a, %b : f32
        memref.store %sum, %sums[%to] : memref<32xf32, #gpu.address_space<private>>
      }
    }
    scf.for %i = %c0 to %c32 step %c1 {
      %v = memref.load %sums[%i] : memref<32xf32, #gpu.address_space<private>>
      memref.store %v, %out[%i, %t] : memref<32x135168xf32>
    }
    gpu.return
  }

  // Polynomials of a table in constant memory, chosen by the data.
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
}

// Random numbers whose generator has its state in local arrays. random.cu holds the
// same in CUDA C++, with the same names and parameters.

!counter = memref<4xi32, #gpu.address_space<private>>
!key = memref<2xi32, #gpu.address_space<private>>
!word = !dtyp.provider<"Word", ui32>

gpu.module @random {
  // Philox 4x32 with 10 rounds (Salmon et al., "Parallel random numbers: as easy as
  // 1, 2, 3", 2011): 64 numbers of the stream that the thread's number names.
  gpu.func @philox(%object: !word, %seeds: memref<2xi32> {llvm.noalias, llvm.readonly},
      %out: memref<64x135168xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c10 = arith.constant 10 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0 : i32
    %multiplier0 = arith.constant 0xD2511F53 : i32
    %multiplier1 = arith.constant 0xCD9E8D57 : i32
    %weyl0 = arith.constant 0x9E3779B9 : i32
    %weyl1 = arith.constant 0xBB67AE85 : i32
    %t = gpu.global_id x
    %stream = arith.index_castui %t : index to i32
    %counter = cudax.local_alloca(%object) [4] : !word -> !counter
    %key = cudax.local_alloca(%object) [2] : !word -> !key
    scf.for %n = %c0 to %c16 step %c1 {
      %number = arith.index_castui %n : index to i32
      memref.store %number, %counter[%c0] : !counter
      memref.store %zero, %counter[%c1] : !counter
      memref.store %stream, %counter[%c2] : !counter
      memref.store %zero, %counter[%c3] : !counter
      scf.for %i = %c0 to %c2 step %c1 {
        %seed = memref.load %seeds[%i] : memref<2xi32>
        memref.store %seed, %key[%i] : !key
      }
      scf.for %round = %c0 to %c10 step %c1 {
        %x0 = memref.load %counter[%c0] : !counter
        %x1 = memref.load %counter[%c1] : !counter
        %x2 = memref.load %counter[%c2] : !counter
        %x3 = memref.load %counter[%c3] : !counter
        %k0 = memref.load %key[%c0] : !key
        %k1 = memref.load %key[%c1] : !key
        %low0, %high0 = arith.mului_extended %multiplier0, %x0 : i32
        %low1, %high1 = arith.mului_extended %multiplier1, %x2 : i32
        %a = arith.xori %high1, %x1 : i32
        %y0 = arith.xori %a, %k0 : i32
        %b = arith.xori %high0, %x3 : i32
        %y2 = arith.xori %b, %k1 : i32
        memref.store %y0, %counter[%c0] : !counter
        memref.store %low1, %counter[%c1] : !counter
        memref.store %y2, %counter[%c2] : !counter
        memref.store %low0, %counter[%c3] : !counter
        %next0 = arith.addi %k0, %weyl0 : i32
        %next1 = arith.addi %k1, %weyl1 : i32
        memref.store %next0, %key[%c0] : !key
        memref.store %next1, %key[%c1] : !key
      }
      %first = arith.muli %n, %c4 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %v = memref.load %counter[%i] : !counter
        %row = arith.addi %first, %i : index
        memref.store %v, %out[%row, %t] : memref<64x135168xi32>
      }
    }
    gpu.return
  }
}

// Strings and times. text.cu holds the same in CUDA C++, with the same names and
// parameters.

!word = !dtyp.bytes<8>
!number = !dtyp.big_endian<ui64>
!key = !dtyp.provider<"Key", ui64>
!rank = !dtyp.provider<"Rank", i32>
!seconds = !dtyp.datetime64<s>
!hours = !dtyp.datetime64<h>

gpu.module @text {
  // How many of 32 words are before each of the thread's eight. Words of 8 bytes are in
  // the order of the big-endian numbers that their bytes are.
  gpu.func @string_compare(%key: !key, %rank: !rank, %words: memref<32x!word> {llvm.noalias, llvm.readonly},
      %text: memref<8x135168x!word> {llvm.noalias, llvm.readonly},
      %out: memref<8x135168xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0 : i32
    %t = gpu.global_id x
    %word_numbers = dtyp.view %words as !number : memref<32x!word> to memref<32x!number>
    %text_numbers = dtyp.view %text as !number : memref<8x135168x!word> to memref<8x135168x!number>
    %keys = cudax.local_alloca(%key) [8] : !key -> memref<8xi64, #gpu.address_space<private>>
    %ranks = cudax.local_alloca(%rank) [8] : !rank -> memref<8xi32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c8 step %c1 {
      %k = dtyp.load %text_numbers[%i, %t] : memref<8x135168x!number>
      memref.store %k, %keys[%i] : memref<8xi64, #gpu.address_space<private>>
      memref.store %zero, %ranks[%i] : memref<8xi32, #gpu.address_space<private>>
    }
    scf.for %w = %c0 to %c32 step %c1 {
      %number = dtyp.load %word_numbers[%w] : memref<32x!number>
      scf.for %i = %c0 to %c8 step %c1 {
        %k = memref.load %keys[%i] : memref<8xi64, #gpu.address_space<private>>
        %is_before = arith.cmpi ult, %number, %k : i64
        %step = arith.extui %is_before : i1 to i32
        %old = memref.load %ranks[%i] : memref<8xi32, #gpu.address_space<private>>
        %new = arith.addi %old, %step : i32
        memref.store %new, %ranks[%i] : memref<8xi32, #gpu.address_space<private>>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %v = memref.load %ranks[%i] : memref<8xi32, #gpu.address_space<private>>
      memref.store %v, %out[%i, %t] : memref<8x135168xi32>
    }
    gpu.return
  }

  // How many of the thread's 32 times are in each hour of the day; NaT is in none.
  gpu.func @datetime_bins(%times: memref<32x135168xi64> {llvm.noalias, llvm.readonly},
      %out: memref<24x135168xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c24 = arith.constant 24 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %day = arith.constant 24 : i64
    %none = arith.constant 0 : i64
    %nat = arith.constant -9223372036854775808 : i64
    %t = gpu.global_id x
    %i32 = dtyp.constant i32
    %bins = cudax.local_alloca(%i32) [24] : !dtyp.dtype<i32> -> memref<24xi32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c24 step %c1 {
      memref.store %zero, %bins[%i] : memref<24xi32, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c32 step %c1 {
      %time = dtyp.load %times[%i, %t] : memref<32x135168xi64> as !seconds
      %is_time = arith.cmpi ne, %time, %nat : i64
      scf.if %is_time {
        %hours = dtyp.cast %time : !seconds to !hours
        %rest = arith.remsi %hours, %day : i64
        %is_negative = arith.cmpi slt, %rest, %none : i64
        %positive = arith.addi %rest, %day : i64
        %hour = arith.select %is_negative, %positive, %rest : i64
        %bin = arith.index_cast %hour : i64 to index
        %old = memref.load %bins[%bin] : memref<24xi32, #gpu.address_space<private>>
        %new = arith.addi %old, %one : i32
        memref.store %new, %bins[%bin] : memref<24xi32, #gpu.address_space<private>>
      }
    }
    scf.for %i = %c0 to %c24 step %c1 {
      %v = memref.load %bins[%i] : memref<24xi32, #gpu.address_space<private>>
      memref.store %v, %out[%i, %t] : memref<24x135168xi32>
    }
    gpu.return
  }
}

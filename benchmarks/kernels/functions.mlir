// Kernels that call functions of libdevice. functions.cu holds the same in CUDA C++,
// with the same names and parameters.

!matrix = memref<8192x1024xf32>
!partial = !dtyp.record<device, maximum: f32, sum: f32>
!partials = memref<128x!partial, #gpu.address_space<workgroup>>
!option = !dtyp.record<aligned, price: f32, strike: f32, years: f32, volatility: f32, alignment 16>
!options = memref<4x!option, #gpu.address_space<private>>

gpu.module @functions {
  // The softmax of a row by a block of 128 threads, each of which keeps 8 elements. Their
  // largest and the sum are found in one pass (Milakov and Gimelshein, "Online
  // normalizer calculation for softmax", 2018), and joined in a tree.
  gpu.func @online_softmax(%in: !matrix {llvm.noalias, llvm.readonly},
      %out: !matrix {llvm.noalias}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant 0.0 : f32
    %minus_infinity = arith.constant 0xFF800000 : f32
    %f32 = dtyp.constant f32
    %record = dtyp.constant !partial
    %values = cudax.local_alloca(%f32) [8] : !dtyp.dtype<f32> -> memref<8xf32, #gpu.address_space<private>>
    %partials = cudax.shared_alloca(%record) [128] : !dtyp.dtype<!partial> -> !partials
    %row = gpu.block_id x
    %x = gpu.thread_id x
    %maximum, %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%m = %minus_infinity, %s = %zero) -> (f32, f32) {
      %before = arith.muli %i, %c128 : index
      %column = arith.addi %before, %x : index
      %v = memref.load %in[%row, %column] : !matrix
      memref.store %v, %values[%i] : memref<8xf32, #gpu.address_space<private>>
      %m_next = arith.maxnumf %m, %v : f32
      %m_less = arith.subf %m, %m_next : f32
      %v_less = arith.subf %v, %m_next : f32
      %scale = math.exp %m_less : f32
      %term = math.exp %v_less : f32
      %s_next = math.fma %s, %scale, %term : f32
      scf.yield %m_next, %s_next : f32, f32
    }
    dtyp.store %maximum, %partials[%x]["maximum"] : f32, !partials
    dtyp.store %sum, %partials[%x]["sum"] : f32, !partials
    scf.for %level = %c0 to %c7 step %c1 {
      %stride = arith.shrui %c64, %level : index
      gpu.barrier
      %is_left = arith.cmpi ult, %x, %stride : index
      scf.if %is_left {
        %other = arith.addi %x, %stride : index
        %m0 = dtyp.load %partials[%x]["maximum"] : !partials
        %s0 = dtyp.load %partials[%x]["sum"] : !partials
        %m1 = dtyp.load %partials[%other]["maximum"] : !partials
        %s1 = dtyp.load %partials[%other]["sum"] : !partials
        %m = arith.maxnumf %m0, %m1 : f32
        %m0_less = arith.subf %m0, %m : f32
        %m1_less = arith.subf %m1, %m : f32
        %scale0 = math.exp %m0_less : f32
        %scale1 = math.exp %m1_less : f32
        %scaled1 = arith.mulf %s1, %scale1 : f32
        %s = math.fma %s0, %scale0, %scaled1 : f32
        dtyp.store %m, %partials[%x]["maximum"] : f32, !partials
        dtyp.store %s, %partials[%x]["sum"] : f32, !partials
      }
    }
    gpu.barrier
    %row_maximum = dtyp.load %partials[%c0]["maximum"] : !partials
    %row_sum = dtyp.load %partials[%c0]["sum"] : !partials
    scf.for %i = %c0 to %c8 step %c1 {
      %before = arith.muli %i, %c128 : index
      %column = arith.addi %before, %x : index
      %v = memref.load %values[%i] : memref<8xf32, #gpu.address_space<private>>
      %less = arith.subf %v, %row_maximum : f32
      %e = math.exp %less : f32
      %y = arith.divf %e, %row_sum : f32
      memref.store %y, %out[%row, %column] : !matrix
    }
    gpu.return
  }

  // The values of four call and put options by Black and Scholes, whose parameters are
  // copied into a local array of records.
  gpu.func @black_scholes(%rate: f32, %in: memref<4x135168x!option> {llvm.noalias, llvm.readonly},
      %calls: memref<4x135168xf32> {llvm.noalias},
      %puts: memref<4x135168xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %minus_root_half = arith.constant -0.70710678 : f32
    %t = gpu.global_id x
    %record = dtyp.constant !option
    %options = cudax.local_alloca(%record) [4] : !dtyp.dtype<!option> -> !options
    scf.for %i = %c0 to %c4 step %c1 {
      %option = dtyp.load %in[%i, %t] : memref<4x135168x!option>
      dtyp.store %option, %options[%i] : !option, !options
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %price = dtyp.load %options[%i]["price"] : !options
      %strike = dtyp.load %options[%i]["strike"] : !options
      %years = dtyp.load %options[%i]["years"] : !options
      %volatility = dtyp.load %options[%i]["volatility"] : !options
      %root = math.sqrt %years : f32
      %deviation = arith.mulf %volatility, %root : f32
      %quotient = arith.divf %price, %strike : f32
      %logarithm = math.log %quotient : f32
      %half_volatility = arith.mulf %volatility, %half : f32
      %drift = math.fma %half_volatility, %volatility, %rate : f32
      %numerator = math.fma %drift, %years, %logarithm : f32
      %d1 = arith.divf %numerator, %deviation : f32
      %d2 = arith.subf %d1, %deviation : f32
      %scaled1 = arith.mulf %d1, %minus_root_half : f32
      %scaled2 = arith.mulf %d2, %minus_root_half : f32
      %erfc1 = math.erfc %scaled1 : f32
      %erfc2 = math.erfc %scaled2 : f32
      %n1 = arith.mulf %erfc1, %half : f32
      %n2 = arith.mulf %erfc2, %half : f32
      %minus_rate = arith.negf %rate : f32
      %exponent = arith.mulf %minus_rate, %years : f32
      %discount = math.exp %exponent : f32
      %present = arith.mulf %strike, %discount : f32
      %minus_present = arith.negf %present : f32
      %second = arith.mulf %minus_present, %n2 : f32
      %call = math.fma %price, %n1, %second : f32
      %more = arith.addf %call, %present : f32
      %put = arith.subf %more, %price : f32
      memref.store %call, %calls[%i, %t] : memref<4x135168xf32>
      memref.store %put, %puts[%i, %t] : memref<4x135168xf32>
    }
    gpu.return
  }
}

// Sums of arrays in local memory: in reverse order, and of all prefixes.

gpu.module @sums {
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
}

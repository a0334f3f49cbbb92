// An object with run-time state: it provides float32 and carries a scale. The
// scale becomes a kernel parameter in its place, the dtype becomes nothing. The
// host function, which `dtyp-run --function=run` runs, shows that launches change
// together with the kernel.

!scaled = !dtyp.provider<"Scaled", f32, {scale: f32}>
!window = memref<3xf32, #gpu.address_space<private>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // A moving sum over three numbers, scaled.
    gpu.func @moving_sum(%object: !scaled, %numbers: memref<?xf32>, %sums: memref<?xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %zero = arith.constant 0.0 : f32
      %scale = dtyp.get_field %object["scale"] : !scaled
      %dt = dtyp.dtype_of %object : !scaled
      %window = cudax.local_alloca(%dt) [3] : !dtyp.dtype<f32> -> !window
      %thread = gpu.global_id x
      %length = memref.dim %sums, %c0 : memref<?xf32>
      %isInside = arith.cmpi ult, %thread, %length : index
      scf.if %isInside {
        scf.for %i = %c0 to %c3 step %c1 {
          %position = arith.addi %thread, %i : index
          %number = memref.load %numbers[%position] : memref<?xf32>
          %product = arith.mulf %number, %scale : f32
          memref.store %product, %window[%i] : !window
        }
        %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%partial = %zero) -> f32 {
          %part = memref.load %window[%i] : !window
          %next = arith.addf %partial, %part : f32
          scf.yield %next : f32
        }
        memref.store %sum, %sums[%thread] : memref<?xf32>
      }
      gpu.return
    }
  }

  func.func @run(%object: !scaled, %numbers: memref<?xf32>, %sums: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %inputLength = memref.dim %numbers, %c0 : memref<?xf32>
    %outputLength = memref.dim %sums, %c0 : memref<?xf32>
    %t0 = gpu.wait async
    %input, %t1 = gpu.alloc async [%t0] (%inputLength) : memref<?xf32>
    %output, %t2 = gpu.alloc async [%t1] (%outputLength) : memref<?xf32>
    %t3 = gpu.memcpy async [%t2] %input, %numbers : memref<?xf32>, memref<?xf32>
    %t4 = gpu.launch_func async [%t3] @kernels::@moving_sum
        blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%object : !scaled, %input : memref<?xf32>, %output : memref<?xf32>)
    %t5 = gpu.memcpy async [%t4] %sums, %output : memref<?xf32>, memref<?xf32>
    %t6 = gpu.dealloc async [%t5] %input : memref<?xf32>
    %t7 = gpu.dealloc async [%t6] %output : memref<?xf32>
    gpu.wait [%t7]
    return
  }
}

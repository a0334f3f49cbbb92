// An object with run-time state: it provides float32 and carries a scale. The
// scale becomes a kernel parameter in its place, the dtype becomes nothing. The
// host function shows that launches change together with the kernel.

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
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@moving_sum blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%object : !scaled, %numbers : memref<?xf32>, %sums : memref<?xf32>)
    return
  }
}

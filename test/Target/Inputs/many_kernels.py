"""Prints a gpu.module of kernels that share functions, constants and variables.

usage: many_kernels.py NUMBER_OF_KERNELS
"""

import sys

HEAD = """#p = #gpu.address_space<private>
#w = #gpu.address_space<workgroup>
!foo = !dtyp.provider<"Foo", f32>
gpu.module @kernels {
  memref.global "private" @counts : memref<16xi32, #gpu.address_space<global>> = uninitialized
  func.func private @polynomial(%x: f32, %degree: index) -> f32 attributes {passthrough = ["noinline"]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %sum = scf.for %i = %c0 to %degree step %c1 iter_args(%s = %one) -> f32 {
      %next = math.fma %s, %x, %one : f32
      scf.yield %next : f32
    }
    return %sum : f32
  }
"""
BEGIN = """  gpu.func @k{0}(%foo: !foo, %in: memref<?xf32>, %out: memref<?xf32>, %n: index) kernel {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c{0}_0 = arith.constant {0} : index
    %i = gpu.thread_id x
    %x = memref.load %in[%i] : memref<?xf32>
    %dt = dtyp.dtype_of %foo : !foo
"""
BODIES = [
    # libdevice, and a local array
    """    %a = cudax.local_alloca(%dt) [10] : !dtyp.dtype<f32> -> memref<10xf32, #p>
    %c10 = arith.constant 10 : index
    scf.for %k = %c0 to %c10 step %c1 {{
      %p = arith.addi %i, %k : index
      %v = memref.load %in[%p] : memref<?xf32>
      %s = math.sin %v : f32
      memref.store %s, %a[%k] : memref<10xf32, #p>
    }}
    %y = memref.load %a[%n] : memref<10xf32, #p>
""",
    # static shared memory
    """    %a = cudax.shared_alloca(%dt) [64] : !dtyp.dtype<f32> -> memref<64xf32, #w>
    memref.store %x, %a[%i] : memref<64xf32, #w>
    gpu.barrier
    %y = memref.load %a[%n] : memref<64xf32, #w>
""",
    # dynamic shared memory
    """    %a = cudax.shared_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #w>
    memref.store %x, %a[%i] : memref<?xf32, #w>
    gpu.barrier
    %y = memref.load %a[%c{0}_0] : memref<?xf32, #w>
""",
    # a constant that kernels share
    """    %a = cudax.const_array(%dt) dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf32> : !dtyp.dtype<f32> -> memref<4xf32>
    %t = memref.load %a[%n] : memref<4xf32>
    %y = arith.mulf %x, %t : f32
""",
    # printf
    """    gpu.printf "%f\\n", %x : f32
    %y = math.exp %x : f32
""",
    # a function that kernels share
    """    %d = arith.addi %n, %c{0}_0 : index
    %y = func.call @polynomial(%x, %d) : (f32, index) -> f32
""",
    # a variable that kernels share
    """    %counts = memref.get_global @counts : memref<16xi32, #gpu.address_space<global>>
    %before = memref.load %counts[%n] : memref<16xi32, #gpu.address_space<global>>
    %c1_i32 = arith.constant 1 : i32
    %after = arith.addi %before, %c1_i32 : i32
    memref.store %after, %counts[%n] : memref<16xi32, #gpu.address_space<global>>
    %y = arith.sitofp %after : i32 to f32
""",
    # a function of libdevice that is not inlined
    """    %wide = arith.extf %x : f32 to f64
    %e = arith.constant {0}.5 : f64
    %power = math.powf %wide, %e : f64
    %y = arith.truncf %power : f64 to f32
""",
]
END = """    memref.store %y, %out[%i] : memref<?xf32>
    gpu.return
  }}
"""

print(HEAD, end="")
for kernel in range(int(sys.argv[1])):
    print((BEGIN + BODIES[kernel % len(BODIES)] + END).format(kernel), end="")
print("}")

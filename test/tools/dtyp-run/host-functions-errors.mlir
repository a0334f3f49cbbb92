// What host functions do wrong is an error on both devices, where it is done.

// RUN: mkdir -p %t && %cxx_compiler -shared -fPIC -o %t/libcuda.so.1 %S/Inputs/fake_cuda.cpp
// DEFINE: %{function} =
// DEFINE: %{prefix} =
// DEFINE: %{check} = \
// DEFINE:   not dtyp-run %s --device=cpu --function=%{function} 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=%{prefix} && \
// DEFINE:   not env LD_LIBRARY_PATH=%t dtyp-run %s --device=gpu --function=%{function} 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=%{prefix}

// REDEFINE: %{function} = host_operand
// REDEFINE: %{prefix} = HOST
// RUN: %{check}
// HOST: host-functions-errors.mlir:[[#@LINE+113]]:5: error: operand 2 of kernel 'kernels::add' is memory of the host, or was freed: a kernel can access memory of gpu.alloc, to which gpu.memcpy copies, and memory that was given to gpu.host_register
// HOST-NOT: error

// REDEFINE: %{function} = freed_operand
// REDEFINE: %{prefix} = FREED
// RUN: %{check}
// FREED: error: operand 1 of kernel 'kernels::faults' is memory of the host, or was freed

// REDEFINE: %{function} = host_load
// REDEFINE: %{prefix} = LOAD
// RUN: %{check}
// LOAD: dtyp-run: error: the host function accesses memory that does not exist for the host; memory of gpu.alloc is the device's: copy it by gpu.memcpy

// REDEFINE: %{function} = divides
// REDEFINE: %{prefix} = DIVIDES
// RUN: %{check}
// DIVIDES: dtyp-run: error: the host function divides an integer by zero, or the quotient overflows

// REDEFINE: %{function} = frees_twice
// REDEFINE: %{prefix} = TWICE
// RUN: %{check}
// TWICE: error: expected an array of gpu.alloc, got other memory, or memory that is free already

// REDEFINE: %{function} = copies_shapes
// REDEFINE: %{prefix} = SHAPES
// RUN: %{check}
// SHAPES: error: expected arrays of one shape, got [4] and [3]

// REDEFINE: %{function} = copies_too_much
// REDEFINE: %{prefix} = MUCH
// RUN: %{check}
// MUCH: error: it reads 16 bytes where the memory ends after 8

// REDEFINE: %{function} = fills_host
// REDEFINE: %{prefix} = FILLS
// RUN: %{check}
// FILLS: error: expected memory that the device can access, of gpu.alloc or after gpu.host_register, got memory of the host

// REDEFINE: %{function} = negative_size
// REDEFINE: %{prefix} = NEGATIVE
// RUN: %{check}
// NEGATIVE: error: expected sizes that are not negative, got -4 bytes

// REDEFINE: %{function} = registers_device
// REDEFINE: %{prefix} = REGISTERS
// RUN: %{check}
// REGISTERS: error: expected memory of the host, got memory that kernels can access already

// REDEFINE: %{function} = unregisters
// REDEFINE: %{prefix} = UNREGISTERS
// RUN: %{check}
// UNREGISTERS: error: expected memory that gpu.host_register was given, got other memory

// REDEFINE: %{function} = other_device
// REDEFINE: %{prefix} = DEVICE
// RUN: %{check}
// DEVICE: error: expected device 0, the only one of a run, got 1

// Nothing is launched after an error.
// REDEFINE: %{function} = large_block
// REDEFINE: %{prefix} = BLOCK
// RUN: %{check}
// BLOCK: error: expected a block size from 1 to {{.*}} in z, got 100000
// BLOCK-NOT: error

// REDEFINE: %{function} = empty_grid
// REDEFINE: %{prefix} = GRID
// RUN: %{check}
// GRID: error: expected a grid size {{.*}} in y, got 0

// REDEFINE: %{function} = out_of_memory
// REDEFINE: %{prefix} = MEMORY
// RUN: %{check}
// MEMORY: error: {{.*}}alloc{{.*}} 4611686018427387904 bytes

// A fault of a kernel. The emulator knows more of it.
// RUN: not dtyp-run %s --device=cpu --function=one_fault 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=FAULT-CPU
// FAULT-CPU: error: assertion failed: it always fails, in block (0, 0, 0), thread (0, 0, 0)
// RUN: not env LD_LIBRARY_PATH=%t dtyp-run %s --device=gpu --function=one_fault 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: :[[#]]:{{.*}} error: running kernel 'faults': FAKE_ILLEGAL_ADDRESS: fake; the kernel accessed memory outside of its arrays
// FAULT: gpu.launch_func @kernels::@faults
// FAULT-NOT: error
// RUN: not env LD_LIBRARY_PATH=%t dtyp-run %s --device=gpu --function=late_fault 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: error: waiting for the device: FAKE_ILLEGAL_ADDRESS: fake; the kernel accessed memory outside of its arrays
// LATE: gpu.wait [
// LATE: note: kernel 'faults' was launched here
// LATE: note: kernel 'add' was launched here
// LATE-NOT: error

// RUN: not dtyp-run %s --device=cpu --function=returns 2>&1 | FileCheck %s --check-prefix=RETURNS
// RETURNS: dtyp-run: error: expected a host function without results, got 'returns', which has some; let it write to an array
// RUN: not dtyp-run %s --device=cpu --function=nix 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: dtyp-run: error: there is no host function 'nix'; there is: host_operand, freed_operand
// RUN: not env LD_LIBRARY_PATH=%t dtyp-run %s --device=gpu:1 --function=unregisters 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: dtyp-run: error: expected a device from 0 to 0, got 1
// RUN: not env LD_LIBRARY_PATH=%t dtyp-run %s --device=gpu --function=unregisters --emit %t/kept 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=EMIT
// EMIT: dtyp-run: error: option --emit: expected one gpu.module beside the host function, got 0

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @faults(%a: memref<?xf32>) kernel {
      %false = arith.constant false
      cf.assert %false, "it always fails"
      gpu.return
    }
    gpu.func @add(%a: memref<?xf32>, %b: memref<?xf32>) kernel {
      gpu.return
    }
  }

  func.func @host_operand(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %b = gpu.alloc (%c1) : memref<?xf32>
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%b : memref<?xf32>, %a : memref<?xf32>)
    return
  }
  func.func @freed_operand(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %b = gpu.alloc (%c1) : memref<?xf32>
    gpu.dealloc %b : memref<?xf32>
    gpu.launch_func @kernels::@faults blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%b : memref<?xf32>)
    return
  }
  func.func @host_load(%a: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %b = gpu.alloc (%c1) : memref<?xf32>
    %0 = memref.load %b[%c0] : memref<?xf32>
    memref.store %0, %a[%c0] : memref<?xf32>
    return
  }
  func.func @divides(%a: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %0 = memref.load %a[%c0] : memref<?xf32>
    %zero = arith.fptosi %0 : f32 to i32
    %size = memref.dim %a, %c0 : memref<?xf32>
    %four = arith.index_cast %size : index to i32
    %1 = arith.divsi %four, %zero : i32
    %2 = arith.sitofp %1 : i32 to f32
    memref.store %2, %a[%c0] : memref<?xf32>
    return
  }
  func.func @frees_twice(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %b = gpu.alloc (%c1) : memref<?xf32>
    gpu.dealloc %b : memref<?xf32>
    gpu.dealloc %b : memref<?xf32>
    return
  }
  func.func @copies_shapes(%a: memref<?xf32>) {
    %c3 = arith.constant 3 : index
    %b = gpu.alloc (%c3) : memref<?xf32>
    gpu.memcpy %a, %b : memref<?xf32>, memref<?xf32>
    return
  }
  func.func @copies_too_much(%a: memref<?xf32>) {
    %c2 = arith.constant 2 : index
    %b = gpu.alloc (%c2) : memref<?xf32>
    %c = memref.reinterpret_cast %b to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
    %d = memref.cast %c : memref<4xf32> to memref<?xf32>
    gpu.memcpy %a, %d : memref<?xf32>, memref<?xf32>
    return
  }
  func.func @fills_host(%a: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    gpu.memset %a, %zero : memref<?xf32>, f32
    return
  }
  func.func @negative_size(%a: memref<?xf32>) {
    %size = arith.constant -1 : index
    %b = gpu.alloc (%size) : memref<?xf32>
    gpu.memcpy %a, %b : memref<?xf32>, memref<?xf32>
    return
  }
  func.func @registers_device(%a: memref<?xf32>) {
    %b = gpu.alloc () : memref<1xf32>
    %c = memref.cast %b : memref<1xf32> to memref<*xf32>
    gpu.host_register %c : memref<*xf32>
    return
  }
  func.func @unregisters(%a: memref<?xf32>) {
    %b = memref.cast %a : memref<?xf32> to memref<*xf32>
    gpu.host_unregister %b : memref<*xf32>
    return
  }
  func.func @other_device(%a: memref<?xf32>) {
    %one = arith.constant 1 : i32
    gpu.set_default_device %one
    return
  }
  func.func @large_block(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %large = arith.constant 100000 : index
    %b = gpu.alloc (%c1) : memref<?xf32>
    gpu.launch_func @kernels::@faults blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %large)
        args(%b : memref<?xf32>)
    gpu.launch_func @kernels::@faults blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%b : memref<?xf32>)
    return
  }
  func.func @empty_grid(%a: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %b = gpu.alloc (%c1) : memref<?xf32>
    gpu.launch_func @kernels::@faults blocks in (%c1, %c0, %c1) threads in (%c1, %c1, %c1)
        args(%b : memref<?xf32>)
    return
  }
  func.func @out_of_memory(%a: memref<?xf32>) {
    %size = arith.constant 1152921504606846976 : index
    %b = gpu.alloc (%size) : memref<?xf32>
    gpu.memcpy %a, %b : memref<?xf32>, memref<?xf32>
    return
  }
  func.func @one_fault(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %b = gpu.alloc (%c1) : memref<?xf32>
    gpu.launch_func @kernels::@faults blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%b : memref<?xf32>)
    gpu.memcpy %a, %b : memref<?xf32>, memref<?xf32>
    return
  }
  func.func @late_fault(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %b = gpu.alloc (%c1) : memref<?xf32>
    %t0 = gpu.wait async
    %t1 = gpu.launch_func async [%t0] @kernels::@faults blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%b : memref<?xf32>)
    %t2 = gpu.launch_func async [%t1] @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%b : memref<?xf32>, %b : memref<?xf32>)
    gpu.wait [%t2]
    return
  }
  func.func @returns() -> index {
    %c1 = arith.constant 1 : index
    return %c1 : index
  }
}

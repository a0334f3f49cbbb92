//===- Passes.td - Passes from kernels to the CPU ----------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_PASSES_TD
#define DTYP_EMULATOR_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// CheckEmulatedOps
//===----------------------------------------------------------------------===//

def CheckEmulatedOpsPass : Pass<"dtyp-check-emulated-ops"> {
  let summary = "refuse ops that the CPU emulator does not know";
  let description = [{
    Reports each op of the dialects gpu, nvgpu and nvvm in a `gpu.module` that
    the emulator has no equivalent of: tensor cores, the tensor memory
    accelerator, asynchronous copies and other features of one kind of chip.
    `dtyp-run --list-emulated-ops` prints the table. The IR is not changed.

    Example: this is refused.

    ```
    %d = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]}
        : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// LowerKernels
//===----------------------------------------------------------------------===//

def LowerKernelsPass : Pass<"dtyp-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "turn kernels into host functions that run one thread";
  let description = [{
    Moves the functions of each `gpu.module` into the module around it, as
    `MODULE::FUNCTION`, and removes the `gpu.module`. Each function gets four
    arguments in front of its own: the address of the block's context, and the
    indices of the thread. Indices and sizes become these arguments and loads
    from the context; barriers, operations of warps, assertions and output
    become calls of the emulator's runtime library; arrays in shared memory
    become addresses in the block's memory.

    Each kernel gets an entry `MODULE::KERNEL.entry` that takes the addresses of
    the parameters as `cuLaunchKernel` does. Where no thread of the kernel can
    wait for another one, the entry runs all threads of a block in three nested
    loops, into which LLVM inlines the kernel; else it runs one thread. The
    attribute `emulated_kernel` of the entry says which it is, how many bytes of
    static shared memory a block needs and how many of stack a thread needs, and
    whether the blocks of a cluster have to run together.

    With `sanitize`, each access to an array is checked by a call of the runtime
    library before it is made, and local arrays are made by the runtime library,
    which is told where their scopes begin and end.

    Example: before

    ```
    gpu.module @kernels {
      gpu.func @fill(%a: memref<?xindex>) kernel {
        %i = gpu.thread_id x
        memref.store %i, %a[%i] : memref<?xindex>
        gpu.return
      }
    }
    ```

    and after

    ```
    func.func private @"kernels::fill"(%block: !llvm.ptr, %x: index, %y: index, %z: index, %a: memref<?xindex>) {
      memref.store %x, %a[%x] : memref<?xindex>
      return
    }
    func.func @"kernels::fill.entry"(%block: !llvm.ptr, %parameters: !llvm.ptr) attributes {
        emulated_kernel = {sanitized = false, shared_arrays = [], shared_bytes = 0,
                           stack_bytes = 0, uses_cluster = false, waits = false}} {
      ...
      scf.for %z = %c0 to %depth step %c1 {
        scf.for %y = %c0 to %height step %c1 {
          scf.for %x = %c0 to %width step %c1 {
            func.call @"kernels::fill"(%block, %x, %y, %z, %a) : (!llvm.ptr, index, index, index, memref<?xindex>) -> ()
    ```
  }];
  let options = [
    Option<"sanitize", "sanitize", "bool", /*default=*/"false",
           "Whether accesses to arrays are checked">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

//===----------------------------------------------------------------------===//
// DropMemorySpaces
//===----------------------------------------------------------------------===//

def DropMemorySpacesPass : Pass<"dtyp-drop-memory-spaces"> {
  let summary = "put all memory into one space, as a CPU has it";
  let description = [{
    Removes the memory space of every memref and pointer type, and the casts
    between spaces.

    Example: before

    ```mlir
    func.func @before(%a: memref<4xf32, #gpu.address_space<workgroup>>) -> memref<4xf32> {
      %b = memref.memory_space_cast %a : memref<4xf32, #gpu.address_space<workgroup>> to memref<4xf32>
      return %b : memref<4xf32>
    }
    ```

    and after

    ```mlir
    func.func @after(%a: memref<4xf32>) -> memref<4xf32> {
      return %a : memref<4xf32>
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// LowerHostCode
//===----------------------------------------------------------------------===//

def LowerHostCodePass : Pass<"dtyp-lower-host-code", "::mlir::ModuleOp"> {
  let summary = "lower launches and device memory of host functions to calls";
  let description = [{
    Lowers the gpu dialect in the module's functions to calls of a runtime
    library, which drives a device: the emulator, or a GPU through the CUDA
    driver. An op that is not asynchronous waits for its end. All is done in
    order, so tokens carry nothing: they become values of `i1`. Each function
    gets an entry `FUNCTION.entry`, which takes the addresses of the arguments.

    Calls get the location of the op, for errors, as their last argument. A
    kernel's parameters are stored on the stack with a text that says, for each,
    what it is.

    Example: before

    ```
    func.func @run(%a: memref<4xf32>) {
      %c1 = arith.constant 1 : index
      gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<4xf32>)
      return
    }
    ```

    and after

    ```
    func.func @run(%a: memref<4xf32>) {
      ...
      llvm.call @dtyp_host_launch(%module, %kernel, %sizes, %kinds, %parameters, %isAsync, %location)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"
  ];
}

//===----------------------------------------------------------------------===//
// LowerMathToLibm
//===----------------------------------------------------------------------===//

def LowerMathToLibmPass : Pass<"dtyp-lower-math-to-libm", "::mlir::ModuleOp"> {
  let summary = "make calls of libm of what LLVM would only approximate";
  let description = [{
    Turns `math.expm1` and `math.log1p` of floats and of fixed vectors of them
    into calls of the functions of the C library, of which 16-bit floats use
    those of f32. The conversion of the dialect math to LLVM computes
    `exp(x) - 1` and `log(1 + x)`, which have no correct digit left where `x` is
    small. All other ops, and other types, are left to that conversion.

    Example: before

    ```mlir
    func.func @before(%x: f32) -> f32 {
      %y = math.expm1 %x : f32
      return %y : f32
    }
    ```

    and after

    ```mlir
    func.func private @expm1f(f32) -> f32 attributes {llvm.readnone}
    func.func @after(%x: f32) -> f32 {
      %y = call @expm1f(%x) : (f32) -> f32
      return %y : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // DTYP_EMULATOR_PASSES_TD

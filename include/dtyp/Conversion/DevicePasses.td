//===- DevicePasses.td - Checks and set-up of device code --*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_CONVERSION_DEVICEPASSES_TD
#define DTYP_CONVERSION_DEVICEPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// CheckDeviceCode
//===----------------------------------------------------------------------===//

def CheckDeviceCodePass : Pass<"cudax-check-device-code", "::mlir::ModuleOp"> {
  let summary = "refuse device code that would be compiled to wrong code";
  let description = [{
    Reports code in `gpu.module`s and `gpu.launch`es that LLVM and ptxas compile
    without a word to something else, or on which they end with an error that
    names no place:

    - memory spaces: a `memref.alloca` outside of the private space (it is made
      in local memory and accessed as if it were in another), a `memref.global`
      or a `memref.alloc` in the private space, spaces that have no equivalent on
      the GPU;
    - element types: `f80` (of which 4 of 16 bytes are copied), `tf32`, vectors of
      scalable size, arithmetic on floats that only have storage;
    - allocas that are larger than the local memory of a thread, or whose
      alignment is less than their element needs; static buffers that are larger
      than shared memory, or whose size wraps;
    - allocas whose value leaves its scope: returned, yielded by the region in
      which they are made, kept until the op is executed again, or (in host code)
      passed to a kernel;
    - casts between two memory spaces of which neither is the generic one;
    - ops of host code.

    The IR is not changed.

    Example: this is refused; the array is in local memory, and the store would
    go to shared memory.

    ```
    %a = memref.alloca() : memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %x, %a[%i] : memref<16xf32, #gpu.address_space<workgroup>>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// RemarkFramePadding
//===----------------------------------------------------------------------===//

def RemarkFramePaddingPass : Pass<"cudax-remark-frame-padding"> {
  let summary = "remark how much of a frame is padding for alignment";
  let description = [{
    Makes a remark of category `local-array` at each `memref.alloca` of static
    shape that is aligned to more than 16 bytes, through MLIR's remark engine:
    nobody sees it who does not ask, by `--remarks-filter=local-array` or by
    `--remark-format=yaml` for a file.

    The frame of a thread is aligned to 16 bytes. An array of S bytes that is
    aligned to N above that takes S rounded up to N, and N - 16 more: 64 floats
    take 256 bytes, and 1008 if they are aligned to 512. (Measured with ptxas
    13.0; nvcc is the same.) The remark's metrics are `Alignment`, `ArrayBytes`
    and `PaddingBytes`, in bytes for each thread.

    Example: 16 floats that are aligned to 64, with 48 bytes of padding.

    ```mlir
    func.func @padded() {
      %a = memref.alloca() {alignment = 64 : i64} : memref<16xf32, #gpu.address_space<private>>
      "test.use"(%a) : (memref<16xf32, #gpu.address_space<private>>) -> ()
      return
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// CheckSharedMemory
//===----------------------------------------------------------------------===//

def CheckSharedMemoryPass
    : Pass<"cudax-check-shared-memory", "::mlir::gpu::GPUModuleOp"> {
  let summary = "refuse kernels that need more shared memory than there is";
  let description = [{
    Adds up the arrays in shared memory of each kernel and of the functions that
    it calls: globals in workgroup memory, workgroup attributions, and the dynamic
    arrays of `cudax.dynamic_shared_bytes`. More than 48 KiB of static arrays are an
    error on every chip, more than a block has in total (CUDA C++ Programming
    Guide, table of technical specifications) are one on the chips of the option
    `chip`, or of the module's targets if it is empty. There is a note at each
    array. Padding is not counted.

    A kernel with dynamic shared memory gets the attribute
    `cudax.max_shared_bytes`: for each chip, what a block has, static and dynamic.
    A launch with more than 48 KiB of dynamic memory has to set
    `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES` to its size, which is at most
    that without the static arrays.

    Example: before

    ```mlir
    gpu.module @kernels {
      gpu.func @kernel() kernel attributes {cudax.dynamic_shared_bytes = 102400 : i64} {
        %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```

    and after `chip=sm_90`

    ```mlir
    gpu.module @kernels {
      gpu.func @kernel() kernel attributes {cudax.dynamic_shared_bytes = 102400 : i64, cudax.max_shared_bytes = {sm_90 = 232448 : i64}} {
        %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let options = [
    ListOption<"chips", "chip", "std::string",
               "Chips to compile for (sm_80,sm_90)">
  ];
}

//===----------------------------------------------------------------------===//
// PrepareKernels
//===----------------------------------------------------------------------===//

def PrepareKernelsPass
    : Pass<"cudax-prepare-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "give device functions their linkage, and check signatures";
  let description = [{
    Gives each `func.func` in a `gpu.module` internal linkage, unless it has an
    attribute `llvm.linkage`: upstream exports every one, so that a copy of it
    stays in the PTX even where all calls are inlined.

    A loop's `llvm.loop_annotation` becomes `loop_annotation`: upstream carries the
    former along and ignores it.

    Where memrefs are passed as descriptors, the arguments with `llvm.noalias`
    are noted in the function's attribute `cudax.noalias_parameters`, from which
    `cudax-restore-noalias` marks the pointers: upstream drops the attribute with
    a warning.

    The mark `cudax.local_array` is taken off the allocas at the beginning of
    functions: they are where they are to be, and each attribute costs time in
    the passes that follow.

    It reports what upstream would get wrong: the declaration of a `func.func`,
    which becomes a call to a C interface that does not exist (an external
    function is declared by `llvm.func`); a `gpu.func` that is no kernel, which
    nothing can call; a kernel whose name or parameters PTX cannot have; with
    `kernel-bare-ptr`, a kernel's memref whose shape is not static; and, where
    `index-bitwidth` is 32, ops of nvgpu, which are only lowered for 64.

    Example: before

    ```mlir
    gpu.module @kernels {
      func.func @helper(%x: f32) -> f32 {
        return %x : f32
      }
    }
    ```

    and after

    ```mlir
    gpu.module @kernels {
      func.func @helper(%x: f32) -> f32 attributes {llvm.linkage = #llvm.linkage<internal>} {
        return %x : f32
      }
    }
    ```
  }];
  let options = [
    Option<"kernelBarePtr", "kernel-bare-ptr", "bool", /*default=*/"false",
           "Whether memrefs are passed to kernels as single pointers">,
    Option<"indexBitwidth", "index-bitwidth", "unsigned", /*default=*/"64",
           "Width of index">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// AnnotateUnrolling
//===----------------------------------------------------------------------===//

def AnnotateUnrollingPass : Pass<"cudax-annotate-unrolling"> {
  let summary = "have the loops unrolled whose counters index local arrays";
  let description = [{
    Registers have no index: a local array becomes registers only if all of its
    indices are constants, so that the loops whose counters they are made of must
    be unrolled in full. LLVM does so for small loops only, and leaves an
    accumulator of 8 by 8 floats in local memory where nvcc has it in registers.

    The pass annotates these loops, `scf.for`, by
    `#llvm.loop_annotation<unroll = <full = true>>`, if *all* indices of an array
    of static shape in the private space are made of constants and of counters of
    loops that end after a known number of iterations; those of a loop that is
    inside of another may depend on its counter. Else nothing is annotated for
    this array, as it stays in local memory anyway. Two budgets limit it: the
    bytes of all such arrays of a function (a thread has 255 registers of 4
    bytes; larger arrays are spilled to local memory in pieces), and the ops that
    a nest of loops has after unrolling. The first is not for an array that only
    brings values into another order, each of which is loaded from an argument
    with `llvm.noalias` and `llvm.readonly` by one nest of loops and read at most
    once by the next: the value is loaded where it is used then, and the array
    takes no registers. A loop with an annotation of its own is left alone.

    The decisions are remarks of the category `cudax`.

    Run it behind the lowering of everything that becomes a loop, and before
    `convert-scf-to-cf`.

    Example: before

    ```mlir
    func.func @before(%value: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %a = memref.alloca() : memref<64xf32, #gpu.address_space<private>>
      scf.for %i = %c0 to %c64 step %c1 {
        memref.store %value, %a[%i] : memref<64xf32, #gpu.address_space<private>>
      }
      return
    }
    ```

    and after

    ```mlir
    #unroll = #llvm.loop_unroll<full = true>
    #annotation = #llvm.loop_annotation<unroll = #unroll>

    func.func @after(%value: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %a = memref.alloca() : memref<64xf32, #gpu.address_space<private>>
      scf.for %i = %c0 to %c64 step %c1 {
        memref.store %value, %a[%i] : memref<64xf32, #gpu.address_space<private>>
      } {loop_annotation = #annotation}
      return
    }
    ```
  }];
  let options = [
    Option<"maxArrayBytes", "max-array-bytes", "uint64_t", /*default=*/"1024",
           "The most bytes of arrays that a function may have in registers">,
    Option<"maxUnrolledOps", "max-unrolled-ops", "uint64_t",
           /*default=*/"16384",
           "The most ops that a nest of loops may have after unrolling">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// ConvertToNVVM
//===----------------------------------------------------------------------===//

def ConvertToNVVMPass
    : Pass<"cudax-convert-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "convert device code to llvm and nvvm, a few functions at a time";
  let description = [{
    Does what upstream's `convert-gpu-to-nvvm` does, by its patterns. A conversion
    keeps all that it replaces until it ends. Upstream's is one of the whole
    module, which does not fit into the processor's cache if it is large.

    Example: before

    ```mlir
    gpu.module @kernels {
      gpu.func @double(%x: f32, %out: !llvm.ptr) kernel {
        %y = arith.addf %x, %x : f32
        llvm.store %y, %out : f32, !llvm.ptr
        gpu.return
      }
    }
    ```

    and after

    ```mlir
    gpu.module @kernels {
      llvm.func @double(%x: f32, %out: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
        %y = llvm.fadd %x, %x : f32
        llvm.store %y, %out : f32, !llvm.ptr
        llvm.return
      }
    }
    ```
  }];
  let options = [
    Option<"indexBitwidth", "index-bitwidth", "unsigned", /*default=*/"0",
           "The bits of an index, or 0 for those of a pointer">,
    Option<"kernelBarePtr", "kernel-bare-ptr", "bool", /*default=*/"false",
           "Pass memrefs of static shape as pointers">,
    Option<"opsAtOnce", "ops-at-once", "uint64_t", /*default=*/"4096",
           "The ops of functions that a conversion has at least, as it takes some "
           "time to begin">
  ];
  let dependentDialects = [
    "::mlir::cf::ControlFlowDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

//===----------------------------------------------------------------------===//
// EraseCInterfaces
//===----------------------------------------------------------------------===//

def EraseCInterfacesPass
    : Pass<"cudax-erase-c-interfaces", "::mlir::gpu::GPUModuleOp"> {
  let summary = "erase the C interfaces that upstream adds to device functions";
  let description = [{
    The conversion adds to each device function a second one for callers
    in C, `_mlir_ciface_` and its name, which is exported. No kernel calls it, but
    it keeps a copy of the function in the PTX. This pass erases those that
    nothing in the module uses.

    Example: before

    ```mlir
    gpu.module @kernels {
      llvm.func @helper() {
        llvm.return
      }
      llvm.func @_mlir_ciface_helper() {
        llvm.call @helper() : () -> ()
        llvm.return
      }
    }
    ```

    and after

    ```mlir
    gpu.module @kernels {
      llvm.func @helper() {
        llvm.return
      }
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// RestoreNoAlias
//===----------------------------------------------------------------------===//

def RestoreNoAliasPass
    : Pass<"cudax-restore-noalias", "::mlir::gpu::GPUModuleOp"> {
  let summary = "mark the pointers of memrefs that are not aliased";
  let description = [{
    Gives the parameters that `cudax-prepare-kernels` noted the attribute
    `llvm.noalias`. It is the aligned pointer of a descriptor that is marked, as
    all accesses go by it. LLVM loads what is not aliased and not written through
    the read-only cache (`ld.global.nc`), as nvcc does for
    `const float *__restrict__`.

    Example: before

    ```mlir
    gpu.module @kernels {
      llvm.func @kernel(%allocated: !llvm.ptr, %aligned: !llvm.ptr, %offset: i64,
                        %size: i64, %stride: i64)
          attributes {gpu.kernel, nvvm.kernel, cudax.noalias_parameters = array<i64: 1>} {
        llvm.return
      }
    }
    ```

    and after

    ```mlir
    gpu.module @kernels {
      llvm.func @kernel(%allocated: !llvm.ptr, %aligned: !llvm.ptr {llvm.noalias}, %offset: i64,
                        %size: i64, %stride: i64)
          attributes {gpu.kernel, nvvm.kernel} {
        llvm.return
      }
    }
    ```
  }];
}

#endif // DTYP_CONVERSION_DEVICEPASSES_TD

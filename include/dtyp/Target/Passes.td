//===- Passes.td - Passes from modules to GPU code ---------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_PASSES_TD
#define DTYP_TARGET_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// AttachTargets
//===----------------------------------------------------------------------===//

def AttachTargetsPass : Pass<"cudax-attach-targets", "::mlir::ModuleOp"> {
  let summary = "attach chips to gpu.modules, with a PTX version that has them";
  let description = [{
    Makes `#nvvm.target` attributes the targets of each `gpu.module`, one for
    each chip in the option `chip`; where it is empty, a module that has targets
    keeps them, and any other gets `sm_75`, the oldest chip of CUDA 13, whose
    PTX runs on every later chip.

    `features` is the PTX version (`+ptx80`). It defaults to the lowest that has
    the chip, but 7.3, which allocas of dynamic size need. Chips and versions are
    checked here, since LLVM ends the process for a version that is too old.

    `fmad`, `ftz`, `prec-div`, `prec-sqrt` and `use-fast-math` are nvcc's options
    of these names, with its defaults (CUDA Compiler Driver NVCC, "Options for
    Steering GPU Code Generation"). What differs from the defaults becomes flags
    of the targets, from which the code is made: `no-fmad`, `ftz`, `no-prec-div`,
    `no-prec-sqrt`, `fast`. By default a product and a sum become one fused
    multiply-add where that is faster, so a result can differ from NumPy's in its
    last bit; with `fmad=false` every operation rounds as IEEE 754 says.

    Example: before

    ```mlir
    gpu.module @kernels {
    }
    ```

    and after `chip=sm_80,sm_90`

    ```mlir
    gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80", features = "+ptx73">,
                         #nvvm.target<O = 3, chip = "sm_90", features = "+ptx78">] {
    }
    ```
  }];
  let options = [
    ListOption<"chips", "chip", "std::string",
               "Chips to compile for (sm_80,sm_90)">,
    Option<"features", "features", "std::string", /*default=*/"\"\"",
           "PTX version (+ptx80); the lowest that has the chip by default">,
    Option<"optLevel", "opt-level", "int", /*default=*/"3",
           "Optimization level, 0 to 3">,
    Option<"fmad", "fmad", "bool", /*default=*/"true",
           "Contract a product and a sum to a fused multiply-add">,
    Option<"ftz", "ftz", "bool", /*default=*/"false",
           "Flush subnormal float32 to zero">,
    Option<"precDiv", "prec-div", "bool", /*default=*/"true",
           "Round float32 divisions correctly">,
    Option<"precSqrt", "prec-sqrt", "bool", /*default=*/"true",
           "Round float32 square roots correctly">,
    Option<"useFastMath", "use-fast-math", "bool", /*default=*/"false",
           "Use approximate functions and divisions of float32, and flush "
           "subnormal float32 to zero">
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

//===----------------------------------------------------------------------===//
// ModuleToBinary
//===----------------------------------------------------------------------===//

def ModuleToBinaryPass : Pass<"cudax-module-to-binary", "::mlir::ModuleOp"> {
  let summary = "compile gpu.modules of the LLVM dialect to GPU code";
  let description = [{
    Replaces each `gpu.module`, which holds only the LLVM and NVVM dialects and
    has targets, by a `gpu.binary`. In the formats `llvm` (bitcode), `isa` (PTX)
    and `bin` (cubin) it has an object for each target; in `fatbin` it has one
    object, in which the cubin and the PTX of every target are merged.

    It differs from upstream's `gpu-module-to-binary` in these points:

    - What would end the process, or go on with wrong code, is an error first: a
      PTX version that is too old, an op that cannot be translated, a call to
      libdevice (`__nv_sinf`) that stays unresolved.
    - libdevice is linked only where it is used.
    - A kernel whose frame of local memory is larger than any that launches
      (523,520 bytes) is an error.
    - The same input gives the same output: no times are recorded.
    - The modules and their targets are compiled at the same time, on the threads
      of the context. What comes out is the same as without threads, errors,
      remarks and their order included.
    - The object's kernel table keeps what became of the arguments that the
      author of a kernel wrote, and what ptxas says about the kernel on each chip:
      registers, frame, spills, shared memory. It is made of builtin attributes,
      which upstream's tools can read.

    `toolkit` is the folder of the CUDA Toolkit. By default it is the one that
    CUDA_ROOT, CUDA_HOME or CUDA_PATH name, else what is beside the library Dtyp,
    on PATH, or in /usr/local/cuda.

    `assembler` is what makes cubins of PTX: `ptxas`, a program; `nvptxcompiler`,
    the same as a library, if this project was built with it; or `nvjitlink`, a
    library that assembles code to be linked. `auto` takes nvptxcompiler, or else
    ptxas, or nvjitlink where there is no ptxas either or something to link.

    `link` are files with functions that the kernels call. LLVM IR (bitcode or
    text) is linked by LLVM, which may inline it; LTO-IR, PTX and cubins are
    linked by nvJitLink, into cubins only. A fat binary then has no PTX. A
    function that stays undefined in a cubin is an error at its declaration, one
    that is defined twice an error at one of its definitions.

    Example: before

    ```mlir
    gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx78">] {
      llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
        llvm.return
      }
    }
    ```

    and after, with `format=isa`

    ```
    gpu.binary @kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_90", features = "+ptx78">,
      kernels = <[#gpu.kernel_metadata<"kernel", !llvm.func<void ()>, metadata = {}>]>,
      assembly = ".version 7.8 ...">]
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", /*default=*/"\"fatbin\"",
           "What to make: llvm, isa, bin or fatbin">,
    Option<"toolkit", "toolkit", "std::string", /*default=*/"\"\"",
           "Folder of the CUDA Toolkit">,
    Option<"lineInfo", "lineinfo", "bool", /*default=*/"false",
           "Keep source lines in cubins (as ptxas -lineinfo)">,
    Option<"assembler", "assembler", "::mlir::cudax::AssemblerKind",
           /*default=*/"::mlir::cudax::AssemblerKind::Auto",
           "What makes cubins of PTX", [{::llvm::cl::values(
             clEnumValN(::mlir::cudax::AssemblerKind::Auto, "auto",
                        "nvptxcompiler, else ptxas, else nvjitlink"),
             clEnumValN(::mlir::cudax::AssemblerKind::Ptxas, "ptxas",
                        "The program of the CUDA Toolkit"),
             clEnumValN(::mlir::cudax::AssemblerKind::NvPtxCompiler,
                        "nvptxcompiler", "ptxas in this process"),
             clEnumValN(::mlir::cudax::AssemblerKind::NvJitLink, "nvjitlink",
                        "NVIDIA's linker, in this process"))}]>,
    ListOption<"link", "link", "std::string",
               "Files with functions that kernels call">
  ];
}

#endif // DTYP_TARGET_PASSES_TD

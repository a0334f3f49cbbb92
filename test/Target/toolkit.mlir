// Where the toolkit is looked for, and what is said when a part of it is missing.

// A variable that names no folder is wrong, even where nothing is needed of it.
// RUN: not env -u CUDA_ROOT CUDA_HOME=%t/nowhere dtyp-opt --cudax-module-to-binary=format=isa %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: error: expected the environment variable CUDA_HOME to name the folder of a CUDA Toolkit, but there is none at '{{.*}}nowhere'; correct or unset the variable

// CUDA_ROOT comes before CUDA_HOME, and CUDA_HOME before CUDA_PATH; an empty one is as none.
// RUN: mkdir -p %t/empty
// RUN: env CUDA_ROOT=%t/empty CUDA_HOME=%t/nowhere dtyp-opt --cudax-module-to-binary=format=isa %s -o %t.out
// RUN: env CUDA_ROOT= CUDA_HOME=%t/empty CUDA_PATH=%t/nowhere dtyp-opt --cudax-module-to-binary=format=isa %s -o %t.out
// RUN: not env -u CUDA_ROOT -u CUDA_HOME CUDA_PATH=%t/nowhere dtyp-opt --cudax-module-to-binary=format=isa %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PATH
// PATH: the environment variable CUDA_PATH

// The option comes before all of them.
// RUN: env CUDA_ROOT=%t/nowhere dtyp-opt --cudax-module-to-binary="format=isa toolkit=%t/empty" %s -o %t.out

// RUN: not dtyp-opt --cudax-module-to-binary="format=bin assembler=ptxas toolkit=%t/empty" %s 2>&1 | FileCheck %s --check-prefix=PTXAS
// PTXAS: error: no ptxas of the CUDA Toolkit was found (looked for {{.*}}/empty/bin/ptxas); install the CUDA Toolkit or NVIDIA's wheel 'nvidia-cuda-nvcc', and let CUDA_HOME name its folder

gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80">] {
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}

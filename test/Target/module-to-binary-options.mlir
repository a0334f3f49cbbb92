// RUN: not dtyp-opt --cudax-module-to-binary=format=cubin %s 2>&1 | FileCheck %s --check-prefix=CUBIN
// CUBIN: error: expected the option 'format' to be llvm, isa, bin or fatbin, but got 'cubin'; write 'bin'

// RUN: not dtyp-opt --cudax-module-to-binary=format=binary %s 2>&1 | FileCheck %s --check-prefix=BINARY
// BINARY: but got 'binary'; write 'bin'

// RUN: not dtyp-opt --cudax-module-to-binary=format=ptx %s 2>&1 | FileCheck %s --check-prefix=PTX
// PTX: but got 'ptx'; write 'isa'

// RUN: not dtyp-opt --cudax-module-to-binary=format=assembly %s 2>&1 | FileCheck %s --check-prefix=ASSEMBLY
// ASSEMBLY: but got 'assembly'; write 'isa'

// RUN: not dtyp-opt --cudax-module-to-binary=format=offloading %s 2>&1 | FileCheck %s --check-prefix=OFFLOADING
// OFFLOADING: but got 'offloading'; write 'llvm'

// The word is also a tool of CUDA, whose path lit would put there.
// RUN: not dtyp-opt --cudax-module-to-binary=format="fat""binary" %s 2>&1 | FileCheck %s --check-prefix=FATBIN
// FATBIN: but got 'fatbinary'; write 'fatbin'

// RUN: not dtyp-opt --cudax-module-to-binary=format=elf %s 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: but got 'elf'{{$}}

// RUN: not dtyp-opt --cudax-module-to-binary="format=isa toolkit=%t/nowhere" %s 2>&1 | FileCheck %s --check-prefix=TOOLKIT
// TOOLKIT: error: expected the toolkit to be a folder, but there is none at '{{.*}}/nowhere'

gpu.module @m [#nvvm.target<chip = "sm_80">] {
}

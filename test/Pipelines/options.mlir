// Options, and what is said of wrong ones: each is an error with status 1.

// RUN: dtyp-opt --dtyp-to-nvvm="chip=sm_90 features=+ptx83 format=isa opt-level=0" %S/Inputs/kernel.mlir | FileCheck %s --check-prefix=O0
// O0:      #nvvm.target<O = 0, chip = "sm_90", features = "+ptx83">
// O0-SAME: .version 8.3
// O0-SAME: call.uni

// RUN: dtyp-opt --dtyp-to-nvvm="format=isa" %S/Inputs/kernel.mlir | FileCheck %s --check-prefix=DEFAULT
// DEFAULT:      #nvvm.target<O = 3, chip = "sm_75", features = "+ptx73">
// DEFAULT-SAME: .visible .entry kernel(\0A\09.param .u64 .ptr .align 1 kernel_param_0,\0A\09.param .u64 .ptr .align 1 kernel_param_1,\0A\09.param .u64 kernel_param_2,\0A\09.param .u64 kernel_param_3,\0A\09.param .u64 kernel_param_4,\0A\09.param .u64 kernel_param_5\0A)

// RUN: dtyp-opt --dtyp-to-nvvm="format=isa index-bitwidth=32" %S/Inputs/kernel.mlir | FileCheck %s --check-prefix=INDEX
// INDEX: .param .u64 .ptr .align 1 kernel_param_0,\0A\09.param .u64 .ptr .align 1 kernel_param_1,\0A\09.param .u32 kernel_param_2,\0A\09.param .u32 kernel_param_3,\0A\09.param .u32 kernel_param_4,\0A\09.param .u32 kernel_param_5\0A)

// RUN: not dtyp-opt --dtyp-to-nvvm="index-bitwidth=16" %S/Inputs/kernel.mlir 2>&1 | FileCheck %s --check-prefix=BITWIDTH
// BITWIDTH: index-bitwidth option: Cannot find option named '16'!

// RUN: not dtyp-opt --dtyp-to-nvvm="format=isa kernel-bare-ptr" %S/Inputs/kernel.mlir 2>&1 | FileCheck %s --check-prefix=BARE
// BARE: kernel.mlir:8:32: error: expected a memref of static shape, strides and offset for a kernel that takes bare pointers, but argument 0 of 'kernel' is 'memref<?xf32>'

// RUN: not dtyp-opt --dtyp-to-nvvm="chip=sm_42" %S/Inputs/kernel.mlir 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: expected a chip that LLVM {{.*}} knows, but got 'sm_42'
// RUN: not dtyp-opt --dtyp-to-nvvm="format=cubin" %S/Inputs/kernel.mlir 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: expected the option 'format' to be llvm, isa, bin or fatbin, but got 'cubin'; write 'bin'
// RUN: not dtyp-opt --dtyp-to-nvvm="opt-level=-1" %S/Inputs/kernel.mlir 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: error: expected the option 'opt-level' to be 0 to 3, but got -1
// RUN: not dtyp-opt --dtyp-to-nvvm="features=+ptx60" %S/Inputs/kernel.mlir 2>&1 | FileCheck %s --check-prefix=FEATURES
// FEATURES: error: expected at least PTX 7.3 (+ptx73)
// RUN: not dtyp-opt --dtyp-to-nvvm="toolkit=%t/nowhere" %S/Inputs/kernel.mlir 2>&1 | FileCheck %s --check-prefix=TOOLKIT
// TOOLKIT: error: expected the toolkit to be a folder
// RUN: not dtyp-opt --dtyp-to-nvvm="nonsense=1" %S/Inputs/kernel.mlir 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: no such option nonsense

// RUN: dtyp-opt --dtyp-to-nvvm="chip=sm_90 format=isa lineinfo" %s | FileCheck %s --check-prefix=LINE
// RUN: dtyp-opt --dtyp-to-nvvm="chip=sm_90 format=isa kernel-bare-ptr" %s | FileCheck %s --check-prefix=STATIC
// LINE:       .loc{{.*}}1 [[#LINE:]]
// LINE-SAME:  .file{{.*}}1 \22{{.*}}options.mlir\22
// STATIC:     .visible .entry bare(\0A\09.param .u64 .ptr .align 1 bare_param_0\0A)
// STATIC-NOT: .loc
gpu.module @static {
  gpu.func @bare(%a: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = memref.load %a[%c0] : memref<4xf32>
    memref.store %x, %a[%c1] : memref<4xf32>
    gpu.return
  }
}

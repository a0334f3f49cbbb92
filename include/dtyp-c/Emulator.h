//===- Emulator.h - C API: kernels on the CPU ---------------------*- C -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares the emulator: it compiles the kernels of a module in
// memory, and launches them on the cores of the CPU, on memory of the process.
// docs/emulator.md describes what is emulated and what is checked.
//
// Errors, and what a kernel does wrong, are diagnostics of the context, which
// go to the handler that `mlirContextAttachDiagnosticHandler` attaches. Null
// handles are allowed everywhere: what is asked of one fails or is empty.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_C_EMULATOR_H
#define DTYP_C_EMULATOR_H

#include "dtyp-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kernels that were compiled for the CPU; owned by the caller.
typedef struct DtypEmulator {
  void *ptr;
} DtypEmulator;

/// Compiles kernels of a module, which stays as it is: those named `kernel`
/// (`NAME`, or `MODULE::NAME` with the name of the gpu.module), or all if that
/// is empty. `optLevel` is LLVM's optimization level, 0 to 3. With `sanitize`,
/// accesses to arrays are checked. What the passes need of dialects and
/// extensions is added to the context. Returns null after an error, and
/// without a diagnostic if the module is null. The emulator is freed before the
/// context.
MLIR_CAPI_EXPORTED DtypEmulator dtypEmulatorCreate(MlirModule module,
                                                   MlirStringRef kernel,
                                                   int optLevel, bool sanitize);
/// Frees the emulator, of which no launch may be in progress.
MLIR_CAPI_EXPORTED void dtypEmulatorDestroy(DtypEmulator emulator);

/// Returns the number of kernels; 0 for a null handle.
MLIR_CAPI_EXPORTED intptr_t dtypEmulatorGetNumKernels(DtypEmulator emulator);
/// Returns a kernel, which the emulator owns; null if there is none of this
/// position. Its name is `MODULE::NAME`, and there are no chips.
MLIR_CAPI_EXPORTED DtypCompiledKernel
dtypEmulatorGetKernel(DtypEmulator emulator, intptr_t pos);
/// Returns how many parameters a launch of a kernel takes, where a memref of
/// rank R counts as 3 + 2 * R: its two pointers, its offset, its sizes and its
/// strides; -1 if there is no kernel of this position.
MLIR_CAPI_EXPORTED intptr_t dtypEmulatorGetNumParameters(DtypEmulator emulator,
                                                         intptr_t pos);

/// The sizes of a launch: blocks in the grid, threads in a block, blocks in a
/// cluster, each along x, y and z, and the bytes of dynamic shared memory of a
/// block.
typedef struct DtypLaunchSizes {
  int64_t grid[3];
  int64_t block[3];
  int64_t cluster[3];
  int64_t dynamicSharedBytes;
} DtypLaunchSizes;

/// An array in global memory.
typedef struct DtypGlobalArray {
  const void *address;
  int64_t numBytes;
} DtypGlobalArray;

/// Runs a kernel, given by its position, and waits for its end. `parameters`
/// are the addresses of the parameters, as for cuLaunchKernel. Where accesses
/// are checked, `arrays` is all global memory that the kernel may access.
///
/// Fails if the sizes are none that a GPU takes, if there are more or fewer
/// parameters than the kernel has, if the kernel does something wrong, each
/// fault with its place in the source, or without a diagnostic after
/// `dtypEmulatorCancel`.
MLIR_CAPI_EXPORTED MlirLogicalResult dtypEmulatorLaunch(
    DtypEmulator emulator, intptr_t pos, const DtypLaunchSizes *sizes,
    intptr_t numParameters, void **parameters, intptr_t numArrays,
    const DtypGlobalArray *arrays);

/// Ends the launch that is in progress, if there is one: no further block
/// begins, and blocks that run end when their threads next wait. May be called
/// by another thread, and by a signal handler.
MLIR_CAPI_EXPORTED void dtypEmulatorCancel(DtypEmulator emulator);

#ifdef __cplusplus
}
#endif

#endif // DTYP_C_EMULATOR_H

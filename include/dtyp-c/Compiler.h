//===- Compiler.h - C API: from a module to GPU code --------------*- C -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares the compiler: from a module with dtyp and cudax, or its
// text or bytecode, to PTX, cubins or fatbins in memory. docs/compiling.md
// describes the options.
//
// Errors are diagnostics of the context, which go to the handler that
// `mlirContextAttachDiagnosticHandler` attaches. Null handles are allowed
// everywhere: what is asked of one fails or is empty.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_C_COMPILER_H
#define DTYP_C_COMPILER_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DEFINE_C_API_STRUCT(name, storage)                                     \
  struct name {                                                                \
    storage *ptr;                                                              \
  };                                                                           \
  typedef struct name name

/// Options of a compilation; owned by the caller.
DEFINE_C_API_STRUCT(DtypCompileOptions, void);
/// Compiles modules of one context; owned by the caller.
DEFINE_C_API_STRUCT(DtypCompiler, void);
/// What a compilation made; owned by the caller.
DEFINE_C_API_STRUCT(DtypCompiledModule, const void);
/// A part of a DtypCompiledModule, which owns it.
DEFINE_C_API_STRUCT(DtypCompiledObject, const void);
/// A part of a DtypCompiledModule, which owns it.
DEFINE_C_API_STRUCT(DtypCompiledKernel, const void);

#undef DEFINE_C_API_STRUCT

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//
//
// The setters copy strings. Those that return a result fail, and change
// nothing, if they get a value that is out of range or an empty string.

/// What makes cubins of PTX (docs/compiling.md).
typedef enum DtypAssembler {
  DtypAssemblerAuto = 0,
  DtypAssemblerPtxas = 1,
  DtypAssemblerNvPtxCompiler = 2,
  DtypAssemblerNvJitLink = 3
} DtypAssembler;

/// How kernels compute with floating-point numbers, as options of nvcc.
typedef enum DtypFloatingPointFlag {
  /// A product and a sum may become one operation. On by default.
  DtypFloatingPointFmad = 0,
  /// Subnormal float32 become zero. Off by default.
  DtypFloatingPointFtz = 1,
  /// Divisions of float32 are rounded correctly. On by default.
  DtypFloatingPointPrecDiv = 2,
  /// Square roots of float32 are rounded correctly. On by default.
  DtypFloatingPointPrecSqrt = 3,
  /// Functions of float32 are approximate. Off by default. This alone is not
  /// nvcc's `-use_fast_math`, which sets all five.
  DtypFloatingPointFast = 4
} DtypFloatingPointFlag;

/// Returns the default options.
MLIR_CAPI_EXPORTED DtypCompileOptions dtypCompileOptionsCreate(void);
/// Frees options.
MLIR_CAPI_EXPORTED void dtypCompileOptionsDestroy(DtypCompileOptions options);

/// Adds a chip to compile for, such as `sm_90`; without one, those that the
/// module names are taken, else sm_75. The compilation says what is no chip.
MLIR_CAPI_EXPORTED MlirLogicalResult
dtypCompileOptionsAddChip(DtypCompileOptions options, MlirStringRef chip);
/// Adds a file with functions that kernels call.
MLIR_CAPI_EXPORTED MlirLogicalResult
dtypCompileOptionsAddLinkFile(DtypCompileOptions options, MlirStringRef path);
/// Sets the optimization level, 0 to 3 (the default).
MLIR_CAPI_EXPORTED MlirLogicalResult
dtypCompileOptionsSetOptLevel(DtypCompileOptions options, int level);
/// Sets the width of `index` in kernels: 32, or 64 bits (the default).
MLIR_CAPI_EXPORTED MlirLogicalResult
dtypCompileOptionsSetIndexBitwidth(DtypCompileOptions options, int bits);
/// Sets what makes cubins of PTX.
MLIR_CAPI_EXPORTED MlirLogicalResult dtypCompileOptionsSetAssembler(
    DtypCompileOptions options, DtypAssembler assembler);
/// Sets how kernels compute with floating-point numbers, one flag at a time.
MLIR_CAPI_EXPORTED MlirLogicalResult dtypCompileOptionsSetFloatingPoint(
    DtypCompileOptions options, DtypFloatingPointFlag flag, bool value);
/// Sets the PTX version, such as `+ptx80`; empty for the lowest that has the
/// chip, but 7.3 (the default).
MLIR_CAPI_EXPORTED void
dtypCompileOptionsSetFeatures(DtypCompileOptions options,
                              MlirStringRef features);
/// Sets the folder of the CUDA Toolkit; if empty (the default), it is looked
/// for.
MLIR_CAPI_EXPORTED void dtypCompileOptionsSetToolkit(DtypCompileOptions options,
                                                     MlirStringRef folder);
/// Sets the gpu.module to compile; if empty (the default), all are.
MLIR_CAPI_EXPORTED void
dtypCompileOptionsSetGpuModule(DtypCompileOptions options, MlirStringRef name);
/// Sets whether a memref of static shape is passed to a kernel as one pointer.
MLIR_CAPI_EXPORTED void
dtypCompileOptionsSetKernelBarePtr(DtypCompileOptions options, bool value);
/// Sets whether PTX and cubins say which source line an instruction is from.
MLIR_CAPI_EXPORTED void
dtypCompileOptionsSetLineInfo(DtypCompileOptions options, bool value);
/// Sets whether the IR is verified after each pass.
MLIR_CAPI_EXPORTED void
dtypCompileOptionsSetVerifyEach(DtypCompileOptions options, bool value);
/// Sets the cache on disk: its folder (if empty, the default, there is none),
/// the bytes that it may hold (0: the default of 512 MiB), and a text that
/// becomes a part of the key: whatever else decides the code.
MLIR_CAPI_EXPORTED void dtypCompileOptionsSetCache(DtypCompileOptions options,
                                                   MlirStringRef folder,
                                                   uint64_t maxBytes,
                                                   MlirStringRef salt);

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Reads and verifies a module: text or bytecode, with any number of ops on its
/// top level. Locations name the text as `name`. Returns null after an error,
/// and without a diagnostic if the context is null.
MLIR_CAPI_EXPORTED MlirModule dtypModuleCreateParse(MlirContext context,
                                                    MlirStringRef source,
                                                    MlirStringRef name);

/// What is compiled to.
typedef enum DtypOutputKind {
  /// LLVM bitcode.
  DtypOutputKindBitcode = 0,
  DtypOutputKindPTX = 1,
  DtypOutputKindCubin = 2,
  /// Machine code and PTX for all chips together.
  DtypOutputKindFatbin = 3
} DtypOutputKind;

/// Returns a compiler of modules of `context`, with a copy of the options, or
/// with the default ones if they are null; null if the context is. What the
/// pipelines need of dialects, extensions and translations is added to the
/// context. The compiler is freed before the context. It sets up its passes in
/// the first compilation of each kind and keeps them, so use it again.
MLIR_CAPI_EXPORTED DtypCompiler dtypCompilerCreate(MlirContext context,
                                                   DtypCompileOptions options);
/// Frees the compiler. What it compiled stays.
MLIR_CAPI_EXPORTED void dtypCompilerDestroy(DtypCompiler compiler);

/// Compiles a module, which stays as it is and is of the compiler's context.
/// Returns null after an error.
MLIR_CAPI_EXPORTED DtypCompiledModule dtypCompilerCompile(DtypCompiler compiler,
                                                          MlirModule module,
                                                          DtypOutputKind kind);

/// Compiles a module that is text or bytecode, likewise. Locations name the
/// text as `source`.
MLIR_CAPI_EXPORTED DtypCompiledModule dtypCompilerCompileSource(
    DtypCompiler compiler, MlirStringRef source, DtypOutputKind kind);

/// Compiles one module to PTX, with a compiler of its own. Returns null after
/// an error, and without a diagnostic if the module is null.
MLIR_CAPI_EXPORTED DtypCompiledModule
dtypCompileToPTX(MlirModule module, DtypCompileOptions options);
/// Compiles one module to cubins, likewise.
MLIR_CAPI_EXPORTED DtypCompiledModule
dtypCompileToCubin(MlirModule module, DtypCompileOptions options);

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Frees the result, its objects, its kernels and all their strings. It does
/// not need the context.
MLIR_CAPI_EXPORTED void dtypCompiledModuleDestroy(DtypCompiledModule module);

/// Returns the number of objects: one for each gpu.module and chip, or one for
/// each gpu.module in fatbins.
MLIR_CAPI_EXPORTED intptr_t
dtypCompiledModuleGetNumObjects(DtypCompiledModule module);
/// Returns an object; null if there is none of this position. The modules are
/// in their order, and the chips in theirs.
MLIR_CAPI_EXPORTED DtypCompiledObject
dtypCompiledModuleGetObject(DtypCompiledModule module, intptr_t pos);

/// What the cache on disk did for a compilation.
typedef enum DtypCacheStatus {
  /// There is no cache, or remarks are asked for, which only a compilation
  /// makes.
  DtypCacheStatusNone = 0,
  /// What was kept is the result.
  DtypCacheStatusHit = 1,
  /// The module was compiled, and is kept if nothing prevents it.
  DtypCacheStatusMiss = 2
} DtypCacheStatus;

/// Returns what the cache did, a `DtypCacheStatus`; -1 for a null handle.
MLIR_CAPI_EXPORTED int
dtypCompiledModuleGetCacheStatus(DtypCompiledModule module);
/// Returns the name under which the result is kept in the cache's folder; empty
/// without a cache.
MLIR_CAPI_EXPORTED MlirStringRef
dtypCompiledModuleGetCacheKey(DtypCompiledModule module);
/// Returns why the result was not kept; empty if it was.
MLIR_CAPI_EXPORTED MlirStringRef
dtypCompiledModuleGetCacheProblem(DtypCompiledModule module);

/// Returns the name of the gpu.module.
MLIR_CAPI_EXPORTED MlirStringRef
dtypCompiledObjectGetGpuModule(DtypCompiledObject object);
/// Returns the chip, such as `sm_90`; empty for a fatbin.
MLIR_CAPI_EXPORTED MlirStringRef
dtypCompiledObjectGetChip(DtypCompiledObject object);
/// Returns the bytes of the bitcode, PTX, cubin or fatbin. A zero byte follows
/// them, which is not counted.
MLIR_CAPI_EXPORTED MlirStringRef
dtypCompiledObjectGetContents(DtypCompiledObject object);
/// Returns the number of kernels; 0 for a null handle.
MLIR_CAPI_EXPORTED intptr_t
dtypCompiledObjectGetNumKernels(DtypCompiledObject object);
/// Returns a kernel; null if there is none of this position.
MLIR_CAPI_EXPORTED DtypCompiledKernel
dtypCompiledObjectGetKernel(DtypCompiledObject object, intptr_t pos);

/// Returns the name by which a driver finds the kernel.
MLIR_CAPI_EXPORTED MlirStringRef
dtypCompiledKernelGetName(DtypCompiledKernel kernel);
/// Returns the number of arguments that the author of the kernel wrote.
MLIR_CAPI_EXPORTED intptr_t
dtypCompiledKernelGetNumArguments(DtypCompiledKernel kernel);
/// Returns the type of an argument in the IR, such as `memref<?xf32>`; empty if
/// there is no such argument.
MLIR_CAPI_EXPORTED MlirStringRef
dtypCompiledKernelGetArgumentType(DtypCompiledKernel kernel, intptr_t argument);
/// Returns how many of the kernel's parameters pass an argument, where a memref
/// counts as one: 0 for a provider without run-time fields, -1 if there is no
/// such argument. Writes the parameters' numbers to `parameters`, but at most
/// `capacity`; with the capacity 0 it may be null.
MLIR_CAPI_EXPORTED intptr_t dtypCompiledKernelGetArgumentParameters(
    DtypCompiledKernel kernel, intptr_t argument, intptr_t capacity,
    int64_t *parameters);

/// What a kernel needs, as the assembler says.
typedef enum DtypKernelResource {
  /// Registers of a thread.
  DtypKernelResourceRegisters = 0,
  /// Bytes of local memory of a thread.
  DtypKernelResourceLocalBytes = 1,
  /// Bytes that spilling a thread's registers stores and loads.
  DtypKernelResourceSpillStoreBytes = 2,
  DtypKernelResourceSpillLoadBytes = 3,
  /// Bytes of static shared memory of a block.
  DtypKernelResourceSharedBytes = 4,
  /// Bytes of constant memory, with the parameters.
  DtypKernelResourceConstantBytes = 5,
  DtypKernelResourceBarriers = 6
} DtypKernelResource;

/// Returns the bytes of the arrays in dynamic shared memory of a block; -1 if
/// there are none, or if they are not constant.
MLIR_CAPI_EXPORTED int64_t
dtypCompiledKernelGetDynamicSharedBytes(DtypCompiledKernel kernel);
/// Returns the number of chips for which the kernel was assembled: 0 where the
/// output is PTX or bitcode.
MLIR_CAPI_EXPORTED intptr_t
dtypCompiledKernelGetNumChips(DtypCompiledKernel kernel);
/// Returns the name of a chip for which the kernel was assembled; empty if
/// there is none of this position.
MLIR_CAPI_EXPORTED MlirStringRef
dtypCompiledKernelGetChip(DtypCompiledKernel kernel, intptr_t chip);
/// Returns what the kernel needs on a chip, given by its position; -1 if the
/// assembler does not say it, or if there is no such chip.
MLIR_CAPI_EXPORTED int64_t dtypCompiledKernelGetResource(
    DtypCompiledKernel kernel, intptr_t chip, DtypKernelResource resource);

#ifdef __cplusplus
}
#endif

#endif // DTYP_C_COMPILER_H

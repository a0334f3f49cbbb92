//===- CudaDriver.h - The CUDA driver through dlopen ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the part of the CUDA driver that the launcher uses. The
// driver is loaded at run time and its few types are declared here, so neither
// the build nor the binary needs anything of CUDA.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LAUNCH_CUDADRIVER_H
#define DTYP_LAUNCH_CUDADRIVER_H

#include "dtyp/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

// The driver's own tags, so that the handles are the ones of cuda.h.
struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUevent_st;
struct CUstream_st;

namespace mlir::dtyp {

/// The driver's types and the values that are used here, as its ABI has them.
namespace cu {

using Status = int;
using Device = int;
using DevicePtr = unsigned long long;
using Context = CUctx_st *;
using Module = CUmod_st *;
using Function = CUfunc_st *;
using Event = CUevent_st *;
using Stream = CUstream_st *;

inline constexpr Status success = 0;
inline constexpr Status errorInvalidValue = 1;
inline constexpr Status errorIllegalAddress = 700;
inline constexpr Status errorMisalignedAddress = 716;

enum DeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockDimX = 2,
  MaxGridDimX = 5,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedMemoryPerBlockOptin = 97,
};

enum FunctionAttribute : int {
  FunctionMaxThreadsPerBlock = 0,
  FunctionSharedSizeBytes = 1,
  FunctionMaxDynamicSharedSizeBytes = 8,
};

enum JitOption : int {
  JitErrorLogBuffer = 5,
  JitErrorLogBufferSizeBytes = 6,
};

enum LaunchAttributeId : int { LaunchAttributeClusterDimension = 4 };

/// CUlaunchAttribute: a number, and a value of 64 bytes.
struct LaunchAttribute {
  LaunchAttributeId id;
  alignas(8) unsigned cluster[16];
};

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

inline constexpr unsigned memAttachGlobal = 1;

} // namespace cu

// Name of the member, symbol in the library, parameters. All return a status.
#define DTYP_CUDA_FUNCTIONS(X)                                                 \
  X(init, "cuInit", (unsigned flags))                                          \
  X(getErrorName, "cuGetErrorName", (cu::Status error, const char **text))     \
  X(getErrorString, "cuGetErrorString", (cu::Status error, const char **text)) \
  X(deviceGetCount, "cuDeviceGetCount", (int *count))                          \
  X(deviceGet, "cuDeviceGet", (cu::Device * device, int ordinal))              \
  X(deviceGetName, "cuDeviceGetName",                                          \
    (char *name, int size, cu::Device device))                                 \
  X(deviceGetAttribute, "cuDeviceGetAttribute",                                \
    (int *value, cu::DeviceAttribute attribute, cu::Device device))            \
  X(primaryCtxRetain, "cuDevicePrimaryCtxRetain",                              \
    (cu::Context * context, cu::Device device))                                \
  X(primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (cu::Device device))    \
  X(ctxSetCurrent, "cuCtxSetCurrent", (cu::Context context))                   \
  X(ctxSynchronize, "cuCtxSynchronize", ())                                    \
  X(moduleLoadDataEx, "cuModuleLoadDataEx",                                    \
    (cu::Module * module, const void *image, unsigned numOptions,              \
     cu::JitOption *options, void **values))                                   \
  X(moduleUnload, "cuModuleUnload", (cu::Module module))                       \
  X(moduleGetFunction, "cuModuleGetFunction",                                  \
    (cu::Function * function, cu::Module module, const char *name))            \
  X(funcGetAttribute, "cuFuncGetAttribute",                                    \
    (int *value, cu::FunctionAttribute attribute, cu::Function function))      \
  X(funcSetAttribute, "cuFuncSetAttribute",                                    \
    (cu::Function function, cu::FunctionAttribute attribute, int value))       \
  X(launchKernel, "cuLaunchKernel",                                            \
    (cu::Function function, unsigned gridX, unsigned gridY, unsigned gridZ,    \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     cu::Stream stream, void **parameters, void **extra))                      \
  X(memAlloc, "cuMemAlloc_v2", (cu::DevicePtr * pointer, size_t size))         \
  X(memFree, "cuMemFree_v2", (cu::DevicePtr pointer))                          \
  X(memcpyHtoD, "cuMemcpyHtoD_v2",                                             \
    (cu::DevicePtr to, const void *from, size_t size))                         \
  X(memcpyDtoH, "cuMemcpyDtoH_v2",                                             \
    (void *to, cu::DevicePtr from, size_t size))                               \
  X(memAllocManaged, "cuMemAllocManaged",                                      \
    (cu::DevicePtr * pointer, size_t size, unsigned flags))                    \
  X(memHostRegister, "cuMemHostRegister_v2",                                   \
    (void *memory, size_t size, unsigned flags))                               \
  X(memHostUnregister, "cuMemHostUnregister", (void *memory))                  \
  X(memcpy, "cuMemcpy", (cu::DevicePtr to, cu::DevicePtr from, size_t size))   \
  X(memsetD8, "cuMemsetD8_v2",                                                 \
    (cu::DevicePtr to, unsigned char value, size_t count))                     \
  X(memsetD16, "cuMemsetD16_v2",                                               \
    (cu::DevicePtr to, unsigned short value, size_t count))                    \
  X(memsetD32, "cuMemsetD32_v2",                                               \
    (cu::DevicePtr to, unsigned value, size_t count))                          \
  X(memsetD2D8, "cuMemsetD2D8_v2",                                             \
    (cu::DevicePtr to, size_t pitch, unsigned char value, size_t width,        \
     size_t height))                                                           \
  X(memsetD2D32, "cuMemsetD2D32_v2",                                           \
    (cu::DevicePtr to, size_t pitch, unsigned value, size_t width,             \
     size_t height))                                                           \
  X(eventCreate, "cuEventCreate", (cu::Event * event, unsigned flags))         \
  X(eventRecord, "cuEventRecord", (cu::Event event, cu::Stream stream))        \
  X(eventSynchronize, "cuEventSynchronize", (cu::Event event))                 \
  X(eventElapsedTime, "cuEventElapsedTime",                                    \
    (float *milliseconds, cu::Event start, cu::Event end))                     \
  X(eventDestroy, "cuEventDestroy_v2", (cu::Event event))

// The same for functions that older drivers lack (they came with
// CUDA 11.8, 12.3 and 12.4): null there.
#define DTYP_CUDA_OPTIONAL_FUNCTIONS(X)                                        \
  X(launchKernelEx, "cuLaunchKernelEx",                                        \
    (const cu::LaunchConfig *config, cu::Function function, void **parameters, \
     void **extra))                                                            \
  X(funcGetName, "cuFuncGetName", (const char **name, cu::Function function))  \
  X(funcGetParamInfo, "cuFuncGetParamInfo",                                    \
    (cu::Function function, size_t index, size_t *offset, size_t *size))       \
  X(moduleGetFunctionCount, "cuModuleGetFunctionCount",                        \
    (unsigned *count, cu::Module module))                                      \
  X(moduleEnumerateFunctions, "cuModuleEnumerateFunctions",                    \
    (cu::Function * functions, unsigned count, cu::Module module))

/// The table of the driver's functions. The library stays loaded.
struct CudaDriver {
#define DTYP_CUDA_MEMBER(MEMBER, SYMBOL, PARAMETERS)                           \
  std::add_pointer_t<cu::Status PARAMETERS> MEMBER = nullptr;
  DTYP_CUDA_FUNCTIONS(DTYP_CUDA_MEMBER)
  DTYP_CUDA_OPTIONAL_FUNCTIONS(DTYP_CUDA_MEMBER)
#undef DTYP_CUDA_MEMBER

  /// Loads the driver and initializes it.
  static Result<CudaDriver> load(const char *library = "libcuda.so.1");

  /// Returns the chip of a device (`sm_90`), which kernels are compiled for.
  Result<std::string> getChip(int number) const;

  /// Turns a driver's status into an error that says what was being done, and
  /// the driver's name and text for what happened:
  ///
  ///   launching kernel 'k': CUDA_ERROR_INVALID_VALUE: invalid argument
  mlir::dtyp::Status check(cu::Status status, std::string_view doing) const;

  /// Returns the driver's name and text for a status.
  std::string describe(cu::Status status) const;
};

} // namespace mlir::dtyp

#endif // DTYP_LAUNCH_CUDADRIVER_H

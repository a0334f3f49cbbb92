//===- FakeCudaDriver.cpp - A CUDA driver for tests -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the stand-in for libcuda.so.1. The signatures are the
// real driver's, written down independently of the launcher's table.
//
//===----------------------------------------------------------------------===//

#include "FakeCudaDriver.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

static FakeCudaDriver state;

/// Whether the function is to fail now.
static int enter(const char *function) {
  return state.failingFunction == function ? state.failure : 0;
}

#define ENTER()                                                                \
  if (int failure = enter(__func__))                                           \
  return failure

/// Fills rows with a value, as the driver's functions for two dimensions do.
template <typename T>
static int fill(unsigned long long to, size_t pitch, T value, size_t width,
                size_t height) {
  for (size_t i = 0; i != height; ++i)
    for (size_t j = 0; j != width; ++j)
      reinterpret_cast<T *>(to + i * pitch)[j] = value;
  return 0;
}

/// CUlaunchConfig, with attributes of eight bytes and a value of 64.
struct LaunchConfig {
  unsigned grid[3], block[3], sharedBytes;
  void *stream;
  struct {
    int id;
    alignas(8) unsigned value[16];
  } *attributes;
  unsigned numAttributes;
};

extern "C" {

FakeCudaDriver *dtypFakeCudaState() { return &state; }

int cuInit(unsigned) {
  ENTER();
  return 0;
}

int cuGetErrorName(int error, const char **text) {
  *text = error == 1     ? "CUDA_ERROR_INVALID_VALUE"
          : error == 100 ? "CUDA_ERROR_NO_DEVICE"
          : error == 218 ? "CUDA_ERROR_INVALID_PTX"
          : error == 500 ? "CUDA_ERROR_NOT_FOUND"
          : error == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                         : nullptr;
  return *text ? 0 : 1;
}

int cuGetErrorString(int error, const char **text) {
  *text = error == 1     ? "invalid argument"
          : error == 100 ? "no CUDA-capable device is detected"
          : error == 218 ? "a PTX JIT compilation failed"
          : error == 500 ? "named symbol not found"
          : error == 700 ? "an illegal memory access was encountered"
                         : nullptr;
  return *text ? 0 : 1;
}

int cuDeviceGetCount(int *count) {
  ENTER();
  *count = state.deviceCount;
  return 0;
}

int cuDeviceGet(int *device, int ordinal) {
  ENTER();
  *device = ordinal;
  return 0;
}

int cuDeviceGetName(char *name, int size, int) {
  ENTER();
  std::strncpy(name, "Fake GPU", size);
  return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int) {
  ENTER();
  switch (attribute) {
  case 2: // block x
  case 3:
    *value = 1024;
    return 0;
  case 4:
    *value = 64;
    return 0;
  case 5: // grid x
    *value = 2147483647;
    return 0;
  case 6:
  case 7:
    *value = 65535;
    return 0;
  case 75: // compute capability
    *value = 9;
    return 0;
  case 76:
    *value = 0;
    return 0;
  case 97: // shared memory
    *value = 232448;
    return 0;
  }
  return 1;
}

int cuDevicePrimaryCtxRetain(void **context, int) {
  ENTER();
  *context = &state;
  ++state.liveContexts;
  return 0;
}

int cuDevicePrimaryCtxRelease_v2(int) {
  --state.liveContexts;
  return 0;
}

int cuCtxSetCurrent(void *) {
  ENTER();
  return 0;
}

int cuCtxSynchronize() {
  ENTER();
  return 0;
}

int cuModuleLoadDataEx(void **module, const void *, unsigned numOptions,
                       int *options, void **values) {
  char *log = nullptr;
  size_t size = 0;
  for (unsigned i = 0; i != numOptions; ++i) {
    if (options[i] == 5)
      log = static_cast<char *>(values[i]);
    if (options[i] == 6)
      size = reinterpret_cast<uintptr_t>(values[i]);
  }
  if (log && size)
    std::strncpy(log, state.jitLog.c_str(), size);
  ENTER();
  *module = &state.kernels;
  ++state.liveModules;
  return 0;
}

int cuModuleUnload(void *) {
  --state.liveModules;
  return 0;
}

int cuModuleGetFunction(void **function, void *, const char *name) {
  ENTER();
  for (FakeKernel &kernel : state.kernels) {
    if (kernel.name == name) {
      *function = &kernel;
      return 0;
    }
  }
  return 500;
}

int cuFuncGetAttribute(int *value, int attribute, void *) {
  ENTER();
  *value = attribute == 0 ? state.maxThreadsPerBlock : state.staticSharedBytes;
  return 0;
}

int cuFuncSetAttribute(void *, int attribute, int value) {
  ENTER();
  if (attribute != 8)
    return 1;
  state.dynamicSharedAttribute = value;
  return 0;
}

int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned sharedBytes, void *,
                   void **parameters, void **) {
  ENTER();
  ++state.launches;
  state.grid[0] = gridX;
  state.grid[1] = gridY;
  state.grid[2] = gridZ;
  state.block[0] = blockX;
  state.block[1] = blockY;
  state.block[2] = blockZ;
  state.dynamicSharedBytes = sharedBytes;
  static_cast<FakeKernel *>(function)->body(parameters);
  return 0;
}

int cuMemAlloc_v2(unsigned long long *pointer, size_t size) {
  ENTER();
  if (!size)
    return 1;
  *pointer = reinterpret_cast<uintptr_t>(std::malloc(size));
  ++state.liveAllocations;
  return 0;
}

int cuMemFree_v2(unsigned long long pointer) {
  std::free(reinterpret_cast<void *>(pointer));
  --state.liveAllocations;
  return 0;
}

int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t size) {
  ENTER();
  std::memcpy(reinterpret_cast<void *>(to), from, size);
  return 0;
}

int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t size) {
  ENTER();
  std::memcpy(to, reinterpret_cast<void *>(from), size);
  return 0;
}

int cuMemAllocManaged(unsigned long long *pointer, size_t size, unsigned) {
  ENTER();
  return cuMemAlloc_v2(pointer, size);
}

int cuMemHostRegister_v2(void *memory, size_t size, unsigned) {
  ENTER();
  state.registered = {memory, size};
  return 0;
}

int cuMemHostUnregister(void *memory) {
  ENTER();
  if (state.registered.first != memory)
    return 1;
  state.registered = {};
  return 0;
}

int cuMemcpy(unsigned long long to, unsigned long long from, size_t size) {
  ENTER();
  std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
              size);
  return 0;
}

int cuMemsetD2D8_v2(unsigned long long to, size_t pitch, unsigned char value,
                    size_t width, size_t height) {
  ENTER();
  return fill(to, pitch, value, width, height);
}

int cuMemsetD2D32_v2(unsigned long long to, size_t pitch, unsigned value,
                     size_t width, size_t height) {
  ENTER();
  return fill(to, pitch, value, width, height);
}

int cuMemsetD8_v2(unsigned long long to, unsigned char value, size_t count) {
  ENTER();
  return fill(to, 0, value, count, 1);
}

int cuMemsetD16_v2(unsigned long long to, unsigned short value, size_t count) {
  ENTER();
  return fill(to, 0, value, count, 1);
}

int cuMemsetD32_v2(unsigned long long to, unsigned value, size_t count) {
  ENTER();
  return fill(to, 0, value, count, 1);
}

int cuEventCreate(void **event, unsigned) {
  ENTER();
  *event = &state;
  ++state.liveEvents;
  return 0;
}

int cuEventRecord(void *, void *) {
  ENTER();
  return 0;
}

int cuEventSynchronize(void *) {
  ENTER();
  return 0;
}

int cuEventElapsedTime(float *milliseconds, void *, void *) {
  ENTER();
  // Every launch takes longer than the one before.
  *milliseconds = static_cast<float>(state.launches) / 1000;
  return 0;
}

int cuEventDestroy_v2(void *) {
  --state.liveEvents;
  return 0;
}

#ifndef DTYP_FAKE_OLD_DRIVER

int cuLaunchKernelEx(const LaunchConfig *config, void *function,
                     void **parameters, void **extra) {
  ENTER();
  if (config->numAttributes != 1 || config->attributes[0].id != 4)
    return 1;
  for (int i = 0; i != 3; ++i)
    state.cluster[i] = config->attributes[0].value[i];
  return cuLaunchKernel(function, config->grid[0], config->grid[1],
                        config->grid[2], config->block[0], config->block[1],
                        config->block[2], config->sharedBytes, config->stream,
                        parameters, extra);
}

int cuFuncGetName(const char **name, void *function) {
  ENTER();
  *name = static_cast<FakeKernel *>(function)->name.c_str();
  return 0;
}

int cuFuncGetParamInfo(void *function, size_t index, size_t *offset,
                       size_t *size) {
  ENTER();
  auto *kernel = static_cast<FakeKernel *>(function);
  if (index >= kernel->parameterSizes.size())
    return 1;
  *offset = 0;
  *size = kernel->parameterSizes[index];
  return 0;
}

int cuModuleGetFunctionCount(unsigned *count, void *) {
  ENTER();
  *count = state.kernels.size();
  return 0;
}

int cuModuleEnumerateFunctions(void **functions, unsigned count, void *) {
  ENTER();
  for (unsigned i = 0; i != count; ++i)
    functions[i] = &state.kernels[i];
  return 0;
}

#endif // DTYP_FAKE_OLD_DRIVER

} // extern "C"

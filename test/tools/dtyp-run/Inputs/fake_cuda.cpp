// A CUDA driver without a GPU: its device is an sm_90, its memory the host's,
// and a launch prints what it got and adds one to the bytes of the array whose
// memref begins with the first parameter.

#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
int cuInit(unsigned) { return 0; }
int cuGetErrorName(int, const char **text) { return *text = "FAKE_ERROR", 0; }
int cuGetErrorString(int, const char **text) { return *text = "fake", 0; }
int cuDeviceGetCount(int *count) { return *count = 1, 0; }
int cuDeviceGet(int *device, int) { return *device = 0, 0; }
int cuDeviceGetName(char *name, int, int) {
  return std::strcpy(name, "Fake"), 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75 ? 9 : attribute == 76 ? 0 : 65535;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int) {
  return *context = nullptr, 0;
}
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuCtxSetCurrent(void *) { return 0; }
int cuCtxSynchronize() { return 0; }
int cuModuleLoadDataEx(void **module, const void *image, unsigned, int *,
                       void **) {
  auto *bytes = static_cast<const char *>(image);
  bool isCubin = std::memcmp(bytes,
                             "\x7f"
                             "ELF",
                             4) == 0;
  bool isPTX = std::strstr(bytes, ".target sm_90") != nullptr;
  std::printf("loads %s\n", isCubin ? "a cubin"
                            : isPTX ? "PTX for sm_90"
                                    : "?");
  return *module = nullptr, 0;
}
int cuModuleUnload(void *) { return 0; }
int cuModuleGetFunction(void **function, void *, const char *name) {
  std::printf("looks up %s\n", name);
  return *function = nullptr, 0;
}
int cuFuncGetAttribute(int *value, int, void *) { return *value = 1024, 0; }
int cuFuncSetAttribute(void *, int, int) { return 0; }
int cuLaunchKernel(void *, unsigned gridX, unsigned gridY, unsigned gridZ,
                   unsigned blockX, unsigned blockY, unsigned blockZ,
                   unsigned shared, void *, void **parameters, void **) {
  std::printf("launches %u,%u,%u blocks of %u,%u,%u threads\n", gridX, gridY,
              gridZ, blockX, blockY, blockZ);
  auto *data = *static_cast<char **>(parameters[0]);
  long size = *static_cast<long *>(parameters[3]);
  for (long i = 0; i != size; ++i) {
    ++data[i];
  }
  return 0;
}
int cuMemAlloc_v2(void **pointer, size_t size) {
  return *pointer = std::malloc(size), 0;
}
int cuMemFree_v2(void *pointer) { return std::free(pointer), 0; }
int cuMemcpyHtoD_v2(void *to, const void *from, size_t size) {
  return std::memcpy(to, from, size), 0;
}
int cuMemcpyDtoH_v2(void *to, void *from, size_t size) {
  return std::memcpy(to, from, size), 0;
}
int cuEventCreate(void **event, unsigned) { return *event = nullptr, 0; }
int cuEventRecord(void *, void *) { return 0; }
int cuEventSynchronize(void *) { return 0; }
int cuEventElapsedTime(float *time, void *, void *) { return *time = 0.5f, 0; }
int cuEventDestroy_v2(void *) { return 0; }
}

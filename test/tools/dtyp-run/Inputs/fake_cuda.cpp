// A CUDA driver without a GPU: its device is an sm_90. Its memory is the
// host's, at addresses that the host cannot use. A launch prints what it got,
// and does what kernels of some names do in host-functions.mlir; any other adds
// one to the bytes of the array whose memref begins with the first parameter.
// After a kernel named `faults`, waiting fails.

#include <cstdio>
#include <cstdlib>
#include <cstring>

using Address = unsigned long long;

namespace {
/// This bit is set in addresses of the device.
constexpr Address kDeviceBit = 1ull << 62;
int failure = 0;

template <typename T = char>
T *translate(Address address) {
  return reinterpret_cast<T *>(address & ~kDeviceBit);
}

template <typename T>
int fill(Address to, size_t pitch, T value, size_t width, size_t height) {
  if (failure || !(to & kDeviceBit)) {
    return 1;
  }
  std::printf("fills %zu rows of %zu times %zu bytes\n", height, width,
              sizeof(T));
  for (size_t i = 0; i != height; ++i) {
    for (size_t j = 0; j != width; ++j) {
      translate<T>(to + i * pitch)[j] = value;
    }
  }
  return 0;
}

int launch(const char *name, const unsigned *grid, const unsigned *block,
           const unsigned *cluster, unsigned shared, void **parameters) {
  std::printf("launches %u,%u,%u blocks of %u,%u,%u threads", grid[0], grid[1],
              grid[2], block[0], block[1], block[2]);
  if (shared) {
    std::printf(", %u bytes shared", shared);
  }
  if (cluster) {
    std::printf(", clusters of %u,%u,%u", cluster[0], cluster[1], cluster[2]);
  }
  std::printf("\n");
  auto getArray = [&](int i) {
    return translate<float>(*static_cast<Address *>(parameters[i]));
  };
  auto size = static_cast<unsigned>(*static_cast<long *>(parameters[3]));
  if (std::strcmp(name, "faults") == 0) {
    failure = 700;
  } else if (std::strcmp(name, "double") == 0) {
    for (unsigned i = 0; i != block[0]; ++i) {
      getArray(1)[i] *= 2;
    }
  } else if (std::strcmp(name, "add") == 0) {
    for (unsigned i = 0; i != block[0]; ++i) {
      getArray(6)[i] += getArray(1)[i];
    }
  } else {
    for (unsigned i = 0; i != size; ++i) {
      ++translate(*static_cast<Address *>(parameters[0]))[i];
    }
  }
  return 0;
}

struct LaunchConfig {
  unsigned grid[3], block[3], shared;
  void *stream;
  struct {
    int id, padding;
    unsigned value[16];
  } *attributes;
  unsigned numAttributes;
};
} // namespace

extern "C" {
int cuInit(unsigned) { return 0; }
int cuGetErrorName(int error, const char **text) {
  return *text = error == 700 ? "FAKE_ILLEGAL_ADDRESS" : "FAKE_ERROR", 0;
}
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
int cuCtxSynchronize() { return failure; }
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
  return *function = strdup(name), 0;
}
int cuFuncGetAttribute(int *value, int, void *) { return *value = 1024, 0; }
int cuFuncSetAttribute(void *, int, int) { return 0; }
int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned shared, void *, void **parameters,
                   void **) {
  const unsigned grid[] = {gridX, gridY, gridZ};
  const unsigned block[] = {blockX, blockY, blockZ};
  return launch(static_cast<char *>(function), grid, block, nullptr, shared,
                parameters);
}
int cuLaunchKernelEx(const LaunchConfig *config, void *function,
                     void **parameters, void **) {
  if (config->numAttributes != 1 || config->attributes[0].id != 4) {
    return 1;
  }
  return launch(static_cast<char *>(function), config->grid, config->block,
                config->attributes[0].value, config->shared, parameters);
}
int cuMemAlloc_v2(Address *pointer, size_t size) {
  if (size > 1ull << 40) {
    return 2;
  }
  auto *memory = std::malloc(size);
  return *pointer = reinterpret_cast<Address>(memory) | kDeviceBit, 0;
}
int cuMemAllocManaged(void **pointer, size_t size, unsigned flags) {
  return *pointer = std::malloc(size), flags != 1;
}
int cuMemFree_v2(Address pointer) {
  return std::free(translate(pointer)), failure;
}
int cuMemHostRegister_v2(void *, size_t size, unsigned) {
  return std::printf("registers %zu bytes\n", size), 0;
}
int cuMemHostUnregister(void *) { return std::puts("unregisters"), 0; }
int cuMemcpyHtoD_v2(Address to, const void *from, size_t size) {
  return std::memcpy(translate(to), from, size), 0;
}
int cuMemcpyDtoH_v2(void *to, Address from, size_t size) {
  return std::memcpy(to, translate(from), size), 0;
}
int cuMemcpy(Address to, Address from, size_t size) {
  if (!failure) {
    std::memcpy(translate(to), translate(from), size);
  }
  return failure;
}
int cuMemsetD8_v2(Address to, unsigned char value, size_t count) {
  return fill(to, 0, value, count, 1);
}
int cuMemsetD16_v2(Address to, unsigned short value, size_t count) {
  return fill(to, 0, value, count, 1);
}
int cuMemsetD32_v2(Address to, unsigned value, size_t count) {
  return fill(to, 0, value, count, 1);
}
int cuMemsetD2D8_v2(Address to, size_t pitch, unsigned char value, size_t width,
                    size_t height) {
  return fill(to, pitch, value, width, height);
}
int cuMemsetD2D32_v2(Address to, size_t pitch, unsigned value, size_t width,
                     size_t height) {
  return fill(to, pitch, value, width, height);
}
int cuEventCreate(void **event, unsigned) { return *event = nullptr, 0; }
int cuEventRecord(void *, void *) { return 0; }
int cuEventSynchronize(void *) { return 0; }
int cuEventElapsedTime(float *time, void *, void *) { return *time = 0.5f, 0; }
int cuEventDestroy_v2(void *) { return 0; }
}

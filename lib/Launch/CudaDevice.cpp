//===- CudaDevice.cpp - A GPU as the device of host code --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the device of host functions by the CUDA driver.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/CudaDevice.h"

#include "LaunchConfig.h"
#include "dtyp/Support/StrCat.h"

#include <cstring>

using namespace mlir::dtyp;

static cu::DevicePtr toDevicePtr(const void *address) {
  return reinterpret_cast<uintptr_t>(address);
}

Status CudaDevice::addModule(const std::string &name,
                             const KernelImage &image) {
  Result<cu::Module> module = context.load(image);
  if (!module)
    return module.error();
  modules[name] = *module;
  return Status::success();
}

Result<void *> CudaDevice::allocate(uint64_t numBytes, bool isShared) {
  cu::DevicePtr pointer = 0;
  cu::Status status =
      isShared ? driver.memAllocManaged(&pointer, numBytes, cu::memAttachGlobal)
               : driver.memAlloc(&pointer, numBytes);
  if (Status checked =
          driver.check(status, strCat("allocating ", numBytes, " bytes"));
      !checked)
    return checked.error();
  return reinterpret_cast<void *>(static_cast<uintptr_t>(pointer));
}

Status CudaDevice::deallocate(void *address) {
  return driver.check(driver.memFree(toDevicePtr(address)), "freeing memory");
}

Status CudaDevice::registerMemory(void *address, uint64_t numBytes) {
  return driver.check(driver.memHostRegister(address, numBytes, /*flags=*/0),
                      strCat("registering ", numBytes, " bytes of the host"));
}

Status CudaDevice::unregisterMemory(void *address) {
  return driver.check(driver.memHostUnregister(address),
                      "unregistering memory of the host");
}

Status CudaDevice::copy(void *to, const void *from, uint64_t numBytes) {
  return driver.check(
      driver.memcpy(toDevicePtr(to), toDevicePtr(from), numBytes),
      strCat("copying ", numBytes, " bytes"));
}

Status CudaDevice::fill(void *to, const void *element, uint64_t elementBytes,
                        uint64_t count) {
  cu::DevicePtr target = toDevicePtr(to);
  const auto *bytes = static_cast<const unsigned char *>(element);
  auto check = [&](cu::Status status) {
    return driver.check(status,
                        strCat("filling ", count * elementBytes, " bytes"));
  };
  auto getWord = [&](uint64_t offset) {
    uint32_t word = 0;
    std::memcpy(&word, bytes + offset, sizeof(word));
    return word;
  };
  switch (elementBytes) {
  case 1:
    return check(driver.memsetD8(target, bytes[0], count));
  case 2: {
    uint16_t word = 0;
    std::memcpy(&word, bytes, sizeof(word));
    return check(driver.memsetD16(target, word, count));
  }
  case 4:
    return check(driver.memsetD32(target, getWord(0), count));
  default:
    break;
  }
  // A larger element is a row: each of its columns is filled on its own.
  bool hasWords = elementBytes % 4 == 0;
  for (uint64_t offset = 0; offset != elementBytes;
       offset += hasWords ? 4 : 1) {
    cu::Status status =
        hasWords ? driver.memsetD2D32(target + offset, elementBytes,
                                      getWord(offset), /*width=*/1, count)
                 : driver.memsetD2D8(target + offset, elementBytes,
                                     bytes[offset], /*width=*/1, count);
    if (Status checked = check(status); !checked)
      return checked;
  }
  return Status::success();
}

/// Converts the sizes that a host function computed. What is negative is an
/// error of the launch's checks, but of one that tells the number.
static Status convertSizes(const char *what, const HostLaunch::Sizes &from,
                           Dim3 &to) {
  for (int i = 0; i != 3; ++i) {
    if (from[i] < 1)
      return Error(strCat("expected a ", what, " size of at least 1 in ",
                          std::string(1, "xyz"[i]), ", got ", from[i]));
    to[i] = static_cast<uint64_t>(from[i]);
  }
  return Status::success();
}

Status CudaDevice::launch(const HostLaunch &launch) {
  LaunchShape shape;
  for (auto [what, from, to] :
       {std::tuple("grid", &launch.grid, &shape.grid),
        std::tuple("block", &launch.block, &shape.block),
        std::tuple("cluster", &launch.cluster, &shape.cluster)})
    if (Status status = convertSizes(what, *from, *to); !status)
      return status;
  if (launch.dynamicSharedBytes < 0)
    return Error(strCat("expected bytes of dynamic shared memory, got ",
                        launch.dynamicSharedBytes));
  shape.dynamicSharedBytes = static_cast<uint64_t>(launch.dynamicSharedBytes);

  std::string kernel(launch.kernel);
  auto module = modules.find(launch.module);
  if (module == modules.end())
    return Error(strCat("there is no module '", launch.module, "'"));
  cu::Function function = nullptr;
  if (Status status = driver.check(
          driver.moduleGetFunction(&function, module->second, kernel.c_str()),
          strCat("looking up kernel '", kernel, "'"));
      !status)
    return status;
  if (Status status =
          prepareLaunch(driver, context.getDevice(), function, kernel, shape);
      !status)
    return status;
  pending.push_back({kernel, std::string(launch.location)});
  return launchFunction(driver, function, kernel, shape, launch.parameters);
}

std::vector<HostFault> CudaDevice::wait() {
  std::vector<PendingLaunch> launches = std::move(pending);
  pending.clear();
  cu::Status status = driver.ctxSynchronize();
  if (status == cu::success)
    return {};
  HostFault fault;
  fault.message = strCat("waiting for the device: ", driver.describe(status),
                         getFaultHint(status));
  if (launches.size() == 1) {
    fault.message =
        strCat("running kernel '", launches[0].kernel,
               "': ", driver.describe(status), getFaultHint(status));
    fault.location = launches[0].location;
  } else {
    for (const PendingLaunch &launch : launches)
      fault.notes.push_back({launch.location, strCat("kernel '", launch.kernel,
                                                     "' was launched here")});
  }
  return {fault};
}

//===- EmulatorDevice.cpp - The emulator as a device ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the device of host functions by the emulator. An
// allocation is two stretches of pages, one behind the other: its addresses are
// those of the first, which nobody can access, its contents are in the second.
// Contents that the host shares are in the first, and the second is a gap.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/HostFunction.h"

#include "dtyp/Support/StrCat.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <limits>

#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::emulator;

/// Returns the bytes of whole pages that an allocation takes.
static uint64_t getPageBytes(uint64_t numBytes) {
  static const auto pageSize = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return llvm::alignTo(numBytes, pageSize);
}

/// Takes addresses without memory: any, or those at `address`.
static void *reserve(uint64_t numBytes, void *address = nullptr) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  return mmap(address, numBytes, PROT_NONE, flags | (address ? MAP_FIXED : 0),
              -1, 0);
}

EmulatorDevice::~EmulatorDevice() {
  for (auto [address, allocation] : allocations) {
    munmap(reinterpret_cast<void *>(address), 2 * allocation.pageBytes);
  }
}

Result<void *> EmulatorDevice::allocate(uint64_t numBytes, bool isShared) {
  Error outOfMemory(
      strCat("cannot allocate ", numBytes, " bytes: out of memory"));
  if (numBytes > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return outOfMemory;
  }
  uint64_t pageBytes = getPageBytes(numBytes);
  void *address = reserve(2 * pageBytes);
  if (address == MAP_FAILED) {
    return outOfMemory;
  }
  Allocation allocation = {pageBytes, isShared ? 0 : pageBytes};
  char *contents = static_cast<char *>(address) + allocation.offset;
  if (mprotect(contents, pageBytes, PROT_READ | PROT_WRITE) != 0) {
    munmap(address, 2 * pageBytes);
    return outOfMemory;
  }
  allocations[reinterpret_cast<uintptr_t>(address)] = allocation;
  auto begin = reinterpret_cast<uintptr_t>(contents);
  run.globalArrays[begin] = {begin + numBytes};
  return address;
}

Status EmulatorDevice::deallocate(void *address) {
  auto found = allocations.find(reinterpret_cast<uintptr_t>(address));
  const Allocation &allocation = found->second;
  auto array = run.globalArrays.find(found->first + allocation.offset);
  bool keepsAddresses =
      run.checkAllocations &&
      reserve(2 * allocation.pageBytes, address) != MAP_FAILED;
  if (keepsAddresses) {
    array->second.isFreed = true;
    return Status::success();
  }
  munmap(address, 2 * allocation.pageBytes);
  run.globalArrays.erase(array);
  allocations.erase(found);
  return Status::success();
}

Status EmulatorDevice::registerMemory(void *address, uint64_t numBytes) {
  auto begin = reinterpret_cast<uintptr_t>(address);
  run.globalArrays[begin] = {begin + numBytes};
  return Status::success();
}

Status EmulatorDevice::unregisterMemory(void *address) {
  run.globalArrays.erase(reinterpret_cast<uintptr_t>(address));
  return Status::success();
}

char *EmulatorDevice::translate(const void *address) const {
  auto number = reinterpret_cast<uintptr_t>(address);
  auto next = allocations.upper_bound(number);
  if (next != allocations.begin()) {
    const auto &[begin, allocation] = *std::prev(next);
    if (number - begin < allocation.pageBytes) {
      number += allocation.offset;
    }
  }
  return reinterpret_cast<char *>(number);
}

Status EmulatorDevice::copy(void *to, const void *from, uint64_t numBytes) {
  std::memmove(translate(to), translate(from), numBytes);
  return Status::success();
}

Status EmulatorDevice::fill(void *to, const void *element,
                            uint64_t elementBytes, uint64_t count) {
  char *place = translate(to);
  for (uint64_t i = 0; i != count; ++i, place += elementBytes) {
    std::memcpy(place, element, elementBytes);
  }
  return Status::success();
}

Status EmulatorDevice::launch(const HostLaunch &launch) {
  for (size_t index : launch.pointers) {
    auto *pointer = static_cast<void **>(launch.parameters[index]);
    *pointer = translate(*pointer);
  }
  LaunchSizes sizes;
  sizes.grid = launch.grid;
  sizes.block = launch.block;
  sizes.cluster = launch.cluster;
  sizes.dynamicSharedBytes = launch.dynamicSharedBytes;
  run.launchLocation = launch.location;
  emulator.launch(strCat(launch.module, "::", launch.kernel), sizes,
                  launch.parameters, run);
  run.launchLocation.clear();
  return Status::success();
}

std::vector<HostFault> EmulatorDevice::wait() { return {}; }

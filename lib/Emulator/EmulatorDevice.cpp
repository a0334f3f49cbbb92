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
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/HostFunction.h"

#include "dtyp/Support/StrCat.h"

#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <cstring>
#include <limits>

#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::emulator;

/// The alignment of what cuMemAlloc returns.
static constexpr size_t kAlignment = 256;

/// Returns the bytes of whole pages that an allocation takes.
static uint64_t getPageBytes(uint64_t numBytes) {
  static const auto pageSize = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return llvm::alignTo(numBytes, pageSize);
}

static void release(uintptr_t address, uint64_t pageBytes) {
  if (pageBytes == 0) {
    std::free(reinterpret_cast<void *>(address));
    return;
  }
  munmap(reinterpret_cast<void *>(address), 2 * pageBytes);
}

EmulatorDevice::~EmulatorDevice() {
  for (auto [address, pageBytes] : allocations) {
    release(address, pageBytes);
  }
}

Result<void *> EmulatorDevice::allocate(uint64_t numBytes, bool isShared) {
  Error outOfMemory(
      strCat("cannot allocate ", numBytes, " bytes: out of memory"));
  if (numBytes > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return outOfMemory;
  }
  if (isShared) {
    void *address =
        std::aligned_alloc(kAlignment, llvm::alignTo(numBytes, kAlignment));
    if (!address) {
      return outOfMemory;
    }
    allocations[reinterpret_cast<uintptr_t>(address)] = 0;
    return address;
  }
  uint64_t pageBytes = getPageBytes(numBytes);
  void *address = mmap(nullptr, 2 * pageBytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) {
    return outOfMemory;
  }
  if (mprotect(static_cast<char *>(address) + pageBytes, pageBytes,
               PROT_READ | PROT_WRITE) != 0) {
    munmap(address, 2 * pageBytes);
    return outOfMemory;
  }
  allocations[reinterpret_cast<uintptr_t>(address)] = pageBytes;
  return address;
}

Status EmulatorDevice::deallocate(void *address) {
  auto found = allocations.find(reinterpret_cast<uintptr_t>(address));
  release(found->first, found->second);
  allocations.erase(found);
  return Status::success();
}

Status EmulatorDevice::registerMemory(void * /*address*/,
                                      uint64_t /*numBytes*/) {
  return Status::success();
}

Status EmulatorDevice::unregisterMemory(void * /*address*/) {
  return Status::success();
}

char *EmulatorDevice::translate(const void *address) const {
  auto number = reinterpret_cast<uintptr_t>(address);
  auto next = allocations.upper_bound(number);
  if (next != allocations.begin()) {
    auto [begin, pageBytes] = *std::prev(next);
    if (number - begin < pageBytes) {
      number += pageBytes;
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

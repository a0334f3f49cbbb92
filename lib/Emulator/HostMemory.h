//===- HostMemory.h - Memory that host functions make -----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what is known of the memory that a kernel may access: what
// a host function has allocated on the device or registered.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_HOSTMEMORY_H
#define DTYP_LIB_EMULATOR_HOSTMEMORY_H

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace mlir::dtyp::emulator {

/// The regions of memory that the device sees, by their addresses.
class HostMemory {
public:
  enum class Kind { Allocated, Registered };

  struct Region {
    uintptr_t begin = 0;
    uint64_t numBytes = 0;
    Kind kind = Kind::Allocated;
    /// Whether the host accesses allocated memory, too.
    bool isShared = false;
    /// The location of the op that made it.
    std::string_view location = {};
    /// How many regions were made before.
    uint64_t number = 0;

    uintptr_t getEnd() const { return begin + numBytes; }
  };

  /// Allocated memory that nobody has freed, of one op.
  struct Leak {
    std::string_view location;
    bool isShared = false;
    uint64_t numRegions = 0;
    uint64_t numBytes = 0;
  };

  /// Adds a region that begins there.
  void add(void *address, Region region) {
    region.begin = reinterpret_cast<uintptr_t>(address);
    region.number = numAdded++;
    regions[region.begin] = region;
  }

  /// Forgets the region of that kind that begins there; false if there is none.
  bool remove(void *address, Kind kind) {
    auto found = regions.find(reinterpret_cast<uintptr_t>(address));
    if (found == regions.end() || found->second.kind != kind) {
      return false;
    }
    regions.erase(found);
    return true;
  }

  /// Returns the region that holds the address, or null.
  const Region *find(const void *address) const {
    auto number = reinterpret_cast<uintptr_t>(address);
    auto next = regions.upper_bound(number);
    if (next == regions.begin()) {
      return nullptr;
    }
    const Region &region = std::prev(next)->second;
    return number < region.getEnd() ? &region : nullptr;
  }

  const std::map<uintptr_t, Region> &getRegions() const { return regions; }

  /// Returns what is allocated, in the order in which the ops first ran.
  std::vector<Leak> findLeaks() const;

private:
  std::map<uintptr_t, Region> regions;
  uint64_t numAdded = 0;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_HOSTMEMORY_H

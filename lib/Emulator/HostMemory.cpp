//===- HostMemory.cpp - Memory that host functions make -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMemory.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::dtyp::emulator;

std::vector<HostMemory::Leak> HostMemory::findLeaks() const {
  std::vector<const Region *> inOrder;
  for (const auto &[address, region] : regions) {
    if (region.kind == Kind::Allocated) {
      inOrder.push_back(&region);
    }
  }
  llvm::sort(inOrder, [](const Region *first, const Region *second) {
    return first->number < second->number;
  });
  std::vector<Leak> leaks;
  std::map<std::pair<std::string_view, bool>, size_t> places;
  for (const Region *region : inOrder) {
    auto [place, isNew] =
        places.insert({{region->location, region->isShared}, leaks.size()});
    if (isNew) {
      leaks.push_back({region->location, region->isShared});
    }
    Leak &leak = leaks[place->second];
    ++leak.numRegions;
    leak.numBytes += region->numBytes;
  }
  return leaks;
}

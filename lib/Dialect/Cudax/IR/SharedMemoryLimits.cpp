//===- SharedMemoryLimits.cpp - Shared memory by chip ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/IR/SharedMemoryLimits.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::cudax;

std::optional<int64_t> cudax::getMaxSharedBytes(StringRef chip) {
  // sm_90a and sm_100f are the same chips as sm_90 and sm_100.
  int64_t kibibytes = llvm::StringSwitch<int64_t>(chip.rtrim("af"))
                          .Cases({"sm_50", "sm_52", "sm_53"}, 48)
                          .Cases({"sm_60", "sm_61", "sm_62"}, 48)
                          .Cases({"sm_70", "sm_72"}, 96)
                          .Case("sm_75", 64)
                          .Cases({"sm_80", "sm_87"}, 163)
                          .Cases({"sm_86", "sm_89"}, 99)
                          .Cases({"sm_90", "sm_100", "sm_103"}, 227)
                          // The chip was renamed.
                          .Cases({"sm_101", "sm_110"}, 227)
                          .Cases({"sm_120", "sm_121"}, 99)
                          .Default(0);
  if (kibibytes == 0) {
    return std::nullopt;
  }
  return kibibytes * 1024;
}

//===- KernelRun.cpp - What happens in a launch ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/KernelRun.h"

#include "Recovery.h"
#include "dtyp/Emulator/BlockScheduler.h"

using namespace mlir::dtyp::emulator;

/// More faults than these are only counted.
static constexpr size_t kMaxFaults = 50;

static std::string formatDim3(const Dim3 &indices) {
  return "(" + std::to_string(indices[0]) + ", " + std::to_string(indices[1]) +
         ", " + std::to_string(indices[2]) + ")";
}

std::string Fault::getPlace() const {
  std::string place;
  if (block) {
    place = "in block " + formatDim3(*block);
  }
  if (thread) {
    place += ", thread " + formatDim3(*thread);
  }
  return place;
}

std::string Fault::getText() const {
  std::string place = getPlace();
  return place.empty() ? message : message + ", " + place;
}

void KernelRun::report(Fault fault) {
  std::scoped_lock<std::mutex> lock(mutex);
  if (fault.location.empty()) {
    fault.location = launchLocation;
  }
  if (!known.insert({fault.message, fault.location}).second) {
    return;
  }
  if (faults.size() == kMaxFaults) {
    ++numOmitted;
    return;
  }
  faults.push_back(std::move(fault));
}

void KernelRun::fail(Fault fault) {
  report(std::move(fault));
  cancel();
}

void KernelRun::leaveThread(const BlockContext &block) {
  if (block.scheduler) {
    block.scheduler->abandonThread();
  }
  returnToRecoveryPoint();
}

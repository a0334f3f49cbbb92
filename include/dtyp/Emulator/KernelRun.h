//===- KernelRun.h - What happens in a launch -------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the state that all blocks of a launch share: whether it
// goes on, and the faults found so far.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_KERNELRUN_H
#define DTYP_EMULATOR_KERNELRUN_H

#include "dtyp/Emulator/BlockContext.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mlir::dtyp::emulator {

/// Something that a kernel did wrong.
struct Fault {
  /// Lower-case, without a full stop.
  std::string message;
  /// Where in the source, as `file:line:column`; empty if not known.
  std::string location;
  /// The block, unless the launch itself is wrong.
  std::optional<Dim3> block;
  /// The thread, where it is known.
  std::optional<Dim3> thread;
  /// Further lines: a location and a text each.
  std::vector<std::pair<std::string, std::string>> notes;

  /// Returns `in block (0, 0, 0), thread (1, 0, 0)`, as far as it is known.
  std::string getPlace() const;

  /// Returns the message and the place.
  std::string getText() const;
};

/// An array in global memory.
struct GlobalArray {
  uint64_t end = 0;
  /// Whether the host has freed it.
  bool isFreed = false;
};

/// A launch in progress. All members can be called from any thread.
class KernelRun {
public:
  /// Keeps a fault, unless one with the same message is known from the same
  /// location, or there are enough.
  void report(Fault fault);

  /// Keeps a fault and stops the launch: no further block begins, and blocks
  /// that run end when their threads next wait.
  void fail(Fault fault);

  /// Stops the launch without a fault.
  void cancel() { stopped.store(true, std::memory_order_relaxed); }
  bool isStopped() const { return stopped.load(std::memory_order_relaxed); }

  /// Leaves the thread that calls this, which does not return, after a fault
  /// that stopped the launch.
  [[noreturn]] static void leaveThread(const BlockContext &block);

  /// The faults, to be read when the launch has ended.
  const std::vector<Fault> &getFaults() const { return faults; }
  size_t getNumOmittedFaults() const { return numOmitted; }

  /// Whether threads that diverge at barriers are faults.
  bool checkBarriers = false;

  /// Whether memory that a host function never frees is a fault, and addresses
  /// that it has freed are not used again.
  bool checkAllocations = false;

  /// The arrays in global memory, by their beginnings, and whether these are
  /// all that kernels may access; to be set before the launch.
  std::map<uint64_t, GlobalArray> globalArrays;
  bool knowsGlobalArrays = false;

  /// Where in host code the launch is, as `file:line:column`: the location of
  /// faults that have none of their own.
  std::string launchLocation;

  /// How many blocks the launches so far have, and how many of them ended.
  std::atomic<int64_t> numBlocks{0};
  std::atomic<int64_t> numBlocksDone{0};

private:
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::vector<Fault> faults;
  std::set<std::pair<std::string, std::string>> known;
  size_t numOmitted = 0;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_EMULATOR_KERNELRUN_H

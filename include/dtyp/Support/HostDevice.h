//===- HostDevice.h - The device that a host function drives ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what host code does with a device: memory, copies and
// launches. The emulator and the CUDA driver implement it.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_HOSTDEVICE_H
#define DTYP_SUPPORT_HOSTDEVICE_H

#include "dtyp/Support/Result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlir::dtyp {

/// A launch by a host function.
struct HostLaunch {
  using Sizes = std::array<int64_t, 3>;

  std::string_view module;
  std::string_view kernel;
  Sizes grid = {1, 1, 1};
  Sizes block = {1, 1, 1};
  /// The blocks in a cluster.
  Sizes cluster = {1, 1, 1};
  int64_t dynamicSharedBytes = 0;
  /// The addresses of the parameters, as cuLaunchKernel takes them. They are
  /// copies, which the device may change.
  void **parameters = nullptr;
  /// Which parameters are addresses of memory that the device sees.
  std::vector<size_t> pointers;
  /// Where the launch is in the source, as `file:line:column`.
  std::string_view location;
};

/// What went wrong on a device, noticed later than it happened.
struct HostFault {
  std::string message;
  /// Where in the source, as `file:line:column`; empty if not known.
  std::string location;
  /// Further lines: a location and a text each.
  std::vector<std::pair<std::string, std::string>> notes;
};

/// A device with memory of its own. What is asked of it is done in order.
/// Addresses of its memory mean nothing to the host. Who calls has checked that
/// addresses are of live memory and that accesses are within it.
class HostDevice {
public:
  virtual ~HostDevice() = default;

  /// Returns the address of new memory: of the device, or, if `isShared`, of
  /// memory that the host accesses, too. `numBytes` is not 0.
  virtual Result<void *> allocate(uint64_t numBytes, bool isShared) = 0;
  virtual Status deallocate(void *address) = 0;

  /// Lets the device access memory of the host, at the same address.
  virtual Status registerMemory(void *address, uint64_t numBytes) = 0;
  virtual Status unregisterMemory(void *address) = 0;

  /// Copies bytes; either side may be of the host or of the device.
  virtual Status copy(void *to, const void *from, uint64_t numBytes) = 0;

  /// Writes an element of `elementBytes` bytes `count` times, one behind the
  /// other, to memory of the device.
  virtual Status fill(void *to, const void *element, uint64_t elementBytes,
                      uint64_t count) = 0;

  /// Starts a kernel. It may still run on return.
  virtual Status launch(const HostLaunch &launch) = 0;

  /// Waits for all that was started. The faults are what went wrong meanwhile,
  /// none if nothing did.
  virtual std::vector<HostFault> wait() = 0;
};

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_HOSTDEVICE_H

//===- CudaDevice.h - A GPU as the device of host code ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the device of host functions by the CUDA driver.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LAUNCH_CUDADEVICE_H
#define DTYP_LAUNCH_CUDADEVICE_H

#include "dtyp/Launch/CudaContext.h"
#include "dtyp/Support/HostDevice.h"

#include <map>
#include <string>
#include <vector>

namespace mlir::dtyp {

/// A GPU. All is done in order, on the default stream.
class CudaDevice : public HostDevice {
public:
  explicit CudaDevice(const CudaDriver &driver)
      : driver(driver), context(driver) {}

  /// Opens a device.
  Status open(int number) { return context.open(number); }

  /// Loads the kernels of a module.
  Status addModule(const std::string &name, const KernelImage &image);

  Result<void *> allocate(uint64_t numBytes, bool isShared) override;
  Status deallocate(void *address) override;
  Status registerMemory(void *address, uint64_t numBytes) override;
  Status unregisterMemory(void *address) override;
  Status copy(void *to, const void *from, uint64_t numBytes) override;
  Status fill(void *to, const void *element, uint64_t elementBytes,
              uint64_t count) override;
  Status launch(const HostLaunch &launch) override;
  std::vector<HostFault> wait() override;

private:
  /// A launch that may still run.
  struct PendingLaunch {
    std::string kernel;
    std::string location;
  };

  const CudaDriver &driver;
  CudaContext context;
  std::map<std::string, cu::Module, std::less<>> modules;
  std::vector<PendingLaunch> pending;
};

} // namespace mlir::dtyp

#endif // DTYP_LAUNCH_CUDADEVICE_H

//===- CudaContext.h - A device and its modules -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares an open device: its primary context, and the images that
// are loaded there.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LAUNCH_CUDACONTEXT_H
#define DTYP_LAUNCH_CUDACONTEXT_H

#include "dtyp/Launch/CudaDriver.h"
#include "dtyp/Launch/KernelImage.h"

#include <string>
#include <vector>

namespace mlir::dtyp {

/// The context of a device, current on the thread that opened it. What it holds
/// is given back at the end, without looking at errors: a kernel's fault makes
/// all further calls fail.
class CudaContext {
public:
  explicit CudaContext(const CudaDriver &driver) : driver(driver) {}
  ~CudaContext();
  CudaContext(const CudaContext &) = delete;
  CudaContext &operator=(const CudaContext &) = delete;

  /// Opens a device.
  Status open(int number);

  /// Loads an image, with what the driver's compiler says of it in the error.
  Result<cu::Module> load(const KernelImage &image);

  const CudaDriver &getDriver() const { return driver; }
  cu::Device getDevice() const { return device; }

private:
  const CudaDriver &driver;
  cu::Device device = 0;
  std::string deviceName;
  cu::Context context = nullptr;
  std::vector<cu::Module> modules;
};

} // namespace mlir::dtyp

#endif // DTYP_LAUNCH_CUDACONTEXT_H

//===- LaunchConfig.cpp - Grid, block and shared memory ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the checks of a launch's sizes.
//
//===----------------------------------------------------------------------===//

#include "LaunchConfig.h"

#include "dtyp/Support/StrCat.h"

using namespace mlir::dtyp;

/// Checks the three sizes of the grid or of the block against the limits that
/// the device has from that attribute on.
static Status checkSizes(const CudaDriver &driver, cu::Device device,
                         std::string_view what, const Dim3 &sizes,
                         cu::DeviceAttribute firstLimit) {
  for (int i = 0; i != 3; ++i) {
    int limit = 0;
    auto attribute = static_cast<cu::DeviceAttribute>(firstLimit + i);
    if (Status status =
            driver.check(driver.deviceGetAttribute(&limit, attribute, device),
                         "asking for the device's limits");
        !status)
      return status;
    if (sizes[i] < 1 || sizes[i] > static_cast<uint64_t>(limit))
      return Error(strCat("expected a ", what, " size from 1 to ", limit,
                          " in ", std::string(1, "xyz"[i]), ", got ",
                          sizes[i]));
  }
  return Status::success();
}

static Status checkThreads(const CudaDriver &driver, cu::Function function,
                           const std::string &kernel, const Dim3 &block) {
  int limit = 0;
  if (Status status =
          driver.check(driver.funcGetAttribute(
                           &limit, cu::FunctionMaxThreadsPerBlock, function),
                       "asking for the kernel's limits");
      !status)
    return status;
  uint64_t threads = block[0] * block[1] * block[2];
  if (threads > static_cast<uint64_t>(limit))
    return Error(strCat("expected at most ", limit,
                        " threads per block for kernel '", kernel,
                        "' (the device's limit, or less where the kernel needs "
                        "many registers or says so itself), got ",
                        threads));
  return Status::success();
}

static Status prepareSharedMemory(const CudaDriver &driver, cu::Device device,
                                  cu::Function function,
                                  const std::string &kernel, uint64_t dynamic) {
  if (!dynamic)
    return Status::success();
  int limit = 0, fixed = 0;
  if (Status status =
          driver.check(driver.deviceGetAttribute(
                           &limit, cu::MaxSharedMemoryPerBlockOptin, device),
                       "asking for the device's limits");
      !status)
    return status;
  if (Status status =
          driver.check(driver.funcGetAttribute(
                           &fixed, cu::FunctionSharedSizeBytes, function),
                       "asking for the kernel's limits");
      !status)
    return status;
  uint64_t available = limit > fixed ? limit - fixed : 0;
  if (dynamic > available)
    return Error(strCat("expected at most ", available,
                        " bytes of dynamic shared memory (a block has ", limit,
                        ", of which kernel '", kernel, "' itself uses ", fixed,
                        "), got ", dynamic));
  return driver.check(
      driver.funcSetAttribute(function, cu::FunctionMaxDynamicSharedSizeBytes,
                              static_cast<int>(dynamic)),
      strCat("giving kernel '", kernel, "' ", dynamic,
             " bytes of dynamic shared memory"));
}

Status mlir::dtyp::prepareLaunch(const CudaDriver &driver, cu::Device device,
                                 cu::Function function,
                                 const std::string &kernel,
                                 const LaunchOptions &options) {
  if (Status status =
          checkSizes(driver, device, "grid", options.grid, cu::MaxGridDimX);
      !status)
    return status;
  if (Status status =
          checkSizes(driver, device, "block", options.block, cu::MaxBlockDimX);
      !status)
    return status;
  if (Status status = checkThreads(driver, function, kernel, options.block);
      !status)
    return status;
  return prepareSharedMemory(driver, device, function, kernel,
                             options.dynamicSharedBytes);
}

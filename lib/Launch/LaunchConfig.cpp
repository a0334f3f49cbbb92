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

/// Checks that the grid consists of whole clusters, and that the driver knows
/// clusters.
static Status checkClusters(const CudaDriver &driver,
                            const LaunchShape &shape) {
  if (!shape.hasClusters())
    return Status::success();
  for (int i = 0; i != 3; ++i)
    if (shape.cluster[i] < 1 || shape.grid[i] % shape.cluster[i] != 0)
      return Error(strCat("expected the grid to consist of whole clusters of ",
                          shape.cluster[i], " blocks in ",
                          std::string(1, "xyz"[i]), ", got ", shape.grid[i],
                          " blocks"));
  if (!driver.launchKernelEx)
    return Error("expected a driver of CUDA 11.8 or newer, which has clusters");
  return Status::success();
}

Status mlir::dtyp::prepareLaunch(const CudaDriver &driver, cu::Device device,
                                 cu::Function function,
                                 const std::string &kernel,
                                 const LaunchShape &shape) {
  if (Status status =
          checkSizes(driver, device, "grid", shape.grid, cu::MaxGridDimX);
      !status)
    return status;
  if (Status status =
          checkSizes(driver, device, "block", shape.block, cu::MaxBlockDimX);
      !status)
    return status;
  if (Status status = checkThreads(driver, function, kernel, shape.block);
      !status)
    return status;
  if (Status status = checkClusters(driver, shape); !status)
    return status;
  return prepareSharedMemory(driver, device, function, kernel,
                             shape.dynamicSharedBytes);
}

Status mlir::dtyp::launchFunction(const CudaDriver &driver,
                                  cu::Function function,
                                  const std::string &kernel,
                                  const LaunchShape &shape, void **parameters) {
  const Dim3 &grid = shape.grid, &block = shape.block;
  auto sharedBytes = static_cast<unsigned>(shape.dynamicSharedBytes);
  cu::Status status;
  if (shape.hasClusters()) {
    cu::LaunchAttribute attribute = {};
    attribute.id = cu::LaunchAttributeClusterDimension;
    for (int i = 0; i != 3; ++i)
      attribute.cluster[i] = static_cast<unsigned>(shape.cluster[i]);
    cu::LaunchConfig config = {};
    for (int i = 0; i != 3; ++i) {
      config.grid[i] = static_cast<unsigned>(grid[i]);
      config.block[i] = static_cast<unsigned>(block[i]);
    }
    config.sharedBytes = sharedBytes;
    config.attributes = &attribute;
    config.numAttributes = 1;
    status = driver.launchKernelEx(&config, function, parameters,
                                   /*extra=*/nullptr);
  } else {
    status = driver.launchKernel(function, grid[0], grid[1], grid[2], block[0],
                                 block[1], block[2], sharedBytes,
                                 /*stream=*/nullptr, parameters,
                                 /*extra=*/nullptr);
  }
  return driver.check(status, strCat("launching kernel '", kernel, "'"));
}

const char *mlir::dtyp::getFaultHint(cu::Status status) {
  switch (status) {
  case cu::errorIllegalAddress:
    return "; the kernel accessed memory outside of its arrays";
  case cu::errorMisalignedAddress:
    return "; the kernel accessed an element at an address that is no multiple "
           "of its alignment";
  default:
    return "";
  }
}

//===- FakeCudaDriver.h - A CUDA driver for tests ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the state of a shared library that stands in for
// libcuda.so.1: its device memory is host memory, its kernels are functions of
// the test, and any of its functions can be made to fail.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TEST_UNITTESTS_LAUNCH_FAKECUDADRIVER_H
#define DTYP_TEST_UNITTESTS_LAUNCH_FAKECUDADRIVER_H

#include <functional>
#include <string>
#include <utility>
#include <vector>

struct FakeKernel {
  std::string name;
  std::vector<size_t> parameterSizes;
  /// What a launch does with its parameters.
  std::function<void(void **)> body = [](void **) {};
};

struct FakeCudaDriver {
  std::vector<FakeKernel> kernels;
  int deviceCount = 1;
  int maxThreadsPerBlock = 1024;
  int staticSharedBytes = 0;

  /// The function that fails, and how.
  std::string failingFunction;
  int failure = 0;
  /// What the driver writes into the error log of cuModuleLoadDataEx.
  std::string jitLog;

  // What has been done.
  int launches = 0;
  unsigned grid[3] = {}, block[3] = {}, dynamicSharedBytes = 0;
  unsigned cluster[3] = {};
  int dynamicSharedAttribute = 0;
  std::pair<void *, size_t> registered;
  int liveAllocations = 0, liveModules = 0, liveContexts = 0, liveEvents = 0;
};

/// Returns the state of the loaded stand-in, `FakeCudaDriver *(*)()`.
inline constexpr const char *fakeCudaStateSymbol = "dtypFakeCudaState";

#endif // DTYP_TEST_UNITTESTS_LAUNCH_FAKECUDADRIVER_H

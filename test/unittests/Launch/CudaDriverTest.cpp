//===- CudaDriverTest.cpp - Tests of loading the driver ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests loading the CUDA driver and describing its errors.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/CudaDriver.h"

#include "FakeCudaDriver.h"
#include "gtest/gtest.h"

#include <dlfcn.h>

using namespace mlir::dtyp;

TEST(CudaDriverTest, MissingLibrary) {
  Result<CudaDriver> driver = CudaDriver::load("libdtyp-no-such-cuda.so.1");
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.error().message,
            "libdtyp-no-such-cuda.so.1 cannot be loaded: cannot open shared "
            "object file: No such file or directory; launching needs an "
            "NVIDIA driver");
}

TEST(CudaDriverTest, AnotherLibrary) {
  Result<CudaDriver> driver = CudaDriver::load("libm.so.6");
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.error().message,
            "libm.so.6 has no cuInit; launching needs a driver of CUDA 11 or "
            "newer");
}

TEST(CudaDriverTest, OptionalFunctions) {
  Result<CudaDriver> driver = CudaDriver::load(DTYP_FAKE_CUDA);
  ASSERT_TRUE(driver) << driver.error().message;
  EXPECT_TRUE(driver->funcGetParamInfo);
  driver = CudaDriver::load(DTYP_FAKE_OLD_CUDA);
  ASSERT_TRUE(driver) << driver.error().message;
  EXPECT_FALSE(driver->funcGetParamInfo);
  EXPECT_FALSE(driver->moduleGetFunctionCount);
}

TEST(CudaDriverTest, Errors) {
  Result<CudaDriver> driver = CudaDriver::load(DTYP_FAKE_CUDA);
  ASSERT_TRUE(driver);
  EXPECT_TRUE(driver->check(0, "resting"));
  EXPECT_EQ(driver->check(1, "launching").error().message,
            "launching: CUDA_ERROR_INVALID_VALUE: invalid argument");
  EXPECT_EQ(driver->describe(9999), "unknown driver error 9999");
}

TEST(CudaDriverTest, NoDevice) {
  void *library = dlopen(DTYP_FAKE_CUDA, RTLD_NOW);
  ASSERT_TRUE(library);
  auto getState = reinterpret_cast<FakeCudaDriver *(*)()>(
      dlsym(library, fakeCudaStateSymbol));
  ASSERT_TRUE(getState);
  getState()->failingFunction = "cuInit";
  getState()->failure = 100;
  Result<CudaDriver> driver = CudaDriver::load(DTYP_FAKE_CUDA);
  *getState() = FakeCudaDriver();
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.error().message.find(
                "starting the CUDA driver: CUDA_ERROR_NO_DEVICE: no "
                "CUDA-capable device is detected; "),
            0u)
      << driver.error().message;
}

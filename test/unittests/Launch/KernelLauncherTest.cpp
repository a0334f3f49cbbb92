//===- KernelLauncherTest.cpp - Tests of launching kernels ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the launcher on a stand-in for the CUDA driver. What only a
// GPU can show is in test/tools/dtyp-launch/gpu.test.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/KernelLauncher.h"

#include "FakeCudaDriver.h"
#include "dtyp/Support/ArgumentSpec.h"
#include "dtyp/Support/ArrayPrinter.h"
#include "gtest/gtest.h"

#include <dlfcn.h>

using namespace mlir::dtyp;

/// y = a * x + y on memref descriptors: a, x (5 parameters), y (5 parameters).
static void saxpy(void **parameters) {
  auto getPointer = [&](int i) {
    return *static_cast<float **>(parameters[i]);
  };
  float a = *static_cast<float *>(parameters[0]);
  float *x = getPointer(2), *y = getPointer(7);
  for (int64_t i = 0; i != *static_cast<int64_t *>(parameters[4]); ++i)
    y[i] += a * x[i];
}

namespace {

class KernelLauncherTest : public testing::Test {
protected:
  void SetUp() override { load(DTYP_FAKE_CUDA); }

  void TearDown() override {
    // Whatever happened, nothing is left on the device.
    EXPECT_EQ(state->liveAllocations, 0);
    EXPECT_EQ(state->liveModules, 0);
    EXPECT_EQ(state->liveContexts, 0);
    EXPECT_EQ(state->liveEvents, 0);
  }

  void load(const char *library) {
    Result<CudaDriver> loaded = CudaDriver::load(library);
    ASSERT_TRUE(loaded) << loaded.error().message;
    driver = *loaded;
    auto getState = reinterpret_cast<FakeCudaDriver *(*)()>(
        dlsym(dlopen(library, RTLD_NOW), fakeCudaStateSymbol));
    ASSERT_TRUE(getState);
    state = getState();
    *state = FakeCudaDriver();
    std::vector<size_t> sizes = {4};
    sizes.insert(sizes.end(), 10, 8);
    state->kernels.push_back({"saxpy", sizes, saxpy});
    image = *parseKernelImage(".version 7.3", "k.ptx");
    options = LaunchOptions();
    addArguments({"float32:2", "float32[3]=arange", "out:float32[3]=ones"});
  }

  void addArguments(std::vector<std::string_view> texts) {
    arguments.clear();
    for (std::string_view text : texts) {
      Result<ArgumentSpec> spec = parseArgumentSpec(text);
      ASSERT_TRUE(spec) << text;
      Result<HostArray> array = loadArgument(*spec);
      ASSERT_TRUE(array) << text;
      arguments.push_back(
          {std::move(*array), spec->isScalar(), spec->isOutput()});
    }
  }

  /// Launches, and returns the error.
  std::string launch() {
    Result<std::optional<LaunchTimes>> result =
        launchKernel(driver, image, arguments, options);
    if (!result)
      return result.error().message;
    times = *result;
    return "no error";
  }

  CudaDriver driver;
  FakeCudaDriver *state = nullptr;
  KernelImage image;
  std::vector<LaunchArgument> arguments;
  LaunchOptions options;
  std::optional<LaunchTimes> times;
};

} // namespace

TEST_F(KernelLauncherTest, Runs) {
  options.grid = {2, 3, 4};
  options.block = {32, 2, 1};
  ASSERT_EQ(launch(), "no error");
  EXPECT_EQ(formatArray(arguments[2].array), "[1.0 3.0 5.0]");
  EXPECT_EQ(state->launches, 1);
  EXPECT_EQ(state->grid[2], 4u);
  EXPECT_EQ(state->block[1], 2u);
  EXPECT_FALSE(times);
}

TEST_F(KernelLauncherTest, OnlyOutputsComeBack) {
  arguments[2].isOutput = false;
  ASSERT_EQ(launch(), "no error");
  EXPECT_EQ(formatArray(arguments[2].array), "[1.0 1.0 1.0]");
}

TEST_F(KernelLauncherTest, EmptyArrays) {
  addArguments({"float32:2", "float32[0]=zeros", "out:float32[0]=zeros"});
  ASSERT_EQ(launch(), "no error");
  EXPECT_EQ(formatArray(arguments[2].array), "[]");
}

TEST_F(KernelLauncherTest, TimesAreOfLaterLaunches) {
  options.timedLaunches = 4;
  ASSERT_EQ(launch(), "no error");
  // One for the outputs and three to warm up come first; the stand-in's clock
  // says that launch n takes n microseconds.
  EXPECT_EQ(state->launches, 8);
  ASSERT_TRUE(times);
  EXPECT_FLOAT_EQ(times->min, 5);
  EXPECT_FLOAT_EQ(times->median, 6.5);
  EXPECT_FLOAT_EQ(times->max, 8);
  EXPECT_EQ(formatArray(arguments[2].array), "[1.0 3.0 5.0]");
}

TEST_F(KernelLauncherTest, KernelNames) {
  state->kernels.push_back({"other", {}});
  EXPECT_EQ(launch(), "expected --kernel NAME, since 'k.ptx' has 2 kernels: "
                      "other, saxpy");
  options.kernel = "saxpi";
  EXPECT_EQ(launch(),
            "looking up kernel 'saxpi' in 'k.ptx': CUDA_ERROR_NOT_FOUND: named "
            "symbol not found; it has: other, saxpy");
  options.kernel = "saxpy";
  EXPECT_EQ(launch(), "no error");
  state->kernels.clear();
  options.kernel.clear();
  EXPECT_NE(launch().find("has no kernel"), std::string::npos);
}

TEST_F(KernelLauncherTest, ParametersAreCompared) {
  options.convention.abi = KernelABI::BarePointer;
  std::string error = launch();
  EXPECT_EQ(error.find("kernel 'saxpy' has 11 parameters, the arguments given "
                       "make 3: argument 1 (float32) makes 1, "),
            0u)
      << error;
  EXPECT_NE(error.find("with --abi memref --index-bitwidth 64 they match"),
            std::string::npos);
  EXPECT_EQ(state->launches, 0);
}

TEST_F(KernelLauncherTest, OldDriver) {
  load(DTYP_FAKE_OLD_CUDA);
  EXPECT_NE(launch().find("expected --kernel NAME"), std::string::npos);
  options.kernel = "saxpy";
  EXPECT_EQ(launch(), "no error");
  options.kernel = "other";
  EXPECT_EQ(launch(), "looking up kernel 'other' in 'k.ptx': "
                      "CUDA_ERROR_NOT_FOUND: named symbol not found");
}

TEST_F(KernelLauncherTest, Limits) {
  options.grid = {0, 1, 1};
  EXPECT_EQ(launch(), "expected a grid size from 1 to 2147483647 in x, got 0");
  options.grid = {1, 65536, 1};
  EXPECT_EQ(launch(), "expected a grid size from 1 to 65535 in y, got 65536");
  options.grid = {1, 1, 1};
  options.block = {1, 1, 65};
  EXPECT_EQ(launch(), "expected a block size from 1 to 64 in z, got 65");
  options.block = {1024, 2, 1};
  EXPECT_EQ(launch().find("expected at most 1024 threads per block for kernel "
                          "'saxpy' (the device's limit"),
            0u);
  state->maxThreadsPerBlock = 64;
  options.block = {65, 1, 1};
  EXPECT_EQ(launch().find("expected at most 64 threads per block "), 0u);
  EXPECT_EQ(state->launches, 0);
}

TEST_F(KernelLauncherTest, SharedMemory) {
  state->staticSharedBytes = 448;
  options.dynamicSharedBytes = 232000;
  EXPECT_EQ(launch(), "no error");
  EXPECT_EQ(state->dynamicSharedBytes, 232000u);
  EXPECT_EQ(state->dynamicSharedAttribute, 232000);
  options.dynamicSharedBytes = 232001;
  EXPECT_EQ(launch(),
            "expected at most 232000 bytes of dynamic shared memory (a block "
            "has 232448, of which kernel 'saxpy' itself uses 448), got 232001");
}

TEST_F(KernelLauncherTest, Devices) {
  options.device = 1;
  EXPECT_EQ(launch(), "expected a device from 0 to 0, got 1");
}

TEST_F(KernelLauncherTest, Chips) {
  Result<std::string> chip = driver.getChip(0);
  ASSERT_TRUE(chip) << chip.error().message;
  EXPECT_EQ(*chip, "sm_90");
  EXPECT_EQ(driver.getChip(1).error().message,
            "expected a device from 0 to 0, got 1");
  state->failingFunction = "cuDeviceGetCount";
  state->failure = 999;
  EXPECT_EQ(
      driver.getChip(0).error().message.rfind("counting the devices: ", 0), 0u);
}

TEST_F(KernelLauncherTest, JitLog) {
  state->failingFunction = "cuModuleLoadDataEx";
  state->failure = 218;
  state->jitLog = "ptxas application ptx input, line 3; fatal\n";
  EXPECT_EQ(launch(), "loading 'k.ptx' on Fake GPU (sm_90): "
                      "CUDA_ERROR_INVALID_PTX: a PTX JIT compilation failed\n"
                      "ptxas application ptx input, line 3; fatal");
}

TEST_F(KernelLauncherTest, FaultsShowUpAfterTheLaunch) {
  state->failingFunction = "cuCtxSynchronize";
  state->failure = 700;
  EXPECT_EQ(launch(),
            "running kernel 'saxpy': CUDA_ERROR_ILLEGAL_ADDRESS: an illegal "
            "memory access was encountered; the kernel accessed memory outside "
            "of its arrays: check the shapes, --grid, --block and --abi");
}

TEST_F(KernelLauncherTest, EveryFailureIsReported) {
  options.timedLaunches = 1;
  options.dynamicSharedBytes = 16;
  for (const char *function : {"cuDeviceGetCount",
                               "cuDeviceGet",
                               "cuDeviceGetName",
                               "cuDeviceGetAttribute",
                               "cuDevicePrimaryCtxRetain",
                               "cuCtxSetCurrent",
                               "cuModuleLoadDataEx",
                               "cuModuleGetFunctionCount",
                               "cuModuleEnumerateFunctions",
                               "cuFuncGetName",
                               "cuModuleGetFunction",
                               "cuFuncGetAttribute",
                               "cuFuncSetAttribute",
                               "cuMemAlloc_v2",
                               "cuMemcpyHtoD_v2",
                               "cuFuncGetParamInfo",
                               "cuLaunchKernel",
                               "cuCtxSynchronize",
                               "cuMemcpyDtoH_v2",
                               "cuEventCreate",
                               "cuEventRecord",
                               "cuEventElapsedTime"}) {
    state->failingFunction = function;
    state->failure = 100;
    std::string error = launch();
    EXPECT_NE(error.find(": CUDA_ERROR_NO_DEVICE: no CUDA-capable device is "
                         "detected"),
              std::string::npos)
        << function << ": " << error;
  }
}

TEST_F(KernelLauncherTest, Clusters) {
  options.grid = {4, 2, 1};
  options.cluster = {2, 1, 1};
  ASSERT_EQ(launch(), "no error");
  EXPECT_EQ(state->cluster[0], 2u);
  EXPECT_EQ(state->cluster[1], 1u);
  EXPECT_EQ(state->grid[0], 4u);
  options.cluster = {3, 1, 1};
  EXPECT_EQ(launch(), "expected the grid to consist of whole clusters of 3 "
                      "blocks in x, got 4 blocks");
}

TEST_F(KernelLauncherTest, OldDriverHasNoClusters) {
  load(DTYP_FAKE_OLD_CUDA);
  options.kernel = "saxpy";
  EXPECT_EQ(launch(), "no error");
  options.grid = {2, 1, 1};
  options.cluster = {2, 1, 1};
  EXPECT_EQ(launch(),
            "expected a driver of CUDA 11.8 or newer, which has clusters");
}

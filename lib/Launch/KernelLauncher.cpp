//===- KernelLauncher.cpp - Running one kernel ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the launcher.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/KernelLauncher.h"

#include "LaunchConfig.h"
#include "dtyp/Launch/CudaContext.h"
#include "dtyp/Support/StrCat.h"

#include <algorithm>

using namespace mlir::dtyp;

// Returns from the function with the driver's error, if there is one.
#define DTYP_CHECK(STATUS, DOING)                                              \
  if (Status checked = driver.check(STATUS, DOING); !checked)                  \
  return checked

namespace {

/// One run of a kernel.
class Launcher {
public:
  Launcher(const CudaDriver &driver, const KernelImage &image,
           std::vector<LaunchArgument> &arguments, const LaunchOptions &options)
      : driver(driver), image(image), arguments(arguments), options(options),
        context(driver), parameters(options.convention),
        kernel(options.kernel) {}
  ~Launcher();

  Status run();
  const std::optional<LaunchTimes> &getTimes() const { return times; }

private:
  Status load();
  Result<std::vector<std::string>> listKernels();
  Status findKernel();
  Status moveArguments();
  Status checkParameters();
  Status launch();
  Status wait();
  Status fetchOutputs();
  Status measure();
  Status timeLaunch(double &microseconds);

  const CudaDriver &driver;
  const KernelImage &image;
  std::vector<LaunchArgument> &arguments;
  const LaunchOptions &options;

  CudaContext context;
  cu::Module module = nullptr;
  cu::Function function = nullptr;
  cu::Event startEvent = nullptr, endEvent = nullptr;
  std::vector<cu::DevicePtr> memory;
  KernelArguments parameters;
  std::string kernel;
  std::optional<LaunchTimes> times;
};

} // namespace

Launcher::~Launcher() {
  if (startEvent)
    driver.eventDestroy(startEvent);
  if (endEvent)
    driver.eventDestroy(endEvent);
  for (cu::DevicePtr pointer : memory)
    driver.memFree(pointer);
}

Status Launcher::load() {
  if (Status status = context.open(options.device); !status)
    return status;
  Result<cu::Module> loaded = context.load(image);
  if (!loaded)
    return loaded.error();
  module = *loaded;
  return Status::success();
}

/// Lists the module's kernels; none where the driver cannot tell.
Result<std::vector<std::string>> Launcher::listKernels() {
  std::vector<std::string> names;
  if (!driver.moduleGetFunctionCount || !driver.moduleEnumerateFunctions ||
      !driver.funcGetName)
    return names;
  auto check = [&](cu::Status status) {
    return driver.check(status,
                        strCat("listing the kernels of '", image.path, "'"));
  };
  unsigned count = 0;
  if (Status status = check(driver.moduleGetFunctionCount(&count, module));
      !status)
    return status.error();
  std::vector<cu::Function> functions(count);
  if (count)
    if (Status status = check(
            driver.moduleEnumerateFunctions(functions.data(), count, module));
        !status)
      return status.error();
  for (cu::Function each : functions) {
    const char *name = nullptr;
    if (Status status = check(driver.funcGetName(&name, each)); !status)
      return status.error();
    names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

static std::string join(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += strCat(text.empty() ? "" : ", ", name);
  return text;
}

Status Launcher::findKernel() {
  if (kernel.empty()) {
    Result<std::vector<std::string>> names = listKernels();
    if (!names)
      return names.error();
    if (names->empty())
      return Error(strCat("expected --kernel NAME: '", image.path,
                          "' has no kernel, or the driver is too old to list "
                          "kernels (CUDA 12.4 can)"));
    if (names->size() > 1)
      return Error(strCat("expected --kernel NAME, since '", image.path,
                          "' has ", names->size(), " kernels: ", join(*names)));
    kernel = names->front();
  }
  cu::Status status =
      driver.moduleGetFunction(&function, module, kernel.c_str());
  Status checked = driver.check(
      status, strCat("looking up kernel '", kernel, "' in '", image.path, "'"));
  if (checked)
    return checked;
  Result<std::vector<std::string>> names = listKernels();
  if (!names || names->empty())
    return checked;
  return Error(strCat(checked.error().message, "; it has: ", join(*names)));
}

Status Launcher::moveArguments() {
  for (LaunchArgument &argument : arguments) {
    HostArray &array = argument.array;
    if (argument.isScalar) {
      parameters.addScalar(array);
      continue;
    }
    // The driver allocates no empty arrays, but a kernel gets an address.
    size_t size = array.getNumBytes();
    cu::DevicePtr pointer = 0;
    DTYP_CHECK(
        driver.memAlloc(&pointer, size ? size : 1),
        strCat("allocating ", size, " bytes for ", array.getTypeString()));
    memory.push_back(pointer);
    if (size)
      DTYP_CHECK(driver.memcpyHtoD(pointer, array.getData(), size),
                 strCat("copying ", array.getTypeString(), " to the device"));
    if (Status status = parameters.addArray(array, pointer); !status)
      return status;
  }
  return Status::success();
}

/// Compares the parameters with the kernel's, where the driver can tell them:
/// a launch with too few reads whatever follows the array of pointers.
Status Launcher::checkParameters() {
  if (!driver.funcGetParamInfo)
    return Status::success();
  std::vector<size_t> sizes;
  while (true) {
    size_t offset = 0, size = 0;
    cu::Status status =
        driver.funcGetParamInfo(function, sizes.size(), &offset, &size);
    if (status == cu::errorInvalidValue)
      break;
    DTYP_CHECK(status,
               strCat("asking for the parameters of kernel '", kernel, "'"));
    sizes.push_back(size);
  }
  return parameters.checkAgainst(kernel, sizes);
}

Status Launcher::launch() {
  std::vector<void *> pointers = parameters.getPointers();
  return launchFunction(driver, function, kernel, options, pointers.data());
}

Status Launcher::wait() {
  cu::Status status = driver.ctxSynchronize();
  Status checked =
      driver.check(status, strCat("running kernel '", kernel, "'"));
  if (checked)
    return checked;
  return Error(strCat(checked.error().message, getFaultHint(status),
                      status == cu::errorIllegalAddress
                          ? ": check the shapes, --grid, --block and --abi"
                          : ""));
}

Status Launcher::fetchOutputs() {
  size_t next = 0;
  for (LaunchArgument &argument : arguments) {
    if (argument.isScalar)
      continue;
    cu::DevicePtr pointer = memory[next++];
    size_t size = argument.array.getNumBytes();
    if (argument.isOutput && size)
      DTYP_CHECK(driver.memcpyDtoH(argument.array.getData(), pointer, size),
                 strCat("copying ", argument.array.getTypeString(), " back"));
  }
  return Status::success();
}

Status Launcher::timeLaunch(double &microseconds) {
  const char *timing = "timing the kernel";
  DTYP_CHECK(driver.eventRecord(startEvent, nullptr), timing);
  for (unsigned i = 0; i != options.launchesPerTime; ++i)
    if (Status status = launch(); !status)
      return status;
  DTYP_CHECK(driver.eventRecord(endEvent, nullptr), timing);
  if (Status status = wait(); !status)
    return status;
  float milliseconds = 0;
  DTYP_CHECK(driver.eventElapsedTime(&milliseconds, startEvent, endEvent),
             timing);
  microseconds = 1000.0 * milliseconds / options.launchesPerTime;
  return Status::success();
}

Status Launcher::measure() {
  constexpr int warmUps = 3;
  const char *timing = "timing the kernel";
  DTYP_CHECK(driver.eventCreate(&startEvent, 0), timing);
  DTYP_CHECK(driver.eventCreate(&endEvent, 0), timing);
  double ignored = 0;
  for (int i = 0; i != warmUps; ++i)
    if (Status status = timeLaunch(ignored); !status)
      return status;
  std::vector<double> all(options.timedLaunches);
  for (double &each : all) {
    if (Status status = timeLaunch(each); !status)
      return status;
    if (options.launchesDone)
      options.launchesDone->fetch_add(1, std::memory_order_relaxed);
  }
  std::sort(all.begin(), all.end());
  size_t middle = all.size() / 2;
  double median =
      all.size() % 2 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
  times = LaunchTimes{all.front(), median, all.back()};
  return Status::success();
}

Status Launcher::run() {
  for (auto step : {&Launcher::load, &Launcher::findKernel})
    if (Status status = (this->*step)(); !status)
      return status;
  if (Status status =
          prepareLaunch(driver, context.getDevice(), function, kernel, options);
      !status)
    return status;
  // The outputs are those of one launch, however many are timed afterwards.
  for (auto step :
       {&Launcher::moveArguments, &Launcher::checkParameters, &Launcher::launch,
        &Launcher::wait, &Launcher::fetchOutputs})
    if (Status status = (this->*step)(); !status)
      return status;
  return options.timedLaunches ? measure() : Status::success();
}

Result<std::optional<LaunchTimes>>
mlir::dtyp::launchKernel(const CudaDriver &driver, const KernelImage &image,
                         std::vector<LaunchArgument> &arguments,
                         const LaunchOptions &options) {
  Launcher launcher(driver, image, arguments, options);
  if (Status status = launcher.run(); !status)
    return status.error();
  return launcher.getTimes();
}

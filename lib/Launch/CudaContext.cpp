//===- CudaContext.cpp - A device and its modules ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements opening a device and loading images.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/CudaContext.h"

#include "dtyp/Support/StrCat.h"

using namespace mlir::dtyp;

// Returns from the function with the driver's error, if there is one.
#define DTYP_CHECK(STATUS, DOING)                                              \
  if (Status checked = driver.check(STATUS, DOING); !checked)                  \
  return checked

CudaContext::~CudaContext() {
  if (!context)
    return;
  for (cu::Module module : modules)
    driver.moduleUnload(module);
  driver.ctxSetCurrent(nullptr);
  driver.primaryCtxRelease(device);
}

Status CudaContext::open(int number) {
  int count = 0;
  DTYP_CHECK(driver.deviceGetCount(&count), "counting the devices");
  if (number < 0 || number >= count)
    return Error(
        strCat("expected a device from 0 to ", count - 1, ", got ", number));
  std::string opening = strCat("opening device ", number);
  DTYP_CHECK(driver.deviceGet(&device, number), opening);
  char name[128] = "";
  int major = 0, minor = 0;
  DTYP_CHECK(driver.deviceGetName(name, sizeof(name), device), opening);
  DTYP_CHECK(
      driver.deviceGetAttribute(&major, cu::ComputeCapabilityMajor, device),
      opening);
  DTYP_CHECK(
      driver.deviceGetAttribute(&minor, cu::ComputeCapabilityMinor, device),
      opening);
  deviceName = strCat(name, " (sm_", major, minor, ")");
  DTYP_CHECK(driver.primaryCtxRetain(&context, device), opening);
  DTYP_CHECK(driver.ctxSetCurrent(context), opening);
  return Status::success();
}

Result<cu::Module> CudaContext::load(const KernelImage &image) {
  cu::Module module = nullptr;
  char log[8192] = "";
  cu::JitOption jitOptions[] = {cu::JitErrorLogBuffer,
                                cu::JitErrorLogBufferSizeBytes};
  // The driver takes numbers in the place of pointers.
  void *values[] = {
      log, reinterpret_cast<void *>(static_cast<uintptr_t>(sizeof(log) - 1))};
  cu::Status status = driver.moduleLoadDataEx(&module, image.bytes.c_str(), 2,
                                              jitOptions, values);
  Status checked = driver.check(
      status, strCat("loading '", image.path, "' on ", deviceName));
  if (checked) {
    modules.push_back(module);
    return module;
  }
  std::string message = checked.error().message;
  std::string_view text = log;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.remove_suffix(1);
  if (!text.empty())
    message += strCat("\n", text);
  return Error(message);
}

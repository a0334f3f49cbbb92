//===- CudaDriver.cpp - The CUDA driver through dlopen ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements loading the driver and describing its errors.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/CudaDriver.h"

#include "dtyp/Support/StrCat.h"

#include <dlfcn.h>

using namespace mlir::dtyp;

/// Looks up one function; false where the library has none of that name.
template <typename Function>
static bool lookUp(void *library, const char *symbol, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, symbol));
  return function != nullptr;
}

/// Explains the errors of cuInit that say that there is nothing to run on.
static const char *getInitHint(cu::Status status) {
  switch (status) {
  case 34: // CUDA_ERROR_STUB_LIBRARY
    return "; this is the toolkit's stub, which only serves to link programs: "
           "take its folder out of LD_LIBRARY_PATH";
  case 100: // CUDA_ERROR_NO_DEVICE
    return "; launching needs an NVIDIA GPU: is one visible to nvidia-smi, "
           "and not hidden by CUDA_VISIBLE_DEVICES?";
  default:
    return "";
  }
}

Result<CudaDriver> CudaDriver::load(const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *text = dlerror();
    std::string_view reason = text ? text : "unknown reason";
    // The loader starts with the library's name, too.
    std::string prefix = strCat(library, ": ");
    if (reason.substr(0, prefix.size()) == prefix)
      reason.remove_prefix(prefix.size());
    return Error(strCat(library, " cannot be loaded: ", reason,
                        "; launching needs an NVIDIA driver"));
  }
  CudaDriver driver;
#define DTYP_CUDA_LOOK_UP(MEMBER, SYMBOL, PARAMETERS)                          \
  if (!lookUp(handle, SYMBOL, driver.MEMBER))                                  \
    return Error(strCat(library, " has no ", SYMBOL,                           \
                        "; launching needs a driver of CUDA 11 or newer"));
  DTYP_CUDA_FUNCTIONS(DTYP_CUDA_LOOK_UP)
#undef DTYP_CUDA_LOOK_UP
#define DTYP_CUDA_LOOK_UP(MEMBER, SYMBOL, PARAMETERS)                          \
  lookUp(handle, SYMBOL, driver.MEMBER);
  DTYP_CUDA_OPTIONAL_FUNCTIONS(DTYP_CUDA_LOOK_UP)
#undef DTYP_CUDA_LOOK_UP

  cu::Status status = driver.init(0);
  if (mlir::dtyp::Status checked =
          driver.check(status, "starting the CUDA driver");
      !checked)
    return Error(checked.error().message + getInitHint(status));
  return driver;
}

Result<std::string> CudaDriver::getChip(int number) const {
  cu::Device device = 0;
  int major = 0, minor = 0, count = 0;
  mlir::dtyp::Status counted =
      check(deviceGetCount(&count), "counting the devices");
  if (!counted)
    return counted.error();
  if (number < 0 || number >= count)
    return Error(count == 0 ? std::string("the driver has no device")
                            : strCat("expected a device from 0 to ", count - 1,
                                     ", got ", number));
  std::string opening = strCat("opening device ", number);
  for (cu::Status status :
       {deviceGet(&device, number),
        deviceGetAttribute(&major, cu::ComputeCapabilityMajor, device),
        deviceGetAttribute(&minor, cu::ComputeCapabilityMinor, device)}) {
    if (mlir::dtyp::Status checked = check(status, opening); !checked)
      return checked.error();
  }
  return strCat("sm_", major, minor);
}

std::string CudaDriver::describe(cu::Status status) const {
  const char *name = nullptr, *text = nullptr;
  if (getErrorName(status, &name) != cu::success || !name)
    return strCat("unknown driver error ", status);
  if (getErrorString(status, &text) != cu::success || !text)
    return name;
  return strCat(name, ": ", text);
}

Status CudaDriver::check(cu::Status status, std::string_view doing) const {
  if (status == cu::success)
    return mlir::dtyp::Status::success();
  return Error(strCat(doing, ": ", describe(status)));
}

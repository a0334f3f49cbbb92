//===- dtyp-launch.cpp - Runs a compiled GPU kernel -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements dtyp-launch, which runs a kernel from a PTX file, a
// cubin or a fatbin on arrays given on its command line. It needs an NVIDIA
// driver and libc only, so it can be carried to a machine that has no compiler.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "dtyp/Config/Version.h"
#include "dtyp/Launch/CudaDriver.h"
#include "dtyp/Launch/KernelImage.h"
#include "dtyp/Support/DTypeParser.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/Npy.h"
#include "dtyp/Support/StrCat.h"

#include <cstdio>

using namespace mlir::dtyp;

static void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

static Status describeDType(const std::string &spelling) {
  Result<NumPyDType> dtype = parseGPUDType(spelling);
  if (!dtype)
    return Error(dtype.error().str());
  print(strCat(formatDType(*dtype), " ", dtype->typestr(),
               " kind=", std::string(1, dtype->numpyKind()), " itemsize=",
               dtype->itemsize, " alignment=", dtype->alignment, "\n"));
  return Status::success();
}

static Result<std::vector<LaunchArgument>>
loadArguments(const std::vector<ArgumentSpec> &specs) {
  std::vector<LaunchArgument> arguments;
  for (const ArgumentSpec &spec : specs) {
    Result<HostArray> array = loadArgument(spec);
    if (!array)
      return Error(strCat("argument ", arguments.size() + 1, ": ",
                          array.error().message));
    arguments.push_back({std::move(*array), spec.isScalar(), spec.isOutput()});
  }
  return arguments;
}

/// Prints one argument: `argument 2 int32[3] = [1 2 3]`.
static void printArgument(size_t number, const LaunchArgument &argument,
                          const PrintOptions &options) {
  const HostArray &array = argument.array;
  std::string type =
      argument.isScalar ? formatDType(array.getDType()) : array.getTypeString();
  print(strCat("argument ", number, " ", type, " =",
               array.getRank() > 1 ? "\n" : " ", formatArray(array, options),
               "\n"));
}

static Status saveOutputs(const std::vector<ArgumentSpec> &specs,
                          const std::vector<LaunchArgument> &arguments) {
  for (size_t i = 0; i != specs.size(); ++i) {
    if (specs[i].savePath.empty())
      continue;
    if (Status status = writeNpy(specs[i].savePath, arguments[i].array);
        !status)
      return status;
  }
  return Status::success();
}

static Status dryRun(const Options &options,
                     const std::vector<LaunchArgument> &arguments) {
  KernelArguments parameters(options.launch.convention);
  for (const LaunchArgument &argument : arguments) {
    if (argument.isScalar)
      parameters.addScalar(argument.array);
    else if (Status status = parameters.addArray(argument.array, /*address=*/0);
             !status)
      return status;
  }
  if (Status status = saveOutputs(options.arguments, arguments); !status)
    return status;
  for (size_t i = 0; i != arguments.size(); ++i)
    printArgument(i + 1, arguments[i], options.print);
  std::string sizes;
  for (size_t i = 0; i != parameters.getNumParameters(); ++i)
    sizes += strCat(" ", parameters.getParameterSize(i));
  print(strCat("kernel parameters, in bytes:", sizes.empty() ? " none" : sizes,
               "\n"));
  return Status::success();
}

static std::string formatMicroseconds(double microseconds) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%.2f us", microseconds);
  return buffer;
}

static Status launch(const Options &options, const KernelImage &image,
                     std::vector<LaunchArgument> &arguments) {
  Result<CudaDriver> driver = CudaDriver::load();
  if (!driver)
    return driver.error();
  Result<std::optional<LaunchTimes>> times =
      launchKernel(*driver, image, arguments, options.launch);
  if (!times)
    return times.error();
  if (Status status = saveOutputs(options.arguments, arguments); !status)
    return status;
  for (size_t i = 0; i != arguments.size(); ++i)
    if (options.arguments[i].printAfterRun)
      printArgument(i + 1, arguments[i], options.print);
  if (*times)
    print(strCat("time: min ", formatMicroseconds((*times)->min), ", median ",
                 formatMicroseconds((*times)->median), ", max ",
                 formatMicroseconds((*times)->max), " over ",
                 options.launch.timedLaunches, " launches\n"));
  return Status::success();
}

static Status run(const std::vector<std::string> &words) {
  Result<Options> options = parseOptions(words);
  if (!options)
    return options.error();
  switch (options->action) {
  case Options::Action::Help:
    print(helpText);
    return Status::success();
  case Options::Action::Version:
    print(strCat("dtyp-launch ", DTYP_VERSION_STRING, "\n"));
    return Status::success();
  case Options::Action::ParseDType:
    return describeDType(options->spelling);
  case Options::Action::Launch:
  case Options::Action::DryRun:
    break;
  }
  Result<KernelImage> image = readKernelImage(options->imagePath);
  if (!image)
    return image.error();
  Result<std::vector<LaunchArgument>> arguments =
      loadArguments(options->arguments);
  if (!arguments)
    return arguments.error();
  return options->action == Options::Action::DryRun
             ? dryRun(*options, *arguments)
             : launch(*options, *image, *arguments);
}

int main(int argc, char **argv) {
  Status status = run({argv + 1, argv + argc});
  if (status && std::fflush(stdout) != 0)
    status = Error("standard output cannot be written");
  if (status)
    return 0;
  std::fprintf(stderr, "dtyp-launch: error: %s\n",
               status.error().message.c_str());
  return 1;
}

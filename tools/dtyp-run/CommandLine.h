//===- CommandLine.h - Options of dtyp-run ----------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYP_RUN_COMMANDLINE_H
#define DTYP_TOOLS_DTYP_RUN_COMMANDLINE_H

#include "dtyp/Launch/KernelLauncher.h"
#include "dtyp/Support/ArgumentSpec.h"
#include "dtyp/Support/ArrayPrinter.h"
#include "dtyp/Target/FloatingPointMode.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::dtyp {

/// Where the kernel runs.
enum class DeviceKind { Auto, Cpu, Gpu };

/// How outputs are compared with what is expected, as numpy.allclose does.
struct CheckOptions {
  /// A file for each output, in order.
  std::vector<std::string> expected;
  double rtol = 1e-5;
  double atol = 1e-8;
  bool equalNaN = false;
};

/// The command line, checked.
struct CommandLine {
  std::string input;
  DeviceKind device = DeviceKind::Auto;
  int gpuNumber = 0;
  std::string kernel;
  /// The host function to run instead of a kernel.
  std::string function;
  Dim3 grid = {1, 1, 1};
  Dim3 block = {1, 1, 1};
  Dim3 cluster = {1, 1, 1};
  uint64_t dynamicSharedBytes = 0;
  std::vector<std::string> argumentTexts;
  std::vector<ArgumentSpec> arguments;

  PrintOptions print;
  CheckOptions check;
  /// How many launches are timed; 0 for none.
  unsigned timedLaunches = 0;
  bool printSignature = false;
  bool printIR = false;
  bool listEmulatedOps = false;
  bool sanitize = false;
  bool gpuOptimizations = false;
  /// The file that gets what was compiled.
  std::string emit;
  std::string features;
  unsigned optLevel = 3;
  /// How a GPU computes.
  cudax::FloatingPointMode floatingPoint;
  /// The system threads of the emulator; 0 for as many as there are cores.
  unsigned numWorkers = 0;
  std::string toolkit;
  std::vector<std::string> dialectPlugins;

  /// Parses the options, or ends the process after an error that LLVM's parser
  /// reports. The error is one that only we know.
  static Result<CommandLine> parse(int argc, char **argv);

  /// Returns an option that is given and works on the CPU only, or null.
  const char *getOptionOfCpu() const;
};

/// The worked examples of --help.
extern const char *const helpExamples;

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYP_RUN_COMMANDLINE_H

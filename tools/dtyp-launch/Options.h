//===- Options.h - The command line of dtyp-launch --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the command line of dtyp-launch. The parser is its own,
// since the tool must carry nothing of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYP_LAUNCH_OPTIONS_H
#define DTYP_TOOLS_DTYP_LAUNCH_OPTIONS_H

#include "dtyp/Launch/KernelLauncher.h"
#include "dtyp/Support/ArgumentSpec.h"
#include "dtyp/Support/ArrayPrinter.h"
#include "dtyp/Support/Result.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::dtyp {

/// What the command line asks for.
struct Options {
  enum class Action { Launch, DryRun, ParseDType, Help, Version };

  Action action = Action::Launch;
  /// Action::ParseDType.
  std::string spelling;

  std::string imagePath;
  std::vector<ArgumentSpec> arguments;
  LaunchOptions launch;
  PrintOptions print;
};

/// Parses the command line, without the program's name.
Result<Options> parseOptions(const std::vector<std::string> &words);

/// The text of --help.
extern const char *const helpText;

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYP_LAUNCH_OPTIONS_H

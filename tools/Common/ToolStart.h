//===- ToolStart.h - What the tools do first --------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_COMMON_TOOLSTART_H
#define DTYP_TOOLS_COMMON_TOOLSTART_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::dtyp {

/// Whether an option in the command line, or in a response file that it names,
/// has one of the `names`. MLIR's options take one dash or two.
bool hasOption(int argc, char **argv, llvm::ArrayRef<llvm::StringRef> names);

/// Says what to do about a crash, in front of the stack trace that LLVM prints.
void setBugReportMessage();

/// Hands over to this tool's program NAME-shared, which can load plugins, if
/// the command line names one and this program cannot: a program with an MLIR
/// of its own would get a second one through the plugin. Returns otherwise.
/// Ends the process after an error if the other program is not there.
void execPluginHost(int argc, char **argv);

/// Registers the passes if the command line has an option that takes the names
/// of passes, such as --mlir-print-ir-after, or asks for help on it. A
/// compilation that has none needs no names.
void registerNamedPasses(int argc, char **argv);

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_COMMON_TOOLSTART_H

//===- ToolStart.h - What the tools do first ----------------------*- C++
//-*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_COMMON_TOOLSTART_H
#define DTYP_TOOLS_COMMON_TOOLSTART_H

namespace mlir::dtyp {

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

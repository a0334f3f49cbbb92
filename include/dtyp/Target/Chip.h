//===- Chip.h - Chips and their PTX versions --------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what is known of NVIDIA's chips (`sm_90`) and of the PTX
// versions that they need. LLVM ends the process when it is given a PTX version
// that is too old for the chip, and only prints a warning when it knows
// neither, so both are checked here first.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_CHIP_H
#define DTYP_TARGET_CHIP_H

#include "mlir/IR/Diagnostics.h"

#include <string>

namespace mlir::cudax {

/// Versions of the PTX ISA are written as in LLVM's features: 78 is PTX 7.8.
///
/// Allocas of dynamic size and the release of a scope's allocas need PTX 7.3,
/// so no module is compiled for less.
inline constexpr unsigned kMinPtxVersion = 73;

/// The chip that modules are compiled for by default: the oldest that CUDA 13
/// supports, as for nvcc. Its PTX runs on every later chip.
inline constexpr llvm::StringLiteral kDefaultChip = "sm_75";

/// Checks that LLVM knows `chip`.
LogicalResult verifyChip(StringRef chip,
                         function_ref<InFlightDiagnostic()> emitError);

/// Returns the lowest PTX version that has `chip`, which LLVM must know: LLVM
/// is asked, so the answer is the one on which it would insist.
unsigned getMinPtxVersion(StringRef chip);

/// Returns the LLVM features with which code for `chip` is compiled: `features`
/// where it names a PTX version (`+ptx80`) that LLVM knows and that is neither
/// too old for the chip nor below `kMinPtxVersion`, and the lowest such version
/// where it is empty. Fails after an error otherwise, or if LLVM does not know
/// the chip.
FailureOr<std::string>
resolveFeatures(StringRef chip, StringRef features,
                function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::cudax

#endif // DTYP_TARGET_CHIP_H

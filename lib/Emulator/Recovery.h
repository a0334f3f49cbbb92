//===- Recovery.h - Leaving compiled code after a fault ---------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how a worker gets out of compiled code that cannot go on:
// its frames are left behind, as they hold nothing to clean up.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_RECOVERY_H
#define DTYP_LIB_EMULATOR_RECOVERY_H

#include "dtyp/Emulator/BlockContext.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::dtyp::emulator {

/// Runs `body`, in which compiled code of `block` runs. Returns false if it was
/// left: by `returnToRecoveryPoint`, or by a signal (an access to memory that
/// is not there, a division by zero), which is reported as a fault of `block`.
bool runRecoverably(const BlockContext &block, llvm::function_ref<void()> body);

/// The same for compiled code of the host: `reportSignal` gets the signal and
/// the address of the access.
bool runRecoverably(llvm::function_ref<void()> body,
                    llvm::function_ref<void(int, void *)> reportSignal);

/// Leaves the innermost `runRecoverably` of this system thread.
[[noreturn]] void returnToRecoveryPoint();

/// Lets signals of compiled code be faults while it lives. Signals of other
/// code do what they did before.
class SignalGuard {
public:
  SignalGuard();
  ~SignalGuard();
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_RECOVERY_H

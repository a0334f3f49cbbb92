//===- Stages.h - What a compilation is made of ---------------------*- C++
//-*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_BENCHMARKS_LATENCY_STAGES_H
#define DTYP_BENCHMARKS_LATENCY_STAGES_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::dtyp {

/// The names of the stages from source to cubin, in their order.
llvm::ArrayRef<llvm::StringRef> getStageNames();

/// Compiles modules stage by stage, with passes that are made once.
class StageTimer {
public:
  StageTimer(MLIRContext *context, llvm::StringRef chip,
             llvm::StringRef toolkit);

  /// Compiles `source`; returns the milliseconds of each stage.
  llvm::Expected<std::vector<double>> run(llvm::StringRef source);

private:
  PassManager resolve;
  PassManager lower;
  PassManager serialize;
};

} // namespace mlir::dtyp

#endif // DTYP_BENCHMARKS_LATENCY_STAGES_H

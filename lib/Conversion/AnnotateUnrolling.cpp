//===- AnnotateUnrolling.cpp - Loops that stand between arrays and registers
//===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that has LLVM unroll the loops whose counters
// index local arrays: registers have no index, so that an array becomes
// registers only if all of its indices are constants.
//
//===----------------------------------------------------------------------===//

#include "DeviceCodeChecks.h"
#include "ReorderedArrays.h"
#include "dtyp/Conversion/Passes.h"

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_ANNOTATEUNROLLINGPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

/// The loops that have to be unrolled for an array to become registers.
using LoopSet = llvm::SmallSetVector<scf::ForOp, 4>;

/// Why an array does not become registers.
struct Obstacle {
  Location location;
  std::string reason;
};

/// How often the loops of one function run, by an analysis of the function that
/// starts with the first question.
class TripCounts {
public:
  explicit TripCounts(FunctionOpInterface function) : function(function) {}

  /// Returns the most iterations that `loop` can have, if they have a limit.
  std::optional<uint64_t> getMax(scf::ForOp loop);

private:
  std::optional<ConstantIntRanges> getRange(Value value);

  FunctionOpInterface function;
  std::optional<DataFlowSolver> solver;
};

/// What one function has of arrays and loops.
class Unrolling {
public:
  Unrolling(FunctionOpInterface function, uint64_t maxArrayBytes,
            uint64_t maxUnrolledOps)
      : tripCounts(function), maxArrayBytes(maxArrayBytes),
        maxUnrolledOps(maxUnrolledOps) {}

  /// Decides whether `array` shall be registers, and adds the loops that have
  /// to be unrolled for it.
  void add(memref::AllocaOp array);

  /// Annotates the loops.
  void annotate();

private:
  std::optional<Obstacle> collectLoops(memref::AllocaOp array,
                                       LoopSet &arrayLoops);
  bool collectLoopsOfIndex(Value index, LoopSet &arrayLoops);
  uint64_t countUnrolledOps(Region &region, const LoopSet &unrolled);

  TripCounts tripCounts;
  uint64_t maxArrayBytes;
  uint64_t maxUnrolledOps;
  /// The bytes of all arrays that shall be registers.
  uint64_t numBytes = 0;
  LoopSet loops;
};

} // namespace

static remark::RemarkOpts getRemarkOptions() {
  return remark::RemarkOpts::name("unroll").category("cudax");
}

/// Whether unrolling makes a constant of the results of `op` when its operands
/// are constants.
static bool isFoldable(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumOperands() != 0 && isPure(op) &&
         isa_and_nonnull<arith::ArithDialect, index::IndexDialect>(
             op->getDialect());
}

std::optional<ConstantIntRanges> TripCounts::getRange(Value value) {
  if (!solver) {
    solver.emplace();
    dataflow::loadBaselineAnalyses(*solver);
    solver->load<dataflow::IntegerRangeAnalysis>();
    // Without a result nothing has a range.
    if (failed(solver->initializeAndRun(function))) {
      solver.emplace();
    }
  }
  auto *state = solver->lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!state || state->getValue().isUninitialized()) {
    return std::nullopt;
  }
  return state->getValue().getValue();
}

std::optional<uint64_t> TripCounts::getMax(scf::ForOp loop) {
  std::optional<ConstantIntRanges> lower = getRange(loop.getLowerBound());
  std::optional<ConstantIntRanges> upper = getRange(loop.getUpperBound());
  std::optional<ConstantIntRanges> step = getRange(loop.getStep());
  if (!lower || !upper || !step || step->smin().getSExtValue() < 1) {
    return std::nullopt;
  }
  int64_t distance = 0;
  if (llvm::SubOverflow(upper->smax().getSExtValue(),
                        lower->smin().getSExtValue(), distance)) {
    return std::nullopt;
  }
  return distance <= 0
             ? 0
             : llvm::divideCeil(distance, step->smin().getSExtValue());
}

/// Collects the loops whose counters `index` is made of. Fails if it is made of
/// anything else but constants.
bool Unrolling::collectLoopsOfIndex(Value index, LoopSet &arrayLoops) {
  SetVector<Value> values;
  values.insert(index);
  for (size_t i = 0; i != values.size(); ++i) {
    Value value = values[i];
    if (matchPattern(value, m_Constant())) {
      continue;
    }
    if (Operation *op = value.getDefiningOp()) {
      if (!isFoldable(op)) {
        return false;
      }
      values.insert(op->operand_begin(), op->operand_end());
      continue;
    }
    auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    if (!loop || loop.getInductionVar() != value || !tripCounts.getMax(loop)) {
      return false;
    }
    arrayLoops.insert(loop);
    // A triangular nest has bounds that are constants once the outer loop is
    // unrolled.
    values.insert(loop.getLowerBound());
    values.insert(loop.getUpperBound());
    values.insert(loop.getStep());
  }
  return true;
}

/// Collects the loops that have to be unrolled for `array` to become registers.
/// Returns what prevents it, if anything does.
std::optional<Obstacle> Unrolling::collectLoops(memref::AllocaOp array,
                                                LoopSet &arrayLoops) {
  SetVector<Value> views;
  views.insert(array.getResult());
  for (size_t i = 0; i != views.size(); ++i) {
    for (OpOperand &use : views[i].getUses()) {
      Operation *user = use.getOwner();
      if (isa<memref::DimOp>(user)) {
        continue;
      }
      bool isView = isa<ViewLikeOpInterface, memref::CastOp>(user);
      auto effects = dyn_cast<MemoryEffectOpInterface>(user);
      bool isAccess =
          effects && user->getNumRegions() == 0 &&
          (effects.getEffectOnValue<MemoryEffects::Read>(use.get()) ||
           effects.getEffectOnValue<MemoryEffects::Write>(use.get()));
      if (!isView && !isAccess) {
        return Obstacle{user->getLoc(), llvm::formatv("its address is taken by "
                                                      "'{0}'",
                                                      user->getName())
                                            .str()};
      }
      for (Value operand : user->getOperands()) {
        if (operand.getType().isIndex() &&
            !collectLoopsOfIndex(operand, arrayLoops)) {
          return Obstacle{
              user->getLoc(),
              "an index is not made of constants and of counters of "
              "loops that end after a known number of iterations"};
        }
      }
      if (isView) {
        views.insert(user->result_begin(), user->result_end());
      }
    }
  }
  return std::nullopt;
}

/// Returns the number of ops in `region` after the loops in `unrolled` are.
uint64_t Unrolling::countUnrolledOps(Region &region, const LoopSet &unrolled) {
  uint64_t count = 0;
  for (Operation &op : region.getOps()) {
    uint64_t inside = 0;
    for (Region &inner : op.getRegions()) {
      inside = llvm::SaturatingAdd(inside, countUnrolledOps(inner, unrolled));
    }
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && unrolled.contains(loop)) {
      inside = llvm::SaturatingMultiply(inside, *tripCounts.getMax(loop));
    }
    count = llvm::SaturatingAdd<uint64_t>(count, inside, 1);
  }
  return count;
}

/// Returns the loop in `loops` that is around all others of them around `loop`.
static scf::ForOp getOutermost(scf::ForOp loop, const LoopSet &loops) {
  scf::ForOp outermost = loop;
  for (Operation *parent = loop->getParentOp(); parent;
       parent = parent->getParentOp()) {
    if (auto outer = dyn_cast<scf::ForOp>(parent);
        outer && loops.contains(outer)) {
      outermost = outer;
    }
  }
  return outermost;
}

void Unrolling::add(memref::AllocaOp array) {
  std::optional<BufferSize> size =
      getBufferSize(array.getType(), DataLayout::closest(array));
  if (!size) {
    return;
  }
  auto bytes = static_cast<uint64_t>(size->bytes);
  auto miss = [&](const Twine &reason) {
    remark::missed(array.getLoc(), getRemarkOptions())
        << llvm::formatv("array of {0} bytes stays in local memory: {1}", bytes,
                         reason)
               .str();
  };

  LoopSet arrayLoops;
  if (std::optional<Obstacle> obstacle = collectLoops(array, arrayLoops)) {
    miss(obstacle->reason);
    return;
  }
  if (arrayLoops.empty()) {
    return;
  }
  // Such an array takes no registers, however large it is.
  bool isFree = isReordering(
      array, [&](scf::ForOp loop) { return tripCounts.getMax(loop); });
  if (!isFree && bytes > maxArrayBytes - numBytes) {
    miss(
        llvm::formatv("{0} of the {1} bytes that a thread's arrays may take in "
                      "registers are taken",
                      numBytes, maxArrayBytes)
            .str());
    return;
  }
  LoopSet all = loops;
  all.insert(arrayLoops.begin(), arrayLoops.end());
  for (scf::ForOp loop : arrayLoops) {
    if (loop->hasAttr("loop_annotation")) {
      miss("a loop has an annotation of its own");
      return;
    }
    scf::ForOp outermost = getOutermost(loop, all);
    uint64_t ops =
        llvm::SaturatingMultiply(countUnrolledOps(outermost.getRegion(), all),
                                 *tripCounts.getMax(outermost));
    if (ops > maxUnrolledOps) {
      miss(llvm::formatv("its loops would have {0} ops after unrolling, of at "
                         "most {1}",
                         ops, maxUnrolledOps)
               .str());
      return;
    }
  }
  numBytes += isFree ? 0 : bytes;
  loops = std::move(all);
}

void Unrolling::annotate() {
  for (scf::ForOp loop : loops) {
    Builder builder(loop.getContext());
    auto unroll = LLVM::LoopUnrollAttr::get(
        loop.getContext(), /*disable=*/{}, /*count=*/{},
        /*runtimeDisable=*/{}, /*full=*/builder.getBoolAttr(true),
        /*followupUnrolled=*/{}, /*followupRemainder=*/{}, /*followupAll=*/{});
    auto annotation = LLVM::LoopAnnotationAttr::get(
        loop.getContext(), /*disableNonforced=*/{}, /*vectorize=*/{},
        /*interleave=*/{}, unroll, /*unrollAndJam=*/{}, /*licm=*/{},
        /*distribute=*/{}, /*pipeline=*/{}, /*peeled=*/{}, /*unswitch=*/{},
        /*mustProgress=*/{}, /*isVectorized=*/{}, /*startLoc=*/{},
        /*endLoc=*/{}, /*parallelAccesses=*/{});
    loop->setAttr("loop_annotation", annotation);
    remark::passed(loop.getLoc(), getRemarkOptions())
        << llvm::formatv("loop of at most {0} iterations is unrolled for the "
                         "arrays that it indexes",
                         *tripCounts.getMax(loop))
               .str();
  }
}

namespace {

struct AnnotateUnrollingPass
    : public cudax::impl::AnnotateUnrollingPassBase<AnnotateUnrollingPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([&](FunctionOpInterface function) {
      Unrolling unrolling(function, maxArrayBytes, maxUnrolledOps);
      function.walk([&](memref::AllocaOp array) {
        MemRefType type = array.getType();
        if (type.hasStaticShape() && isLocalSpace(type.getMemorySpace())) {
          unrolling.add(array);
        }
      });
      unrolling.annotate();
    });
  }
};

} // namespace

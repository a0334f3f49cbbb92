//===- WarpRuntime.cpp - What threads of a warp do together ---------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements shuffles, votes, matches and reductions of warps, as the
// PTX ISA describes them.
//
//===----------------------------------------------------------------------===//

#include "WarpRuntime.h"

#include "dtyp/Emulator/BlockScheduler.h"

#include <cmath>
#include <cstring>

using namespace mlir::dtyp::emulator;

namespace {

/// What a function returns that yields a value and a flag.
struct Pair {
  uint64_t value;
  uint64_t flag;
};

using Slots = std::array<WarpSlot, kWarpSize>;

/// The modes of shfl.sync, numbered as in the nvvm dialect.
enum ShuffleKind : int32_t { Butterfly, Up, Down, Index };

} // namespace

/// Joins an operation whose mask must contain the lane that executes it (PTX
/// ISA: else the behavior is undefined), which is a fault where those are
/// looked for.
static void joinSync(BlockContext &block, const WarpOperation &operation,
                     uint32_t mask, WarpSlot &slot, const char *location) {
  int64_t thread = block.scheduler->getCurrentThread();
  if (block.run->checkBarriers && !(mask >> (thread % kWarpSize) & 1)) {
    Fault fault;
    fault.message = std::string("the mask of ") + operation.name +
                    " does not contain the lane that executes it, " +
                    std::to_string(thread % kWarpSize);
    fault.location = location;
    fault.block = block.blockId;
    fault.thread = block.getThreadId(thread);
    block.run->report(std::move(fault));
  }
  block.scheduler->joinWarp(operation, mask, slot, location);
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// Executes shfl.sync: `argument` is its operand b (a lane or an offset),
/// `control` its operand c (the clamp, and the mask of the segments).
template <ShuffleKind kind>
static void shuffle(Slots &slots, uint32_t lanes) {
  for (int32_t lane = 0; lane != kWarpSize; ++lane) {
    if (!(lanes >> lane & 1)) {
      continue;
    }
    WarpSlot &slot = slots[lane];
    int32_t clamp = static_cast<int32_t>(slot.control & 0x1f);
    int32_t segment = static_cast<int32_t>(slot.control >> 8 & 0x1f);
    int32_t offset = static_cast<int32_t>(slot.argument & 0x1f);
    int32_t maxLane = (lane & segment) | (clamp & ~segment);
    int32_t minLane = lane & segment;
    int32_t source = 0;
    bool isValid = false;
    switch (kind) {
    case Up:
      source = lane - offset;
      isValid = source >= maxLane;
      break;
    case Down:
      source = lane + offset;
      isValid = source <= maxLane;
      break;
    case Butterfly:
      source = lane ^ offset;
      isValid = source <= maxLane;
      break;
    case Index:
      source = minLane | (offset & ~segment);
      isValid = source <= maxLane;
      break;
    }
    if (!isValid) {
      source = lane;
    }
    // The value of a lane that does not take part is not defined.
    slot.result = lanes >> source & 1 ? slots[source].value : slot.value;
    slot.isValid = isValid;
  }
}

static const WarpOperation kShuffles[] = {
    {"a shuffle (xor)", shuffle<Butterfly>},
    {"a shuffle (up)", shuffle<Up>},
    {"a shuffle (down)", shuffle<Down>},
    {"a shuffle (idx)", shuffle<Index>}};

static Pair shuffleSync(BlockContext *block, uint32_t mask, uint64_t value,
                        uint32_t offset, uint32_t control, int32_t kind,
                        const char *location) {
  WarpSlot slot;
  slot.value = value;
  slot.argument = offset;
  slot.control = control;
  joinSync(*block, kShuffles[kind], mask, slot, location);
  return {slot.result, slot.isValid};
}

/// The same of the gpu dialect, where lanes beyond the width are not valid.
static Pair shuffleLanes(BlockContext *block, uint32_t mask, uint64_t value,
                         uint32_t offset, uint32_t control, int32_t kind,
                         const char *location) {
  WarpSlot slot;
  slot.value = value;
  slot.argument = offset;
  slot.control = control;
  block->scheduler->joinWarp(kShuffles[kind], mask, slot, location);
  return {slot.result, slot.isValid};
}

/// gpu.shuffle, as upstream lowers it: the first `width` lanes take part.
static Pair shuffleWidth(BlockContext *block, uint64_t value, uint32_t offset,
                         uint32_t width, int32_t mode, const char *location) {
  // In the order of the gpu dialect: xor, down, up, idx.
  static constexpr ShuffleKind kinds[] = {Butterfly, Down, Up, Index};
  if (width == 0 || width > kWarpSize) {
    Fault fault;
    fault.message =
        "expected a shuffle of 1 to 32 lanes, got " + std::to_string(width);
    fault.location = location;
    fault.block = block->blockId;
    fault.thread = block->getThreadId(block->scheduler->getCurrentThread());
    block->run->fail(std::move(fault));
    KernelRun::leaveThread(*block);
  }
  ShuffleKind kind = kinds[mode];
  uint32_t mask = uint32_t(-1) >> (kWarpSize - width);
  uint32_t control = kind == Up ? kWarpSize - width : width - 1;
  return shuffleLanes(block, mask, value, offset, control, kind, location);
}

static Pair rotate(BlockContext *block, uint64_t value, uint32_t offset,
                   uint32_t width, const char *location) {
  uint32_t lane = block->scheduler->getCurrentThread() % kWarpSize;
  uint32_t source = ((lane + offset) & (width - 1)) | (lane & ~(width - 1));
  uint32_t mask = uint32_t(-1) >> (kWarpSize - width);
  Pair result =
      shuffleLanes(block, mask, value, source, kWarpSize - 1, Index, location);
  return {result.value, lane < width};
}

static void broadcastFirst(Slots &slots, uint32_t lanes) {
  uint64_t value = slots[__builtin_ctz(lanes)].value;
  for (WarpSlot &slot : slots) {
    slot.result = value;
  }
}

static uint64_t broadcast(BlockContext *block, uint64_t value, int32_t lane,
                          const char *location) {
  static const WarpOperation first = {"a broadcast", broadcastFirst};
  if (lane >= 0) {
    return shuffleSync(block, uint32_t(-1), value, lane, kWarpSize - 1, Index,
                       location)
        .value;
  }
  WarpSlot slot;
  slot.value = value;
  block->scheduler->joinWarp(first, uint32_t(-1), slot, location);
  return slot.result;
}

//===----------------------------------------------------------------------===//
// Votes and matches
//===----------------------------------------------------------------------===//

static void gatherPredicates(Slots &slots, uint32_t lanes) {
  uint32_t ballot = 0;
  for (int lane = 0; lane != kWarpSize; ++lane) {
    if (lanes >> lane & 1 && slots[lane].value != 0) {
      ballot |= uint32_t(1) << lane;
    }
  }
  for (WarpSlot &slot : slots) {
    slot.result = ballot;
    slot.argument = lanes;
  }
}

static uint32_t voteSync(BlockContext *block, uint32_t mask, uint32_t predicate,
                         int32_t kind, const char *location) {
  static const WarpOperation votes[] = {{"a vote (any)", gatherPredicates},
                                        {"a vote (all)", gatherPredicates},
                                        {"a vote (ballot)", gatherPredicates},
                                        {"a vote (uni)", gatherPredicates}};
  WarpSlot slot;
  slot.value = predicate;
  joinSync(*block, votes[kind], mask, slot, location);
  auto ballot = static_cast<uint32_t>(slot.result);
  uint32_t lanes = slot.argument;
  switch (kind) {
  case 0:
    return ballot != 0;
  case 1:
    return ballot == lanes;
  case 2:
    return ballot;
  default:
    return ballot == 0 || ballot == lanes;
  }
}

static void matchAny(Slots &slots, uint32_t lanes) {
  for (int lane = 0; lane != kWarpSize; ++lane) {
    uint32_t same = 0;
    for (int other = 0; other != kWarpSize; ++other) {
      if (lanes >> other & 1 && slots[other].value == slots[lane].value) {
        same |= uint32_t(1) << other;
      }
    }
    slots[lane].result = same;
    slots[lane].isValid = same == lanes;
  }
}

static void matchAll(Slots &slots, uint32_t lanes) {
  matchAny(slots, lanes);
  for (WarpSlot &slot : slots) {
    slot.result = slot.isValid ? slot.result : 0;
  }
}

static Pair matchSync(BlockContext *block, uint32_t mask, uint64_t value,
                      int32_t kind, const char *location) {
  static const WarpOperation matches[] = {{"a match (any)", matchAny},
                                          {"a match (all)", matchAll}};
  WarpSlot slot;
  slot.value = value;
  joinSync(*block, matches[kind], mask, slot, location);
  return {slot.result, slot.isValid};
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

/// The reductions of redux.sync, numbered as in the nvvm dialect.
enum ReduxKind : int32_t {
  Add = 1,
  And,
  Max,
  Min,
  Or,
  Umax,
  Umin,
  Xor,
  Fmin,
  Fmax
};

} // namespace

static float toFloat(uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

static uint32_t combineFloats(uint32_t a, uint32_t b, bool isMax, bool nan) {
  float x = toFloat(a), y = toFloat(b);
  if (std::isnan(x) || std::isnan(y)) {
    if (nan || (std::isnan(x) && std::isnan(y))) {
      return 0x7fffffff;
    }
    return std::isnan(x) ? b : a;
  }
  if (x == y) {
    // Zeros differ in their sign only.
    return std::signbit(x) == isMax ? b : a;
  }
  return (x < y) == isMax ? b : a;
}

static uint32_t combine(uint32_t a, uint32_t b, int32_t kind, bool nan) {
  auto x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  switch (kind) {
  case Add:
    return a + b;
  case And:
    return a & b;
  case Max:
    return x < y ? b : a;
  case Min:
    return x < y ? a : b;
  case Or:
    return a | b;
  case Umax:
    return a < b ? b : a;
  case Umin:
    return a < b ? a : b;
  case Xor:
    return a ^ b;
  default:
    return combineFloats(a, b, kind == Fmax, nan);
  }
}

/// `control` is the kind, `argument` the flags abs (1) and nan (2).
static void reduce(Slots &slots, uint32_t lanes) {
  const WarpSlot &first = slots[__builtin_ctz(lanes)];
  auto kind = static_cast<int32_t>(first.control);
  bool takesAbs = first.argument & 1, nan = first.argument & 2;
  bool isFirst = true;
  uint32_t result = 0;
  for (int lane = 0; lane != kWarpSize; ++lane) {
    if (!(lanes >> lane & 1)) {
      continue;
    }
    auto value = static_cast<uint32_t>(slots[lane].value);
    if (takesAbs) {
      value &= 0x7fffffff;
    }
    result = isFirst ? value : combine(result, value, kind, nan);
    isFirst = false;
  }
  for (WarpSlot &slot : slots) {
    slot.result = result;
  }
}

static uint32_t reduxSync(BlockContext *block, uint32_t mask, uint32_t value,
                          int32_t kind, uint32_t flags, const char *location) {
  static const WarpOperation reduction = {"a reduction", reduce};
  WarpSlot slot;
  slot.value = value;
  slot.control = kind;
  slot.argument = flags;
  joinSync(*block, reduction, mask, slot, location);
  return static_cast<uint32_t>(slot.result);
}

//===----------------------------------------------------------------------===//
// Synchronization
//===----------------------------------------------------------------------===//

static void syncWarp(BlockContext *block, uint32_t mask, const char *location) {
  static const WarpOperation sync = {"a barrier of the warp",
                                     [](Slots &, uint32_t) {},
                                     /*ordersMemory=*/true};
  WarpSlot slot;
  joinSync(*block, sync, mask, slot, location);
}

static uint32_t electSync(BlockContext *block, uint32_t mask,
                          const char *location) {
  static const WarpOperation election = {
      "an election", [](Slots &slots, uint32_t lanes) {
        slots[__builtin_ctz(lanes)].result = 1;
      }};
  WarpSlot slot;
  joinSync(*block, election, mask, slot, location);
  return static_cast<uint32_t>(slot.result);
}

void mlir::dtyp::emulator::forEachWarpFunction(
    void (*add)(void *state, RuntimeFunction function), void *state) {
  auto addFunction = [&](llvm::StringRef name, auto *function) {
    add(state, {name, reinterpret_cast<void *>(function)});
  };
  addFunction("dtyp_emu_shuffle", shuffleWidth);
  addFunction("dtyp_emu_rotate", rotate);
  addFunction("dtyp_emu_broadcast", broadcast);
  addFunction("dtyp_emu_shfl_sync", shuffleSync);
  addFunction("dtyp_emu_vote_sync", voteSync);
  addFunction("dtyp_emu_match_sync", matchSync);
  addFunction("dtyp_emu_redux_sync", reduxSync);
  addFunction("dtyp_emu_syncwarp", syncWarp);
  addFunction("dtyp_emu_elect_sync", electSync);
}

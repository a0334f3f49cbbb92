//===- EmulatedOps.cpp - Which GPU ops the emulator knows -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the table of the ops that can be emulated, and the pass
// that refuses the others.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/EmulatedOps.h"

#include "dtyp/Emulator/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::dtyp::emulator {
#define GEN_PASS_DEF_CHECKEMULATEDOPSPASS
#include "dtyp/Emulator/Passes.h.inc"
} // namespace mlir::dtyp::emulator

using namespace mlir;
using namespace mlir::dtyp;

/// The ops that are emulated, and ops of host code that are run.
static const char *const kEmulatedOps[] = {
    // Functions and modules.
    "gpu.func", "gpu.module", "gpu.return", "gpu.yield",
    // Indices and sizes.
    "gpu.thread_id", "gpu.block_id", "gpu.block_dim", "gpu.grid_dim",
    "gpu.global_id", "gpu.cluster_id", "gpu.cluster_dim",
    "gpu.cluster_block_id", "gpu.cluster_dim_blocks", "gpu.lane_id",
    "gpu.subgroup_id", "gpu.subgroup_size", "gpu.num_subgroups",
    // Memory, barriers and output.
    "gpu.dynamic_shared_memory", "gpu.barrier", "gpu.printf",
    // Warps and blocks.
    "gpu.shuffle", "gpu.rotate", "gpu.subgroup_broadcast",
    "gpu.subgroup_reduce", "gpu.all_reduce",
    // Launches; outlined before anything is emulated.
    "gpu.launch", "gpu.terminator",
    // nvvm.
    "nvvm.barrier0", "nvvm.barrier", "nvvm.barrier.arrive", "nvvm.shfl.sync",
    "nvvm.vote.sync", "nvvm.match.sync", "nvvm.redux.sync",
    "nvvm.bar.warp.sync", "nvvm.elect.sync", "nvvm.nanosleep", "nvvm.exit",
    // nvvm: clusters.
    "nvvm.cluster.arrive", "nvvm.cluster.arrive.relaxed", "nvvm.cluster.wait",
    "nvvm.mapa",
    // nvvm: fences and hints.
    "nvvm.memory.barrier", "nvvm.fence.sc.cluster", "nvvm.fence.sync_restrict",
    "nvvm.fence.mbarrier.init", "nvvm.fence.proxy", "nvvm.fence.proxy.acquire",
    "nvvm.fence.proxy.release", "nvvm.fence.proxy.sync_restrict",
    "nvvm.prefetch", "nvvm.setmaxregister", "nvvm.pmevent",
    "nvvm.griddepcontrol",
    // nvvm: special registers.
    "nvvm.read.ptx.sreg.laneid", "nvvm.read.ptx.sreg.warpid",
    "nvvm.read.ptx.sreg.warpsize", "nvvm.read.ptx.sreg.dynamic.smem.size",
    "nvvm.read.ptx.sreg.lanemask.eq", "nvvm.read.ptx.sreg.lanemask.lt",
    "nvvm.read.ptx.sreg.lanemask.le", "nvvm.read.ptx.sreg.lanemask.gt",
    "nvvm.read.ptx.sreg.lanemask.ge", "nvvm.read.ptx.sreg.nwarpid",
    "nvvm.read.ptx.sreg.smid", "nvvm.read.ptx.sreg.nsmid",
    "nvvm.read.ptx.sreg.gridid", "nvvm.read.ptx.sreg.total.smem.size",
    "nvvm.read.ptx.sreg.cluster.ctarank", "nvvm.read.ptx.sreg.cluster.nctarank",
    "nvvm.read.ptx.sreg.clock", "nvvm.read.ptx.sreg.clock64",
    "nvvm.read.ptx.sreg.globaltimer", "nvvm.read.ptx.sreg.globaltimer.lo"};

/// The special registers that have three dimensions.
static const char *const kEmulatedDimensions[] = {
    "tid",       "ntid",       "ctaid",         "nctaid",
    "clusterid", "nclusterid", "cluster.ctaid", "cluster.nctaid"};

static llvm::StringSet<> makeTable() {
  llvm::StringSet<> table;
  for (StringRef name : kEmulatedOps) {
    table.insert(name);
  }
  for (StringRef name : kEmulatedDimensions) {
    for (StringRef dimension : {"x", "y", "z"}) {
      table.insert(("nvvm.read.ptx.sreg." + name + "." + dimension).str());
    }
  }
  return table;
}

static bool isGpuDialect(StringRef dialect) {
  return dialect == "gpu" || dialect == "nvgpu" || dialect == "nvvm";
}

std::optional<bool> emulator::isEmulated(OperationName name) {
  static const llvm::StringSet<> table = makeTable();
  if (!isGpuDialect(name.getDialectNamespace())) {
    return std::nullopt;
  }
  return table.contains(name.getStringRef());
}

void emulator::printEmulatedOps(MLIRContext &context, llvm::raw_ostream &os) {
  for (StringRef dialect : {"gpu", "nvgpu", "nvvm"}) {
    SmallVector<StringRef> names[2];
    for (RegisteredOperationName name : context.getRegisteredOperations()) {
      if (name.getDialectNamespace() == dialect) {
        names[*isEmulated(name)].push_back(name.getStringRef());
      }
    }
    os << "### " << dialect << "\n\n| op | emulated |\n|---|---|\n";
    for (bool emulated : {true, false}) {
      llvm::sort(names[emulated]);
      for (StringRef name : names[emulated]) {
        os << "| `" << name << "` | " << (emulated ? "yes" : "no") << " |\n";
      }
    }
    os << '\n';
  }
}

namespace {

struct CheckEmulatedOpsPass
    : public emulator::impl::CheckEmulatedOpsPassBase<CheckEmulatedOpsPass> {
  void runOnOperation() override {
    bool isValid = true;
    auto check = [&](Operation *op) {
      if (emulator::isEmulated(op->getName()).value_or(true)) {
        return;
      }
      isValid = false;
      op->emitOpError() << "is not emulated on the CPU; run the kernel on a "
                           "GPU (--device=gpu), or see dtyp-run "
                           "--list-emulated-ops for what is";
    };
    if (isa<gpu::GPUModuleOp>(getOperation())) {
      getOperation()->walk(check);
    } else {
      getOperation()->walk(
          [&](gpu::GPUModuleOp device) { device.walk(check); });
    }
    if (!isValid) {
      return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};

} // namespace

//===- Stages.cpp - What a compilation is made of -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "../common/Statistics.h"

#include "dtyp/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::dtyp;

llvm::ArrayRef<llvm::StringRef> mlir::dtyp::getStageNames() {
  static const llvm::StringRef names[] = {"parse",     "resolve",  "lower",
                                          "translate", "link",     "opt",
                                          "codegen",   "assemble", "rest"};
  return names;
}

StageTimer::StageTimer(MLIRContext *context, llvm::StringRef chip,
                       llvm::StringRef toolkit)
    : resolve(context, ModuleOp::getOperationName()),
      lower(context, ModuleOp::getOperationName()),
      serialize(context, ModuleOp::getOperationName()) {
  ToNVVMPipelineOptions options;
  options.chips.push_back(chip.str());
  options.toolkit = toolkit.str();
  options.format = std::string("bin");
  // As the compiler does.
  resolve.enableVerifier(false);
  lower.enableVerifier(false);
  buildResolvePipeline(resolve);
  buildDeviceLoweringPipeline(lower, options);
  buildSerializationPipeline(serialize, options);
}

namespace {

/// A scope of the time trace, in milliseconds.
struct Scope {
  double start = 0;
  double duration = 0;
};

} // namespace

/// Returns the scope of this name in the events of a time trace.
static Scope findScope(const llvm::json::Array &events, llvm::StringRef name) {
  for (const llvm::json::Value &value : events) {
    const llvm::json::Object *event = value.getAsObject();
    if (event && event->getString("name") == name) {
      return {event->getInteger("ts").value_or(0) / 1000.0,
              event->getInteger("dur").value_or(0) / 1000.0};
    }
  }
  return {};
}

llvm::Expected<std::vector<double>> StageTimer::run(llvm::StringRef source) {
  OwningOpRef<ModuleOp> module;
  bool isCompiled = true;
  auto time = [&](PassManager &passes) {
    return measureMilliseconds(
        [&] { isCompiled &= succeeded(passes.run(*module)); });
  };
  double parsing = measureMilliseconds([&] {
    module = parseSourceString<ModuleOp>(source, resolve.getContext());
  });
  if (!module) {
    return llvm::createStringError("the module cannot be parsed");
  }
  double resolving = time(resolve);
  double lowering = time(lower);
  llvm::timeTraceProfilerInitialize(/*TimeTraceGranularity=*/0, "latency");
  double serializing = time(serialize);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::timeTraceProfilerWrite(stream);
  llvm::timeTraceProfilerCleanup();
  if (!isCompiled) {
    return llvm::createStringError("the module cannot be compiled");
  }
  llvm::Expected<llvm::json::Value> trace = llvm::json::parse(text);
  if (!trace) {
    return trace.takeError();
  }
  const llvm::json::Array &events =
      *trace->getAsObject()->getArray("traceEvents");
  Scope whole = findScope(events, "serializeModule");
  Scope link = findScope(events, "loadDeviceCode");
  Scope optimize = findScope(events, "optimizeModule");
  Scope codegen = findScope(events, "emitPtx");
  Scope assemble = findScope(events, "assemblePtx");
  std::vector<double> times = {parsing,
                               resolving,
                               lowering,
                               link.start - whole.start,
                               optimize.start - link.start,
                               optimize.duration,
                               codegen.duration,
                               assemble.duration};
  double inside = 0;
  for (double stage : llvm::drop_begin(times, 3)) {
    inside += stage;
  }
  times.push_back(serializing - inside);
  return times;
}

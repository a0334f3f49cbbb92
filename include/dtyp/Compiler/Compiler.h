//===- Compiler.h - Compiling in this process -------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the compiler as a part of another program: from a module
// with dtyp and cudax, or its text or bytecode in memory, to PTX and cubins in
// memory.
//
//   Compiler compiler(&context, options);
//   FailureOr<CompiledModule> code = compiler.compileToCubin(text);
//
// The context has the dialects of the modules; `registerAllDialects` and
// `registerAllExtensions` of dtyp/InitAll.h and of upstream add them. Errors
// are diagnostics of the context.
//
// Threads: an MLIR context is used by one thread at a time, and so are the
// compilers on it. Compilers on different contexts run at the same time; what
// they share (LLVM's targets, the libraries of the CUDA Toolkit, libdevice) is
// loaded once in a process, under locks.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_COMPILER_COMPILER_H
#define DTYP_COMPILER_COMPILER_H

#include "dtyp/Compiler/CompiledModule.h"
#include "dtyp/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <chrono>
#include <functional>
#include <memory>

namespace mlir {
class PassManager;

namespace dtyp {

/// What is compiled to.
enum class OutputKind { Bitcode, PTX, Cubin, Fatbin };

/// Options of the cache of compiled modules on disk.
struct CacheOptions {
  /// The folder, which is made; if empty, there is no cache.
  std::string folder;
  /// The bytes that the files may have in all. Those that were not used for the
  /// longest time are removed.
  uint64_t maxBytes = uint64_t(512) << 20;
  /// How long after a look at the sizes of all files the next one is due; the
  /// bytes may be exceeded in between.
  std::chrono::seconds pruningInterval{60};
  /// Becomes a part of the key: whatever else decides the code, such as the
  /// version of a dialect of the caller's.
  std::string salt;
};

/// Options of a compilation; docs/pipeline.md describes those of the pipeline.
struct CompileOptions {
  /// The chips to compile for (`sm_90`); if empty, those that the module names,
  /// else sm_75.
  std::vector<std::string> chips;
  /// The PTX version (`+ptx80`); if empty, the lowest that has the chip, but
  /// 7.3.
  std::string features;
  /// 0 to 3.
  int optLevel = 3;
  IndexBitwidth indexBitwidth = IndexBitwidth::Bits64;
  /// Whether a memref of static shape is passed to a kernel as one pointer.
  bool kernelBarePtr = false;
  /// How kernels compute with floating-point numbers.
  cudax::FloatingPointMode floatingPoint;
  /// Whether PTX and cubins say which source line an instruction is from.
  bool lineInfo = false;
  /// The folder of the CUDA Toolkit; if empty, it is looked for.
  std::string toolkit;
  /// What makes cubins of PTX.
  cudax::AssemblerKind assembler = cudax::AssemblerKind::Auto;
  /// Files with functions that kernels call: LLVM IR, LTO-IR, PTX or cubins.
  std::vector<std::string> link;
  /// The gpu.module to compile; if empty, all are.
  std::string gpuModule;
  /// Whether having several gpu.modules and no `gpuModule` is an error.
  bool requireOneModule = false;
  CacheOptions cache;
  /// Whether the IR is verified after each pass; if not, it is where a part of
  /// the pipeline ends: after `resolve`, and before it becomes LLVM IR.
  bool verifyEach = false;
  /// Is called with each pass manager that the compiler makes, to add
  /// instrumentation; failing ends the compilation. May be empty.
  std::function<LogicalResult(PassManager &)> configurePassManager;
};

/// Compiles modules of one context with the same options. Its passes are set up
/// by the first compilation and kept for the others.
class Compiler {
public:
  explicit Compiler(MLIRContext *context, CompileOptions options = {});
  ~Compiler();

  const CompileOptions &getOptions() const { return options; }

  /// Compile a copy of `module`, which stays as it is. Fail after an error.
  FailureOr<CompiledModule> compileToPTX(ModuleOp module) {
    return compile(module, OutputKind::PTX);
  }
  FailureOr<CompiledModule> compileToCubin(ModuleOp module) {
    return compile(module, OutputKind::Cubin);
  }
  FailureOr<CompiledModule> compile(ModuleOp module, OutputKind kind) {
    return compile(OwningOpRef<ModuleOp>(module.clone()), kind);
  }

  /// Compile `module`, without a copy of it. Fail after an error.
  FailureOr<CompiledModule> compileToPTX(OwningOpRef<ModuleOp> module) {
    return compile(std::move(module), OutputKind::PTX);
  }
  FailureOr<CompiledModule> compileToCubin(OwningOpRef<ModuleOp> module) {
    return compile(std::move(module), OutputKind::Cubin);
  }
  FailureOr<CompiledModule> compile(OwningOpRef<ModuleOp> module,
                                    OutputKind kind);

  /// Compile a module given as text or bytecode. Fail after an error.
  FailureOr<CompiledModule> compileToPTX(StringRef source) {
    return compile(source, OutputKind::PTX);
  }
  FailureOr<CompiledModule> compileToCubin(StringRef source) {
    return compile(source, OutputKind::Cubin);
  }
  FailureOr<CompiledModule> compile(StringRef source, OutputKind kind);

  /// Runs only the first part of the pipeline on `module`, in place: kernels
  /// are outlined, dtyp and cudax are resolved to upstream's dialects.
  LogicalResult resolve(ModuleOp module);

  /// Erases all from a resolved module but what the options choose to compile.
  /// Fails after an error if that is not there.
  LogicalResult selectGpuModules(ModuleOp module);

  /// Compiles a module that went through `resolve`.
  FailureOr<CompiledModule> compileResolved(OwningOpRef<ModuleOp> module,
                                            OutputKind kind);

private:
  /// The passes of a part of the pipeline.
  using Passes = std::unique_ptr<PassManager>;

  /// Compiles `module`, or takes what is in the cache.
  FailureOr<CompiledModule> compileCached(OwningOpRef<ModuleOp> module,
                                          OutputKind kind, bool isResolved);

  /// Turns `module` into gpu.binary ops.
  LogicalResult lower(ModuleOp module, OutputKind kind, bool isResolved);

  /// Runs `passes` on `module`; makes them by `build` at first.
  LogicalResult run(Passes &passes, ModuleOp module,
                    function_ref<void(OpPassManager &)> build);

  MLIRContext *context;
  CompileOptions options;
  /// What the last module had that was resolved: to free it earlier would put
  /// what the module is lowered to into the gaps.
  cudax::ErasedOps erased;
  Passes resolvePasses;
  Passes lowerPasses;
  /// Those of each OutputKind.
  Passes serializePasses[4];
};

} // namespace dtyp
} // namespace mlir

#endif // DTYP_COMPILER_COMPILER_H

//===- Pipelines.h - From dtyp to GPU code ----------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the pipeline `dtyp-to-nvvm` and the parts that it is built
// of.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_PIPELINES_PIPELINES_H
#define DTYP_PIPELINES_PIPELINES_H

#include "dtyp/Dialect/Cudax/Transforms/ErasedOps.h"
#include "dtyp/Target/AssemblerKind.h"
#include "dtyp/Target/FloatingPointMode.h"

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;

namespace dtyp {

/// Width of the `index` type in kernels.
enum class IndexBitwidth { Bits32 = 32, Bits64 = 64 };

/// Options of `dtyp-to-nvvm`.
struct ToNVVMPipelineOptions
    : public PassPipelineOptions<ToNVVMPipelineOptions> {
  ListOption<std::string> chips{
      *this, "chip",
      llvm::cl::desc("Chips to compile for (sm_80,sm_90); sm_75 by default")};
  Option<std::string> features{
      *this, "features",
      llvm::cl::desc("PTX version (+ptx80); the lowest that has the chip, but "
                     "7.3, by default"),
      llvm::cl::init("")};
  Option<std::string> format{
      *this, "format",
      llvm::cl::desc("What to make: llvm, isa (PTX), bin (cubin) or fatbin"),
      llvm::cl::init("fatbin")};
  Option<int> optLevel{*this, "opt-level",
                       llvm::cl::desc("Optimization level, 0 to 3"),
                       llvm::cl::init(3)};
  Option<std::string> toolkit{*this, "toolkit",
                              llvm::cl::desc("Folder of the CUDA Toolkit"),
                              llvm::cl::init("")};
  Option<IndexBitwidth> indexBitwidth{
      *this, "index-bitwidth", llvm::cl::desc("Width of index in kernels"),
      llvm::cl::init(IndexBitwidth::Bits64),
      llvm::cl::values(clEnumValN(IndexBitwidth::Bits64, "64", "64 bits"),
                       clEnumValN(IndexBitwidth::Bits32, "32", "32 bits"))};
  Option<bool> kernelBarePtr{
      *this, "kernel-bare-ptr",
      llvm::cl::desc(
          "Pass a memref of static shape to a kernel as one pointer, "
          "without a descriptor"),
      llvm::cl::init(false)};
  Option<bool> fmad{*this, "fmad",
                    llvm::cl::desc("Contract a product and a sum to a fused "
                                   "multiply-add (nvcc -fmad)"),
                    llvm::cl::init(true)};
  Option<bool> ftz{
      *this, "ftz",
      llvm::cl::desc("Flush subnormal float32 to zero (nvcc -ftz)"),
      llvm::cl::init(false)};
  Option<bool> precDiv{
      *this, "prec-div",
      llvm::cl::desc("Round float32 divisions correctly (nvcc -prec-div)"),
      llvm::cl::init(true)};
  Option<bool> precSqrt{
      *this, "prec-sqrt",
      llvm::cl::desc("Round float32 square roots correctly (nvcc -prec-sqrt)"),
      llvm::cl::init(true)};
  Option<bool> useFastMath{
      *this, "use-fast-math",
      llvm::cl::desc("Use approximate functions of float32, and all of the "
                     "above that is fast (nvcc -use_fast_math)"),
      llvm::cl::init(false)};
  Option<bool> lineInfo{*this, "lineinfo",
                        llvm::cl::desc("Keep source lines in PTX and cubins"),
                        llvm::cl::init(false)};
  Option<cudax::AssemblerKind> assembler{
      *this, "assembler", llvm::cl::desc("What makes cubins of PTX"),
      llvm::cl::init(cudax::AssemblerKind::Auto),
      llvm::cl::values(clEnumValN(cudax::AssemblerKind::Auto, "auto",
                                  "nvptxcompiler, else ptxas, else nvjitlink"),
                       clEnumValN(cudax::AssemblerKind::Ptxas, "ptxas",
                                  "The program of the CUDA Toolkit"),
                       clEnumValN(cudax::AssemblerKind::NvPtxCompiler,
                                  "nvptxcompiler", "ptxas in this process"),
                       clEnumValN(cudax::AssemblerKind::NvJitLink, "nvjitlink",
                                  "NVIDIA's linker, in this process"))};
  ListOption<std::string> link{
      *this, "link",
      llvm::cl::desc("Files with functions that kernels call: LLVM IR, LTO-IR, "
                     "PTX or cubins")};

  void setFloatingPointMode(const cudax::FloatingPointMode &mode);
};

/// Adds the passes that resolve dtyp and cudax to upstream's dialects: kernels
/// are outlined, and providers are gone from them. `erased`, if given, must
/// live as long as the passes, and frees the ops that arrays were.
void buildResolvePipeline(OpPassManager &pm,
                          cudax::ErasedOps *erased = nullptr);

/// Adds the passes that lower the contents of gpu.modules to the dialects LLVM
/// and NVVM.
void buildDeviceLoweringPipeline(OpPassManager &pm,
                                 const ToNVVMPipelineOptions &options);

/// Adds the passes that compile lowered gpu.modules to GPU code.
void buildSerializationPipeline(OpPassManager &pm,
                                const ToNVVMPipelineOptions &options);

/// Adds the passes that lower host code, where there is any, to the LLVM
/// dialect and calls of upstream's GPU runtime.
void buildHostLoweringPipeline(OpPassManager &pm,
                               const ToNVVMPipelineOptions &options);

/// Adds all of the above: the pipeline `dtyp-to-nvvm`.
void buildToNVVMPipeline(OpPassManager &pm,
                         const ToNVVMPipelineOptions &options);

/// Registers the pipelines under their command line names.
void registerPipelines();

} // namespace dtyp
} // namespace mlir

#endif // DTYP_PIPELINES_PIPELINES_H

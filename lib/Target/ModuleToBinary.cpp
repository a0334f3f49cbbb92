//===- ModuleToBinary.cpp - From gpu.module to gpu.binary -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that compiles gpu.modules to GPU code.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/Passes.h"

#include "FrameCheck.h"
#include "KernelTable.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Target/Chip.h"
#include "dtyp/Target/FloatingPointMode.h"
#include "dtyp/Target/ModuleSerializer.h"
#include "dtyp/Target/PtxAssembler.h"

#include "mlir/IR/Remarks.h"
#include "mlir/IR/Threading.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_MODULETOBINARYPASS
#include "dtyp/Target/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// Reads the option `format`. Fails after an error if it is none.
static FailureOr<gpu::CompilationTarget>
parseFormat(StringRef format, function_ref<InFlightDiagnostic()> emitError) {
  std::optional<gpu::CompilationTarget> result =
      llvm::StringSwitch<std::optional<gpu::CompilationTarget>>(format)
          .Case("llvm", gpu::CompilationTarget::Offload)
          .Case("isa", gpu::CompilationTarget::Assembly)
          .Case("bin", gpu::CompilationTarget::Binary)
          .Case("fatbin", gpu::CompilationTarget::Fatbin)
          .Default(std::nullopt);
  if (result) {
    return *result;
  }
  StringRef meant =
      llvm::StringSwitch<StringRef>(format)
          .Cases({"offloading", "offload", "bitcode", "ll"}, "llvm")
          .Cases({"assembly", "ptx"}, "isa")
          .Cases({"binary", "cubin"}, "bin")
          .Case("fatbinary", "fatbin")
          .Default("");
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "expected the option 'format' to be llvm, isa, bin or fatbin, "
                "but got '"
             << format << "'";
  if (!meant.empty()) {
    diagnostic << "; write '" << meant << "'";
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// ModuleToBinaryPass
//===----------------------------------------------------------------------===//

namespace {

/// A module that is compiled for a target.
struct Task {
  /// The module that is replaced.
  gpu::GPUModuleOp original;
  /// The module itself or a copy of it, as compiling changes it.
  gpu::GPUModuleOp module;
  Attribute target;
  FailureOr<Product> product = failure();
};

struct ModuleToBinaryPass
    : public cudax::impl::ModuleToBinaryPassBase<ModuleToBinaryPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<dtyp::DtypDialect>();
    registerBuiltinDialectTranslation(registry);
    registerGPUDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    registerNVVMDialectTranslation(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    FailureOr<gpu::CompilationTarget> parsed = parseFormat(
        format, [&] { return emitError(UnknownLoc::get(context)); });
    if (failed(parsed)) {
      return failure();
    }
    compilationTarget = *parsed;
    return success();
  }

  void runOnOperation() override;

private:
  /// Reads what the option `link` names, for a gpu.module at `location`.
  LogicalResult readLinkedFiles(Location location);

  /// Adds what is linked for `target` to `libraries`, if LLVM links it, or to
  /// `objects`.
  LogicalResult collectLinkedCode(gpu::GPUModuleOp module,
                                  NVVM::NVVMTargetAttr target,
                                  SmallVectorImpl<DeviceCode> &libraries,
                                  SmallVectorImpl<DeviceCode> &objects);

  /// Returns a task for each target of `module`, or fails after an error.
  /// Tasks may run at the same time, so each has a module of its own.
  LogicalResult addTasks(gpu::GPUModuleOp module, SmallVectorImpl<Task> &tasks);

  /// Compiles `module` for `target`.
  FailureOr<Product> compile(gpu::GPUModuleOp module, Attribute target);

  /// Makes the objects of `module` from `products`.
  LogicalResult makeObjects(gpu::GPUModuleOp module, ArrayRef<Product> products,
                            SmallVectorImpl<Attribute> &objects);

  /// Replaces `module`, which became `products`, by a gpu.binary.
  LogicalResult replace(gpu::GPUModuleOp module, ArrayRef<Product> products);

  bool needsCubin() const {
    return compilationTarget == gpu::CompilationTarget::Binary ||
           compilationTarget == gpu::CompilationTarget::Fatbin;
  }

  gpu::CompilationTarget compilationTarget = gpu::CompilationTarget::Fatbin;
  CudaToolkit cudaToolkit;
  SmallVector<DeviceCode> linkedFiles;
};

} // namespace

/// The flag of upstream's targets that carries options for ptxas.
static constexpr llvm::StringLiteral kPtxasOptionsFlag = "ptxas-cmd-options";

/// Fails after an error if `target` has a flag that nothing reads.
static LogicalResult verifyFlags(gpu::GPUModuleOp module,
                                 NVVM::NVVMTargetAttr target) {
  DictionaryAttr flags = target.getFlags();
  if (!flags) {
    return success();
  }
  for (NamedAttribute flag : flags) {
    StringRef name = flag.getName().getValue();
    if (!FloatingPointMode::isFlag(name) && name != kPtxasOptionsFlag) {
      return emitError(module.getLoc())
             << "expected the flags 'fast', 'ftz', 'no-fmad', 'no-prec-div', "
                "'no-prec-sqrt' and '"
             << kPtxasOptionsFlag << "' in a target, but got '" << name << "'";
    }
  }
  return success();
}

/// Returns the options for ptxas that upstream's targets can carry.
static SmallVector<std::string> getExtraOptions(NVVM::NVVMTargetAttr target) {
  SmallVector<std::string> options;
  if (target.hasCmdOptions()) {
    if (auto list = dyn_cast<ArrayAttr>(target.getCmdOptions()->getValue())) {
      for (auto option : list.getAsRange<StringAttr>()) {
        options.push_back(option.str());
      }
    }
  }
  return options;
}

/// Returns the location of a symbol of `module`, or of the module if it has
/// none of this name.
static Location getSymbolLocation(gpu::GPUModuleOp module, StringRef name) {
  Operation *op = name.empty() ? nullptr : module.lookupSymbol(name);
  return op ? op->getLoc() : module.getLoc();
}

/// Tells what LLVM and the assembler warn of and what each kernel needs, if
/// remarks are asked for.
static void emitRemarks(gpu::GPUModuleOp module, const Product &product) {
  for (const std::string &warning : product.serialized.warnings) {
    remark::analysis(module.getLoc(),
                     remark::RemarkOpts::name("Warning").category("llvm"))
        << warning;
  }
  const AssemblerLog &log = product.assembled.log;
  for (const AssemblerMessage &message : log.messages) {
    remark::analysis(getSymbolLocation(module, message.function),
                     remark::RemarkOpts::name("Warning").category("ptxas"))
        << message.text;
  }
  for (const FunctionResources &resources : log.functions) {
    if (!resources.isKernel) {
      continue;
    }
    remark::analysis(getSymbolLocation(module, resources.name),
                     remark::RemarkOpts::name("Resources")
                         .category("ptxas")
                         .function(resources.name))
        << remark::metric("Chip", product.target.getChip())
        << remark::metric("Registers", resources.registers)
        << remark::metric("StackBytes", resources.getLocalBytes())
        << remark::metric("SpillStoreBytes", resources.spillStoreBytes)
        << remark::metric("SpillLoadBytes", resources.spillLoadBytes)
        << remark::metric("SharedBytes", resources.sharedBytes);
  }
}

LogicalResult ModuleToBinaryPass::readLinkedFiles(Location location) {
  linkedFiles.clear();
  for (const std::string &path : link) {
    FailureOr<DeviceCode> code =
        DeviceCode::read(path, [&] { return emitError(location); });
    if (failed(code)) {
      return failure();
    }
    linkedFiles.push_back(std::move(*code));
  }
  return success();
}

LogicalResult
ModuleToBinaryPass::collectLinkedCode(gpu::GPUModuleOp module,
                                      NVVM::NVVMTargetAttr target,
                                      SmallVectorImpl<DeviceCode> &libraries,
                                      SmallVectorImpl<DeviceCode> &objects) {
  SmallVector<DeviceCode> codes = linkedFiles;
  if (ArrayAttr names = target.getLink()) {
    for (Attribute name : names) {
      auto path = dyn_cast<StringAttr>(name);
      if (!path) {
        return emitError(module.getLoc())
               << "expected names of files to link in the target, but got "
               << name;
      }
      FailureOr<DeviceCode> code =
          DeviceCode::read(path, [&] { return emitError(module.getLoc()); });
      if (failed(code)) {
        return failure();
      }
      codes.push_back(std::move(*code));
    }
  }
  for (DeviceCode &code : codes) {
    if (code.kind == DeviceCodeKind::LLVM) {
      libraries.push_back(std::move(code));
    } else if (needsCubin()) {
      objects.push_back(std::move(code));
    } else {
      return emitError(module.getLoc())
             << "expected LLVM IR to link into LLVM IR or PTX, but '"
             << code.path << "' is " << stringifyDeviceCodeKind(code.kind)
             << ", which can be linked into a cubin only";
    }
  }
  return success();
}

FailureOr<Product> ModuleToBinaryPass::compile(gpu::GPUModuleOp module,
                                               Attribute attribute) {
  auto target = dyn_cast<NVVM::NVVMTargetAttr>(attribute);
  if (!target) {
    return emitError(module.getLoc())
           << "expected targets of the form #nvvm.target, but got "
           << attribute;
  }
  SmallVector<DeviceCode> libraries;
  AssemblerOptions options;
  if (failed(verifyFlags(module, target)) ||
      failed(collectLinkedCode(module, target, libraries, options.objects))) {
    return failure();
  }
  bool isBitcode = compilationTarget == gpu::CompilationTarget::Offload;
  FailureOr<SerializedModule> serialized =
      serializeModule(module, target, cudaToolkit, libraries,
                      isBitcode ? SerialFormat::Bitcode : SerialFormat::Ptx);
  if (failed(serialized)) {
    return failure();
  }
  Product product{target, std::move(*serialized), !options.objects.empty(), {}};
  if (!needsCubin()) {
    return product;
  }

  options.assembler = assembler;
  options.chip = target.getChip();
  options.optLevel = target.getO();
  options.lineInfo = lineInfo;
  options.extraOptions = getExtraOptions(target);
  FailureOr<AssembledModule> assembled = assemblePtx(
      product.getText(), options, cudaToolkit, [&](StringRef function) {
        return emitError(getSymbolLocation(module, function));
      });
  if (failed(assembled) || failed(verifyFrames(module, target.getChip(),
                                               assembled->log.functions))) {
    return failure();
  }
  product.assembled = std::move(*assembled);
  return product;
}

LogicalResult
ModuleToBinaryPass::makeObjects(gpu::GPUModuleOp module,
                                ArrayRef<Product> products,
                                SmallVectorImpl<Attribute> &objects) {
  auto addObject = [&](ArrayRef<Product> parts, ArrayRef<char> contents) {
    objects.push_back(gpu::ObjectAttr::get(
        parts.front().target, compilationTarget,
        StringAttr::get(&getContext(),
                        StringRef(contents.data(), contents.size())),
        /*properties=*/DictionaryAttr(), makeKernelTable(module, parts)));
  };
  if (compilationTarget != gpu::CompilationTarget::Fatbin) {
    for (const Product &product : products) {
      addObject(product, needsCubin() ? product.assembled.cubin
                                      : product.serialized.text);
    }
    return success();
  }

  // A chip between two of the list runs the PTX of the lower one, so every PTX
  // goes in that is whole.
  SmallVector<FatbinImage> images;
  for (const Product &product : products) {
    StringRef chip = product.target.getChip();
    const SmallVector<char, 0> &cubin = product.assembled.cubin;
    images.push_back(
        {chip, /*isPtx=*/false, StringRef(cubin.data(), cubin.size())});
    if (!product.isPartial) {
      images.push_back({chip, /*isPtx=*/true, product.getText()});
    }
  }
  FailureOr<SmallVector<char, 0>> fatbin = makeFatbin(
      images, cudaToolkit, [&] { return emitError(module.getLoc()); });
  if (failed(fatbin)) {
    return failure();
  }
  addObject(products, *fatbin);
  return success();
}

LogicalResult ModuleToBinaryPass::replace(gpu::GPUModuleOp module,
                                          ArrayRef<Product> products) {
  SmallVector<Attribute> objects;
  if (failed(makeObjects(module, products, objects))) {
    return failure();
  }
  OpBuilder builder(module);
  gpu::BinaryOp::create(
      builder, module.getLoc(), module.getName(),
      dyn_cast_or_null<gpu::OffloadingLLVMTranslationAttrInterface>(
          module.getOffloadingHandlerAttr()),
      objects);
  module->erase();
  return success();
}

LogicalResult ModuleToBinaryPass::addTasks(gpu::GPUModuleOp module,
                                           SmallVectorImpl<Task> &tasks) {
  ArrayAttr targets = module.getTargetsAttr();
  if (!targets || targets.empty()) {
    return emitError(module.getLoc())
           << "expected the module to have targets; attach "
              "them by the pass 'cudax-attach-targets'";
  }
  if (failed(verifyTranslatable(module))) {
    return failure();
  }
  for (Attribute target : targets) {
    gpu::GPUModuleOp copy = module;
    if (target != targets[0]) {
      // Beside the original, whose surroundings may say how types are laid out.
      OpBuilder builder(module);
      copy = cast<gpu::GPUModuleOp>(builder.clone(*module));
    }
    tasks.push_back({module, copy, target});
  }
  return success();
}

void ModuleToBinaryPass::runOnOperation() {
  FailureOr<CudaToolkit> found = CudaToolkit::find(
      toolkit, [&] { return emitError(getOperation().getLoc()); });
  if (failed(found)) {
    return signalPassFailure();
  }
  cudaToolkit = std::move(*found);
  SmallVector<gpu::GPUModuleOp> modules;
  getOperation()->walk<WalkOrder::PreOrder>([&](gpu::GPUModuleOp module) {
    modules.push_back(module);
    return WalkResult::skip();
  });
  // The module as a whole has no place in a file.
  if (!modules.empty() && failed(readLinkedFiles(modules.front().getLoc()))) {
    return signalPassFailure();
  }
  SmallVector<Task, 1> tasks;
  for (gpu::GPUModuleOp module : modules) {
    if (failed(addTasks(module, tasks))) {
      return signalPassFailure();
    }
  }

  parallelForEach(&getContext(), tasks, [&](Task &task) {
    task.product = compile(task.module, task.target);
  });
  SmallVector<Product, 1> products;
  for (auto [index, task] : llvm::enumerate(tasks)) {
    if (failed(task.product)) {
      return signalPassFailure();
    }
    // Remarks are not ordered among threads.
    emitRemarks(task.original, *task.product);
    products.push_back(std::move(*task.product));
    if (task.module != task.original) {
      task.module->erase();
    }
    bool isLast =
        index + 1 == tasks.size() || tasks[index + 1].original != task.original;
    if (!isLast) {
      continue;
    }
    if (failed(replace(task.original, products))) {
      return signalPassFailure();
    }
    products.clear();
  }
}

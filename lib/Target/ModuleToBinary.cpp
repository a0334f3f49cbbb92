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
#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Target/Chip.h"
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
// Kernel tables
//===----------------------------------------------------------------------===//

namespace {

/// What `module` becomes for one target.
struct Product {
  NVVM::NVVMTargetAttr target;
  SerializedModule serialized;
  /// Whether the text lacks definitions, which were linked into the cubin.
  bool isPartial = false;
  AssembledModule assembled;

  StringRef getText() const {
    return StringRef(serialized.text.data(), serialized.text.size());
  }
};

/// A module that is compiled for a target.
struct Task {
  /// The module that is replaced.
  gpu::GPUModuleOp original;
  /// The module itself or a copy of it, as compiling changes it.
  gpu::GPUModuleOp module;
  Attribute target;
  FailureOr<Product> product = failure();
};

} // namespace

/// Returns `map` in builtin attributes: upstream's tools read a gpu.binary, and
/// they do not know our dialects.
static ArrayAttr makeArguments(dtyp::ArgumentMapAttr map) {
  Builder builder(map.getContext());
  SmallVector<Attribute> arguments;
  int64_t next = 0;
  for (auto [type, count] :
       llvm::zip_equal(map.getSourceTypes(), map.getParameterCounts())) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    auto parameters = llvm::to_vector(llvm::seq(next, next + count));
    next += count;
    arguments.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("parameters",
                              builder.getDenseI64ArrayAttr(parameters)),
         builder.getNamedAttr("type", builder.getStringAttr(text))}));
  }
  return builder.getArrayAttr(arguments);
}

/// Returns what the assembler said about `kernel`, or null if it was not asked.
static DictionaryAttr makeResources(StringRef kernel, const Product &product) {
  const auto *resources = llvm::find_if(
      product.assembled.log.functions,
      [&](const FunctionResources &entry) { return entry.name == kernel; });
  if (resources == product.assembled.log.functions.end()) {
    return {};
  }
  Builder builder(product.target.getContext());
  SmallVector<NamedAttribute> entries;
  auto add = [&](StringRef name, int64_t value) {
    if (value >= 0) {
      entries.push_back(
          builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
    }
  };
  add("barriers", resources->barriers);
  add("constant_bytes", resources->constantBytes);
  add("frame_bytes", resources->frameBytes);
  add("registers", resources->registers);
  add("shared_bytes", resources->sharedBytes);
  add("spill_load_bytes", resources->spillLoadBytes);
  add("spill_store_bytes", resources->spillStoreBytes);
  add("stack_bytes", resources->getLocalBytes());
  return builder.getDictionaryAttr(entries);
}

/// Returns the table of the kernels of `module`, which became `products`: what
/// became of the arguments that an author wrote, and what each chip needs.
static gpu::KernelTableAttr makeKernelTable(gpu::GPUModuleOp module,
                                            ArrayRef<Product> products) {
  Builder builder(module.getContext());
  dtyp::DtypDialect::ArgumentMapAttrHelper maps(module.getContext());
  CudaxDialect::DynamicSharedBytesAttrHelper dynamicBytes(module.getContext());
  CudaxDialect::MaxSharedBytesAttrHelper maxBytes(module.getContext());
  SmallVector<gpu::KernelMetadataAttr> kernels;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (!function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName())) {
      continue;
    }
    SmallVector<NamedAttribute> metadata;
    if (dtyp::ArgumentMapAttr map = maps.getAttr(function)) {
      metadata.push_back(builder.getNamedAttr("arguments", makeArguments(map)));
    }
    if (IntegerAttr bytes = dynamicBytes.getAttr(function)) {
      metadata.push_back(builder.getNamedAttr("dynamic_shared_bytes", bytes));
    }
    if (DictionaryAttr limits = maxBytes.getAttr(function)) {
      metadata.push_back(builder.getNamedAttr("max_shared_bytes", limits));
    }
    SmallVector<NamedAttribute> chips;
    for (const Product &product : products) {
      if (DictionaryAttr resources =
              makeResources(function.getName(), product)) {
        chips.push_back(
            builder.getNamedAttr(product.target.getChip(), resources));
      }
    }
    if (!chips.empty()) {
      metadata.push_back(
          builder.getNamedAttr("resources", builder.getDictionaryAttr(chips)));
    }
    kernels.push_back(gpu::KernelMetadataAttr::get(
        function, builder.getDictionaryAttr(metadata)));
  }
  return gpu::KernelTableAttr::get(module.getContext(), kernels);
}

//===----------------------------------------------------------------------===//
// ModuleToBinaryPass
//===----------------------------------------------------------------------===//

namespace {

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
  /// Reads what the option `link` names.
  LogicalResult readLinkedFiles();

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

LogicalResult ModuleToBinaryPass::readLinkedFiles() {
  linkedFiles.clear();
  for (const std::string &path : link) {
    FailureOr<DeviceCode> code = DeviceCode::read(
        path, [&] { return emitError(getOperation().getLoc()); });
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
  if (failed(collectLinkedCode(module, target, libraries, options.objects))) {
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
  if (failed(readLinkedFiles())) {
    return signalPassFailure();
  }
  SmallVector<gpu::GPUModuleOp> modules;
  getOperation()->walk<WalkOrder::PreOrder>([&](gpu::GPUModuleOp module) {
    modules.push_back(module);
    return WalkResult::skip();
  });
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

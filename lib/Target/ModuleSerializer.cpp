//===- ModuleSerializer.cpp - From gpu.module to bitcode and PTX ----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/ModuleSerializer.h"

#include "BitcodeLinking.h"
#include "ByteSwaps.h"
#include "FloatBits.h"
#include "FloatingPointLowering.h"
#include "ModuleSplit.h"
#include "Optimizer.h"
#include "PtxEmitter.h"
#include "PtxMerge.h"
#include "TruncatedSums.h"
#include "VariableAlignment.h"

#include "dtyp/Target/Chip.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Threading.h"
#include "mlir/Target/LLVM/ModuleToObject.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::cudax;

/// The functions of libdevice start so.
static constexpr llvm::StringLiteral kLibdevicePrefix = "__nv_";

//===----------------------------------------------------------------------===//
// ModuleSerializer
//===----------------------------------------------------------------------===//

namespace {

/// What LLVM said.
struct LLVMReport {
  bool hasError = false;
  SmallVector<std::string> warnings;
};

/// Hands LLVM's errors on as MLIR's, and keeps its warnings: without a handler,
/// LLVM writes them to stderr and ends the process after an error.
class DiagnosticForwarder : public llvm::DiagnosticHandler {
public:
  DiagnosticForwarder(Operation *op, LLVMReport &report)
      : op(op), report(report) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    std::string message;
    llvm::raw_string_ostream stream(message);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    switch (info.getSeverity()) {
    case llvm::DS_Error:
      report.hasError = true;
      emitError(op->getLoc()) << "LLVM cannot compile this module: " << message;
      break;
    case llvm::DS_Warning:
      report.warnings.push_back(message);
      break;
    case llvm::DS_Remark:
    case llvm::DS_Note:
      break;
    }
    return true;
  }

private:
  Operation *op;
  LLVMReport &report;
};

/// What becomes of a part of a module.
struct PartResult {
  SmallString<0> ptx;
  LLVMReport report;
  /// Whether the part cannot be compiled apart from the others.
  bool isDependent = false;
};

class ModuleSerializer : public LLVM::ModuleToObject {
public:
  ModuleSerializer(gpu::GPUModuleOp module, NVVM::NVVMTargetAttr target,
                   StringRef features, const CudaToolkit &toolkit,
                   ArrayRef<DeviceCode> libraries, SerialFormat format)
      : ModuleToObject(*module, target.getTriple(), target.getChip(), features,
                       target.getO()),
        module(module), target(target), toolkit(toolkit), libraries(libraries),
        format(format) {}

  FailureOr<SerializedModule> serialize();

protected:
  void handleModulePreLink(llvm::Module &llvmModule) override {
    llvmModule.getContext().setDiagnosticHandler(
        std::make_unique<DiagnosticForwarder>(module, report));
  }

  std::optional<SmallVector<std::unique_ptr<llvm::Module>>>
  loadBitcodeFiles(llvm::Module &llvmModule) override;

  void handleModulePostLink(llvm::Module &llvmModule) override;

  LogicalResult optimizeModule(llvm::Module &llvmModule, int level) override;

  FailureOr<SmallVector<char, 0>>
  moduleToObject(llvm::Module &llvmModule) override;

private:
  void optimize(llvm::Module &llvmModule, llvm::TargetMachine &machine) const {
    llvm::TimeTraceScope scope("optimizeModule");
    optimizeForGpu(llvmModule, machine, optLevel);
  }

  /// Makes PTX of a module that is linked.
  FailureOr<SmallString<0>> generatePtx(llvm::Module &llvmModule,
                                        llvm::TargetMachine &machine,
                                        const LLVMReport &report);

  /// Makes PTX of the parts of a module at the same time. Returns nothing if
  /// the module is to be compiled as a whole.
  FailureOr<std::optional<SmallString<0>>>
  generateParts(llvm::Module &llvmModule, llvm::TargetMachine &machine);

  /// Makes PTX of a part in `bitcode`, in a context and by a machine of its
  /// own.
  PartResult generatePart(StringRef bitcode,
                          const llvm::TargetMachine &machine);

  /// Runs `compile`, which LLVM may abort: on what it cannot select, such as an
  /// instruction that the chip does not have.
  LogicalResult runSafely(function_ref<void()> compile);

  LogicalResult verifyLibdeviceCalls(llvm::Module &llvmModule);

  /// Emits an error at the first call of `function` in the module.
  InFlightDiagnostic emitErrorAtCall(StringRef function);

  /// Emits an error at the op that defines or declares `symbol`.
  InFlightDiagnostic emitErrorAtSymbol(StringRef symbol) {
    Operation *op = module.lookupSymbol(symbol);
    return emitError(op ? op->getLoc() : module.getLoc());
  }

  /// Adds libdevice to `modules` if a function of it is called and still
  /// undefined.
  LogicalResult
  addLibdevice(llvm::Module &llvmModule,
               SmallVectorImpl<std::unique_ptr<llvm::Module>> &modules);

  gpu::GPUModuleOp module;
  NVVM::NVVMTargetAttr target;
  const CudaToolkit &toolkit;
  ArrayRef<DeviceCode> libraries;
  SerialFormat format;
  FloatingPointMode floatingPoint = FloatingPointMode::get(target);
  LLVMReport report;
};

} // namespace

/// Returns the name of a function of libdevice that is called but not defined.
static std::optional<StringRef>
findUndefinedLibdeviceFunction(const llvm::Module &llvmModule) {
  for (const llvm::Function &function : llvmModule) {
    if (function.isDeclaration() && !function.use_empty() &&
        function.getName().starts_with(kLibdevicePrefix)) {
      return function.getName();
    }
  }
  return std::nullopt;
}

/// Returns the names of libdevice's functions that are not defined.
static SmallVector<StringRef>
getLibdeviceDeclarations(const llvm::Module &llvmModule) {
  SmallVector<StringRef> names;
  for (const llvm::Function &function : llvmModule) {
    if (function.isDeclaration() &&
        function.getName().starts_with(kLibdevicePrefix)) {
      names.push_back(function.getName());
    }
  }
  llvm::sort(names);
  return names;
}

InFlightDiagnostic ModuleSerializer::emitErrorAtCall(StringRef function) {
  Operation *place = module;
  module->walk([&](LLVM::CallOp call) {
    if (call.getCallee() == function) {
      place = call;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return emitError(place->getLoc());
}

LogicalResult ModuleSerializer::addLibdevice(
    llvm::Module &llvmModule,
    SmallVectorImpl<std::unique_ptr<llvm::Module>> &modules) {
  std::optional<StringRef> function =
      findUndefinedLibdeviceFunction(llvmModule);
  if (!function) {
    return success();
  }
  std::optional<std::string> path = toolkit.lookup(CudaTool::Libdevice);
  if (!path) {
    // A module may bring its own definitions in what it links.
    if (!modules.empty()) {
      return success();
    }
    InFlightDiagnostic diagnostic = emitErrorAtCall(*function);
    diagnostic << "expected libdevice, whose function '" << *function
               << "' is called here, but ";
    toolkit.describeMissing(CudaTool::Libdevice, diagnostic);
    return diagnostic;
  }
  auto emitModuleError = [&] { return emitError(module.getLoc()); };
  FailureOr<DeviceCode> code = DeviceCode::read(*path, emitModuleError);
  if (failed(code)) {
    return failure();
  }
  // What else is linked may call functions that this module does not.
  FailureOr<std::unique_ptr<llvm::Module>> library =
      modules.empty()
          ? loadLLVMFunctions(*code, getLibdeviceDeclarations(llvmModule),
                              llvmModule.getContext(), emitModuleError)
          : loadLLVMModule(*code, llvmModule.getContext(), emitModuleError);
  if (failed(library)) {
    return failure();
  }
  modules.push_back(std::move(*library));
  return success();
}

std::optional<SmallVector<std::unique_ptr<llvm::Module>>>
ModuleSerializer::loadBitcodeFiles(llvm::Module &llvmModule) {
  llvm::TimeTraceScope scope("loadDeviceCode");
  SmallVector<std::unique_ptr<llvm::Module>> modules;
  for (const DeviceCode &code : libraries) {
    FailureOr<std::unique_ptr<llvm::Module>> library =
        loadLLVMModule(code, llvmModule.getContext(),
                       [&] { return emitError(module.getLoc()); });
    if (failed(library)) {
      return std::nullopt;
    }
    modules.push_back(std::move(*library));
  }
  if (failed(verifyDefinitions(
          llvmModule, modules, libraries,
          [&](StringRef name) { return emitErrorAtSymbol(name); })) ||
      failed(addLibdevice(llvmModule, modules))) {
    return std::nullopt;
  }
  return std::move(modules);
}

void ModuleSerializer::handleModulePostLink(llvm::Module &llvmModule) {
  FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
  if (succeeded(machine)) {
    applyFloatingPointMode(floatingPoint, llvmModule, **machine);
  }
}

LogicalResult ModuleSerializer::optimizeModule(llvm::Module &llvmModule, int) {
  // What becomes PTX is optimized in parts.
  if (format == SerialFormat::Ptx) {
    return success();
  }
  FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
  if (failed(machine)) {
    return failure();
  }
  optimize(llvmModule, **machine);
  return success();
}

LogicalResult ModuleSerializer::verifyLibdeviceCalls(llvm::Module &llvmModule) {
  if (std::optional<StringRef> function =
          findUndefinedLibdeviceFunction(llvmModule)) {
    return emitErrorAtCall(*function)
           << "expected a function of libdevice, but none is called '"
           << *function << "'";
  }
  return success();
}

FailureOr<SmallString<0>>
ModuleSerializer::generatePtx(llvm::Module &llvmModule,
                              llvm::TargetMachine &machine,
                              const LLVMReport &report) {
  optimize(llvmModule, machine);
  if (failed(verifyLibdeviceCalls(llvmModule)) || report.hasError) {
    return failure();
  }
  selectDivisionsAndRoots(floatingPoint, llvmModule);
  raiseVariableAlignment(llvmModule);
  separateFloatBits(llvmModule);
  loadSwappedHalves(llvmModule);
  forgetWrappingOfTruncatedSums(llvmModule);
  return emitPtx(llvmModule, machine,
                 [&] { return emitError(module.getLoc()); });
}

PartResult ModuleSerializer::generatePart(StringRef bitcode,
                                          const llvm::TargetMachine &machine) {
  PartResult result;
  auto compile = [&] {
    llvm::LLVMContext context;
    context.setDiagnosticHandler(
        std::make_unique<DiagnosticForwarder>(module, result.report));
    std::unique_ptr<llvm::TargetMachine> ownMachine(
        machine.getTarget().createTargetMachine(
            machine.getTargetTriple(), machine.getTargetCPU(),
            machine.getTargetFeatureString(), machine.Options,
            /*RM=*/std::nullopt, /*CM=*/std::nullopt, machine.getOptLevel()));
    std::unique_ptr<llvm::Module> llvmModule =
        llvm::cantFail(llvm::parseBitcodeFile(
            llvm::MemoryBufferRef(bitcode, "part"), context));
    FailureOr<SmallString<0>> ptx =
        generatePtx(*llvmModule, *ownMachine, result.report);
    if (failed(ptx)) {
      result.report.hasError = true;
      return;
    }
    result.isDependent = hasCopiedFunction(*llvmModule);
    result.ptx = std::move(*ptx);
  };
  if (failed(runSafely(compile))) {
    result.report.hasError = true;
  }
  return result;
}

FailureOr<std::optional<SmallString<0>>>
ModuleSerializer::generateParts(llvm::Module &llvmModule,
                                llvm::TargetMachine &machine) {
  ModuleSplit split(llvmModule);
  if (split.getNumParts() == 0) {
    return std::optional<SmallString<0>>();
  }
  SmallVector<SmallVector<char, 0>, 0> bitcodes = split.writeParts();
  SmallVector<PartResult, 0> results(split.getNumParts());
  parallelFor(module.getContext(), 0, results.size(), [&](size_t part) {
    ArrayRef<char> bitcode = bitcodes[part];
    results[part] =
        generatePart(StringRef(bitcode.data(), bitcode.size()), machine);
  });
  SmallVector<SmallString<0>> texts;
  bool isDependent = false;
  for (PartResult &result : results) {
    report.hasError |= result.report.hasError;
    isDependent |= result.isDependent;
    texts.push_back(std::move(result.ptx));
  }
  if (report.hasError) {
    return failure();
  }
  std::optional<SmallString<0>> ptx;
  if (!isDependent) {
    ptx = mergePtx(texts);
  }
  // What is compiled as a whole warns once more.
  if (ptx) {
    for (PartResult &result : results) {
      llvm::append_range(report.warnings, result.report.warnings);
    }
  }
  return ptx;
}

FailureOr<SmallVector<char, 0>>
ModuleSerializer::moduleToObject(llvm::Module &llvmModule) {
  if (format == SerialFormat::Bitcode) {
    if (failed(verifyLibdeviceCalls(llvmModule)) || report.hasError) {
      return failure();
    }
    return ModuleToObject::moduleToObject(llvmModule);
  }
  FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
  if (failed(machine) || report.hasError) {
    return failure();
  }
  FailureOr<std::optional<SmallString<0>>> parts =
      generateParts(llvmModule, **machine);
  if (failed(parts)) {
    return failure();
  }
  FailureOr<SmallString<0>> ptx =
      *parts ? std::move(**parts) : generatePtx(llvmModule, **machine, report);
  if (failed(ptx) || report.hasError) {
    return failure();
  }
  return SmallVector<char, 0>(ptx->begin(), ptx->end());
}

LogicalResult ModuleSerializer::runSafely(function_ref<void()> compile) {
  // Signals outside of such a context go where they went before.
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  if (recovery.RunSafely(compile)) {
    return success();
  }
  return emitError(module.getLoc())
         << "LLVM " LLVM_VERSION_STRING " cannot compile this module for "
         << target.getChip()
         << ": it ended with the error that it wrote to stderr; does the chip "
            "have all instructions that the module uses?";
}

FailureOr<SerializedModule> ModuleSerializer::serialize() {
  // Without the layout, accesses are translated with the alignments of LLVM's
  // default one: 4 bytes for i64, which PTX then accesses by halves.
  FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
  if (failed(machine)) {
    return failure();
  }
  std::string layout = (*machine)->createDataLayout().getStringRepresentation();
  module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                  StringAttr::get(module.getContext(), layout));

  std::optional<SmallVector<char, 0>> result;
  if (failed(runSafely([&] { result = run(); })) || !result ||
      report.hasError) {
    return failure();
  }
  return SerializedModule{std::move(*result), std::move(report.warnings)};
}

FailureOr<SerializedModule>
cudax::serializeModule(gpu::GPUModuleOp module, NVVM::NVVMTargetAttr target,
                       const CudaToolkit &toolkit,
                       ArrayRef<DeviceCode> libraries, SerialFormat format) {
  FailureOr<std::string> features =
      resolveFeatures(target.getChip(), target.getFeatures(),
                      [&] { return emitError(module.getLoc()); });
  if (failed(features)) {
    return failure();
  }
  NVVM::SerializeGPUModuleBase::init();
  llvm::TimeTraceScope scope("serializeModule");
  return ModuleSerializer(module, target, *features, toolkit, libraries, format)
      .serialize();
}

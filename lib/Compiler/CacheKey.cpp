//===- CacheKey.cpp - What decides the code of a module -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheKey.h"

#include "dtyp/Config/Version.h"
#include "dtyp/Target/CudaToolkit.h"
#include "dtyp/Target/DeviceCode.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Threading.h"

#include <link.h>
#include <set>

using namespace mlir;
using namespace mlir::dtyp;

namespace fs = llvm::sys::fs;

/// Changes when the form of the files or of the key does.
static constexpr llvm::StringLiteral kFormat = "dtyp kernel cache 1";

namespace {

/// A hash of parts that do not run into each other.
class KeyHasher {
public:
  void add(StringRef part) {
    addNumber(part.size());
    hash.update(part);
  }
  void addNumber(uint64_t number) {
    uint8_t bytes[sizeof(number)];
    llvm::support::endian::write64le(bytes, number);
    hash.update(ArrayRef<uint8_t>(bytes));
  }

  /// Adds which file this is, by its size and time: the programs and libraries
  /// are too large to read them for each compilation.
  void addIdentity(StringRef path) {
    fs::file_status status;
    bool isThere = !path.empty() && !fs::status(path, status);
    addNumber(isThere);
    if (isThere) {
      addNumber(status.getSize());
      addNumber(status.getLastModificationTime().time_since_epoch().count());
    }
  }

  std::string finish() {
    llvm::BLAKE3Result<> result = hash.final();
    return llvm::toHex(result, /*LowerCase=*/true);
  }

private:
  llvm::BLAKE3 hash;
};

} // namespace

//===----------------------------------------------------------------------===//
// The compiler
//===----------------------------------------------------------------------===//

namespace {

/// The program and the libraries that some addresses are in.
struct LoadedFiles {
  SmallVector<const void *> addresses;
  std::set<std::string> paths;

  /// Finds the paths. (dladdr() looks for a symbol, too, which takes a
  /// millisecond in libraries of the size of LLVM's.)
  void find() { dl_iterate_phdr(&LoadedFiles::visit, this); }

private:
  static int visit(dl_phdr_info *info, size_t, void *data);
};

} // namespace

int LoadedFiles::visit(dl_phdr_info *info, size_t, void *data) {
  auto &files = *static_cast<LoadedFiles *>(data);
  for (const auto &header :
       ArrayRef(info->dlpi_phdr, static_cast<size_t>(info->dlpi_phnum))) {
    uintptr_t start = info->dlpi_addr + header.p_vaddr;
    bool isWanted = llvm::any_of(files.addresses, [&](const void *address) {
      auto value = reinterpret_cast<uintptr_t>(address);
      return value >= start && value - start < header.p_memsz;
    });
    if (header.p_type != PT_LOAD || !isWanted) {
      continue;
    }
    // The program itself has no name there.
    StringRef name = info->dlpi_name;
    files.paths.insert(name.empty() ? fs::getMainExecutable(
                                          /*argv0=*/nullptr,
                                          /*MainExecAddr=*/nullptr)
                                    : name.str());
    break;
  }
  return 0;
}

/// Adds the libraries that compile: ours, MLIR's, LLVM's and those of dialects.
static void addCompiler(MLIRContext *context, KeyHasher &hasher) {
  hasher.add(DTYP_VERSION_STRING);
  hasher.add(LLVM_VERSION_STRING);
  LoadedFiles files;
  files.addresses = {reinterpret_cast<const void *>(&computeCacheKey),
                     reinterpret_cast<const void *>(&writeBytecodeToFile),
                     reinterpret_cast<const void *>(&llvm::get_physical_cores)};
  for (Dialect *dialect : context->getLoadedDialects()) {
    // The table of virtual functions lies in the library of the dialect.
    files.addresses.push_back(*reinterpret_cast<const void *const *>(dialect));
  }
  files.find();
  for (const std::string &path : files.paths) {
    hasher.addIdentity(path);
  }
}

/// Adds the parts of the CUDA Toolkit that make `kind`.
static LogicalResult addToolkit(const CompileOptions &options, OutputKind kind,
                                MLIRContext *context, KeyHasher &hasher) {
  // The compilation finds it again, and reports what is wrong.
  ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
  FailureOr<cudax::CudaToolkit> toolkit = cudax::CudaToolkit::find(
      options.toolkit, [&] { return emitError(UnknownLoc::get(context)); });
  if (failed(toolkit)) {
    return failure();
  }
  SmallVector<cudax::CudaTool> tools = {cudax::CudaTool::Libdevice};
  if (kind == OutputKind::Cubin || kind == OutputKind::Fatbin) {
    tools.append({cudax::CudaTool::Ptxas, cudax::CudaTool::NvJitLink,
                  cudax::CudaTool::NvPtxCompiler});
  }
  if (kind == OutputKind::Fatbin) {
    tools.push_back(cudax::CudaTool::Fatbinary);
  }
  for (cudax::CudaTool tool : tools) {
    hasher.addIdentity(toolkit->lookup(tool).value_or(""));
  }
  return success();
}

static void addOptions(const CompileOptions &options, OutputKind kind,
                       bool isResolved, KeyHasher &hasher) {
  hasher.addNumber(static_cast<uint64_t>(kind));
  hasher.addNumber(isResolved);
  hasher.addNumber(options.chips.size());
  for (const std::string &chip : options.chips) {
    hasher.add(chip);
  }
  hasher.add(options.features);
  hasher.addNumber(options.optLevel);
  hasher.addNumber(static_cast<uint64_t>(options.indexBitwidth));
  hasher.addNumber(options.kernelBarePtr);
  hasher.addNumber(options.lineInfo);
  hasher.addNumber(static_cast<uint64_t>(options.assembler));
  hasher.add(options.gpuModule);
  hasher.addNumber(options.requireOneModule);
  hasher.add(options.cache.salt);
}

static LogicalResult addLinkedFiles(const CompileOptions &options,
                                    KeyHasher &hasher) {
  hasher.addNumber(options.link.size());
  for (const std::string &path : options.link) {
    llvm::ErrorOr<cudax::SharedBuffer> contents = cudax::readSharedFile(path);
    if (!contents) {
      return failure();
    }
    hasher.add((*contents)->getBuffer());
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Whether the code of `module` depends on its locations: asserts print theirs,
/// and debug info is attached to them.
static bool hasCodeOfLocations(ModuleOp module) {
  return module
      ->walk([](Operation *op) {
        bool isUsed = isa<cf::AssertOp>(op);
        op->getLoc()->walk([&](Location location) {
          auto fused = dyn_cast<FusedLoc>(location);
          isUsed |= fused && fused.getMetadata();
          return WalkResult::advance();
        });
        return isUsed ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static void stripLocations(ModuleOp module) {
  Location unknown = UnknownLoc::get(module.getContext());
  module->walk([&](Operation *op) {
    op->setLoc(unknown);
    for (Region &region : op->getRegions()) {
      for (Block &block : region) {
        for (BlockArgument argument : block.getArguments()) {
          argument.setLoc(unknown);
        }
      }
    }
  });
}

static LogicalResult addModule(ModuleOp module, bool hasLineInfo,
                               KeyHasher &hasher) {
  std::string bytecode;
  llvm::raw_string_ostream stream(bytecode);
  if (hasLineInfo || hasCodeOfLocations(module)) {
    if (failed(writeBytecodeToFile(module, stream))) {
      return failure();
    }
  } else {
    OwningOpRef<ModuleOp> stripped = module.clone();
    stripLocations(*stripped);
    if (failed(writeBytecodeToFile(*stripped, stream))) {
      return failure();
    }
  }
  hasher.add(bytecode);
  return success();
}

FailureOr<std::string>
mlir::dtyp::computeCacheKey(ModuleOp module, const CompileOptions &options,
                            OutputKind kind, bool isResolved) {
  KeyHasher hasher;
  hasher.add(kFormat);
  addCompiler(module.getContext(), hasher);
  addOptions(options, kind, isResolved, hasher);
  if (failed(addToolkit(options, kind, module.getContext(), hasher)) ||
      failed(addLinkedFiles(options, hasher)) ||
      failed(addModule(module, options.lineInfo, hasher))) {
    return failure();
  }
  return hasher.finish();
}

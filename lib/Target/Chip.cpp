//===- Chip.cpp - Chips and their PTX versions ----------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/Chip.h"

#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <mutex>

using namespace mlir;
using namespace mlir::cudax;

/// Returns LLVM's target for 64-bit PTX.
static const llvm::Target &getPtxTarget() {
  NVVM::SerializeGPUModuleBase::init();
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(
      llvm::Triple("nvptx64-nvidia-cuda"), error);
  if (!target) {
    llvm::report_fatal_error(
        llvm::Twine("LLVM was built without the NVPTX target: ") + error);
  }
  return *target;
}

static const llvm::MCSubtargetInfo &getPtxSubtarget() {
  static const std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      getPtxTarget().createMCSubtargetInfo(llvm::Triple("nvptx64-nvidia-cuda"),
                                           /*CPU=*/"", /*Features=*/""));
  return *subtarget;
}

/// Reads the number of a feature `ptx78`; returns 0 for any other text.
static unsigned parsePtxFeature(StringRef feature) {
  unsigned version = 0;
  if (!feature.consume_front("ptx") || feature.getAsInteger(10, version)) {
    return 0;
  }
  return version;
}

/// Returns the PTX versions that LLVM knows, in order.
static SmallVector<unsigned> getPtxVersions() {
  SmallVector<unsigned> versions;
  for (const llvm::SubtargetFeatureKV &feature :
       getPtxSubtarget().getAllProcessorFeatures()) {
    if (unsigned version = parsePtxFeature(feature.Key)) {
      versions.push_back(version);
    }
  }
  llvm::sort(versions);
  return versions;
}

/// Prints 78 as `7.8`.
static std::string formatPtxVersion(unsigned version) {
  return (llvm::Twine(version / 10) + "." + llvm::Twine(version % 10)).str();
}

//===----------------------------------------------------------------------===//
// Chips
//===----------------------------------------------------------------------===//

/// Returns the chip whose name `name` most likely means.
static StringRef findSimilarChip(StringRef name) {
  // `90`, `sm90` and `compute_90` are sm_90.
  StringRef number = name.ltrim("abcdefghijklmnopqrstuvwxyz_-");
  StringRef best;
  unsigned bestDistance = 0;
  for (const llvm::SubtargetSubTypeKV &chip :
       getPtxSubtarget().getAllProcessorDescriptions()) {
    StringRef key = chip.Key;
    unsigned distance = key.drop_front(3).edit_distance(number);
    if (best.empty() || distance < bestDistance) {
      best = key;
      bestDistance = distance;
    }
  }
  return best;
}

LogicalResult cudax::verifyChip(StringRef chip,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (getPtxSubtarget().isCPUStringValid(chip)) {
    return success();
  }
  return emitError() << "expected a chip that LLVM " LLVM_VERSION_STRING
                        " knows, but got '"
                     << chip << "'; did you mean '" << findSimilarChip(chip)
                     << "'?";
}

/// Asks LLVM for the lowest PTX version that has `chip`.
static unsigned findMinPtxVersion(StringRef chip) {
  // Without a feature, LLVM takes the lowest version, and writes it into the
  // header of even an empty module.
  llvm::Triple triple("nvptx64-nvidia-cuda");
  llvm::LLVMContext context;
  llvm::Module module("empty", context);
  std::unique_ptr<llvm::TargetMachine> machine(
      getPtxTarget().createTargetMachine(triple, chip, /*Features=*/"",
                                         /*Options=*/{}, /*RM=*/{}));
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(triple);
  SmallString<0> ptx;
  llvm::raw_svector_ostream stream(ptx);
  llvm::legacy::PassManager passes;
  machine->addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr,
                               llvm::CodeGenFileType::AssemblyFile);
  passes.run(module);

  StringRef version = ptx.str().split(".version ").second;
  unsigned major = 0;
  unsigned minor = 0;
  if (version.consumeInteger(10, major) || !version.consume_front(".") ||
      version.consumeInteger(10, minor)) {
    llvm::report_fatal_error("LLVM wrote PTX without a version");
  }
  return 10 * major + minor;
}

unsigned cudax::getMinPtxVersion(StringRef chip) {
  // The answer takes as long as the code of a small kernel.
  static std::mutex mutex;
  static llvm::StringMap<unsigned> versions;
  std::scoped_lock<std::mutex> lock(mutex);
  auto [entry, isNew] = versions.try_emplace(chip, 0);
  if (isNew) {
    entry->second = findMinPtxVersion(chip);
  }
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//

/// Returns the PTX version that `features` asks for, or 0 if it is empty.
static FailureOr<unsigned>
parseFeatures(StringRef features,
              function_ref<InFlightDiagnostic()> emitError) {
  SmallVector<StringRef> parts;
  features.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  unsigned version = 0;
  for (StringRef part : parts) {
    StringRef feature = part.trim();
    StringRef name = feature.ltrim("+-");
    if (name.starts_with("sm_")) {
      return emitError()
             << "expected only a PTX version (+ptx80) as a feature, "
                "but got '"
             << feature << "'; a chip is chosen by the option 'chip'";
    }
    unsigned number = parsePtxFeature(name);
    if (number && !feature.starts_with("+")) {
      return emitError() << "expected a feature to start with '+', but got '"
                         << feature << "'; write '+" << name << "'";
    }
    SmallVector<unsigned> known = getPtxVersions();
    if (!number || !llvm::is_contained(known, number)) {
      return emitError()
             << "expected a PTX version that LLVM " LLVM_VERSION_STRING
                " knows as a feature (+ptx"
             << kMinPtxVersion << " to +ptx" << known.back() << "), but got '"
             << feature << "'";
    }
    if (version) {
      return emitError() << "expected one PTX version as a feature, but got '"
                         << features << "'";
    }
    version = number;
  }
  return version;
}

FailureOr<std::string>
cudax::resolveFeatures(StringRef chip, StringRef features,
                       function_ref<InFlightDiagnostic()> emitError) {
  if (failed(verifyChip(chip, emitError))) {
    return failure();
  }
  FailureOr<unsigned> version = parseFeatures(features, emitError);
  if (failed(version)) {
    return failure();
  }
  unsigned chipMinimum = getMinPtxVersion(chip);
  unsigned minimum = std::max(chipMinimum, kMinPtxVersion);
  if (*version != 0 && *version < minimum) {
    InFlightDiagnostic diagnostic = emitError();
    diagnostic << "expected at least PTX " << formatPtxVersion(minimum)
               << " (+ptx" << minimum << "), which ";
    if (chipMinimum >= kMinPtxVersion) {
      diagnostic << chip << " needs";
    } else {
      diagnostic << "allocas of dynamic size need";
    }
    return diagnostic << ", but got PTX " << formatPtxVersion(*version)
                      << " (+ptx" << *version << ")";
  }
  return "+ptx" + std::to_string(*version != 0 ? *version : minimum);
}

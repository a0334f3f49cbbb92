//===- CompileOptions.cpp - C API: options of a compilation ---------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the setters of the options.
//
//===----------------------------------------------------------------------===//

#include "CompilerHandles.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::capi;

static_assert(static_cast<int>(DtypAssemblerPtxas) ==
              static_cast<int>(cudax::AssemblerKind::Ptxas));
static_assert(static_cast<int>(DtypAssemblerNvPtxCompiler) ==
              static_cast<int>(cudax::AssemblerKind::NvPtxCompiler));
static_assert(static_cast<int>(DtypAssemblerNvJitLink) ==
              static_cast<int>(cudax::AssemblerKind::NvJitLink));

DtypCompileOptions dtypCompileOptionsCreate() {
  return wrap(new CompileOptions());
}

void dtypCompileOptionsDestroy(DtypCompileOptions options) {
  delete unwrap(options);
}

/// Adds a string that is not empty to a list.
static MlirLogicalResult append(DtypCompileOptions options,
                                std::vector<std::string> CompileOptions::*list,
                                MlirStringRef string) {
  StringRef value = unwrapString(string);
  if (!options.ptr || value.empty()) {
    return mlirLogicalResultFailure();
  }
  (unwrap(options)->*list).push_back(value.str());
  return mlirLogicalResultSuccess();
}

/// Sets an option where there are options, and the value is one.
template <typename T>
static MlirLogicalResult set(DtypCompileOptions options,
                             T CompileOptions::*member, T value,
                             bool isValid = true) {
  if (!options.ptr || !isValid) {
    return mlirLogicalResultFailure();
  }
  unwrap(options)->*member = std::move(value);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dtypCompileOptionsAddChip(DtypCompileOptions options,
                                            MlirStringRef chip) {
  return append(options, &CompileOptions::chips, chip);
}

MlirLogicalResult dtypCompileOptionsAddLinkFile(DtypCompileOptions options,
                                                MlirStringRef path) {
  return append(options, &CompileOptions::link, path);
}

MlirLogicalResult dtypCompileOptionsSetOptLevel(DtypCompileOptions options,
                                                int level) {
  return set(options, &CompileOptions::optLevel, level,
             level >= 0 && level <= 3);
}

MlirLogicalResult dtypCompileOptionsSetIndexBitwidth(DtypCompileOptions options,
                                                     int bits) {
  return set(options, &CompileOptions::indexBitwidth,
             static_cast<IndexBitwidth>(bits), bits == 32 || bits == 64);
}

MlirLogicalResult dtypCompileOptionsSetAssembler(DtypCompileOptions options,
                                                 DtypAssembler assembler) {
  return set(options, &CompileOptions::assembler,
             static_cast<cudax::AssemblerKind>(assembler),
             static_cast<unsigned>(assembler) <=
                 static_cast<unsigned>(DtypAssemblerNvJitLink));
}

MlirLogicalResult dtypCompileOptionsSetFloatingPoint(DtypCompileOptions options,
                                                     DtypFloatingPointFlag flag,
                                                     bool value) {
  // In the order of the enumeration.
  static constexpr bool cudax::FloatingPointMode::*kMembers[] = {
      &cudax::FloatingPointMode::fmad, &cudax::FloatingPointMode::ftz,
      &cudax::FloatingPointMode::precDiv, &cudax::FloatingPointMode::precSqrt,
      &cudax::FloatingPointMode::fastMath};
  auto index = static_cast<unsigned>(flag);
  if (!options.ptr || index >= std::size(kMembers)) {
    return mlirLogicalResultFailure();
  }
  unwrap(options)->floatingPoint.*kMembers[index] = value;
  return mlirLogicalResultSuccess();
}

void dtypCompileOptionsSetFeatures(DtypCompileOptions options,
                                   MlirStringRef features) {
  set(options, &CompileOptions::features, unwrapString(features).str());
}

void dtypCompileOptionsSetToolkit(DtypCompileOptions options,
                                  MlirStringRef folder) {
  set(options, &CompileOptions::toolkit, unwrapString(folder).str());
}

void dtypCompileOptionsSetGpuModule(DtypCompileOptions options,
                                    MlirStringRef name) {
  set(options, &CompileOptions::gpuModule, unwrapString(name).str());
}

void dtypCompileOptionsSetKernelBarePtr(DtypCompileOptions options,
                                        bool value) {
  set(options, &CompileOptions::kernelBarePtr, value);
}

void dtypCompileOptionsSetLineInfo(DtypCompileOptions options, bool value) {
  set(options, &CompileOptions::lineInfo, value);
}

void dtypCompileOptionsSetVerifyEach(DtypCompileOptions options, bool value) {
  set(options, &CompileOptions::verifyEach, value);
}

void dtypCompileOptionsSetCache(DtypCompileOptions options,
                                MlirStringRef folder, uint64_t maxBytes,
                                MlirStringRef salt) {
  CacheOptions cache;
  cache.folder = unwrapString(folder).str();
  cache.salt = unwrapString(salt).str();
  if (maxBytes != 0) {
    cache.maxBytes = maxBytes;
  }
  set(options, &CompileOptions::cache, std::move(cache));
}

//===- FloatingPointMode.cpp - How kernels compute with floats ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/FloatingPointMode.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::cudax;

static constexpr llvm::StringLiteral kNoFmadFlag = "no-fmad";
static constexpr llvm::StringLiteral kFtzFlag = "ftz";
static constexpr llvm::StringLiteral kNoPrecDivFlag = "no-prec-div";
static constexpr llvm::StringLiteral kNoPrecSqrtFlag = "no-prec-sqrt";
static constexpr llvm::StringLiteral kFastFlag = "fast";

FloatingPointMode FloatingPointMode::get(NVVM::NVVMTargetAttr target) {
  FloatingPointMode mode;
  mode.fastMath = target.hasFlag(kFastFlag);
  mode.fmad = !target.hasFlag(kNoFmadFlag);
  mode.ftz = mode.fastMath || target.hasFlag(kFtzFlag);
  mode.precDiv = !mode.fastMath && !target.hasFlag(kNoPrecDivFlag);
  mode.precSqrt = !mode.fastMath && !target.hasFlag(kNoPrecSqrtFlag);
  return mode;
}

bool FloatingPointMode::isFlag(StringRef name) {
  return llvm::is_contained(
      {kNoFmadFlag, kFtzFlag, kNoPrecDivFlag, kNoPrecSqrtFlag, kFastFlag},
      name);
}

DictionaryAttr FloatingPointMode::getFlags(MLIRContext *context) const {
  Builder builder(context);
  SmallVector<NamedAttribute> flags;
  auto add = [&](bool isSet, StringRef name) {
    if (isSet) {
      flags.push_back(builder.getNamedAttr(name, builder.getUnitAttr()));
    }
  };
  add(!fmad, kNoFmadFlag);
  add(fastMath, kFastFlag);
  add(ftz && !fastMath, kFtzFlag);
  add(!precDiv && !fastMath, kNoPrecDivFlag);
  add(!precSqrt && !fastMath, kNoPrecSqrtFlag);
  return flags.empty() ? DictionaryAttr() : builder.getDictionaryAttr(flags);
}

//===- BytecodeVersion.cpp - Versions of dialects in bytecode -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the versions with which the dialects are written to
// bytecode.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/BytecodeVersion.h"

using namespace mlir;
using namespace mlir::dtyp;

void VersionedBytecodeInterface::writeVersion(
    DialectBytecodeWriter &writer) const {
  writer.writeVarInt(version);
}

std::unique_ptr<DialectVersion>
VersionedBytecodeInterface::readVersion(DialectBytecodeReader &reader) const {
  uint64_t number;
  if (failed(reader.readVarInt(number))) {
    return nullptr;
  }
  if (number > version) {
    reader.emitError() << "expected version " << version << " of the dialect "
                       << getDialect()->getNamespace()
                       << " or an older one, but the bytecode has version "
                       << number << "; read it with the dtyp that wrote it, or "
                       << "a newer one";
    return nullptr;
  }
  return std::make_unique<BytecodeVersion>(number);
}

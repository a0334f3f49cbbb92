//===- DtypBytecode.h - The dtyp dialect in bytecode ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how types and attributes of the dialect are written to
// bytecode.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_IR_DTYPBYTECODE_H
#define DTYP_LIB_DIALECT_DTYP_IR_DTYPBYTECODE_H

#include "dtyp/Dialect/Dtyp/IR/BytecodeVersion.h"

namespace mlir::dtyp {

/// Writes types and attributes in a form of their own, not as text.
class DtypBytecodeInterface : public VersionedBytecodeInterface {
public:
  explicit DtypBytecodeInterface(Dialect *dialect)
      : VersionedBytecodeInterface(dialect, kDtypBytecodeVersion) {}

  Type readType(DialectBytecodeReader &reader) const final;
  LogicalResult writeType(Type type, DialectBytecodeWriter &writer) const final;

  Attribute readAttribute(DialectBytecodeReader &reader) const final;
  LogicalResult writeAttribute(Attribute attribute,
                               DialectBytecodeWriter &writer) const final;
};

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_IR_DTYPBYTECODE_H

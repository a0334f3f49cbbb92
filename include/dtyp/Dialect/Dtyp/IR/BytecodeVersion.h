//===- BytecodeVersion.h - Versions of dialects in bytecode -----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the versions with which the dialects are written to
// bytecode, and how they are read back.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_BYTECODEVERSION_H
#define DTYP_DIALECT_DTYP_IR_BYTECODEVERSION_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace mlir::dtyp {

/// The version of the dialect dtyp that is written. It is raised by each change
/// after which an older reader would misread what is written, or could not read
/// it (docs/bytecode.md).
inline constexpr uint64_t kDtypBytecodeVersion = 1;

/// The same of the dialect cudax.
inline constexpr uint64_t kCudaxBytecodeVersion = 1;

/// The version of a dialect that a bytecode file has.
struct BytecodeVersion : public DialectVersion {
  explicit BytecodeVersion(uint64_t number) : number(number) {}

  uint64_t number;
};

/// Writes and reads the version of a dialect, and refuses one that is newer.
class VersionedBytecodeInterface : public BytecodeDialectInterface {
public:
  VersionedBytecodeInterface(Dialect *dialect, uint64_t version)
      : BytecodeDialectInterface(dialect), version(version) {}

  void writeVersion(DialectBytecodeWriter &writer) const final;

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final;

private:
  uint64_t version;
};

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_BYTECODEVERSION_H

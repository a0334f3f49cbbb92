//===- StorageBlock.h - Where local arrays are made -------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_STORAGEBLOCK_H
#define DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_STORAGEBLOCK_H

namespace mlir {
class Block;
class Region;

namespace cudax {

/// Returns the entry block that is executed once for each storage of an array
/// that is made in `region`: that of its function, of its launch, of the
/// innermost parallel region, or of the innermost op whose control flow is
/// unknown.
Block *getStorageBlock(Region *region);

} // namespace cudax
} // namespace mlir

#endif // DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_STORAGEBLOCK_H

//===- Passes.h - Passes of the dtyp dialect --------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the passes of the dtyp dialect and the pattern sets behind
// them.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_TRANSFORMS_PASSES_H
#define DTYP_DIALECT_DTYP_TRANSFORMS_PASSES_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class ConversionTarget;
class RewritePatternSet;
class TypeConverter;

namespace dtyp {

/// How facts of dtypes are printed.
enum class DTypeTableFormat { Text, JSON };

#define GEN_PASS_DECL
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h.inc"

/// Teaches `converter` that a type that provides a dtype becomes the types of
/// its run-time fields, and how to rebuild the object from their values.
void populateProviderErasureTypeConversions(TypeConverter &converter);

/// Collects the patterns that carry the conversion of types through functions,
/// calls, kernel launches, selects and the structured ops of cf and scf, and
/// marks as illegal in `target` what they rewrite.
void populateProviderErasurePatternsAndLegality(const TypeConverter &converter,
                                                RewritePatternSet &patterns,
                                                ConversionTarget &target);

/// Collects the patterns that lower accesses by dtype to accesses of memory.
void populateLowerAccessesPatterns(RewritePatternSet &patterns);

/// Teaches `converter` that arrays of elements with a layout of their own
/// become arrays of bytes, and values of their dtypes vectors of bytes. What
/// holds them in another way has no conversion.
void populateRecordsToBytesTypeConversions(TypeConverter &converter);

/// Collects the patterns that convert functions, control flow, memref's ops and
/// the accesses of dtyp, and marks as illegal in `target` what they rewrite.
/// `converter` must outlive them.
void populateRecordsToBytesPatternsAndLegality(const TypeConverter &converter,
                                               RewritePatternSet &patterns,
                                               ConversionTarget &target);

/// Collects the patterns that lower dtyp.cast to arith, complex and memref.
/// Another dialect adds those for casts of its dtypes.
void populateLowerCastPatterns(RewritePatternSet &patterns);

/// Prints the argument maps of all kernels in `module` to `os`: a line for each
/// kernel and one for each argument that its author wrote.
void printArgumentMaps(ModuleOp module, llvm::raw_ostream &os);

/// Returns the dtypes that `op` and the ops in it have, in the order in which
/// they occur: those of values and providers, and of memrefs whose elements
/// have a layout of their own.
SmallVector<DTypeInterface> collectDTypes(Operation *op);

/// Prints what the interface of each dtype answers.
void printDTypes(ArrayRef<DTypeInterface> dtypes, DTypeTableFormat format,
                 llvm::raw_ostream &os);

#define GEN_PASS_REGISTRATION
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h.inc"

} // namespace dtyp
} // namespace mlir

#endif // DTYP_DIALECT_DTYP_TRANSFORMS_PASSES_H

//===- OpBuilding.h - Building ops for C ------------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how ops are built for C: the builders that ODS makes end
// the process where the types of results cannot be inferred.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_CAPI_OPBUILDING_H
#define DTYP_LIB_CAPI_OPBUILDING_H

#include "Handles.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

namespace mlir::dtyp::capi {

/// Builds one op. What the caller passes is taken by `take`, which remembers
/// whether anything of it is missing; `create` then returns null.
class OpBuilding {
public:
  /// `location` is not null.
  explicit OpBuilding(MlirLocation location)
      : loc(unwrap(location)), context(loc->getContext()) {
    loadDialect(context);
    // Of the scope in which ops are verified.
    context->getOrLoadDialect<memref::MemRefDialect>();
  }

  MLIRContext *getContext() const { return context; }

  InFlightDiagnostic emitError() {
    isValid = false;
    return mlir::emitError(loc);
  }

  /// Returns a value, type or attribute of the caller's; null after an error.
  Value take(MlirValue value, StringRef what) {
    return check(unwrap(value), what);
  }
  Type take(MlirType type, StringRef what) { return check(unwrap(type), what); }
  Attribute take(MlirAttribute attribute, StringRef what) {
    return check(unwrap(attribute), what);
  }

  /// Returns values of the caller's, some of them null after an error.
  SmallVector<Value> take(intptr_t size, const MlirValue *values,
                          StringRef what) {
    SmallVector<Value> result;
    if (!isArray(size, values)) {
      emitError() << "expected " << what << ", but got null";
      return result;
    }
    for (intptr_t i = 0; i < size; ++i) {
      result.push_back(take(values[i], what));
    }
    return result;
  }

  /// Returns what a number of the caller's means; the first meaning after an
  /// error.
  template <typename Enum>
  Enum take(std::optional<Enum> known, unsigned number, StringRef what) {
    if (!known) {
      emitError() << "expected " << what << ", but got the number " << number;
    }
    return known.value_or(Enum());
  }

  /// Returns the op with results of `types`, built by `build`; null after an
  /// error.
  template <typename Op>
  MlirOperation
  create(TypeRange types,
         function_ref<void(OpBuilder &, OperationState &)> build) {
    if (!isValid) {
      return {nullptr};
    }
    OpBuilder builder(context);
    OperationState state(loc, Op::getOperationName());
    build(builder, state);
    state.types.assign(types.begin(), types.end());
    return finish(state);
  }

  /// Likewise, with the results that the op infers.
  template <typename Op>
  MlirOperation
  createInferred(function_ref<void(OpBuilder &, OperationState &)> build) {
    if (!isValid) {
      return {nullptr};
    }
    OpBuilder builder(context);
    OperationState state(loc, Op::getOperationName());
    build(builder, state);
    state.types.clear();
    SmallVector<Type> types;
    if (failed(Op::inferReturnTypes(context, loc, state.operands,
                                    state.attributes.getDictionary(context),
                                    state.getRawProperties(),
                                    /*regions=*/{}, types))) {
      return {nullptr};
    }
    state.addTypes(types);
    return finish(state);
  }

  /// Stands for the types of results that are not known yet: builders check
  /// their number.
  Type getPlaceholder() const { return NoneType::get(context); }

private:
  template <typename T>
  T check(T object, StringRef what) {
    if (!object) {
      emitError() << "expected " << what << ", but got null";
    } else if (object.getContext() != context) {
      emitError() << "expected " << what
                  << " of the location's context, but got one of another";
    }
    return object;
  }

  MlirOperation finish(const OperationState &state) {
    // Some ops are only valid inside of a scope.
    OpBuilder builder(context);
    OwningOpRef<memref::AllocaScopeOp> scope =
        memref::AllocaScopeOp::create(builder, loc, TypeRange());
    Operation *op = Operation::create(state);
    scope->getBodyRegion().emplaceBlock().push_back(op);
    bool isVerified = succeeded(verify(op));
    op->remove();
    if (!isVerified) {
      op->destroy();
      op = nullptr;
    }
    return wrap(op);
  }

  Location loc;
  MLIRContext *context;
  bool isValid = true;
};

} // namespace mlir::dtyp::capi

#endif // DTYP_LIB_CAPI_OPBUILDING_H

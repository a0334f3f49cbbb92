//===- JAXPromotion.cpp - The common dtype of numbers in JAX --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements JAX's lattice of types with 64-bit types enabled, as the
// page "Type promotion semantics" of its documentation draws it: the common
// dtype is the lowest that can be reached from all operands.
//
//===----------------------------------------------------------------------===//

#include "PromotionRules.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

/// JAX's lattice. The Python numbers are nodes of it, between the dtypes.
class Lattice {
public:
  explicit Lattice(MLIRContext *context);

  bool contains(Type type) const { return above.contains(type); }

  /// Returns the lowest node above all of `types`, or null.
  Type join(ArrayRef<Type> types) const;

private:
  using Nodes = llvm::SetVector<Type>;

  llvm::MapVector<Type, SmallVector<Type>> above;

  /// Makes each node reachable from the one before it.
  void addPath(ArrayRef<Type> path);

  /// Returns the node and all that can be reached from it.
  Nodes getUpperBounds(Type node) const;
};

} // namespace

Lattice::Lattice(MLIRContext *context) {
  Builder builder(context);
  auto getUnsigned = [&](unsigned width) -> Type {
    return builder.getIntegerType(width, /*isSigned=*/false);
  };
  auto getWeak = [&](WeakScalarKind kind) -> Type {
    return WeakType::get(context, kind);
  };
  Type anyInt = getWeak(WeakScalarKind::Int);
  Type anyFloat = getWeak(WeakScalarKind::Float);
  Type anyComplex = getWeak(WeakScalarKind::Complex);
  Type i8 = builder.getI8Type();
  Type i16 = builder.getIntegerType(16);
  Type i32 = builder.getI32Type();
  Type i64 = builder.getI64Type();
  Type f32 = builder.getF32Type();
  Type f64 = builder.getF64Type();
  Type complex64 = ComplexType::get(f32);
  Type complex128 = ComplexType::get(f64);

  addPath({builder.getI1Type(), anyInt, i8, i16, i32, i64, anyFloat, anyComplex,
           complex64, complex128});
  addPath({anyInt, getUnsigned(8), getUnsigned(16), getUnsigned(32),
           getUnsigned(64), anyFloat});
  addPath({getUnsigned(8), i16});
  addPath({getUnsigned(16), i32});
  addPath({getUnsigned(32), i64});
  for (Type half : {Type(builder.getBF16Type()), Type(builder.getF16Type())}) {
    addPath({anyFloat, half, f32});
  }
  addPath({f32, f64, complex128});
  addPath({f32, complex64});

  // What meets Python numbers and nothing else.
  for (unsigned width : {1, 2, 4}) {
    addPath({anyInt, getUnsigned(width)});
    addPath({anyInt, width == 1 ? Type(builder.getIntegerType(1, true))
                                : Type(builder.getIntegerType(width))});
  }
  for (Type narrow : std::initializer_list<Type>{
           Float8E3M4Type::get(context), Float8E4M3Type::get(context),
           Float8E4M3B11FNUZType::get(context), Float8E4M3FNType::get(context),
           Float8E4M3FNUZType::get(context), Float8E5M2Type::get(context),
           Float8E5M2FNUZType::get(context), Float8E8M0FNUType::get(context),
           Float6E2M3FNType::get(context), Float6E3M2FNType::get(context),
           Float4E2M1FNType::get(context)}) {
    addPath({anyFloat, narrow});
  }
}

void Lattice::addPath(ArrayRef<Type> path) {
  for (auto [lower, upper] : llvm::zip(path, path.drop_front())) {
    above[lower].push_back(upper);
  }
  above[path.back()];
}

Lattice::Nodes Lattice::getUpperBounds(Type node) const {
  Nodes bounds;
  bounds.insert(node);
  for (size_t next = 0; next < bounds.size(); ++next) {
    bounds.insert_range(above.find(bounds[next])->second);
  }
  return bounds;
}

Type Lattice::join(ArrayRef<Type> types) const {
  Nodes common = getUpperBounds(types.front());
  for (Type type : types.drop_front()) {
    Nodes bounds = getUpperBounds(type);
    common.remove_if([&](Type node) { return !bounds.contains(node); });
  }
  for (Type candidate : common) {
    Nodes bounds = getUpperBounds(candidate);
    if (llvm::all_of(common,
                     [&](Type node) { return bounds.contains(node); })) {
      return candidate;
    }
  }
  return {};
}

FailureOr<Type>
mlir::dtyp::promoteByJAX(ArrayRef<Type> dtypes,
                         function_ref<InFlightDiagnostic()> emitError) {
  Lattice lattice(dtypes.front().getContext());
  for (Type dtype : dtypes) {
    if (!lattice.contains(dtype)) {
      return emitError() << "expected dtypes that JAX has by the rules 'jax', "
                            "but got "
                         << dtype << "; write 'rules numpy'";
    }
  }
  Type common = lattice.join(dtypes);
  if (auto weak = dyn_cast_if_present<WeakType>(common)) {
    return getWeakDefault(dtypes.front().getContext(), weak.getKind());
  }
  if (common) {
    return common;
  }
  // Name two operands that do not meet.
  for (size_t right = 1; right < dtypes.size(); ++right) {
    for (Type left : dtypes.take_front(right)) {
      if (!lattice.join({left, dtypes[right]})) {
        return refusePromotion(emitError, PromotionRules::JAX, left,
                               dtypes[right],
                               "JAX promotes neither implicitly; cast "
                               "explicitly");
      }
    }
  }
  return refusePromotion(emitError, PromotionRules::JAX, dtypes.front(),
                         dtypes.back(),
                         "with the other operands they have none; cast "
                         "explicitly");
}

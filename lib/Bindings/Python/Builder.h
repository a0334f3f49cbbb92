//===- Builder.h - Building modules op by op --------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a builder of a module, which appends ops to the innermost
// region that is open, and the values of the ops. What Python can do wrong is
// an exception: a value of another builder, of a region that is closed, of a
// module that is taken, another thread.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_BINDINGS_PYTHON_BUILDER_H
#define DTYP_LIB_BINDINGS_PYTHON_BUILDER_H

#include "DType.h"
#include "Module.h"

#include <map>
#include <thread>
#include <tuple>

namespace dtyp::python {

/// What a builder shares with the values and ops that it has made, which keep
/// the module alive.
struct Building {
  std::shared_ptr<Context> context;
  /// Null when it is taken.
  std::unique_ptr<Module> module;
  /// The blocks that are open, outermost first.
  std::vector<MlirBlock> blocks;
  std::thread::id thread;

  /// Throws if the module cannot be changed here and now.
  void check() const;
};

/// The value of an op, or of an argument of a region.
class Value {
public:
  Value(std::shared_ptr<Building> building, MlirValue value);

  Type getType() const { return {building->context, type}; }

private:
  friend class Builder;

  std::shared_ptr<Building> building;
  MlirValue value;
  MlirType type;
  MlirBlock block;
};

/// An op with regions.
class RegionOp {
public:
  RegionOp(std::shared_ptr<Building> building, MlirOperation operation)
      : building(std::move(building)), operation(operation) {}

private:
  friend class Builder;

  std::shared_ptr<Building> building;
  MlirOperation operation;
};

/// File, line and column.
using Place = std::tuple<std::string, int64_t, int64_t>;

/// A step of a path: a name, or indices.
struct PathStep {
  std::string name;
  std::vector<MlirValue> indices;
};

/// An array that is made: its dtype, and extents that are numbers or values.
struct ArrayShape {
  std::vector<int64_t> sizes;
  std::vector<MlirValue> dynamicSizes;
};

class Builder {
public:
  explicit Builder(std::shared_ptr<Context> context);

  /// Appends an op without regions. Attributes are as the IR spells them.
  std::vector<Value>
  create(const std::string &name, const std::vector<const Value *> &operands,
         const std::vector<Type> &results,
         const std::map<std::string, std::string> &attributes,
         const Place &place);

  /// Appends an op with regions, which are empty.
  RegionOp open(const std::string &name,
                const std::vector<const Value *> &operands,
                const std::map<std::string, std::string> &attributes,
                intptr_t numRegions, const Place &place);

  /// Opens a region of the op that was appended last, and returns its
  /// arguments.
  std::vector<Value> enter(const RegionOp &op, intptr_t region,
                           const std::vector<Type> &arguments,
                           const Place &place);

  /// Returns whether the region is the innermost one that is open.
  bool isInnermost(const RegionOp &op, intptr_t region) const;

  /// Closes the region, which must be the innermost one that is open.
  void leave(const RegionOp &op, intptr_t region);

  /// Verifies the module and gives it away.
  std::unique_ptr<Module> take();

  /// Appends what a function of the C API makes at a location, and returns the
  /// values of its results.
  template <typename Function>
  std::vector<Value> append(const Place &place, Function make) {
    building->check();
    return getResults(building->context->run([&] {
      MlirOperation op = make(getLocation(place));
      if (!mlirOperationIsNull(op)) {
        mlirBlockAppendOwnedOperation(building->blocks.back(), op);
      }
      return op;
    }));
  }

  /// Returns the value, which may be used where ops are appended, or throws.
  MlirValue use(const Value &value) const;
  MlirType use(const Type &type) const;
  std::vector<MlirValue> use(const std::vector<const Value *> &values) const;
  std::vector<PathStep> usePath(nanobind::handle path) const;
  ArrayShape useShape(nanobind::handle shape) const;

  const std::shared_ptr<Context> &getContext() const {
    return building->context;
  }

private:
  MlirLocation getLocation(const Place &place) const;
  MlirOperation createOp(const std::string &name,
                         const std::vector<MlirValue> &operands,
                         const std::vector<MlirType> &results,
                         const std::map<std::string, std::string> &attributes,
                         intptr_t numRegions, const Place &place) const;
  std::vector<Value> getResults(MlirOperation op) const;

  std::shared_ptr<Building> building;
};

void bindBuilderOps(nanobind::class_<Builder> &builder);

} // namespace dtyp::python

#endif // DTYP_LIB_BINDINGS_PYTHON_BUILDER_H

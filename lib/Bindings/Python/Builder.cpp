//===- Builder.cpp - Building modules op by op ----------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the builder: ops by their names, regions, and what
// guards them.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

namespace nb = nanobind;
using namespace dtyp::python;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Building::check() const {
  context->checkProcess();
  if (thread != std::this_thread::get_id()) {
    throw std::runtime_error("expected the thread that made the builder, but "
                             "another one uses it");
  }
  if (!module) {
    throw std::runtime_error(
        "the module is built and taken: it cannot be changed any more");
  }
}

static MlirBlock getBlock(MlirValue value) {
  return mlirValueIsABlockArgument(value)
             ? mlirBlockArgumentGetOwner(value)
             : mlirOperationGetBlock(mlirOpResultGetOwner(value));
}

Value::Value(std::shared_ptr<Building> building, MlirValue value)
    : building(std::move(building)), value(value),
      type(mlirValueGetType(value)), block(getBlock(value)) {}

//===----------------------------------------------------------------------===//
// What is used
//===----------------------------------------------------------------------===//

MlirValue Builder::use(const Value &value) const {
  building->check();
  if (value.building != building) {
    throw nb::value_error(
        "expected a value of this builder, but got one of another");
  }
  bool isOpen = std::any_of(
      building->blocks.begin(), building->blocks.end(),
      [&](MlirBlock block) { return mlirBlockEqual(block, value.block); });
  if (!isOpen) {
    throw nb::value_error(
        "the value is of a kernel, loop or branch that has ended; what is used "
        "behind it is kept in a variable");
  }
  return value.value;
}

MlirType Builder::use(const Type &type) const {
  if (type.getContext() != building->context) {
    throw nb::value_error(
        "expected a type of the builder's context, but got one of another");
  }
  return type.get();
}

std::vector<MlirValue>
Builder::use(const std::vector<const Value *> &values) const {
  std::vector<MlirValue> result;
  for (const Value *value : values) {
    if (!value) {
      throw nb::type_error("expected a value, but got None");
    }
    result.push_back(use(*value));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Builder::Builder(std::shared_ptr<Context> shared)
    : building(std::make_shared<Building>()) {
  MlirContext context = shared->get();
  MlirModule module = shared->run([&] {
    for (const char *dialect : {"arith", "complex", "cudax", "dtyp", "gpu",
                                "math", "memref", "scf"}) {
      mlirContextGetOrLoadDialect(context,
                                  mlirStringRefCreateFromCString(dialect));
    }
    return mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  });
  building->context = shared;
  building->module = std::make_unique<Module>(std::move(shared), module);
  building->blocks.push_back(mlirModuleGetBody(module));
  building->thread = std::this_thread::get_id();
}

MlirLocation Builder::getLocation(const Place &place) const {
  const auto &[file, line, column] = place;
  return mlirLocationFileLineColGet(building->context->get(), toStringRef(file),
                                    static_cast<unsigned>(line),
                                    static_cast<unsigned>(column));
}

MlirOperation
Builder::createOp(const std::string &name,
                  const std::vector<MlirValue> &operands,
                  const std::vector<MlirType> &results,
                  const std::map<std::string, std::string> &attributes,
                  intptr_t numRegions, const Place &place) const {
  MlirContext context = building->context->get();
  MlirLocation location = getLocation(place);
  if (!mlirContextIsRegisteredOperation(context, toStringRef(name))) {
    mlirEmitError(location, ("unknown op '" + name + "'").c_str());
    return {nullptr};
  }
  std::vector<MlirNamedAttribute> named;
  for (const auto &[key, text] : attributes) {
    MlirAttribute attribute = mlirAttributeParseGet(context, toStringRef(text));
    if (mlirAttributeIsNull(attribute)) {
      return {nullptr};
    }
    named.push_back(mlirNamedAttributeGet(
        mlirIdentifierGet(context, toStringRef(key)), attribute));
  }
  std::vector<MlirRegion> regions(numRegions);
  std::generate(regions.begin(), regions.end(), mlirRegionCreate);

  MlirOperationState state = mlirOperationStateGet(toStringRef(name), location);
  mlirOperationStateAddOperands(&state, static_cast<intptr_t>(operands.size()),
                                operands.data());
  mlirOperationStateAddResults(&state, static_cast<intptr_t>(results.size()),
                               results.data());
  mlirOperationStateAddAttributes(&state, static_cast<intptr_t>(named.size()),
                                  named.data());
  mlirOperationStateAddOwnedRegions(&state, numRegions, regions.data());
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(building->blocks.back(), op);
  return op;
}

std::vector<Value> Builder::getResults(MlirOperation op) const {
  std::vector<Value> results;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    results.emplace_back(building, mlirOperationGetResult(op, i));
  }
  return results;
}

static void
checkAttributes(const std::map<std::string, std::string> &attributes) {
  for (const auto &[key, text] : attributes) {
    checkNesting(text);
  }
}

std::vector<Value> Builder::create(
    const std::string &name, const std::vector<const Value *> &operands,
    const std::vector<Type> &results,
    const std::map<std::string, std::string> &attributes, const Place &place) {
  building->check();
  checkAttributes(attributes);
  std::vector<MlirValue> values = use(operands);
  std::vector<MlirType> types;
  types.reserve(results.size());
  for (const Type &type : results) {
    types.push_back(use(type));
  }
  return getResults(building->context->run([&] {
    MlirOperation op = createOp(name, values, types, attributes, 0, place);
    if (!mlirOperationIsNull(op) && !mlirOperationVerify(op)) {
      mlirOperationDestroy(op);
      return MlirOperation{nullptr};
    }
    return op;
  }));
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

RegionOp Builder::open(const std::string &name,
                       const std::vector<const Value *> &operands,
                       const std::map<std::string, std::string> &attributes,
                       intptr_t numRegions, const Place &place) {
  building->check();
  if (numRegions < 1) {
    throw nb::value_error("expected an op with regions");
  }
  if (building->blocks.size() > kMaxNesting) {
    throw nb::value_error(
        ("expected at most " + std::to_string(kMaxNesting) + " nested regions")
            .c_str());
  }
  checkAttributes(attributes);
  std::vector<MlirValue> values = use(operands);
  return {building, building->context->run([&] {
            return createOp(name, values, {}, attributes, numRegions, place);
          })};
}

std::vector<Value> Builder::enter(const RegionOp &op, intptr_t region,
                                  const std::vector<Type> &arguments,
                                  const Place &place) {
  building->check();
  if (op.building != building) {
    throw nb::value_error(
        "expected a region of this builder, but got one of another");
  }
  // What comes between would not be known in the region.
  if (!mlirBlockEqual(mlirOperationGetBlock(op.operation),
                      building->blocks.back()) ||
      !mlirOperationIsNull(mlirOperationGetNextInBlock(op.operation))) {
    throw nb::value_error("expected a region of what was built last");
  }
  if (region < 0 || region >= mlirOperationGetNumRegions(op.operation)) {
    throw nb::index_error("no such region");
  }
  MlirRegion entered = mlirOperationGetRegion(op.operation, region);
  if (!mlirBlockIsNull(mlirRegionGetFirstBlock(entered))) {
    throw nb::value_error("the region is built already");
  }
  std::vector<MlirType> types;
  types.reserve(arguments.size());
  for (const Type &type : arguments) {
    types.push_back(use(type));
  }
  std::vector<MlirLocation> locations(types.size(), getLocation(place));
  MlirBlock block = mlirBlockCreate(static_cast<intptr_t>(types.size()),
                                    types.data(), locations.data());
  mlirRegionAppendOwnedBlock(entered, block);
  building->blocks.push_back(block);
  std::vector<Value> values;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i) {
    values.emplace_back(building, mlirBlockGetArgument(block, i));
  }
  return values;
}

bool Builder::isInnermost(const RegionOp &op, intptr_t region) const {
  building->check();
  return op.building == building && region >= 0 &&
         region < mlirOperationGetNumRegions(op.operation) &&
         mlirBlockEqual(building->blocks.back(),
                        mlirRegionGetFirstBlock(
                            mlirOperationGetRegion(op.operation, region)));
}

void Builder::leave(const RegionOp &op, intptr_t region) {
  if (!isInnermost(op, region)) {
    throw nb::value_error("expected the end of what was begun last");
  }
  building->blocks.pop_back();
}

std::unique_ptr<Module> Builder::take() {
  building->check();
  if (building->blocks.size() != 1) {
    throw nb::value_error("a kernel is not finished");
  }
  building->context->run([&] {
    bool isValid =
        mlirOperationVerify(mlirModuleGetOperation(building->module->get()));
    return isValid ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
  });
  return std::move(building->module);
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

void dtyp::python::bindBuilder(nb::module_ &module) {
  nb::class_<Value>(module, "Value",
                    "A value in a module that is built; it keeps the module "
                    "alive.")
      .def_prop_ro("type", &Value::getType, "The type of the value.")
      .def("__repr__", [](const Value &self) {
        return "Value(" + print(mlirTypePrint, self.getType().get()) + ")";
      });
  // Making it is what adds the class to the module.
  // NOLINTNEXTLINE(bugprone-unused-raii)
  nb::class_<RegionOp>(module, "RegionOp", "An op with regions.");
  nb::class_<Builder> builder(
      module, "Builder",
      "Builds a module: appends ops to the innermost region that is open.\n\n"
      "What `dtyp.ModuleBuilder` is made of. Ops are verified where they are "
      "made, and\n"
      "those with regions when the module is taken; `place` is the file, line "
      "and column\n"
      "that errors name. A `dtyp.Error` says why there is no such op, a "
      "`ValueError` or\n"
      "a `RuntimeError` what is used where it cannot be.");
  builder
      .def(nb::init<std::shared_ptr<Context>>(), nb::arg("context"),
           "Begins an empty module.")
      .def_prop_ro("context", &Builder::getContext,
                   "The context of the module.")
      .def("create", &Builder::create, nb::arg("name"), nb::arg("operands"),
           nb::arg("results"), nb::arg("attributes"), nb::arg("place"),
           "Appends an op without regions, and returns the values of its "
           "results.\n\n"
           "Attributes are spelled as in the IR.")
      .def("open", &Builder::open, nb::arg("name"), nb::arg("operands"),
           nb::arg("attributes"), nb::arg("num_regions"), nb::arg("place"),
           "Appends an op without results; its regions are empty.")
      .def("enter", &Builder::enter, nb::arg("op"), nb::arg("region"),
           nb::arg("arguments"), nb::arg("place"),
           "Opens a region of the op that was appended last, and returns its "
           "arguments.")
      .def("is_innermost", &Builder::isInnermost, nb::arg("op"),
           nb::arg("region"),
           "Returns whether a region is the innermost one that is open.")
      .def("leave", &Builder::leave, nb::arg("op"), nb::arg("region"),
           "Closes a region, the innermost one that is open.")
      .def("take", &Builder::take,
           "Verifies the module and returns it. It is no longer the "
           "builder's.");
  bindBuilderOps(builder);
}

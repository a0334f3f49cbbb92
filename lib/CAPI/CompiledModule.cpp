//===- CompiledModule.cpp - C API: what a compilation makes ---------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the accessors of compiled modules.
//
//===----------------------------------------------------------------------===//

#include "CompilerHandles.h"

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::capi;

/// Returns an element of a list, or null if there is none of this position.
template <typename T>
static const T *getElement(const std::vector<T> &list, intptr_t pos) {
  return pos >= 0 && static_cast<size_t>(pos) < list.size() ? &list[pos]
                                                            : nullptr;
}

/// Returns a string of what a handle points to; an empty one if that is null.
template <typename T>
static MlirStringRef getString(const T *object, std::string T::*member) {
  return wrap(object ? StringRef(object->*member) : StringRef());
}

/// Returns how long a list of what a handle points to is.
template <typename T, typename Element>
static intptr_t getSize(const T *object, std::vector<Element> T::*member) {
  return object ? static_cast<intptr_t>((object->*member).size()) : 0;
}

//===----------------------------------------------------------------------===//
// Modules and objects
//===----------------------------------------------------------------------===//

void dtypCompiledModuleDestroy(DtypCompiledModule module) {
  delete unwrap(module);
}

intptr_t dtypCompiledModuleGetNumObjects(DtypCompiledModule module) {
  return getSize(unwrap(module), &CompiledModule::objects);
}

DtypCompiledObject dtypCompiledModuleGetObject(DtypCompiledModule module,
                                               intptr_t pos) {
  return wrap(module.ptr ? getElement(unwrap(module)->objects, pos) : nullptr);
}

static_assert(static_cast<int>(DtypCacheStatusNone) ==
              static_cast<int>(CacheUse::Status::None));
static_assert(static_cast<int>(DtypCacheStatusHit) ==
              static_cast<int>(CacheUse::Status::Hit));
static_assert(static_cast<int>(DtypCacheStatusMiss) ==
              static_cast<int>(CacheUse::Status::Miss));

int dtypCompiledModuleGetCacheStatus(DtypCompiledModule module) {
  return module.ptr ? static_cast<int>(unwrap(module)->cache.status) : -1;
}

MlirStringRef dtypCompiledModuleGetCacheKey(DtypCompiledModule module) {
  return wrap(module.ptr ? StringRef(unwrap(module)->cache.key) : StringRef());
}

MlirStringRef dtypCompiledModuleGetCacheProblem(DtypCompiledModule module) {
  return wrap(module.ptr ? StringRef(unwrap(module)->cache.problem)
                         : StringRef());
}

MlirStringRef dtypCompiledObjectGetGpuModule(DtypCompiledObject object) {
  return getString(unwrap(object), &CompiledObject::gpuModule);
}

MlirStringRef dtypCompiledObjectGetChip(DtypCompiledObject object) {
  return getString(unwrap(object), &CompiledObject::chip);
}

MlirStringRef dtypCompiledObjectGetContents(DtypCompiledObject object) {
  return getString(unwrap(object), &CompiledObject::contents);
}

intptr_t dtypCompiledObjectGetNumKernels(DtypCompiledObject object) {
  return getSize(unwrap(object), &CompiledObject::kernels);
}

DtypCompiledKernel dtypCompiledObjectGetKernel(DtypCompiledObject object,
                                               intptr_t pos) {
  return wrap(object.ptr ? getElement(unwrap(object)->kernels, pos) : nullptr);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

MlirStringRef dtypCompiledKernelGetName(DtypCompiledKernel kernel) {
  return getString(unwrap(kernel), &CompiledKernel::name);
}

intptr_t dtypCompiledKernelGetNumArguments(DtypCompiledKernel kernel) {
  return getSize(unwrap(kernel), &CompiledKernel::arguments);
}

static const KernelArgument *getArgument(DtypCompiledKernel kernel,
                                         intptr_t pos) {
  return kernel.ptr ? getElement(unwrap(kernel)->arguments, pos) : nullptr;
}

MlirStringRef dtypCompiledKernelGetArgumentType(DtypCompiledKernel kernel,
                                                intptr_t argument) {
  return getString(getArgument(kernel, argument), &KernelArgument::type);
}

intptr_t dtypCompiledKernelGetArgumentParameters(DtypCompiledKernel kernel,
                                                 intptr_t argument,
                                                 intptr_t capacity,
                                                 int64_t *parameters) {
  const KernelArgument *found = getArgument(kernel, argument);
  if (!found) {
    return -1;
  }
  intptr_t count = getSize(found, &KernelArgument::parameters);
  for (intptr_t i = 0; parameters && i < std::min(count, capacity); ++i) {
    parameters[i] = found->parameters[i];
  }
  return count;
}

int64_t dtypCompiledKernelGetDynamicSharedBytes(DtypCompiledKernel kernel) {
  return kernel.ptr ? unwrap(kernel)->dynamicSharedBytes.value_or(-1) : -1;
}

intptr_t dtypCompiledKernelGetNumChips(DtypCompiledKernel kernel) {
  return getSize(unwrap(kernel), &CompiledKernel::resources);
}

static const KernelResources *getResources(DtypCompiledKernel kernel,
                                           intptr_t pos) {
  return kernel.ptr ? getElement(unwrap(kernel)->resources, pos) : nullptr;
}

MlirStringRef dtypCompiledKernelGetChip(DtypCompiledKernel kernel,
                                        intptr_t chip) {
  return getString(getResources(kernel, chip), &KernelResources::chip);
}

int64_t dtypCompiledKernelGetResource(DtypCompiledKernel kernel, intptr_t chip,
                                      DtypKernelResource resource) {
  const KernelResources *found = getResources(kernel, chip);
  if (!found) {
    return -1;
  }
  const cudax::FunctionResources &resources = found->resources;
  switch (resource) {
  case DtypKernelResourceRegisters:
    return resources.registers;
  case DtypKernelResourceLocalBytes:
    return resources.getLocalBytes();
  case DtypKernelResourceSpillStoreBytes:
    return resources.spillStoreBytes;
  case DtypKernelResourceSpillLoadBytes:
    return resources.spillLoadBytes;
  case DtypKernelResourceSharedBytes:
    return resources.sharedBytes;
  case DtypKernelResourceConstantBytes:
    return resources.constantBytes;
  case DtypKernelResourceBarriers:
    return resources.barriers;
  }
  return -1;
}

//===- HostRuntime.cpp - What compiled host code calls --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements what host functions ask of a device. Everything that the
// device would answer with a crash or with an error that tells little is found
// out here, for all devices alike.
//
//===----------------------------------------------------------------------===//

#include "HostRuntime.h"

#include "CompiledCode.h"
#include "HostMemory.h"
#include "Recovery.h"
#include "dtyp/Emulator/HostFunction.h"
#include "dtyp/Support/StrCat.h"

#include "llvm/ADT/ArrayRef.h"

#include <csignal>

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::emulator;

namespace {

/// An array as host code gives it.
struct ArrayView {
  ArrayView(int64_t rank, const int64_t *numbers)
      : data(reinterpret_cast<char *>(numbers[0])), sizes(numbers + 1, rank),
        strides(numbers + 1 + rank, rank) {}

  std::string getShape() const;

  char *data;
  llvm::ArrayRef<int64_t> sizes;
  llvm::ArrayRef<int64_t> strides;
};

/// The host function that runs on this system thread. A member returns false
/// after a fault.
class HostCall {
public:
  HostCall(HostDevice &device, KernelRun &run) : device(device), run(run) {}

  void *allocate(int64_t numBytes, bool isShared);
  bool deallocate(void *address);
  bool registerMemory(void *address, int64_t numBytes);
  bool unregisterMemory(void *address);
  bool copy(const ArrayView &to, const ArrayView &from, int64_t elementBytes);
  bool fill(const ArrayView &to, const void *element, int64_t elementBytes);
  bool launch(HostLaunch &launch, llvm::StringRef kinds);
  bool wait();
  /// Gives back what the function has left.
  void finish();

  bool fail(std::string message);
  bool check(const Status &status) {
    return status ? true : fail(status.error().message);
  }

  KernelRun &getRun() { return run; }
  /// Where the op that runs is in the source.
  const char *location = "";

private:
  bool checkAccess(const void *address, int64_t numBytes, const char *verb);
  void reportLeaks();

  HostDevice &device;
  KernelRun &run;
  HostMemory memory;
};

} // namespace

static thread_local HostCall *currentCall = nullptr;

std::string ArrayView::getShape() const {
  std::string text = "[";
  for (int64_t size : sizes) {
    text += strCat(text.size() == 1 ? "" : ",", size);
  }
  return text + "]";
}

bool HostCall::fail(std::string message) {
  Fault fault;
  fault.message = std::move(message);
  fault.location = location;
  run.fail(std::move(fault));
  return false;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *HostCall::allocate(int64_t numBytes, bool isShared) {
  if (numBytes < 0) {
    fail(strCat("expected sizes that are not negative, got ", numBytes,
                " bytes"));
    return nullptr;
  }
  // An empty array has an address, too.
  uint64_t size = std::max<int64_t>(numBytes, 1);
  Result<void *> address = device.allocate(size, isShared);
  if (!address) {
    fail(address.error().message);
    return nullptr;
  }
  HostMemory::Region region;
  region.numBytes = size;
  region.isShared = isShared;
  region.location = location;
  memory.add(*address, region);
  return *address;
}

bool HostCall::deallocate(void *address) {
  if (!memory.remove(address, HostMemory::Kind::Allocated)) {
    return fail("expected an array of gpu.alloc, got other memory, or memory "
                "that is free already");
  }
  return check(device.deallocate(address));
}

bool HostCall::registerMemory(void *address, int64_t numBytes) {
  if (memory.find(address)) {
    return fail("expected memory of the host, got memory that kernels can "
                "access already");
  }
  if (numBytes == 0) {
    return true;
  }
  if (!check(device.registerMemory(address, numBytes))) {
    return false;
  }
  HostMemory::Region region;
  region.numBytes = numBytes;
  region.kind = HostMemory::Kind::Registered;
  memory.add(address, region);
  return true;
}

bool HostCall::unregisterMemory(void *address) {
  if (!memory.remove(address, HostMemory::Kind::Registered)) {
    return fail("expected memory that gpu.host_register was given, got other "
                "memory");
  }
  return check(device.unregisterMemory(address));
}

/// Checks that an access to memory of the device does not leave it. What memory
/// of the host holds, nobody knows.
bool HostCall::checkAccess(const void *address, int64_t numBytes,
                           const char *verb) {
  const HostMemory::Region *region = memory.find(address);
  uint64_t available =
      region ? region->getEnd() - reinterpret_cast<uintptr_t>(address) : 0;
  if (!region || static_cast<uint64_t>(numBytes) <= available) {
    return true;
  }
  return fail(strCat("it ", verb, " ", numBytes,
                     " bytes where the memory ends after ", available));
}

/// Calls `body` with the offset of each element of an array of these sizes
/// along two lists of strides.
template <typename Body>
static bool forEachOffset(llvm::ArrayRef<int64_t> sizes,
                          llvm::ArrayRef<int64_t> strides,
                          llvm::ArrayRef<int64_t> otherStrides, int64_t offset,
                          int64_t otherOffset, const Body &body) {
  if (sizes.empty()) {
    return body(offset, otherOffset);
  }
  for (int64_t i = 0; i != sizes.front(); ++i) {
    if (!forEachOffset(sizes.drop_front(), strides.drop_front(),
                       otherStrides.drop_front(), offset + i * strides.front(),
                       otherOffset + i * otherStrides.front(), body)) {
      return false;
    }
  }
  return true;
}

/// Returns how many of the innermost dimensions lie in memory one behind the
/// other, and the number of their elements.
static std::pair<size_t, int64_t> getStretch(const ArrayView &array) {
  int64_t numElements = 1;
  size_t numDimensions = 0;
  while (numDimensions != array.sizes.size()) {
    size_t dimension = array.sizes.size() - 1 - numDimensions;
    if (array.sizes[dimension] != 1 &&
        array.strides[dimension] != numElements) {
      break;
    }
    numElements *= array.sizes[dimension];
    ++numDimensions;
  }
  return {numDimensions, numElements};
}

bool HostCall::copy(const ArrayView &to, const ArrayView &from,
                    int64_t elementBytes) {
  if (to.sizes != from.sizes) {
    return fail(strCat("expected arrays of one shape, got ", to.getShape(),
                       " and ", from.getShape()));
  }
  if (llvm::is_contained(to.sizes, 0)) {
    return true;
  }
  auto [numDimensions, numElements] =
      std::min(getStretch(to), getStretch(from));
  int64_t numBytes = numElements * elementBytes;
  auto copyRun = [&, numBytes = numBytes](int64_t offset, int64_t fromOffset) {
    char *target = to.data + offset * elementBytes;
    const char *source = from.data + fromOffset * elementBytes;
    return checkAccess(target, numBytes, "writes") &&
           checkAccess(source, numBytes, "reads") &&
           check(device.copy(target, source, numBytes));
  };
  return forEachOffset(to.sizes.drop_back(numDimensions),
                       to.strides.drop_back(numDimensions),
                       from.strides.drop_back(numDimensions), 0, 0, copyRun);
}

bool HostCall::fill(const ArrayView &to, const void *element,
                    int64_t elementBytes) {
  if (llvm::is_contained(to.sizes, 0)) {
    return true;
  }
  if (!memory.find(to.data)) {
    return fail("expected memory that the device can access, of gpu.alloc or "
                "after gpu.host_register, got memory of the host");
  }
  auto [numDimensions, numElements] = getStretch(to);
  auto fillRun = [&, numElements = numElements](int64_t offset, int64_t) {
    char *target = to.data + offset * elementBytes;
    return checkAccess(target, numElements * elementBytes, "writes") &&
           check(device.fill(target, element, elementBytes, numElements));
  };
  llvm::ArrayRef<int64_t> strides = to.strides.drop_back(numDimensions);
  return forEachOffset(to.sizes.drop_back(numDimensions), strides, strides, 0,
                       0, fillRun);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

bool HostCall::launch(HostLaunch &launch, llvm::StringRef kinds) {
  size_t operand = 0;
  for (auto [index, character] : llvm::enumerate(kinds)) {
    auto kind = static_cast<ParameterKind>(character);
    if (kind == ParameterKind::ArrayIndex) {
      continue;
    }
    if (kind == ParameterKind::Scalar) {
      ++operand;
      continue;
    }
    launch.pointers.push_back(index);
    if (kind == ParameterKind::ArrayData) {
      continue;
    }
    const void *address = *static_cast<void **>(launch.parameters[index]);
    bool isNull = kind == ParameterKind::Pointer && !address;
    if (!isNull && !memory.find(address)) {
      return fail(strCat(
          "operand ", operand + 1, " of kernel '", launch.module,
          "::", launch.kernel,
          "' is memory of the host, or was freed: a kernel can access memory "
          "of gpu.alloc, to which gpu.memcpy copies, and memory that was given "
          "to gpu.host_register"));
    }
    ++operand;
  }
  return check(device.launch(launch));
}

bool HostCall::wait() {
  std::vector<HostFault> faults = device.wait();
  for (HostFault &found : faults) {
    Fault fault;
    fault.message = std::move(found.message);
    fault.location = found.location.empty() ? location : found.location;
    fault.notes = std::move(found.notes);
    run.fail(std::move(fault));
  }
  return faults.empty();
}

void HostCall::reportLeaks() {
  for (const HostMemory::Leak &leak : memory.findLeaks()) {
    std::string text =
        strCat("leak: ", leak.numBytes, " bytes of ",
               leak.isShared ? "memory shared with the host" : "device memory");
    if (leak.numRegions != 1) {
      text += strCat(", of ", leak.numRegions, " arrays,");
    }
    Fault fault;
    fault.message = text + " are never freed: give them to gpu.dealloc";
    fault.location = leak.location;
    run.report(std::move(fault));
  }
}

void HostCall::finish() {
  location = "";
  if (!run.isStopped()) {
    wait();
  }
  // A function that was left had no chance to free anything.
  if (!run.isStopped() && run.checkAllocations) {
    reportLeaks();
  }
  for (const auto &[address, region] : memory.getRegions()) {
    auto *pointer = reinterpret_cast<void *>(address);
    // After a fault of a kernel, nothing works any more.
    Status status = region.kind == HostMemory::Kind::Allocated
                        ? device.deallocate(pointer)
                        : device.unregisterMemory(pointer);
    if (!run.isStopped()) {
      check(status);
    }
  }
}

//===----------------------------------------------------------------------===//
// What compiled code calls
//===----------------------------------------------------------------------===//

/// Begins an op.
static HostCall &enter(const char *location) {
  currentCall->location = location;
  return *currentCall;
}

/// Ends an op: after a fault, or when the run was interrupted, the function is
/// left. Nothing that wants to be destroyed may be alive.
static void leaveIfStopped() {
  if (currentCall->getRun().isStopped()) {
    returnToRecoveryPoint();
  }
}

static void *allocate(int64_t numBytes, bool isShared, const char *location) {
  void *address = enter(location).allocate(numBytes, isShared);
  leaveIfStopped();
  return address;
}

static void deallocate(void *address, const char *location) {
  enter(location).deallocate(address);
  leaveIfStopped();
}

/// The descriptor of a memref whose rank only the run tells, as MLIR makes it.
static char *getData(const int64_t *descriptor, int64_t elementBytes) {
  return reinterpret_cast<char *>(descriptor[1]) + descriptor[2] * elementBytes;
}

static void registerMemory(int64_t rank, const int64_t *descriptor,
                           int64_t elementBytes, const char *location) {
  int64_t numElements = 1;
  for (int64_t i = 0; i != rank; ++i) {
    numElements *= descriptor[3 + i];
  }
  enter(location).registerMemory(getData(descriptor, elementBytes),
                                 numElements * elementBytes);
  leaveIfStopped();
}

static void unregisterMemory(int64_t /*rank*/, const int64_t *descriptor,
                             int64_t elementBytes, const char *location) {
  enter(location).unregisterMemory(getData(descriptor, elementBytes));
  leaveIfStopped();
}

static void copyArray(int64_t rank, int64_t elementBytes, const int64_t *to,
                      const int64_t *from, bool isAsync, const char *location) {
  HostCall &call = enter(location);
  if (call.copy({rank, to}, {rank, from}, elementBytes) && !isAsync) {
    call.wait();
  }
  leaveIfStopped();
}

static void fillArray(int64_t rank, int64_t elementBytes, const int64_t *to,
                      const void *element, bool isAsync, const char *location) {
  HostCall &call = enter(location);
  if (call.fill({rank, to}, element, elementBytes) && !isAsync) {
    call.wait();
  }
  leaveIfStopped();
}

static void launchAndWait(const char *module, const char *kernel,
                          const int64_t *sizes, const char *kinds,
                          void **parameters, bool isAsync,
                          const char *location) {
  HostCall &call = enter(location);
  HostLaunch launch;
  launch.module = module;
  launch.kernel = kernel;
  std::copy(sizes, sizes + 3, launch.grid.begin());
  std::copy(sizes + 3, sizes + 6, launch.block.begin());
  std::copy(sizes + 6, sizes + 9, launch.cluster.begin());
  launch.dynamicSharedBytes = sizes[9];
  launch.parameters = parameters;
  launch.location = location;
  if (call.launch(launch, kinds) && !isAsync) {
    call.wait();
  }
}

static void launchKernel(const char *module, const char *kernel,
                         const int64_t *sizes, const char *kinds,
                         void **parameters, bool isAsync,
                         const char *location) {
  launchAndWait(module, kernel, sizes, kinds, parameters, isAsync, location);
  leaveIfStopped();
}

static void waitForDevice(const char *location) {
  enter(location).wait();
  leaveIfStopped();
}

static void setDevice(int32_t number, const char *location) {
  HostCall &call = enter(location);
  if (number != 0) {
    call.fail(strCat("expected device 0, the only one of a run, got ", number));
  }
  leaveIfStopped();
}

void mlir::dtyp::emulator::forEachHostFunction(
    void (*add)(void *state, RuntimeFunction function), void *state) {
  const RuntimeFunction functions[] = {
      {host::kAllocate, reinterpret_cast<void *>(allocate)},
      {host::kDeallocate, reinterpret_cast<void *>(deallocate)},
      {host::kRegister, reinterpret_cast<void *>(registerMemory)},
      {host::kUnregister, reinterpret_cast<void *>(unregisterMemory)},
      {host::kCopy, reinterpret_cast<void *>(copyArray)},
      {host::kFill, reinterpret_cast<void *>(fillArray)},
      {host::kLaunch, reinterpret_cast<void *>(launchKernel)},
      {host::kWait, reinterpret_cast<void *>(waitForDevice)},
      {host::kSetDevice, reinterpret_cast<void *>(setDevice)},
  };
  for (const RuntimeFunction &function : functions) {
    add(state, function);
  }
}

void mlir::dtyp::emulator::callHostFunction(void *entry, void **parameters,
                                            HostDevice &device,
                                            KernelRun &run) {
  HostCall call(device, run);
  currentCall = &call;
  auto reportSignal = [&](int signal, void * /*address*/) {
    call.location = "";
    call.fail(signal == SIGFPE
                  ? "the host function divides an integer by zero, or the "
                    "quotient overflows"
                  : "the host function accesses memory that does not exist "
                    "for the host; memory of gpu.alloc is the device's: copy "
                    "it by gpu.memcpy");
  };
  SignalGuard guard;
  runRecoverably(
      [&] {
        callCompiled(reinterpret_cast<void (*)(void **)>(entry), parameters);
      },
      reportSignal);
  call.finish();
  currentCall = nullptr;
}

//===- Emulator.cpp - Kernels on the CPU ----------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements compiling kernels for the emulator, and launching them.
//
//===----------------------------------------------------------------------===//

#include "CompiledKernel.h"
#include "Module.h"

#include "dtyp-c/Emulator.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <csignal>

namespace nb = nanobind;
using namespace dtyp::python;

//===----------------------------------------------------------------------===//
// Ctrl-C
//===----------------------------------------------------------------------===//

namespace {

/// While it lives, Ctrl-C ends the launch of the main thread, besides what it
/// does anyway: Python's handler notes it, and Python looks at the note when
/// the launch has returned. Where Ctrl-C has no handler, it does what it did.
class Interruption {
public:
  explicit Interruption(DtypEmulator emulator) {
    sigaction(SIGINT, nullptr, &old);
    isHandled = (old.sa_flags & SA_SIGINFO) ||
                (old.sa_handler != SIG_IGN && old.sa_handler != SIG_DFL);
    if (!isHandled) {
      return;
    }
    isInterrupted = false;
    current = emulator.ptr;
    struct sigaction action = {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
  }
  ~Interruption() {
    if (isHandled) {
      sigaction(SIGINT, &old, nullptr);
      current = nullptr;
    }
  }
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  bool happened() const { return isHandled && isInterrupted; }

private:
  static void handle(int signal, siginfo_t *info, void *context) {
    if (old.sa_flags & SA_SIGINFO) {
      old.sa_sigaction(signal, info, context);
    } else {
      old.sa_handler(signal);
    }
    isInterrupted = true;
    dtypEmulatorCancel(DtypEmulator{current});
  }

  bool isHandled;
  static std::atomic<void *> current;
  static std::atomic<bool> isInterrupted;
  static struct sigaction old;
};

std::atomic<void *> Interruption::current{nullptr};
std::atomic<bool> Interruption::isInterrupted{false};
struct sigaction Interruption::old;

} // namespace

//===----------------------------------------------------------------------===//
// Emulator
//===----------------------------------------------------------------------===//

namespace {

/// The parameters of a launch: 64-bit integers, or the bytes of a scalar.
class Parameters {
public:
  explicit Parameters(const nb::sequence &values) {
    // Nothing moves once it has an address.
    integers.reserve(nb::len(values));
    for (nb::handle value : values) {
      if (nb::isinstance<nb::bytes>(value)) {
        pointers.push_back(PyBytes_AsString(value.ptr()));
        continue;
      }
      integers.push_back(nb::cast<int64_t>(value));
      pointers.push_back(&integers.back());
    }
  }

  intptr_t size() const { return static_cast<intptr_t>(pointers.size()); }
  void **data() { return pointers.data(); }

private:
  std::vector<int64_t> integers;
  std::vector<void *> pointers;
};

/// Kernels that were compiled for the CPU; keeps its context alive.
class Emulator {
public:
  Emulator(const Module &module, const std::string &kernel, int optLevel,
           bool sanitize)
      : context(getContext(module)), emulator(context->run([&] {
          return dtypEmulatorCreate(module.get(), toStringRef(kernel), optLevel,
                                    sanitize);
        })) {}
  ~Emulator() {
    if (!context->isOfParent()) {
      dtypEmulatorDestroy(emulator);
    }
  }
  Emulator(const Emulator &) = delete;
  Emulator &operator=(const Emulator &) = delete;

  std::vector<CompiledKernel> getKernels() const {
    std::vector<CompiledKernel> kernels;
    for (intptr_t i = 0, e = dtypEmulatorGetNumKernels(emulator); i < e; ++i) {
      kernels.push_back(copyKernel(dtypEmulatorGetKernel(emulator, i)));
    }
    return kernels;
  }

  void launch(intptr_t kernel, std::array<int64_t, 3> grid,
              std::array<int64_t, 3> block, std::array<int64_t, 3> cluster,
              int64_t dynamicSharedBytes, const nb::sequence &parameters,
              const std::vector<std::pair<uintptr_t, int64_t>> &arrays,
              bool isMainThread);

private:
  static const std::shared_ptr<Context> &getContext(const Module &module) {
    module.getContext()->checkProcess();
    return module.getContext();
  }

  std::shared_ptr<Context> context;
  DtypEmulator emulator;
};

} // namespace

void Emulator::launch(intptr_t kernel, std::array<int64_t, 3> grid,
                      std::array<int64_t, 3> block,
                      std::array<int64_t, 3> cluster,
                      int64_t dynamicSharedBytes,
                      const nb::sequence &parameters,
                      const std::vector<std::pair<uintptr_t, int64_t>> &arrays,
                      bool isMainThread) {
  context->checkProcess();
  DtypLaunchSizes sizes = {{grid[0], grid[1], grid[2]},
                           {block[0], block[1], block[2]},
                           {cluster[0], cluster[1], cluster[2]},
                           dynamicSharedBytes};
  Parameters packed(parameters);
  std::vector<DtypGlobalArray> known;
  known.reserve(arrays.size());
  for (auto [address, numBytes] : arrays) {
    known.push_back({reinterpret_cast<const void *>(address), numBytes});
  }
  auto run = [&] {
    return dtypEmulatorLaunch(
        emulator, kernel, &sizes, packed.size(), packed.data(),
        static_cast<intptr_t>(known.size()), known.data());
  };
  if (!isMainThread) {
    context->run(run);
    return;
  }
  Interruption interruption(emulator);
  try {
    context->run(run);
  } catch (nb::python_error &) {
    if (!interruption.happened()) {
      throw;
    }
    // Python's handler may raise nothing, but the launch has not ended.
    if (PyErr_CheckSignals() == 0) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
    throw nb::python_error();
  }
}

void dtyp::python::bindEmulator(nb::module_ &module) {
  nb::class_<Emulator>(module, "Emulator",
                       "Kernels that were compiled for the CPU.")
      .def(nb::init<const Module &, const std::string &, int, bool>(),
           nb::arg("module"), nb::arg("kernel"), nb::arg("opt_level"),
           nb::arg("sanitize"),
           "Compiles the kernels of that name, or all if it is empty.")
      .def_prop_ro("kernels", &Emulator::getKernels,
                   "The kernels; their names are `MODULE::NAME`.")
      .def(
          "launch", &Emulator::launch, nb::arg("kernel"), nb::arg("grid"),
          nb::arg("block"), nb::arg("cluster"), nb::arg("dynamic_shared_bytes"),
          nb::arg("parameters"), nb::arg("arrays"), nb::arg("is_main_thread"),
          "Runs the kernel of that position, and waits for its end.\n\n"
          "A parameter is an int of 64 bits or the bytes of a scalar; an array "
          "is its\n"
          "address and its bytes. In the main thread, Ctrl-C ends the launch.");
}

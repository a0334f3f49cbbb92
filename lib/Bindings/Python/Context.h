//===- Context.h - Contexts and their diagnostics ---------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares an MLIR context that Python objects share. All that may
// emit diagnostics runs inside of `Context::run`: one thread at a time, without
// Python's lock, and errors become exceptions.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_BINDINGS_PYTHON_CONTEXT_H
#define DTYP_LIB_BINDINGS_PYTHON_CONTEXT_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#include <nanobind/nanobind.h>

#include <sys/types.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dtyp::python {

/// A place in a file; its line and column count from 1.
struct FileLocation {
  std::string file;
  int64_t line;
  int64_t column;
};

/// What MLIR says of a module.
struct Diagnostic {
  MlirDiagnosticSeverity severity;
  std::string message;
  std::optional<FileLocation> location;
  std::vector<Diagnostic> notes;
};

/// Makes Python's exception of the diagnostics of something that failed, and
/// throws it.
[[noreturn]] void throwError(const std::vector<Diagnostic> &diagnostics);

/// Issues Python's warnings for the diagnostics that are warnings.
void issueWarnings(const std::vector<Diagnostic> &diagnostics);

/// Throws for text whose brackets nest so deep that MLIR's parsers, which
/// recurse, or the passes behind them would overflow the stack.
void checkNesting(std::string_view text);

/// The levels of regions and brackets that fit a stack of 8 MiB.
constexpr size_t kMaxNesting = 1000;

/// While it lives, Python's lock is released.
class Released {
public:
  Released() : state(PyEval_SaveThread()) {}
  ~Released();
  Released(const Released &) = delete;
  Released &operator=(const Released &) = delete;

private:
  PyThreadState *state;
};

/// An MLIR context with all dialects that the pipelines lower.
class Context {
public:
  Context();
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  MlirContext get() const { return context; }

  /// Whether the context was made before a fork, by the parent: its threads
  /// are not here.
  bool isOfParent() const;

  /// Throws if the context is the parent's. What may use threads begins here:
  /// all that has a module.
  void checkProcess() const;

  /// Returns what `function`, which needs no Python, returns; a null handle is
  /// a failure. Throws the errors that the context then has.
  template <typename Function>
  auto run(Function function) {
    std::vector<Diagnostic> diagnostics;
    decltype(function()) result;
    {
      Released released;
      std::scoped_lock<std::mutex> guard(mutex);
      result = function();
      diagnostics.swap(emitted);
    }
    if (isNull(result)) {
      throwError(diagnostics);
    }
    issueWarnings(diagnostics);
    return result;
  }

private:
  template <typename Handle>
  static bool isNull(const Handle &handle) {
    return handle.ptr == nullptr;
  }
  static bool isNull(MlirLogicalResult result) {
    return mlirLogicalResultIsFailure(result);
  }

  static MlirLogicalResult keep(MlirDiagnostic diagnostic, void *context);

  MlirContext context;
  /// The process that made it.
  pid_t process;
  /// Held while diagnostics may be emitted.
  std::mutex mutex;
  std::vector<Diagnostic> emitted;
};

inline MlirStringRef toStringRef(std::string_view string) {
  return mlirStringRefCreate(string.data(), string.size());
}

inline std::string toString(MlirStringRef string) {
  return std::string(string.data, string.length);
}

/// Returns what a function of C prints by a callback.
template <typename Function, typename... Arguments>
std::string print(Function function, Arguments... arguments) {
  std::string result;
  function(
      arguments...,
      [](MlirStringRef part, void *result) {
        static_cast<std::string *>(result)->append(part.data, part.length);
      },
      &result);
  return result;
}

void bindArgumentType(nanobind::module_ &module);
void bindBuilder(nanobind::module_ &module);
void bindCompiler(nanobind::module_ &module);
void bindContext(nanobind::module_ &module);
void bindDLPack(nanobind::module_ &module);
void bindDType(nanobind::module_ &module);
void bindEmulator(nanobind::module_ &module);
void bindModule(nanobind::module_ &module);

} // namespace dtyp::python

#endif // DTYP_LIB_BINDINGS_PYTHON_CONTEXT_H

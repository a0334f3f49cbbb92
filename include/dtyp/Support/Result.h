//===- Result.h - Errors as values ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines how the MLIR-free half of the project reports errors: no
// exceptions and no LLVM, so a function that can fail returns a `Result<T>`, or
// a `Status` where there is no value, and both hold an `Error` otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_RESULT_H
#define DTYP_SUPPORT_RESULT_H

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace mlir::dtyp {

/// What went wrong: lower-case, without a full stop, saying what was expected,
/// what was found and what to do.
struct Error {
  std::string message;
  /// The 1-based column in the parsed text that the message is about, or 0
  /// where the error is not about text.
  size_t column = 0;

  Error() = default;
  explicit Error(std::string message, size_t column = 0)
      : message(std::move(message)), column(column) {}

  /// Returns the message, preceded by its column where there is one.
  std::string str() const {
    if (!column)
      return message;
    return "column " + std::to_string(column) + ": " + message;
  }
};

/// The outcome of an operation without a value. True in a condition when the
/// operation succeeded.
class [[nodiscard]] Status {
public:
  Status(Error error) : failure(std::move(error)) {}

  static Status success() { return Status(); }

  explicit operator bool() const { return !failure; }
  const Error &error() const { return *failure; }

private:
  Status() = default;

  std::optional<Error> failure;
};

/// A value, or the error that prevented it. True in a condition when there is a
/// value.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : value(std::move(value)) {}
  Result(Error error) : failure(std::move(error)) {}

  explicit operator bool() const { return value.has_value(); }
  T &operator*() { return *value; }
  const T &operator*() const { return *value; }
  T *operator->() { return &*value; }
  const T *operator->() const { return &*value; }
  const Error &error() const { return failure; }

private:
  std::optional<T> value;
  Error failure;
};

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_RESULT_H

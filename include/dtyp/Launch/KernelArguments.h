//===- KernelArguments.h - Packing kernel parameters ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how arguments become kernel parameters, which are not the
// same: MLIR expands a `memref` argument of rank R to 3 + 2 * R parameters of
// their own (allocated pointer, aligned pointer, offset, R sizes, R strides),
// or, with bare pointers, to a single one. A bare pointer carries no sizes, so
// it works for memrefs of static shape only.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LAUNCH_KERNELARGUMENTS_H
#define DTYP_LAUNCH_KERNELARGUMENTS_H

#include "dtyp/Support/HostArray.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::dtyp {

/// How a kernel takes its arrays.
enum class KernelABI : uint8_t { MemRef, BarePointer };

/// How arguments are passed: the kernel was compiled for exactly one of these.
struct CallingConvention {
  KernelABI abi = KernelABI::MemRef;
  /// The width of offsets, sizes and strides: 64 or 32.
  unsigned indexBitwidth = 64;
};

/// The parameters of one launch.
class KernelArguments {
public:
  explicit KernelArguments(CallingConvention convention)
      : convention(convention) {}

  /// Adds an argument that is passed by value: the one element of `scalar`.
  void addScalar(const HostArray &scalar);

  /// Adds an array at that device address. Fails where a size or a stride does
  /// not fit an index.
  Status addArray(const HostArray &array, uint64_t address);

  size_t getNumParameters() const { return parameters.size(); }
  size_t getParameterSize(size_t index) const {
    return parameters[index].bytes.size();
  }
  const uint8_t *getParameterBytes(size_t index) const {
    return parameters[index].bytes.data();
  }

  /// Returns the addresses of the parameters, as cuLaunchKernel takes them.
  /// They hold until an argument is added.
  std::vector<void *> getPointers();

  /// Compares the parameters with the sizes of the kernel's own. The error says
  /// which argument makes which parameters, and names the calling convention
  /// that would match, if one does.
  Status checkAgainst(std::string_view kernel,
                      const std::vector<size_t> &kernelSizes) const;

private:
  struct Parameter {
    std::vector<uint8_t> bytes;
    size_t argument = 0;
    const char *role = "";
  };
  struct Argument {
    std::string type;
    bool isScalar = false;
    size_t itemsize = 0;
    size_t rank = 0;
  };

  void addParameter(const void *bytes, size_t size, const char *role);
  void addIndex(int64_t value, const char *role);
  std::vector<size_t> getSizes(CallingConvention other) const;
  std::string getHint(const std::vector<size_t> &kernelSizes) const;
  std::string describeArguments() const;

  CallingConvention convention;
  std::vector<Argument> arguments;
  std::vector<Parameter> parameters;
};

} // namespace mlir::dtyp

#endif // DTYP_LAUNCH_KERNELARGUMENTS_H

//===- KernelImage.h - Compiled kernels in a file ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the launcher loads: a file of PTX, a cubin or a
// fatbin, told apart by what it holds, not by its name. The driver trusts the
// sizes in what it is given, so a truncated file is found here.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LAUNCH_KERNELIMAGE_H
#define DTYP_LAUNCH_KERNELIMAGE_H

#include "dtyp/Support/Result.h"

#include <string>

namespace mlir::dtyp {

enum class ImageFormat : unsigned char { PTX, Cubin, Fatbin };

/// The bytes of a PTX file, a cubin or a fatbin.
struct KernelImage {
  ImageFormat format = ImageFormat::PTX;
  std::string bytes;
  /// Where the bytes came from, for messages.
  std::string path;
};

/// Takes the bytes as an image, if they are one.
Result<KernelImage> parseKernelImage(std::string bytes, std::string path);

/// Reads a file and parses it.
Result<KernelImage> readKernelImage(const std::string &path);

} // namespace mlir::dtyp

#endif // DTYP_LAUNCH_KERNELIMAGE_H

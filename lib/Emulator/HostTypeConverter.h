//===- HostTypeConverter.h - Types of kernels on the host -------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversion of types to those of the LLVM dialect, as
// the last passes of the emulator's pipeline make it.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_HOSTTYPECONVERTER_H
#define DTYP_LIB_EMULATOR_HOSTTYPECONVERTER_H

#include "dtyp/Conversion/DtypToLLVM.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace mlir::dtyp::emulator {

/// Knows the elements that have a layout of their own, too.
struct HostTypeConverter : public LLVMTypeConverter {
  explicit HostTypeConverter(MLIRContext *context)
      : LLVMTypeConverter(context) {
    populateDtypToLLVMTypeConversions(*this);
  }
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_HOSTTYPECONVERTER_H

//===- CudaxOps.td - Operations of the cudax dialect -------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_CUDAXOPS_TD
#define DTYP_DIALECT_CUDAX_IR_CUDAXOPS_TD

include "dtyp/Dialect/Cudax/IR/CudaxConstantOps.td"
include "dtyp/Dialect/Cudax/IR/CudaxHostOps.td"
include "dtyp/Dialect/Cudax/IR/CudaxLocalOps.td"
include "dtyp/Dialect/Cudax/IR/CudaxSharedOps.td"

#endif // DTYP_DIALECT_CUDAX_IR_CUDAXOPS_TD

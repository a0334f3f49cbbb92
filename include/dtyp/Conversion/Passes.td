//===- Passes.td - Passes that prepare kernels for NVVM ----*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_CONVERSION_PASSES_TD
#define DTYP_CONVERSION_PASSES_TD

include "dtyp/Conversion/DevicePasses.td"
include "dtyp/Conversion/HostPasses.td"
include "dtyp/Conversion/LoweringPasses.td"

#endif // DTYP_CONVERSION_PASSES_TD

//===- Strings.h - Strings in the tests of the C API ------------*- C -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TEST_CAPI_STRINGS_H
#define DTYP_TEST_CAPI_STRINGS_H

#include "mlir-c/IR.h"

#include <stdio.h>

static const MlirType kNoType = {NULL};
static const MlirStringRef kNoString = {NULL, 0};

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

/// Writes what MLIR prints to the standard output.
static void print(MlirStringRef string, void *userData) {
  (void)userData;
  fwrite(string.data, 1, string.length, stdout);
}

#endif // DTYP_TEST_CAPI_STRINGS_H

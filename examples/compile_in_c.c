//===- compile_in_c.c - Example of the C API ------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program compiles a kernel with a local array whose dtype is read from
// NumPy's spelling.
//
//===----------------------------------------------------------------------===//

#include "dtyp-c/Compiler.h"
#include "dtyp-c/DType.h"
#include "dtyp-c/Registration.h"
#include "dtyp-c/Types.h"

#include "mlir-c/Diagnostics.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const kSource =
    "gpu.module @kernels {\n"
    "  gpu.func @kernel(%object: !dtyp.provider<\"Foo\", ui8>,\n"
    "                   %out: memref<?xi8>, %i: index) kernel {\n"
    "    %state = cudax.local_alloca(%object) [10]\n"
    "        : !dtyp.provider<\"Foo\", ui8>\n"
    "          -> memref<10xi8, #gpu.address_space<private>>\n"
    "    %c0 = arith.constant 0 : index\n"
    "    %x = memref.load %out[%c0] : memref<?xi8>\n"
    "    memref.store %x, %state[%i]\n"
    "        : memref<10xi8, #gpu.address_space<private>>\n"
    "    %y = memref.load %state[%c0]\n"
    "        : memref<10xi8, #gpu.address_space<private>>\n"
    "    memref.store %y, %out[%i] : memref<?xi8>\n"
    "    gpu.return\n"
    "  }\n"
    "}\n";

static void print(MlirStringRef string, void *userData) {
  fwrite(string.data, 1, string.length, userData);
}

// Errors go where the program wants them.
static MlirLogicalResult report(MlirDiagnostic diagnostic, void *userData) {
  mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), print, userData);
  fputs(": ", userData);
  mlirDiagnosticPrint(diagnostic, print, userData);
  fputc('\n', userData);
  return mlirLogicalResultSuccess();
}

static int compile(MlirContext context) {
  DtypCompileOptions options = dtypCompileOptionsCreate();
  dtypCompileOptionsAddChip(options, mlirStringRefCreateFromCString("sm_90"));
  DtypCompiler compiler = dtypCompilerCreate(context, options);
  dtypCompileOptionsDestroy(options);
  DtypCompiledModule code = dtypCompilerCompileSource(
      compiler, mlirStringRefCreateFromCString(kSource), DtypOutputKindPTX);
  dtypCompilerDestroy(compiler);
  for (intptr_t i = 0; i < dtypCompiledModuleGetNumObjects(code); ++i) {
    DtypCompiledObject object = dtypCompiledModuleGetObject(code, i);
    DtypCompiledKernel kernel = dtypCompiledObjectGetKernel(object, 0);
    MlirStringRef ptx = dtypCompiledObjectGetContents(object);
    print(dtypCompiledKernelGetName(kernel), stdout);
    printf(" takes %d arguments:\n",
           (int)dtypCompiledKernelGetNumArguments(kernel));
    print(ptx, stdout);
  }
  int status = code.ptr ? EXIT_SUCCESS : EXIT_FAILURE;
  dtypCompiledModuleDestroy(code);
  return status;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dtypRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, report, stderr, NULL);

  MlirType dtype = dtypDTypeParse(
      context, mlirStringRefCreateFromCString("[('x', '<f4'), ('y', '<i2')]"));
  mlirTypePrint(dtype, print, stdout);
  printf(": %d bytes\n", (int)dtypDTypeGetItemSize(dtype));

  int status = compile(context);
  mlirContextDestroy(context);
  return status;
}

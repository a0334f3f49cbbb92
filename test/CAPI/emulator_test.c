//===- emulator_test.c - Kernels on the CPU by the C API ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program runs kernels on the emulator, and gives it what is wrong.
//
//===----------------------------------------------------------------------===//

#include "Strings.h"

#include "dtyp-c/Emulator.h"
#include "dtyp-c/Registration.h"

#include "mlir-c/Diagnostics.h"

#include <stdio.h>

static const DtypEmulator kNoEmulator = {NULL};

static MlirLogicalResult report(MlirDiagnostic diagnostic, void *userData) {
  (void)userData;
  printf("error: ");
  mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), print, NULL);
  printf(" ");
  mlirDiagnosticPrint(diagnostic, print, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

// Each thread adds `addend` to its element; `other` writes behind the array.
static const char *const kSource =
    "gpu.module @m {\n"
    "gpu.func @add(%foo: !dtyp.provider<\"Foo\", ui8>, %a: memref<?xf32>,\n"
    "              %addend: f32) kernel {\n"
    "  %i = gpu.global_id x\n"
    "  %x = memref.load %a[%i] : memref<?xf32>\n"
    "  %y = arith.addf %x, %addend : f32\n"
    "  memref.store %y, %a[%i] : memref<?xf32>\n"
    "  gpu.return\n"
    "}\n"
    "gpu.func @other(%n: index) kernel attributes "
    "{cudax.dynamic_shared_bytes = 64 : i64} {\n"
    "  gpu.return\n"
    "}\n"
    "}\n";

static void describe(DtypEmulator emulator) {
  printf("%d kernels\n", (int)dtypEmulatorGetNumKernels(emulator));
  for (intptr_t i = -1; i <= dtypEmulatorGetNumKernels(emulator); ++i) {
    DtypCompiledKernel kernel = dtypEmulatorGetKernel(emulator, i);
    printf("kernel %d: '", (int)i);
    print(dtypCompiledKernelGetName(kernel), NULL);
    printf("' %d parameters, %d chips, %d dynamic bytes",
           (int)dtypEmulatorGetNumParameters(emulator, i),
           (int)dtypCompiledKernelGetNumChips(kernel),
           (int)dtypCompiledKernelGetDynamicSharedBytes(kernel));
    intptr_t numArguments = dtypCompiledKernelGetNumArguments(kernel);
    for (intptr_t j = 0; j != numArguments; ++j) {
      int64_t first = -1;
      intptr_t count =
          dtypCompiledKernelGetArgumentParameters(kernel, j, 1, &first);
      printf(", ");
      print(dtypCompiledKernelGetArgumentType(kernel, j), NULL);
      printf(" -> %d from %d", (int)count, (int)first);
    }
    printf("\n");
  }
}

static void launch(DtypEmulator emulator, intptr_t kernel,
                   const DtypLaunchSizes *sizes, intptr_t numParameters,
                   void **parameters, intptr_t numArrays,
                   const DtypGlobalArray *arrays) {
  MlirLogicalResult result = dtypEmulatorLaunch(
      emulator, kernel, sizes, numParameters, parameters, numArrays, arrays);
  printf("launched? %d\n", mlirLogicalResultIsSuccess(result));
}

static void testLaunches(DtypEmulator emulator) {
  float a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  float *pointer = a;
  float addend = 0.5f;
  int64_t offset = 0, size = 8, stride = 1;
  void *parameters[6] = {&pointer, &pointer, &offset, &size, &stride, &addend};
  DtypLaunchSizes sizes = {{2, 1, 1}, {4, 1, 1}, {1, 1, 1}, 0};
  // Arrays that overlap are one.
  DtypGlobalArray arrays[3] = {{a, sizeof a}, {a + 1, 4}, {a + 7, 4}};
  launch(emulator, 0, &sizes, 6, parameters, 3, arrays);
  for (int i = 0; i != 8; ++i)
    printf(" %g", a[i]);
  printf("\n");

  printf("# faults\n");
  sizes.grid[0] = 3;
  launch(emulator, 0, &sizes, 6, parameters, 1, arrays);
  sizes.grid[0] = 0;
  launch(emulator, 0, &sizes, 6, parameters, 1, arrays);
  sizes.grid[0] = 2;
  sizes.cluster[0] = 0;
  launch(emulator, 0, &sizes, 6, parameters, 1, arrays);
  sizes.cluster[0] = 1;
  sizes.dynamicSharedBytes = -1;
  launch(emulator, 0, &sizes, 6, parameters, 1, arrays);
  sizes.dynamicSharedBytes = 0;

  printf("# what is missing\n");
  launch(kNoEmulator, 0, &sizes, 6, parameters, 1, arrays);
  launch(emulator, -1, &sizes, 6, parameters, 1, arrays);
  launch(emulator, 2, &sizes, 6, parameters, 1, arrays);
  launch(emulator, 0, NULL, 6, parameters, 1, arrays);
  launch(emulator, 0, &sizes, 5, parameters, 1, arrays);
  launch(emulator, 0, &sizes, -1, parameters, 1, arrays);
  launch(emulator, 0, &sizes, 6, NULL, 1, arrays);
  parameters[2] = NULL;
  launch(emulator, 0, &sizes, 6, parameters, 1, arrays);
  parameters[2] = &offset;
  launch(emulator, 0, &sizes, 6, parameters, 1, NULL);
  launch(emulator, 0, &sizes, 6, parameters, -1, arrays);
  arrays[0].numBytes = -4;
  launch(emulator, 0, &sizes, 6, parameters, 1, arrays);
  // There is no launch to end.
  dtypEmulatorCancel(emulator);
  dtypEmulatorCancel(kNoEmulator);
  launch(emulator, 1, &sizes, 1, (void *[]){&size}, 0, NULL);
}

static void testCompiling(MlirContext context) {
  MlirModule module = dtypModuleCreateParse(context, text(kSource), text("k"));
  DtypEmulator emulator = dtypEmulatorCreate(module, kNoString, 3, true);
  describe(emulator);
  testLaunches(emulator);
  dtypEmulatorDestroy(emulator);

  printf("# names\n");
  const char *names[3] = {"other", "m::add", "nope"};
  for (int i = 0; i != 3; ++i) {
    emulator = dtypEmulatorCreate(module, text(names[i]), 0, false);
    describe(emulator);
    dtypEmulatorDestroy(emulator);
  }

  printf("# no emulators\n");
  printf("null? %d\n",
         dtypEmulatorCreate(module, kNoString, 4, false).ptr == NULL);
  mlirModuleDestroy(module);
  MlirModule noModule = {NULL};
  printf("null? %d\n",
         dtypEmulatorCreate(noModule, kNoString, 3, false).ptr == NULL);
  dtypEmulatorDestroy(kNoEmulator);
  const char *sources[3] = {
      "module {}",
      "gpu.module @m { gpu.func @k(%old: !dtyp.provider<\"Old\", f32, legacy>) "
      "kernel { %a = cudax.local_alloca(%old) [4] : !dtyp.provider<\"Old\", "
      "f32, legacy> -> memref<4xf32, #gpu.address_space<private>> gpu.return "
      "} }",
      ("gpu.module @m { gpu.func @k() kernel { nvvm.cp.async.wait.group 0\n"
       "gpu.return } }")};
  for (int i = 0; i != 3; ++i) {
    module = dtypModuleCreateParse(context, text(sources[i]), text("bad"));
    printf("parsed? %d\n", module.ptr != NULL);
    emulator = dtypEmulatorCreate(module, kNoString, 3, false);
    printf("null? %d\n", emulator.ptr == NULL);
    if (module.ptr)
      mlirModuleDestroy(module);
  }
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dtypRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  testCompiling(context);
  mlirContextDestroy(context);
  return 0;
}

//===- capi_test.c - What the C API does with good and bad input ----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program prints what the functions return, diagnostics included. With an
// argument, the folder of the CUDA Toolkit, it only makes cubins.
//
//===----------------------------------------------------------------------===//

#include "Strings.h"

#include "dtyp-c/Compiler.h"
#include "dtyp-c/DType.h"
#include "dtyp-c/Registration.h"
#include "dtyp-c/Types.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

static const char *const kKernel =
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

static const MlirContext kNoContext = {NULL};

static MlirLogicalResult report(MlirDiagnostic diagnostic, void *userData) {
  (void)userData;
  printf("  diagnostic ");
  mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), print, NULL);
  printf(": ");
  mlirDiagnosticPrint(diagnostic, print, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static MlirContext makeContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dtypRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);
  return context;
}

static void printType(const char *label, MlirType type) {
  printf("%s: ", label);
  if (type.ptr)
    mlirTypePrint(type, print, NULL);
  else
    printf("null");
  printf("\n");
}

static void printResult(const char *label, MlirLogicalResult result) {
  printf("%s: %s\n", label,
         mlirLogicalResultIsSuccess(result) ? "success" : "failure");
}

//===----------------------------------------------------------------------===//
// Dtypes
//===----------------------------------------------------------------------===//

static void printFacts(MlirType type) {
  printType("facts of", type);
  printf("  name ");
  if (mlirLogicalResultIsFailure(dtypDTypeGetName(type, print, NULL)))
    printf("none");
  char kind = dtypDTypeGetKind(type);
  printf(", kind %c, %d bytes, aligned to %d and %d, typestr ",
         kind ? kind : '-', (int)dtypDTypeGetItemSize(type),
         (int)dtypDTypeGetAlignment(type, DtypAlignmentModelNumPy),
         (int)dtypDTypeGetAlignment(type, DtypAlignmentModelDevice));
  if (mlirLogicalResultIsFailure(dtypDTypeGetTypestr(type, print, NULL)))
    printf("none");
  printf("\n");
  printType("  value", dtypDTypeGetValueType(type));
  printType("  storage", dtypDTypeGetStorageType(type));
  DtypDLPackDataType dlpack;
  if (mlirLogicalResultIsSuccess(dtypDTypeGetDLPackDataType(type, &dlpack)))
    printf("  DLPack %d %d %d%s\n", dlpack.code, dlpack.bits, dlpack.lanes,
           dlpack.isSubByteTypePadded ? " padded" : "");
  int64_t shape[2] = {-1, -1};
  intptr_t rank = dtypDTypeGetSubArrayShape(type, 2, shape);
  if (rank != 0)
    printf("  rank %d: %d %d\n", (int)rank, (int)shape[0], (int)shape[1]);
  if (dtypDTypeGetSubArrayBase(type).ptr)
    printType("  base", dtypDTypeGetSubArrayBase(type));
  DtypField fields[2];
  intptr_t numFields = dtypDTypeGetFields(type, 2, fields);
  if (numFields != 0)
    printf("  fields %d\n", (int)numFields);
  for (intptr_t i = 0; i < numFields && i < 2; ++i) {
    printf("  field '");
    print(fields[i].name, NULL);
    printf("' '");
    print(fields[i].title, NULL);
    printf("' at %d", (int)fields[i].offset);
    printType("", fields[i].dtype);
  }
}

static void parseDType(MlirContext context, const char *spelling) {
  printf("parse %s\n", spelling ? spelling : "(null)");
  MlirType type =
      dtypDTypeParse(context, spelling ? text(spelling) : kNoString);
  printType("  type", type);
  if (!type.ptr)
    return;
  printf("  printed ");
  dtypDTypePrint(type, print, NULL);
  printf("\n");
}

static void testDTypes(MlirContext context) {
  parseDType(context, "float32");
  parseDType(context, ">i2");
  parseDType(context, "i8");
  parseDType(context, "datetime64[25s]");
  parseDType(context, "(2,3)f4");
  parseDType(context, "[[[\"title\", \"x\"], \"<f4\"], [\"y\", \"S5\"]]");
  parseDType(context, "float33");
  parseDType(context, "f4,zz");
  parseDType(context, "");
  parseDType(context, NULL);
  printType("no context", dtypDTypeParse(kNoContext, text("f4")));

  printFacts(dtypDTypeParse(context, text("bool")));
  printFacts(dtypDTypeParse(context, text("complex64")));
  printFacts(dtypDTypeParse(context, text("(2,3)f4")));
  printFacts(dtypDTypeParse(
      context, text("[[[\"title\", \"x\"], \"<f4\"], [\"y\", \"S5\"]]")));
  printFacts(mlirIntegerTypeGet(context, 7));
  printFacts(kNoType);
  printf("other model: %d\n",
         (int)dtypDTypeGetAlignment(mlirF32TypeGet(context),
                                    (DtypAlignmentModel)7));
  printf("no room: %d fields\n",
         (int)dtypDTypeGetFields(dtypDTypeParse(context, text("f4,f4,f4")), 0,
                                 NULL));
  printResult("print i7",
              dtypDTypePrint(mlirIntegerTypeGet(context, 7), print, NULL));
  printResult("print without callback",
              dtypDTypePrint(mlirF32TypeGet(context), NULL, NULL));
  printResult("no DLPack",
              dtypDTypeGetDLPackDataType(mlirF32TypeGet(context), NULL));
}

static void testPromotion(MlirContext context) {
  MlirType types[3] = {dtypDTypeParse(context, text("int16")),
                       mlirF32TypeGet(context),
                       dtypWeakTypeGet(context, DtypWeakScalarKindFloat)};
  DtypPromotionRules numpy = DtypPromotionRulesNumPy;
  printType("promoted", dtypDTypePromote(context, 3, types, numpy));
  types[0] = dtypDTypeParse(context, text("int32"));
  printType("by NumPy", dtypDTypePromote(context, 2, types, numpy));
  printType("by JAX",
            dtypDTypePromote(context, 2, types, DtypPromotionRulesJAX));
  printType("by none",
            dtypDTypePromote(context, 2, types, (DtypPromotionRules)2));
  printType("of none", dtypDTypePromote(context, 0, NULL, numpy));
  printType("of null", dtypDTypePromote(context, 1, NULL, numpy));
  printf("casts: %d %d %d\n", dtypDTypeGetCastingLevel(types[0], types[1]),
         dtypDTypeGetCastingLevel(types[1], types[1]),
         dtypDTypeGetCastingLevel(types[1], types[2]));
  types[0] = kNoType;
  printType("of a null type", dtypDTypePromote(context, 2, types, numpy));
  types[0] = mlirIntegerTypeGet(context, 7);
  printType("of i7", dtypDTypePromote(context, 2, types, numpy));
  types[0] = dtypDTypeParse(context, text("datetime64[s]"));
  printType("of a time", dtypDTypePromote(context, 2, types, numpy));
  printType("no context", dtypDTypePromote(kNoContext, 2, types, numpy));
}

static void testTypes(MlirContext context) {
  MlirType f32 = mlirF32TypeGet(context);
  MlirType i7 = mlirIntegerTypeGet(context, 7);
  MlirType type = dtypDatetime64TypeGet(context, DtypDatetimeUnitSecond, 25);
  printType("datetime64", type);
  printf("  is it? %d, a timedelta64? %d; unit %d, multiplier %d\n",
         dtypTypeIsADatetime64(type), dtypTypeIsATimedelta64(type),
         dtypTimeTypeGetUnit(type), (int)dtypTimeTypeGetMultiplier(type));
  printType("timedelta64",
            dtypTimedelta64TypeGet(context, DtypDatetimeUnitGeneric, 1));
  printType("datetime64",
            dtypDatetime64TypeGet(context, (DtypDatetimeUnit)99, 1));
  printType("datetime64",
            dtypDatetime64TypeGet(context, DtypDatetimeUnitDay, 0));
  printf("of f32: unit %d, multiplier %d\n", dtypTimeTypeGetUnit(f32),
         (int)dtypTimeTypeGetMultiplier(f32));

  type = dtypStrTypeGet(context, 3);
  printType("str", type);
  printf("  is it? %d, bytes? %d, void? %d; length %d\n", dtypTypeIsAStr(type),
         dtypTypeIsABytes(type), dtypTypeIsAVoid(type),
         (int)dtypSizedTypeGetLength(type));
  printType("bytes", dtypBytesTypeGet(context, 16));
  printType("void", dtypVoidTypeGet(context, 7));
  printType("void", dtypVoidTypeGet(context, 0));
  printType("no context", dtypVoidTypeGet(kNoContext, 1));

  int64_t shape[2] = {2, 3};
  type = dtypSubArrayTypeGet(2, shape, f32);
  printType("subarray", type);
  printf("  is it? %d\n", dtypTypeIsASubArray(type));
  printType("subarray", dtypSubArrayTypeGet(2, NULL, f32));
  printType("subarray", dtypSubArrayTypeGet(-1, shape, f32));
  printType("subarray", dtypSubArrayTypeGet(2, shape, i7));
  printType("subarray", dtypSubArrayTypeGet(2, shape, kNoType));

  type = dtypBigEndianTypeGet(mlirIntegerTypeGet(context, 32));
  printType("big_endian", type);
  printf("  is it? %d\n", dtypTypeIsABigEndian(type));
  printType("  of", dtypBigEndianTypeGetDType(type));
  printType("big_endian", dtypBigEndianTypeGet(mlirIntegerTypeGet(context, 8)));
  printType("big_endian", dtypBigEndianTypeGet(kNoType));

  type = dtypCudaVectorTypeGet(4, f32);
  printType("vector", type);
  printf("  is it? %d; %d lanes\n", dtypTypeIsACudaVector(type),
         (int)dtypCudaVectorTypeGetLanes(type));
  printType("  of", dtypCudaVectorTypeGetDType(type));
  printType("vector", dtypCudaVectorTypeGet(5, f32));

  DtypField fields[2] = {
      {text("a"), text("A"), f32, 0},
      {text("b"), kNoString, dtypBytesTypeGet(context, 3), 4}};
  type = dtypRecordTypeGet(context, 2, fields, 8, 1, false);
  printType("record", type);
  printf("  is it? %d, aligned? %d\n", dtypTypeIsARecord(type),
         dtypRecordTypeIsAligned(type));
  printType("record", dtypRecordTypeGet(context, 0, NULL, 0, 1, false));
  printType("record", dtypRecordTypeGet(context, 2, fields, 6, 1, false));
  printType("record", dtypRecordTypeGet(context, 2, NULL, 8, 1, false));
  fields[1].dtype = kNoType;
  printType("record", dtypRecordTypeGet(context, 2, fields, 8, 1, false));
  fields[1].dtype = f32;
  fields[1].name = fields[0].name;
  printType("record", dtypRecordTypeGet(context, 2, fields, 8, 1, false));

  type = dtypDTypeTypeGet(f32);
  printType("dtype", type);
  printf("  is it? %d, a provider? %d\n", dtypTypeIsADTypeType(type),
         dtypTypeIsADTypeProvider(type));
  printType("  provides", dtypDTypeProviderGetDType(type));
  printType("dtype", dtypDTypeTypeGet(i7));
  printType("f32 provides", dtypDTypeProviderGetDType(f32));

  type = dtypWeakTypeGet(context, DtypWeakScalarKindFloat);
  printType("weak", type);
  printf("  is it? %d; kind %d, of f32 %d\n", dtypTypeIsAWeak(type),
         dtypWeakTypeGetKind(type), dtypWeakTypeGetKind(f32));
  printType("weak", dtypWeakTypeGet(context, (DtypWeakScalarKind)9));

  MlirStringRef names[1] = {text("scale")};
  type = dtypProviderTypeGet(text("Scaled"), f32, DtypDTypeProtocolLegacy, 1,
                             names, &f32);
  printType("provider", type);
  printf("  is it? %d; protocol %d, %d fields, class ",
         dtypTypeIsAProvider(type), dtypProviderTypeGetProtocol(type),
         (int)dtypProviderTypeGetNumFields(type));
  print(dtypProviderTypeGetClassName(type), NULL);
  printf(", field ");
  print(dtypProviderTypeGetFieldName(type, 0), NULL);
  printType("", dtypProviderTypeGetFieldType(type, 0));
  printType("  field 1", dtypProviderTypeGetFieldType(type, 1));
  printType("  field -1", dtypProviderTypeGetFieldType(type, -1));
  printf("  fields of f32: %d\n", (int)dtypProviderTypeGetNumFields(f32));
  printType("provider",
            dtypProviderTypeGet(text("Foo"), f32, (DtypDTypeProtocol)5, 0, NULL,
                                NULL));
  printType("provider",
            dtypProviderTypeGet(text("Foo"), i7, DtypDTypeProtocolNumPyDType, 0,
                                NULL, NULL));
  printType("provider",
            dtypProviderTypeGet(text("Foo"), f32, DtypDTypeProtocolNumPyDType,
                                1, names, NULL));
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static void printCode(DtypCompiledModule code) {
  if (!code.ptr)
    printf("  no code\n");
  for (intptr_t i = 0; i < dtypCompiledModuleGetNumObjects(code); ++i) {
    DtypCompiledObject object = dtypCompiledModuleGetObject(code, i);
    printf("  object of ");
    print(dtypCompiledObjectGetGpuModule(object), NULL);
    printf(" for ");
    print(dtypCompiledObjectGetChip(object), NULL);
    MlirStringRef contents = dtypCompiledObjectGetContents(object);
    printf(", as long as its text? %d",
           strlen(contents.data) == contents.length);
    printf(", starts with %02x\n", (unsigned char)contents.data[0]);
    for (intptr_t k = 0; k < dtypCompiledObjectGetNumKernels(object); ++k) {
      DtypCompiledKernel kernel = dtypCompiledObjectGetKernel(object, k);
      printf("  kernel ");
      print(dtypCompiledKernelGetName(kernel), NULL);
      printf(", dynamic shared bytes %d",
             (int)dtypCompiledKernelGetDynamicSharedBytes(kernel));
      for (intptr_t c = 0; c < dtypCompiledKernelGetNumChips(kernel); ++c) {
        printf("; on ");
        print(dtypCompiledKernelGetChip(kernel, c), NULL);
        printf(" %d registers, %d local bytes, %d of shared memory",
               (int)dtypCompiledKernelGetResource(kernel, c,
                                                  DtypKernelResourceRegisters),
               (int)dtypCompiledKernelGetResource(kernel, c,
                                                  DtypKernelResourceLocalBytes),
               (int)dtypCompiledKernelGetResource(
                   kernel, c, DtypKernelResourceSharedBytes));
      }
      printf("\n");
      for (intptr_t a = 0; a < dtypCompiledKernelGetNumArguments(kernel); ++a) {
        int64_t parameters[1] = {-1};
        printf("  argument ");
        print(dtypCompiledKernelGetArgumentType(kernel, a), NULL);
        printf(" in %d parameters",
               (int)dtypCompiledKernelGetArgumentParameters(kernel, a, 1,
                                                            parameters));
        printf(", the first %d\n", (int)parameters[0]);
      }
    }
  }
  dtypCompiledModuleDestroy(code);
}

static void testOptions(MlirContext context) {
  DtypCompileOptions none = {NULL};
  DtypCompileOptions options = dtypCompileOptionsCreate();
  printResult("level 4", dtypCompileOptionsSetOptLevel(options, 4));
  printResult("level 2", dtypCompileOptionsSetOptLevel(options, 2));
  printResult("48 bits", dtypCompileOptionsSetIndexBitwidth(options, 48));
  printResult("32 bits", dtypCompileOptionsSetIndexBitwidth(options, 32));
  printResult("assembler 9",
              dtypCompileOptionsSetAssembler(options, (DtypAssembler)9));
  printResult("assembler -1",
              dtypCompileOptionsSetAssembler(options, (DtypAssembler)-1));
  printResult("ptxas",
              dtypCompileOptionsSetAssembler(options, DtypAssemblerPtxas));
  printResult("flag 5", dtypCompileOptionsSetFloatingPoint(
                            options, (DtypFloatingPointFlag)5, true));
  printResult("fast", dtypCompileOptionsSetFloatingPoint(
                          options, DtypFloatingPointFast, true));
  printResult("empty chip", dtypCompileOptionsAddChip(options, text("")));
  printResult("null chip", dtypCompileOptionsAddChip(options, kNoString));
  printResult("null file", dtypCompileOptionsAddLinkFile(options, kNoString));
  printResult("chip of nothing",
              dtypCompileOptionsAddChip(none, text("sm_90")));
  dtypCompileOptionsSetFeatures(none, kNoString);
  dtypCompileOptionsSetCache(options, kNoString, 0, kNoString);
  dtypCompileOptionsSetToolkit(options, kNoString);
  dtypCompileOptionsSetKernelBarePtr(options, true);
  dtypCompileOptionsSetLineInfo(options, true);
  dtypCompileOptionsSetVerifyEach(options, true);
  dtypCompileOptionsSetFeatures(options, text("+ptx80"));
  dtypCompileOptionsSetGpuModule(options, text("missing"));
  dtypCompileOptionsAddChip(options, text("sm_90"));

  // The options are copied: what is set afterwards does not count.
  DtypCompiler compiler = dtypCompilerCreate(context, options);
  dtypCompileOptionsSetGpuModule(options, kNoString);
  printf("missing gpu.module\n");
  printCode(
      dtypCompilerCompileSource(compiler, text(kKernel), DtypOutputKindPTX));
  dtypCompilerDestroy(compiler);

  printf("bare pointers\n");
  compiler = dtypCompilerCreate(context, options);
  printCode(
      dtypCompilerCompileSource(compiler, text(kKernel), DtypOutputKindPTX));
  dtypCompilerDestroy(compiler);

  printf("options\n");
  dtypCompileOptionsSetKernelBarePtr(options, false);
  compiler = dtypCompilerCreate(context, options);
  DtypCompiledModule code =
      dtypCompilerCompileSource(compiler, text(kKernel), DtypOutputKindPTX);
  print(dtypCompiledObjectGetContents(dtypCompiledModuleGetObject(code, 0)),
        NULL);
  dtypCompiledModuleDestroy(code);
  dtypCompilerDestroy(compiler);

  dtypCompileOptionsAddChip(options, text("sm_1"));
  compiler = dtypCompilerCreate(context, options);
  printf("wrong chip\n");
  printCode(
      dtypCompilerCompileSource(compiler, text(kKernel), DtypOutputKindPTX));
  dtypCompilerDestroy(compiler);
  dtypCompileOptionsDestroy(options);
}

static void testCompiler(MlirContext context) {
  DtypCompileOptions none = {NULL};
  printf("PTX\n");
  MlirModule module =
      dtypModuleCreateParse(context, text(kKernel), text("kernel.mlir"));
  printCode(dtypCompileToPTX(module, none));
  // The module is as it was.
  DtypCompiler compiler = dtypCompilerCreate(context, none);
  printCode(dtypCompilerCompile(compiler, module, DtypOutputKindPTX));
  printf("wrong kind\n");
  printCode(dtypCompilerCompile(compiler, module, (DtypOutputKind)4));

  printf("wrong sources\n");
  printCode(dtypCompilerCompileSource(compiler, text("gpu.module @kernels {"),
                                      DtypOutputKindPTX));
  printCode(
      dtypCompilerCompileSource(compiler, text("ML\xefR"), DtypOutputKindPTX));
  printCode(dtypCompilerCompileSource(compiler, kNoString, DtypOutputKindPTX));
  printCode(dtypCompilerCompileSource(compiler, text("module {}"),
                                      DtypOutputKindPTX));

  printf("wrong modules\n");
  MlirModule noModule =
      dtypModuleCreateParse(context, text("foo"), text("wrong.mlir"));
  printCode(dtypCompilerCompile(compiler, noModule, DtypOutputKindPTX));
  printCode(dtypCompileToPTX(noModule, none));
  MlirContext other = makeContext();
  MlirModule foreign = mlirModuleCreateParse(other, text(kKernel));
  printCode(dtypCompilerCompile(compiler, foreign, DtypOutputKindPTX));
  mlirModuleDestroy(foreign);
  mlirContextDestroy(other);
  // IR that nobody verified: a gpu.func without its return.
  MlirModule invalid = mlirModuleCreateParse(context, text(kKernel));
  MlirOperation gpuModule =
      mlirBlockGetFirstOperation(mlirModuleGetBody(invalid));
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(gpuModule, 0));
  MlirOperation kernel = mlirBlockGetFirstOperation(block);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(kernel, 0));
  mlirOperationDestroy(mlirBlockGetTerminator(body));
  printCode(dtypCompilerCompile(compiler, invalid, DtypOutputKindPTX));
  mlirModuleDestroy(invalid);

  printf("null handles\n");
  DtypCompiler noCompiler = {NULL};
  DtypCompiledModule noCode = {NULL};
  printCode(dtypCompilerCompile(noCompiler, module, DtypOutputKindPTX));
  printCode(
      dtypCompilerCompileSource(noCompiler, text(kKernel), DtypOutputKindPTX));
  DtypCompiledObject noObject = dtypCompiledModuleGetObject(noCode, 0);
  DtypCompiledKernel noKernel = dtypCompiledObjectGetKernel(noObject, 0);
  printf("  %d objects, %d kernels, %d arguments, %d chips, %d parameters, "
         "resource %d, %d bytes, compiler %p\n",
         (int)dtypCompiledModuleGetNumObjects(noCode),
         (int)dtypCompiledObjectGetNumKernels(noObject),
         (int)dtypCompiledKernelGetNumArguments(noKernel),
         (int)dtypCompiledKernelGetNumChips(noKernel),
         (int)dtypCompiledKernelGetArgumentParameters(noKernel, 0, 0, NULL),
         (int)dtypCompiledKernelGetResource(noKernel, 0,
                                            DtypKernelResourceBarriers),
         (int)dtypCompiledObjectGetContents(noObject).length,
         dtypCompilerCreate(kNoContext, none).ptr);
  dtypCompilerDestroy(noCompiler);
  dtypCompiledModuleDestroy(noCode);
  dtypCompileOptionsDestroy(none);

  mlirModuleDestroy(module);
  dtypCompilerDestroy(compiler);
}

// A context that nothing was registered in: the compiler brings all along.
static void testBareContext(void) {
  MlirContext context = mlirContextCreate();
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  printf("bare context\n");
  printf("  f32 is a dtype? %d\n", dtypTypeIsADType(mlirF32TypeGet(context)));
  DtypCompileOptions none = {NULL};
  DtypCompiler compiler = dtypCompilerCreate(context, none);
  printCode(
      dtypCompilerCompileSource(compiler, text(kKernel), DtypOutputKindPTX));
  dtypCompilerDestroy(compiler);
  mlirContextDestroy(context);

  // Upstream's way, dialect by dialect.
  context = mlirContextCreate();
  printf("handles: ");
  mlirDialectHandleRegisterDialect(mlirGetDialectHandle__dtyp__(), context);
  MlirDialect dialect =
      mlirDialectHandleLoadDialect(mlirGetDialectHandle__dtyp__(), context);
  print(mlirDialectGetNamespace(dialect), NULL);
  dialect =
      mlirDialectHandleLoadDialect(mlirGetDialectHandle__cudax__(), context);
  printf(" ");
  print(mlirDialectGetNamespace(dialect), NULL);
  printf("\n");
  mlirContextDestroy(context);
  MlirDialectRegistry noRegistry = {NULL};
  dtypRegisterAllDialects(noRegistry);
}

// Ops are built by upstream's function; what it cannot infer is an error.
static void testOps(MlirContext context) {
  printf("ops\n");
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirType types[2] = {dtypDTypeTypeGet(mlirF32TypeGet(context)),
                       mlirF32TypeGet(context)};
  for (int i = 0; i != 2; ++i) {
    MlirBlock block = mlirBlockCreate(2, types, (MlirLocation[]){loc, loc});
    MlirOperationState state =
        mlirOperationStateGet(text("dtyp.dtype_of"), loc);
    MlirValue operand = mlirBlockGetArgument(block, i);
    mlirOperationStateAddOperands(&state, 1, &operand);
    mlirOperationStateEnableResultTypeInference(&state);
    MlirOperation op = mlirOperationCreate(&state);
    printf("  built? %d", op.ptr != NULL);
    printf(", valid? %d\n", op.ptr && mlirOperationVerify(op));
    if (op.ptr)
      mlirOperationDestroy(op);
    mlirBlockDestroy(block);
  }
}

static void testPasses(MlirContext context) {
  dtypRegisterAllPasses();
  dtypRegisterAllPasses();
  MlirModule module = mlirModuleCreateParse(context, text(kKernel));
  MlirPassManager passes = mlirPassManagerCreate(context);
  MlirOpPassManager top = mlirPassManagerGetAsOpPassManager(passes);
  printResult("unknown pass",
              mlirParsePassPipeline(top, text("builtin.module(no-such-pass)"),
                                    print, NULL));
  printResult("pipeline",
              mlirParsePassPipeline(
                  top,
                  text("builtin.module(dtyp-to-nvvm{chip=sm_90 format=isa})"),
                  print, NULL));
  MlirOperation op = mlirModuleGetOperation(module);
  printResult("run", mlirPassManagerRunOnOp(passes, op));
  MlirOperation binary = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  printf("result: ");
  print(mlirIdentifierStr(mlirOperationGetName(binary)), NULL);
  printf("\n");
  mlirPassManagerDestroy(passes);
  mlirModuleDestroy(module);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static MlirLogicalResult count(MlirDiagnostic diagnostic, void *userData) {
  (void)diagnostic;
  ++*(int *)userData;
  return mlirLogicalResultSuccess();
}

// Compiles on a context of its own, and makes an error each time.
static int compileInThread(void *argument) {
  size_t *length = argument;
  int numErrors = 0;
  MlirContext context = makeContext();
  mlirContextAttachDiagnosticHandler(context, count, &numErrors, NULL);
  dtypRegisterAllPasses();
  for (int i = 0; i != 3; ++i) {
    MlirModule module = mlirModuleCreateParse(context, text(kKernel));
    DtypCompileOptions options = dtypCompileOptionsCreate();
    dtypCompileOptionsAddChip(options, text("sm_90"));
    DtypCompiledModule code = dtypCompileToPTX(module, options);
    *length =
        dtypCompiledObjectGetContents(dtypCompiledModuleGetObject(code, 0))
            .length;
    dtypCompiledModuleDestroy(code);
    dtypCompileOptionsDestroy(options);
    mlirModuleDestroy(module);
    if (dtypDTypeGetItemSize(dtypDTypeParse(context, text("f4,f8"))) != 12)
      *length = 0;
    dtypDTypeParse(context, text("f4,f9"));
  }
  mlirContextDestroy(context);
  return numErrors;
}

static void testThreads(void) {
  thrd_t threads[2];
  size_t lengths[2] = {0, 1};
  for (int i = 0; i != 2; ++i)
    if (thrd_create(&threads[i], compileInThread, &lengths[i]) != thrd_success)
      return;
  int numErrors[2] = {0, 0};
  for (int i = 0; i != 2; ++i)
    thrd_join(threads[i], &numErrors[i]);
  printf("two threads: %s, %d and %d errors\n",
         lengths[0] > 100 && lengths[0] == lengths[1] ? "the same PTX"
                                                      : "different PTX",
         numErrors[0], numErrors[1]);
}

static void testCubin(const char *toolkit) {
  MlirContext context = makeContext();
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  DtypCompileOptions options = dtypCompileOptionsCreate();
  dtypCompileOptionsAddChip(options, text("sm_80"));
  dtypCompileOptionsAddChip(options, text("sm_90"));
  dtypCompileOptionsSetToolkit(options, text(toolkit));
  MlirModule module = mlirModuleCreateParse(context, text(kKernel));
  printCode(dtypCompileToCubin(module, options));
  DtypCompiler compiler = dtypCompilerCreate(context, options);
  printCode(dtypCompilerCompile(compiler, module, DtypOutputKindFatbin));
  dtypCompilerDestroy(compiler);
  // An assembler that is not there is an error, too.
  dtypCompileOptionsSetToolkit(options, text("/nowhere"));
  dtypCompileOptionsSetAssembler(options, DtypAssemblerPtxas);
  printCode(dtypCompileToCubin(module, options));
  mlirModuleDestroy(module);
  dtypCompileOptionsDestroy(options);
  mlirContextDestroy(context);
}

int main(int argc, char **argv) {
  if (argc > 1) {
    testCubin(argv[1]);
    return EXIT_SUCCESS;
  }
  // First of all: what the threads share is not there yet.
  testThreads();
  printf("version ");
  print(dtypGetVersion(), NULL);
  printf("\n");
  MlirContext context = makeContext();
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  testDTypes(context);
  testPromotion(context);
  testTypes(context);
  testCompiler(context);
  testOptions(context);
  testOps(context);
  testPasses(context);
  testBareContext();
  mlirContextDestroy(context);
  return EXIT_SUCCESS;
}

//===- ops_test.c - Ops, attributes and layouts of the C API --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program builds attributes, records and each op, from what is right and
// what is wrong, and prints them or the diagnostic. At the end it compiles a
// kernel that it built.
//
//===----------------------------------------------------------------------===//

#include "Strings.h"

#include "dtyp-c/Attributes.h"
#include "dtyp-c/Compiler.h"
#include "dtyp-c/CudaxOps.h"
#include "dtyp-c/DtypOps.h"
#include "dtyp-c/Registration.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirValue kNoValue = {NULL};
static const MlirLocation kNoLocation = {NULL};
static const MlirAttribute kNoAttribute = {NULL};

static MlirLogicalResult report(MlirDiagnostic diagnostic, void *userData) {
  (void)userData;
  printf("error: ");
  mlirDiagnosticPrint(diagnostic, print, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

// The arguments of this function are what ops are built from.
static const char *const kFunction =
    "func.func @ops(%number: f32, %dtype: !dtyp.dtype<f32>,\n"
    "               %foo: !dtyp.provider<\"Foo\", ui8>,\n"
    "               %old: !dtyp.provider<\"Old\", f32, legacy>,\n"
    "               %scaled: !dtyp.provider<\"Scaled\", f32, {scale: f32}>,\n"
    "               %index: index, %flags: memref<?xi8>,\n"
    "               %points: memref<?x!dtyp.record<aligned, pos: "
    "!dtyp.subarray<3xf32>>>,\n"
    "               %token: !gpu.async.token) {\n"
    "  return\n"
    "}\n";

typedef struct Values {
  MlirContext context;
  MlirLocation loc;
  MlirBlock block;
  MlirValue number, dtype, foo, old, scaled, index, flags, points, token;
} Values;

static Values getValues(MlirContext context, MlirModule module) {
  Values values = {.context = context, .loc = mlirLocationUnknownGet(context)};
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  values.block = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirValue *all[] = {&values.number, &values.dtype,  &values.foo,
                      &values.old,    &values.scaled, &values.index,
                      &values.flags,  &values.points, &values.token};
  for (intptr_t i = 0; i != sizeof all / sizeof *all; ++i)
    *all[i] = mlirBlockGetArgument(values.block, i);
  return values;
}

// Puts the op into the function, and returns its first result.
static MlirValue show(Values *values, MlirOperation op) {
  if (!op.ptr) {
    printf("null\n");
    return kNoValue;
  }
  print(mlirIdentifierStr(mlirOperationGetName(op)), NULL);
  printf("\n");
  mlirBlockInsertOwnedOperationBefore(
      values->block, mlirBlockGetTerminator(values->block), op);
  return mlirOperationGetNumResults(op) ? mlirOperationGetResult(op, 0)
                                        : kNoValue;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static void printAttribute(MlirAttribute attribute) {
  if (attribute.ptr)
    mlirAttributePrint(attribute, print, NULL);
  else
    printf("null");
  printf("\n");
}

static void testAttributes(MlirContext context) {
  printf("# attributes\n");
  MlirContext noContext = {NULL};
  MlirType types[2] = {
      mlirTypeParseGet(context, text("!dtyp.provider<\"Foo\", ui8>")),
      mlirTypeParseGet(context, text("memref<?xi8>"))};
  int64_t counts[2] = {0, 1};
  MlirAttribute map = dtypArgumentMapAttrGet(context, 2, types, counts);
  printAttribute(map);
  printf("is it? %d; %d arguments", dtypAttributeIsAArgumentMap(map),
         (int)dtypArgumentMapAttrGetNumArguments(map));
  for (int i = -1; i <= 2; ++i)
    printf("; %d: %d from %d, typed? %d", i,
           (int)dtypArgumentMapAttrGetParameterCount(map, i),
           (int)dtypArgumentMapAttrGetFirstParameter(map, i),
           dtypArgumentMapAttrGetSourceType(map, i).ptr != NULL);
  printf("\n");
  counts[1] = -1;
  printAttribute(dtypArgumentMapAttrGet(context, 2, types, counts));
  types[0] = kNoType;
  printAttribute(dtypArgumentMapAttrGet(context, 1, types, counts));
  printAttribute(dtypArgumentMapAttrGet(context, 1, NULL, counts));
  printAttribute(dtypArgumentMapAttrGet(context, 0, NULL, NULL));
  printAttribute(dtypArgumentMapAttrGet(noContext, 0, NULL, NULL));

  MlirAttribute model =
      dtypAlignmentModelAttrGet(context, DtypAlignmentModelDevice);
  MlirAttribute rules =
      dtypPromotionRulesAttrGet(context, DtypPromotionRulesJAX);
  MlirAttribute level =
      dtypCastingLevelAttrGet(context, DtypCastingLevelSameKind);
  MlirAttribute kind =
      dtypWeakScalarKindAttrGet(context, DtypWeakScalarKindComplex);
  MlirAttribute all[5] = {model, rules, level, kind, kNoAttribute};
  for (int i = 0; i != 5; ++i) {
    MlirAttribute a = all[i];
    printf("map? %d; model? %d %d; rules? %d %d; level? %d %d; kind? %d %d: ",
           dtypAttributeIsAArgumentMap(a), dtypAttributeIsAAlignmentModel(a),
           dtypAlignmentModelAttrGetValue(a), dtypAttributeIsAPromotionRules(a),
           dtypPromotionRulesAttrGetValue(a), dtypAttributeIsACastingLevel(a),
           dtypCastingLevelAttrGetValue(a), dtypAttributeIsAWeakScalarKind(a),
           dtypWeakScalarKindAttrGetValue(a));
    printAttribute(a);
  }
  printAttribute(dtypAlignmentModelAttrGet(context, (DtypAlignmentModel)2));
  printAttribute(dtypPromotionRulesAttrGet(context, (DtypPromotionRules)2));
  printAttribute(dtypCastingLevelAttrGet(context, (DtypCastingLevel)-1));
  printAttribute(dtypWeakScalarKindAttrGet(context, (DtypWeakScalarKind)3));
  printAttribute(dtypWeakScalarKindAttrGet(noContext, DtypWeakScalarKindInt));
}

//===----------------------------------------------------------------------===//
// Layouts of records
//===----------------------------------------------------------------------===//

static void printRecord(MlirContext context, intptr_t numFields,
                        const DtypField *fields, DtypFieldLayout layout) {
  MlirType type = dtypRecordTypeGetLaidOut(context, numFields, fields, layout);
  if (type.ptr)
    mlirTypePrint(type, print, NULL);
  else
    printf("null");
  printf(" of %d bytes, aligned? %d\n", (int)dtypDTypeGetItemSize(type),
         dtypRecordTypeIsAligned(type));
}

static void testLayouts(MlirContext context) {
  printf("# layouts\n");
  MlirContext noContext = {NULL};
  MlirType f32 = mlirF32TypeGet(context);
  DtypField fields[2] = {
      {text("a"), text("A"), mlirIntegerTypeGet(context, 8), 99},
      {text("b"), kNoString, mlirComplexTypeGet(f32), -1}};
  printRecord(context, 2, fields, DtypFieldLayoutPacked);
  printRecord(context, 2, fields, DtypFieldLayoutAligned);
  printRecord(context, 2, fields, DtypFieldLayoutDevice);
  printRecord(context, 0, NULL, DtypFieldLayoutAligned);
  printRecord(context, 2, fields, (DtypFieldLayout)3);
  printRecord(context, 2, NULL, DtypFieldLayoutPacked);
  printRecord(noContext, 2, fields, DtypFieldLayoutPacked);
  fields[1].dtype = mlirIntegerTypeGet(context, 7);
  printRecord(context, 2, fields, DtypFieldLayoutPacked);
  fields[1].dtype = kNoType;
  printRecord(context, 2, fields, DtypFieldLayoutPacked);
  fields[1].dtype = f32;
  fields[1].name = fields[0].title;
  printRecord(context, 2, fields, DtypFieldLayoutPacked);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static void testDTypeOps(Values *v) {
  printf("# dtypes\n");
  MlirLocation loc = v->loc;
  show(v, dtypConstantOpCreate(loc, mlirF32TypeGet(v->context)));
  show(v, dtypConstantOpCreate(loc, mlirIntegerTypeGet(v->context, 7)));
  show(v, dtypConstantOpCreate(loc, kNoType));
  show(v, dtypConstantOpCreate(kNoLocation, kNoType));
  show(v, dtypDTypeOfOpCreate(loc, v->foo, false));
  show(v, dtypDTypeOfOpCreate(loc, v->old, true));
  show(v, dtypDTypeOfOpCreate(loc, v->old, false));
  show(v, dtypDTypeOfOpCreate(loc, v->number, false));
  show(v, dtypDTypeOfOpCreate(loc, kNoValue, false));
  show(v, dtypItemSizeOpCreate(loc, v->dtype));
  show(v, dtypItemSizeOpCreate(loc, v->foo));
  show(v, dtypAlignmentOpCreate(loc, DtypAlignmentModelDevice, v->dtype));
  show(v, dtypAlignmentOpCreate(loc, (DtypAlignmentModel)5, v->dtype));
  MlirType scaled = mlirValueGetType(v->scaled);
  show(v, dtypMakeProviderOpCreate(loc, scaled, 1, &v->number));
  show(v, dtypMakeProviderOpCreate(loc, scaled, 1, &v->index));
  show(v, dtypMakeProviderOpCreate(loc, scaled, 1, NULL));
  show(v, dtypMakeProviderOpCreate(loc, mlirF32TypeGet(v->context), 0, NULL));
  show(v, dtypGetFieldOpCreate(loc, v->scaled, text("scale")));
  show(v, dtypGetFieldOpCreate(loc, v->scaled, text("gone")));
  show(v, dtypGetFieldOpCreate(loc, v->number, kNoString));

  MlirContext other = mlirContextCreate();
  show(v, dtypConstantOpCreate(loc, mlirF32TypeGet(other)));
  mlirContextDestroy(other);
}

static void testPromotionOps(Values *v) {
  printf("# promotion\n");
  MlirLocation loc = v->loc;
  MlirType f32 = mlirF32TypeGet(v->context);
  MlirType i8 = mlirIntegerTypeGet(v->context, 8);
  MlirValue weak =
      show(v, dtypWeakScalarOpCreate(loc, DtypWeakScalarKindFloat));
  show(v, dtypWeakScalarOpCreate(loc, (DtypWeakScalarKind)7));
  MlirValue dtypes[2] = {v->foo, weak};
  show(v, dtypPromoteOpCreate(loc, 2, dtypes, DtypPromotionRulesNumPy));
  show(v, dtypPromoteOpCreate(loc, 2, dtypes, (DtypPromotionRules)9));
  show(v, dtypPromoteOpCreate(loc, 0, NULL, DtypPromotionRulesNumPy));
  show(v, dtypPromoteOpCreate(loc, -1, dtypes, DtypPromotionRulesNumPy));
  dtypes[1] = v->number;
  show(v, dtypPromoteOpCreate(loc, 2, dtypes, DtypPromotionRulesJAX));
  show(v, dtypCanCastOpCreate(loc, DtypCastingLevelSafe, v->foo, v->dtype));
  show(v, dtypCanCastOpCreate(loc, DtypCastingLevelSafe, v->number, v->dtype));
  show(v, dtypCanCastOpCreate(loc, (DtypCastingLevel)5, v->foo, v->dtype));
  show(v, dtypCastOpCreate(loc, v->number, f32, i8, DtypCastingLevelUnsafe));
  show(v, dtypCastOpCreate(loc, v->number, f32, i8, DtypCastingLevelSafe));
  show(v, dtypCastOpCreate(loc, v->number, i8, f32, DtypCastingLevelUnsafe));
  show(v,
       dtypCastOpCreate(loc, v->number, f32, mlirIntegerTypeGet(v->context, 7),
                        DtypCastingLevelUnsafe));
  show(v, dtypCastOpCreate(loc, kNoValue, f32, kNoType, (DtypCastingLevel)5));
}

static void testAccessOps(Values *v) {
  printf("# accesses\n");
  MlirLocation loc = v->loc;
  MlirType f32 = mlirF32TypeGet(v->context);
  MlirType boolean = mlirIntegerTypeGet(v->context, 1);
  DtypElement flag = {v->flags, 1, &v->index, 0, NULL, boolean};
  MlirValue loaded = show(v, dtypLoadOpCreate(loc, &flag));
  show(v, dtypStoreOpCreate(loc, loaded, &flag));
  show(v, dtypStoreOpCreate(loc, v->number, &flag));
  show(v, dtypStoreOpCreate(loc, kNoValue, &flag));
  DtypPathStep path[2] = {{text("pos"), 0, NULL}, {kNoString, 1, &v->index}};
  DtypElement part = {v->points, 1, &v->index, 2, path, kNoType};
  show(v, dtypLoadOpCreate(loc, &part));
  show(v, dtypStoreOpCreate(loc, v->number, &part));
  show(v, dtypAtomicRMWOpCreate(loc, text("addf"), v->number, &part));
  show(v, dtypAtomicRMWOpCreate(loc, text("addi"), v->number, &part));
  show(v, dtypAtomicRMWOpCreate(loc, text("sub"), v->number, &part));
  path[0].name = text("gone");
  show(v, dtypLoadOpCreate(loc, &part));
  part.path = NULL;
  show(v, dtypLoadOpCreate(loc, &part));
  path[0].name = text("pos");
  path[1].indices = NULL;
  part.path = path;
  show(v, dtypLoadOpCreate(loc, &part));
  part.numSteps = 1;
  show(v, dtypLoadOpCreate(loc, &part));
  flag.numIndices = 0;
  show(v, dtypLoadOpCreate(loc, &flag));
  flag.memref = v->number;
  show(v, dtypLoadOpCreate(loc, &flag));
  show(v, dtypLoadOpCreate(loc, NULL));

  MlirStringRef names[1] = {text("pos")};
  show(v, dtypFieldViewOpCreate(loc, v->points, 1, names));
  show(v, dtypFieldViewOpCreate(loc, v->flags, 1, names));
  show(v, dtypFieldViewOpCreate(loc, v->points, 1, NULL));
  show(v, dtypViewOpCreate(loc, v->flags, boolean));
  show(v, dtypViewOpCreate(loc, v->flags, mlirIntegerTypeGet(v->context, 7)));
  show(v, dtypViewOpCreate(loc, v->number, f32));
  show(v, dtypRawLoadOpCreate(loc, f32, v->points, 1, &v->index, v->index, 4));
  show(v, dtypRawLoadOpCreate(loc, f32, v->points, 1, &v->index, v->index, 0));
  show(v, dtypRawLoadOpCreate(loc, f32, v->points, 0, NULL, kNoValue, 4));
  show(v, dtypRawStoreOpCreate(loc, v->number, v->points, 1, &v->index,
                               v->index, 4));
  show(v,
       dtypRawStoreOpCreate(loc, v->number, v->points, 0, NULL, v->index, 4));
}

static void testArrayOps(Values *v) {
  printf("# arrays\n");
  MlirLocation loc = v->loc;
  int64_t sizes[2] = {10, mlirShapedTypeGetDynamicSize()};
  DtypCudaxArray array = {v->foo, 1, sizes, 0, NULL, 32};
  show(v, dtypCudaxLocalAllocaOpCreate(loc, &array));
  array.rank = 2;
  array.alignment = 0;
  show(v, dtypCudaxLocalAllocaOpCreate(loc, &array));
  array.numDynamicSizes = 1;
  show(v, dtypCudaxSharedAllocaOpCreate(loc, &array, false));
  array.dynamicSizes = &v->index;
  show(v, dtypCudaxSharedAllocaOpCreate(loc, &array, false));
  show(v, dtypCudaxDeviceAllocOpCreate(loc, &array, true));
  show(v, dtypCudaxDeviceAllocOpCreateAsync(loc, 1, &v->token, &array));
  show(v, dtypCudaxDeviceAllocOpCreateAsync(loc, 0, NULL, &array));
  show(v, dtypCudaxDeviceAllocOpCreateAsync(loc, 1, &v->index, &array));
  array.rank = 1;
  array.numDynamicSizes = 0;
  show(v, dtypCudaxSharedAllocaOpCreate(loc, &array, true));
  array.alignment = 3;
  show(v, dtypCudaxSharedAllocaOpCreate(loc, &array, false));
  array.alignment = 0;
  sizes[0] = 0;
  show(v, dtypCudaxLocalAllocaOpCreate(loc, &array));
  sizes[0] = -3;
  show(v, dtypCudaxLocalAllocaOpCreate(loc, &array));
  show(v, dtypCudaxDeviceAllocOpCreate(loc, &array, false));
  sizes[0] = 4;
  array.dtype = v->number;
  show(v, dtypCudaxLocalAllocaOpCreate(loc, &array));
  show(v, dtypCudaxDeviceAllocOpCreate(loc, &array, false));
  array.dtype = kNoValue;
  show(v, dtypCudaxDeviceAllocOpCreate(loc, &array, false));
  array.sizes = NULL;
  show(v, dtypCudaxLocalAllocaOpCreate(loc, &array));
  show(v, dtypCudaxLocalAllocaOpCreate(loc, NULL));

  MlirAttribute contents = mlirAttributeParseGet(
      v->context, text("dense<[1.0, 2.0]> : tensor<2xf32>"));
  show(v, dtypCudaxConstArrayOpCreate(loc, v->dtype, contents, 16));
  show(v, dtypCudaxConstArrayOpCreate(loc, v->foo, contents, 0));
  show(v, dtypCudaxConstArrayOpCreate(loc, v->dtype,
                                      mlirUnitAttrGet(v->context), 0));
  show(v, dtypCudaxConstArrayOpCreate(loc, v->dtype, kNoAttribute, 0));
}

// Nothing can be said without a location, and nothing is built.
static void testNoLocation(Values *v) {
  printf("# no location\n");
  MlirLocation loc = kNoLocation;
  MlirOperation ops[] = {
      dtypConstantOpCreate(loc, kNoType),
      dtypDTypeOfOpCreate(loc, v->foo, false),
      dtypItemSizeOpCreate(loc, v->dtype),
      dtypAlignmentOpCreate(loc, DtypAlignmentModelNumPy, v->dtype),
      dtypMakeProviderOpCreate(loc, kNoType, 0, NULL),
      dtypGetFieldOpCreate(loc, v->scaled, text("scale")),
      dtypWeakScalarOpCreate(loc, DtypWeakScalarKindInt),
      dtypPromoteOpCreate(loc, 1, &v->foo, DtypPromotionRulesNumPy),
      dtypCanCastOpCreate(loc, DtypCastingLevelNo, v->foo, v->foo),
      dtypCastOpCreate(loc, v->number, kNoType, kNoType, DtypCastingLevelNo),
      dtypLoadOpCreate(loc, NULL),
      dtypStoreOpCreate(loc, v->number, NULL),
      dtypAtomicRMWOpCreate(loc, text("addf"), v->number, NULL),
      dtypFieldViewOpCreate(loc, v->points, 0, NULL),
      dtypViewOpCreate(loc, v->flags, kNoType),
      dtypRawLoadOpCreate(loc, kNoType, v->points, 0, NULL, v->index, 1),
      dtypRawStoreOpCreate(loc, v->number, v->points, 0, NULL, v->index, 1),
      dtypCudaxLocalAllocaOpCreate(loc, NULL),
      dtypCudaxSharedAllocaOpCreate(loc, NULL, false),
      dtypCudaxConstArrayOpCreate(loc, v->dtype, kNoAttribute, 0),
      dtypCudaxDeviceAllocOpCreate(loc, NULL, false),
      dtypCudaxDeviceAllocOpCreateAsync(loc, 0, NULL, NULL),
  };
  int built = 0;
  for (size_t i = 0; i != sizeof ops / sizeof *ops; ++i)
    built += ops[i].ptr != NULL;
  printf("%d built\n", built);
}

// Where no dialect is registered, the builders load those that they need.
static void testBareContext(void) {
  printf("# bare context\n");
  MlirContext context = mlirContextCreate();
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirOperation constant = dtypConstantOpCreate(loc, mlirF32TypeGet(context));
  int64_t sizes[1] = {3};
  DtypCudaxArray array = {
      mlirOperationGetResult(constant, 0), 1, sizes, 0, NULL, 0};
  MlirOperation ops[4] = {
      dtypCudaxDeviceAllocOpCreateAsync(loc, 0, NULL, &array),
      dtypCudaxSharedAllocaOpCreate(loc, &array, false),
      dtypCudaxLocalAllocaOpCreate(loc, &array), constant};
  for (int i = 0; i != 4; ++i) {
    print(mlirIdentifierStr(mlirOperationGetName(ops[i])), NULL);
    printf(" has %d results\n", (int)mlirOperationGetNumResults(ops[i]));
    mlirOperationDestroy(ops[i]);
  }
  mlirContextDestroy(context);
}

//===----------------------------------------------------------------------===//
// A kernel that is built and compiled
//===----------------------------------------------------------------------===//

static void testKernel(MlirContext context, const char *cache) {
  printf("# kernel\n");
  MlirModule module = mlirModuleCreateParse(
      context,
      text("gpu.module @kernels {\n"
           "  gpu.func @kernel(%foo: !dtyp.provider<\"Foo\", ui8>,\n"
           "                   %out: memref<?xi8>, %i: index) kernel {\n"
           "    gpu.return\n"
           "  }\n"
           "}\n"));
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  op = mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirOperation end = mlirBlockGetTerminator(body);
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirValue out = mlirBlockGetArgument(body, 1);
  MlirValue index = mlirBlockGetArgument(body, 2);

  int64_t sizes[1] = {10};
  DtypCudaxArray state = {mlirBlockGetArgument(body, 0), 1, sizes, 0, NULL, 0};
  MlirOperation array = dtypCudaxLocalAllocaOpCreate(loc, &state);
  mlirBlockInsertOwnedOperationBefore(body, end, array);
  DtypElement source = {out, 1, &index, 0, NULL, kNoType};
  MlirOperation load = dtypLoadOpCreate(loc, &source);
  mlirBlockInsertOwnedOperationBefore(body, end, load);
  DtypElement target = {
      mlirOperationGetResult(array, 0), 1, &index, 0, NULL, kNoType};
  mlirBlockInsertOwnedOperationBefore(
      body, end,
      dtypStoreOpCreate(loc, mlirOperationGetResult(load, 0), &target));

  // Compiled, and taken from the cache the second time.
  DtypCompileOptions options = dtypCompileOptionsCreate();
  dtypCompileOptionsSetCache(options, text(cache), 0, kNoString);
  DtypCompiler compiler = dtypCompilerCreate(context, options);
  for (int i = 0; i != 2; ++i) {
    DtypCompiledModule code =
        dtypCompilerCompile(compiler, module, DtypOutputKindPTX);
    printf("%d objects, cache %d, key of %d characters, problem '",
           (int)dtypCompiledModuleGetNumObjects(code),
           dtypCompiledModuleGetCacheStatus(code),
           (int)dtypCompiledModuleGetCacheKey(code).length);
    print(dtypCompiledModuleGetCacheProblem(code), NULL);
    printf("'\n");
    dtypCompiledModuleDestroy(code);
  }
  DtypCompiledModule none = {NULL};
  printf("of nothing: cache %d, key of %d characters, problem of %d\n",
         dtypCompiledModuleGetCacheStatus(none),
         (int)dtypCompiledModuleGetCacheKey(none).length,
         (int)dtypCompiledModuleGetCacheProblem(none).length);
  dtypCompilerDestroy(compiler);
  dtypCompileOptionsDestroy(options);
  mlirModuleDestroy(module);
}

int main(int argc, char **argv) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dtypRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  MlirModule module = mlirModuleCreateParse(context, text(kFunction));
  Values values = getValues(context, module);

  testAttributes(context);
  testLayouts(context);
  testDTypeOps(&values);
  testPromotionOps(&values);
  testAccessOps(&values);
  testArrayOps(&values);
  testNoLocation(&values);
  testBareContext();
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);
  printf("valid? %d\n", mlirOperationVerify(mlirModuleGetOperation(module)));
  if (argc > 1)
    testKernel(context, argv[1]);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return EXIT_SUCCESS;
}

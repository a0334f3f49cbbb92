//===- PrintDTypes.cpp - Print the facts of dtypes ------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of what the interface of a dtype answers,
// as a table in Markdown and as JSON.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/JSON.h"

namespace mlir::dtyp {
#define GEN_PASS_DEF_PRINTDTYPESPASS
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h.inc"
} // namespace mlir::dtyp

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// Which dtypes a module has
//===----------------------------------------------------------------------===//

/// Returns the dtype that `type` is there for, or null.
static DTypeInterface getDTypeOf(Type type) {
  if (auto provider = dyn_cast<DTypeProviderTypeInterface>(type)) {
    return dyn_cast_if_present<DTypeInterface>(provider.getProvidedDType());
  }
  // That f32 is a memref's element says nothing about dtypes.
  auto array = dyn_cast<BaseMemRefType>(type);
  if (array && isa<MemRefElementTypeInterface>(array.getElementType())) {
    return dyn_cast<DTypeInterface>(array.getElementType());
  }
  return {};
}

SmallVector<DTypeInterface> mlir::dtyp::collectDTypes(Operation *op) {
  llvm::SmallSetVector<Type, 8> dtypes;
  AttrTypeWalker walker;
  walker.addWalk([&](Type type) {
    if (DTypeInterface dtype = getDTypeOf(type)) {
      dtypes.insert(dtype);
    }
  });
  op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    walker.walk(nested->getAttrDictionary());
    for (Type type : nested->getOperandTypes()) {
      walker.walk(type);
    }
    for (Type type : nested->getResultTypes()) {
      walker.walk(type);
    }
    for (Region &region : nested->getRegions()) {
      for (Block &block : region) {
        for (Type type : block.getArgumentTypes()) {
          walker.walk(type);
        }
      }
    }
  });
  return llvm::map_to_vector(
      dtypes, [](Type type) { return cast<DTypeInterface>(type); });
}

static std::string toString(Type type) {
  std::string text;
  if (type) {
    llvm::raw_string_ostream(text) << type;
  }
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// Writes a fact that may have no answer.
template <typename T>
static void printFact(llvm::json::OStream &json, StringRef key,
                      const std::optional<T> &fact) {
  if (fact) {
    json.attribute(key, *fact);
  } else {
    json.attribute(key, nullptr);
  }
}

static void printFact(llvm::json::OStream &json, StringRef key, Type type) {
  printFact(json, key,
            type ? std::optional(llvm::json::fixUTF8(toString(type)))
                 : std::nullopt);
}

static void printFields(llvm::json::OStream &json, DTypeInterface dtype);

static void printFacts(llvm::json::OStream &json, DTypeInterface dtype) {
  json.object([&] {
    printFact(json, "dtype", Type(dtype));
    json.attribute("name", llvm::json::fixUTF8(dtype.getDTypeName()));
    json.attribute("kind", stringifyDTypeKind(dtype.getDTypeKind()));
    printFact(json, "itemsize", dtype.getItemSize());
    printFact(json, "numpy_alignment",
              dtype.getAlignment(AlignmentModel::NumPy));
    printFact(json, "device_alignment",
              dtype.getAlignment(AlignmentModel::Device));
    printFact(json, "value", dtype.getValueType());
    printFact(json, "storage", dtype.getStorageType());
    json.attributeArray("shape", [&] {
      for (int64_t extent : dtype.getSubArrayShape()) {
        json.value(extent);
      }
    });
    printFact(json, "typestr", dtype.getTypestr());
    std::optional<std::string> descr = getDescr(dtype);
    printFact(json, "descr",
              descr ? std::optional(llvm::json::fixUTF8(*descr)) : descr);
    if (std::optional<DLPackDataType> dlpack = dtype.getDLPackDataType()) {
      json.attributeObject("dlpack", [&] {
        json.attribute("code", dlpack->code);
        json.attribute("bits", dlpack->bits);
        json.attribute("lanes", dlpack->lanes);
        json.attribute("padded", dlpack->isSubByteTypePadded);
      });
    } else {
      json.attribute("dlpack", nullptr);
    }
    printFields(json, dtype);
  });
}

static void printFields(llvm::json::OStream &json, DTypeInterface dtype) {
  SmallVector<DTypeField> fields;
  dtype.getFields(fields);
  json.attributeArray("fields", [&] {
    for (const DTypeField &field : fields) {
      json.object([&] {
        json.attribute("name", llvm::json::fixUTF8(field.name.getValue()));
        printFact(json, "title",
                  field.title ? std::optional(
                                    llvm::json::fixUTF8(field.title.getValue()))
                              : std::nullopt);
        json.attribute("offset", field.offset);
        json.attributeBegin("dtype");
        printFacts(json, cast<DTypeInterface>(field.dtype));
        json.attributeEnd();
      });
    }
  });
}

static void printJson(ArrayRef<DTypeInterface> dtypes, llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (DTypeInterface dtype : dtypes) {
      printFacts(json, dtype);
    }
  });
  os << '\n';
}

//===----------------------------------------------------------------------===//
// Markdown
//===----------------------------------------------------------------------===//

/// Writes code into a cell of a table; nothing for what has no answer.
static void printCode(llvm::raw_ostream &os, StringRef text) {
  if (text.empty()) {
    os << " |";
    return;
  }
  // Two backquotes enclose one.
  bool hasQuote = text.contains('`');
  os << (hasQuote ? " `` " : " `");
  for (char c : text) {
    os << (c == '|' ? "\\" : "") << c;
  }
  os << (hasQuote ? " `` |" : "` |");
}

static void printNumber(llvm::raw_ostream &os, std::optional<int64_t> number) {
  if (number) {
    os << ' ' << *number;
  }
  os << " |";
}

static std::string formatShape(DTypeInterface dtype) {
  std::string text;
  SmallVector<int64_t> shape = dtype.getSubArrayShape();
  if (!shape.empty()) {
    llvm::raw_string_ostream os(text);
    llvm::interleave(shape, os, "x");
  }
  return text;
}

static std::string formatDLPack(DTypeInterface dtype) {
  std::string text;
  if (std::optional<DLPackDataType> dlpack = dtype.getDLPackDataType()) {
    llvm::raw_string_ostream(text)
        << "code " << unsigned(dlpack->code) << ", " << unsigned(dlpack->bits)
        << " bits, " << dlpack->lanes
        << (dlpack->lanes == 1 ? " lane" : " lanes")
        << (dlpack->isSubByteTypePadded ? ", padded" : "");
  }
  return text;
}

static std::string formatFields(DTypeInterface dtype) {
  SmallVector<DTypeField> fields;
  dtype.getFields(fields);
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(fields, os, [&](const DTypeField &field) {
    llvm::printEscapedString(field.name.getValue(), os);
    if (field.title) {
      os << "(\"";
      llvm::printEscapedString(field.title.getValue(), os);
      os << "\")";
    }
    os << ": " << field.dtype << " at " << field.offset;
  });
  return text;
}

static void printMarkdown(ArrayRef<DTypeInterface> dtypes,
                          llvm::raw_ostream &os) {
  os << "| dtype | name | kind | itemsize | NumPy alignment | device alignment "
        "| value | storage | shape | typestr | descr | DLPack | fields |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (DTypeInterface dtype : dtypes) {
    os << '|';
    printCode(os, toString(dtype));
    printCode(os, dtype.getDTypeName());
    printCode(os, stringifyDTypeKind(dtype.getDTypeKind()));
    printNumber(os, dtype.getItemSize());
    printNumber(os, dtype.getAlignment(AlignmentModel::NumPy));
    printNumber(os, dtype.getAlignment(AlignmentModel::Device));
    printCode(os, toString(dtype.getValueType()));
    printCode(os, toString(dtype.getStorageType()));
    printCode(os, formatShape(dtype));
    printCode(os, dtype.getTypestr().value_or(""));
    printCode(os, getDescr(dtype).value_or(""));
    printCode(os, formatDLPack(dtype));
    printCode(os, formatFields(dtype));
    os << '\n';
  }
}

void mlir::dtyp::printDTypes(ArrayRef<DTypeInterface> dtypes,
                             DTypeTableFormat format, llvm::raw_ostream &os) {
  switch (format) {
  case DTypeTableFormat::Text:
    return printMarkdown(dtypes, os);
  case DTypeTableFormat::JSON:
    return printJson(dtypes, os);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct PrintDTypesPass
    : public dtyp::impl::PrintDTypesPassBase<PrintDTypesPass> {
  using Base::Base;

  void runOnOperation() override {
    // Standard error has no buffer.
    std::string text;
    llvm::raw_string_ostream os(text);
    printDTypes(collectDTypes(getOperation()), format, os);
    llvm::errs() << text;
    markAllAnalysesPreserved();
  }
};

} // namespace

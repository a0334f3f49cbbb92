//===- RecordType.cpp - NumPy's structured dtype --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements !dtyp.record: its layout, its text and its facts. The
// rules of the layout are those of `_convert_from_list` and
// `_convert_from_dict` in NumPy's descriptor.c.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Dialect/Dtyp/IR/FieldLayout.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

/// What stands before the fields in the text.
static constexpr llvm::StringLiteral kAligned = "aligned";
static constexpr llvm::StringLiteral kDevice = "device";
/// What stands behind them.
static constexpr llvm::StringLiteral kItemSize = "itemsize";
static constexpr llvm::StringLiteral kAlignment = "alignment";

namespace {

/// Where the fields of a record lie.
struct RecordLayout {
  SmallVector<int64_t> offsets;
  int64_t itemsize = 0;
  int64_t alignment = 1;
};

} // namespace

static AlignmentModel getModel(FieldLayout layout) {
  return layout == FieldLayout::Device ? AlignmentModel::Device
                                       : AlignmentModel::NumPy;
}

/// Returns the alignment that the record needs for its fields.
static int64_t getMaxAlignment(ArrayRef<Type> dtypes, FieldLayout layout) {
  int64_t alignment = 1;
  if (layout != FieldLayout::Packed) {
    for (Type dtype : dtypes) {
      alignment = std::max(alignment, cast<DTypeInterface>(dtype)
                                          .getAlignment(getModel(layout))
                                          .value_or(1));
    }
  }
  return alignment;
}

/// Lays out the fields, one behind the other.
static RecordLayout layOut(ArrayRef<Type> dtypes, FieldLayout layout) {
  RecordLayout result;
  result.alignment = getMaxAlignment(dtypes, layout);
  for (Type type : dtypes) {
    auto dtype = cast<DTypeInterface>(type);
    int64_t alignment = getMaxAlignment(type, layout);
    // Sizes are at most INT32_MAX, and so is the number of fields: no overflow.
    result.offsets.push_back(llvm::alignTo(result.itemsize, alignment));
    result.itemsize = result.offsets.back() + dtype.getItemSize().value_or(0);
  }
  result.itemsize = llvm::alignTo(result.itemsize, result.alignment);
  return result;
}

/// Returns the itemsize of fields at these offsets: as small as it can be.
static int64_t getEnd(ArrayRef<Type> dtypes, ArrayRef<int64_t> offsets,
                      int64_t alignment) {
  int64_t end = 0;
  for (auto [type, offset] : llvm::zip_equal(dtypes, offsets)) {
    end = std::max(end, offset + *cast<DTypeInterface>(type).getItemSize());
  }
  return llvm::alignTo(end, alignment);
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

RecordType RecordType::getChecked(function_ref<InFlightDiagnostic()> emitError,
                                  MLIRContext *context,
                                  ArrayRef<DTypeField> fields, int64_t byteSize,
                                  int64_t byteAlignment, bool aligned) {
  auto noTitle = StringAttr::get(context);
  SmallVector<StringAttr> names;
  SmallVector<StringAttr> titles;
  SmallVector<Type> dtypes;
  SmallVector<int64_t> offsets;
  for (const DTypeField &field : fields) {
    names.push_back(field.name);
    titles.push_back(field.title ? field.title : noTitle);
    dtypes.push_back(field.dtype);
    offsets.push_back(field.offset);
  }
  return getChecked(emitError, context, ArrayRef<StringAttr>(names),
                    ArrayRef<StringAttr>(titles), ArrayRef<Type>(dtypes),
                    ArrayRef<int64_t>(offsets), byteSize, byteAlignment,
                    aligned);
}

RecordType
mlir::dtyp::layOutRecord(function_ref<InFlightDiagnostic()> emitError,
                         MLIRContext *context, ArrayRef<DTypeField> fields,
                         FieldLayout layout) {
  SmallVector<Type> dtypes;
  for (const DTypeField &field : fields) {
    DTypeInterface dtype = verifyDType(field.dtype, emitError);
    if (!dtype) {
      return {};
    }
    dtypes.push_back(dtype);
  }
  RecordLayout record = layOut(dtypes, layout);
  SmallVector<DTypeField> placed(fields);
  for (auto [field, offset] : llvm::zip_equal(placed, record.offsets)) {
    field.offset = offset;
  }
  return RecordType::getChecked(
      emitError, context, ArrayRef<DTypeField>(placed), record.itemsize,
      record.alignment, layout != FieldLayout::Packed);
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Checks that names and titles are distinct, as they share NumPy's dictionary.
static LogicalResult verifyNames(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<StringAttr> names,
                                 ArrayRef<StringAttr> titles) {
  llvm::DenseSet<StringAttr> seen;
  for (auto [name, title] : llvm::zip_equal(names, titles)) {
    if (name.empty()) {
      return emitError() << "expected fields to have names, but got an empty "
                            "string";
    }
    if (!seen.insert(name).second) {
      return emitError() << "expected distinct names of fields, but got "
                         << name << " twice";
    }
  }
  for (StringAttr title : titles) {
    if (!title.empty() && !seen.insert(title).second) {
      return emitError() << "expected titles that are no name or title of "
                            "another field, but got "
                         << title << " twice";
    }
  }
  return success();
}

/// Checks that the field lies within the record, where it is aligned.
static LogicalResult verifyField(function_ref<InFlightDiagnostic()> emitError,
                                 StringAttr name, Type type, int64_t offset,
                                 int64_t itemsize, bool aligned) {
  DTypeInterface dtype = verifyDType(type, emitError);
  if (!dtype) {
    return failure();
  }
  std::optional<int64_t> size = dtype.getItemSize();
  std::optional<int64_t> alignment = dtype.getAlignment(AlignmentModel::NumPy);
  if (!size || !alignment) {
    return emitError() << "expected fields of known size and alignment, but "
                       << name << " is of type " << type;
  }
  if (offset < 0 || offset > itemsize || *size > itemsize - offset) {
    return emitError() << "expected the field " << name << " of " << *size
                       << " bytes to lie within the " << itemsize
                       << " bytes of the record, but its offset is " << offset;
  }
  if (aligned && offset % *alignment != 0) {
    return emitError() << "expected the offset of the field " << name
                       << " in an aligned record to be a multiple of its "
                          "alignment "
                       << *alignment << ", but got " << offset;
  }
  return success();
}

LogicalResult RecordType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<StringAttr> names,
                                 ArrayRef<StringAttr> titles,
                                 ArrayRef<Type> dtypes,
                                 ArrayRef<int64_t> offsets, int64_t itemsize,
                                 int64_t alignment, bool aligned) {
  if (names.size() > maxFields) {
    return emitError() << "expected at most " << maxFields
                       << " fields, but got " << names.size();
  }
  if (itemsize < 0 || itemsize > maxItemSize) {
    return emitError() << "expected an itemsize of 0 to " << maxItemSize
                       << " bytes, but got " << itemsize;
  }
  if (alignment < 1 || !llvm::isPowerOf2_64(alignment)) {
    return emitError() << "expected alignment to be a power of two, but got "
                       << alignment;
  }
  if (failed(verifyNames(emitError, names, titles))) {
    return failure();
  }
  for (auto [name, type, offset] : llvm::zip_equal(names, dtypes, offsets)) {
    if (failed(verifyField(emitError, name, type, offset, itemsize, aligned))) {
      return failure();
    }
  }
  for (Type type : dtypes) {
    if (getNesting(cast<DTypeInterface>(type)) >= maxNesting) {
      return emitError() << "expected records and sub-arrays nested at most "
                         << maxNesting << " deep";
    }
  }
  FieldLayout layout = aligned ? FieldLayout::Aligned : FieldLayout::Packed;
  int64_t needed = getMaxAlignment(dtypes, layout);
  if (alignment < needed) {
    return emitError() << "expected an alignment of at least " << needed
                       << " bytes, which a field needs, but got " << alignment;
  }
  if (itemsize % alignment != 0) {
    return emitError() << "expected the itemsize to be a multiple of the "
                          "alignment "
                       << alignment << ", but got " << itemsize;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {

/// What the text of a record says.
struct RecordText {
  std::optional<FieldLayout> layout;
  SmallVector<DTypeField> fields;
  SmallVector<SMLoc> fieldLocs;
  bool hasOffsets = false;
  std::optional<int64_t> itemsize, alignment;
};

} // namespace

/// Parses an optional keyword or a string. A string is always a field's name.
static ParseResult parseWord(AsmParser &parser, std::string &word,
                             bool &isString) {
  isString = succeeded(parser.parseOptionalString(&word));
  return isString ? success() : parser.parseKeywordOrString(&word);
}

/// Parses `("title")? : type (at offset)?`.
static ParseResult parseField(AsmParser &parser, StringRef name, SMLoc loc,
                              RecordText &text) {
  MLIRContext *context = parser.getContext();
  DTypeField field{StringAttr::get(context, name), {}, {}, 0};
  std::string title;
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseString(&title) || parser.parseRParen()) {
      return failure();
    }
    field.title = StringAttr::get(context, title);
  }
  SMLoc typeLoc;
  if (parser.parseColon() || parser.getCurrentLocation(&typeLoc) ||
      parser.parseType(field.dtype)) {
    return failure();
  }
  auto emitError = [&] { return parser.emitError(typeLoc); };
  DTypeInterface dtype = verifyDType(field.dtype, emitError);
  if (!dtype) {
    return failure();
  }
  if (!dtype.getItemSize()) {
    return emitError() << "expected a dtype of known size, but got "
                       << field.dtype;
  }
  bool hasOffset = succeeded(parser.parseOptionalKeyword("at"));
  if (hasOffset && parser.parseInteger(field.offset)) {
    return failure();
  }
  if (!text.fields.empty() && hasOffset != text.hasOffsets) {
    return parser.emitError(loc, "expected an offset ('at N') for each field "
                                 "or for none");
  }
  text.hasOffsets = hasOffset;
  text.fields.push_back(field);
  return success();
}

/// Parses one thing between the commas: a word about the layout, or a field.
static ParseResult parseItem(AsmParser &parser, RecordText &text) {
  std::string word;
  bool isString = false;
  SMLoc loc = parser.getCurrentLocation();
  if (parseWord(parser, word, isString)) {
    return failure();
  }
  bool isFirst = text.fields.empty() && !text.layout;
  if (!isString && isFirst && (word == kAligned || word == kDevice)) {
    text.layout = word == kDevice ? FieldLayout::Device : FieldLayout::Aligned;
    return success();
  }
  if (!isString && (word == kItemSize || word == kAlignment)) {
    std::optional<int64_t> &value =
        word == kItemSize ? text.itemsize : text.alignment;
    return parser.parseInteger(value.emplace());
  }
  if (text.itemsize || text.alignment) {
    return parser.emitError(loc, "expected no field behind the itemsize and "
                                 "the alignment");
  }
  return parseField(parser, word, loc, text);
}

Type RecordType::parse(AsmParser &parser) {
  static thread_local unsigned depth = 0;
  ++depth;
  llvm::scope_exit leave([] { --depth; });
  SMLoc loc = parser.getCurrentLocation();
  if (depth > maxNesting) {
    parser.emitError(loc) << "expected records and sub-arrays nested at most "
                          << maxNesting << " deep";
    return {};
  }
  RecordText text;
  if (parser.parseLess()) {
    return {};
  }
  if (failed(parser.parseOptionalGreater()) &&
      (parser.parseCommaSeparatedList(
           [&] { return parseItem(parser, text); }) ||
       parser.parseGreater())) {
    return {};
  }

  FieldLayout layout = text.layout.value_or(FieldLayout::Packed);
  SmallVector<Type> dtypes;
  SmallVector<int64_t> given;
  for (const DTypeField &field : text.fields) {
    dtypes.push_back(field.dtype);
    given.push_back(field.offset);
    if (field.offset < 0 || field.offset > maxItemSize) {
      parser.emitError(loc) << "expected offsets of 0 to " << maxItemSize
                            << " bytes, but got " << field.offset;
      return {};
    }
  }
  RecordLayout record = layOut(dtypes, layout);
  int64_t alignment = text.alignment.value_or(record.alignment);
  if (alignment < 1 || !llvm::isPowerOf2_64(alignment)) {
    parser.emitError(loc) << "expected alignment to be a power of two, but got "
                          << alignment;
    return {};
  }
  ArrayRef<int64_t> offsets = text.hasOffsets ? given : record.offsets;
  int64_t itemsize = text.itemsize.value_or(getEnd(dtypes, offsets, alignment));
  for (auto [field, offset] : llvm::zip_equal(text.fields, offsets)) {
    field.offset = offset;
  }
  auto emitError = [&] { return parser.emitError(loc); };
  return RecordType::getChecked(function_ref<InFlightDiagnostic()>(emitError),
                                parser.getContext(),
                                ArrayRef<DTypeField>(text.fields), itemsize,
                                alignment, layout != FieldLayout::Packed);
}

/// Prints a field's name so that it is read as one.
static void printName(AsmPrinter &printer, StringRef name) {
  if (llvm::is_contained({kAligned, kDevice, kItemSize, kAlignment}, name)) {
    printer.printString(name);
  } else {
    printer.printKeywordOrString(name);
  }
}

void RecordType::print(AsmPrinter &printer) const {
  // The layout that says most: what follows from it is not printed.
  FieldLayout layout =
      getAligned() ? FieldLayout::Aligned : FieldLayout::Packed;
  RecordLayout implied = layOut(getDtypes(), layout);
  if (getAligned()) {
    RecordLayout device = layOut(getDtypes(), FieldLayout::Device);
    if (getOffsets() == ArrayRef<int64_t>(device.offsets) &&
        getByteAlignment() == device.alignment &&
        (getOffsets() != ArrayRef<int64_t>(implied.offsets) ||
         getByteAlignment() != implied.alignment)) {
      layout = FieldLayout::Device;
      implied = std::move(device);
    }
  }
  bool printsOffsets = getOffsets() != ArrayRef<int64_t>(implied.offsets);

  printer << '<';
  llvm::ListSeparator separator;
  if (layout != FieldLayout::Packed) {
    printer << StringRef(separator)
            << (layout == FieldLayout::Device ? kDevice : kAligned);
  }
  for (auto [name, title, dtype, offset] :
       llvm::zip_equal(getNames(), getTitles(), getDtypes(), getOffsets())) {
    printer << StringRef(separator);
    printName(printer, name);
    if (!title.empty()) {
      printer << '(';
      printer.printString(title);
      printer << ')';
    }
    printer << ": " << dtype;
    if (printsOffsets) {
      printer << " at " << offset;
    }
  }
  if (getByteSize() != getEnd(getDtypes(), getOffsets(), getByteAlignment())) {
    printer << StringRef(separator) << kItemSize << ' ' << getByteSize();
  }
  if (getByteAlignment() != implied.alignment) {
    printer << StringRef(separator) << kAlignment << ' ' << getByteAlignment();
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

std::string RecordType::getDTypeName() const {
  return getByteSize() == 0 ? "void"
                            : llvm::formatv("void{0}", 8 * getByteSize()).str();
}

DTypeKind RecordType::getDTypeKind() const { return DTypeKind::Void; }

std::optional<int64_t> RecordType::getItemSize() const { return getByteSize(); }

std::optional<int64_t> RecordType::getAlignment(AlignmentModel) const {
  return getByteAlignment();
}

Type RecordType::getValueType() const { return *this; }

std::optional<std::string> RecordType::getTypestr() const {
  return std::nullopt;
}

std::optional<DLPackDataType> RecordType::getDLPackDataType() const {
  return std::nullopt;
}

void RecordType::getFields(SmallVectorImpl<DTypeField> &fields) const {
  for (auto [name, title, dtype, offset] :
       llvm::zip_equal(getNames(), getTitles(), getDtypes(), getOffsets())) {
    fields.push_back(
        {name, title.empty() ? StringAttr() : title, dtype, offset});
  }
}

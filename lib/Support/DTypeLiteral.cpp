//===- DTypeLiteral.cpp - Dtypes in the list and dictionary form ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements making dtypes from literals. `align` goes down to what
// the literal contains, as it does in NumPy.
//
//===----------------------------------------------------------------------===//

#include "DTypeLiteral.h"

#include "DTypeStringParser.h"
#include "dtyp/Support/RecordLayout.h"
#include "dtyp/Support/StrCat.h"

#include <algorithm>
#include <map>
#include <optional>

using namespace mlir::dtyp;

namespace {

class Converter {
public:
  explicit Converter(DTypeDialect dialect) : dialect(dialect) {}

  Result<NumPyDType> convert(const Literal &literal, bool align,
                             bool allowUnsized = false);

private:
  Result<NumPyDType> convertString(const Literal &literal, bool align,
                                   bool allowUnsized);
  Result<NumPyDType> convertShaped(const Literal &base, const Literal &shape,
                                   bool align);
  Result<NumPyDType> convertList(const Literal &list, bool align);
  Result<NumPyDType> convertDictionary(const Literal &dictionary, bool align);
  Result<NumPyDType> convertPadded(const Literal &list);

  DTypeDialect dialect;
};

/// The first element of a field: a name, maybe with a title.
struct FieldName {
  std::string name, title;
};

} // namespace

static Error at(const Error &error, const Literal &literal) {
  return error.column ? error : Error(error.message, literal.column);
}

static Result<std::string> getString(const Literal &literal,
                                     std::string_view what) {
  if (!literal.isString())
    return Error(strCat("expected ", what, ", got ", literal.describe()),
                 literal.column);
  return literal.text;
}

/// Returns a title, which is empty where there is none.
static Result<std::string> getTitle(const Literal &literal) {
  if (literal.isNone())
    return std::string();
  Result<std::string> title = getString(literal, "a title, a string");
  if (title && title->empty())
    return Error("expected a title that is not empty", literal.column);
  return title;
}

static bool isShape(const Literal &literal) {
  return isInteger(literal) || (literal.isSequence() &&
                                std::all_of(literal.elements.begin(),
                                            literal.elements.end(), isInteger));
}

//===----------------------------------------------------------------------===//
// Strings and sub-arrays
//===----------------------------------------------------------------------===//

Result<NumPyDType> Converter::convertString(const Literal &literal, bool align,
                                            bool allowUnsized) {
  // Columns of the string's content are right as long as nothing is escaped.
  size_t column = literal.column + 1;
  if (dialect == DTypeDialect::NpyFile) {
    // The typestrs of ml_dtypes' float8_e5m2 and complex32, which no dtype has
    // a right to.
    if (literal.text == "<f1")
      return getVoidDType(1);
    if (literal.text == "<W4")
      return getVoidDType(4);
  }
  return parseDTypeString(literal.text, column, align, allowUnsized);
}

Result<NumPyDType> Converter::convertShaped(const Literal &base,
                                            const Literal &shape, bool align) {
  if (!isShape(shape))
    return Error(strCat("expected a shape, an integer or a list of them, got ",
                        shape.describe()),
                 shape.column);
  Result<NumPyDType> dtype = convert(base, align, /*allowUnsized=*/true);
  if (!dtype)
    return dtype;
  std::vector<int64_t> sizes;
  if (shape.isSequence()) {
    for (const Literal &size : shape.elements)
      sizes.push_back(*getInteger(size, "a size"));
  } else {
    sizes.push_back(*getInteger(shape, "a size"));
  }
  return applyShape(std::move(*dtype), std::move(sizes), !shape.isSequence(),
                    base.text, shape.column);
}

//===----------------------------------------------------------------------===//
// Lists of fields
//===----------------------------------------------------------------------===//

static Status checkField(const Literal &field) {
  if (field.isSequence() && field.elements.size() >= 2 &&
      field.elements.size() <= 3)
    return Status::success();
  return Error(strCat("expected a field such as [\"x\", \"<f4\"], got ",
                      field.describe(),
                      field.isSequence()
                          ? strCat(" of ", field.elements.size(), " elements")
                          : ""),
               field.column);
}

static Result<FieldName> getFieldName(const Literal &literal, size_t index) {
  FieldName result;
  const Literal *name = &literal;
  if (literal.isSequence()) {
    if (literal.elements.size() != 2)
      return Error(strCat("expected a title and a name, got a list of ",
                          literal.elements.size(), " elements"),
                   literal.column);
    Result<std::string> title = getTitle(literal.elements[0]);
    if (!title)
      return title.error();
    result.title = std::move(*title);
    name = &literal.elements[1];
  }
  Result<std::string> text = getString(*name, "a field's name, a string");
  if (!text)
    return text.error();
  result.name = std::move(*text);
  if (!result.name.empty())
    return result;
  if (literal.isSequence())
    return Error("expected a name beside the title", name->column);
  result.name = strCat("f", index);
  return result;
}

Result<NumPyDType> Converter::convertList(const Literal &list, bool align) {
  RecordBuilder builder(align);
  for (const Literal &field : list.elements) {
    if (Status status = checkField(field); !status)
      return status.error();
    Result<FieldName> name =
        getFieldName(field.elements[0], &field - list.elements.data());
    if (!name)
      return name.error();
    Result<NumPyDType> dtype =
        field.elements.size() == 2
            ? convert(field.elements[1], align)
            : convertShaped(field.elements[1], field.elements[2], align);
    if (!dtype)
      return dtype;
    if (Status status =
            builder.addField(name->name, name->title, std::move(*dtype));
        !status)
      return at(status.error(), field);
  }
  Result<NumPyDType> record = std::move(builder).finish();
  if (!record)
    return at(record.error(), list);
  return record;
}

/// Follows `descr_to_dtype` in NumPy's lib/format.py.
Result<NumPyDType> Converter::convertPadded(const Literal &list) {
  RecordBuilder builder(/*align=*/false);
  int64_t offset = 0;
  for (const Literal &field : list.elements) {
    if (Status status = checkField(field); !status)
      return status.error();
    bool hasShape = field.elements.size() == 3;
    Result<NumPyDType> dtype =
        hasShape ? convertShaped(field.elements[1], field.elements[2], false)
                 : convert(field.elements[1], false, /*allowUnsized=*/false);
    if (!dtype)
      return dtype;
    int64_t itemsize = dtype->itemsize;
    const Literal &first = field.elements[0];
    bool isPadding = first.isString() && first.text.empty() && !hasShape &&
                     dtype->kind == NumPyKind::Void;
    if (!isPadding) {
      Result<FieldName> name =
          getFieldName(first, &field - list.elements.data());
      if (!name)
        return name.error();
      if (Status status = builder.addField(name->name, name->title,
                                           std::move(*dtype), offset);
          !status)
        return at(status.error(), field);
    }
    offset += itemsize;
    if (offset > maxItemSize)
      return Error("expected a record of at most 2**31-1 bytes", field.column);
  }
  Result<NumPyDType> record = std::move(builder).finish(offset);
  if (!record)
    return at(record.error(), list);
  return record;
}

//===----------------------------------------------------------------------===//
// Dictionaries
//===----------------------------------------------------------------------===//

Result<NumPyDType> Converter::convertDictionary(const Literal &dictionary,
                                                bool align) {
  static constexpr std::string_view keys[] = {"names",    "formats",  "offsets",
                                              "titles",   "itemsize", "aligned",
                                              "alignment"};
  std::map<std::string_view, const Literal *> entries;
  for (size_t i = 0; i != dictionary.elements.size(); i += 2) {
    const Literal &key = dictionary.elements[i];
    if (std::find(std::begin(keys), std::end(keys), key.text) ==
            std::end(keys) ||
        !entries.emplace(key.text, &dictionary.elements[i + 1]).second)
      return Error(strCat("expected the keys names, formats, offsets, titles, "
                          "itemsize, aligned and alignment at most once each, "
                          "got ",
                          formatPythonString(key.text)),
                   key.column);
  }
  auto find = [&](std::string_view key) -> const Literal * {
    auto it = entries.find(key);
    return it == entries.end() ? nullptr : it->second;
  };
  const Literal *names = find("names"), *formats = find("formats");
  const Literal *offsets = find("offsets"), *titles = find("titles");
  if (!names || !formats)
    return Error("expected the keys names and formats", dictionary.column);
  for (const Literal *list : {names, formats, offsets, titles}) {
    if (!list)
      continue;
    if (!list->isSequence())
      return Error(strCat("expected a list, got ", list->describe()),
                   list->column);
    if (list->elements.size() != names->elements.size())
      return Error(strCat("expected as many elements as there are names, ",
                          names->elements.size(), ", got ",
                          list->elements.size()),
                   list->column);
  }

  std::optional<int64_t> itemsize, alignment;
  if (const Literal *literal = find("itemsize")) {
    Result<int64_t> value = getInteger(*literal, "a number of bytes");
    if (!value)
      return value.error();
    itemsize = *value;
  }
  if (const Literal *literal = find("alignment")) {
    Result<int64_t> value = getInteger(*literal, "a number of bytes");
    if (!value)
      return value.error();
    alignment = *value;
    if (!offsets || !itemsize)
      return Error("expected the keys offsets and itemsize beside alignment",
                   literal->column);
    align = false;
  }
  if (const Literal *literal = find("aligned")) {
    Result<bool> value = getBool(*literal, "true or false");
    if (!value)
      return value.error();
    align |= *value;
  }

  RecordBuilder builder(align);
  for (size_t i = 0; i != names->elements.size(); ++i) {
    Result<std::string> name =
        getString(names->elements[i], "a field's name, a string");
    if (!name)
      return name.error();
    Result<std::string> title = std::string();
    if (titles)
      title = getTitle(titles->elements[i]);
    if (!title)
      return title.error();
    Result<NumPyDType> dtype = convert(formats->elements[i], align);
    if (!dtype)
      return dtype;
    std::optional<int64_t> offset;
    if (offsets) {
      Result<int64_t> value = getInteger(offsets->elements[i], "an offset");
      if (!value)
        return value.error();
      offset = *value;
    }
    if (Status status = builder.addField(std::move(*name), std::move(*title),
                                         std::move(*dtype), offset);
        !status)
      return at(status.error(),
                offsets ? offsets->elements[i] : names->elements[i]);
  }
  Result<NumPyDType> record = std::move(builder).finish(itemsize, alignment);
  if (!record)
    return at(record.error(), dictionary);
  return record;
}

Result<NumPyDType> Converter::convert(const Literal &literal, bool align,
                                      bool allowUnsized) {
  switch (literal.kind) {
  case Literal::Kind::String:
    return convertString(literal, align, allowUnsized);
  case Literal::Kind::Dictionary:
    return convertDictionary(literal, align);
  case Literal::Kind::Sequence: {
    // No field looks like a shape, so this is none.
    const std::vector<Literal> &elements = literal.elements;
    if (elements.size() == 2 && isShape(elements[1]))
      return convertShaped(elements[0], elements[1], align);
    return dialect == DTypeDialect::NpyFile ? convertPadded(literal)
                                            : convertList(literal, align);
  }
  case Literal::Kind::Word:
  case Literal::Kind::Bytes:
    break;
  }
  return Error(strCat("expected a dtype, got ", literal.describe()),
               literal.column);
}

Result<NumPyDType> mlir::dtyp::parseDTypeLiteral(const Literal &literal,
                                                 bool align,
                                                 DTypeDialect dialect) {
  return Converter(dialect).convert(literal, align);
}

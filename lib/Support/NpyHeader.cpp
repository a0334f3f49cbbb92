//===- NpyHeader.cpp - The header of .npy files -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements reading and writing what precedes the elements in a
// `.npy` file: `\x93NUMPY`, a version, a length, and the text of a Python
// dictionary. The text comes from anywhere and is not trusted.
//
//===----------------------------------------------------------------------===//

#include "DTypeLiteral.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/Npy.h"
#include "dtyp/Support/StrCat.h"

using namespace mlir::dtyp;

static constexpr std::string_view magic = "\x93NUMPY";

Result<NpyPreamble> mlir::dtyp::parseNpyPreamble(std::string_view bytes) {
  if (bytes.substr(0, magic.size()) != magic)
    return Error("expected a .npy file, but it does not start with "
                 "'\\x93NUMPY'");
  auto byte = [&](size_t i) { return static_cast<uint8_t>(bytes[i]); };
  NpyPreamble preamble;
  if (bytes.size() < 10)
    return Error("expected a version and a header, but the file ends");
  unsigned major = byte(6), minor = byte(7);
  if (minor != 0 || major < 1 || major > 3)
    return Error(strCat("expected version 1.0, 2.0 or 3.0 of the .npy format, "
                        "got ",
                        major, ".", minor));
  preamble.isLatin1 = major < 3;
  if (major == 1) {
    preamble.headerOffset = 10;
    preamble.headerSize = byte(8) | byte(9) << 8;
  } else {
    if (bytes.size() < 12)
      return Error("expected a version and a header, but the file ends");
    preamble.headerOffset = 12;
    for (int i = 3; i >= 0; --i)
      preamble.headerSize = preamble.headerSize << 8 | byte(8 + i);
  }
  if (preamble.headerSize > npyMaxHeaderSize)
    return Error(strCat("expected a header of at most ", npyMaxHeaderSize,
                        " bytes, got one of ", preamble.headerSize));
  return preamble;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Error badHeader(const Error &error) {
  return Error(strCat("bad header: ", error.message, " at byte ",
                      error.column ? error.column - 1 : 0, " of it"));
}

static Error badHeader(std::string_view message, const Literal &literal) {
  return badHeader(Error(std::string(message), literal.column));
}

static Status readShape(const Literal &literal, std::vector<int64_t> &shape) {
  if (!literal.isSequence() || !literal.isTuple)
    return badHeader(
        strCat("expected a tuple of sizes, got ", literal.describe()), literal);
  for (const Literal &element : literal.elements) {
    Result<int64_t> size = getInteger(element, "a size from 0 to 2**63-1");
    if (!size)
      return badHeader(size.error());
    if (*size < 0)
      return badHeader(strCat("expected a size from 0 to 2**63-1, got ", *size),
                       element);
    shape.push_back(*size);
    if (shape.size() > maxRank)
      return badHeader(strCat("expected at most ", maxRank, " dimensions"),
                       element);
  }
  return Status::success();
}

static Status readDescr(const Literal &literal, NpyHeader &header) {
  if (literal.isWord())
    return badHeader(strCat("expected a dtype, got ", literal.describe()),
                     literal);
  Result<NumPyDType> dtype =
      parseDTypeLiteral(literal, /*align=*/false, DTypeDialect::NpyFile);
  if (!dtype)
    return Error(dtype.error().message);
  header.dtype = std::move(*dtype);
  // What NumPy itself calls void has no byte order.
  const std::string &typestr = literal.text;
  if (literal.isString() &&
      (typestr == "<f1" || typestr == "<W4" || typestr.substr(0, 2) == "<V"))
    header.untoldTypestr = typestr;
  return Status::success();
}

Result<NpyHeader> mlir::dtyp::parseNpyHeader(std::string_view text) {
  Result<Literal> literal = parseLiteral(text);
  if (!literal)
    return badHeader(literal.error());
  if (!literal->isDictionary())
    return badHeader(strCat("expected a dictionary, got ", literal->describe()),
                     *literal);
  const Literal *descr = nullptr, *order = nullptr, *shape = nullptr;
  for (size_t i = 0; i != literal->elements.size(); i += 2) {
    const Literal &key = literal->elements[i];
    const Literal **entry = key.text == "descr"           ? &descr
                            : key.text == "fortran_order" ? &order
                            : key.text == "shape"         ? &shape
                                                          : nullptr;
    if (!entry || *entry)
      return Error(strCat("bad header: expected the keys 'descr', "
                          "'fortran_order' and 'shape' once each, got ",
                          formatPythonString(key.text)));
    *entry = &literal->elements[i + 1];
  }
  if (!descr || !order || !shape)
    return Error("bad header: expected the keys 'descr', 'fortran_order' and "
                 "'shape', but not all are there");
  NpyHeader header;
  Result<bool> fortranOrder = getBool(*order, "True or False");
  if (!fortranOrder)
    return badHeader(fortranOrder.error());
  header.fortranOrder = *fortranOrder;
  if (Status status = readShape(*shape, header.shape); !status)
    return status.error();
  if (Status status = readDescr(*descr, header); !status)
    return status.error();
  return header;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Converts UTF-8 to Latin-1; false where a character is beyond it.
static bool convertToLatin1(std::string_view text, std::string &latin1) {
  for (size_t pos = 0; pos != text.size();) {
    uint32_t character = 0;
    if (!readUTF8(text, pos, character) || character > 0xff)
      return false;
    latin1 += static_cast<char>(character);
  }
  return true;
}

Result<std::string>
mlir::dtyp::formatNpyHeader(const NumPyDType &dtype,
                            const std::vector<int64_t> &shape) {
  Result<std::string> descr = formatNpyDescr(dtype);
  if (!descr)
    return descr;
  std::string header =
      strCat("{'descr': ", *descr, ", 'fortran_order': False, 'shape': (");
  for (size_t i = 0; i != shape.size(); ++i)
    header += strCat(i ? ", " : "", shape[i]);
  header += shape.size() == 1 ? ",), }" : "), }";
  // NumPy leaves room for the first size to grow to 21 digits.
  if (!shape.empty())
    header.append(21 - std::to_string(shape[0]).size(), ' ');

  // Version 1.0 if the text is Latin-1 and shorter than 64 KiB.
  std::string latin1;
  bool isLatin1 = convertToLatin1(header, latin1);
  if (isLatin1)
    header = std::move(latin1);
  size_t preamble = 10;
  auto getPadding = [&] {
    // The elements start at a multiple of 64; NumPy pads by at least one byte.
    return 64 - (preamble + header.size() + 1) % 64;
  };
  bool isShort = isLatin1 && header.size() + getPadding() < 65535;
  if (!isShort)
    preamble = 12;
  header.append(getPadding(), ' ');
  header += '\n';
  if (header.size() > npyMaxHeaderSize)
    return Error(strCat("expected a dtype that a header of at most ",
                        npyMaxHeaderSize, " bytes describes, got one of ",
                        header.size()));

  std::string bytes(magic);
  bytes += {static_cast<char>(isShort ? 1 : isLatin1 ? 2 : 3), '\0'};
  for (size_t i = 0; i != preamble - 8; ++i)
    bytes += static_cast<char>(header.size() >> (8 * i));
  return bytes + header;
}

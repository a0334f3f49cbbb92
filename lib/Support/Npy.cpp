//===- Npy.cpp - NumPy's .npy files -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements reading and writing `.npy` files.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/Npy.h"

#include "Literal.h"
#include "dtyp/Support/DTypeParser.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/StrCat.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>

using namespace mlir::dtyp;

namespace {

/// A `FILE *` that is closed at the end.
struct CloseFile {
  void operator()(FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<FILE, CloseFile>;

} // namespace

/// Returns the error in the file. What the message quotes from it must not
/// reach a terminal as a control character.
static Error inFile(const std::string &path, std::string_view message) {
  std::string text;
  for (char c : message)
    text += (c >= 0 && c < 0x20) || c == 0x7f ? '?' : c;
  return Error(strCat("'", path, "': ", text));
}

/// Opens the file, and says how long it is. Directories and pipes, which have
/// no length to check sizes against, are refused.
static Result<File> openFile(const std::string &path, uint64_t &length) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file)
    return inFile(path, strCat("cannot be opened: ", std::strerror(errno)));
  struct stat info;
  if (fstat(fileno(file.get()), &info) != 0)
    return inFile(path, strCat("cannot be read: ", std::strerror(errno)));
  if (!S_ISREG(info.st_mode))
    return inFile(path, "expected a regular file");
  length = info.st_size;
  return file;
}

//===----------------------------------------------------------------------===//
// DTypes
//===----------------------------------------------------------------------===//

/// Returns what the dtype becomes in a file and back.
static NumPyDType getStoredDType(const NumPyDType &dtype) {
  if (dtype.isExtension)
    return getVoidDType(dtype.itemsize);
  NumPyDType stored = dtype;
  if (dtype.base)
    stored.base =
        std::make_shared<const NumPyDType>(getStoredDType(*dtype.base));
  for (RecordField &field : stored.fields)
    field.dtype = getStoredDType(field.dtype);
  if (dtype.isRecord()) {
    stored.isAligned = false;
    stored.alignment = 1;
  } else if (dtype.base) {
    stored.alignment = stored.base->alignment;
  }
  return stored;
}

/// Decides the dtype from what the file tells and what the caller expects.
static Result<NumPyDType> getFileDType(const NpyHeader &header,
                                       const NumPyDType *expected) {
  const NumPyDType &dtype = header.dtype;
  if (expected && getStoredDType(*expected) == dtype)
    return *expected;
  if (!header.untoldTypestr.empty()) {
    const char *example = dtype.itemsize == 1   ? "float8_e4m3fn"
                          : dtype.itemsize == 2 ? "bfloat16"
                                                : "complex32";
    return Error(strCat("holds elements of ", dtype.itemsize,
                        dtype.itemsize == 1 ? " byte" : " bytes",
                        " whose dtype the file does not tell (descr '",
                        header.untoldTypestr, "')",
                        expected ? strCat(", expected ", formatDType(*expected))
                                 : strCat("; if they are ml_dtypes' ", example,
                                          ", write ", example,
                                          ": before the file's name")));
  }
  if (!expected) {
    if (Status status = checkGPUSupport(dtype); !status)
      return status.error();
    return dtype;
  }
  std::string name = formatDType(*expected);
  bool isCastable = !expected->isRecord() && !dtype.isRecord();
  return Error(strCat(
      "holds ", formatDType(dtype), ", expected ", name,
      isCastable ? strCat("; convert it with arr.astype('", name, "'), or name")
                 : "; name",
      " the dtype it has"));
}

/// Converts Latin-1 to UTF-8.
static std::string convertFromLatin1(std::string_view latin1) {
  std::string text;
  for (char c : latin1)
    appendUTF8(text, static_cast<unsigned char>(c));
  return text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Copies an array whose first index varies fastest into C order.
static void copyFortranOrder(const uint8_t *from, HostArray &to) {
  const std::vector<int64_t> &shape = to.getShape();
  std::vector<int64_t> strides = getRowMajorStrides(shape);
  std::vector<int64_t> index(shape.size(), 0);
  int64_t itemsize = to.getDType().itemsize;
  int64_t offset = 0;
  for (int64_t i = 0, e = to.getNumElements(); i != e; ++i) {
    std::memcpy(to.getElement(offset), from + i * itemsize, itemsize);
    // Step to the next element in the file's order.
    for (size_t dim = 0; dim != shape.size(); ++dim) {
      offset += strides[dim];
      if (++index[dim] != shape[dim])
        break;
      offset -= strides[dim] * shape[dim];
      index[dim] = 0;
    }
  }
}

Result<HostArray> mlir::dtyp::readNpy(const std::string &path,
                                      const NumPyDType *expected) {
  uint64_t length = 0;
  Result<File> file = openFile(path, length);
  if (!file)
    return file.error();

  std::string start(npyPreambleSize, '\0');
  start.resize(std::fread(start.data(), 1, start.size(), file->get()));
  Result<NpyPreamble> preamble = parseNpyPreamble(start);
  if (!preamble)
    return inFile(path, preamble.error().message);
  uint64_t dataOffset = preamble->headerOffset + preamble->headerSize;
  if (dataOffset > length)
    return inFile(
        path, strCat("truncated: expected a header of ", preamble->headerSize,
                     " bytes, but the file has only ", length, " bytes"));
  std::string text(preamble->headerSize, '\0');
  if (std::fseek(file->get(), preamble->headerOffset, SEEK_SET) != 0 ||
      std::fread(text.data(), 1, text.size(), file->get()) != text.size())
    return inFile(path, "cannot be read");
  if (preamble->isLatin1)
    text = convertFromLatin1(text);
  Result<NpyHeader> header = parseNpyHeader(text);
  if (!header)
    return inFile(path, header.error().message);

  Result<NumPyDType> dtype = getFileDType(*header, expected);
  if (!dtype)
    return inFile(path, dtype.error().message);
  Result<int64_t> bytes = getByteSize(header->shape, dtype->itemsize);
  if (!bytes)
    return inFile(path, bytes.error().message);
  // Like NumPy, what follows the elements is left alone.
  if (static_cast<uint64_t>(*bytes) > length - dataOffset)
    return inFile(path,
                  strCat("truncated: expected ", *bytes,
                         " bytes of elements, got ", length - dataOffset));

  Result<HostArray> array = HostArray::create(*dtype, header->shape);
  if (!array)
    return inFile(path, array.error().message);
  size_t size = array->getNumBytes();
  if (std::fread(array->getData(), 1, size, file->get()) != size)
    return inFile(path, "cannot be read");
  if (!header->fortranOrder || array->getRank() < 2)
    return array;
  Result<HostArray> copy = HostArray::create(*dtype, header->shape);
  if (!copy)
    return inFile(path, copy.error().message);
  copyFortranOrder(array->getData(), *copy);
  return copy;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Status mlir::dtyp::writeNpy(const std::string &path, const HostArray &array) {
  Result<std::string> header =
      formatNpyHeader(array.getDType(), array.getShape());
  if (!header)
    return inFile(path, header.error().message);
  File file(std::fopen(path.c_str(), "wb"));
  if (!file)
    return inFile(path, strCat("cannot be written: ", std::strerror(errno)));
  size_t size = array.getNumBytes();
  bool written = std::fwrite(header->data(), 1, header->size(), file.get()) ==
                     header->size() &&
                 std::fwrite(array.getData(), 1, size, file.get()) == size;
  // A full disk may show only here.
  written &= std::fclose(file.release()) == 0;
  if (written)
    return Status::success();
  int reason = errno;
  struct stat info;
  // Not what is no file of ours, such as /dev/full.
  if (stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode))
    std::remove(path.c_str());
  return inFile(path, strCat("cannot be written: ", std::strerror(reason)));
}

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

static Error inFile(const std::string &path, std::string_view message) {
  return Error(strCat("'", path, "': ", message));
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

/// Decides the dtype from the header's typestr and what the caller expects.
static Result<NumPyDType> getFileDType(const std::string &descr,
                                       const NumPyDType *expected) {
  // np.save writes ml_dtypes' bfloat16 as a void of two bytes.
  bool isTwoByteVoid = descr == "<V2" || descr == "|V2";
  if (isTwoByteVoid) {
    if (expected && expected->isBFloat16())
      return *expected;
    return Error(strCat("holds elements of two bytes whose dtype the file does "
                        "not tell (descr '",
                        descr, "')",
                        expected ? strCat(", expected ", expected->name)
                                 : "; if they are ml_dtypes' bfloat16, write "
                                   "bfloat16: before the file's name"));
  }
  Result<NumPyDType> dtype = parseGPUDType(descr, /*column=*/0);
  if (!dtype || !expected || *dtype == *expected)
    return dtype;
  return Error(strCat("holds ", dtype->name, ", expected ", expected->name,
                      "; convert it with arr.astype('", expected->name,
                      "'), or name the dtype it has"));
}

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
  Result<NpyHeader> header = parseNpyHeader(text);
  if (!header)
    return inFile(path, header.error().message);

  Result<NumPyDType> dtype = getFileDType(header->descr, expected);
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

Status mlir::dtyp::writeNpy(const std::string &path, const HostArray &array) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file)
    return inFile(path, strCat("cannot be written: ", std::strerror(errno)));
  std::string header = formatNpyHeader(array.getDType(), array.getShape());
  size_t size = array.getNumBytes();
  bool written = std::fwrite(header.data(), 1, header.size(), file.get()) ==
                     header.size() &&
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

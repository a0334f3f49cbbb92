//===- KernelImage.cpp - Compiled kernels in a file -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements reading PTX files, cubins and fatbins.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/KernelImage.h"

#include "dtyp/Support/StrCat.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>

using namespace mlir::dtyp;

static constexpr off_t maxImageSize = off_t(1) << 30;

/// Reads a little-endian field; zero past the end.
template <typename Field>
static Field readField(std::string_view bytes, size_t offset) {
  Field field = 0;
  if (offset + sizeof(Field) <= bytes.size())
    std::memcpy(&field, bytes.data() + offset, sizeof(Field));
  return field;
}

/// Whether a part of that size at that offset lies in the file.
static bool contains(std::string_view bytes, uint64_t offset, uint64_t size) {
  return offset <= bytes.size() && size <= bytes.size() - offset;
}

/// Checks that a table of an ELF file lies in the file, and so do the parts
/// that its entries describe. `offsetField` and `sizeField` are where an entry
/// says where its part is; an entry whose type is `noBytes` has none.
static bool checkTable(std::string_view bytes, uint64_t table, uint16_t count,
                       size_t entrySize, size_t typeField, uint32_t noBytes,
                       size_t offsetField, size_t sizeField) {
  if (!contains(bytes, table, uint64_t(count) * entrySize))
    return false;
  for (uint16_t i = 0; i != count; ++i) {
    size_t entry = table + i * entrySize;
    if (readField<uint32_t>(bytes, entry + typeField) != noBytes &&
        !contains(bytes, readField<uint64_t>(bytes, entry + offsetField),
                  readField<uint64_t>(bytes, entry + sizeField)))
      return false;
  }
  return true;
}

static Status checkCubin(std::string_view bytes, const std::string &path) {
  constexpr uint16_t machineCuda = 190;
  constexpr size_t headerSize = 64, programHeaderSize = 56,
                   sectionHeaderSize = 64;
  if (bytes.size() < headerSize || bytes[4] != 2)
    return Error(strCat("'", path,
                        "': expected a cubin, a 64-bit ELF file, "
                        "but the ELF header is another one"));
  if (uint16_t machine = readField<uint16_t>(bytes, 18); machine != machineCuda)
    return Error(strCat("'", path,
                        "': expected a cubin, got an ELF file for "
                        "another machine (e_machine ",
                        machine, ")"));
  uint16_t programHeaders = readField<uint16_t>(bytes, 56);
  uint16_t sections = readField<uint16_t>(bytes, 60);
  bool complete =
      (!programHeaders ||
       readField<uint16_t>(bytes, 54) == programHeaderSize) &&
      (!sections || readField<uint16_t>(bytes, 58) == sectionHeaderSize) &&
      // PT_NULL is 0, SHT_NOBITS is 8.
      checkTable(bytes, readField<uint64_t>(bytes, 32), programHeaders,
                 programHeaderSize, 0, 0, 8, 32) &&
      checkTable(bytes, readField<uint64_t>(bytes, 40), sections,
                 sectionHeaderSize, 4, 8, 24, 32);
  if (!complete)
    return Error(strCat("'", path, "': truncated cubin"));
  return Status::success();
}

/// Checks that what the fatbin's header announces lies in the file.
static Status checkFatbin(std::string_view bytes, const std::string &path) {
  uint16_t headerSize = readField<uint16_t>(bytes, 6);
  uint64_t size = readField<uint64_t>(bytes, 8);
  if (bytes.size() < 16 || !contains(bytes, headerSize, size))
    return Error(strCat("'", path, "': truncated fatbin"));
  return Status::success();
}

Result<KernelImage> mlir::dtyp::parseKernelImage(std::string bytes,
                                                 std::string path) {
  constexpr uint32_t fatbinMagic = 0xBA55ED50;
  KernelImage image;
  Status status = Status::success();
  if (bytes.compare(0, 4,
                    "\x7f"
                    "ELF") == 0) {
    image.format = ImageFormat::Cubin;
    status = checkCubin(bytes, path);
  } else if (readField<uint32_t>(bytes, 0) == fatbinMagic) {
    image.format = ImageFormat::Fatbin;
    status = checkFatbin(bytes, path);
  } else if (bytes.find(".version") != std::string::npos &&
             std::strlen(bytes.c_str()) == bytes.size()) {
    // The driver takes PTX up to the first NUL, which c_str() has at its end.
    image.format = ImageFormat::PTX;
  } else {
    status = Error(strCat("'", path,
                          "': expected PTX, a cubin or a fatbin, got "
                          "none of them"));
  }
  if (!status)
    return status.error();
  image.bytes = std::move(bytes);
  image.path = std::move(path);
  return image;
}

Result<KernelImage> mlir::dtyp::readKernelImage(const std::string &path) {
  auto cannotRead = [&](const char *reason) {
    return Error(strCat("'", path, "': cannot be read: ", reason));
  };
  FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return cannotRead(std::strerror(errno));
  struct stat info;
  std::string bytes;
  bool isRegular = fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode);
  bool fits = isRegular && info.st_size <= maxImageSize;
  bool complete = fits;
  if (fits) {
    bytes.resize(info.st_size);
    complete = std::fread(bytes.data(), 1, bytes.size(), file) == bytes.size();
  }
  std::fclose(file);
  if (!isRegular)
    return cannotRead("it is no regular file");
  if (!fits)
    return cannotRead("it is larger than 1 GiB");
  if (!complete)
    return cannotRead("the file ended early");
  return parseKernelImage(std::move(bytes), path);
}

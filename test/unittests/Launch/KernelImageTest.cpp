//===- KernelImageTest.cpp - Tests of kernel images -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests telling PTX, cubins and fatbins apart, and finding the ones
// that were cut off.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/KernelImage.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace mlir::dtyp;

template <typename Field>
static void setField(std::string &bytes, size_t offset, Field field) {
  std::memcpy(&bytes[offset], &field, sizeof(Field));
}

/// An ELF file with two sections, 16 bytes at 64 and one without bytes, and a
/// segment of the same 16 bytes.
static std::string makeCubin() {
  std::string bytes(64 + 16 + 2 * 64 + 56, '\0');
  bytes.replace(0, 5,
                "\x7f"
                "ELF\2");
  setField<uint16_t>(bytes, 18, 190);
  setField<uint64_t>(bytes, 40, 80);
  setField<uint16_t>(bytes, 58, 64);
  setField<uint16_t>(bytes, 60, 2);
  setField<uint32_t>(bytes, 80 + 4, 1);
  setField<uint64_t>(bytes, 80 + 24, 64);
  setField<uint64_t>(bytes, 80 + 32, 16);
  setField<uint32_t>(bytes, 144 + 4, 8);
  setField<uint64_t>(bytes, 144 + 24, 64);
  setField<uint64_t>(bytes, 144 + 32, 1 << 20);
  setField<uint64_t>(bytes, 32, 208);
  setField<uint16_t>(bytes, 54, 56);
  setField<uint16_t>(bytes, 56, 1);
  setField<uint32_t>(bytes, 208, 1);
  setField<uint64_t>(bytes, 208 + 8, 64);
  setField<uint64_t>(bytes, 208 + 32, 16);
  return bytes;
}

static std::string getError(std::string bytes) {
  Result<KernelImage> image = parseKernelImage(std::move(bytes), "k");
  return image ? "no error" : image.error().message;
}

TEST(KernelImageTest, Formats) {
  Result<KernelImage> image =
      parseKernelImage("// hi\n.version 7.3\n", "k.ptx");
  ASSERT_TRUE(image);
  EXPECT_EQ(image->format, ImageFormat::PTX);
  EXPECT_EQ(image->path, "k.ptx");
  image = parseKernelImage(makeCubin(), "k.cubin");
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->format, ImageFormat::Cubin);
}

TEST(KernelImageTest, NotAnImage) {
  const char *error = "'k': expected PTX, a cubin or a fatbin, got none of "
                      "them";
  EXPECT_EQ(getError(""), error);
  EXPECT_EQ(getError("module {}"), error);
  EXPECT_EQ(getError(std::string(".version 7.3\0x", 14)), error);
}

TEST(KernelImageTest, TruncatedCubin) {
  std::string bytes = makeCubin();
  for (size_t size = 64; size != bytes.size(); ++size)
    EXPECT_EQ(getError(bytes.substr(0, size)), "'k': truncated cubin");
  EXPECT_NE(getError(bytes.substr(0, 63)), "no error");

  std::string changed = bytes;
  setField<uint64_t>(changed, 40, ~uint64_t(0));
  EXPECT_EQ(getError(changed), "'k': truncated cubin");
  changed = bytes;
  setField<uint64_t>(changed, 80 + 24, ~uint64_t(0) - 4);
  EXPECT_EQ(getError(changed), "'k': truncated cubin");
  changed = bytes;
  setField<uint64_t>(changed, 208 + 32, 1000);
  EXPECT_EQ(getError(changed), "'k': truncated cubin");
  changed = bytes;
  setField<uint16_t>(changed, 18, 62);
  EXPECT_EQ(getError(changed), "'k': expected a cubin, got an ELF file for "
                               "another machine (e_machine 62)");
}

TEST(KernelImageTest, Fatbin) {
  std::string bytes(16 + 8, '\0');
  setField<uint32_t>(bytes, 0, 0xBA55ED50);
  setField<uint16_t>(bytes, 6, 16);
  setField<uint64_t>(bytes, 8, 8);
  Result<KernelImage> image = parseKernelImage(bytes, "k");
  ASSERT_TRUE(image);
  EXPECT_EQ(image->format, ImageFormat::Fatbin);
  bytes.pop_back();
  EXPECT_EQ(getError(bytes), "'k': truncated fatbin");
  EXPECT_EQ(getError(bytes.substr(0, 8)), "'k': truncated fatbin");
}

TEST(KernelImageTest, Files) {
  Result<KernelImage> image = readKernelImage("/no/such/file.ptx");
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().message, "'/no/such/file.ptx': cannot be read: No "
                                   "such file or directory");
  image = readKernelImage("/dev/zero");
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().message,
            "'/dev/zero': cannot be read: it is no regular file");
}

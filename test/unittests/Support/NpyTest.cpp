//===- NpyTest.cpp - Tests of .npy files ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the reader and the writer of .npy files, above all on hostile
// files. Files from real NumPy are in test/tools/dtyp-launch/npy.test.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/Npy.h"

#include "dtyp/Support/ArgumentSpec.h"
#include "dtyp/Support/ArrayPrinter.h"
#include "dtyp/Support/DTypeParser.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <unistd.h>

using namespace mlir::dtyp;

namespace {

/// A file that goes away with the test.
class NpyTest : public testing::Test {
protected:
  void SetUp() override {
    path = testing::TempDir() + "dtyp-npy-" + std::to_string(getpid()) + ".npy";
  }
  void TearDown() override { std::remove(path.c_str()); }

  void write(const std::string &bytes) {
    FILE *file = std::fopen(path.c_str(), "wb");
    ASSERT_TRUE(file);
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
  }

  /// Writes the bytes and reads them as an array.
  std::string read(const std::string &bytes,
                   const NumPyDType *expected = nullptr) {
    write(bytes);
    Result<HostArray> array = readNpy(path, expected);
    if (array)
      return array->getTypeString() + " " + formatArray(*array);
    std::string prefix = "'" + path + "': ";
    EXPECT_EQ(array.error().message.substr(0, prefix.size()), prefix);
    return array.error().message.substr(prefix.size());
  }

  std::string path;
};

} // namespace

static std::string makeFile(const std::string &header, const std::string &data,
                            char major = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += {major, '\0', static_cast<char>(header.size() & 0xff),
            static_cast<char>(header.size() >> 8)};
  if (major > 1)
    bytes += {'\0', '\0'};
  return bytes + header + data;
}

static std::string makeHeader(const std::string &descr,
                              const std::string &order,
                              const std::string &shape) {
  return "{'descr': " + descr + ", 'fortran_order': " + order +
         ", 'shape': " + shape + ", }\n";
}

TEST_F(NpyTest, Versions) {
  std::string header = makeHeader("'|i1'", "False", "(3,)");
  for (char major : {1, 2, 3})
    EXPECT_EQ(read(makeFile(header, "\1\2\3", major)), "int8[3] [1 2 3]");
  EXPECT_EQ(read(makeFile(header, "\1\2\3", 4)),
            "expected version 1.0, 2.0 or 3.0 of the .npy format, got 4.0");
}

TEST_F(NpyTest, HeaderSpellings) {
  EXPECT_EQ(read(makeFile("{\"shape\":(1L,2L),\"descr\":\"|u1\","
                          "\"fortran_order\":False}",
                          "\1\2")),
            "uint8[1,2] [[1 2]]");
  EXPECT_EQ(read(makeFile(makeHeader("'|u1'", "False", "()"), "\7")),
            "uint8[] 7");
  EXPECT_EQ(read(makeFile(makeHeader("'|u1'", "False", "(0, 9)"), "")),
            "uint8[0,9] []");
  EXPECT_EQ(read(makeFile(makeHeader("'|u1'", "False", "(1,)"), "\1more")),
            "uint8[1] [1]")
      << "like NumPy, what follows is left alone";
}

TEST_F(NpyTest, FortranOrderIsTransposed) {
  EXPECT_EQ(
      read(makeFile(makeHeader("'|u1'", "True", "(2, 3)"), "\1\2\3\4\5\6")),
      "uint8[2,3] [[1 3 5]\n [2 4 6]]");
  EXPECT_EQ(
      read(makeFile(makeHeader("'|u1'", "True", "(2, 1, 2)"), "\1\2\3\4")),
      "uint8[2,1,2] [[[1 3]]\n\n [[2 4]]]");
  EXPECT_EQ(read(makeFile(makeHeader("'|u1'", "True", "(2, 0)"), "")),
            "uint8[2,0] []");
}

TEST_F(NpyTest, DTypes) {
  NumPyDType bfloat16 = getScalarDType("bfloat16");
  NumPyDType uint16 = getScalarDType("uint16");
  std::string raw = makeFile(makeHeader("'<V2'", "False", "(1,)"), "\x80\x3f");
  EXPECT_EQ(read(raw, &bfloat16), "bfloat16[1] [1.0]");
  EXPECT_NE(read(raw).find("write bfloat16: before"), std::string::npos);
  EXPECT_NE(read(raw, &uint16).find("expected uint16"), std::string::npos);
  std::string half = makeFile(makeHeader("'<f2'", "False", "(1,)"), "\0\x3c");
  EXPECT_NE(read(half, &bfloat16).find("holds float16, expected bfloat16"),
            std::string::npos);
  auto readDescr = [&](const std::string &descr) {
    return read(
        makeFile(makeHeader(descr, "False", "(1,)"), std::string(64, '\0')));
  };
  EXPECT_NE(readDescr("'|O'").find("no GPU has it"), std::string::npos);
  EXPECT_NE(readDescr("'<f16'").find("no GPU has longdouble"),
            std::string::npos);
  EXPECT_EQ(readDescr("'>f4'"), ">f4[1] [0.0]");
  EXPECT_EQ(readDescr("'<M8[D]'"), "datetime64[D][1] [1970-01-01]");
  EXPECT_EQ(readDescr("'<U2'"), "U2[1] ['']");
  EXPECT_EQ(readDescr("'|V2'"), "V2[1] [b'\\x00\\x00']");
  EXPECT_EQ(readDescr("[('a', '<f4')]"), "[[\"a\",\"float32\"]][1] [(0.0,)]");
  EXPECT_EQ(readDescr("('<f4', (2,))"), "float32[1,2] [[0.0 0.0]]");
  EXPECT_NE(readDescr("[('a', '|O')]").find("no GPU has it"),
            std::string::npos);
  EXPECT_NE(readDescr("[]").find("have a size"), std::string::npos);
}

TEST_F(NpyTest, Records) {
  auto parse = [](std::string_view text) { return *parseNumPyDType(text); };
  // NumPy writes padding as fields without a name.
  std::string padded = makeFile(
      makeHeader("[('x', '|u1'), ('', '|V3'), ('y', '<V2')]", "False", "(1,)"),
      std::string("\1\xff\xff\xff\x80\x3f", 6));
  EXPECT_EQ(
      read(padded),
      "{\"names\":[\"x\",\"y\"],\"formats\":[\"uint8\",\"V2\"],\"offsets\""
      ":[0,4],\"itemsize\":6}[1] [(1, b'\\x80\\x3F')]");
  NumPyDType bfloat16 =
      parse("{'names': ['x', 'y'], 'formats': ['u1', 'bfloat16'], "
            "'offsets': [0, 4], 'itemsize': 6}");
  EXPECT_NE(read(padded, &bfloat16).find("(1, 1.0)"), std::string::npos);
  NumPyDType aligned =
      parse("{'names': ['x', 'y'], 'formats': ['u1', 'bfloat16'], "
            "'offsets': [0, 4], 'aligned': True}");
  EXPECT_NE(read(padded, &aligned).find("\"aligned\":true"), std::string::npos);
  NumPyDType other = parse("u1,V3,V2");
  EXPECT_NE(read(padded, &other).find("name the dtype it has"),
            std::string::npos);
}

TEST_F(NpyTest, RecordsThatNoFileDescribes) {
  Result<HostArray> array = HostArray::create(
      *parseNumPyDType("{'names': ['x', 'y'], 'formats': ['u4', 'u1'], "
                       "'offsets': [0, 2]}"),
      {1});
  ASSERT_TRUE(array);
  Status status = writeNpy(path, *array);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("neither overlap"), std::string::npos);
  EXPECT_NE(access(path.c_str(), F_OK), 0) << "a file was left behind";
}

TEST_F(NpyTest, TruncatedFiles) {
  std::string bytes =
      makeFile(makeHeader("'<i4'", "False", "(2,)"), std::string(8, '\0'));
  ASSERT_EQ(read(bytes), "int32[2] [0 0]");
  // Every prefix is an error.
  for (size_t size = 0; size != bytes.size(); ++size) {
    write(bytes.substr(0, size));
    EXPECT_FALSE(readNpy(path)) << size;
  }
  EXPECT_EQ(read(bytes.substr(0, bytes.size() - 1)),
            "truncated: expected 8 bytes of elements, got 7");
}

TEST_F(NpyTest, HostileSizes) {
  auto readShape = [&](const std::string &shape) {
    return read(makeFile(makeHeader("'<i8'", "False", shape), "12345678"));
  };
  EXPECT_EQ(readShape("(1000000000000,)"),
            "truncated: expected 8000000000000 bytes of elements, got 8");
  for (const char *shape :
       {"(4611686018427387904, 4)", "(1152921504606846976,)",
        "(0, 9223372036854775807, 9223372036854775807)"})
    EXPECT_NE(readShape(shape).find("less than 2**63 bytes"), std::string::npos)
        << shape;
  for (const char *shape : {"(-1,)", "(9223372036854775808,)", "(1.5,)", "(1)",
                            "1", "(1 2)", "(1,,)", "(1,", "(,)", "[1]"})
    EXPECT_EQ(readShape(shape).substr(0, 10), "bad header") << shape;
  std::string many = "(1,";
  for (int i = 0; i != 64; ++i)
    many += "1,";
  EXPECT_NE(readShape(many + ")").find("at most 64 dimensions"),
            std::string::npos);

  std::string huge = "\x93NUMPY\x02";
  huge += {'\0', '\xff', '\xff', '\xff', '\xff'};
  EXPECT_EQ(read(huge),
            "expected a header of at most 65536 bytes, got one of 4294967295");
}

TEST_F(NpyTest, BadHeaders) {
  for (const char *header :
       {"", "{", "{}", "{'descr'}", "{'descr': '<i4'}", "[]", "{'descr': 1}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (), 'shape': ()}",
        "{'a': 1}", "{descr: '<i4'}", "{'descr': '<i4' 'shape': ()}",
        "{'descr': '<i4", "{'descr': '<i4', 'fortran_order': 0, 'shape': ()}",
        "{'descr': '\x1b[31m', 'fortran_order': False, 'shape': ()}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': ()} x"}) {
    std::string error = read(makeFile(header, "1234"));
    EXPECT_EQ(error.substr(0, 10), "bad header") << header << error;
    EXPECT_EQ(error.find('\x1b'), std::string::npos);
  }
  EXPECT_EQ(read("PK\3\4 this is a zip"),
            "expected a .npy file, but it does not start with '\\x93NUMPY'");
}

TEST_F(NpyTest, EveryByteOfTheHeaderMayBeWrong) {
  // Nothing to compare with: neither a crash nor a sanitizer's report is fine.
  std::string bytes =
      makeFile(makeHeader("'<i4'", "False", "(2, 1)"), std::string(8, '\0'));
  for (size_t i = 0; i != bytes.size(); ++i) {
    for (unsigned char byte : {0x00, 0x27, 0x28, 0x2c, 0x39, 0x7d, 0xff}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(byte);
      write(changed);
      if (Result<HostArray> array = readNpy(path)) {
        EXPECT_LE(array->getNumBytes(), bytes.size());
      }
    }
  }
}

TEST_F(NpyTest, FilesThatAreNone) {
  Result<HostArray> array = readNpy(path + "/missing.npy");
  ASSERT_FALSE(array);
  EXPECT_NE(array.error().message.find("cannot be opened"), std::string::npos);
  array = readNpy("/dev/zero");
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().message, "'/dev/zero': expected a regular file");
  array = readNpy("/tmp");
  ASSERT_FALSE(array);
}

TEST_F(NpyTest, WriteAndReadBack) {
  for (const std::string &name : getScalarDTypeNames()) {
    Result<HostArray> array = HostArray::create(getScalarDType(name), {2, 3});
    ASSERT_TRUE(array);
    fillArray(*array, ArrayInit::Random, /*seed=*/1);
    ASSERT_TRUE(writeNpy(path, *array));
    NumPyDType dtype = getScalarDType(name);
    Result<HostArray> back = readNpy(path, &dtype);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(formatArray(*back), formatArray(*array));
    EXPECT_NE(formatArray(*back).find("\n"), std::string::npos);
  }
}

TEST_F(NpyTest, WriteErrors) {
  Result<HostArray> array = HostArray::create(getScalarDType("int8"), {4});
  ASSERT_TRUE(array);
  Status status = writeNpy(path + "/missing/x.npy", *array);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("cannot be written"),
            std::string::npos);
  status = writeNpy("/dev/full", *array);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message,
            "'/dev/full': cannot be written: No space left on device");
}

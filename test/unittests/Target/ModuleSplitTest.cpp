//===- ModuleSplitTest.cpp - Tests of the parts of modules ----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleSplit.h"
#include "PtxMerge.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::cudax;

/// Returns kernels k0, k1, ... of 100 instructions and a `line` of their own
/// each, in which # is their number.
static std::string makeKernels(unsigned count, StringRef line = "") {
  std::string text;
  for (unsigned kernel = 0; kernel != count; ++kernel) {
    std::string number = std::to_string(kernel);
    text += "define ptx_kernel void @k" + number + "(ptr addrspace(1) %p) {\n";
    for (char c : line) {
      text += c == '#' ? number : std::string(1, c);
    }
    for (unsigned i = 0; i != 99; ++i) {
      text += "\n  store volatile i32 1, ptr addrspace(1) %p";
    }
    text += "\n  ret void\n}\n";
  }
  return text;
}

/// Returns the number of parts that define `name`.
static size_t countParts(ArrayRef<std::set<std::string>> parts,
                         const std::string &name) {
  return llvm::count_if(parts, [&](const std::set<std::string> &part) {
    return part.count(name) != 0;
  });
}

static std::string print(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, /*AAW=*/nullptr);
  return text;
}

namespace {

class ModuleSplitTest : public ::testing::Test {
protected:
  std::unique_ptr<llvm::Module> parse(StringRef text) {
    llvm::SMDiagnostic diagnostic;
    std::unique_ptr<llvm::Module> module =
        llvm::parseAssemblyString(text, diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    return module;
  }

  /// Returns the names of what each part defines, and checks the parts.
  SmallVector<std::set<std::string>> split(StringRef text) {
    std::unique_ptr<llvm::Module> module = parse(text);
    std::string before = print(*module);
    ModuleSplit split(*module);
    SmallVector<std::set<std::string>> parts;
    for (ArrayRef<char> bitcode : split.writeParts()) {
      llvm::LLVMContext own;
      std::unique_ptr<llvm::Module> read =
          llvm::cantFail(llvm::parseBitcodeFile(
              llvm::MemoryBufferRef(StringRef(bitcode.data(), bitcode.size()),
                                    "part"),
              own));
      EXPECT_FALSE(llvm::verifyModule(*read, &llvm::errs()));
      std::set<std::string> &names = parts.emplace_back();
      for (const llvm::GlobalValue &value : read->global_values()) {
        if (!value.isDeclaration()) {
          names.insert(value.getName().str());
        }
      }
    }
    EXPECT_EQ(print(*module), before);
    return parts;
  }

  llvm::LLVMContext context;
};

TEST_F(ModuleSplitTest, EachKernelIsInOnePart) {
  SmallVector<std::set<std::string>> parts = split(makeKernels(64));
  ASSERT_EQ(parts.size(), 4u);
  for (const std::set<std::string> &part : parts) {
    EXPECT_EQ(part.size(), 16u);
  }
  for (unsigned kernel = 0; kernel != 64; ++kernel) {
    EXPECT_EQ(countParts(parts, "k" + std::to_string(kernel)), 1u);
  }
}

TEST_F(ModuleSplitTest, FewOrSmallKernelsAreOnePart) {
  EXPECT_TRUE(split(makeKernels(31)).empty());
  EXPECT_EQ(split(makeKernels(32)).size(), 2u);
  std::string small;
  for (unsigned kernel = 0; kernel != 64; ++kernel) {
    small += "define ptx_kernel void @k" + std::to_string(kernel) +
             "() {\n  ret void\n}\n";
  }
  EXPECT_TRUE(split(small).empty());
}

TEST_F(ModuleSplitTest, WhatKernelsShareKeepsThemTogether) {
  for (StringRef shared :
       {"@shared = internal addrspace(1) global i32 0\n",
        "@shared = addrspace(1) constant i32 0\n",
        "@shared = internal addrspace(1) constant [8192 x i8] "
        "zeroinitializer\n"}) {
    EXPECT_TRUE(split(shared.str() +
                      makeKernels(64, "  store volatile i64 ptrtoint (ptr "
                                      "addrspace(1) @shared to i64), ptr "
                                      "addrspace(1) %p"))
                    .empty())
        << shared.str();
  }
  EXPECT_TRUE(split("define internal void @f() {\n  ret void\n}\n" +
                    makeKernels(64, "  call void @f()"))
                  .empty());
}

TEST_F(ModuleSplitTest, MetadataThatNamesSymbolsIsOfTheWhole) {
  EXPECT_TRUE(split("declare !callees !0 void @f()\n!0 = !{ptr @k0}\n" +
                    makeKernels(64))
                  .empty());
  EXPECT_TRUE(
      split("!names = !{!0}\n!0 = !{ptr @k0, i32 1}\n" + makeKernels(64))
          .empty());
  EXPECT_TRUE(split(makeKernels(64, "  fence seq_cst, !mark !0") +
                    "!0 = !{!1}\n!1 = !{ptr @k0}\n")
                  .empty());
  EXPECT_EQ(split("!names = !{!0}\n!0 = !{i32 1}\n" + makeKernels(64)).size(),
            4u);
}

/// Kernels k0 and k63 share a function.
TEST_F(ModuleSplitTest, SomeShare) {
  std::string text = "define internal void @f() noinline {\n  ret void\n}\n" +
                     makeKernels(64, "  call void @f#()");
  for (unsigned kernel = 0; kernel != 64; ++kernel) {
    std::string number = std::to_string(kernel);
    text += "define internal void @f" + number + "() {\n";
    if (kernel == 0 || kernel == 63) {
      text += "  call void @f()\n";
    }
    text += "  ret void\n}\n";
  }
  SmallVector<std::set<std::string>> parts = split(text);
  ASSERT_EQ(parts.size(), 4u);
  for (const std::set<std::string> &part : parts) {
    EXPECT_EQ(part.count("k0"), part.count("f"));
    EXPECT_EQ(part.count("k63"), part.count("f"));
  }
  EXPECT_EQ(countParts(parts, "f"), 1u);
}

TEST_F(ModuleSplitTest, CopiesOfWhatLeavesNoTrace) {
  std::string library = R"(
@table = internal addrspace(1) constant [2 x i32] [i32 1, i32 2]
@unwritten = internal addrspace(1) global i32 3
define internal void @inlined(ptr addrspace(1) %p) alwaysinline {
  %a = load i32, ptr addrspace(1) @table
  %b = load i32, ptr addrspace(1) @unwritten
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(1) %p
  ret void
}
)";
  std::string call = "  call void @inlined(ptr addrspace(1) %p)";
  SmallVector<std::set<std::string>> parts =
      split(library + makeKernels(64, call));
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(countParts(parts, "inlined"), 4u);
  EXPECT_EQ(countParts(parts, "table"), 4u);
  EXPECT_EQ(countParts(parts, "unwritten"), 4u);

  // Not if it refers to what is there once.
  library += "define internal void @once() noinline {\n  ret void\n}\n";
  library.insert(library.rfind("  ret void\n}\ndefine"),
                 "  call void @once()\n");
  EXPECT_TRUE(split(library + makeKernels(64, call)).empty());
}

TEST_F(ModuleSplitTest, WhatCountsForTheWholeModule) {
  std::string kernels = makeKernels(64);
  EXPECT_TRUE(split("module asm \".global .u32 x;\"\n" + kernels).empty());
  EXPECT_TRUE(
      split("@a = alias void (ptr addrspace(1)), ptr @k0\n" + kernels).empty());
  EXPECT_TRUE(
      split("@llvm.used = appending global [1 x ptr] [ptr @k0]\n" + kernels)
          .empty());
  EXPECT_TRUE(split("@0 = internal global i32 0\n" + kernels).empty());
  EXPECT_TRUE(split(kernels + R"(
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.mlir", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
)")
                  .empty());
}

TEST_F(ModuleSplitTest, FunctionsThatCouldNotBeInlined) {
  const char *function = "define internal void @f() alwaysinline {\n"
                         "  call void @f()\n  ret void\n}\n";
  EXPECT_TRUE(hasCopiedFunction(*parse(function)));
  EXPECT_FALSE(hasCopiedFunction(*parse(makeKernels(1))));
}

} // namespace

//===----------------------------------------------------------------------===//
// mergePtx
//===----------------------------------------------------------------------===//

static constexpr const char *kHeader = "//\n// Generated by LLVM\n//\n\n"
                                       ".version 7.8\n.target sm_90\n"
                                       ".address_size 64\n";
static constexpr const char *kPrintf =
    ".extern .func  (.param .b32 r) vprintf\n"
    "(\n\t.param .b64 p0\n)\n;\n";

static SmallString<0> makePart(StringRef declarations, StringRef kernel) {
  return SmallString<0>((kHeader + declarations + "\n\t// .globl\t" + kernel +
                         "\n.visible .entry " + kernel +
                         "(\n\t.param .b64 p\n)\n{\n\tret;\n}\n")
                            .str());
}

namespace {

TEST(PtxMergeTest, OneHeaderAndEachDeclarationOnce) {
  std::string table = ".global .align 4 .b8 table[4] = {1, 2, 3, 4};\n";
  std::string other = ".extern .shared .align 16 .b8 memory[];\n";
  std::optional<SmallString<0>> merged =
      mergePtx({makePart(kPrintf + table, "k0"),
                makePart(other + kPrintf + table, "k1")});
  ASSERT_TRUE(merged);
  std::string expected =
      makePart(kPrintf + table, "k0").str().str() +
      makePart(other, "k1").str().drop_front(StringRef(kHeader).size()).str();
  EXPECT_EQ(merged->str().str(), expected);
}

TEST(PtxMergeTest, NamesThatMeanTwoThings) {
  EXPECT_FALSE(mergePtx({makePart(".global .align 4 .b8 x[4];\n", "k0"),
                         makePart(".global .align 8 .b8 x[4];\n", "k1")}));
  EXPECT_FALSE(mergePtx(
      {makePart(kPrintf, "k0"),
       makePart(".extern .func vprintf\n(\n\t.param .b64 p0\n)\n;\n", "k1")}));
  EXPECT_TRUE(mergePtx({makePart(".global .align 4 .b8 x[4];\n", "k0"),
                        makePart(".global .align 4 .b8 xy[4];\n", "k1")}));
}

TEST(PtxMergeTest, WhatIsNoPtx) {
  EXPECT_FALSE(mergePtx({SmallString<0>("ELF")}));
}

} // namespace

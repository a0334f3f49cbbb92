//===- CudaToolkitTest.cpp - Tests of the search for the toolkit ----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/CudaToolkit.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::cudax;

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Works in a folder of its own, with no variable set.
class CudaToolkitTest : public ::testing::Test {
protected:
  void SetUp() override {
    fs::createUniqueDirectory("dtyp-toolkit", folder);
    for (const char *variable : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"}) {
      unsetenv(variable);
    }
    setenv("PATH", folder.c_str(), /*overwrite=*/1);
  }

  void TearDown() override { fs::remove_directories(folder); }

  std::string join(StringRef relative) const {
    SmallString<128> result(folder);
    path::append(result, relative);
    return result.str().str();
  }

  /// Makes a file below the folder, and the folders on the way.
  void makeFile(StringRef relative, bool isProgram) {
    std::string file = join(relative);
    fs::create_directories(path::parent_path(file));
    std::error_code error;
    llvm::raw_fd_ostream(file, error) << "#";
    if (isProgram) {
      fs::setPermissions(file, fs::perms::owner_all);
    }
  }

  /// Finds a toolkit, or returns the error's text in `message`.
  FailureOr<CudaToolkit> find(StringRef option = "") {
    message.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      message = diagnostic.str();
      return success();
    });
    return CudaToolkit::find(
        option, [&] { return emitError(UnknownLoc::get(&context)); });
  }

  SmallString<128> folder;
  MLIRContext context;
  std::string message;
};

TEST_F(CudaToolkitTest, OptionComesFirst) {
  makeFile("option/bin/ptxas", true);
  makeFile("variable/bin/ptxas", true);
  setenv("CUDA_ROOT", join("variable").c_str(), 1);
  FailureOr<CudaToolkit> toolkit = find(join("option"));
  ASSERT_TRUE(succeeded(toolkit));
  EXPECT_EQ(toolkit->lookup(CudaTool::Ptxas), join("option/bin/ptxas"));
}

TEST_F(CudaToolkitTest, VariablesInOrder) {
  makeFile("root/bin/ptxas", true);
  makeFile("home/bin/ptxas", true);
  makeFile("path/bin/ptxas", true);
  setenv("CUDA_PATH", join("path").c_str(), 1);
  EXPECT_EQ(find()->lookup(CudaTool::Ptxas), join("path/bin/ptxas"));
  setenv("CUDA_HOME", join("home").c_str(), 1);
  EXPECT_EQ(find()->lookup(CudaTool::Ptxas), join("home/bin/ptxas"));
  setenv("CUDA_ROOT", join("root").c_str(), 1);
  EXPECT_EQ(find()->lookup(CudaTool::Ptxas), join("root/bin/ptxas"));
  setenv("CUDA_ROOT", "", 1);
  EXPECT_EQ(find()->lookup(CudaTool::Ptxas), join("home/bin/ptxas"));
}

TEST_F(CudaToolkitTest, ANamedFolderIsTheOnlyOne) {
  makeFile("named/nvvm/libdevice/libdevice.10.bc", false);
  makeFile("ptxas", true);
  setenv("CUDA_HOME", join("named").c_str(), 1);
  FailureOr<CudaToolkit> toolkit = find();
  ASSERT_TRUE(succeeded(toolkit));
  EXPECT_EQ(toolkit->getRoots().size(), 1u);
  EXPECT_TRUE(toolkit->lookup(CudaTool::Libdevice));
  EXPECT_FALSE(toolkit->lookup(CudaTool::Ptxas));
}

TEST_F(CudaToolkitTest, MissingFolders) {
  EXPECT_TRUE(failed(find(join("nowhere"))));
  EXPECT_NE(message.find("nowhere"), std::string::npos);
  setenv("CUDA_PATH", join("nowhere").c_str(), 1);
  EXPECT_TRUE(failed(find()));
  EXPECT_NE(message.find("CUDA_PATH"), std::string::npos);
}

/// ptxas on PATH may be a link into the toolkit.
TEST_F(CudaToolkitTest, PtxasOnPath) {
  makeFile("toolkit/bin/ptxas", true);
  makeFile("toolkit/nvvm/libdevice/libdevice.10.bc", false);
  fs::create_link(join("toolkit/bin/ptxas"), join("ptxas"));
  FailureOr<CudaToolkit> toolkit = find();
  ASSERT_TRUE(succeeded(toolkit));
  SmallString<128> real;
  fs::real_path(join("toolkit"), real);
  EXPECT_TRUE(llvm::is_contained(toolkit->getRoots(), real.str().str()));
}

TEST_F(CudaToolkitTest, Parts) {
  makeFile("t/bin/fatbinary", true);
  makeFile("t/bin/ptxas", false);
  makeFile("t/lib/libnvJitLink.so.13", false);
  FailureOr<CudaToolkit> toolkit = find(join("t"));
  ASSERT_TRUE(succeeded(toolkit));
  EXPECT_TRUE(toolkit->lookup(CudaTool::Fatbinary));
  // A file that cannot be executed is no program.
  EXPECT_FALSE(toolkit->lookup(CudaTool::Ptxas));
  EXPECT_EQ(toolkit->lookup(CudaTool::NvJitLink),
            join("t/lib/libnvJitLink.so.13"));

  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
  EXPECT_TRUE(failed(toolkit->require(CudaTool::Libdevice, emit)));
  EXPECT_NE(message.find(join("t/nvvm/libdevice/libdevice.10.bc")),
            std::string::npos);
  EXPECT_NE(message.find("'nvidia-nvvm'"), std::string::npos);
}

} // namespace

//===- KernelCacheTest.cpp - Tests of the cache of compiled modules -------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Compiler/Compiler.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <csignal>
#include <set>
#include <sys/resource.h>
#include <thread>

using namespace mlir;
using namespace mlir::dtyp;

namespace fs = llvm::sys::fs;

using Status = CacheUse::Status;

namespace {

void registerAll(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::dtyp::registerAllDialects(registry);
  mlir::dtyp::registerAllExtensions(registry);
}

/// Returns a module whose kernel stores `value`.
std::string makeSource(int value) {
  return "gpu.module @m { gpu.func @store(%a: memref<4xi32>) kernel {\n"
         "  %i = gpu.thread_id x\n  %v = arith.constant " +
         std::to_string(value) +
         " : i32\n  memref.store %v, %a[%i] : memref<4xi32>\n"
         "  gpu.return\n} }\n";
}

class KernelCacheTest : public ::testing::Test {
protected:
  KernelCacheTest() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    registerAll(registry);
    context.appendDialectRegistry(registry);
    fs::createUniqueDirectory("dtyp-cache", folder);
    options.cache.folder = folder.str().str();
    options.cache.pruningInterval = std::chrono::seconds(0);
  }
  ~KernelCacheTest() override { fs::remove_directories(folder); }

  CompiledModule compile(StringRef source, const CompileOptions &options,
                         OutputKind kind = OutputKind::PTX) {
    FailureOr<CompiledModule> code =
        Compiler(&context, options).compile(source, kind);
    EXPECT_TRUE(succeeded(code));
    return succeeded(code) ? *code : CompiledModule();
  }

  std::string getPath(const CompiledModule &code) const {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, "llvmcache-" + code.cache.key);
    return path.str().str();
  }

  std::string read(StringRef path) const {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

  void write(StringRef path, StringRef contents) const {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << contents;
  }

  SmallString<128> folder;
  MLIRContext context;
  CompileOptions options;
};

TEST_F(KernelCacheTest, AHitIsWhatTheMissWas) {
  CompiledModule miss = compile(makeSource(1), options);
  CompiledModule hit = compile(makeSource(1), options);
  EXPECT_EQ(miss.cache.status, Status::Miss);
  EXPECT_EQ(miss.cache.problem, "");
  EXPECT_EQ(hit.cache.status, Status::Hit);
  EXPECT_EQ(hit.cache.key, miss.cache.key);
  ASSERT_EQ(hit.objects.size(), 1u);
  EXPECT_EQ(hit.objects[0].contents, miss.objects[0].contents);
  EXPECT_EQ(hit.objects[0].gpuModule, "m");
  EXPECT_EQ(hit.objects[0].chip, "sm_75");
  EXPECT_EQ(hit.objects[0].kernels[0].name, "store");
  EXPECT_EQ(hit.objects[0].kernels[0].arguments.size(),
            miss.objects[0].kernels[0].arguments.size());

  // Another context, as in another process.
  DialectRegistry registry;
  registerAll(registry);
  MLIRContext other(registry);
  FailureOr<CompiledModule> again =
      Compiler(&other, options).compileToPTX(makeSource(1));
  ASSERT_TRUE(succeeded(again));
  EXPECT_EQ(again->cache.status, Status::Hit);
}

TEST_F(KernelCacheTest, EachPartOfTheKeyCounts) {
  std::set<std::string> keys;
  auto expectNew = [&](const CompiledModule &code, const char *what) {
    EXPECT_EQ(code.cache.status, Status::Miss) << what;
    EXPECT_TRUE(keys.insert(code.cache.key).second) << what;
  };
  auto expectNewWith = [&](const char *what,
                           function_ref<void(CompileOptions &)> change) {
    CompileOptions changed = options;
    change(changed);
    expectNew(compile(makeSource(1), changed), what);
  };
  expectNew(compile(makeSource(1), options), "the first");
  expectNew(compile(makeSource(2), options), "module");
  expectNew(compile(makeSource(1), options, OutputKind::Bitcode), "kind");
  expectNewWith("chip", [](CompileOptions &o) { o.chips = {"sm_80"}; });
  expectNewWith("chips",
                [](CompileOptions &o) { o.chips = {"sm_80", "sm_90"}; });
  expectNewWith("features", [](CompileOptions &o) { o.features = "+ptx80"; });
  expectNewWith("level", [](CompileOptions &o) { o.optLevel = 1; });
  expectNewWith("index", [](CompileOptions &o) {
    o.indexBitwidth = IndexBitwidth::Bits32;
  });
  expectNewWith("bare pointers",
                [](CompileOptions &o) { o.kernelBarePtr = true; });
  expectNewWith("lines", [](CompileOptions &o) { o.lineInfo = true; });
  expectNewWith("assembler", [](CompileOptions &o) {
    o.assembler = cudax::AssemblerKind::NvJitLink;
  });
  expectNewWith("gpu.module", [](CompileOptions &o) { o.gpuModule = "m"; });
  expectNewWith("one module",
                [](CompileOptions &o) { o.requireOneModule = true; });
  expectNewWith("salt", [](CompileOptions &o) { o.cache.salt = "1"; });

  std::string library = (folder + "/library.ll").str();
  write(library, "define float @f(float %x) { ret float %x }");
  options.link = {library};
  expectNew(compile(makeSource(1), options), "linked file");
  write(library, "define double @f(double %x) { ret double %x }");
  expectNew(compile(makeSource(1), options), "contents of a linked file");
}

TEST_F(KernelCacheTest, TheVersionsOfToolsCount) {
  SmallString<128> toolkit(folder);
  llvm::sys::path::append(toolkit, "toolkit");
  std::string nvvm = (toolkit + "/nvvm/libdevice").str();
  fs::create_directories(nvvm);
  write(nvvm + "/libdevice.10.bc", "one");
  options.toolkit = toolkit.str().str();
  CompiledModule first = compile(makeSource(1), options);
  EXPECT_EQ(compile(makeSource(1), options).cache.status, Status::Hit);
  write(nvvm + "/libdevice.10.bc", "another");
  EXPECT_NE(compile(makeSource(1), options).cache.key, first.cache.key);
}

TEST_F(KernelCacheTest, LocationsCountWhereTheCodeHasThem) {
  std::string moved = "\n\n" + makeSource(1);
  compile(makeSource(1), options);
  EXPECT_EQ(compile(moved, options).cache.status, Status::Hit);

  CompileOptions lines = options;
  lines.lineInfo = true;
  compile(makeSource(1), lines);
  EXPECT_EQ(compile(moved, lines).cache.status, Status::Miss);

  // What an assert prints.
  StringRef assertion = "gpu.module @m { gpu.func @k(%b: i1) kernel {\n"
                        "  cf.assert %b, \"b\"\n  gpu.return\n} }";
  compile(assertion, options);
  EXPECT_EQ(compile(("\n" + assertion).str(), options).cache.status,
            Status::Miss);
}

TEST_F(KernelCacheTest, ADamagedFileIsReplaced) {
  CompiledModule miss = compile(makeSource(1), options);
  std::string path = getPath(miss);
  std::string contents = read(path);
  ASSERT_GT(contents.size(), 100u);
  std::string flipped = contents;
  flipped[contents.size() / 2] ^= 1;
  for (const std::string &damaged :
       {flipped, contents.substr(0, 50), contents.substr(0, 5), std::string(),
        contents + "more"}) {
    write(path, damaged);
    CompiledModule code = compile(makeSource(1), options);
    EXPECT_EQ(code.cache.status, Status::Miss);
    EXPECT_EQ(code.objects[0].contents, miss.objects[0].contents);
    EXPECT_EQ(read(path), contents);
  }
  EXPECT_EQ(compile(makeSource(1), options).cache.status, Status::Hit);
}

/// A folder that cannot be made stands for a disk that cannot be written: the
/// tests may run as root, for whom no folder is read-only.
TEST_F(KernelCacheTest, GoesOnWithoutADisk) {
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages.push_back(diagnostic.str());
  });
  for (const char *place : {"/dev/null/cache", "/proc/cache"}) {
    options.cache.folder = place;
    CompiledModule code = compile(makeSource(1), options);
    EXPECT_EQ(code.objects.size(), 1u);
    EXPECT_EQ(code.cache.status, Status::Miss);
    EXPECT_NE(code.cache.problem, "");
  }
  EXPECT_TRUE(messages.empty());
}

/// A limit of the size of files stands for a full disk.
TEST_F(KernelCacheTest, GoesOnWhenTheDiskIsFull) {
  struct rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  struct rlimit limit = before;
  limit.rlim_cur = 64;
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  CompiledModule code = compile(makeSource(1), options);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(code.objects.size(), 1u);
  EXPECT_NE(code.cache.problem, "");
  std::error_code error;
  EXPECT_EQ(fs::directory_iterator(folder, error), fs::directory_iterator());
}

TEST_F(KernelCacheTest, RemovesWhatWasUsedLongestAgo) {
  CompiledModule first = compile(makeSource(1), options);
  uint64_t size = read(getPath(first)).size();
  options.cache.maxBytes = 3 * size + size / 2;
  auto wait = [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  };
  wait();
  CompiledModule second = compile(makeSource(2), options);
  wait();
  CompiledModule third = compile(makeSource(3), options);
  wait();
  // The first one is used again.
  EXPECT_EQ(compile(makeSource(1), options).cache.status, Status::Hit);
  wait();
  CompiledModule fourth = compile(makeSource(4), options);
  EXPECT_TRUE(fs::exists(getPath(first)));
  EXPECT_FALSE(fs::exists(getPath(second)));
  EXPECT_TRUE(fs::exists(getPath(third)));
  EXPECT_TRUE(fs::exists(getPath(fourth)));
}

TEST_F(KernelCacheTest, WarningsAreNotLost) {
  // A local array in a function that calls itself.
  StringRef source = R"(
    gpu.module @m {
      func.func @f(%i: index, %x: f32) {
        %dt = dtyp.constant f32
        %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
        memref.store %x, %a[%i] : memref<4xf32, #gpu.address_space<private>>
        func.call @f(%i, %x) : (index, f32) -> ()
        return
      }
      gpu.func @k(%i: index, %x: f32) kernel {
        func.call @f(%i, %x) : (index, f32) -> ()
        gpu.return
      }
    })";
  for (int i = 0; i != 2; ++i) {
    int count = 0;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) { ++count; });
    CompiledModule code = compile(source, options);
    EXPECT_GT(count, 0);
    EXPECT_EQ(code.cache.problem, "it has warnings");
  }
}

TEST_F(KernelCacheTest, ManyWriteAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  std::string expected[3];
  for (int i = 0; i != 3; ++i) {
    CompileOptions uncached;
    expected[i] = compile(makeSource(i), uncached).objects[0].contents;
  }
  for (int thread = 0; thread != 8; ++thread) {
    threads.emplace_back([&, thread] {
      DialectRegistry registry;
      registerAll(registry);
      MLIRContext own(registry, MLIRContext::Threading::DISABLED);
      Compiler compiler(&own, options);
      for (int i = 0; i != 6; ++i) {
        int value = (thread + i) % 3;
        FailureOr<CompiledModule> code =
            compiler.compileToPTX(makeSource(value));
        failures += failed(code) || code->cache.problem != "" ||
                    code->objects[0].contents != expected[value];
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(failures, 0);
  // Nothing is left but the three modules and the pruning's note of the time.
  std::error_code error;
  size_t numFiles = 0;
  for (fs::directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error)) {
    ++numFiles;
  }
  EXPECT_EQ(numFiles, 4u);
}

} // namespace

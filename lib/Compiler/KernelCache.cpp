//===- KernelCache.cpp - Compiled modules on disk -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own cache for files (llvm/Support/Caching.h) is not used, since it
// ends the process on a full disk; the pruning is LLVM's. It decides the names:
// it removes files that begin with `llvmcache-` only.
//
//===----------------------------------------------------------------------===//

#include "KernelCache.h"

#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace fs = llvm::sys::fs;

using Hash = llvm::BLAKE3Result<>;

/// Returns the hash with which a file begins.
static Hash hashContents(StringRef contents) {
  return llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(contents));
}

std::string KernelCache::getPath(StringRef key) const {
  SmallString<128> path(options.folder);
  llvm::sys::path::append(path, "llvmcache-" + key);
  return path.str().str();
}

/// Makes the file the one that was used last, by which it is kept. (A disk may
/// not note the time of each access.)
static void touch(StringRef path) {
  int descriptor = 0;
  if (fs::openFileForWrite(path, descriptor, fs::CD_OpenExisting,
                           fs::OF_Append)) {
    return;
  }
  (void)fs::setLastAccessAndModificationTime(descriptor,
                                             std::chrono::system_clock::now());
  (void)llvm::sys::Process::SafelyCloseFileDescriptor(descriptor);
}

std::optional<std::string> KernelCache::lookup(StringRef key) const {
  std::string path = getPath(key);
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer) {
    return std::nullopt;
  }
  StringRef file = (*buffer)->getBuffer();
  StringRef contents = file.drop_front(std::min(file.size(), sizeof(Hash)));
  if (file.size() < sizeof(Hash) ||
      llvm::arrayRefFromStringRef(file.take_front(sizeof(Hash))) !=
          ArrayRef<uint8_t>(hashContents(contents))) {
    return std::nullopt;
  }
  touch(path);
  return contents.str();
}

/// Writes a file that appears under its name when it is whole.
static llvm::Error writeWhole(StringRef path, StringRef contents) {
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(path + ".tmp-%%%%%%%%");
  if (!file) {
    return file.takeError();
  }
  llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
  Hash hash = hashContents(contents);
  stream.write(reinterpret_cast<const char *>(hash.data()), hash.size());
  stream << contents;
  stream.flush();
  if (std::error_code error = stream.error()) {
    // Left alone, the error ends the process.
    stream.clear_error();
    llvm::consumeError(file->discard());
    return llvm::errorCodeToError(error);
  }
  return file->keep(path);
}

llvm::Error KernelCache::store(StringRef key, StringRef contents) const {
  if (std::error_code error = fs::create_directories(options.folder)) {
    return llvm::errorCodeToError(error);
  }
  if (llvm::Error error = writeWhole(getPath(key), contents)) {
    return error;
  }
  llvm::CachePruningPolicy policy;
  policy.Interval = options.pruningInterval;
  policy.Expiration = std::chrono::seconds(0);
  policy.MaxSizePercentageOfAvailableSpace = 0;
  policy.MaxSizeBytes = options.maxBytes;
  llvm::pruneCache(options.folder, policy);
  return llvm::Error::success();
}

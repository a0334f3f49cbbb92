//===- DeviceCode.cpp - Compiled device code to link ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/DeviceCode.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"

#include <cstring>
#include <mutex>

using namespace mlir;
using namespace mlir::cudax;

namespace fs = llvm::sys::fs;

/// The first bytes of NVIDIA's link-time IR.
static constexpr llvm::StringLiteral kLtoIrMagic("\xed\x43\x4e\x7f");
/// The first bytes of a fat binary.
static constexpr llvm::StringLiteral kFatbinMagic("\x50\xed\x55\xba");

StringRef cudax::stringifyDeviceCodeKind(DeviceCodeKind kind) {
  switch (kind) {
  case DeviceCodeKind::LLVM:
    return "LLVM IR";
  case DeviceCodeKind::LTOIR:
    return "LTO-IR";
  case DeviceCodeKind::PTX:
    return "PTX";
  case DeviceCodeKind::Cubin:
    return "a cubin";
  }
  llvm_unreachable("unknown kind of device code");
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {

struct SharedFile {
  uint64_t size = 0;
  llvm::sys::TimePoint<> time;
  SharedBuffer contents;
};

/// The files that were read in this process.
struct SharedFiles {
  std::mutex mutex;
  llvm::StringMap<SharedFile> files;
};

} // namespace

llvm::ErrorOr<SharedBuffer> cudax::readSharedFile(StringRef path) {
  // Never destroyed: threads may still compile when the process ends.
  static SharedFiles &shared = *new SharedFiles();
  fs::file_status status;
  if (std::error_code error = fs::status(path, status)) {
    return error;
  }
  if (fs::is_directory(status)) {
    return std::make_error_code(std::errc::is_a_directory);
  }
  std::scoped_lock<std::mutex> lock(shared.mutex);
  SharedFile &file = shared.files[path];
  if (file.contents && file.size == status.getSize() &&
      file.time == status.getLastModificationTime()) {
    return file.contents;
  }
  // Read, not mapped: who writes the file anew must not change what is used.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/true,
                                  /*IsVolatile=*/true);
  if (!buffer) {
    return buffer.getError();
  }
  file = {status.getSize(), status.getLastModificationTime(),
          SharedBuffer(std::move(*buffer))};
  return file.contents;
}

/// Finds out what `contents` is. Fails if nvcc or another tool packed it, or if
/// it is nothing known.
static FailureOr<DeviceCodeKind> identify(StringRef contents) {
  if (contents.starts_with(kLtoIrMagic)) {
    return DeviceCodeKind::LTOIR;
  }
  switch (llvm::identify_magic(contents)) {
  case llvm::file_magic::bitcode:
    return DeviceCodeKind::LLVM;
  case llvm::file_magic::elf:
  case llvm::file_magic::elf_relocatable:
  case llvm::file_magic::elf_executable: {
    llvm::ELF::Elf64_Ehdr header;
    if (contents.size() < sizeof(header)) {
      return failure();
    }
    std::memcpy(&header, contents.data(), sizeof(header));
    if (header.e_machine != llvm::ELF::EM_CUDA) {
      return failure();
    }
    return DeviceCodeKind::Cubin;
  }
  case llvm::file_magic::unknown:
    break;
  default:
    return failure();
  }
  if (contents.starts_with(kFatbinMagic) || contents.contains('\0')) {
    return failure();
  }
  bool isPtx =
      contents.starts_with(".version") || contents.contains("\n.version");
  return isPtx ? DeviceCodeKind::PTX : DeviceCodeKind::LLVM;
}

FailureOr<DeviceCode>
DeviceCode::read(StringRef path, function_ref<InFlightDiagnostic()> emitError) {
  llvm::ErrorOr<SharedBuffer> contents = readSharedFile(path);
  if (!contents) {
    return emitError() << "cannot read the file to link, '" << path
                       << "': " << contents.getError().message();
  }
  FailureOr<DeviceCodeKind> kind = identify((*contents)->getBuffer());
  if (failed(kind)) {
    return emitError()
           << "expected LLVM IR, LTO-IR, PTX or a cubin to link, but '" << path
           << "' is none of them; write 'nvcc -dlto -ltoir' or 'nvcc "
              "-rdc=true -cubin' to compile CUDA C++ to what is linked";
  }
  return DeviceCode{path.str(), *kind, std::move(*contents)};
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Returns the functions that PTX defines as visible.
static SmallVector<std::string> getFunctionsOfPtx(StringRef ptx) {
  SmallVector<std::string> names;
  SmallVector<StringRef> lines;
  ptx.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    StringRef text = line.ltrim();
    if (!text.consume_front(".visible")) {
      continue;
    }
    text = text.ltrim();
    if (!text.consume_front(".func") && !text.consume_front(".entry")) {
      continue;
    }
    text = text.ltrim();
    // What a function returns stands before its name.
    if (text.starts_with("(")) {
      text = text.split(')').second.ltrim();
    }
    StringRef name = text.take_until(
        [](char c) { return c == '(' || c == ';' || llvm::isSpace(c); });
    if (!name.empty()) {
      names.push_back(name.str());
    }
  }
  return names;
}

/// Returns the global functions that a cubin has.
static SmallVector<std::string> getFunctionsOfCubin(StringRef cubin) {
  SmallVector<std::string> names;
  llvm::Expected<llvm::object::ELF64LEObjectFile> file =
      llvm::object::ELF64LEObjectFile::create(
          llvm::MemoryBufferRef(cubin, "cubin"));
  if (!file) {
    // What is wrong with it, the linker tells.
    llvm::consumeError(file.takeError());
    return names;
  }
  for (const llvm::object::ELFSymbolRef symbol : file->symbols()) {
    if (symbol.getELFType() != llvm::ELF::STT_FUNC ||
        symbol.getBinding() != llvm::ELF::STB_GLOBAL) {
      continue;
    }
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    llvm::Expected<StringRef> name = symbol.getName();
    if (flags && name && !(*flags & llvm::object::SymbolRef::SF_Undefined)) {
      names.push_back(name->str());
    }
    llvm::consumeError(flags.takeError());
    llvm::consumeError(name.takeError());
  }
  return names;
}

SmallVector<std::string> cudax::getDefinedFunctions(DeviceCodeKind kind,
                                                    StringRef contents) {
  switch (kind) {
  case DeviceCodeKind::PTX:
    return getFunctionsOfPtx(contents);
  case DeviceCodeKind::Cubin:
    return getFunctionsOfCubin(contents);
  case DeviceCodeKind::LLVM:
  case DeviceCodeKind::LTOIR:
    return {};
  }
  llvm_unreachable("unknown kind of device code");
}

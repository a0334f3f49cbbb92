//===- Fiber.cpp - Functions that can be left and resumed -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Fiber.h"

#include <boost/context/detail/fcontext.hpp>

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::dtyp::emulator;
// The layer below boost::context::fiber, which needs exceptions.
namespace context = boost::context::detail;

//===----------------------------------------------------------------------===//
// FiberStacks
//===----------------------------------------------------------------------===//

void FiberStacks::release() {
  if (memory) {
    munmap(memory, count * (guardSize + size));
  }
  memory = nullptr;
  count = size = 0;
}

bool FiberStacks::reserve(size_t newCount, size_t newSize, std::string &error) {
  if (newCount <= count && newSize <= size) {
    return true;
  }
  release();
  size_t pageSize = sysconf(_SC_PAGESIZE);
  guardSize = pageSize;
  newSize = (newSize + pageSize - 1) / pageSize * pageSize;
  size_t stride = guardSize + newSize;
  void *mapped = mmap(nullptr, newCount * stride, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) {
    error = "cannot get " + std::to_string(newCount) + " stacks of " +
            std::to_string(newSize) + " bytes: " + std::strerror(errno);
    return false;
  }
  memory = static_cast<char *>(mapped);
  count = newCount;
  size = newSize;
  for (size_t i = 0; i != count; ++i) {
    if (mprotect(memory + i * stride, guardSize, PROT_NONE) != 0) {
      error = "cannot protect the ends of " + std::to_string(newCount) +
              " stacks: " + std::strerror(errno) +
              "; raise vm.max_map_count, or use fewer worker threads";
      release();
      return false;
    }
  }
  return true;
}

bool FiberStacks::isGuard(const void *address) const {
  const char *byte = static_cast<const char *>(address);
  if (!memory || byte < memory || byte >= memory + count * (guardSize + size)) {
    return false;
  }
  return static_cast<size_t>(byte - memory) % (guardSize + size) < guardSize;
}

//===----------------------------------------------------------------------===//
// Fiber
//===----------------------------------------------------------------------===//

namespace mlir::dtyp::emulator {

/// The function that a new context begins with.
struct FiberEntry {
  static void enter(context::transfer_t transfer) {
    Fiber::enter(transfer.fctx, static_cast<Fiber *>(transfer.data));
  }
};

} // namespace mlir::dtyp::emulator

void Fiber::enter(void *resumer, Fiber *fiber) {
  fiber->resumer = resumer;
  fiber->body(fiber->argument);
  fiber->done = true;
  // Never resumed.
  context::jump_fcontext(fiber->resumer, nullptr);
}

void Fiber::start(char *stackTop, size_t stackSize, Body newBody,
                  void *newArgument) {
  context = context::make_fcontext(stackTop, stackSize, FiberEntry::enter);
  body = newBody;
  argument = newArgument;
  done = false;
}

void Fiber::resume() { context = context::jump_fcontext(context, this).fctx; }

void Fiber::suspend() {
  resumer = context::jump_fcontext(resumer, nullptr).fctx;
}

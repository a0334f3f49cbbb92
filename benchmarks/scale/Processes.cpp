//===- Processes.cpp - Work in processes of its own -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes.h"

#include "llvm/Support/Error.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::dtyp;

[[noreturn]] static void fail(const char *message) {
  llvm::ExitOnError exitOnError("dtyp-bench-scale: error: ");
  exitOnError(llvm::createStringError(message));
  std::abort();
}

ChildProcess::ChildProcess(void *value, size_t size,
                           llvm::function_ref<void()> work)
    : value(value), size(size) {
  int ends[2];
  if (pipe(ends) != 0) {
    fail("no pipe can be made");
  }
  id = fork();
  if (id < 0) {
    fail("no process can be started");
  }
  if (id == 0) {
    work();
    _exit(write(ends[1], value, size) == static_cast<ssize_t>(size) ? 0 : 1);
  }
  close(ends[1]);
  result = ends[0];
}

long ChildProcess::finish() {
  ssize_t numBytes = read(result, value, size);
  close(result);
  int status = 0;
  rusage usage{};
  wait4(id, &status, 0, &usage);
  if (status != 0 || numBytes != static_cast<ssize_t>(size)) {
    fail("a measurement failed");
  }
  return usage.ru_maxrss;
}

PinnedProcess::PinnedProcess() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  if (sched_getaffinity(0, sizeof(before), &before) != 0 ||
      sched_setaffinity(0, sizeof(one), &one) != 0) {
    fail("the process cannot be kept on its processor");
  }
}

PinnedProcess::~PinnedProcess() {
  sched_setaffinity(0, sizeof(before), &before);
}

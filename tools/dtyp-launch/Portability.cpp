//===- Portability.cpp - Running on older systems ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines what keeps dtyp-launch startable on glibc 2.34. The static
// unwinder that comes with the compiler asks for `_dl_find_object`, of glibc
// 2.35, and a binary that asks for it does not start without. Nothing unwinds
// here (an exception, of memory that has run out, ends the program), so the
// answer "not found" will do. The definition stays within the executable.
//
//===----------------------------------------------------------------------===//

extern "C" __attribute__((visibility("hidden"))) int
_dl_find_object(void * /*address*/, void * /*result*/) {
  return -1;
}

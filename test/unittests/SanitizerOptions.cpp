//===- SanitizerOptions.cpp - What sanitizers are told in unit tests ------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sanitizers' libraries ask these functions, whose names are theirs.
//
//===----------------------------------------------------------------------===//

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)

/// LLVM replaces the stack for signals of the thread that first has a file to
/// remove on a signal; ASan would free that of LLVM when the thread ends. Our
/// code allocates from arenas that the uninstrumented libMLIR hands out.
extern "C" const char *__asan_default_options() {
  return "use_sigaltstack=0:allow_user_poisoning=0";
}

/// NVIDIA's libraries keep memory until the process ends, at which LLVM unloads
/// them: what refers to it, and their names, are gone before LSan looks.
extern "C" const char *__lsan_default_suppressions() {
  return "leak:<unknown module>\n";
}

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

// What is no regular file stays what it is, and a full device is an error.
//
// A link is followed.
// RUN: rm -rf %t && mkdir %t && touch %t/target.ptx
// RUN: ln -s target.ptx %t/link.ptx
// RUN: dtyp-compile %s --chip=sm_90 -o %t/link.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t/target.ptx
// RUN: test -L %t/link.ptx
//
// RUN: not dtyp-compile %s --chip=sm_90 --emit=ptx -o /dev/full 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FULL
// RUN: test -c /dev/full
//
// A file of an earlier run survives an error of compilation.
// RUN: not dtyp-compile %s --chip=sm_1 -o %t/target.ptx 2>/dev/null
// RUN: FileCheck %s --check-prefix=PTX < %t/target.ptx

// PTX: .visible .entry kernel(
// FULL: dtyp-compile: error: cannot write '/dev/full': No space left on device

gpu.module @kernels {
  gpu.func @kernel() kernel {
    gpu.return
  }
}

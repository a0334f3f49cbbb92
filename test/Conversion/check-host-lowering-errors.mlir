// RUN: dtyp-opt %s --allow-unregistered-dialect --cudax-check-host-lowering \
// RUN:   -split-input-file -verify-diagnostics

llvm.func @unknown(%a: i32) {
  // A conversion that is left follows from the op behind it.
  %0 = builtin.unrealized_conversion_cast %a : i32 to ui32
  // expected-error @+1 {{expected host code that is lowered to LLVM, but 'test.unknown' is left; nothing in the pipeline lowers it}}
  "test.unknown"(%0) : (ui32) -> ()
  llvm.return
}

// -----

llvm.func @cast(%a: i32) {
  // expected-error @+1 {{but 'builtin.unrealized_conversion_cast' is left}}
  %0 = builtin.unrealized_conversion_cast %a : i32 to ui32
  llvm.return
}

// -----

// expected-error @+1 {{but 'func.func' is left}}
func.func @signature(%t: tuple<i32>) {
  return
}

// -----

// Lowered code and what is not host code are fine.
llvm.func @lowered(%a: i32) {
  llvm.return
}
gpu.module @kernels {
  gpu.func @kernel() kernel {
    gpu.return
  }
}

// RUN: dtyp-opt --pass-pipeline="builtin.module(gpu.module(cudax-restore-noalias))" --split-input-file --verify-diagnostics %s

gpu.module @kernels {
  // expected-error@below {{expected a pointer as parameter 1, which 'cudax.noalias_parameters' names, but got none; is the attribute from cudax-prepare-kernels?}}
  llvm.func @kernel(%a: !llvm.ptr, %n: i64) attributes {cudax.noalias_parameters = array<i64: 1>} {
    llvm.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@below {{expected a pointer as parameter 2, which 'cudax.noalias_parameters' names, but got none}}
  llvm.func @kernel(%a: !llvm.ptr, %n: i64) attributes {cudax.noalias_parameters = array<i64: 0, 2>} {
    llvm.return
  }
}

// -----

// expected-error@below {{expected 'cudax.noalias_parameters' on a function, with the numbers of parameters as array<i64: 0, 1>, but got array<i64: -1>}}
func.func @negative() attributes {cudax.noalias_parameters = array<i64: -1>} {
  return
}

// -----

// expected-error@below {{expected 'cudax.noalias_parameters' on a function, with the numbers of parameters as array<i64: 0, 1>, but got 1 : i64}}
func.func @number() attributes {cudax.noalias_parameters = 1 : i64} {
  return
}

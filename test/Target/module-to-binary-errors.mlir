// RUN: dtyp-opt --cudax-module-to-binary=format=isa -split-input-file -verify-diagnostics %s

// expected-error @+1 {{expected the module to have targets; attach them by the pass 'cudax-attach-targets'}}
gpu.module @no_target {
}

// -----

// expected-error @+1 {{expected targets of the form #nvvm.target, but got #rocdl.target}}
gpu.module @other_target [#rocdl.target] {
}

// -----

// expected-error @+1 {{expected the flags 'fast', 'ftz', 'no-fmad', 'no-prec-div', 'no-prec-sqrt' and 'ptxas-cmd-options' in a target, but got 'fmad'}}
gpu.module @unknown_flag [#nvvm.target<chip = "sm_80", flags = {fmad, ftz}>] {
}

// -----

// LLVM would end the process.
// expected-error @+1 {{expected at least PTX 7.8 (+ptx78), which sm_90 needs, but got PTX 6.0 (+ptx60)}}
gpu.module @old_ptx [#nvvm.target<chip = "sm_90", features = "+ptx60">] {
}

// -----

// expected-error @+1 {{expected a chip that LLVM}}
gpu.module @unknown_chip [#nvvm.target<chip = "sm_42">] {
}

// -----

gpu.module @not_lowered [#nvvm.target<chip = "sm_80">] {
  llvm.func @f(%x: f32) -> f32 {
    // expected-error @+1 {{expected only ops that have a lowering to the GPU, but got 'math.exp' with operands ('f32') and results ('f32')}}
    %0 = math.exp %x : f32
    llvm.return %0 : f32
  }
  // expected-error @+1 {{but got 'func.func'}}
  func.func @g() {
    // expected-error @+1 {{but got 'func.return'}}
    return
  }
}

// -----

// Casts that are left are worth an error where no other op is left.
gpu.module @not_converted [#nvvm.target<chip = "sm_80">] {
  llvm.func @f(%x: i64) -> i32 {
    // expected-error @+1 {{expected all types to be converted to those of LLVM, but a conversion of 'i64' to 'index' is left; it has no lowering to the GPU}}
    %0 = builtin.unrealized_conversion_cast %x : i64 to index
    %1 = builtin.unrealized_conversion_cast %0 : index to i32
    llvm.return %1 : i32
  }
}

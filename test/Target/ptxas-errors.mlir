// REQUIRES: ptxas

// RUN: dtyp-opt --cudax-module-to-binary='format=bin assembler=ptxas' -split-input-file -verify-diagnostics %s

// expected-error @+1 {{ptxas cannot assemble the PTX for sm_50: Value 'sm_50' is not defined for option 'gpu-name'}}
gpu.module @old_chip [#nvvm.target<O = 3, chip = "sm_50">] {
}

// -----

gpu.module @unresolved [#nvvm.target<O = 3, chip = "sm_80">] {
  // expected-error @+1 {{expected a definition of 'elsewhere', which is used but neither in this module nor in what is linked; name its file by the option 'link'}}
  llvm.func @elsewhere()
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    llvm.call @elsewhere() : () -> ()
    llvm.return
  }
}

// -----

// The line of PTX is quoted; more errors are notes.
// expected-error @+3 {{ptxas cannot assemble the PTX for sm_80: Unknown modifier '.typo' in line 16 of the PTX (bad.typo %r1;)}}
// expected-note @+2 {{Not a name of any known instruction: 'bad' in line 16}}
// expected-note @+1 {{Unknown symbol '%r1' in line 16}}
gpu.module @assembly [#nvvm.target<O = 3, chip = "sm_80">] {
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    llvm.inline_asm has_side_effects "bad.typo %r1;", "" : () -> ()
    llvm.return
  }
}

// -----

// Frames: 523,520 bytes is the most with which a kernel was launched.
gpu.module @frames [#nvvm.target<O = 3, chip = "sm_80">] {
  // expected-error @+1 {{expected a frame of local memory of at most 523520 bytes, the largest with which a kernel can be launched, but 'large' needs 523776 on sm_80; make its local arrays smaller}}
  llvm.func @large(%a: !llvm.ptr, %i: i64) attributes {gpu.kernel, nvvm.kernel} {
    %n = llvm.mlir.constant(523776 : i64) : i64
    // expected-note @+1 {{a local array of 'i8' is made here}}
    %local = llvm.alloca %n x i8 {alignment = 16 : i64} : (i64) -> !llvm.ptr
    %p = llvm.getelementptr %local[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %0 = llvm.load volatile %a : !llvm.ptr -> i8
    llvm.store volatile %0, %p : i8, !llvm.ptr
    llvm.return
  }
  llvm.func @largest(%a: !llvm.ptr, %i: i64) attributes {gpu.kernel, nvvm.kernel} {
    %n = llvm.mlir.constant(523520 : i64) : i64
    %local = llvm.alloca %n x i8 {alignment = 16 : i64} : (i64) -> !llvm.ptr
    %p = llvm.getelementptr %local[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %0 = llvm.load volatile %a : !llvm.ptr -> i8
    llvm.store volatile %0, %p : i8, !llvm.ptr
    llvm.return
  }
}

// -----

// An error about a function is reported at the function.
gpu.module @shared [#nvvm.target<O = 3, chip = "sm_80">] {
  llvm.mlir.global external @buffer() {addr_space = 3 : i32} : !llvm.array<20000 x f32>
  llvm.func @small() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
  // expected-error @+1 {{ptxas cannot assemble the PTX for sm_80: Entry function 'large' uses too much shared data (0x13880 bytes, 0xc000 max)}}
  llvm.func @large(%i: i64) attributes {gpu.kernel, nvvm.kernel} {
    %x = llvm.mlir.constant(0.0 : f32) : f32
    %0 = llvm.mlir.addressof @buffer : !llvm.ptr<3>
    %1 = llvm.getelementptr %0[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
    llvm.store volatile %x, %1 : f32, !llvm.ptr<3>
    llvm.return
  }
}

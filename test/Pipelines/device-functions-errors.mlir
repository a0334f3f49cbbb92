// RUN: dtyp-opt --dtyp-to-nvvm="chip=sm_90 format=isa" -split-input-file -verify-diagnostics %s

// A gpu.func cannot be called, kernel or not: device functions are func.func.
gpu.module @kernels {
  gpu.func @not_a_kernel(%x: f32) {
    gpu.return
  }
  gpu.func @kernel(%x: f32) kernel {
    // expected-error @+1 {{'not_a_kernel' does not reference a valid function}}
    func.call @not_a_kernel(%x) : (f32) -> ()
    gpu.return
  }
}

// -----

// A constant index is out of bounds once the size is known, in a branch that may
// be taken; in one that is not, nobody minds.
gpu.module @kernels {
  gpu.func @kernel(%foo: !dtyp.provider<"Foo", f32>, %out: memref<4xf32>, %c: i1, %x: f32) kernel {
    %n = arith.constant 8 : index
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %false = arith.constant false
    // expected-note @+1 {{the array is made here}}
    %a = cudax.local_alloca(%foo) [%n] : !dtyp.provider<"Foo", f32> -> memref<?xf32, #gpu.address_space<private>>
    scf.if %false {
      memref.store %x, %out[%c8] : memref<4xf32>
    }
    scf.if %c {
      // expected-error @+1 {{'memref.store' op expected index #0 from 0 to 7 of 8, but got 8}}
      memref.store %x, %a[%c8] : memref<?xf32, #gpu.address_space<private>>
    }
    %y = memref.load %a[%c0] : memref<?xf32, #gpu.address_space<private>>
    memref.store %y, %out[%c0] : memref<4xf32>
    gpu.return
  }
}

// -----

// An array that a function stores is found before canonicalization inlines or
// removes anything.
!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @kernels {
  llvm.func @elsewhere(!llvm.ptr)
  gpu.func @kernel(%foo: !dtyp.provider<"Foo", f32>) kernel {
    // expected-error @+1 {{it is passed to a function that may keep it; give the parameter llvm.nocapture if the function does not keep it}}
    %a = cudax.local_alloca(%foo) [4] : !dtyp.provider<"Foo", f32> -> !a
    %index = memref.extract_aligned_pointer_as_index %a : !a -> index
    %int = arith.index_cast %index : index to i64
    %pointer = llvm.inttoptr %int : i64 to !llvm.ptr
    // expected-note @+1 {{the array leaves its scope here}}
    llvm.call @elsewhere(%pointer) : (!llvm.ptr) -> ()
    gpu.return
  }
}

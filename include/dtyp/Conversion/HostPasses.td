//===- HostPasses.td - Passes for the host code of kernels -*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_CONVERSION_HOSTPASSES_TD
#define DTYP_CONVERSION_HOSTPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// PrepareHostCode
//===----------------------------------------------------------------------===//

def PrepareHostCodePass : Pass<"cudax-prepare-host-code", "::mlir::ModuleOp"> {
  let summary = "remove device functions from host code, refuse device memory";
  let description = [{
    Outlining copies the functions that a kernel calls into its `gpu.module`, and
    leaves the originals behind. An original that uses private or workgroup memory
    has no meaning on the host: it is removed when a `gpu.module` holds a function
    of its name and no host code calls it. Any other function of the host that
    uses such memory is an error.

    Example: before

    ```mlir
    gpu.module @kernels {
      func.func @helper(%a: memref<4xf32, #gpu.address_space<private>>) {
        return
      }
    }
    func.func private @helper(%a: memref<4xf32, #gpu.address_space<private>>) {
      return
    }
    ```

    and after

    ```mlir
    gpu.module @kernels {
      func.func @helper(%a: memref<4xf32, #gpu.address_space<private>>) {
        return
      }
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// CheckHostLowering
//===----------------------------------------------------------------------===//

def CheckHostLoweringPass : Pass<"cudax-check-host-lowering", "::mlir::ModuleOp"> {
  let summary = "refuse host code that was not lowered to LLVM";
  let description = [{
    Reports, for each function outside of the `gpu.module`s, the first op that is
    neither of the LLVM dialect nor a launch: upstream's conversions leave what
    they do not know, and succeed.

    The IR is not changed.

    Example: this is refused; nothing lowers the op.

    ```
    llvm.func @host(%a: i32) {
      "test.unknown"(%a) : (i32) -> ()
      llvm.return
    }
    ```
  }];
}

#endif // DTYP_CONVERSION_HOSTPASSES_TD

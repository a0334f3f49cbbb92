//===- Passes.td - Passes that prepare kernels for NVVM ----*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_CONVERSION_PASSES_TD
#define DTYP_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// LowerCopies
//===----------------------------------------------------------------------===//

def LowerCopiesPass : Pass<"cudax-lower-copies"> {
  let summary = "turn copies of memrefs into element-wise linalg ops";
  let description = [{
    Replaces each `memref.copy` by a `linalg.generic` that copies elements.
    Upstream lowers a copy of strided memrefs to a call of its host runtime,
    which no kernel can call, and any other to a copy of bytes, which is slower
    than one of elements and does not become registers.

    Example: before

    ```mlir
    func.func @before(%a: memref<4xf32, strided<[2]>>, %b: memref<4xf32>) {
      memref.copy %a, %b : memref<4xf32, strided<[2]>> to memref<4xf32>
      return
    }
    ```

    and after

    ```mlir
    #map = affine_map<(d0) -> (d0)>

    func.func @after(%a: memref<4xf32, strided<[2]>>, %b: memref<4xf32>) {
      linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
          ins(%a : memref<4xf32, strided<[2]>>) outs(%b : memref<4xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

//===----------------------------------------------------------------------===//
// LowerVectors
//===----------------------------------------------------------------------===//

def LowerVectorsPass : Pass<"cudax-lower-vectors"> {
  let summary = "lower vector ops to those that LLVM IR has";
  let description = [{
    Lowers transfers of vectors to loads and stores, unrolled to one dimension
    and masked where they may be out of bounds, in any memory space, and
    contractions, reductions, transposes, gathers and masks of any rank to ops
    that `convert-gpu-to-nvvm` knows. `convert-vector-to-llvm` does the latter
    for host code, but does not know the memory spaces of the gpu dialect: it
    reports errors and goes on.

    Example: before

    ```mlir
    func.func @before(%a: memref<16xf32>, %i: index) -> vector<4xf32> {
      %zero = arith.constant 0.0 : f32
      %v = vector.transfer_read %a[%i], %zero {in_bounds = [true]} : memref<16xf32>, vector<4xf32>
      return %v : vector<4xf32>
    }
    ```

    and after

    ```mlir
    func.func @after(%a: memref<16xf32>, %i: index) -> vector<4xf32> {
      %v = vector.load %a[%i] : memref<16xf32>, vector<4xf32>
      return %v : vector<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::affine::AffineDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // DTYP_CONVERSION_PASSES_TD

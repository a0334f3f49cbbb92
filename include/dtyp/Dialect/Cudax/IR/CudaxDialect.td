//===- CudaxDialect.td - The cudax dialect -----------------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_CUDAXDIALECT_TD
#define DTYP_DIALECT_CUDAX_IR_CUDAXDIALECT_TD

include "mlir/IR/DialectBase.td"

def Cudax_Dialect : Dialect {
  let name = "cudax";
  let cppNamespace = "::mlir::cudax";
  let summary = "arrays in CUDA memory spaces whose elements a dtype names";
  let description = [{
    The dialect makes arrays from dtypes inside kernels, as
    `cuda.local.array(10, dtype=foo)` does in a GPU compiler for Python. Its ops
    resolve to plain memrefs in the spaces of the `gpu` dialect; everything
    behind that is upstream's.

    The name is short for "CUDA, extended"; it is not NVIDIA's C++ namespace
    `cuda::experimental`, which is written the same in places.

    Example:

    ```mlir
    !foo = !dtyp.provider<"Foo", ui8>

    gpu.module @kernels {
      gpu.func @kernel(%foo: !foo, %out: memref<?xi8>) kernel {
        %c0 = arith.constant 0 : index
        %dt = dtyp.dtype_of %foo : !foo
        %state = cudax.local_alloca(%dt) [10] : !dtyp.dtype<ui8> -> memref<10xi8, #gpu.address_space<private>>
        %value = memref.load %out[%c0] : memref<?xi8>
        memref.store %value, %state[%c0] : memref<10xi8, #gpu.address_space<private>>
        gpu.return
      }
    }
    ```
  }];

  let dependentDialects = [
    "::mlir::dtyp::DtypDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect"
  ];

  let discardableAttrs = (ins
    // On a memref.alloca: it was checked that it stays in its scope.
    "::mlir::UnitAttr":$local_array,
    // On a kernel: the bytes of dynamic shared memory that its arrays need.
    "::mlir::IntegerAttr":$dynamic_shared_bytes,
    // On a kernel with dynamic shared memory: the bytes of shared memory, static
    // and dynamic, that a block has at most on each chip, where the launch asks
    // for them (CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES).
    "::mlir::DictionaryAttr":$max_shared_bytes,
    // On a gpu.dynamic_shared_memory: the alignment that it needs, in bytes.
    "::mlir::IntegerAttr":$dynamic_shared_alignment,
    // On a function, from cudax-prepare-kernels to cudax-restore-noalias: the
    // parameters, counted with memrefs as descriptors, that are llvm.noalias.
    "::mlir::DenseI64ArrayAttr":$noalias_parameters
  );

  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
}

#endif // DTYP_DIALECT_CUDAX_IR_CUDAXDIALECT_TD

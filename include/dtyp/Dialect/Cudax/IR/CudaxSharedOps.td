//===- CudaxSharedOps.td - Arrays in shared memory ---------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_CUDAXSHAREDOPS_TD
#define DTYP_DIALECT_CUDAX_IR_CUDAXSHAREDOPS_TD

include "dtyp/Dialect/Cudax/IR/CudaxOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// The shared memory of a block: two arrays in it are never one, and an array
/// that nobody uses needs none of it.
def Cudax_SharedMemoryResource
    : Resource<"::mlir::cudax::SharedMemoryResource">;

//===----------------------------------------------------------------------===//
// SharedAllocaOp
//===----------------------------------------------------------------------===//

def Cudax_SharedAllocaOp : Cudax_ArrayOp<"shared_alloca", [
    InferTypeOpAdaptorWithIsCompatible
  ]> {
  let summary = "an array in the shared memory of a block";
  let description = [{
    Makes an array in CUDA's shared memory: one per block. `dtype` is the dtype
    of its elements, or an object that provides one through `__numpy_dtype__`.
    The result is a memref of the dtype's storage type in
    `#gpu.address_space<workgroup>`; the shape of a sub-array dtype follows the
    array's own, as in NumPy.

    The op names one object, as a `__shared__` variable of CUDA C++ does: it
    lives as long as the block, and executing the op again gives the same array
    with the contents that it has. The arrays of two ops never overlap. A
    transformation that clones the op (unrolling a loop) makes another array, so
    where contents are kept from one execution to the next, make the array in
    front of the loop. The inliner copies no function with a static array. The
    first contents are undefined.

    An array is static or dynamic:

    - A static array has constant extents (integers, or `index` values that fold
      to integers before the array is resolved). Its place is decided when the
      kernel is compiled. It may be made in kernels and in the functions that
      they call. A kernel has at most 48 KiB of static arrays, those of the
      functions that it calls included.
    - A dynamic array has an extent that is known at run time only, or the
      attribute `dynamic`. It lies in the memory whose size the launch gives
      (`dynamic_shared_memory_size` of `gpu.launch`, `--dynamic-shared` of
      `dtyp-run`). The dynamic arrays of a kernel follow each other in the order
      of the program, each at the next multiple of its alignment; the launch gives
      at least the end of the last one. A kernel has as many bytes of static and
      dynamic arrays together as a block has on the chip: 48 KiB everywhere, up
      to 227 KiB on request (CUDA C++ Programming Guide, table of technical
      specifications). A dynamic array is made in the kernel itself, and one that
      another follows has extents that are known in the kernel's entry block.

    The array is aligned to the largest of the dtype's alignment on the device,
    `alignment` (bytes, a power of two, at least the dtype's, at most 1024), and
    its size rounded up to a power of two but no more than 16, which vector
    accesses need; a size that is not known counts as 16. Shared memory begins at
    a multiple of 1024, so that is the most that can be had.

    `cudax-resolve-shared-arrays` turns a static array into a `memref.global` of
    the `gpu.module` and a dynamic one into a view of
    `gpu.dynamic_shared_memory`.

    Example:

    ```mlir
    gpu.module @kernels {
      gpu.func @kernel(%n: index) kernel {
        %f32 = dtyp.constant f32
        %i64 = dtyp.constant i64
        %tile = cudax.shared_alloca(%f32) [8, 8] {alignment = 128} : !dtyp.dtype<f32> -> memref<8x8xf32, #gpu.address_space<workgroup>>
        %large = cudax.shared_alloca(%f32) [25600] {dynamic} : !dtyp.dtype<f32> -> memref<25600xf32, #gpu.address_space<workgroup>>
        %sums = cudax.shared_alloca(%i64) [%n] : !dtyp.dtype<i64> -> memref<?xi64, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = !con(arrayArguments, (ins UnitAttr:$dynamic));
  let results = (outs Res<AnyMemRef, "the array",
                          [MemAlloc<Cudax_SharedMemoryResource>]>:$result);
  let hasCanonicalizer = 1;

  let extraClassDeclaration = [{
    /// Returns whether the array lies in the memory whose size the launch gives.
    bool isDynamic() { return getDynamic() || !getDynamicSizes().empty(); }

    /// Types are compared by the verifier, which can say what is wrong with
    /// them, and need not make the one that it expects.
    static ::llvm::LogicalResult refineReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location>,
        ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties,
        ::mlir::RegionRange, ::llvm::SmallVectorImpl<::mlir::Type> &) {
      return ::llvm::success();
    }
  }];
}

#endif // DTYP_DIALECT_CUDAX_IR_CUDAXSHAREDOPS_TD

//===- CudaxLocalOps.td - Arrays in local memory -----------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_CUDAXLOCALOPS_TD
#define DTYP_DIALECT_CUDAX_IR_CUDAXLOCALOPS_TD

include "dtyp/Dialect/Cudax/IR/CudaxOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// LocalAllocaOp
//===----------------------------------------------------------------------===//

def Cudax_LocalAllocaOp : Cudax_ArrayOp<"local_alloca", [
    InferTypeOpAdaptorWithIsCompatible
  ]> {
  let summary = "an array in the private memory of a thread";
  let description = [{
    Makes an array in CUDA's local memory: one per thread. `dtype` is the dtype
    of its elements, or an object that provides one through `__numpy_dtype__`.
    The result is a memref of the dtype's storage type in
    `#gpu.address_space<private>`; the shape of a sub-array dtype follows the
    array's own, as in NumPy.

    A shape is written as in memref ops: integers, and `index` values that fold
    to integers before the array is resolved. Every extent is at least 1; no
    extents make an array of rank 0. The array holds at most 512 KiB, which is
    the local memory of one thread (CUDA C++ Programming Guide, table of
    technical specifications).

    The array is aligned to the largest of the dtype's alignment on the device,
    `alignment` (bytes, a power of two, at least the dtype's), and its size
    rounded up to a power of two but no more than 16: nvcc aligns local arrays
    to 16, and vector accesses need it.

    The array is one storage per thread and call for each place in the program,
    like an array declared in a block of C: its contents are undefined whenever
    the op is executed, and its value must not leave the scope in which it was
    made: it may not be returned, yielded by the region that it was made in,
    stored, kept until the op is executed again, or captured into a `gpu.launch`
    around which it was made. While it obeys, canonicalization turns it into a
    `memref.alloca` that carries the mark `cudax.local_array`, which allows
    passes to move it to the entry block.

    Example:

    ```mlir
    func.func @sizes(%foo: !dtyp.provider<"Foo", ui8>) {
      %dt = dtyp.constant f32
      %tile = cudax.local_alloca(%dt) [8, 8] {alignment = 32} : !dtyp.dtype<f32> -> memref<8x8xf32, #gpu.address_space<private>>
      %n = arith.constant 10 : index
      %state = cudax.local_alloca(%foo) [%n] : !dtyp.provider<"Foo", ui8> -> memref<?xi8, #gpu.address_space<private>>
      return
    }
    ```
  }];
  let results = (outs Res<AnyMemRef, "the array",
                          [MemAlloc<AutomaticAllocationScopeResource>]>:$result);
  let extraClassDeclaration = [{
    /// Replaces the op by an alloca, which may be moved to the entry block: a
    /// mark says that it was checked. Fails if the shape is not static or the
    /// array leaves its scope; whether it does is not looked for if it is known
    /// that it stays.
    ::llvm::LogicalResult resolve(::mlir::RewriterBase &rewriter,
                                  bool staysInScope = false);

    /// Types are compared by the verifier, which can say what is wrong with
    /// them, and need not make the one that it expects.
    static ::llvm::LogicalResult refineReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location>,
        ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties,
        ::mlir::RegionRange, ::llvm::SmallVectorImpl<::mlir::Type> &) {
      return ::llvm::success();
    }
  }];
  let hasCanonicalizer = 1;
}

#endif // DTYP_DIALECT_CUDAX_IR_CUDAXLOCALOPS_TD

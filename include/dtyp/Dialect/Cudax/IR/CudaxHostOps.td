//===- CudaxHostOps.td - Arrays that the host makes --------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_CUDAXHOSTOPS_TD
#define DTYP_DIALECT_CUDAX_IR_CUDAXHOSTOPS_TD

include "dtyp/Dialect/Cudax/IR/CudaxOpBase.td"
include "mlir/Dialect/GPU/IR/GPUBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// DeviceAllocOp
//===----------------------------------------------------------------------===//

def Cudax_DeviceAllocOp : Cudax_ArrayOp<"device_alloc", [
    AttrSizedOperandSegments, GPU_AsyncOpInterface
  ]> {
  let summary = "an array in the global memory of a device";
  let description = [{
    Makes an array in the memory of the device, on the host, as
    `cuda.device_array(shape, dtype=foo)` does in a GPU compiler for Python.
    `dtype` is the dtype of its elements, or an object that provides one through
    `__numpy_dtype__`: the same operand as that of `cudax.local_alloca`. The
    result is a memref of the dtype's storage type without a memory space, which
    kernels take; the shape of a sub-array dtype follows the array's own.

    A shape is written as in memref ops: integers of at least 1 and `index`
    values. The array is freed by `gpu.dealloc`. Its contents are undefined.

    With `async`, the op also yields a token, and begins when the tokens in
    `async_dependencies` are there, as `gpu.alloc` does. With `host_shared`, the
    array is managed memory (`cuMemAllocManaged`), which the host may access;
    both together are refused, as no driver has such a call.

    Every array is aligned to 256 bytes (CUDA C++ Programming Guide, "Device
    Memory Accesses"), so that an `alignment` (bytes, a power of two, at least
    the dtype's) of more is refused.

    Two kinds of memory need no op here. Memory of the host is page-locked, and
    mapped into the address space of the device, by `gpu.host_register`; the gpu
    dialect has no op that allocates such memory (`cuMemHostAlloc`). And
    `gpu.dealloc` frees what was made here: there is no second op for it.

    Canonicalization turns the op into `gpu.alloc`.

    Example:

    ```mlir
    func.func @device_arrays(%foo: !dtyp.provider<"Foo", ui8>, %n: index) {
      %state = cudax.device_alloc(%foo) [10] : !dtyp.provider<"Foo", ui8> -> memref<10xi8>
      gpu.dealloc %state : memref<10xi8>

      %dt = dtyp.constant complex<f32>
      %start = gpu.wait async
      %field, %made = cudax.device_alloc async [%start] (%dt) [%n, 3] : !dtyp.dtype<complex<f32>> -> memref<?x3xcomplex<f32>>
      %end = gpu.dealloc async [%made] %field : memref<?x3xcomplex<f32>>
      gpu.wait [%end]

      %shared = cudax.device_alloc host_shared(%dt) [2] : !dtyp.dtype<complex<f32>> -> memref<2xcomplex<f32>>
      gpu.dealloc %shared : memref<2xcomplex<f32>>
      return
    }
    ```
  }];
  let arguments = (ins
    Variadic<GPU_AsyncToken>:$async_dependencies,
    AnyType:$dtype,
    Variadic<Index>:$dynamic_sizes,
    DenseI64ArrayAttr:$static_sizes,
    OptionalAttr<I64Attr>:$alignment,
    UnitAttr:$host_shared
  );
  let results = (outs Res<AnyMemRef, "the array",
                          [MemAlloc<DefaultResource>]>:$result,
                      Optional<GPU_AsyncToken>:$async_token);
  let assemblyFormat = [{
    custom<AsyncDependencies>(type($async_token), $async_dependencies)
    (`host_shared` $host_shared^)? `` `(` $dtype `)`
    custom<DynamicIndexList>($dynamic_sizes, $static_sizes)
    attr-dict `:` type($dtype) `->` type($result)
  }];
  let hasCanonicalizer = 1;
}

#endif // DTYP_DIALECT_CUDAX_IR_CUDAXHOSTOPS_TD

//===- LoweringPasses.td - Lowering to what GPUs have ------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_CONVERSION_LOWERINGPASSES_TD
#define DTYP_CONVERSION_LOWERINGPASSES_TD

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
    and of single elements where they may be out of bounds, in any space, and
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

//===----------------------------------------------------------------------===//
// LowerMath
//===----------------------------------------------------------------------===//

def LowerMathPass : Pass<"cudax-lower-math"> {
  let summary = "expand math ops that neither libdevice nor LLVM has";
  let description = [{
    Rewrites the math ops that `convert-gpu-to-nvvm` and `convert-math-to-llvm`
    do not know: `math.ipowi` becomes a loop over the bits of the exponent,
    `math.clampf` a minimum and a maximum, `math.isnormal` two comparisons, and
    `math.sincos` of vectors a sine and a cosine. Divisions of `arith` that round
    up or down become ones that round to zero.

    Example: before

    ```mlir
    func.func @before(%x: f32, %low: f32, %high: f32) -> f32 {
      %y = math.clampf %x to [%low, %high] : f32
      return %y : f32
    }
    ```

    and after

    ```mlir
    func.func @after(%x: f32, %low: f32, %high: f32) -> f32 {
      %bounded = arith.minimumf %x, %high : f32
      %y = arith.maximumf %bounded, %low : f32
      return %y : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// ApproximateMath
//===----------------------------------------------------------------------===//

def ApproximateMathPass : Pass<"cudax-approximate-math"> {
  let summary = "allow approximate functions of float32";
  let description = [{
    Gives each op of `math` with a result of `f32` the fast-math flag `afn`, with
    which `convert-gpu-to-nvvm` calls the fast functions of libdevice
    (`__nv_fast_sinf`) where there are any. This is what `nvcc -use_fast_math`
    does to functions (CUDA C++ Programming Guide, "Intrinsic Functions").

    Example: before

    ```mlir
    func.func @before(%x: f32) -> f32 {
      %y = math.sin %x : f32
      return %y : f32
    }
    ```

    and after

    ```mlir
    func.func @after(%x: f32) -> f32 {
      %y = math.sin %x fastmath<afn> : f32
      return %y : f32
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// NarrowIndices
//===----------------------------------------------------------------------===//

def NarrowIndicesPass : Pass<"cudax-narrow-indices"> {
  let summary = "compute indices in 32 bits where the shapes of arrays allow it";
  let description = [{
    A GPU computes 64 bits by parts of 32. An index with which an array of static
    extents is accessed is less than the extent, as any other access is undefined;
    so where the extent is at most 2^31, and each run of the function makes the
    access, all uses of the index may know it. The pass converts the index to
    `i32` and back, from which LLVM computes it in 32 bits. It does this for
    indices that are computed at the top of a function, such as
    `blockIdx.x * blockDim.x + threadIdx.x`; those of loops with constant bounds
    are known to be small without it.

    Example: before

    ```mlir
    func.func @before(%a: memref<1000xf32>, %block: index, %size: index, %thread: index) -> f32 {
      %0 = arith.muli %block, %size : index
      %i = arith.addi %0, %thread : index
      %x = memref.load %a[%i] : memref<1000xf32>
      return %x : f32
    }
    ```

    and after

    ```mlir
    func.func @after(%a: memref<1000xf32>, %block: index, %size: index, %thread: index) -> f32 {
      %0 = arith.muli %block, %size : index
      %1 = arith.addi %0, %thread : index
      %2 = arith.index_cast %1 : index to i32
      %i = arith.index_castui %2 : i32 to index
      %x = memref.load %a[%i] : memref<1000xf32>
      return %x : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

//===----------------------------------------------------------------------===//
// LowerGpuOps
//===----------------------------------------------------------------------===//

def LowerGpuOpsPass : Pass<"cudax-lower-gpu-ops"> {
  let summary = "complete what upstream's lowering of gpu ops leaves out";
  let description = [{
    Rewrites two ops that upstream lowers to something that is silently wrong:

    - `gpu.dynamic_shared_memory`: upstream makes a global of internal linkage,
      which the backend turns into one more static array, of 1 byte; the kernel's
      static arrays then lie in the memory of the dynamic ones. It becomes a
      `memref.global` of external linkage, `.extern .shared` in PTX, with the
      alignment `cudax.dynamic_shared_alignment`, at least 16. Where the size is
      asked for, upstream's memref has 0 bytes; it gets what the launch gave, which
      PTX has in the special register `%dynamic_smem_size` (PTX ISA, "Special
      Registers").
    - `gpu.printf` of `f16`, `bf16` and integers of less than 32 bits: upstream
      promotes `f32` only, to the `double` that a format such as `%f` reads. As
      C promotes them, the floats become `f64` and the integers `i32`, with their
      sign (`i1` without). CUDA's formats know the sizes `h`, `l` and `ll`, not
      `hh` (CUDA C++ Programming Guide, "Formatted Output").

    Example: before

    ```mlir
    gpu.module @kernels {
      gpu.func @kernel(%x: f16) kernel {
        gpu.printf "%f\n", %x : f16
        gpu.return
      }
    }
    ```

    and after

    ```mlir
    gpu.module @kernels {
      gpu.func @kernel(%x: f16) kernel {
        %0 = arith.extf %x : f16 to f64
        gpu.printf "%f\n", %0 : f64
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

//===----------------------------------------------------------------------===//
// LowerNarrowFma
//===----------------------------------------------------------------------===//

def LowerNarrowFmaPass : Pass<"cudax-lower-narrow-fma"> {
  let summary = "lower fused multiply-adds of 16 bits so that they round once";
  let description = [{
    Lowers `math.fma` of `f16` and `bf16` to LLVM's intrinsic, where the chips
    have the instruction: `fma.rn.f16` is on all that LLVM knows dtyp's pipeline
    for, `fma.rn.bf16` from sm_80 on (PTX ISA, "fma"). Upstream computes both by
    `f32` and rounds twice, which is wrong in the last bit now and then.

    Elsewhere it computes them by `f64`: the product is exact, the sum is rounded
    to odd and then to the narrow type, which gives the result of one rounding.

    Example: before

    ```
    %r = math.fma %a, %b, %c : bf16
    ```

    and after, where `%odd` is `%sum`, or its neighbour with an odd last bit if
    the addition was not exact

    ```
    %0 = arith.extf %a : bf16 to f64
    %1 = arith.extf %b : bf16 to f64
    %2 = arith.extf %c : bf16 to f64
    %product = arith.mulf %0, %1 : f64
    %sum = arith.addf %product, %2 : f64
    ...
    %r = arith.truncf %odd : f64 to bf16
    ```
  }];
  let options = [
    Option<"nativeF16", "native-f16", "bool", /*default=*/"false",
           "Whether there is an instruction for f16">,
    Option<"nativeBF16", "native-bf16", "bool", /*default=*/"false",
           "Whether there is one for bf16, too">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

//===----------------------------------------------------------------------===//
// LowerNarrowFloats
//===----------------------------------------------------------------------===//

def LowerNarrowFloatsPass : Pass<"cudax-lower-narrow-floats"> {
  let summary = "lower floats with at most 8 bits to bytes and arithmetic on f32";
  let description = [{
    Rewrites all ops on `f8E3M4`, `f8E4M3`, `f8E4M3FN`, `f8E4M3FNUZ`,
    `f8E4M3B11FNUZ`, `f8E5M2`, `f8E5M2FNUZ`, `f8E8M0FNU`, `f6E2M3FN`, `f6E3M2FN`
    and `f4E2M1FN`, and vectors of them, for which LLVM has no types. A value
    becomes an `i8` that holds the float in its low bits, as ml_dtypes stores it,
    wherever it is: in memory, in registers, as an argument. Conversions become
    operations on the bits of `f32`; arithmetic, comparisons, functions of `math`
    and reductions of vectors are computed in `f32`, and their results rounded.

    The results are those of ml_dtypes 0.6, bit by bit:

    - rounding is to nearest, ties to even, once from `f32`; `f64` is rounded to
      `f32` first, integers are converted to `f32` first;
    - overflow gives an infinity where the type has one, else NaN, else (`f6`,
      `f4`) the largest number; NaN gives a zero of the opposite sign in `f6` and
      `f4`;
    - NaN keeps its sign where the type has both, and no payload;
    - `f8E8M0FNU` rounds half up, what is above 2^-127 and below 2^-126 up, zero
      and negative numbers to NaN;
    - of a byte with a `f6` or `f4`, any bit above the magnitude is the sign.

    Arithmetic is that of `f32`, which leaves the sign of a NaN open. A reduction
    of a vector is rounded once, at its end.

    With `conversions=f16`, `f8E5M2` is extended as the upper half of an `f16`,
    which every chip extends. With `conversions=f8`, `f8E4M3FN` and `f8E5M2` are
    converted by PTX's `cvt`, which sm_90 and later have, and sm_89 in PTX 8.1
    and later; what it saturates is mended. Numbers and infinities are the same;
    NaNs are NaNs, but those of the chip.

    With `only-unfoldable`, types stay, and only arithmetic and conversions of
    `f8E8M0FNU`, `f6` and `f4` are lowered. Upstream folds these when operands are
    constants, but knows no NaN, zero or infinity that the types do not have:
    `0 - 0` becomes 2^-127 in `f8E8M0FNU`, and `1 / 0` zero in `f4E2M1FN`. The
    pipelines do this before they canonicalize.

    Example: before

    ```mlir
    func.func @before(%a: memref<16xf8E5M2FNUZ>, %b: f8E5M2FNUZ, %i: index) -> f8E5M2FNUZ {
      memref.store %b, %a[%i] : memref<16xf8E5M2FNUZ>
      %one = arith.constant 1.0 : f8E5M2FNUZ
      return %one : f8E5M2FNUZ
    }
    ```

    and after

    ```mlir
    func.func @after(%a: memref<16xi8>, %b: i8, %i: index) -> i8 {
      memref.store %b, %a[%i] : memref<16xi8>
      %one = arith.constant 64 : i8
      return %one : i8
    }
    ```
  }];
  let options = [
    Option<"conversions", "conversions", "NarrowFloatConversions",
           /*default=*/"NarrowFloatConversions::Software",
           "What the chip converts",
           [{::llvm::cl::values(
             clEnumValN(NarrowFloatConversions::Software, "software",
                        "nothing: by operations on bits and f32"),
             clEnumValN(NarrowFloatConversions::Float16, "f16",
                        "f8E5M2 as the upper half of an f16"),
             clEnumValN(NarrowFloatConversions::Float8, "f8",
                        "f8E4M3FN and f8E5M2"))}]>,
    Option<"onlyUnfoldable", "only-unfoldable", "bool", /*default=*/"false",
           "Lower only arithmetic and conversions of f8E8M0FNU, f6 and f4, "
           "which upstream folds to wrong constants, and leave types">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// LowerSubgroupOps
//===----------------------------------------------------------------------===//

def LowerSubgroupOpsPass : Pass<"cudax-lower-subgroup-ops"> {
  let summary = "lower subgroup ops to shuffles of 32 bits";
  let description = [{
    Rewrites `gpu.subgroup_reduce` to shuffles within a warp of 32 threads,
    `gpu.all_reduce` of a `gpu.func` to such shuffles and a workgroup buffer,
    `gpu.subgroup_id` and `gpu.num_subgroups` to arithmetic on the block's
    indices, `gpu.subgroup_size` to 32, and `gpu.shuffle` of a
    value that has less than 32 bits (or of a vector that fills 32) to one of an
    `i32`, which is what hardware has.

    Example: before

    ```mlir
    func.func @before(%x: f16, %offset: i32, %width: i32) -> f16 {
      %y, %valid = gpu.shuffle xor %x, %offset, %width : f16
      return %y : f16
    }
    ```

    and after

    ```mlir
    func.func @after(%x: f16, %offset: i32, %width: i32) -> f16 {
      %bits = arith.bitcast %x : f16 to i16
      %wide = arith.extui %bits : i16 to i32
      %moved, %valid = gpu.shuffle xor %wide, %offset, %width : i32
      %narrow = arith.trunci %moved : i32 to i16
      %y = arith.bitcast %narrow : i16 to f16
      return %y : f16
    }
    ```
  }];
  let options = [
    Option<"allReduce", "all-reduce", "bool", /*default=*/"true",
           "Lower gpu.all_reduce, too">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::affine::AffineDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// LowerAtomics
//===----------------------------------------------------------------------===//

def LowerAtomicsPass : Pass<"cudax-lower-atomics"> {
  let summary = "lower atomic updates that hardware does not have";
  let description = [{
    Rewrites `memref.atomic_rmw` with `mulf` or `muli` to
    `memref.generic_atomic_rmw`, and the latter, where its element is a float, to
    one of the element's bits: LLVM compares and swaps only integers. As in
    upstream's lowering, the result is the value before the update.

    Example: before

    ```mlir
    func.func @before(%a: memref<16xf32>, %i: index) -> f32 {
      %old = memref.generic_atomic_rmw %a[%i] : memref<16xf32> {
      ^bb0(%current: f32):
        %new = arith.mulf %current, %current : f32
        memref.atomic_yield %new : f32
      }
      return %old : f32
    }
    ```

    and after; the cast of memrefs is gone with their conversion to LLVM

    ```mlir
    func.func @after(%a: memref<16xf32>, %i: index) -> f32 {
      %bits = builtin.unrealized_conversion_cast %a : memref<16xf32> to memref<16xi32>
      %found = memref.generic_atomic_rmw %bits[%i] : memref<16xi32> {
      ^bb0(%expected: i32):
        %current = arith.bitcast %expected : i32 to f32
        %new = arith.mulf %current, %current : f32
        %update = arith.bitcast %new : f32 to i32
        memref.atomic_yield %update : i32
      }
      %old = arith.bitcast %found : i32 to f32
      return %old : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

#endif // DTYP_CONVERSION_LOWERINGPASSES_TD

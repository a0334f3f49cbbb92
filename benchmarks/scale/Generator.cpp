//===- Generator.cpp - Modules of any size --------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::dtyp;

static constexpr const char *kAliases = R"(
#p = #gpu.address_space<private>
#w = #gpu.address_space<workgroup>
!foo = !dtyp.provider<"Foo", f32>
!particle = !dtyp.record<id: ui16, mass: f32>
!row = !dtyp.subarray<3xf32>

gpu.module @kernels {
)";

namespace {

/// A kind of array: how it is made in both forms, and how its elements are read
/// and written. {0} is its number, {1} the kernel's, {2} a suffix.
struct Kind {
  const char *dtype;
  const char *hand;
  const char *accesses;
};

} // namespace

static constexpr Kind kKinds[] = {
    {R"(    %dt{0} = dtyp.dtype_of %foo : !foo
    %a{0} = cudax.local_alloca(%dt{0}) [10] : !dtyp.dtype<f32> -> memref<10xf32, #p>
)",
     R"(    %a{0} = memref.alloca() {{alignment = 16 : i64} : memref<10xf32, #p>
)",
     R"(    memref.store %x, %a{0}[%i] : memref<10xf32, #p>
    %y{0} = memref.load %a{0}[%j] : memref<10xf32, #p>
)"},
    {R"(    %dt{0} = dtyp.constant !particle
    %a{0} = cudax.local_alloca(%dt{0}) [4] : !dtyp.dtype<!particle> -> memref<4x!particle, #p>
)",
     R"(    %a{0} = memref.alloca() {{alignment = 16 : i64} : memref<4x!particle, #p>
)",
     R"(    dtyp.store %x, %a{0}[%i]["mass"] : f32, memref<4x!particle, #p>
    %y{0} = dtyp.load %a{0}[%j]["mass"] : memref<4x!particle, #p>
)"},
    {R"(    %dt{0} = dtyp.constant !row
    %a{0} = cudax.local_alloca(%dt{0}) [4] : !dtyp.dtype<!row> -> memref<4x3xf32, #p>
)",
     R"(    %a{0} = memref.alloca() {{alignment = 16 : i64} : memref<4x3xf32, #p>
)",
     R"(    memref.store %x, %a{0}[%i, %j] : memref<4x3xf32, #p>
    %y{0} = memref.load %a{0}[%j, %i] : memref<4x3xf32, #p>
)"},
    {R"(    %dt{0} = dtyp.dtype_of %foo : !foo
    %a{0} = cudax.shared_alloca(%dt{0}) [8] : !dtyp.dtype<f32> -> memref<8xf32, #w>
)",
     R"(    %a{0} = memref.get_global @k{1}_shared{2} : memref<8xf32, #w>
)",
     R"(    memref.store %x, %a{0}[%i] : memref<8xf32, #w>
    %y{0} = memref.load %a{0}[%j] : memref<8xf32, #w>
)"},
};
static constexpr int kNumKinds = std::size(kKinds);
static constexpr int kSharedKind = 3;

/// Returns what the symbol of a kernel's shared array ends in: a number that
/// counts the names of the module that were taken already.
static std::string getSuffix(int array, int kernel, int numArraysOfKernel) {
  int number = array / kNumKinds;
  int numTaken =
      (numArraysOfKernel - kSharedKind + kNumKinds - 1) / kNumKinds - 1;
  return number == 0 ? ""
                     : "_" + std::to_string(kernel * numTaken + number - 1);
}

std::string mlir::dtyp::generateModule(Form form, int numArrays,
                                       int numKernels) {
  std::string text = kAliases;
  llvm::raw_string_ostream os(text);
  int numArraysOfKernel = numArrays / numKernels;
  for (int kernel = 0; form == Form::Hand && kernel != numKernels; ++kernel) {
    for (int array = kSharedKind; array < numArraysOfKernel;
         array += kNumKinds) {
      os << llvm::formatv(
          "  memref.global \"private\" @k{0}_shared{1} : memref<8xf32, #w> = "
          "uninitialized {{alignment = 16 : i64}\n",
          kernel, getSuffix(array, kernel, numArraysOfKernel));
    }
  }
  for (int kernel = 0; kernel != numKernels; ++kernel) {
    os << llvm::formatv("  gpu.func @k{0}({1}%out: memref<?xf32>, %i: index, "
                        "%j: index) kernel {{\n"
                        "    %x = memref.load %out[%i] : memref<?xf32>\n",
                        kernel, form == Form::DType ? "%foo: !foo, " : "");
    for (int array = 0; array != numArraysOfKernel; ++array) {
      const Kind &kind = kKinds[array % kNumKinds];
      os << llvm::formatv(form == Form::DType ? kind.dtype : kind.hand, array,
                          kernel, getSuffix(array, kernel, numArraysOfKernel))
         << llvm::formatv(kind.accesses, array);
      if (array == 0) {
        os << "    %sum0 = arith.addf %x, %y0 : f32\n";
      } else {
        os << llvm::formatv("    %sum{0} = arith.addf %sum{1}, %y{0} : f32\n",
                            array, array - 1);
      }
    }
    os << llvm::formatv("    memref.store %sum{0}, %out[%j] : memref<?xf32>\n"
                        "    gpu.return\n  }\n",
                        numArraysOfKernel - 1);
  }
  os << "}\n";
  return text;
}

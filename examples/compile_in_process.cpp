//===- compile_in_process.cpp - Example of the class Compiler -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program compiles a kernel in its own memory, twice, for two chips.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Compiler/Compiler.h"
#include "dtyp/InitAll.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static constexpr StringRef kSource = R"mlir(
!foo = !dtyp.provider<"Foo", ui8>
gpu.module @kernels {
  gpu.func @kernel(%foo: !foo, %out: memref<?xi8>, %i: index) kernel {
    %state = cudax.local_alloca(%foo) [10] : !foo -> memref<10xi8, #gpu.address_space<private>>
    %c0 = arith.constant 0 : index
    %x = memref.load %out[%c0] : memref<?xi8>
    memref.store %x, %state[%i] : memref<10xi8, #gpu.address_space<private>>
    %y = memref.load %state[%c0] : memref<10xi8, #gpu.address_space<private>>
    memref.store %y, %out[%i] : memref<?xi8>
    gpu.return
  }
}
)mlir";

int main() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::dtyp::registerAllDialects(registry);
  mlir::dtyp::registerAllExtensions(registry);
  MLIRContext context(registry);
  // Errors go where the program wants them; by default, to stderr.
  ScopedDiagnosticHandler handler(&context, [](Diagnostic &diagnostic) {
    llvm::errs() << diagnostic.getLocation() << ": " << diagnostic << '\n';
  });

  dtyp::CompileOptions options;
  options.chips = {"sm_80", "sm_90"};
  dtyp::Compiler compiler(&context, options);
  // The second time, the passes are set up already.
  for (int i = 0; i != 2; ++i) {
    FailureOr<dtyp::CompiledModule> code = compiler.compileToPTX(kSource);
    if (failed(code)) {
      return EXIT_FAILURE;
    }
    for (const dtyp::CompiledObject &object : code->objects) {
      llvm::outs() << object.gpuModule << " for " << object.chip << ", "
                   << StringRef(object.contents).count('\n') << " lines:";
      for (const dtyp::CompiledKernel &kernel : object.kernels) {
        llvm::outs() << ' ' << kernel.name << " with "
                     << kernel.arguments.size() << " arguments";
      }
      llvm::outs() << '\n';
    }
  }
  // What is wrong is an error, not the end of the program.
  bool isWrong = failed(compiler.compileToPTX("gpu.module @kernels {"));
  return isWrong ? EXIT_SUCCESS : EXIT_FAILURE;
}

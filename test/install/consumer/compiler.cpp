// An outside compiler in small: it reads kernels and prints the PTX that the
// pipeline makes of them.

#include "dtyp/InitAll.h"
#include "dtyp/Pipelines/Pipelines.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    return 2;
  }
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::gpu::GPUDialect,
                  mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
  mlir::dtyp::registerAllDialects(registry);
  mlir::dtyp::registerAllExtensions(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);

  mlir::dtyp::ToNVVMPipelineOptions options;
  options.chips.push_back("sm_90");
  options.format = "isa";
  mlir::PassManager passes(&context);
  mlir::dtyp::buildToNVVMPipeline(passes, options);
  if (!module || failed(passes.run(*module))) {
    return 1;
  }
  module->walk([](mlir::gpu::BinaryOp binary) {
    auto object =
        mlir::cast<mlir::gpu::ObjectAttr>(*binary.getObjects().begin());
    llvm::outs() << object.getObject().getValue();
  });
  return 0;
}

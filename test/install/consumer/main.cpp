// An outside project: it reads a module, resolves the dtypes in it, and prints.

#include "dtyp/Config/Version.h"
#include "dtyp/InitAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  mlir::dtyp::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  mlir::PassManager passes(&context);
  passes.addPass(mlir::createCanonicalizerPass());
  if (!module || failed(passes.run(*module)))
    return 1;
  llvm::outs() << "// dtyp " DTYP_VERSION_STRING "\n" << *module;
  return 0;
}

// An outside project: it reads a type, and tells the dtype that it provides.

#include "dtyp/Config/Version.h"
#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"
#include "dtyp/InitAll.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    return 2;
  }
  mlir::DialectRegistry registry;
  mlir::dtyp::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  mlir::Type type = mlir::parseType(argv[1], &context);
  auto provider =
      mlir::dyn_cast_or_null<mlir::dtyp::DTypeProviderTypeInterface>(type);
  if (!provider) {
    return 1;
  }
  llvm::outs() << "dtyp " DTYP_VERSION_STRING ": " << type << " provides "
               << provider.getProvidedDType() << '\n';
  return 0;
}

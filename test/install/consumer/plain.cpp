// An outside program without MLIR: it tells what a dtype's spelling means.

#include "dtyp/Launch/CudaDriver.h"
#include "dtyp/Support/NumPyDType.h"

#include <cstdio>

int main() {
  mlir::dtyp::NumPyDType dtype = mlir::dtyp::getScalarDType("complex64");
  std::printf("%s %s\n", dtype.name.c_str(), dtype.typestr().c_str());
  return 0;
}

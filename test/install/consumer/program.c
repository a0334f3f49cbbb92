// An outside program of pure C: it tells the size of a dtype.

#include "dtyp-c/DType.h"

#include <stdio.h>

int main(void) {
  MlirContext context = mlirContextCreate();
  MlirType dtype =
      dtypDTypeParse(context, mlirStringRefCreateFromCString("(2,3)c8"));
  printf("%d bytes\n", (int)dtypDTypeGetItemSize(dtype));
  mlirContextDestroy(context);
  return 0;
}

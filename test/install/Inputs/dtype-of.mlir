// CHECK-LABEL: func.func @itemsize
// CHECK-NEXT: %[[SIZE:.*]] = arith.constant 1 : index
// CHECK-NEXT: return %[[SIZE]] : index
func.func @itemsize(%foo: !dtyp.provider<"Foo", ui8>) -> index {
  %dt = dtyp.dtype_of %foo : !dtyp.provider<"Foo", ui8>
  %size = dtyp.itemsize %dt : !dtyp.dtype<ui8>
  return %size : index
}

// RUN: dtyp-opt --cudax-lower-copies -split-input-file -verify-diagnostics %s

func.func @unranked(%a: memref<*xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{expected a copy of ranked memrefs in device code, but got 'memref<*xf32>' to 'memref<4xf32>'; cast them by memref.cast first}}
  memref.copy %a, %b : memref<*xf32> to memref<4xf32>
  return
}

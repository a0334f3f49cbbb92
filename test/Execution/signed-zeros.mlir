// Found by tools/fuzz (seed 980): -0 is less than +0 in minima and maxima, which
// upstream's arith-expand forgets.

// RUN: %dtyp_run %s --kernel=scalars 'float64[1]=zeros' 'out:float64[4]=full:7.0' \
// RUN:   | FileCheck %s
// RUN: %dtyp_run %s --kernel=vectors 'float32[2]=zeros' 'out:float32[4]=full:7.0' \
// RUN:   | FileCheck %s
// CHECK: = [-0.0 -0.0 0.0 0.0]

gpu.module @kernels {
  gpu.func @scalars(%in: memref<1xf64>, %out: memref<4xf64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %plus = memref.load %in[%c0] : memref<1xf64>
    %minus = arith.negf %plus : f64
    %0 = arith.minimumf %plus, %minus : f64
    %1 = arith.minimumf %minus, %plus : f64
    %2 = arith.maximumf %plus, %minus : f64
    %3 = arith.maximumf %minus, %plus : f64
    memref.store %0, %out[%c0] : memref<4xf64>
    memref.store %1, %out[%c1] : memref<4xf64>
    memref.store %2, %out[%c2] : memref<4xf64>
    memref.store %3, %out[%c3] : memref<4xf64>
    gpu.return
  }

  gpu.func @vectors(%in: memref<2xf32>, %out: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %plus = vector.load %in[%c0] : memref<2xf32>, vector<2xf32>
    %minus = arith.negf %plus : vector<2xf32>
    %0 = arith.minimumf %minus, %plus : vector<2xf32>
    %1 = arith.maximumf %plus, %minus : vector<2xf32>
    vector.store %0, %out[%c0] : memref<4xf32>, vector<2xf32>
    vector.store %1, %out[%c2] : memref<4xf32>, vector<2xf32>
    gpu.return
  }
}

// A program that is called ptxas and does nothing, well or badly.
//
// RUN: rm -rf %t && mkdir -p %t/good/bin %t/bad/bin
// RUN: ln -s /bin/true %t/good/bin/ptxas
// RUN: ln -s /bin/false %t/bad/bin/ptxas
// RUN: not dtyp-compile %s --chip=sm_90 --emit=cubin --assembler=ptxas --toolkit=%t/good -o %t/out 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOTHING
// RUN: not dtyp-compile %s --chip=sm_90 --emit=cubin --assembler=ptxas --toolkit=%t/bad -o %t/out 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SILENT
// RUN: not test -e %t/out

// NOTHING: :[[@LINE+3]]:1: error: expected a cubin from '{{.*}}ptxas', but it wrote none and reports no error; is it NVIDIA's ptxas?
// SILENT: :[[@LINE+2]]:1: error: ptxas cannot assemble the PTX for sm_90: it fails and says nothing

gpu.module @kernels {
  gpu.func @kernel() kernel {
    gpu.return
  }
}

//===- Help.cpp - The examples of dtyp-run's help -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

const char *const mlir::dtyp::helpExamples = R"(
ARGUMENTS, in the order of the kernel's, as for dtyp-launch:
  DTYPE:VALUE              a scalar                        float32:1.5
  FILE.npy                 an array from a file            in.npy
  DTYPE[SHAPE]=INIT        a generated array: zeros, ones, arange, random:SEED
                           or full:VALUE                   float32[32,32]=arange
  out:ARRAY                an array that is printed after the run
  out=FILE.npy:ARRAY       an array that is saved to FILE.npy after the run
  DTYPE is a NumPy spelling (float32, <f4, uint8). An object that provides a
  dtype takes no value, unless it has run-time fields: then one for each.

EXAMPLES:
  Four threads of the request's kernel on the CPU; the kernel's first argument
  is an object without run-time state, so the array is the only value:

    dtyp-run examples/request/object.mlir --device=cpu --kernel=fill \
      --grid 1 --block 4 'out:uint8[40]=zeros'

  What a kernel wants, and a run on a GPU or else the CPU whose result is
  compared with a file that NumPy wrote:

    dtyp-run examples/scaled.mlir --signature
    dtyp-run examples/scaled.mlir --grid 1 --block 256 float32:0.5 \
      numbers.npy 'out=sums.npy:float32[200]=zeros' --check expected.npy

  The faults of a kernel (accesses out of bounds, races, ...), and its speed:

    dtyp-run kernel.mlir --sanitize --grid 8 --block 128 'out:float32[1024]=zeros'
    dtyp-run kernel.mlir --time --repeat 20 --grid 8 --block 128 \
      'float32[1024]=random:7'

  A host function that allocates memory on the device, copies and launches:

    dtyp-run examples/scaled.mlir --function=run float32:0.5 \
      'float32[12]=arange' 'out:float32[10]=zeros'

EXIT STATUS: 0; 1 after an error, a fault of the kernel or a failed --check; 130
when interrupted.
)";

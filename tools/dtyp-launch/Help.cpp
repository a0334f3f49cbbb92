//===- Help.cpp - The help of dtyp-launch -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file holds the text of --help.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

const char *const mlir::dtyp::helpText =
    R"(OVERVIEW: runs one GPU kernel from a PTX file, a cubin or a fatbin

USAGE: dtyp-launch KERNEL-FILE --grid X[,Y,Z] --block X[,Y,Z] [OPTIONS] [ARGS]

OPTIONS:
  --kernel NAME            the kernel; may be left out if the file has only one
  --grid X[,Y,Z]           blocks in the grid
  --block X[,Y,Z]          threads in a block
  --dynamic-shared BYTES   dynamic shared memory per block (default: 0)
  --abi memref|bare        how the kernel takes arrays (default: memref)
                             memref: 3 + 2 * rank parameters per array, as MLIR
                               expands a memref argument
                             bare: one pointer per array (compiled with
                               kernel-bare-ptr); static shapes only
  --index-bitwidth 64|32   width of the sizes in a memref (default: 64)
  --device N               the GPU to run on (default: 0)
  --time                   time more launches with CUDA events, after some to
                           warm up; outputs are those of the first launch
  --repeat N               how many launches to time (default: 100)
  --batch N                launch N times in a row for each of them, and take the
                           mean: for kernels of a few microseconds (default: 1)
  --print-all              print outputs in full, however long
  --dry-run                read the kernel file and the arguments, print the
                           arguments and the sizes of the kernel parameters,
                           and save the outputs as they are; needs no GPU
  --parse-dtype DTYPE      say what dtype a spelling means; needs no GPU
  --help, --version
  --                       what follows are arguments

ARGS, one per argument of the kernel, in its order:
  DTYPE:VALUE              a scalar, passed by value       float32:1.5 bool:true
  FILE.npy                 an array from a file            in.npy
  DTYPE:FILE.npy           the same; the file must have that dtype (those of
                           ml_dtypes need it: .npy cannot tell them)
  DTYPE[SHAPE]=INIT        a generated array               float32[32,32]=arange
  out:ARRAY                an array that is printed after the run
  out=FILE.npy:ARRAY       an array that is saved to FILE.npy after the run

  DTYPE is a NumPy spelling, of ml_dtypes, too: float32, <f4, half, bfloat16,
  float8_e4m3fn, int4, >i2, datetime64[25s], S5, U3, V7. Note that i8 is int64.
  A record is a comma string or, in JSON or Python, a list or a dictionary:
    f4,(2,)i2    [["x","f4"],["y","i2",[2]]]
    {"names":["x","y"],"formats":["u1","f8"],"offsets":[0,8],"aligned":true}
  The shape of a sub-array goes behind SHAPE: (2,3)f4[8] is float32[8,2,3].

  VALUE is written as in Python: 1.5, 1+2j, True, 2020-01-31T23:59 or NaT
  (datetime64), 5 (timedelta64), text or b'a\x00' (S), text or 'a b' (U),
  b'\x01\x02' (V), (1, 2.5, [3, 4]) (records).

  INIT is zeros, ones, arange (np.arange(n).astype(DTYPE).reshape(SHAPE)),
  full:VALUE, or random:SEED: floats in [0, 1), integers over their whole range,
  from SplitMix64. Draw k = 0, 1, ... is, modulo 2**64,
    z = SEED + (k + 1) * 0x9E3779B97F4A7C15
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    z = z ^ (z >> 31)
  and element k is z >> 63 (bool), the upper bits of z (integers, float6 and
  float4), or (z >> (64 - p)) * 2**-p, where p is 11 for float16, 8 for
  bfloat16, 24 for float32, 53 for float64 and one more than its mantissa's bits
  for a float8; 2**-(z >> 61) for float8_e8m0fnu, z >> 33 steps for times. More
  than one draw in turn take complex numbers (2), records and sub-arrays (those
  of their parts), S and U (one for each letter, 'a' + (z >> 32) % 26), and V
  (one for 8 bytes).

EXAMPLES:
  A kernel  gpu.func @saxpy(%n: index, %a: f32, %x: memref<?xf32>,
  %y: memref<?xf32>), with its result on the terminal:

    dtyp-launch saxpy.ptx --grid 4 --block 256 int64:1000 float32:2.5 \
      'float32[1000]=arange' 'out:float32[1000]=ones'

  Arrays from NumPy and back to it:

    dtyp-launch gemm.cubin --kernel gemm --grid 8,8 --block 16,16 \
      a.npy b.npy 'out=c.npy:float32[128,128]=zeros'

  A kernel compiled with bare pointers, timed:

    dtyp-launch k.fatbin --abi bare --grid 128 --block 256 --time \
      bfloat16:in.npy 'bfloat16[32768]=random:42'

EXIT STATUS: 0, or 1 with `dtyp-launch: error: ...` on stderr.
)";

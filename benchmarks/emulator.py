#!/usr/bin/env python3
"""Measures the CPU emulator against loops in C, and Numba's CUDA simulator.

usage: emulator.py BUILD [--numba PYTHON]

The same work on one core, the shortest of several times. C is compiled by
clang-22 -O2 for this CPU, without fusing products and sums, which the emulator
does not do either. The emulator is measured with `--sanitize`, too. PYTHON is
one that has Numba (the measurement is left out without it). `histogram` and `escape` (a Mandelbrot set) have no barrier; the
tiles of `matmul` have two for each tile.
"""

import argparse
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]

ESCAPE = """
gpu.module @kernels {
  gpu.func @escape(%iterations: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %limit = arith.constant 256 : i32
    %width = arith.constant 128 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %four = arith.constant 4.0 : f32
    %stepX = arith.constant 0.0234375 : f32
    %stepY = arith.constant 0.015625 : f32
    %thread = gpu.global_id x
    %column = arith.remui %thread, %width : index
    %row = arith.divui %thread, %width : index
    %i = arith.index_cast %column : index to i32
    %j = arith.index_cast %row : index to i32
    %fi = arith.sitofp %i : i32 to f32
    %fj = arith.sitofp %j : i32 to f32
    %px = arith.mulf %fi, %stepX : f32
    %py = arith.mulf %fj, %stepY : f32
    %re = arith.subf %px, %two : f32
    %im = arith.subf %py, %one : f32
    %x, %y, %count = scf.while (%a = %zero, %b = %zero, %n = %c0) : (f32, f32, i32) -> (f32, f32, i32) {
      %aa = arith.mulf %a, %a : f32
      %bb = arith.mulf %b, %b : f32
      %square = arith.addf %aa, %bb : f32
      %isInside = arith.cmpf olt, %square, %four : f32
      %isEarly = arith.cmpi slt, %n, %limit : i32
      %goesOn = arith.andi %isInside, %isEarly : i1
      scf.condition(%goesOn) %a, %b, %n : f32, f32, i32
    } do {
    ^bb0(%a: f32, %b: f32, %n: i32):
      %aa = arith.mulf %a, %a : f32
      %bb = arith.mulf %b, %b : f32
      %difference = arith.subf %aa, %bb : f32
      %nextA = arith.addf %difference, %re : f32
      %twice = arith.mulf %a, %two : f32
      %product = arith.mulf %twice, %b : f32
      %nextB = arith.addf %product, %im : f32
      %next = arith.addi %n, %c1 : i32
      scf.yield %nextA, %nextB, %next : f32, f32, i32
    }
    memref.store %count, %iterations[%thread] : memref<?xi32>
    gpu.return
  }
}
"""

#: Name, sizes and arguments, and the unit of work.
KERNELS = {
    "histogram": (["--grid=32", "--block=128", "uint8[4096,1000]=random:1", "uint32[4096,16]=zeros"], "numbers"),
    "escape": (["--grid=128", "--block=128", "int32[16384]=zeros"], "iterations"),
    "matmul": (["--grid=16,4", "--block=16,16", "float32[256,256]=random:1", "float32[256,256]=random:2",
                "float32[256,256]=zeros"], "products"),
}  # fmt: skip


def run(*command, **environment):
    result = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
                            env=os.environ | environment)  # fmt: skip
    return result.stdout


def count_work(name, dtyp_run, source, scratch):
    if name == "histogram":
        return 4096 * 1000
    if name == "matmul":
        return 256**3
    import numpy as np

    output = scratch / "iterations.npy"
    run(dtyp_run, source, "--device=cpu", "--grid=128", "--block=128",
        f"out={output}:int32[16384]=zeros")  # fmt: skip
    return int(np.load(output).sum())


def emulate(dtyp_run, source, options, workers, repeat=30):
    """The shortest time in microseconds."""
    output = run(dtyp_run, source, "--device=cpu", f"--workers={workers}", "--time",
                 f"--repeat={repeat}", *options)  # fmt: skip
    return float(re.search(r"time: min ([0-9.]+) us", output)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--numba", metavar="PYTHON")
    parser.add_argument("--compiler", default="clang-22")
    arguments = parser.parse_args()
    dtyp_run = str(arguments.build / "bin/dtyp-run")
    here = pathlib.Path(__file__).resolve().parent
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        (scratch / "escape.mlir").write_text(ESCAPE)
        program = str(scratch / "emulator")
        flags = ["-O2", "-march=native", "-ffp-contract=off", str(here / "emulator.c")]
        run(arguments.compiler, *flags, "-o", program)
        run(arguments.compiler, *flags, "-fno-vectorize", "-fno-slp-vectorize", "-o", program + "1")
        for name, (options, unit) in KERNELS.items():
            source = ROOT / f"examples/{name}.mlir"
            source = str(source if source.exists() else scratch / f"{name}.mlir")
            work = count_work(name, dtyp_run, source, scratch)
            native = scalar = emulated = float("inf")
            for _ in range(3):
                native = min(native, float(run(program, name, "30")))
                scalar = min(scalar, float(run(program + "1", name, "30")))
                emulated = min(emulated, emulate(dtyp_run, source, options, 1))
            line = (f"{name}: C {work / native:.0f} {unit}/us, without vectors {work / scalar:.0f}, "
                    f"emulator {work / emulated:.0f}: {emulated / native:.2f} and "
                    f"{emulated / scalar:.2f} times C's time")  # fmt: skip
            checked = emulate(dtyp_run, source, [*options, "--sanitize"], 1, repeat=3)
            line += f"; {checked / emulated:.1f} times as long with --sanitize"
            if arguments.numba:
                output = run(arguments.numba, str(here / "emulator_numba.py"), name,
                             NUMBA_ENABLE_CUDASIM="1")  # fmt: skip
                seconds, small = map(float, output.split())
                line += f"; {work / emulated / (small / seconds * 1e-6):,.0f} times as fast as Numba's simulator"
            print(line, flush=True)


if __name__ == "__main__":
    main()

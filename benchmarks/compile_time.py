#!/usr/bin/env python3
"""Compile time of dtyp against its peers, as ratios measured in one run.

usage: compile_time.py BUILD_FOLDER MLIR_OPT [--runs N] [--output RESULTS.json]

For modules of 1 to 1000 kernels with a local array each, in alternating order:
 - object form over memref form: what the dialects cost;
 - dtyp-compile to PTX over mlir-opt with upstream's pipeline on the memref form.
Times are of whole processes, in milliseconds; medians of N runs.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

KERNEL = """
  gpu.func @kernel{index}({argument}%out: memref<?xi8>) kernel {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    {array}
    %n = memref.dim %out, %c0 : memref<?xi8>
    scf.for %i = %c0 to %c10 step %c1 {{
      %byte = memref.load %out[%i] : memref<?xi8>
      memref.store %byte, %state[%i] : memref<10xi8, #gpu.address_space<private>>
    }}
    scf.for %i = %c0 to %n step %c1 {{
      %j = arith.remui %i, %c10 : index
      %byte = memref.load %state[%j] : memref<10xi8, #gpu.address_space<private>>
      memref.store %byte, %out[%i] : memref<?xi8>
    }}
    gpu.return
  }}
"""
OBJECT = (
    '%foo: !dtyp.provider<"Foo", ui8>, ',
    """%dt = dtyp.dtype_of %foo : !dtyp.provider<"Foo", ui8>
    %state = cudax.local_alloca(%dt) [10] : !dtyp.dtype<ui8> -> memref<10xi8, #gpu.address_space<private>>""",
)
MEMREF = (
    "",
    "%state = memref.alloca() {alignment = 16 : i64} : memref<10xi8, #gpu.address_space<private>>",
)


def write_module(path, form, kernels):
    argument, array = form
    body = "".join(
        KERNEL.format(index=i, argument=argument, array=array) for i in range(kernels)
    )
    path.write_text(f"gpu.module @kernels {{{body}}}\n")


def measure(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - start)


def compare(commands, runs):
    """Runs the commands in turn; returns the median time of each."""
    times = [[] for _ in commands]
    for run in range(runs + 1):
        for samples, command in zip(times, commands):
            sample = measure(command)
            if run > 0:  # The first round warms the caches.
                samples.append(sample)
    return [statistics.median(samples) for samples in times]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("mlir_opt")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    compiler = str(arguments.build / "bin/dtyp-compile")

    print(f"{'kernels':>8} {'object':>9} {'memref':>9} {'upstream':>9} {'object/memref':>14} {'memref/upstream':>16}")
    results = {"title": "Compile time: whole processes, to PTX", "ratios": {}, "milliseconds": {}}
    with tempfile.TemporaryDirectory() as folder:
        for kernels in (1, 10, 100, 1000):
            files = {}
            for name, form in (("object", OBJECT), ("memref", MEMREF)):
                files[name] = pathlib.Path(folder, f"{name}.mlir")
                write_module(files[name], form, kernels)
            output = str(pathlib.Path(folder, "out.ptx"))
            ours = [
                [compiler, str(files[name]), "--chip=sm_90", "-o", output]
                for name in ("object", "memref")
            ]
            upstream = [
                arguments.mlir_opt,
                str(files["memref"]),
                "--gpu-lower-to-nvvm-pipeline=cubin-chip=sm_90 cubin-features=+ptx80 cubin-format=isa opt-level=3",
            ]
            times = compare([*ours, upstream], arguments.runs)
            print(
                f"{kernels:8} {times[0]:9.1f} {times[1]:9.1f} {times[2]:9.1f}"
                f" {times[0] / times[1]:14.2f} {times[1] / times[2]:16.2f}"
            )
            label = f"{kernels} kernels" if kernels > 1 else "1 kernel"
            results["ratios"][label] = {
                "object / memref": times[0] / times[1],
                "memref / upstream": times[1] / times[2],
            }
            results["milliseconds"][label] = dict(zip(["object", "memref", "upstream"], times))
    if arguments.output:
        arguments.output.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()

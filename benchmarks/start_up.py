#!/usr/bin/env python3
"""What the start of the tools costs, against their peers, in one run.

usage: start_up.py BUILD_FOLDER [--runs N] [--nvcc NVCC] [--output FILE]

The floor is an empty program that is linked to the shared libMLIR and libLLVM.
Times are of whole processes, in milliseconds: medians of N runs in alternating
order, after a round that warms the caches; that of a wall clock, and that which
the process computed.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

KERNEL = """gpu.module @kernels {
  gpu.func @kernel(%out: memref<?xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    memref.store %x, %out[%c0] : memref<?xf32>
    gpu.return
  }
}
"""
TWIN = "__global__ void kernel(float *out, float x) { out[0] = x; }\n"


def build_empty(folder, llvm, name, *libraries):
    """Builds an empty program; returns its path."""
    source = folder / "empty.cpp"
    source.write_text("int main() { return 0; }\n")
    program = folder / name
    subprocess.run(
        [llvm / "bin/clang++", source, "-o", program, "-Wl,--no-as-needed",
         f"-L{llvm}/lib", f"-Wl,-rpath,{llvm}/lib", *libraries],
        check=True,
    )  # fmt: skip
    return program


def measure(command):
    """Returns the milliseconds that pass, and those that are computed."""
    null = [
        (os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)
    ]
    words = [str(word) for word in command]
    start = time.perf_counter()
    process = os.posix_spawn(words[0], words, os.environ, file_actions=null)
    _, status, usage = os.wait4(process, 0)
    wall = 1000 * (time.perf_counter() - start)
    if status != 0:
        raise SystemExit(f"failed: {' '.join(words)}")
    return wall, 1000 * (usage.ru_utime + usage.ru_stime)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--nvcc", default=shutil.which("nvcc"))
    parser.add_argument(
        "--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22")
    )
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        kernel = folder / "kernel.mlir"
        kernel.write_text(KERNEL)
        twin = folder / "kernel.cu"
        twin.write_text(TWIN)
        output = folder / "out"
        mlir_opt = arguments.llvm / "bin/mlir-opt"
        commands = {
            "empty program, libMLIR and libLLVM": [
                build_empty(folder, arguments.llvm, "mlir", "-lMLIR", "-lLLVM-22")
            ],
            "mlir-opt --version": [mlir_opt, "--version"],
            "mlir-opt --canonicalize": [mlir_opt, "--canonicalize", kernel],
        }
        for tool, kind in (("bin", ""), ("libexec/dtyp", "-shared")):
            tools = arguments.build / tool
            if not (tools / f"dtyp-compile{kind}").exists():
                continue
            compiler = tools / f"dtyp-compile{kind}"
            opt = tools / f"dtyp-opt{kind}"
            commands |= {
                f"dtyp-opt{kind} --canonicalize": [opt, "--canonicalize", kernel],
                f"dtyp-compile{kind} --version": [compiler, "--version"],
                f"dtyp-compile{kind}, to PTX": [
                    compiler, kernel, "--emit=ptx", "-o", output,
                ],
            }  # fmt: skip
        if arguments.nvcc:
            commands["nvcc -ptx"] = [arguments.nvcc, "-ptx", twin, "-o", output]
        times = {label: [] for label in commands}
        for run in range(arguments.runs + 1):
            order = list(commands)
            for label in reversed(order) if run % 2 else order:
                sample = measure(commands[label])
                if run > 0:
                    times[label].append(sample)
    medians = {
        label: [statistics.median(column) for column in zip(*samples)]
        for label, samples in times.items()
    }
    floor = next(iter(medians.values()))
    print(f"{'':36} {'wall':>8} {'of floor':>9} {'computed':>9} {'of floor':>9}")
    for label, (wall, computed) in medians.items():
        print(
            f"{label:36} {wall:8.1f} {wall / floor[0]:9.2f}"
            f" {computed:9.1f} {computed / floor[1]:9.2f}"
        )
    if arguments.output:
        results = {
            "title": "Start of the tools: time of the processor, against an empty "
            "program that is linked to libMLIR and libLLVM",
            "ratios": {
                label: {"of the floor": computed / floor[1]}
                for label, (_, computed) in medians.items()
            },
            "milliseconds": medians,
        }
        arguments.output.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()

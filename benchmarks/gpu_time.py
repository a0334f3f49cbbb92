#!/usr/bin/env python3
"""Times kernels of kernels/kernels.mlir on a GPU against the same kernels in CUDA
C++, which nvcc compiles.

usage: gpu_time.py build BUILD DIRECTORY [--chip sm_90]
           compiles both, and copies the launcher and the kernels' list; needs nvcc
       gpu_time.py run DIRECTORY [--rounds 5] [--kernels REGEX] [--output RESULTS.json]
           runs both in turn on the GPU of this machine, compares what they
           compute, and prints the ratio of their times; needs Python only
"""

import argparse
import array
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys

THREADS = 135168
BLOCK = 128

# The arguments of each kernel, the output last.
KERNELS = {f"tile_{n}": [f"float32[512,{n}]=random:1", f"float32[512,{n}]=random:2",
                         f"float32[{n},{n},{THREADS}]"] for n in (4, 8, 12, 16)}
KERNELS.update({f"reversed_sum_{n}": [f"float32[{n},{THREADS}]=random:3",
                                      f"float32[{THREADS}]"] for n in (256, 1024)})
KERNELS.update({
    "histogram": [f"int32[64,{THREADS}]=random:4", f"int32[16,{THREADS}]"],
    "fir": [f"float32[128,{THREADS}]=random:5", "float32[32]=random:6",
            f"float32[128,{THREADS}]"],
    "sort": [f"float32[16,{THREADS}]=random:7", f"float32[16,{THREADS}]"],
    "cholesky": [f"float32[6,6,{THREADS}]=random:8", f"float32[6,6,{THREADS}]"],
    "prefix_sums": [f"float32[32,{THREADS}]=random:9", f"float32[32,{THREADS}]"],
    "polynomials": [f"float32[64,{THREADS}]=random:10", f"float32[64,{THREADS}]"],
})


def build(arguments):
    if not shutil.which("nvcc"):
        sys.exit("expected nvcc on the PATH, as the kernels are compared with its")
    sources = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels")
    os.makedirs(arguments.directory, exist_ok=True)

    def to(name):
        return os.path.join(arguments.directory, name)

    compiler = os.path.join(arguments.build, "bin", "dtyp-compile")
    subprocess.run([compiler, os.path.join(sources, "kernels.mlir"),
                    f"--chip={arguments.chip}", "--kernel-bare-ptr", "-o",
                    to("ours.cubin")], check=True)
    subprocess.run(["nvcc", f"-arch={arguments.chip}", "-O3", "-cubin",
                    os.path.join(sources, "kernels.cu"), "-o", to("nvcc.cubin")],
                   check=True)
    shutil.copy(os.path.join(arguments.build, "bin", "dtyp-launch"), to("dtyp-launch"))
    shutil.copy(os.path.abspath(__file__), to("gpu_time.py"))


def launch(directory, who, kernel, output):
    """Returns the median in microseconds; leaves the output's elements in a file."""
    *inputs, result = KERNELS[kernel]
    command = [os.path.join(directory, "dtyp-launch"),
               os.path.join(directory, f"{who}.cubin"), "--kernel", kernel,
               "--abi", "bare", "--grid", str(THREADS // BLOCK), "--block", str(BLOCK),
               "--time", "--repeat", "20", *inputs, f"out={output}:{result}=zeros"]
    run = subprocess.run(command, capture_output=True, text=True)
    match = re.search(r"median ([0-9.]+) us", run.stdout)
    if run.returncode or not match:
        sys.exit(f"{' '.join(command)}: {run.stdout}{run.stderr}")
    return float(match.group(1))


def read_elements(path, kind):
    with open(path, "rb") as file:
        data = file.read()
    header = 10 + int.from_bytes(data[8:10], "little")
    elements = array.array(kind)
    elements.frombytes(data[header:])
    return elements


def have_equal_results(directory, kernel):
    kind = "i" if KERNELS[kernel][-1].startswith("int") else "f"
    ours, nvccs = (read_elements(os.path.join(directory, f"{who}.npy"), kind)
                   for who in ("ours", "nvcc"))
    return len(ours) == len(nvccs) and any(ours) and all(
        math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-6) for a, b in zip(ours, nvccs))


def run(arguments):
    results = {}
    for kernel in filter(re.compile(arguments.kernels).fullmatch, KERNELS):
        times = {"ours": [], "nvcc": []}
        for round in range(arguments.rounds):
            order = ["ours", "nvcc"] if round % 2 == 0 else ["nvcc", "ours"]
            for who in order:
                output = os.path.join(arguments.directory, f"{who}.npy")
                times[who].append(launch(arguments.directory, who, kernel, output))
            if round == 0 and not have_equal_results(arguments.directory, kernel):
                sys.exit(f"{kernel}: the results differ")
        ours, nvcc = (statistics.median(times[who]) for who in ("ours", "nvcc"))
        results[kernel] = {"ours_us": ours, "nvcc_us": nvcc, "ratio": ours / nvcc}
        print(f"{kernel:20} {ours:10.1f} us, nvcc {nvcc:10.1f} us, ratio "
              f"{ours / nvcc:.3f}", flush=True)
    geomean = statistics.geometric_mean(r["ratio"] for r in results.values())
    print(f"{'geometric mean':20} {geomean:.3f}")
    if arguments.output:
        with open(arguments.output, "w") as file:
            json.dump({"kernels": results, "geomean": geomean}, file, indent=2)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("build")
    command.add_argument("build")
    command.add_argument("directory")
    command.add_argument("--chip", default="sm_90")
    command.set_defaults(function=build)
    command = commands.add_parser("run")
    command.add_argument("directory")
    command.add_argument("--rounds", type=int, default=5)
    command.add_argument("--kernels", default=".*", help="a regular expression")
    command.add_argument("--output")
    command.set_defaults(function=run)
    arguments = parser.parse_args()
    arguments.function(arguments)


if __name__ == "__main__":
    main()

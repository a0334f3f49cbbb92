#!/usr/bin/env python3
"""Times the kernels of the folder kernels on a GPU against the same kernels in CUDA
C++, which nvcc compiles.

usage: gpu_time.py build BUILD DIRECTORY [--chip sm_90] [--options "OPTIONS"]
           compiles both, and copies what `run` needs; needs nvcc
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
import tempfile

import suite

try:
    import numpy
except ImportError:  # Comparing takes seconds instead.
    numpy = None

# The letter of the module array for a dtype whose elements are compared as numbers.
KINDS = {"float32": "f", "complex64": "f", "int32": "i", "uint32": "I"}
RELATIVE, ABSOLUTE = 1e-4, 1e-5


def build(arguments):
    if not shutil.which("nvcc"):
        sys.exit("expected nvcc on the PATH, as the kernels are compared with its")
    os.makedirs(arguments.directory, exist_ok=True)

    def to(name):
        return os.path.join(arguments.directory, name)

    compiler = os.path.join(arguments.build, "bin", "dtyp-compile")
    for family in suite.FAMILIES:
        source = os.path.join(suite.SOURCES, family)
        subprocess.run([compiler, f"{source}.mlir", f"--chip={arguments.chip}",
                        "--kernel-bare-ptr", *arguments.options.split(),
                        "-o", to(f"ours.{family}.cubin")], check=True)
        subprocess.run(["nvcc", f"-arch={arguments.chip}", "-O3", "-cubin", f"{source}.cu",
                        "-o", to(f"nvcc.{family}.cubin")], check=True)
    shutil.copy(os.path.join(arguments.build, "bin", "dtyp-launch"), to("dtyp-launch"))
    for script in (__file__, suite.__file__):
        shutil.copy(os.path.abspath(script), to(os.path.basename(script)))


def output_path(folder, who, number):
    return os.path.join(folder, f"{who}.{number}.npy")


def launch(directory, who, name, folder):
    """Returns the median in microseconds; leaves the outputs in files."""
    kernel = suite.KERNELS[name]
    outputs = [f"out={output_path(folder, who, number)}:{output}=zeros"
               for number, output in enumerate(kernel.outputs)]
    command = [os.path.join(directory, "dtyp-launch"),
               os.path.join(directory, f"{who}.{kernel.family}.cubin"), "--kernel", name,
               "--abi", "bare", "--grid", kernel.grid_argument(), "--block", kernel.block,
               "--time", "--repeat", "50", *kernel.inputs, *outputs]
    run = subprocess.run(command, capture_output=True, text=True)
    match = re.search(r"median ([0-9.]+) us", run.stdout)
    if run.returncode or not match:
        raise RuntimeError(f"{' '.join(command)}: {run.stdout}{run.stderr}")
    return float(match.group(1))


def read_bytes(path):
    with open(path, "rb") as file:
        data = file.read()
    return data[10 + int.from_bytes(data[8:10], "little"):]


def find_difference(name, folder):
    """How the outputs of both differ, or None."""
    for number, output in enumerate(suite.KERNELS[name].outputs):
        ours, nvccs = (read_bytes(output_path(folder, who, number)) for who in ("ours", "nvcc"))
        if not any(ours):
            return f"output {number} is zero"
        if ours == nvccs:
            continue
        place = find_unequal_element(KINDS[output.split("[")[0]], ours, nvccs)
        if place is not None:
            return f"output {number}, element {place}"
    return None


def find_unequal_element(kind, ours, nvccs):
    if len(ours) != len(nvccs):
        return min(len(ours), len(nvccs))
    if numpy:
        a, b = (numpy.frombuffer(data, kind) for data in (ours, nvccs))
        is_equal = (numpy.isclose(a, b, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True)
                    if kind == "f" else a == b)
        return None if is_equal.all() else int(is_equal.argmin())
    for place, (a, b) in enumerate(zip(array.array(kind, ours), array.array(kind, nvccs))):
        is_equal = (math.isclose(a, b, rel_tol=RELATIVE, abs_tol=ABSOLUTE) or
                    a != a and b != b) if kind == "f" else a == b
        if not is_equal:
            return place
    return None


def measure(directory, name, rounds):
    times = {"ours": [], "nvcc": []}
    with tempfile.TemporaryDirectory() as folder:
        for round in range(rounds):
            order = ["ours", "nvcc"] if round % 2 == 0 else ["nvcc", "ours"]
            for who in order:
                times[who].append(launch(directory, who, name, folder))
            difference = find_difference(name, folder) if round == 0 else None
            if difference:
                raise RuntimeError(f"the results differ: {difference}")
    ours, nvcc = (statistics.median(times[who]) for who in ("ours", "nvcc"))
    ratios = [a / b for a, b in zip(times["ours"], times["nvcc"])]
    return {"ours_us": ours, "nvcc_us": nvcc, "ratio": statistics.median(ratios),
            "ratios": ratios}


def run(arguments):
    results, errors = {}, {}
    for name in filter(re.compile(arguments.kernels).fullmatch, suite.KERNELS):
        try:
            result = measure(arguments.directory, name, arguments.rounds)
        except RuntimeError as error:
            errors[name] = str(error)
            print(f"{name:20} {error}", flush=True)
            continue
        results[name] = result
        print(f"{name:20} {result['ours_us']:10.1f} us, nvcc {result['nvcc_us']:10.1f} us, "
              f"ratio {result['ratio']:.3f}", flush=True)
        if arguments.output:
            write(arguments.output, results, errors)
    if results:
        geomean = statistics.geometric_mean(r["ratio"] for r in results.values())
        print(f"{'geometric mean':20} {geomean:.3f} of {len(results)} kernels")
    if errors or not results:
        sys.exit(f"{len(errors)} kernels failed: {', '.join(errors)}")


def write(path, results, errors):
    geomean = statistics.geometric_mean(r["ratio"] for r in results.values())
    with open(path, "w") as file:
        json.dump({"kernels": results, "geomean": geomean, "errors": errors}, file, indent=2)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("build")
    command.add_argument("build")
    command.add_argument("directory")
    command.add_argument("--chip", default="sm_90")
    command.add_argument("--options", default="", help="more of dtyp-compile's")
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

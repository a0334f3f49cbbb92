#!/usr/bin/env python3
"""Times the kernels of the folder kernels on a GPU against the same kernels in CUDA
C++, which nvcc compiles.

usage: gpu_time.py build BUILD DIRECTORY [--chip sm_90] [--variant "NAME=OPTIONS"]...
           compiles both, and copies what `run` needs; needs nvcc. Each variant is
           ours once more, with these options of dtyp-compile
       gpu_time.py run DIRECTORY [--rounds 5] [--kernels REGEX] [--output RESULTS.json]
           runs all in turn on the GPU of this machine, compares what they
           compute, and prints the ratios of their times to nvcc's; needs Python only
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
except ImportError:  # A sample is compared instead.
    numpy = None
SAMPLES = 50000

# Each launch of the program takes the median of that many times, and each time is the
# mean of that many runs of the kernel in a row.
TIMES, BATCH = 21, 20

# The letter of the module array for a dtype whose elements are compared as numbers.
KINDS = {"float32": "f", "complex64": "f", "int32": "i", "uint32": "I"}
RELATIVE, ABSOLUTE = 1e-4, 1e-5


def build(arguments):
    if not shutil.which("nvcc"):
        sys.exit("expected nvcc on the PATH, as the kernels are compared with its")
    os.makedirs(arguments.directory, exist_ok=True)

    def to(name):
        return os.path.join(arguments.directory, name)

    variants = {"ours": ""}
    for variant in arguments.variant:
        name, _, options = variant.partition("=")
        if not re.fullmatch(r"\w+", name) or name in (*variants, "nvcc"):
            sys.exit(f"expected another name and options, as name=--option, got '{variant}'")
        variants[name] = options
    compiler = os.path.join(arguments.build, "bin", "dtyp-compile")
    for family in suite.FAMILIES:
        source = os.path.join(suite.SOURCES, family)
        for name, options in variants.items():
            subprocess.run([compiler, f"{source}.mlir", f"--chip={arguments.chip}",
                            "--kernel-bare-ptr", *options.split(),
                            "-o", to(f"{name}.{family}.cubin")], check=True)
        subprocess.run(["nvcc", f"-arch={arguments.chip}", "-O3", "-cubin", f"{source}.cu",
                        "-o", to(f"nvcc.{family}.cubin")], check=True)
    with open(to("variants.json"), "w") as file:
        json.dump(variants, file)
    shutil.copy(os.path.join(arguments.build, "bin", "dtyp-launch"), to("dtyp-launch"))
    for script in (__file__, suite.__file__):
        shutil.copy(os.path.abspath(script), to(os.path.basename(script)))


def output_path(folder, who, number):
    return os.path.join(folder, f"{who}.{number}.npy")


def launch(directory, who, name, folder=None):
    """Returns the median in microseconds; leaves the outputs in files of `folder`."""
    kernel = suite.KERNELS[name]
    outputs = [(f"out={output_path(folder, who, number)}:" if folder else "") + f"{output}=zeros"
               for number, output in enumerate(kernel.outputs)]
    command = [os.path.join(directory, "dtyp-launch"),
               os.path.join(directory, f"{who}.{kernel.family}.cubin"), "--kernel", name,
               "--abi", "bare", "--grid", kernel.grid_argument(), "--block", kernel.block,
               "--time", "--repeat", str(TIMES), "--batch", str(BATCH), *kernel.inputs, *outputs]
    run = subprocess.run(command, capture_output=True, text=True)
    match = re.search(r"median ([0-9.]+) us", run.stdout)
    if run.returncode or not match:
        raise RuntimeError(f"{' '.join(command)}: {run.stdout}{run.stderr}")
    return float(match.group(1))


def read_bytes(path):
    with open(path, "rb") as file:
        data = file.read()
    return data[10 + int.from_bytes(data[8:10], "little"):]


def find_difference(name, folder, who):
    """How the outputs of a variant differ from those of nvcc's kernel, or None."""
    for number, output in enumerate(suite.KERNELS[name].outputs):
        ours, nvccs = (read_bytes(output_path(folder, w, number)) for w in (who, "nvcc"))
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
    elements = array.array(kind, ours), array.array(kind, nvccs)
    # An odd stride meets all remainders of powers of two.
    for place in range(0, len(elements[0]), len(elements[0]) // SAMPLES | 1):
        a, b = elements[0][place], elements[1][place]
        is_equal = (math.isclose(a, b, rel_tol=RELATIVE, abs_tol=ABSOLUTE) or
                    a != a and b != b) if kind == "f" else a == b
        if not is_equal:
            return place
    return None


def measure(directory, variants, name, rounds):
    """Returns the times of each variant and nvcc, of which each round has one."""
    times = {who: [] for who in (*variants, "nvcc")}
    # Once for the results, untimed: the first run finds a cold GPU.
    with tempfile.TemporaryDirectory() as folder:
        for who in times:
            launch(directory, who, name, folder)
        for who in variants:
            difference = find_difference(name, folder, who)
            if difference:
                raise RuntimeError(f"the results of {who} differ: {difference}")
    for round in range(rounds):
        # Forwards and backwards in turn.
        for who in list(times)[::-1 if round % 2 else 1]:
            times[who].append(launch(directory, who, name))
    return times


def run(arguments):
    with open(os.path.join(arguments.directory, "variants.json")) as file:
        variants = json.load(file)
    results = {"title": "Time on the GPU", "ratios": {}, "microseconds": {},
               "options": variants, "errors": {}}
    for name in filter(re.compile(arguments.kernels).fullmatch, suite.KERNELS):
        try:
            times = measure(arguments.directory, variants, name, arguments.rounds)
        except RuntimeError as error:
            results["errors"][name] = str(error)
            print(f"{name:20} {error}", flush=True)
            continue
        results["microseconds"][name] = times
        results["ratios"][name] = {
            f"{who} / nvcc": statistics.median(a / b for a, b in zip(times[who], times["nvcc"]))
            for who in variants}
        columns = [f"nvcc {statistics.median(times['nvcc']):8.1f} us"]
        columns += [f"{who} {ratio:.3f}" for who, ratio in results["ratios"][name].items()]
        print(f"{name:20} {', '.join(columns)}", flush=True)
        if arguments.output:
            with open(arguments.output, "w") as file:
                json.dump(results, file, indent=1)
                file.write("\n")
    for who in variants:
        ratios = [ratio[f"{who} / nvcc"] for ratio in results["ratios"].values()]
        if ratios:
            print(f"geometric mean of {len(ratios)} kernels, {who} / nvcc: "
                  f"{statistics.geometric_mean(ratios):.3f}")
    if results["errors"] or not results["ratios"]:
        sys.exit(f"{len(results['errors'])} kernels failed: {', '.join(results['errors'])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("build")
    command.add_argument("build")
    command.add_argument("directory")
    command.add_argument("--chip", default="sm_90")
    command.add_argument("--variant", action="append", default=[])
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

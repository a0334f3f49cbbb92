#!/usr/bin/env python3
"""Runs the kernels of the folder kernels on the CPU emulator, on small arrays, and
compares what they compute with NumPy.

usage: check_kernels.py BUILD [--kernels REGEX] [--sources FOLDER]
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

import kernel_references
import suite


def load(path):
    array = np.load(path)
    # .npy has no dtypes of ml_dtypes: their elements are bytes without a meaning.
    if array.dtype.kind == "V" and not array.dtype.names:
        return array.view({1: np.uint8, 2: np.uint16}[array.itemsize])
    return array


def run(program, source, name, folder):
    """Runs a kernel; returns its inputs and outputs."""
    kernel = suite.KERNELS[name]
    sizes = suite.SMALL_SIZES[kernel.family]
    # With the optimizations of GPU code, which have been made for these kernels.
    command = [program, source, "--device=cpu", "-O", "2", "--gpu-optimizations", f"--kernel={name}",
               "--grid", kernel.grid_argument(sizes), "--block", kernel.block]
    values = []
    for number, argument in enumerate([*kernel.inputs, *(o + "=zeros" for o in kernel.outputs)]):
        argument = suite.replace_sizes(argument, sizes)
        if "=" in argument:
            path = os.path.join(folder, f"{name}.{number}.npy")
            values.append(path)
            argument = f"out={path}:{argument}"
        else:
            values.append(float(argument.split(":")[1]))
        command.append(argument)
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(f"{' '.join(command)}: {result.stderr}")
    values = [value if isinstance(value, float) else load(value) for value in values]
    return values[:len(kernel.inputs)], values[len(kernel.inputs):]


def find_difference(name, inputs, outputs):
    """What differs from NumPy's result, or None."""
    expected = getattr(kernel_references, name)(*inputs, shapes=[o.shape for o in outputs])
    for number, (want, got) in enumerate(zip(expected, outputs, strict=True)):
        if suite.KERNELS[name].is_unordered:
            got = np.sort(got, axis=0)
        if want.shape != got.shape:
            return f"output {number}: expected the shape {want.shape}, got {got.shape}"
        is_exact = got.dtype.kind in "iu"
        is_close = want == got if is_exact else np.isclose(got, want, rtol=1e-4, atol=1e-5)
        if not np.all(is_close):
            place = tuple(int(i) for i in np.argwhere(~is_close)[0])
            return (f"output {number}{list(place)}: expected {want[place]}, got {got[place]}; "
                    f"{np.sum(~is_close)} of {got.size} differ")
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--kernels", default=".*", help="a regular expression")
    parser.add_argument("--sources", default=suite.SOURCES)
    arguments = parser.parse_args()
    program = os.path.join(arguments.build, "bin", "dtyp-run")
    names = [*filter(re.compile(arguments.kernels).fullmatch, suite.KERNELS)]
    errors = 0
    with tempfile.TemporaryDirectory() as folder:
        sources = {}
        for family in dict.fromkeys(suite.KERNELS[name].family for name in names):
            sources[family] = os.path.join(folder, f"{family}.mlir")
            with open(os.path.join(arguments.sources, f"{family}.mlir")) as file:
                text = suite.replace_sizes(file.read(), suite.SMALL_SIZES[family])
            with open(sources[family], "w") as file:
                file.write(text)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = {name: pool.submit(run, program, sources[suite.KERNELS[name].family], name,
                                      folder) for name in names}
            for name, task in runs.items():
                try:
                    difference = find_difference(name, *task.result())
                except RuntimeError as error:
                    difference = str(error)
                errors += difference is not None
                print(f"{name}: {difference or 'equal to NumPy'}", flush=True)
    if errors or not names:
        sys.exit(f"{errors} of {len(names)} kernels differ")


if __name__ == "__main__":
    main()

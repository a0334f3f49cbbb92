#!/usr/bin/env python3
"""Runs the example kernels and checks them against NumPy, bit by bit.

usage: run_on_gpu.py PROGRAM FOLDER [--only=NAME,...] [OPTION...]

With dtyp-launch, FOLDER holds the compiled examples, each as .ptx, .cubin and
.fatbin. The script needs NumPy and a GPU driver, and no part of dtyp but
dtyp-launch: carry them to the machine with the GPU.

With dtyp-run, FOLDER is examples/ itself, and the options say where to run:

  run_on_gpu.py dtyp-run examples --device=cpu

--only names the kernels to run: request, histogram, scaled, matmul,
warp_reduction.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np

program, folder, *options = sys.argv[1:]
only = [o.removeprefix("--only=") for o in options if o.startswith("--only=")]
options = [o for o in options if not o.startswith("--only=")]
# Compared is bit by bit: no product may be fused with its sum. What dtyp-launch runs has
# been compiled that way.
if pathlib.Path(program).name == "dtyp-run":
    options.append("--fmad=false")
program = pathlib.Path(shutil.which(program) or program).resolve()
scratch = tempfile.TemporaryDirectory()
work = pathlib.Path(scratch.name)
generator = np.random.default_rng(7)
failed = False


def find_forms(stem):
    """The files of an example: its IR, or what it was compiled to."""
    suffixes = (".mlir",) if program.name == "dtyp-run" else (".ptx", ".cubin", ".fatbin")
    paths = [next(pathlib.Path(folder).rglob(stem + suffix), None) for suffix in suffixes]
    if None in paths:
        sys.exit(f"expected {folder} to hold {stem} as {', '.join(suffixes)}")
    return [path.resolve() for path in paths]


def launch(path, *arguments):
    """Runs a kernel; prints the command with the folder's name left out."""
    quoted = (f"'{a}'" if "=" in a else a for a in arguments)
    print(f"$ {program.name}", path.name, *options, *quoted)
    command = [str(program), str(path), *options, *arguments]
    result = subprocess.run(command, check=True, cwd=work, text=True, stdout=subprocess.PIPE)
    print(result.stdout, end="", flush=True)


def check(what, actual, expected):
    global failed
    equal = actual.dtype == expected.dtype and np.array_equal(actual, expected)
    failed |= not equal
    print(f"  {what}: {'equal to NumPy' if equal else 'DIFFERS FROM NUMPY'}")


def save(file, array):
    np.save(work / file, array)
    return array


def load(file):
    return np.load(work / file)


def run_request():
    """The request's kernel: each thread fills its array and reads it backwards."""
    expected = np.arange(40, dtype=np.uint8).reshape(4, 10)[:, ::-1].ravel()
    sizes = ("--kernel", "fill", "--grid", "1", "--block", "4")
    for form in ("object", "explicit", "memref"):
        for path in find_forms(form):
            launch(path, *sizes, "out=filled.npy:uint8[40]=zeros")
            check("fill", load("filled.npy"), expected)
    launch(find_forms("object")[-1], *sizes, "out:uint8[40]=zeros")


def run_histogram():
    numbers = save("numbers.npy", generator.integers(0, 256, (100, 1000), dtype=np.uint8))
    expected = np.array([np.bincount(row >> 4, minlength=16) for row in numbers], np.uint32)
    for path in find_forms("histogram"):
        launch(path, "--grid", "1", "--block", "128", "numbers.npy",
               "out=counts.npy:uint32[100,16]=zeros")  # fmt: skip
        check("histogram", load("counts.npy"), expected)


def run_scaled():
    window = save("window.npy", generator.random(1002, dtype=np.float32))
    parts = window * np.float32(2.5)
    expected = (parts[:-2] + parts[1:-1]) + parts[2:]
    for path in find_forms("scaled"):
        launch(path, "--grid", "4", "--block", "256", "float32:2.5", "window.npy",
               "out=sums.npy:float32[1000]=zeros")  # fmt: skip
        check("scaled", load("sums.npy"), expected)


def run_matmul():
    a = save("a.npy", generator.standard_normal((150, 70), dtype=np.float32))
    b = save("b.npy", generator.standard_normal((70, 100), dtype=np.float32))
    # In the order of the kernel: no product is fused with its sum.
    expected = np.zeros((150, 100), np.float32)
    for k in range(70):
        expected += a[:, k : k + 1] * b[k]
    for path in find_forms("matmul"):
        launch(path, "--grid", "7,3", "--block", "16,16", "a.npy", "b.npy",
               "out=c.npy:float32[150,100]=zeros")  # fmt: skip
        check("matmul", load("c.npy"), expected)


def butterfly(lanes):
    """The sum over 32 lanes, as shuffles add them up."""
    for distance in (1, 2, 4, 8, 16):
        lanes = lanes + lanes[:, np.arange(32) ^ distance]
    return lanes[:, 0]


def run_warp_reduction():
    values = save("values.npy", generator.random(5000, dtype=np.float32))
    threads = np.zeros(3 * 128, np.float32)
    for first in range(0, 5000, len(threads)):
        part = values[first : first + len(threads)]
        threads[: len(part)] += part
    partials = np.zeros((3, 32), np.float32)
    partials[:, :4] = butterfly(threads.reshape(-1, 32)).reshape(3, 4)
    expected = butterfly(partials)
    for path in find_forms("warp_reduction"):
        launch(path, "--grid", "3", "--block", "128", "values.npy",
               "out=sums.npy:float32[3]=zeros")  # fmt: skip
        check("warp_reduction", load("sums.npy"), expected)


RUNS = {
    "request": run_request,
    "histogram": run_histogram,
    "scaled": run_scaled,
    "matmul": run_matmul,
    "warp_reduction": run_warp_reduction,
}
names = ",".join(only).split(",") if only else RUNS
for name in names:
    if name not in RUNS:
        sys.exit(f"expected --only to name {', '.join(RUNS)}; got '{name}'")
for name in names:
    RUNS[name]()
sys.exit(failed)

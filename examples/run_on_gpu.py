#!/usr/bin/env python3
"""Runs the compiled example kernels on a GPU and checks them against NumPy.

usage: run_on_gpu.py DTYP_LAUNCH FOLDER

FOLDER holds object, explicit, memref, histogram and scaled, each as .ptx, .cubin
and .fatbin. The script needs NumPy and a GPU driver, and no part of dtyp but
dtyp-launch: carry them to the machine with the GPU.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np

launcher, folder = sys.argv[1], pathlib.Path(sys.argv[2])
work = pathlib.Path(tempfile.mkdtemp())
generator = np.random.default_rng(7)
failed = False


def launch(kernel, *arguments):
    """Runs a kernel; prints the command with the folder's name left out."""
    print("$ dtyp-launch", kernel, *(f"'{a}'" if "=" in a else a for a in arguments))
    command = [launcher, str(folder / kernel), *arguments]
    result = subprocess.run(command, check=True, cwd=work, text=True, stdout=subprocess.PIPE)
    print(result.stdout, end="")


def check(name, actual, expected):
    global failed
    equal = actual.dtype == expected.dtype and np.array_equal(actual, expected)
    failed |= not equal
    print(f"  {name}: {'equal to NumPy' if equal else 'DIFFERS FROM NUMPY'}")


for form in ("object", "explicit", "memref"):
    for suffix in ("ptx", "cubin", "fatbin"):
        launch(f"{form}.{suffix}", "--kernel", "fill", "--grid", "1", "--block", "4",
               "out=filled.npy:uint8[40]=zeros")
        expected = np.arange(40, dtype=np.uint8).reshape(4, 10)[:, ::-1].ravel()
        check("fill", np.load(work / "filled.npy"), expected)
launch("object.cubin", "--kernel", "fill", "--grid", "1", "--block", "4", "out:uint8[40]=zeros")

numbers = generator.integers(0, 256, (100, 1000), dtype=np.uint8)
np.save(work / "numbers.npy", numbers)
window = generator.random(1002, dtype=np.float32)
np.save(work / "window.npy", window)
for suffix in ("ptx", "cubin", "fatbin"):
    launch(f"histogram.{suffix}", "--grid", "1", "--block", "128", "numbers.npy",
           "out=counts.npy:uint32[100,16]=zeros")
    expected = np.array([np.bincount(row >> 4, minlength=16) for row in numbers], np.uint32)
    check("histogram", np.load(work / "counts.npy"), expected)

    launch(f"scaled.{suffix}", "--grid", "4", "--block", "256", "float32:2.5", "window.npy",
           "out=sums.npy:float32[1000]=zeros")
    parts = window * np.float32(2.5)
    check("scaled", np.load(work / "sums.npy"), (parts[:-2] + parts[1:-1]) + parts[2:])

sys.exit(failed)

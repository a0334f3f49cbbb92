#!/usr/bin/env python3
"""Runs the kernels of a folder that make_gpu_folder.py made, on a GPU.

usage: run_folder.py [--jobs N]

Needs Python, NumPy and a GPU driver, and no part of dtyp but the dtyp-launch in
the folder. The exit status is 1 if a kernel gives anything but what NumPy
computed; the seeds that failed are the last line.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
from compare import find_difference, load_bits

FOLDER = pathlib.Path(__file__).resolve().parent
LAUNCHER = FOLDER / "dtyp-launch"


def run(kernel, expected, scratch):
    """Returns what is wrong with a kernel; empty if nothing."""
    seed = kernel["seed"]
    arguments = [a.replace("out=", f"out={scratch}/{seed}.") for a in kernel["arguments"]]
    command = [
        str(LAUNCHER), str(FOLDER / kernel["cubin"]), "--kernel", kernel["name"],
        "--grid", kernel["grid"], "--block", kernel["block"], *arguments,
    ]  # fmt: skip
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "no end after 120 s"
    if result.returncode != 0 or result.stderr:
        return result.stderr.strip()
    for number, name in enumerate(kernel["outputs"]):
        values = expected[f"{seed}.{number}"]
        actual = load_bits(f"{scratch}/{seed}.{number}.npy", name, values.shape)
        difference = find_difference(actual, values, name)
        if difference:
            return f"output {number} ({name or 'record'}): {difference}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    LAUNCHER.chmod(0o755)
    kernels = json.loads((FOLDER / "kernels.json").read_text())
    start = time.monotonic()
    failed = []
    with (
        tempfile.TemporaryDirectory() as scratch,
        concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool,
        np.load(FOLDER / "expected.npz") as file,
    ):
        expected = {name: file[name] for name in file.files}
        outcomes = pool.map(lambda kernel: run(kernel, expected, scratch), kernels)
        for kernel, wrong in zip(kernels, outcomes):
            if wrong:
                failed.append(kernel["seed"])
                print(f"seed {kernel['seed']}: {wrong}", flush=True)
    seconds = time.monotonic() - start
    print(f"{len(kernels)} kernels, {len(kernels) - len(failed)} equal to NumPy, "
          f"{len(failed)} failed, {seconds:.1f} s")  # fmt: skip
    if failed:
        print("failed seeds:", *failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

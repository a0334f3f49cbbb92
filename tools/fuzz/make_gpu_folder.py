#!/usr/bin/env python3
"""Makes a folder with random kernels that runs on any machine with a GPU.

The folder holds cubins, what NumPy computes, dtyp-launch and run_folder.py: it
needs Python and NumPy there, and no compiler.
"""

import argparse
import concurrent.futures
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import numpy as np
from dtyp_fuzz.compare import to_bits
from dtyp_fuzz.generator import generate
from dtyp_fuzz.interpreter import Interpreter
from dtyp_fuzz.printer import launch_arguments, print_module
from fuzz import ROOT, parse_seeds

#: Kernels in a cubin.
GROUP = 20


def compile_programs(arguments, programs, path):
    """Compiles kernels to a cubin. Returns the compiler's errors."""
    source = path.with_suffix(".mlir")
    source.write_text(print_module(programs, prefixed=True))
    command = [arguments.dtyp_compile, str(source), f"--chip={arguments.chip}", "-o", str(path)]
    result = subprocess.run(command, capture_output=True, text=True)
    source.unlink()
    return result.stderr.strip() if result.returncode or result.stderr else ""


def make_group(arguments, seeds):
    """Compiles a group. Returns its kernels, their outputs, and what failed."""
    programs = [generate(seed) for seed in seeds]
    name = f"{seeds[0]}.cubin"
    errors = {}
    if compile_programs(arguments, programs, arguments.folder / name):
        # One of them fails: which?
        for program in programs:
            alone = arguments.folder / f"{program.seed}.alone.cubin"
            error = compile_programs(arguments, [program], alone)
            alone.unlink(missing_ok=True)
            if error:
                errors[program.seed] = error
        programs = [p for p in programs if p.seed not in errors]
        error = compile_programs(arguments, programs, arguments.folder / name)
        if error:
            errors[f"{seeds[0]} and others"] = error
            return [], {}, errors
    kernels, expected = [], {}
    for program in programs:
        names = [a.name for a in program.arguments if a.kind == "output"]
        for number, (values, dtype) in enumerate(zip(Interpreter(program).run(), names)):
            expected[f"{program.seed}.{number}"] = to_bits(values, dtype)
        kernels.append({
            "seed": program.seed,
            "cubin": name,
            "name": f"s{program.seed}_kernel",
            "grid": ",".join(map(str, program.grid)),
            "block": ",".join(map(str, program.block)),
            "arguments": launch_arguments(program, lambda number: f"{number}.npy"),
            "outputs": names,
        })  # fmt: skip
    return kernels, expected, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seeds", type=parse_seeds, required=True, metavar="A..B")
    parser.add_argument("--chip", default="sm_90")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--dtyp-compile", default=str(ROOT / "build/bin/dtyp-compile"))
    parser.add_argument("--dtyp-launch", default=str(ROOT / "build/bin/dtyp-launch"))
    arguments = parser.parse_args()
    start = time.monotonic()
    arguments.folder.mkdir(parents=True)
    groups = [arguments.seeds[i : i + GROUP] for i in range(0, len(arguments.seeds), GROUP)]
    kernels, expected, errors = [], {}, {}
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for made in pool.map(functools.partial(make_group, arguments), groups):
            kernels += made[0]
            expected |= made[1]
            errors |= made[2]
            for seed, error in made[2].items():
                print(f"seed {seed}: {error}", flush=True)
    (arguments.folder / "kernels.json").write_text(json.dumps(kernels))
    np.savez_compressed(arguments.folder / "expected.npz", **expected)
    here = pathlib.Path(__file__).resolve().parent
    shutil.copy(arguments.dtyp_launch, arguments.folder / "dtyp-launch")
    shutil.copy(here / "run_folder.py", arguments.folder)
    shutil.copy(here / "dtyp_fuzz/compare.py", arguments.folder)
    size = sum(p.stat().st_size for p in arguments.folder.iterdir()) / 2**20
    print(f"{len(kernels)} kernels in {arguments.folder}, {size:.1f} MiB, "
          f"{len(errors)} failed to compile, {time.monotonic() - start:.0f} s")  # fmt: skip
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

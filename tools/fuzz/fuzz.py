#!/usr/bin/env python3
"""Compares random kernels with NumPy.

Each seed is a kernel with its launch. It runs through dtyp-run, on the CPU
emulator or on a GPU, and NumPy computes what it must give, bit by bit. A seed
that fails is reduced to a small file, SEED.reduced.mlir in the output folder.
"""

import argparse
import concurrent.futures
import functools
import os
import pathlib
import shlex
import shutil
import sys
import tempfile
import time

from dtyp_fuzz.generator import generate
from dtyp_fuzz.printer import print_module
from dtyp_fuzz.reducer import Reducer
from dtyp_fuzz.runner import CompileRunner, Runner

ROOT = pathlib.Path(__file__).resolve().parents[2]


def parse_seeds(text):
    """`7`, or `0..300` without the last."""
    first, _, last = text.partition("..")
    return range(int(first), int(last)) if last else range(int(first), int(first) + 1)


def parse_renaming(text):
    """`arith.shrsi=arith.shrui`: the compiler takes one op for another."""
    pattern, separator, replacement = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError("expected REGEX=TEXT")
    return pattern, replacement


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=parse_seeds, required=True, metavar="A..B",
                        help="seeds from A, without B; or one seed")
    parser.add_argument("--device", choices=("emulator", "gpu", "none"), default="emulator",
                        help="none: only compile, for --chip")
    parser.add_argument("--dtyp-run", default=str(ROOT / "build/bin/dtyp-run"))
    parser.add_argument("--dtyp-compile", default=str(ROOT / "build/bin/dtyp-compile"))
    parser.add_argument("--chip", default="sm_90")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("fuzz-failures"),
                        help="folder for what fails (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--sanitize", action="store_true",
                        help="also run the emulator's checks: a report is a failure")
    parser.add_argument("--gpu-optimizations", action="store_true",
                        help="on the emulator, run the optimizations of GPU code, too")
    parser.add_argument("-O", dest="opt_level", choices="0123",
                        help="optimization level of dtyp-run (default: each seed has its own)")
    parser.add_argument("--no-reduce", dest="reduce", action="store_false")
    parser.add_argument("--print", action="store_true", help="print the kernels, run nothing")
    parser.add_argument("--miscompile", type=parse_renaming, metavar="REGEX=TEXT",
                        help="plant an error, to see that it is found: what matches in a line of the "
                             "kernel, as an op or a type, is compiled as another")
    return parser.parse_args()  # fmt: skip


def make_runner(arguments, folder, seed):
    if arguments.device == "none":
        return CompileRunner(arguments.dtyp_compile, folder, arguments.chip)
    options = ["-O" + (arguments.opt_level or str(seed % 4))]
    if arguments.sanitize:
        options.append("--sanitize")
    if arguments.gpu_optimizations:
        options.append("--gpu-optimizations")
    if arguments.device == "emulator" and arguments.jobs > 1:
        options.append("--workers=1")
    device = "cpu" if arguments.device == "emulator" else "gpu"
    renamed = dict([arguments.miscompile]) if arguments.miscompile else None
    return Runner(arguments.dtyp_run, folder, device, renamed, options)


def run_seed(arguments, folder, seed):
    """Returns the failure of a seed, or None."""
    runner = make_runner(arguments, folder, seed)
    failure = runner.run(generate(seed), str(seed))
    for path in pathlib.Path(folder).glob(f"{seed}.*"):
        path.unlink()
    return failure


def reduce_seed(arguments, folder, seed, failure):
    """Writes the kernel of a seed, in full and reduced."""
    arguments.output.mkdir(parents=True, exist_ok=True)
    runner = make_runner(arguments, folder, seed)
    program = generate(seed)
    (arguments.output / f"{seed}.mlir").write_text(runner.text(program))
    if not arguments.reduce:
        return

    def still_fails(candidate):
        found = runner.run(candidate, f"{seed}.candidate")
        return found is not None and found.kind == failure.kind

    reduced = Reducer(program, still_fails).reduce()
    path = arguments.output / f"{seed}.reduced.mlir"
    path.write_text(runner.text(reduced))
    print(f"  reduced to {len(list(reduced.ops()))} ops: {path}")


def reproducer(seed):
    """This command, for one seed."""
    command = list(sys.argv)
    for position, word in enumerate(command):
        if word == "--seeds":
            command[position + 1] = str(seed)
        elif word.startswith("--seeds="):
            command[position] = f"--seeds={seed}"
    return shlex.join(command)


def main():
    arguments = parse_arguments()
    if arguments.print:
        for seed in arguments.seeds:
            sys.stdout.write(print_module([generate(seed)]))
        return 0
    folder = tempfile.mkdtemp(prefix="dtyp-fuzz-")
    start = time.monotonic()
    failed = []
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        run = functools.partial(run_seed, arguments, folder)
        for seed, failure in zip(arguments.seeds, pool.map(run, arguments.seeds, chunksize=4)):
            if failure:
                failed.append((seed, failure))
                print(f"seed {seed}: {failure.kind}: {failure.message}")
                print(f"  reproduce: {reproducer(seed)}", flush=True)
    seconds = time.monotonic() - start
    # One for each kind of failure: a mistake shows in many seeds.
    examples = {failure.kind: (seed, failure) for seed, failure in reversed(failed)}
    for seed, failure in examples.values():
        print(f"reducing seed {seed}", flush=True)
        reduce_seed(arguments, folder, seed, failure)
    shutil.rmtree(folder)
    count = len(arguments.seeds)
    print(f"{count} kernels, {count - len(failed)} equal to NumPy, {len(failed)} failed, {seconds:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Counts what compiling modules of many arrays takes, in instructions of the processor.

usage: instructions.py BUILD [--arrays 1000] [--arrays-of-kernel 10]

Times of two programs that differ by 1 % need many runs and a machine on which nothing
else runs; their instructions, which valgrind's callgrind counts, do not. Prints those of
dtyp's form of a module and of the one resolved by hand, from text to PTX in a warm
process without threads, and their ratio. It needs valgrind, and a minute for 1,000
arrays. Where objects lie in memory moves the counts by a thousandth.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile


def count(build, form, arguments):
    program = os.path.join(build, "bin/benchmarks/dtyp-bench-scale")
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
             "--toggle-collect=compileOnce*", program, f"--compile={form}",
             f"--max-arrays={arguments.arrays}",
             f"--arrays-of-kernel={arguments.arrays_of_kernel}"],
            stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode or not found or found[1] == "0":
        sys.exit(f"error: {program} was not counted:\n{result.stderr}")
    return int(found[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--arrays", type=int, default=1000)
    parser.add_argument("--arrays-of-kernel", type=int, default=10)
    arguments = parser.parse_args()
    counts = {form: count(arguments.build, form, arguments) for form in ["dtype", "hand"]}
    for form, instructions in counts.items():
        print(f"{form:5} {instructions / 1e6:9.1f} million, "
              f"{instructions / arguments.arrays / 1e3:7.1f} thousand an array")
    print(f"ratio {counts['dtype'] / counts['hand']:9.4f}")


if __name__ == "__main__":
    main()

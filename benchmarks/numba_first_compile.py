#!/usr/bin/env python3
"""Times the first compile of the request's kernel in numba-cuda-mlir, with dtyp and without.

Each measurement is a process of its own, since a compiler is slow once. The forms take
turns, so that a machine that changes its speed does so to all of them.

usage: numba_first_compile.py [--runs N] [--compile-only]

Prints, for each form, the median and the range of what importing, enabling, and the
first and the second kernel take, in milliseconds: compiled and launched, or compiled
for sm_90 where there is no GPU. `enable` initializes the compiler, as the first kernel
does otherwise: what compares is all of it.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

FORMS = {
    "explicit, without dtyp": (False, False),
    "explicit, with dtyp": (True, False),
    "object, with dtyp": (True, True),
}
STEPS = ("import", "enable", "first kernel", "all of it", "second kernel")


def measure(with_adapter, by_object, compile_only):
    """Returns the milliseconds of each step, in this process."""
    import numpy as np

    times = []
    start = time.perf_counter()

    def end_step():
        nonlocal start
        now = time.perf_counter()
        times.append(1000 * (now - start))
        start = now

    from numba_cuda_mlir import cuda, tools, types

    end_step()
    if with_adapter:
        import dtyp.numba_cuda_mlir

        dtyp.numba_cuda_mlir.enable()
    end_step()

    class Foo:
        __numpy_dtype__ = np.dtype(np.uint8)

    compile_only = compile_only or not cuda.is_available()
    if compile_only:
        # All that this compiler asks a driver for.
        tools._cached_cc = (9, 0)
    else:
        out = cuda.to_device(np.zeros(1, np.uint8))
        cuda.synchronize()

    # The context of the GPU is made; it is no part of compiling.
    start = time.perf_counter()
    for count in (10, 20):
        dtype = Foo() if by_object else np.uint8

        def kernel(out):
            array = cuda.local.array(count, dtype=dtype)
            for i in range(count):
                array[i] = i
            out[0] = array[cuda.threadIdx.x]

        if compile_only:
            cuda.compile_ptx(kernel, (types.uint8[::1],))
        else:
            cuda.jit(kernel)[1, 1](out)
            cuda.synchronize()
        end_step()
    return [*times[:3], sum(times[:3]), times[3]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7, help="processes for each form")
    parser.add_argument("--compile-only", action="store_true", help="do not launch")
    parser.add_argument("--form", choices=FORMS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.form:
        print(json.dumps(measure(*FORMS[options.form], options.compile_only)))
        return
    measured = {form: [] for form in FORMS}
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    for _ in range(options.runs):
        for form in FORMS:
            command = [sys.executable, __file__, "--form", form]
            if options.compile_only:
                command.append("--compile-only")
            output = subprocess.run(
                command, check=True, stdout=subprocess.PIPE, env=environment
            ).stdout
            measured[form].append(json.loads(output.splitlines()[-1]))
    print(f"{'milliseconds, median (range)':28}", *(f"{step:>20}" for step in STEPS))
    for form, runs in measured.items():
        cells = (
            f"{statistics.median(step):.0f} ({min(step):.0f}-{max(step):.0f})"
            for step in zip(*runs)
        )
        print(f"{form:28}", *(f"{cell:>20}" for cell in cells))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What the Python package costs over what it is made of, in one run.

usage: python.py BUILD_FOLDER [--runs N] [--compiles N] [--gpu] [--output FILE]

* import: of dtyp, and of all that it has, against that of NumPy, in fresh processes;
* compile: of the request's kernel, from text to PTX and to a cubin, against the C++ API
  in a warm process, taking turns;
* memory: resident after so many compilations, against that after the first tenth;
* launch: what passes until a call of an empty kernel returns, by kind of argument.

Times are medians. Those that are computed are of all threads of a process, and other
work on the machine counts less in them.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
REQUEST = ROOT / "examples/request/object.mlir"
# What is imported behind NumPy.
IMPORTS = {
    "dtyp": "import dtyp",
    "dtyp.dtype": "import dtyp; dtyp.dtype",
    "all of dtyp": "import dtyp; [getattr(dtyp, name) for name in dtyp.__all__]",
}
# Prints the milliseconds of NumPy's import, and of what comes behind it: those that
# pass, and those that are computed.
IMPORT = """
from time import perf_counter, process_time
starts = perf_counter(), process_time()
import numpy
middles = perf_counter(), process_time()
{0}
ends = perf_counter(), process_time()
print(*[1000 * (b - a) for a, b in zip(starts + middles, middles + ends)])
"""


def measure_imports(runs):
    """Returns what IMPORT prints of each statement."""
    samples = {name: [] for name in IMPORTS}
    for run in range(runs + 1):
        for name, statement in random.sample(sorted(IMPORTS.items()), len(IMPORTS)):
            output = subprocess.run(
                [sys.executable, "-c", IMPORT.format(statement)],
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            ).stdout
            if run > 0:
                samples[name].append([float(word) for word in output.split()])
    return samples


def measure_compiles(program, kind, runs):
    """Returns milliseconds that pass and that are computed, of the package and of the
    C++ API next to it."""
    import dtyp

    source = REQUEST.read_text()
    command = [program, REQUEST, *(["--cubin"] if kind == "cubin" else [])]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:

        def run_cpp():
            process.stdin.write("\n")
            process.stdin.flush()
            return [float(word) for word in process.stdout.readline().split()]

        def run_python():
            starts = time.perf_counter(), time.process_time()
            dtyp.compile(source, chip="sm_90", format=kind)
            ends = time.perf_counter(), time.process_time()
            return [1000 * (end - start) for start, end in zip(starts, ends)]

        samples = []
        for run in range(runs + 5):
            if run % 2:
                ours, cpp = run_python(), run_cpp()
            else:
                cpp, ours = run_cpp(), run_python()
            # What is loaded once is no part of a compilation.
            if run >= 5:
                samples.append(ours + cpp)
        process.stdin.close()
    return samples


def resident():
    """The resident memory of this process, in bytes."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def measure_memory(count):
    """Returns the resident bytes after each tenth of the compilations."""
    import dtyp

    source, sizes = REQUEST.read_text(), []
    for number in range(1, count + 1):
        dtyp.compile(source, chip="sm_90", format="ptx")
        if number % max(count // 10, 1) == 0:
            sizes.append(resident())
    return sizes


def measure_launches(device, runs):
    """Returns the microseconds of a launch, by its arguments."""
    import dtyp
    import numpy as np

    class Foo:
        __numpy_dtype__ = np.dtype("u1")

    foo, array = Foo(), np.zeros(1024, np.float32)
    kinds = {
        "nothing": ("", ()),
        "an object": ('%a: !dtyp.provider<"Foo", ui8>', (foo,)),
        "a number": ("%a: f32", (1.0,)),
        "an array of the host": ("%a: memref<?xf32>", (array,)),
    }
    if device == "gpu":
        from cuda.core import Device

        current = Device()
        current.set_current()
        buffer = current.allocate(4096, stream=current.default_stream)

        class OnDevice:
            __cuda_array_interface__ = {
                "shape": (1024,),
                "typestr": "<f4",
                "data": (int(buffer.handle), False),
                "version": 3,
            }

        kinds["an array of the device"] = ("%a: memref<?xf32>", (OnDevice(),))
    times = {}
    for name, (signature, arguments) in kinds.items():
        source = f"gpu.module @m {{ gpu.func @k({signature}) kernel {{ gpu.return }} }}"
        launch = dtyp.Kernel(source, device=device)[1, 1]
        samples = []
        for _ in range(runs):
            start = time.perf_counter()
            for _ in range(100):
                launch(*arguments)
            samples.append(1e4 * (time.perf_counter() - start))
        times[name] = statistics.median(samples)
    return times


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--compiles", type=int, default=10_000)
    parser.add_argument("--gpu", action="store_true", help="launch on a GPU, too")
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    package = str((arguments.build / "python").resolve())
    if os.path.isdir(package):
        sys.path.insert(0, package)
        os.environ["PYTHONPATH"] = package
    ratios, figures = {}, {}

    for name, samples in measure_imports(max(arguments.runs // 2, 1)).items():
        numpy, numpy_cpu, added, cpu = map(statistics.median, zip(*samples))
        print(
            f"import {name}: {added:.1f} ms beyond NumPy's {numpy:.1f} ms; "
            f"computed {cpu:.1f} ms, {numpy_cpu:.1f} ms"
        )
        figures[f"import {name}"] = {
            "numpy_ms": numpy,
            "numpy_cpu_ms": numpy_cpu,
            "added_ms": added,
            "added_cpu_ms": cpu,
        }
        ratios[f"import {name}"] = {"time": added / numpy, "processor time": cpu / numpy_cpu}

    program = arguments.build / "bin/benchmarks/dtyp-bench-compile"
    for kind in ("ptx", "cubin") if program.exists() else ():
        samples = measure_compiles(program, kind, arguments.runs)
        ours, _, cpp, _ = map(statistics.median, zip(*samples))
        ratio = statistics.median(ours / cpp for ours, _, cpp, _ in samples)
        cpu_ratio = statistics.median(ours / cpp for _, ours, _, cpp in samples)
        print(
            f"compile to {kind}: {ours:.2f} ms, C++ {cpp:.2f} ms, ratio {ratio:.3f}; "
            f"of what is computed {cpu_ratio:.3f}"
        )
        figures[f"compile to {kind}"] = {"python_ms": ours, "cpp_ms": cpp}
        ratios[f"compile to {kind}"] = {"time": ratio, "processor time": cpu_ratio}

    if arguments.compiles > 0:
        sizes = measure_memory(arguments.compiles)
        megabytes = " ".join(f"{size / 2**20:.1f}" for size in sizes)
        print(f"memory over {arguments.compiles} compilations, in MiB: {megabytes}")
        figures["memory"] = {"compiles": arguments.compiles, "bytes": sizes}
        ratios["memory after all and a tenth"] = {"memory": sizes[-1] / sizes[0]}

    for device in ("cpu", "gpu") if arguments.gpu else ("cpu",):
        for name, time_us in measure_launches(device, arguments.runs).items():
            print(f"launch on the {device} with {name}: {time_us:.1f} us")
            figures[f"launch on the {device} with {name}"] = {"us": time_us}

    if arguments.output:
        text = {"title": "The Python package", "ratios": ratios, "figures": figures}
        arguments.output.write_text(json.dumps(text, indent=2) + "\n")


if __name__ == "__main__":
    main()

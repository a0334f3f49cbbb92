#!/usr/bin/env python3
"""Runs all benchmarks that this machine can run, and keeps what they find.

usage: bench.py BUILD [--only REGEX] [--results FOLDER]

Each benchmark is a script of this folder, or a program of the build, that writes a file of JSON with a title and
with ratios to its peer, {"title": ..., "ratios": {label: {series: ratio}}}, where less
is better. Of each, the folder of results then has the JSON, a table and a plot. One
that cannot run here is named with the reason. Exit status 1: one failed.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys

import plot

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, "..", "test"), os.path.join(HERE, "..", "tools", "setup")]

import find_cuda
import gpu_support


class Machine:
    """What a benchmark may need of this machine."""

    def __init__(self, build):
        self.build = build
        self.mlir_opt = shutil.which("mlir-opt-22") or shutil.which("mlir-opt")
        self.toolkit = find_cuda.find_toolkit(build)
        self.nvcc = find_cuda.find_tool("nvcc", build, self.toolkit)
        self.has_gpu = bool(gpu_support.compute_capability())


# Each yields the commands of a benchmark, of which the last writes `output`, or says
# what it lacks.


def compile_time(machine, output):
    if not machine.mlir_opt:
        return "there is no mlir-opt"
    return [["compile_time.py", machine.build, machine.mlir_opt, "--output", output]]


def resources(machine, output):
    if not machine.nvcc:
        return "there is no nvcc"
    return [["resources.py", machine.build, "--nvcc", machine.nvcc, "--output", output]]


def gpu_time(machine, output):
    if not machine.nvcc:
        return "there is no nvcc"
    if not machine.has_gpu:
        return "there is no GPU"
    folder = os.path.join(machine.build, "gpu_time")
    return [["gpu_time.py", "build", machine.build, folder],
            ["gpu_time.py", "run", folder, "--output", output]]


def start_up(machine, output):
    options = ["--nvcc", machine.nvcc] if machine.nvcc else []
    return [["start_up.py", machine.build, *options, "--output", output]]


def latency(machine, output):
    if not machine.toolkit or not os.path.exists(
            os.path.join(machine.toolkit.root, "lib64/libnvrtc.so")):
        return "there is no CUDA Toolkit with NVRTC"
    program = os.path.join(machine.build, "bin/benchmarks/dtyp-bench-latency")
    return [[program, os.path.join(HERE, "kernels"), "--toolkit", machine.toolkit.root,
             "--output", output]]


def scale(machine, output):
    return [[os.path.join(machine.build, "bin/benchmarks/dtyp-bench-scale"), "--output", output]]


def python(machine, output):
    interpreter = gpu_support.find_python(machine.build)
    if not gpu_support.has_module(interpreter, "numpy"):
        return "there is no NumPy"
    if not os.path.isdir(os.path.join(machine.build, "python")):
        return "there is no Python package"
    return [[interpreter, os.path.join(HERE, "python.py"), machine.build,
             "--output", output]]


BENCHMARKS = [start_up, latency, scale, compile_time, resources, gpu_time, python]


def write_results(path):
    """Puts a table and a plot beside a file of results."""
    with open(path) as file:
        results = json.load(file)
    base = os.path.splitext(path)[0]
    with open(f"{base}.svg", "w") as file:
        file.write(plot.plot_ratios(results["title"], results["ratios"]))
    table = plot.format_table(results["ratios"])
    with open(f"{base}.md", "w") as file:
        file.write("\n".join([f"# {results['title']}", "", *table, "",
                              f"![plot]({os.path.basename(base)}.svg)"]) + "\n")
    print("\n".join(table), flush=True)


def run(benchmark, machine, folder):
    """Returns whether the benchmark ran, or could not."""
    name = benchmark.__name__
    print(f"== {name}", flush=True)
    output = os.path.join(folder, f"{name}.json")
    commands = benchmark(machine, output)
    if isinstance(commands, str):
        print(f"not run: {commands}")
        return True
    for script, *options in commands:
        command = [script, *options]
        if script.endswith(".py"):
            command = [sys.executable, os.path.join(HERE, script), *options]
        status = subprocess.run(command).returncode
        if status:
            print(f"error: {script} ended with status {status}")
            return False
    write_results(output)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--only", default=".*", help="a regular expression")
    parser.add_argument("--results", default=os.path.join(HERE, "results"))
    arguments = parser.parse_args()
    machine = Machine(arguments.build)
    os.makedirs(arguments.results, exist_ok=True)
    chosen = [b for b in BENCHMARKS if re.fullmatch(arguments.only, b.__name__)]
    if not chosen:
        parser.error(f"no benchmark matches; there are {[b.__name__ for b in BENCHMARKS]}")
    failed = [b.__name__ for b in chosen if not run(b, machine, arguments.results)]
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()

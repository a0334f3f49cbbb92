#!/usr/bin/env python3
"""Measures what threads save in compiling one gpu.module of many kernels to PTX.

usage: threads.py BUILD [--arrays 1000] [--runs 11] [--compiler PROGRAM]

The module is that of dtyp-bench-scale, 10 arrays in a kernel. Whole processes of
dtyp-compile, without threads (--mlir-disable-threading) and with, in turn; medians in
milliseconds: the time that passed; the processor's time of all threads; that of the main
thread and the busiest other one, which is the time that passes on a machine of two
processors with nothing else on them, as neither works while it waits for the other. It
needs Linux.
"""

import argparse
import os
import statistics
import subprocess
import tempfile
import time


def get_thread_times(pid):
    """Returns the seconds of the processor that each thread of a process has had."""
    times = {}
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
                times[int(thread)] = int(file.read().split()[0]) / 1e9
    except (OSError, IndexError):
        pass  # It has ended.
    return times


def run(command):
    """Returns the three times of a process in milliseconds."""
    begin = time.perf_counter()
    process = subprocess.Popen(command)
    times = {}
    while process.poll() is None:
        times.update(get_thread_times(process.pid))
        time.sleep(0.002)
    passed = time.perf_counter() - begin
    if process.returncode:
        raise SystemExit(f"error: {command[0]} ended with status {process.returncode}")
    main = times.pop(process.pid, 0)
    others = list(times.values()) or [0]
    return [1e3 * seconds for seconds in (passed, main + sum(others), main + max(others))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--arrays", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--compiler")
    arguments = parser.parse_args()
    tools = os.path.join(arguments.build, "bin")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "kernels.mlir")
        with open(source, "w") as file:
            subprocess.run([os.path.join(tools, "benchmarks/dtyp-bench-scale"),
                            "--print=dtype", f"--max-arrays={arguments.arrays}"],
                           stdout=file, check=True)
        command = [arguments.compiler or os.path.join(tools, "dtyp-compile"), source,
                   "--chip=sm_90", "-o", os.path.join(folder, "kernels.ptx")]
        kinds = {"without threads": [*command, "--mlir-disable-threading"], "threads": command}
        samples = {kind: [] for kind in kinds}
        for _ in range(arguments.runs):
            for kind, line in kinds.items():
                samples[kind].append(run(line))
    print(f"{'':16} {'passed':>8} {'processor':>10} {'two threads':>12}")
    for kind, rows in samples.items():
        passed, processor, path = map(statistics.median, zip(*rows))
        print(f"{kind:16} {passed:8.0f} {processor:10.0f} {path:12.0f}")


if __name__ == "__main__":
    main()

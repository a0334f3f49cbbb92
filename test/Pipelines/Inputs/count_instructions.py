"""Compares the number of instructions of kernels in two cubins.

usage: count_instructions.py NVDISASM OURS.cubin THEIRS.cubin
           [--known-more=KERNEL] [--recorded=FILE.csv --nvcc=NVCC --chip=CHIP]

Prints both numbers for each kernel, ours first. Exit status 1 where ours is
larger, or where the cubins do not have the same kernels. --known-more excepts a
kernel; it may be given again.

--recorded also compares both numbers with those that the file has for the chip
and the version of the toolkit, if it has that version: another LLVM or a change
to the lowering shows. Exit status 1 where they are others. --record writes the
numbers to the file instead, in place of those of the same version and chip.
"""

import argparse
import csv
import os
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def count(nvdisasm, cubin):
    """The instructions of each kernel up to the end of its code: behind it are
    only a loop of its own and what fills the section."""
    counts = {}
    kernel = None
    for line in run(nvdisasm, "-c", cubin).splitlines():
        section = re.match(r"\s*\.section\s+\.text\.(\w+)", line)
        if section:
            kernel = section[1]
            counts[kernel] = 0
            was_exit = False
        instruction = re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?\w+\s+)?([A-Z][\w.]*)\s*(.*)", line)
        if not instruction or kernel is None:
            continue
        name = instruction[1]
        # The trap loop behind the last EXIT branches to itself.
        is_end = name == "NOP" or (name == "BRA" and was_exit)
        was_exit = name == "EXIT" and "@" not in line
        if not is_end:
            counts[kernel] += 1
    return counts


def read_records(path):
    with open(path, newline="") as file:
        return [*csv.reader(file)][1:]


def write_records(path, records):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["toolkit", "chip", "kernel", "dtyp", "nvcc"])
        writer.writerows(sorted(records))


def compare_with_records(path, version, chip, ours, theirs):
    recorded = {
        kernel: (int(our), int(their))
        for toolkit, for_chip, kernel, our, their in read_records(path)
        if (toolkit, for_chip) == (version, chip)
    }
    if not recorded:
        print(f"no numbers of CUDA {version} for {chip} are recorded")
        return []
    found = {kernel: (ours[kernel], theirs[kernel]) for kernel in ours}
    return [
        f"{kernel}: expected the recorded numbers {recorded.get(kernel)}, got {found.get(kernel)}"
        for kernel in sorted(recorded.keys() | found.keys())
        if recorded.get(kernel) != found.get(kernel)
    ]


parser = argparse.ArgumentParser()
parser.add_argument("nvdisasm")
parser.add_argument("ours")
parser.add_argument("theirs")
parser.add_argument("--known-more", action="append", default=[])
parser.add_argument("--recorded")
parser.add_argument("--nvcc")
parser.add_argument("--chip")
parser.add_argument("--record", action="store_true")
arguments = parser.parse_args()

ours = count(arguments.nvdisasm, arguments.ours)
theirs = count(arguments.nvdisasm, arguments.theirs)
if ours.keys() != theirs.keys() or not ours or 0 in ours.values():
    sys.exit(f"expected the same kernels, got {ours} and {theirs}")
for kernel in sorted(ours):
    print(kernel, ours[kernel], "nvcc", theirs[kernel])
errors = [
    f"{kernel}: expected no more instructions than nvcc's {theirs[kernel]}, got {ours[kernel]}"
    for kernel in sorted(ours.keys() - arguments.known_more)
    if ours[kernel] > theirs[kernel]
]
if arguments.recorded:
    version = re.search(r"\bV(\d[\d.]*)", run(arguments.nvcc, "--version"))[1]
    if arguments.record:
        kept = []
        if os.path.exists(arguments.recorded):
            kept = [
                record
                for record in read_records(arguments.recorded)
                if record[:2] != [version, arguments.chip]
            ]
        write_records(
            arguments.recorded,
            kept + [[version, arguments.chip, kernel, ours[kernel], theirs[kernel]] for kernel in ours],
        )
    else:
        errors += compare_with_records(arguments.recorded, version, arguments.chip, ours, theirs)
if errors:
    sys.exit("\n".join(errors))

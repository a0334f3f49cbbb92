"""Compares the number of instructions of kernels in two cubins.

usage: count_instructions.py NVDISASM OURS.cubin THEIRS.cubin

Prints both numbers for each kernel, ours first. Exit status 1 where ours is
larger, or where the cubins do not have the same kernels.
"""

import re
import subprocess
import sys


def count(nvdisasm, cubin):
    """The instructions of each kernel up to the end of its code: behind it are
    only a loop of its own and what fills the section."""
    listing = subprocess.run(
        [nvdisasm, "-c", cubin], check=True, capture_output=True, text=True
    ).stdout
    counts = {}
    kernel = None
    for line in listing.splitlines():
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


nvdisasm, ours, theirs = sys.argv[1:]
ours, theirs = count(nvdisasm, ours), count(nvdisasm, theirs)
if ours.keys() != theirs.keys() or not ours or 0 in ours.values():
    sys.exit(f"expected the same kernels, got {ours} and {theirs}")
for kernel in sorted(ours):
    print(kernel, ours[kernel], "nvcc", theirs[kernel])
if any(ours[kernel] > theirs[kernel] for kernel in ours):
    sys.exit("expected no more instructions than nvcc's")

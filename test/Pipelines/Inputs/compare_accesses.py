"""Compares how the kernels of two PTX files access memory.

compare_accesses.py FIRST [SECOND]    prints each kernel's loads and stores;
                                      fails if they are others in the second
                                      file, or it has more instructions
"""

import collections
import re
import sys


def read_kernels(path):
    kernels = {}
    instructions = None
    with open(path) as file:
        for line in file:
            if match := re.match(r"\.visible \.entry (\w+)", line):
                instructions = kernels[match[1]] = []
            elif line.startswith("}"):
                instructions = None
            elif instructions is not None:
                if match := re.match(r"\s+(?:@!?%\w+\s+)?([a-z][\w.:]*)\s*[^:]*;", line):
                    instructions.append(match[1])
    return kernels


def accesses(instructions):
    counts = collections.Counter(
        name for name in instructions if re.match(r"(ld|st|atom|red)\.(?!param)", name)
    )
    return " ".join(f"{name}*{count}" for name, count in sorted(counts.items()))


first, second = (read_kernels(path) for path in (sys.argv[1], sys.argv[-1]))
if not first or first.keys() != second.keys():
    sys.exit(f"error: expected the same kernels, got {[*first]} and {[*second]}")
failed = False
for name, instructions in first.items():
    others = second[name]
    print(f"{name}: {accesses(instructions)}")
    if accesses(others) != accesses(instructions):
        print(f"error: {name} accesses memory by {accesses(others)} in {sys.argv[2]}")
        failed = True
    if len(others) > len(instructions):
        print(f"error: {name}: {len(others)} instructions, not {len(instructions)}")
        failed = True
sys.exit(failed)

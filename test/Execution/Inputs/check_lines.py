"""Checks what the kernel `lines` of printf.mlir printed.

usage: check_lines.py OUTPUT
"""

import sys

with open(sys.argv[1]) as file:
    lines = sorted(file.read().splitlines())
expected = sorted(f"block {b}: thread {t}" for b in range(64) for t in range(32))
if lines != expected:
    sys.exit(f"expected {len(expected)} lines, each once, got {len(lines)}: {lines}")

"""Checks that each block of C in a page is an excerpt of a program: each line of it
but `...` follows the one before it there, indented or not.

usage: check_excerpts.py PAGE.md PROGRAM.c...
"""

import os
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file]


def blocks(page):
    """The blocks of C, each a list of the number and the text of its lines."""
    block = None
    for number, line in enumerate(read(page), 1):
        if line.startswith("```"):
            if block:
                yield block
            block = [] if line == "```c" else None
        elif block is not None and line and line != "...":
            block.append((number, line))


def first_missing(block, source):
    """The first line that the source does not have where it should, or None."""
    position = 0
    for number, line in block:
        if line not in source[position:]:
            return number, line
        position = source.index(line, position) + 1
    return None


def main(page, *programs):
    sources = [read(path) for path in programs]
    names = " or ".join(os.path.basename(path) for path in programs)
    checked = 0
    for block in blocks(page):
        missing = [first_missing(block, source) for source in sources]
        if all(missing):
            # Of the program that has most of the block.
            number, line = max(missing)
            print(
                f"error: line {number} of {os.path.basename(page)}: "
                f"not in {names}: {line}"
            )
            return 1
        checked += len(block)
    print(f"{checked} lines checked")
    return 0 if checked else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

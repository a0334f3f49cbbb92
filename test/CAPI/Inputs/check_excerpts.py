"""Checks that the blocks of C in a page are excerpts of a program: each line of
a block but `...` follows the one before it there, indented or not.

usage: check_excerpts.py PAGE.md PROGRAM.c
"""

import os
import sys


def main(page, program):
    with open(program, encoding="utf-8") as file:
        source = [line.strip() for line in file]
    position, in_block, checked = 0, False, 0
    with open(page, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            if line.startswith("```"):
                in_block, position = line == "```c", 0
            elif in_block and line and line != "...":
                if line not in source[position:]:
                    print(
                        f"error: line {number} of {os.path.basename(page)}: "
                        f"not in {os.path.basename(program)}: {line}"
                    )
                    return 1
                position = source.index(line, position) + 1
                checked += 1
    print(f"{checked} lines checked")
    return 0 if checked else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

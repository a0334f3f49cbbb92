"""Copies bytecode with another version of one dialect, as a later dtyp would
write it.

usage: set_dialect_version.py INPUT OUTPUT DIALECT VERSION
"""

import sys

# The section that holds what a dialect writes as its version (the format of
# MLIR's bytecode, "Section"), and a version of one byte: 1.
SECTION = b"\x07\x03\x03"
# In the order of the file.
DIALECTS = ["dtyp", "cudax"]


def main():
    source, target, dialect, version = sys.argv[1:]
    with open(source, "rb") as file:
        data = bytearray(file.read())
    position = -1
    for _ in range(DIALECTS.index(dialect) + 1):
        position = data.index(SECTION, position + 1)
    # An integer of at most 7 bits takes a byte, whose lowest bit says so.
    data[position + 2] = int(version) << 1 | 1
    with open(target, "wb") as file:
        file.write(data)


main()

"""Compares cubins section by section.

usage: compare_cubins.py [--text] EXPECTED ACTUAL
           compares the code (--text), or all but the note that names the tool
"""

import argparse
import struct
import sys

# Which program made the file, and by which command line.
TOOL_NOTE = ".note.nv.tkinfo"


def read_sections(path):
    """The contents of the sections, by name."""
    with open(path, "rb") as file:
        data = file.read()
    (start,) = struct.unpack_from("<Q", data, 0x28)
    size, count, names_index = struct.unpack_from("<HHH", data, 0x3A)
    headers = [
        struct.unpack_from("<IIQQQQ", data, start + size * i)
        for i in range(count)
    ]

    def contents(header):
        _, kind, _, _, offset, length = header
        return b"" if kind == 8 else data[offset : offset + length]  # NOBITS.

    names = contents(headers[names_index])
    return {
        names[h[0] : names.index(b"\0", h[0])].decode(): contents(h)
        for h in headers
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", action="store_true")
    parser.add_argument("expected")
    parser.add_argument("actual")
    arguments = parser.parse_args()

    def select(path):
        return {
            name: contents
            for name, contents in read_sections(path).items()
            if name.startswith(".text.")
            or not (arguments.text or name == TOOL_NOTE)
        }

    expected, actual = select(arguments.expected), select(arguments.actual)
    different = [
        name
        for name in sorted(expected.keys() | actual.keys())
        if expected.get(name) != actual.get(name)
    ]
    for name in different:
        print(f"{name} differs")
    if not any(name.startswith(".text.") for name in expected):
        sys.exit("there is no code")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

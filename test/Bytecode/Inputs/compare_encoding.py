"""Fails if two bytecode files differ in more than the MLIR that wrote them.

usage: compare_encoding.py FILE FILE
"""

import sys


def read(path):
    with open(path, "rb") as file:
        # Behind the name of the producer, which ends with a zero.
        return file.read().split(b"\0", 1)[1]


first, second = sys.argv[1:]
if read(first) != read(second):
    sys.exit(
        f"error: {first} is not encoded as {second}: raise the version of the "
        "dialect whose encoding has changed, and add a file of that version"
    )

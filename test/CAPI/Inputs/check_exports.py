"""Checks what the library of the C API exports: upstream's and our C functions
and nothing else, each function of our headers, and none that no header of ours
declares. Each of ours is also to be called by a test program.

usage: check_exports.py --nm NM [--program PROGRAM.c]... LIBRARY HEADER...
"""

import argparse
import re
import subprocess
import sys

DECLARATION = re.compile(r"MLIR_CAPI_EXPORTED[^;]*?\b(\w+)\s*\(", re.DOTALL)
EXPORTED = re.compile(r"(mlir|dtyp)[A-Z]\w*$")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", required=True)
    parser.add_argument("--program", action="append", required=True)
    parser.add_argument("library")
    parser.add_argument("headers", nargs="+")
    args = parser.parse_args()

    exported = set(
        subprocess.run(
            [args.nm, "--dynamic", "--defined-only", "-j", args.library],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout.split()
    )
    declared = {
        name for path in args.headers for name in DECLARATION.findall(read(path))
    }
    called = {
        word
        for path in args.program
        for word in re.findall(r"\b\w+\b", read(path))
    }
    ours = {name for name in exported if name.startswith("dtyp")}

    foreign = sorted(n for n in exported if not EXPORTED.match(n))
    errors = [f"exports {name}, which is not of C's API" for name in foreign]
    errors += [f"does not export {name}" for name in sorted(declared - exported)]
    errors += [
        f"exports {name}, which no header declares"
        for name in sorted(ours - declared)
    ]
    errors += [f"no test calls {name}" for name in sorted(declared - called)]
    for error in errors:
        print(f"error: {error}")
    print(f"{len(declared)} functions of ours, {len(exported)} in all")
    return 1 if errors or not declared else 0


if __name__ == "__main__":
    sys.exit(main())

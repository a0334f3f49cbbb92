"""Checks that a process never gets a second copy of MLIR or LLVM.

Each artefact is to need the shared libraries, and to define nothing that they
define. Weak definitions (templates, inline functions) are merged by the
dynamic linker and do no harm. A program that needs none of the shared libraries
may have their contents inside, if nothing that it loads gets to see them.

usage: check_one_mlir.py --llvm-tools DIR (BUILD_DIR | ARTEFACT)...
"""

import argparse
import glob
import os
import re
import subprocess
import sys

UPSTREAM = re.compile(r"lib(MLIR|LLVM)")
# What may run where there is nothing but a driver and libc.
CARRYABLE = {"dtyp-launch"}
LIBC = re.compile(r"(lib(c|m|dl|pthread|rt)|ld-linux-x86-64)\.so\.\d+$")


def run(*command):
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


class Tools:
    def __init__(self, folder):
        self.nm = os.path.join(folder, "llvm-nm")
        self.readelf = os.path.join(folder, "llvm-readelf")
        self.cxxfilt = os.path.join(folder, "llvm-cxxfilt")

    def needed(self, path):
        """The shared libraries that the file asks for, in its order."""
        return re.findall(
            r"\(NEEDED\)\s+Shared library: \[(.*)\]",
            run(self.readelf, "-d", path),
        )

    def strong_definitions(self, path, *options):
        """The names that the file defines for good: functions and data."""
        lines = run(
            self.nm, "--defined-only", "--format=posix", *options, path
        ).splitlines()
        fields = (line.split() for line in lines)
        return {
            f[0].split("@")[0] for f in fields if len(f) > 1 and f[1] in "TDBR"
        }

    def demangle(self, name):
        return run(self.cxxfilt, name).strip()


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def artefacts(argument):
    """The programs and shared libraries of a build folder, or the file."""
    if os.path.isfile(argument):
        return [argument]
    files = glob.glob(os.path.join(argument, "bin/*")) + glob.glob(
        os.path.join(argument, "lib/*.so")
    )
    return sorted(f for f in files if os.path.isfile(f) and is_elf(f))


def check(path, tools, shared):
    """Yields what is wrong with one artefact."""
    needed = tools.needed(path)
    for library in sorted({n for n in needed if UPSTREAM.match(n)}):
        if library not in shared:
            yield f"needs {library}, not one of {', '.join(shared)}"
        if needed.count(library) > 1:
            yield f"needs {library} more than once"
    if os.path.basename(path) in CARRYABLE:
        for library in needed:
            if not LIBC.match(library):
                yield f"needs {library}: it is to need libc alone"
    is_static = not any(UPSTREAM.match(name) for name in needed)
    own = tools.strong_definitions(path, *["--dynamic"] * is_static)
    for library, definitions in shared.items():
        twice = sorted(own & definitions)
        if twice:
            # MLIR's context is the best known of them.
            name = next((n for n in twice if "MLIRContextD1" in n), twice[0])
            yield (
                f"{'exports' if is_static else 'defines'} "
                f"{tools.demangle(name)} and {len(twice) - 1} more, "
                f"which {library} defines, too: a component archive is linked in"
            )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llvm-tools", required=True)
    parser.add_argument("artefacts", nargs="+")
    args = parser.parse_args()

    tools = Tools(args.llvm_tools)
    shared = {}
    for pattern in ("libMLIR.so.*", "libLLVM.so.*"):
        path = sorted(
            glob.glob(os.path.join(args.llvm_tools, "../lib", pattern))
        )[0]
        soname = re.search(
            r"\(SONAME\)\s+Library soname: \[(.*)\]",
            run(tools.readelf, "-d", path),
        ).group(1)
        shared[soname] = tools.strong_definitions(path, "--dynamic")

    files = [
        file for argument in args.artefacts for file in artefacts(argument)
    ]
    errors = [
        f"{os.path.basename(file)}: error: {text}"
        for file in files
        for text in check(file, tools, shared)
    ]
    # Our library is what ties the tools to MLIR.
    for file in files:
        if os.path.basename(file) == "libDtyp.so" and not any(
            n.startswith("libMLIR.so") for n in tools.needed(file)
        ):
            errors.append("libDtyp.so: error: does not need libMLIR.so")
    print("\n".join(errors + [f"{len(files)} artefacts checked"]))
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main())

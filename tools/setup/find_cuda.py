#!/usr/bin/env python3
"""Finds the CUDA Toolkit and names what it lacks.

The set-up, the demonstration and the tests all ask this module. The order:
the variables CUDA_ROOT, CUDA_HOME and CUDA_PATH, the toolkit from wheels in
the build folder, ptxas on PATH, /usr/local/cuda.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

VARIABLES = ("CUDA_ROOT", "CUDA_HOME", "CUDA_PATH")

# What the compiler needs of a toolkit, by the name that messages give it.
PARTS = {
    "ptxas": "bin/ptxas",
    "fatbinary": "bin/fatbinary",
    "nvJitLink": "lib*/libnvJitLink.so.*",
    "libdevice": "nvvm/libdevice/libdevice.10.bc",
}


class Toolkit:
    """A toolkit's root and how it was found."""

    def __init__(self, root, source):
        self.root = root
        self.source = source

    def lacks(self):
        return [
            name
            for name, path in PARTS.items()
            if not glob.glob(os.path.join(self.root, path))
        ]

    def has(self, part):
        return part not in self.lacks()

    def build(self):
        """The version in full as ptxas tells it, such as 13.0.88, or None."""
        try:
            text = subprocess.run(
                [os.path.join(self.root, "bin/ptxas"), "--version"],
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            ).stdout
        except (OSError, subprocess.CalledProcessError):
            return None
        match = re.search(r"\bV(\d[\d.]*)", text)
        return match and match.group(1)

    def version(self):
        """The release, such as 13.0, or None."""
        build = self.build()
        return build and ".".join(build.split(".")[:2])


def _candidates(build_dir):
    for variable in VARIABLES:
        if os.environ.get(variable):
            yield Toolkit(os.environ[variable], variable)
    yield Toolkit(os.path.join(build_dir, "cuda"), "NVIDIA's wheels")
    ptxas = shutil.which("ptxas")
    if ptxas:
        yield Toolkit(
            os.path.dirname(os.path.dirname(os.path.realpath(ptxas))),
            "ptxas on PATH",
        )
    yield Toolkit("/usr/local/cuda", "its usual place")


def find_toolkit(build_dir):
    """The first complete toolkit; else the first that has ptxas; else None."""
    partial = None
    for toolkit in _candidates(os.path.abspath(build_dir)):
        if not toolkit.has("ptxas"):
            continue
        # A toolkit that a variable names is meant, whatever it lacks.
        if not toolkit.lacks() or toolkit.source in VARIABLES:
            return toolkit
        partial = partial or toolkit
    return partial


def find_tool(name, build_dir, toolkit):
    """The path of a reader of GPU binaries (cuobjdump, nvdisasm), or None."""
    folders = [os.path.join(toolkit.root, "bin")] if toolkit else []
    folders += glob.glob(
        os.path.join(
            os.path.abspath(build_dir),
            "venv/lib/python3*/site-packages/nvidia/*/bin",
        )
    )
    return shutil.which(
        name, path=os.pathsep.join(folders + [os.environ.get("PATH", "")])
    )


def _report(toolkit):
    for variable in VARIABLES:
        root = os.environ.get(variable)
        if root and not Toolkit(root, variable).has("ptxas"):
            print(
                f"warning: {variable} is {root}, which has no bin/ptxas: not used",
                file=sys.stderr,
            )
    if not toolkit:
        print("CUDA Toolkit: none")
        return
    print(
        f"CUDA Toolkit: {toolkit.root} ({toolkit.version() or 'unknown release'}, from {toolkit.source})"
    )
    if toolkit.lacks():
        print(
            f"warning: it lacks {', '.join(toolkit.lacks())}; set CUDA_ROOT to a complete one",
            file=sys.stderr,
        )


def main():
    parser = argparse.ArgumentParser(
        description="Finds the CUDA Toolkit; exit status 1: not found."
    )
    parser.add_argument("build_dir")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--root", action="store_true", help="print its folder only"
    )
    what.add_argument(
        "--complete", action="store_true", help="fail also if it lacks a part"
    )
    what.add_argument(
        "--tools",
        action="store_true",
        help="fail if cuobjdump or nvdisasm is missing",
    )
    args = parser.parse_args()

    toolkit = find_toolkit(args.build_dir)
    if args.root:
        if toolkit:
            print(toolkit.root)
    elif args.tools:
        return (
            0
            if all(
                find_tool(name, args.build_dir, toolkit)
                for name in ("cuobjdump", "nvdisasm")
            )
            else 1
        )
    elif args.complete:
        return (
            0
            if toolkit and (not toolkit.lacks() or toolkit.source in VARIABLES)
            else 1
        )
    else:
        _report(toolkit)
    return 0 if toolkit else 1


if __name__ == "__main__":
    sys.exit(main())

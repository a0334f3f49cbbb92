"""Checks that no text names a folder of one machine or a package registry.

usage: check_paths.py CHECKOUT | FILE...
"""

import os
import re
import subprocess
import sys

# Written in pieces, so that this file passes its own check.
FOLDERS = re.compile(
    r"(?<![\w.}$)-])/(wo" r"rk|ro" r"ot|ho" r"me|Us" r"ers|tm" r"p|mn" r"t)/"
)
REGISTRIES = re.compile(
    "|".join(
        [
            r"py" r"pi\.(org|nvidia)",
            r"python" r"hosted",
            r"(deb|snapshot|security)\.deb" r"ian",
            r"apt\.ll" r"vm",
            r"developer\.download\.nvi" r"dia",
            r"node" r"source",
            r"cra" r"tes\.io",
            r"registry\.n" r"pm",
            r"proxy\.go" r"lang",
        ]
    )
)


def tracked(checkout):
    """The files that git tracks; without git, all but the build folders."""
    listing = subprocess.run(
        ["git", "-C", checkout, "ls-files", "-z"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    if listing.returncode == 0:
        return [
            os.path.join(checkout, name)
            for name in listing.stdout.split("\0")
            if name
        ]
    return [
        os.path.join(folder, name)
        for folder, folders, names in os.walk(checkout)
        if not os.path.relpath(folder, checkout).startswith("build")
        for name in names
    ]


def check(path):
    """Yields the line number and the error of each finding."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (UnicodeDecodeError, FileNotFoundError):
        return  # Data, or removed from the working tree.
    for number, line in enumerate(lines, 1):
        for match in FOLDERS.finditer(line):
            yield number, f"names a folder of one machine: {match.group()}"
        for match in REGISTRIES.finditer(line):
            yield number, f"names a package registry: {match.group()}"


def main(arguments):
    files = tracked(arguments[0]) if os.path.isdir(arguments[0]) else arguments
    errors = [
        f"{path}:{number}: error: {text}"
        for path in files
        for number, text in check(path)
    ]
    print("\n".join(errors + [f"{len(files)} files checked"]))
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

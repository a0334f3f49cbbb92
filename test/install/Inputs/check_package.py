"""Checks a Debian package: each shared library that its files need is in a package
that it depends on, and the versions that it names are there.

usage: check_package.py --llvm-tools DIR PACKAGE.deb FOLDER

FOLDER holds the contents of the package.
"""

import argparse
import os
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def elf_files(folder):
    for path, _, names in os.walk(folder):
        for name in names:
            file = os.path.join(path, name)
            if not os.path.islink(file):
                with open(file, "rb") as contents:
                    if contents.read(4) == b"\x7fELF":
                        yield file


def find_owners(libraries):
    """The installed packages that have shared libraries, by the names of these."""
    found = subprocess.run(
        ["dpkg-query", "--search", *(f"*/{name}" for name in libraries)],
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    owners = {name: set() for name in libraries}
    for package, path in re.findall(r"^([\w+.-]+).*: (.*)$", found, re.MULTILINE):
        owners[os.path.basename(path)].add(package)
    return owners


def check(args):
    fields = run("dpkg-deb", "--field", args.package, "Depends")
    depends = dict(re.findall(r"([\w+.-]+) \(>= ([^)]+)\)", fields))
    files = list(elf_files(args.folder))
    own = {os.path.basename(file) for file in files}
    readelf = os.path.join(args.llvm_tools, "llvm-readelf")
    needed = {
        library
        for file in files
        for library in re.findall(r"\(NEEDED\)\s+Shared library: \[(.*)\]", run(readelf, "-d", file))
    }
    foreign = sorted(n for n in needed if not any(o.startswith(n) for o in own))
    used = set()
    for library, owners in find_owners(foreign).items() if foreign else ():
        used |= owners & depends.keys()
        if not owners & depends.keys():
            yield f"needs {library}, which is in no package of: {', '.join(depends)}"
    for package, version in depends.items():
        if package not in used:
            yield f"depends on {package}, which nothing needs"
            continue
        installed = run("dpkg-query", "--show", "--showformat=${Version}", package)
        if subprocess.run(["dpkg", "--compare-versions", installed, "ge", version]).returncode:
            yield f"depends on {package} {version}, but {installed} is installed"
    print(f"{len(files)} files need {len(needed)} libraries")
    if not files:
        yield "has no programs"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llvm-tools", required=True)
    parser.add_argument("package")
    parser.add_argument("folder")
    errors = list(check(parser.parse_args()))
    for error in errors:
        print(f"error: {error}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

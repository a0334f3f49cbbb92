"""Checks that each public TableGen file and header can be read alone.

Most of the time would go into MLIR's headers, again for each header. So they are
precompiled, in steps (STEPS). A header is read behind a step only if it includes
all of it, so that what the header forgets is not there either.

Ninja does the work in the scratch folder, so that the next run reads only what
has changed.
"""

import argparse
import functools
import os
import re
import subprocess
import sys

#: Headers that are precompiled, each with the step that it is put upon; what takes
#: more time is further down.
STEPS = {
    "string": None,
    "vector": "string",
    "mlir/IR/Diagnostics.h": "vector",
    "mlir/IR/BuiltinTypes.h": "mlir/IR/Diagnostics.h",
    "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h": "mlir/IR/BuiltinTypes.h",
    "mlir/IR/BuiltinOps.h": "mlir/IR/BuiltinTypes.h",
    "mlir/Pass/Pass.h": "mlir/IR/BuiltinOps.h",
    "mlir/Dialect/Arith/IR/Arith.h": "mlir/IR/BuiltinOps.h",
    "mlir/Dialect/GPU/IR/GPUDialect.h": "mlir/IR/BuiltinOps.h",
}

RULES = """\
flags = -std=c++17 -Wall -Werror -isystem {isystem} {own} -MMD -MF $out.d
rule step
  command = {cxx} $flags -x c++-header -fpch-instantiate-templates $
    $behind -include $header /dev/null -o $out
  depfile = $out.d
  deps = gcc
  description = $header
rule header
  command = {cxx} $flags -x c++ $behind -fsyntax-only $
    -Wno-pragma-once-outside-header $in && touch $out
  depfile = $out.d
  deps = gcc
  description = $in
rule td
  command = {tblgen} --print-records -I{isystem} {own} -d $out.d -o $out $in
  depfile = $out.d
  deps = gcc
  description = $in
"""


def public_files(folder):
    for parent, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if name.endswith((".h", ".td")):
                yield os.path.join(os.path.abspath(parent), name)


# Comments, empty lines and those of the preprocessor.
HEAD = re.compile(r"(?:[ \t]*(?://.*|#(?:.*\\\n)*.*)?\n)*")
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(if|endif|include)\w*[ \t]*(?:[<\"](.*)[>\"])?", re.M)


def includes_at_head(text):
    """What a header includes before all else, under no condition but its guard."""
    is_guarded = re.search(r"^#ifndef (\w+)\n#define \1\b", text, re.M)
    depth = -1 if is_guarded else 0
    for word, name in DIRECTIVE.findall(HEAD.match(text)[0]):
        depth += {"if": 1, "endif": -1, "include": 0}[word]
        if word == "include" and depth == 0:
            yield name


class Includes:
    """Finds out what headers include, in folders that are searched in order."""

    def __init__(self, folders):
        self.folders = folders

    @functools.cache
    def of(self, name):
        """The names that a header includes itself."""
        for folder in self.folders:
            path = os.path.join(folder, name)
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as file:
                    return list(includes_at_head(file.read()))
        return []

    def all_of(self, name):
        """The names that a header includes, and those that these include."""
        known, new = set(), [name]
        while new:
            found = set(self.of(new.pop())) - known
            known |= found
            new += found
        return known


def with_earlier(step):
    return with_earlier(STEPS[step]) + [step] if step else []


def last_step(included):
    """The last step of which all is included, or None."""
    steps = [step for step in STEPS if included.issuperset(with_earlier(step))]
    return steps[-1] if steps else None


def precompiled(step):
    return f"{os.path.basename(step)}.pch"


def behind(step):
    """What a build statement needs to be behind a step."""
    if not step:
        return "\n"
    return f" | {precompiled(step)}\n  behind = -include-pch {precompiled(step)}\n"


def write_statements(paths, includes):
    statements, needed = "", set()
    for number, path in enumerate(paths):
        build = f"build {number}-{os.path.basename(path)}.read:"
        if path.endswith(".td"):
            statements += f"{build} td {path}\n"
            continue
        step = last_step(includes.all_of(path))
        needed.update(with_earlier(step))
        statements += f"{build} header {path}{behind(step)}"
    for step in needed:
        statements += f"build {precompiled(step)}: step{behind(STEPS[step])}  header = {step}\n"
    return statements


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--scratch", required=True)
    parser.add_argument(
        "-I", action="append", default=[], dest="includes", metavar="FOLDER"
    )
    parser.add_argument(
        "--isystem", required=True, help="the folder of LLVM's headers"
    )
    parser.add_argument("folder")
    args = parser.parse_args()

    files = list(public_files(args.folder))
    own = " ".join(f"-I{folder}" for folder in args.includes)
    includes = Includes([*args.includes, args.isystem])
    rules = RULES.format(**vars(args), own=own) + write_statements(files, includes)
    os.makedirs(args.scratch, exist_ok=True)
    with open(os.path.join(args.scratch, "build.ninja"), "w") as file:
        file.write(rules)

    # Go on after a failure: name every file at once.
    command = ["ninja", "-C", args.scratch, "-k", "0"]
    status = subprocess.run(command).returncode
    print(f"{len(files)} files checked")
    if status:
        print("error: those that FAILED are not self-contained")
    return 1 if status or not files else 0


if __name__ == "__main__":
    sys.exit(main())

"""Checks that each public TableGen file and header can be read alone.

Ninja does the work in the scratch folder, so that the next run reads only what
has changed.
"""

import argparse
import os
import subprocess
import sys

RULES = """\
rule header
  # No precompiled header: it would supply what a header forgets.
  command = {cxx} -std=c++17 -fsyntax-only -Wall -Werror $
    -Wno-pragma-once-outside-header -x c++ -isystem {isystem} {own} $
    -MMD -MF $out.d $in && touch $out
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
    rules = RULES.format(**vars(args), own=own)
    for number, path in enumerate(files):
        rule = "td" if path.endswith(".td") else "header"
        name = f"{number}-{os.path.basename(path)}.read"
        rules += f"build {name}: {rule} {path}\n"
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

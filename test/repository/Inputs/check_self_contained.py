"""Checks that each public TableGen file and header can be read alone."""

import argparse
import concurrent.futures
import os
import subprocess
import sys


def public_files(folder, suffix):
    return sorted(
        os.path.join(parent, name)
        for parent, _, names in os.walk(folder)
        for name in names
        if name.endswith(suffix)
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("-I", action="append", default=[], dest="includes")
    parser.add_argument(
        "--isystem", required=True, help="the folder of LLVM's headers"
    )
    parser.add_argument("folder")
    args = parser.parse_args()

    own = [f"-I{folder}" for folder in args.includes or [args.folder]]
    read_td = [
        args.tblgen,
        "--print-records",
        "-o",
        os.devnull,
        f"-I{args.isystem}",
        *own,
    ]
    # No precompiled header: it would supply what a header forgets.
    read_header = [
        args.cxx,
        "-std=c++17",
        "-fsyntax-only",
        "-Wall",
        "-Werror",
        "-Wno-pragma-once-outside-header",
        "-x",
        "c++",
        "-isystem",
        args.isystem,
        *own,
    ]
    commands = {
        path: read_td + [path] for path in public_files(args.folder, ".td")
    }
    commands |= {
        path: read_header + [path] for path in public_files(args.folder, ".h")
    }

    def run(command):
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    failed = False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, result in zip(commands, pool.map(run, commands.values())):
            if result.returncode != 0:
                failed = True
                print(f"{path}: error: not self-contained\n{result.stdout}")
    print(f"{len(commands)} files checked")
    return 1 if failed or not commands else 0


if __name__ == "__main__":
    sys.exit(main())

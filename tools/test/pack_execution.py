#!/usr/bin/env python3
"""Packs the tests of test/Execution for a machine that has no build and no MLIR.

The folder then holds two archives and run.sh. Copy it to the other machine,
which needs Python 3.9, NumPy and xz's library (Python's lzma), a C library at
least as new as this machine's, and for a GPU its driver and ptxas:

    FOLDER/run.sh -v --param device=gpu

unpacks beside run.sh, or into $DTYP_UNPACK_DIR, and runs lit with these
options. The archive of libraries is made once and kept.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/setup"))
import find_cuda

PROGRAMS = ["dtyp-run", "dtyp-compile", "dtyp-launch", "dtyp-opt"]
LLVM_PROGRAMS = ["FileCheck", "not"]
#: Files of the repository that the tests read.
SOURCES = [
    "examples",
    "test/Execution",
    "test/gpu_support.py",
    "tools/setup/find_cuda.py",
]
#: The C library is the other machine's.
C_LIBRARY = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread)\.so.*)")

#: A program finds the libraries beside it, wherever it stands.
WRAPPER = """#!/bin/sh
root=$(dirname "$(dirname "$(readlink -f "$0")")")
LD_LIBRARY_PATH=$root/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
exec "$root/libexec/${0##*/}" "$@"
"""

SITE_CONFIG = """# -*- Python -*-
import os

root = os.path.dirname(os.path.abspath(__file__))
config.llvm_tools_dir = os.path.join(root, "bin")
config.dtyp_src_root = config.dtyp_obj_root = root
config.dtyp_sanitizer = config.dtyp_target = ""

import lit.llvm
lit.llvm.initialize(lit_config, config)

lit_config.load_config(config, os.path.join(root, "test/Execution/lit.cfg.py"))
"""

RUN = """#!/bin/sh
# Unpacks what lies beside this script, and runs lit on it with the options given.
set -e
folder=$(cd "$(dirname "$0")" && pwd)
work=${DTYP_UNPACK_DIR:-$folder/unpacked}
python=${PYTHON:-python3}
mkdir -p "$work"
for archive in "$folder"/*.tar.xz; do
  [ -e "$archive" ] || continue
  "$python" -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' \\
    "$archive" "$work"
done
# A toolkit of the packed libdevice and this machine's ptxas.
ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
if [ -x "$ptxas" ]; then
  mkdir -p "$work/cuda/bin"
  ln -sf "$ptxas" "$work/cuda/bin/ptxas"
  export CUDA_ROOT="$work/cuda"
fi
export PYTHONPATH="$work/python${PYTHONPATH:+:$PYTHONPATH}"
exec "$python" -c 'import sys; from lit.main import main; sys.argv[0] = "lit"; main()' \\
  "$@" "$work"
"""


def needed_libraries(programs):
    """The shared libraries of programs by name, but for the C library's and ours."""
    libraries = {}
    for program in programs:
        text = subprocess.run(
            ["ldd", program], check=True, text=True, stdout=subprocess.PIPE
        ).stdout
        for name, path in re.findall(r"^\s*(\S+) => (/\S+)", text, re.MULTILINE):
            if not C_LIBRARY.fullmatch(name):
                libraries[name] = pathlib.Path(path)
    return libraries


def make_icu_data(name, path):
    """Makes a stand-in for ICU's tables, 31 MB that nothing here reads.

    libLLVM needs them through libxml2, with which it reads Windows manifests.
    """
    version = name.rpartition(".")[2]
    source = f"const char icudt{version}_dat[64] = {{0}};\n"
    subprocess.run(
        ["clang-22", "-shared", "-nostdlib", "-x", "c", "-", f"-Wl,-soname,{name}", "-o", path],
        check=True,
        input=source,
        text=True,
    )  # fmt: skip


def write_archive(path, folder):
    """Compresses a folder's contents, on all cores."""
    # Machine code is a twentieth smaller with its jumps made absolute.
    xz = ["xz", "--threads=0", "--x86", "--lzma2=preset=6"]
    with open(path, "wb") as output:
        with subprocess.Popen(xz, stdin=subprocess.PIPE, stdout=output) as process:
            with tarfile.open(fileobj=process.stdin, mode="w|") as archive:
                for entry in sorted(folder.iterdir()):
                    archive.add(entry, entry.name)
    if process.returncode:
        sys.exit(f"xz ended with status {process.returncode}")


def write_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def find_program(build, name):
    """A program that shares its libraries: one that holds them has 160 MB."""
    shared = build / "libexec/dtyp" / f"{name}-shared"
    return shared if shared.exists() else build / "bin" / name


def strip(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["llvm-strip-22", source, "-o", target], check=True)


def copy_libraries(libraries, folder):
    (folder / "lib").mkdir()
    for name, path in libraries.items():
        if name.startswith("libicudata"):
            make_icu_data(name, folder / "lib" / name)
        else:
            shutil.copy(path, folder / "lib" / name)


def copy_wheel(python, requirement, python_version, folder):
    """Unpacks a wheel for another Python; without it, its tests are skipped."""
    with tempfile.TemporaryDirectory() as wheels:
        command = [
            python, "-m", "pip", "download", "--quiet", "--no-deps",
            "--disable-pip-version-check", "--only-binary=:all:",
            f"--python-version={python_version}", "--dest", wheels, requirement,
        ]  # fmt: skip
        if subprocess.run(command).returncode:
            print(f"warning: without {requirement}: its tests are skipped there")
            return
        for wheel in pathlib.Path(wheels).glob("*.whl"):
            shutil.unpack_archive(wheel, folder / "python", "zip")


def pack_tests(arguments, folder):
    build = arguments.build.resolve()
    for source in SOURCES:
        path = folder / source
        path.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / source).is_dir():
            shutil.copytree(
                ROOT / source, path, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / source, path)
    (folder / "lit.site.cfg.py").write_text(SITE_CONFIG)
    llvm = arguments.llvm_bin
    programs = {name: find_program(build, name) for name in PROGRAMS}
    programs |= {name: llvm / name for name in LLVM_PROGRAMS}
    for name, program in programs.items():
        strip(program, folder / "libexec" / name)
        write_program(folder / "bin" / name, WRAPPER)
    libraries = needed_libraries(programs.values())
    for name, path in list(libraries.items()):
        if name.startswith("libDtyp"):
            strip(path, folder / "lib" / name)
            del libraries[name]
    shutil.copytree(
        llvm.parent / "utils/lit/lit",
        folder / "python/lit",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    requirements = (ROOT / "tools/setup/requirements.txt").read_text()
    ml_dtypes = re.search(r"^ml_dtypes==\S+$", requirements, re.MULTILINE).group(0)
    python = build / "venv/bin/python"
    if not python.exists():
        python = sys.executable
    copy_wheel(python, ml_dtypes, arguments.python_version, folder)
    toolkit = find_cuda.find_toolkit(str(build))
    if toolkit and toolkit.has("libdevice"):
        path = find_cuda.PARTS["libdevice"]
        (folder / "cuda" / path).parent.mkdir(parents=True)
        shutil.copy(os.path.join(toolkit.root, path), folder / "cuda" / path)
    return libraries


def pack_libraries(libraries, target, scratch):
    """Packs the libraries, unless the archive was made of the same ones."""
    wanted = "".join(
        f"{name} {path} {path.stat().st_size} {int(path.stat().st_mtime)}\n"
        for name, path in sorted(libraries.items())
    )
    stamp = target / "libraries.txt"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    copy_libraries(libraries, scratch)
    write_archive(target / "libraries.tar.xz", scratch)
    stamp.write_text(wanted)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("build", type=pathlib.Path, help="the build folder")
    parser.add_argument("folder", type=pathlib.Path, help="what to fill")
    parser.add_argument(
        "--python-version", default="3.12", help="of the other machine (default: 3.12)"
    )
    parser.add_argument(
        "--llvm-bin", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22/bin")
    )
    parser.add_argument(
        "--tests-only",
        action="store_true",
        help="for a machine that has LLVM's and MLIR's libraries",
    )
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        tests, rest = pathlib.Path(scratch, "tests"), pathlib.Path(scratch, "libraries")
        tests.mkdir()
        rest.mkdir()
        libraries = pack_tests(arguments, tests)
        write_archive(arguments.folder / "tests.tar.xz", tests)
        if not arguments.tests_only:
            pack_libraries(libraries, arguments.folder, rest)
    write_program(arguments.folder / "run.sh", RUN)
    size = sum(p.stat().st_size for p in arguments.folder.glob("*.*")) / 2**20
    print(f"{arguments.folder}: {size:.1f} MiB; there: run.sh -v --param device=gpu")


if __name__ == "__main__":
    main()

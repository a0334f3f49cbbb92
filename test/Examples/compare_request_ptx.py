"""Compiles the three forms of the request's kernel for every chip and compares
the PTX byte for byte."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

CHIPS = "sm_75 sm_80 sm_86 sm_89 sm_90 sm_90a sm_100 sm_103 sm_120 sm_121".split()
FORMS = "object explicit memref".split()
# A memref<?xi8>: two pointers, an offset, a size and a stride.
PARAMETERS = 5

compiler, sources, output = sys.argv[1:]


def compile_form(chip, form):
    path = f"{output}.{chip}.{form}.ptx"
    subprocess.run(
        [compiler, pathlib.Path(sources, f"{form}.mlir"), f"--chip={chip}", "-o", path],
        check=True,
    )
    return pathlib.Path(path).read_bytes()


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    texts = {
        (chip, form): pool.submit(compile_form, chip, form)
        for chip in CHIPS
        for form in FORMS
    }
    texts = {key: future.result() for key, future in texts.items()}

for chip in CHIPS:
    expected = texts[chip, "memref"]
    if f".target {chip}".encode() not in expected:
        sys.exit(f"the PTX for {chip} has another target")
    for form in FORMS:
        if texts[chip, form] != expected:
            sys.exit(f"{chip}: the PTX of {form}.mlir is not that of memref.mlir")
    for kernel in ("kernel", "fill"):
        entry = re.search(rb"\.entry %s\((.*?)\)" % kernel.encode(), expected, re.S)
        if not entry or entry.group(1).count(b".param") != PARAMETERS:
            sys.exit(f"{chip}: expected {PARAMETERS} parameters of {kernel}")

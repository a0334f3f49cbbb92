"""Builds a program of C11 with the options that pkg-config says.

usage: build_by_pkg_config.py COMPILER PREFIX PROGRAM.c OUTPUT
"""

import os
import subprocess
import sys

compiler, prefix, program, output = sys.argv[1:]
options = subprocess.run(
    ["pkg-config", "--cflags", "--libs", "dtyp >= 0.1"],
    check=True,
    env={**os.environ, "PKG_CONFIG_PATH": os.path.join(prefix, "lib/pkgconfig")},
    stdout=subprocess.PIPE,
    text=True,
).stdout.split()
strict = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror"]
command = [compiler, *strict, "-o", output, program, *options, f"-Wl,-rpath,{prefix}/lib"]
sys.exit(subprocess.run(command).returncode)

"""What a reducer calls with a file: tells whether dtyp-opt says what matches
REGEX.

usage: interesting.py REGEX OPTION FILE
Exits with 1 if it does, as mlir-reduce wants it.
"""

import re
import subprocess
import sys

regex, option, file = sys.argv[1:]
process = subprocess.run(
    ["dtyp-opt", option, file],
    stdout=subprocess.PIPE,
    stderr=subprocess.STDOUT,
    encoding="utf-8",
    errors="replace",
)
sys.exit(1 if re.search(regex, process.stdout) else 0)

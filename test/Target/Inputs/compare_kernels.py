"""Checks that two files of PTX have the same declarations and functions.

usage: compare_kernels.py PARTS WHOLE

They may differ in the order of functions, and in the numbers that LLVM gives them, which
are in the names of labels and stacks: PARTS must have some twice. WHOLE may have line
numbers.
"""

import re
import sys

LINES = re.compile(r"\n\t\.(?:loc|file)\b.*|\n\$L__(?:tmp|func_)\w+:|\n\t\.section\b[^}]*\}")
NUMBERS = re.compile(r"(\$L__BB|__local_depot|prototype_)\d+")
FUNCTION = re.compile(r"^(?:\.visible )?\.(?:entry|func)[^;{]*\{.*?^\}$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"\s*//.*")


def read(path):
    """Returns the functions, what else is declared, and the names of stacks."""
    with open(path) as file:
        text = COMMENT.sub("", LINES.sub("", file.read()))
    stacks = re.findall(r"__local_depot\d+\[", text)
    text = NUMBERS.sub(r"\1", text)
    functions = FUNCTION.findall(text)
    declarations = FUNCTION.sub("", text).split(";\n")
    return sorted(functions), sorted(one.strip() for one in declarations), stacks


functions, declarations, stacks = read(sys.argv[1])
whole_functions, whole_declarations, whole_stacks = read(sys.argv[2])
if not functions or functions != whole_functions:
    sys.exit("the functions differ")
if declarations != whole_declarations:
    sys.exit(f"the declarations differ: {declarations} and {whole_declarations}")
if len(whole_stacks) != len(set(whole_stacks)):
    sys.exit(f"{sys.argv[2]} was compiled in parts")
if len(stacks) == len(set(stacks)):
    sys.exit(f"{sys.argv[1]} was not compiled in parts")
print(f"{len(functions)} functions are the same")

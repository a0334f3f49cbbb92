"""Checks that a file has every type, attribute and op that a folder defines.

usage: check_all.py SOURCE_FOLDER TBLGEN LLVM_INCLUDE_DIR TABLEGEN_FOLDER FILE
"""

import os
import re
import sys

source, tblgen, llvm_includes, folder, path = sys.argv[1:]
sys.path.insert(0, os.path.join(source, "test/repository/Inputs"))
import documentation

with open(path, encoding="utf-8") as file:
    text = file.read()
includes = [os.path.join(source, "include"), llvm_includes]
found = [
    entity
    for entity in documentation.entities(tblgen, includes, folder)
    if entity.kind in ("op", "type", "attribute")
]
missing = [
    entity
    for entity in found
    if not re.search(re.escape(entity.name) + r"(?!\w)", text)
]
for entity in missing:
    print(f"error: {os.path.basename(path)} has no {entity}")
print(f"{len(found)} checked")
sys.exit(1 if missing or not found else 0)

#!/usr/bin/env python3
"""Removes what `cmake --install` or `make install` has put into a prefix, by the
list that it leaves there, and the folders that are empty then.

usage: uninstall.py PREFIX
"""

import os
import sys

LIST = "share/doc/dtyp/installed-files.txt"
# Folders right below these belong to the system, even if they are empty.
SYSTEM_PREFIXES = ("/usr", "/usr/local")


def main(prefix):
    prefix = os.path.abspath(prefix)
    listed = os.path.join(prefix, LIST)
    if not os.path.exists(listed):
        return f"expected dtyp to be installed in '{prefix}', but there is no {listed}"
    with open(listed, encoding="utf-8") as file:
        files = [*file.read().split("\n")[:-1], LIST]
    folders = set()
    for name in files:
        path = os.path.normpath(os.path.join(prefix, name))
        if os.path.commonpath([prefix, path]) != prefix:
            return f"expected files of '{prefix}' in {listed}, but got '{name}'"
        if os.path.lexists(path):
            os.remove(path)
        while (path := os.path.dirname(path)) != prefix:
            folders.add(path)
    for folder in sorted(folders, key=len, reverse=True):
        is_system = os.path.dirname(folder) == prefix and prefix in SYSTEM_PREFIXES
        if not is_system and os.path.isdir(folder) and not os.listdir(folder):
            os.rmdir(folder)
    print(f"removed {len(files)} files from {prefix}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    result = main(sys.argv[1])
    sys.exit(f"error: {result}" if result else 0)

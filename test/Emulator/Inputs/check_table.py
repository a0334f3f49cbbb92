"""Checks that a page ends with a table of ops that is up to date.

usage: check_table.py PAGE TABLE
"""

import sys

page, table = sys.argv[1:]
with open(page, encoding="utf-8") as file:
    shown = file.read().partition("<!-- list-emulated-ops -->\n")[2]
with open(table, encoding="utf-8") as file:
    wanted = file.read()
if shown.strip() != wanted.strip():
    sys.exit(
        f"{page}: error: the table of ops is out of date; put the output of "
        "dtyp-run --list-emulated-ops behind the mark"
    )

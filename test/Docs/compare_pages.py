"""Compares the generated reference pages with the committed ones."""

import difflib
import pathlib
import sys

generated, committed = map(pathlib.Path, sys.argv[1:])
pages = {page.name for folder in (generated, committed) for page in folder.glob("*.md")}
if not pages:
    sys.exit(f"no pages in {generated}")

stale = False
for name in sorted(pages):
    texts = [
        page.read_text().splitlines() if page.exists() else []
        for page in (committed / name, generated / name)
    ]
    for line in difflib.unified_diff(*texts, f"committed/{name}", f"generated/{name}", lineterm=""):
        print(line)
        stale = True
if stale:
    sys.exit("the reference is out of date: run `make docs`")

"""Executes the Python blocks of pages, as a reader does from top to bottom.

A block with prompts (`>>>`) prints what the page says, `...` aside; one without
prompts is executed. The blocks of a page share their names, and a page has a folder
of its own. Prints each difference, with the page and the line.

usage: run_python_blocks.py PAGE...
"""

import contextlib
import doctest
import os
import re
import sys
import tempfile
import traceback

FENCED = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run_page(page):
    """Returns the numbers of the blocks, and of those that fail."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    names, blocks, failed = {"__name__": "__main__"}, 0, 0
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    for match in FENCED.finditer(text):
        blocks += 1
        block, line = match.group(1), text.count("\n", 0, match.start()) + 1
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, page, page, line)
            failed += runner.run(test, clear_globs=False).failed > 0
            names.update(test.globs)
            continue
        try:
            # Functions of the block have their source, as in a file.
            source = os.path.join(os.getcwd(), f"block{blocks}.py")
            with open(source, "w", encoding="utf-8") as file:
                file.write(block)
            exec(compile(block, source, "exec"), names)
        except Exception:
            failed += 1
            print(f"{page}:{line}: error: {traceback.format_exc()}")
    return blocks, failed


def main():
    blocks = failed = 0
    for page in map(os.path.abspath, sys.argv[1:]):
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            counts = run_page(page)
        blocks, failed = blocks + counts[0], failed + counts[1]
    print(f"{blocks} blocks executed, {failed} failed")
    return 1 if failed or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())

"""Checks that the links of the Markdown pages lead to files that exist.

usage: check_links.py FOLDER
"""

import os
import re
import sys

# In code there are no links: `kernel[grid, block](out)`.
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def pages(folder):
    for parent, folders, names in os.walk(folder):
        folders[:] = [
            name for name in folders if not name.startswith((".", "build"))
        ]
        yield from (
            os.path.join(parent, name)
            for name in sorted(names)
            if name.endswith(".md")
        )


def broken_links(page):
    with open(page, encoding="utf-8") as file:
        for target in LINK.findall(CODE.sub("", file.read())):
            if "://" not in target and not os.path.exists(
                os.path.join(os.path.dirname(page), target)
            ):
                yield f"{page}: error: links to {target}, which does not exist"


def main(folder):
    files = list(pages(folder))
    errors = [error for page in files for error in broken_links(page)]
    print("\n".join(errors + [f"{len(files)} pages checked"]))
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

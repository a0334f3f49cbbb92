"""How Sphinx makes the site of the pages: `make site`.

The source folder is that of the repository, so that links between pages, and from
pages to files, are the same as where the pages are read as they are.
"""

import fnmatch
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mlir_lexer

project = "dtyp"
copyright = "the dtyp authors, Apache License 2.0 with LLVM exceptions"

extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "benchmarks/**.md",
    "docs/**.md",
    "examples/**.md",
]
exclude_patterns = ["build*", ".*", "include", "lib", "test", "tools"]
# GitHub's anchors of headings.
myst_heading_anchors = 4
# TableGen's pages begin with headings of the third level.
suppress_warnings = ["myst.header"]

html_theme = "furo"
html_title = "dtyp"
html_copy_source = False
html_show_sphinx = False
html_use_index = False
pygments_style = "default"
pygments_dark_style = "github-dark"

# The navigation. A page that is not named is in the last part.
NAVIGATION = [
    (
        "Use it",
        [
            "docs/getting-started",
            "docs/tutorial*",
            "docs/concepts",
            "docs/compiling",
            "docs/upstream",
            "docs/bytecode",
            "docs/c-api",
            "docs/python*",
            "docs/numba",
            "docs/emulator",
            "docs/upstream",
            "docs/debugging",
        ],
    ),
    (
        "What it does",
        [
            "docs/dtypes",
            "docs/pipeline",
            "docs/local-arrays",
            "docs/silently-wrong",
        ],
    ),
    (
        "Reference",
        [
            "docs/reference/*Dialect",
            "docs/reference/*Interfaces",
            "docs/reference/*Passes",
            "docs/reference/CApi",
            "docs/reference/Python",
        ],
    ),
    (
        "Why it is so",
        ["docs/rationale/*", "docs/compatibility", "docs/bytecode", "docs/dependencies"],
    ),
    (
        "How it is tested",
        ["docs/differential-testing", "docs/h200", "benchmarks/README"],
    ),
    ("More", ["*"]),
]

# What TableGen calls these pages, if anything, does not tell them apart.
TITLES = {
    "CudaxInterfaces": "Interfaces of ops",
    "DtypTypeInterfaces": "Interfaces of types",
    "DtypPasses": "Passes of dtyp",
    "CudaxPasses": "Passes of cudax",
    "ConversionPasses": "Conversions",
    "EmulatorPasses": "Passes of the emulator",
    "TargetPasses": "Passes to binaries",
}


def tables_of_contents(pages):
    """The navigation in Markdown, for the end of the first page."""
    left = [page for page in pages if page != root_doc]
    for caption, patterns in NAVIGATION:
        entries = []
        for pattern in patterns:
            names = [name for name in left if fnmatch.fnmatch(name, pattern)]
            entries += names
            left = [name for name in left if name not in names]
        if entries:
            yield "\n".join(
                [
                    "```{toctree}",
                    ":hidden:",
                    f":caption: {caption}",
                    "",
                    *entries,
                    "```",
                ]
            )


def read_source(app, name, source):
    text = source[0]
    # A link to a folder is none in the site, which has files only.
    folder = os.path.join(app.srcdir, os.path.dirname(name))
    text = re.sub(
        r"\[([^\]]+)\]\(([^)#\s]+)\)",
        lambda match: (
            match.group(1)
            if os.path.isdir(os.path.join(folder, match.group(2)))
            else match.group(0)
        ),
        text,
    )
    # TableGen's mark for a table of contents.
    text = text.replace("\n[TOC]\n", "\n")
    title = TITLES.get(os.path.basename(name))
    if name.endswith("/CApi"):
        # Hundreds of functions are no table of contents.
        text = "---\ntocdepth: 3\n---\n" + text
    if title:
        text = f"# {title}\n\n" + re.sub(r"^# .*$", "", text, 1, re.MULTILINE)
    if name == root_doc:
        tables = tables_of_contents(sorted(app.env.found_docs))
        text += "\n\n" + "\n\n".join(tables) + "\n"
    source[0] = text


def copy_first_page(app, error):
    if not error and app.builder.name == "html":
        shutil.copy(
            os.path.join(app.outdir, root_doc + ".html"),
            os.path.join(app.outdir, "index.html"),
        )


def setup(app):
    app.add_lexer("mlir", mlir_lexer.MlirLexer)
    app.connect("source-read", read_source)
    app.connect("build-finished", copy_first_page)

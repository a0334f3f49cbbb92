"""Runs the examples in the descriptions of ops, types, attributes and passes,
and in the pages of the documentation.

Each ```mlir block must be read and verified by dtyp-opt. A block is a module,
the body of a function, or a lone type or attribute. Two blocks of a pass, of which the text between
says "and after", are its input and its output; "followed by `--canonicalize`"
there names what else runs.
"""

import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

import documentation


class Tool:
    """dtyp-opt on a text; what it prints, or what it complains of."""

    def __init__(self, path, scratch):
        self.path = path
        self.scratch = scratch

    def run(self, name, text, *options):
        file_name = os.path.join(
            self.scratch, re.sub(r"\W+", "-", name).strip("-") + ".mlir"
        )
        with open(file_name, "w", encoding="utf-8") as file:
            file.write(text)
        # Examples use ops of no dialect ("test.use") to use a value.
        command = [
            self.path,
            "--allow-unregistered-dialect",
            *options,
            file_name,
        ]
        result = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        return result.stdout, result.stderr if result.returncode else None


def as_module(text):
    """A block as something that a driver reads."""
    last = text.strip().splitlines()[-1]
    if re.match(r"#[\w.]+<", last):
        return (
            f"module attributes {{example.attribute = {text.strip()}}} {{}}\n"
        )
    if re.match(r"![\w.]+<", last):
        return f"func.func private @example({text.strip()})\n"
    if re.search(
        r"^(module|func\.func|gpu\.module|[!#]\w+ =)", text, re.MULTILINE
    ):
        return text
    return f"func.func @example() {{\n{text}return\n}}\n"


def command_line(entity):
    """How a pass makes the "after" of its example, or None if it shows none."""
    match = re.search(
        r"\band after\b([^:`]*(?:`[^`]+`[^:`]*)*)", entity.description
    )
    if not match:
        return None
    words = re.findall(r"`([^`]+)`", match.group(1))
    options = " ".join(word for word in words if "=" in word)
    return [
        f"--{entity.name}" + (f"={options}" if options else ""),
        *(word for word in words if word.startswith("--")),
    ]


def same(text):
    """The text without what an example may choose freely."""
    return re.sub(r"@(before|after)\b", "@example", text)


def check(entity, tool):
    """Yields what is wrong with the examples of one entity."""
    examples = [as_module(text) for text in entity.examples("mlir")]
    printed = []
    for number, example in enumerate(examples, 1):
        output, error = tool.run(
            f"{entity} {number}", example, "--verify-roundtrip"
        )
        printed.append(output)
        if error:
            yield f"example {number} of {entity} is not valid:\n{error}"
    options = command_line(entity) if entity.kind == "pass" else None
    if options and len(examples) == 2:
        output, error = tool.run(f"{entity} before", examples[0], *options)
        if error or same(output) != same(printed[1]):
            yield f"{entity} makes something else of its example:\n{error or output}"


def pages(paths):
    """The pages below the paths. Generated ones repeat what TableGen files say."""
    for path in paths:
        names = (
            glob.glob(os.path.join(path, "**/*.md"), recursive=True)
            if os.path.isdir(path)
            else [path]
        )
        for name in sorted(names):
            if "/reference/" not in name:
                with open(name, encoding="utf-8") as file:
                    yield documentation.Entity(
                        "page",
                        os.path.basename(name),
                        {"description": file.read()},
                    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("--opt", required=True)
    parser.add_argument("--scratch", required=True)
    parser.add_argument("-I", action="append", default=[], dest="includes")
    parser.add_argument(
        "--pages",
        nargs="*",
        default=[],
        help="Markdown files and folders of them",
    )
    parser.add_argument("folder")
    args = parser.parse_args()

    os.makedirs(args.scratch, exist_ok=True)
    tool = Tool(args.opt, args.scratch)
    entities = documentation.entities(args.tblgen, args.includes, args.folder)
    entities += pages(args.pages)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda entity: list(check(entity, tool)), entities)
        errors = [f"error: {text}" for result in results for text in result]
    count = sum(len(entity.examples("mlir")) for entity in entities)
    print("\n".join(errors + [f"{count} examples checked"]))
    return 1 if errors or not count else 0


if __name__ == "__main__":
    sys.exit(main())

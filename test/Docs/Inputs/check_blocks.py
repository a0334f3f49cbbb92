"""Checks the code blocks of the pages for readers.

- sh: the commands are run, one page after the other in a scratch folder of its own,
  but for those of which block_rules.py says what is done instead. A block without a
  language right behind it, or of mlir, is what they print, `...` aside.
- c, cpp, cmake, tablegen: excerpts of files that other tests compile and run: each
  line but `...` follows the one before it there, indented or not.
- python: can be parsed; python.test executes those of the pages for Python users.
- mlir: an excerpt of an example on the pages of which block_rules.py says so;
  test/repository/examples.test verifies it on every page.

Any other block is an error, and so is a rule that nothing needs.
"""

import argparse
import concurrent.futures
import doctest
import glob
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys

import block_rules

FENCED = re.compile(
    r"^( *)```([\w+]*)\n(.*?)^\1```\n(?=(\n? *```\w*\n)?)",
    re.DOTALL | re.MULTILINE,
)
PAGES = ["*.md", "docs/**/*.md", "examples/**/*.md", "benchmarks/*.md"]
# What is generated has its own tests: docs/reference from the TableGen files, whose
# examples are verified, and from the headers of C, which are compiled.
GENERATED = "docs/reference/"
# What other tests compile and run, by the languages of excerpts.
PROGRAMS = {
    "c": ["examples/**/*.c", "test/CAPI/*.c", "test/install/**/*.c"],
    "cpp": [
        "examples/**/*.cpp",
        "examples/**/*.h",
        "test/install/**/*.cpp",
        "test/lib/*.cpp",
        "test/lib/*.h",
        "test/unittests/**/*.cpp",
    ],
    "cmake": ["examples/**/CMakeLists.txt", "test/install/**/CMakeLists.txt"],
    "tablegen": ["examples/**/*.td"],
}
FILE = re.compile(r"^[\w./-]+\.(py|mlir|cubin|ptx|fatbin|npy)$")


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file]


def commands(block):
    """The commands of a block, comments aside. A loop is one command."""
    text = re.sub(r"\\\n\s*", "", block)
    text = re.sub(r"(^|\s)#.*$", r"\1", text, flags=re.MULTILINE)
    lines = []
    for line in text.splitlines():
        if lines and re.match(r"for\b", lines[-1]) and not re.search(r"(^|\n)done$", lines[-1]):
            lines[-1] += "\n" + line.rstrip()
        elif line.strip():
            lines.append(line.strip())
    return lines


def missing_line(expected, output):
    """The first line that the output has not where it should, or None."""
    lines, position = [line.strip() for line in output.splitlines()], 0
    for line in filter(None, map(str.strip, expected.splitlines())):
        if line == "...":
            continue
        if line not in lines[position:]:
            return line
        position = lines.index(line, position) + 1
    return None


def check_python(block):
    if ">>>" in block:
        block = doctest.script_from_examples(block)
    try:
        compile(block, "block", "exec")
    except SyntaxError as error:
        yield f"not Python: {error}"


class Checker:
    """Checks pages, and remembers which rules were needed."""

    def __init__(self, source, build, scratch, elsewhere, timeout):
        self.source = source
        self.build = build
        self.scratch = scratch
        # The pages whose commands another test runs.
        self.elsewhere = elsewhere
        # What a command may take, in seconds.
        self.timeout = timeout
        self.used = set()
        self.programs = {
            language: {
                path: read_lines(path)
                for pattern in patterns
                for path in glob.glob(os.path.join(source, pattern), recursive=True)
            }
            for language, patterns in PROGRAMS.items()
        }

    def make_folder(self, page):
        """A folder that looks like the source folder, and has what is given."""
        folder = os.path.join(self.scratch, re.sub(r"\W", "-", page))
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for name in os.listdir(self.source):
            if not name.startswith((".", "build")):
                os.symlink(os.path.join(self.source, name), os.path.join(folder, name))
        os.symlink(self.build, os.path.join(folder, "build"))
        for name, original in block_rules.GIVEN.items():
            shutil.copy(os.path.join(self.source, original), os.path.join(folder, name))
        return folder

    def apply_rules(self, command):
        """What runs instead of a command; None if nothing does."""
        for rule in block_rules.COMMANDS:
            if re.search(rule.pattern, command):
                self.used.add(rule)
                if rule.replacement is None:
                    return None
                command = re.sub(rule.pattern, rule.replacement, command)
        return command

    def check_files(self, command, folder):
        for word in shlex.split(command):
            # What a command writes, or has from another machine, is not there.
            if FILE.match(word) and not os.path.exists(os.path.join(folder, word)):
                if os.path.exists(os.path.join(folder, os.path.dirname(word))):
                    yield f"names {word}, which does not exist"

    def run_command(self, command, folder):
        """What a command prints, and what is wrong."""
        with subprocess.Popen(
            ["bash", "-eo", "pipefail", "-c", command],
            cwd=folder,
            env={**os.environ, "HOME": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, _ = process.communicate(timeout=self.timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                output, _ = process.communicate()
                return output, [f"takes more than {self.timeout} s: add a rule to block_rules.py"]
        return output, [f"fails: {output[-2000:]}"] if process.returncode else []

    def run(self, block, folder):
        """Runs a block; what it prints until then, and what is wrong."""
        output = ""
        for command in commands(block):
            instead = self.apply_rules(command)
            if instead is None:
                errors = list(self.check_files(command, folder))
            else:
                printed, errors = self.run_command(instead, folder)
                output += printed
            for error in errors:
                yield output, f"`{command}` {error}"
        yield output, None

    def check_excerpt(self, language, block):
        sources = self.programs[language]
        if all(missing_line(block, "\n".join(lines)) for lines in sources.values()):
            yield f"the block of {language} is an excerpt of no file that the tests compile"

    def check_mlir_excerpt(self, page, block):
        path = block_rules.EXCERPTS[page]
        with open(os.path.join(self.source, path), encoding="utf-8") as file:
            line = missing_line(block, file.read())
        if line:
            yield f"not in {path}: {line}"

    def check(self, page):
        """Yields what is wrong with the blocks of a page."""
        with open(os.path.join(self.source, page), encoding="utf-8") as file:
            text = file.read()
        folder, output, is_elsewhere = None, None, False
        for match in FENCED.finditer(text):
            indent, language, block, follows = match.groups()
            block = re.sub(f"^{indent}", "", block, flags=re.MULTILINE)
            errors, printed = [], None
            if language == "sh" and page in self.elsewhere:
                for command in commands(block):
                    self.apply_rules(command)
                is_elsewhere = True
            elif language == "sh":
                folder = folder or self.make_folder(page)
                for printed, error in self.run(block, folder):
                    errors += [error] if error else []
            elif language in self.programs:
                errors = self.check_excerpt(language, block)
            elif language == "python":
                errors = check_python(block)
            elif output is not None and language in ("", "mlir"):
                line = missing_line(block, output)
                errors = [f"the command does not print: {line}"] if line else []
            elif language == "mlir" and page in block_rules.EXCERPTS:
                errors = self.check_mlir_excerpt(page, block)
            elif language == "" and is_elsewhere:
                continue
            elif language == "" and page in block_rules.RECORDED:
                self.used.add(page)
            elif language != "mlir":
                errors = [f"nothing checks a block of '{language}'"]
            number = text.count("\n", 0, match.start()) + 1
            for error in errors:
                yield f"{page}:{number}: error: {error}"
            output = printed if follows else None

    def unused_rules(self):
        rules = {rule: rule.pattern for rule in block_rules.COMMANDS}
        rules.update({page: page for page in block_rules.RECORDED})
        for rule, name in rules.items():
            if rule not in self.used:
                yield f"block_rules.py: error: nothing needs the rule '{name}'"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--scratch", required=True)
    parser.add_argument("--page", action="append", help="only this page")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for a command")
    parser.add_argument("--keep", action="store_true", help="keep the scratch folder")
    args = parser.parse_args()

    pages = args.page or sorted(
        os.path.relpath(path, args.source)
        for pattern in PAGES
        for path in glob.glob(os.path.join(args.source, pattern), recursive=True)
    )
    pages = [page for page in pages if not page.startswith(GENERATED)]
    checker = Checker(
        args.source,
        args.build,
        args.scratch,
        () if args.page else block_rules.ELSEWHERE,
        args.timeout,
    )
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = sum(pool.map(lambda page: list(checker.check(page)), pages), [])
    if not args.page:
        errors += checker.unused_rules()
    if not errors and not args.keep:
        # Its links to the build folder lead around in circles.
        shutil.rmtree(args.scratch, ignore_errors=True)
    print("\n".join(errors + [f"{len(pages)} pages checked"]))
    return 1 if errors or not pages else 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs programs through dtyp-run, and says how they failed."""

import dataclasses
import pathlib
import re
import shlex
import subprocess

from .compare import find_difference, load_bits, to_bits
from .interpreter import Interpreter
from .printer import launch_arguments, print_module


@dataclasses.dataclass(frozen=True)
class Failure:
    """`kind` is reduced to: the reduced program fails in the same way."""

    kind: str
    message: str


class Runner:
    """Runs single programs. `options` are further ones of dtyp-run's."""

    def __init__(self, tool, folder, device="cpu", renamed=None, options=(), timeout=60):
        self.tool = tool
        self.folder = pathlib.Path(folder)
        self.device = device
        self.renamed = renamed
        self.options = list(options)
        self.timeout = timeout
        # What came of a file: a reducer asks for the same one again and again.
        self.known = {}

    def text(self, program):
        header = (
            f"// Made by tools/fuzz/fuzz.py from seed {program.seed}.\n"
            f"// RUN: {self.header(program)}\n\n"
        )
        return header + print_module([program], renamed=self.renamed)

    def header(self, program):
        """The command that runs the file `%s`."""
        return shlex.join(["dtyp-run", "%s", *self.arguments(program, "out")])

    def arguments(self, program, stem):
        return [
            f"--device={self.device}",
            "--grid", ",".join(map(str, program.grid)),
            "--block", ",".join(map(str, program.block)),
            *self.options,
            *launch_arguments(program, lambda number: f"{stem}.{number}.npy"),
        ]  # fmt: skip

    def run(self, program, name):
        """Returns a failure, or None. Raises Undefined for a bad program."""
        expected = Interpreter(program).run()
        text = self.text(program)
        if text not in self.known:
            path = self.folder / f"{name}.mlir"
            path.write_text(text)
            self.known[text] = self.run_file(path, program, expected)
        return self.known[text]

    def run_file(self, path, program, expected):
        stem = path.with_suffix("")
        command = [self.tool, str(path), *self.arguments(program, str(stem))]
        return self._run(command) or self.compare(program, expected, stem.name)

    def _run(self, command):
        """Returns the failure of a command, or None."""
        try:
            result = subprocess.run(command, capture_output=True, text=True, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            return Failure("timeout", f"no end after {self.timeout} s")
        if result.returncode != 0 or result.stderr:
            return _describe_error(result)
        return None

    def compare(self, program, expected, name):
        names = [a.name for a in program.arguments if a.kind == "output"]
        for number, (values, dtype) in enumerate(zip(expected, names)):
            actual = load_bits(self.folder / f"{name}.{number}.npy", dtype, values.shape)
            difference = find_difference(actual, to_bits(values, dtype), dtype)
            if difference:
                return Failure("mismatch", f"output {number} ({dtype or 'record'}): {difference}")
        return None


class CompileRunner(Runner):
    """Compiles programs for a chip with dtyp-compile, and runs nothing."""

    def __init__(self, dtyp_compile, folder, chip):
        super().__init__(dtyp_compile, folder)
        self.chip = chip

    def header(self, program):
        return f"dtyp-compile %s --chip={self.chip} -o out.ptx"

    def run_file(self, path, program, expected):
        output = path.with_suffix(".ptx")
        return self._run([self.tool, str(path), f"--chip={self.chip}", "-o", str(output)])


def _describe_error(result):
    if result.returncode < 0:
        return Failure(f"signal {-result.returncode}", result.stderr.strip()[:2000])
    fatal = re.search("LLVM ERROR: .*", result.stderr)
    if fatal:
        return Failure(fatal[0], result.stderr.strip()[:2000])
    lines = [line for line in result.stderr.splitlines() if "error:" in line]
    message = lines[0].split("error:", 1)[1].strip() if lines else result.stderr.strip()[:200]
    # Names and numbers change while a program is reduced.
    kind = re.sub(r"'[^']*'|%?\w*\d\w*", "*", message)
    return Failure(f"error: {kind}", result.stderr.strip()[:2000])

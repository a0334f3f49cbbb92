"""What the compiler says: diagnostics, the exception that carries them, and warnings."""

from __future__ import annotations

import warnings
from dataclasses import dataclass


@dataclass(frozen=True)
class Location:
    """A place in a source.

    Attributes:
        file: The name of the file, or what stands for it.
        line: The number of the line, from 1.
        column: The number of the column, in bytes, from 1.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Diagnostic:
    """What MLIR says of a module.

    Attributes:
        severity: `error`, `warning`, `note` or `remark`.
        message: The text, in lower case and without a full stop.
        location: The place, if one is known.
        notes: More at other places.
    """

    severity: str
    message: str
    location: Location | None = None
    notes: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        lines = [f"{place}{self.severity}: {self.message}"]
        lines += [str(note) for note in self.notes]
        return "\n".join(lines)


class Error(Exception):
    """A module, a dtype or a launch that is refused.

    Attributes:
        diagnostics: All that the compiler said of it, errors and others, each with
            its location in the source.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        errors = [str(d) for d in self.diagnostics if d.severity == "error"]
        return "\n".join(errors) or "the compiler failed without a diagnostic"


class DiagnosticWarning(UserWarning):
    """A warning of the compiler; its argument is the text of the diagnostic."""


def warn(diagnostic: Diagnostic) -> None:
    """Issues Python's warning for a diagnostic."""
    warnings.warn(str(diagnostic), DiagnosticWarning, stacklevel=3)

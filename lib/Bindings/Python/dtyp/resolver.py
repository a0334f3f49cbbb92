"""Arrays for compilers that have another MLIR in their process.

Two MLIRs of different versions cannot be loaded into one process safely, so the
resolver is a process of its own, `python -m dtyp.resolver`, that loads dtyp's native
library; `Resolver` starts it and talks to it over pipes, a line of JSON in each
direction. It makes a module with one array of dtyp's, resolves it, and returns the
text: `memref.alloca`, or `memref.global` and `memref.get_global`, with the alignment
that dtyp computes. Of these, every version of MLIR has the same text.

Without its server half, this module needs Python alone.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from dataclasses import asdict, dataclass
from typing import IO, Any, Literal

import dtyp

PIPELINE = (
    "builtin.module("
    "canonicalize,"
    "cudax-resolve-arrays,"
    "gpu.module(cudax-resolve-shared-arrays),"
    "dtyp-erase-providers,"
    "dtyp-records-to-bytes,"
    "cudax-strip-private-space)"
)
"""What is run on the module with the array."""


class ResolverError(ValueError):
    """An array that dtyp refuses; the message is the compiler's."""


@dataclass(frozen=True)
class ArrayRequest:
    """An array of constant shape."""

    space: Literal["local", "shared"]
    """Whose memory it is in: a thread's or a block's."""
    dtype: str
    """The dtype of an element, in NumPy's spelling, as `dtypDTypeParse` reads it."""
    shape: tuple[int, ...]
    """The extents, in elements; those of a sub-array dtype follow them."""
    alignment: int | None = None
    """The alignment that is asked for, in bytes."""
    class_name: str | None = None
    """The class of the object that provides the dtype; None for the dtype itself."""


class Resolver:
    """The resolver's process, started when it is first needed, or by `start`.

    Threads share it; a process that was forked gets one of its own.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._owner = 0
        atexit.register(self.close)

    def start(self) -> None:
        """Starts the process without waiting until it is ready."""
        with self._lock:
            self._running()

    def resolve(self, request: ArrayRequest) -> str:
        """Returns the text of a module with the resolved array.

        Raises:
            ResolverError: dtyp refuses the array.
            RuntimeError: The process cannot be started, or ended.
        """
        line = json.dumps(asdict(request))
        with self._lock:
            process = self._running()
            assert process.stdin and process.stdout
            try:
                process.stdin.write(line + "\n")
                process.stdin.flush()
                answer = process.stdout.readline()
            except OSError:
                answer = ""
            if not answer:
                self._process = None
                raise RuntimeError(
                    f"dtyp's resolver ended with exit code {_end(process)}; it is the "
                    f"command {' '.join(_command())}"
                )
        reply = json.loads(answer)
        if "error" in reply:
            raise ResolverError(reply["error"])
        return reply["module"]

    def close(self) -> None:
        """Ends the process; another request starts one."""
        with self._lock:
            process, self._process = self._process, None
            if process and self._owner == os.getpid():
                _end(process)

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._owner != os.getpid():
            self._process = subprocess.Popen(
                _command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                env=_environment(),
            )
            self._owner = os.getpid()
        return self._process


def _end(process: subprocess.Popen[str]) -> int:
    """Closes the pipes of a process, at which it ends, and returns its exit code."""
    assert process.stdin and process.stdout
    with contextlib.suppress(OSError):
        process.stdin.close()
    process.stdout.close()
    return process.wait()


def _command() -> list[str]:
    return [sys.executable, "-m", "dtyp.resolver"]


def _environment() -> dict[str, str]:
    """The environment in which the process finds this package, and no other."""
    # Not resolved: in the build folder, the sources are links.
    package = os.path.dirname(os.path.abspath(dtyp.__file__))
    paths = [os.path.dirname(package), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


# --- The process.

_SPACES = {
    "local": ("cudax.local_alloca", "#gpu.address_space<private>"),
    "shared": ("cudax.shared_alloca", "#gpu.address_space<workgroup>"),
}


def _quote(text: str) -> str:
    """A string as MLIR writes it."""
    plain = (
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}"
        for byte in text.encode()
    )
    return '"' + "".join(plain) + '"'


def make_module(request: ArrayRequest, context: Any) -> str:
    """Returns the text of a module with the array, which a call keeps alive."""
    from dtyp._dtyp import Type

    dtype = Type.named(request.dtype, context)
    if request.class_name is None:
        operand, made = f"!dtyp.dtype<{dtype}>", f"dtyp.constant {dtype}"
    else:
        operand = f"!dtyp.provider<{_quote(request.class_name)}, {dtype}>"
        made = f"dtyp.make_provider() : () -> {operand}"
    op, space = _SPACES[request.space]
    extents = [*request.shape, *dtype.shape]
    # Extents that make no memref are refused by the op, with its message.
    extents = "".join(f"{max(extent, 0)}x" for extent in extents)
    array = f"memref<{extents}{dtype.storage_type}, {space}>"
    shape = ", ".join(str(extent) for extent in request.shape)
    attributes = ""
    if request.alignment is not None:
        attributes = f" {{alignment = {request.alignment} : i64}}"
    return f"""
gpu.module @arrays {{
  func.func private @use({array})
  func.func @array() {{
    %object = {made}
    %array = {op}(%object) [{shape}]{attributes} : {operand} -> {array}
    func.call @use(%array) : ({array}) -> ()
    return
  }}
}}
"""


def _answer(line: str, context: Any) -> dict[str, str]:
    from dtyp import Error, Module

    fields = json.loads(line)
    fields["shape"] = tuple(fields["shape"])
    request = ArrayRequest(**fields)
    try:
        module = Module.parse(make_module(request, context), context=context)
        module.run(PIPELINE)
    except Error as error:
        messages = [d.message for d in error.diagnostics if d.severity == "error"]
        return {"error": "; ".join(messages) or str(error)}
    return {"module": str(module)}


def serve(requests: IO[str], replies: IO[str]) -> None:
    """Answers each line of `requests` with a line, until they end."""
    from dtyp import Context

    context = Context()
    for line in requests:
        replies.write(json.dumps(_answer(line, context)) + "\n")
        replies.flush()


def main() -> None:
    # What else is written to the standard output must not come between replies.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as replies:
        os.dup2(2, 1)
        serve(sys.stdin, replies)


if __name__ == "__main__":
    main()

"""From a module to GPU code: PTX, cubins, fatbins and LLVM bitcode in memory."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import Literal

from dtyp._dtyp import (
    Assembler,
    CompiledObject,
    CompileOptions,
    Compiler,
    Context,
    FloatingPointFlag,
    Module,
    OutputKind,
)

Format = Literal["ptx", "cubin", "fatbin", "bitcode"]
"""What a module is compiled to."""

_KINDS = {
    "bitcode": OutputKind.BITCODE,
    "ptx": OutputKind.PTX,
    "cubin": OutputKind.CUBIN,
    "fatbin": OutputKind.FATBIN,
}
_ASSEMBLERS = {
    "auto": Assembler.AUTO,
    "ptxas": Assembler.PTXAS,
    "nvptxcompiler": Assembler.NVPTXCOMPILER,
    "nvjitlink": Assembler.NVJITLINK,
}

# Each thread has compilers of its own for sources, so that threads compile at
# the same time: those of the options that it used last.
_MAX_COMPILERS = 8
_local = threading.local()
# Those of the parent have threads that a child has not.
os.register_at_fork(after_in_child=lambda: _local.__dict__.clear())


def _one_of(what: str, value: str, choices: dict) -> object:
    if value not in choices:
        expected = ", ".join(choices)
        raise ValueError(f"expected {what} of {expected}, but got {value!r}")
    return choices[value]


def check_opt_level(opt_level: int) -> int:
    """Returns an optimization level; a `ValueError` if it is none."""
    if opt_level not in (0, 1, 2, 3):
        raise ValueError(f"expected an optimization level from 0 to 3, but got {opt_level!r}")
    return int(opt_level)


def _make_options(
    chips: tuple[str, ...],
    opt_level: int,
    fmad: bool,
    fast_math: bool,
    link: tuple[str, ...],
    line_info: bool,
    assembler: str,
    toolkit: str,
    cache_dir: str,
) -> CompileOptions:
    options = CompileOptions()
    for chip in chips:
        options.add_chip(chip)
    options.set_opt_level(opt_level)
    options.set_floating_point(FloatingPointFlag.FMAD, fmad)
    if fast_math:
        options.set_floating_point(FloatingPointFlag.FTZ, True)
        options.set_floating_point(FloatingPointFlag.PREC_DIV, False)
        options.set_floating_point(FloatingPointFlag.PREC_SQRT, False)
        options.set_floating_point(FloatingPointFlag.FAST, True)
    for path in link:
        options.add_link_file(path)
    options.set_line_info(line_info)
    options.set_assembler(_one_of("an assembler", assembler, _ASSEMBLERS))
    options.set_toolkit(toolkit)
    options.set_cache(cache_dir)
    return options


def _compiler_of_sources(key: tuple) -> Compiler:
    compilers = _local.__dict__.setdefault("compilers", {})
    compiler = compilers.pop(key, None) or Compiler(Context(), _make_options(*key))
    compilers[key] = compiler
    if len(compilers) > _MAX_COMPILERS:
        del compilers[next(iter(compilers))]
    return compiler


def compile_all(
    module: Module | str | bytes,
    *,
    chip: str | Sequence[str] = (),
    format: Format = "cubin",
    opt_level: int = 3,
    fmad: bool = True,
    fast_math: bool = False,
    link: Sequence[str | os.PathLike[str]] = (),
    line_info: bool = False,
    assembler: str = "auto",
    toolkit: str | os.PathLike[str] = "",
    cache_dir: str | os.PathLike[str] = "",
) -> list[CompiledObject]:
    """Compiles each gpu.module of a module for each chip.

    Args:
        module: A module, which stays as it is, or its text or bytecode.
        chip: The chips to compile for, such as `sm_90`. Without one, those that
            the module names, else `sm_75`.
        format: `ptx`, `cubin`, `fatbin` (all chips together) or `bitcode`.
        opt_level: LLVM's and the assembler's optimization level, 0 to 3.
        fmad: Whether a product and a sum may become one operation, as nvcc's
            option; true there, too.
        fast_math: As nvcc's `-use_fast_math`.
        link: Files with functions that kernels call: LLVM bitcode or LTO-IR.
        line_info: Whether the code says which source line it is from.
        assembler: What makes cubins: `auto`, `nvjitlink`, `ptxas` or
            `nvptxcompiler`.
        toolkit: The folder of the CUDA Toolkit; looked for if empty.
        cache_dir: The folder of the cache on disk; none if empty.

    Returns:
        An object for each gpu.module and chip, with its code and its kernels.

    Raises:
        Error: The module is refused; the diagnostics say where and why.
        ValueError: An option is none of its values.
    """
    kind = _one_of("a format", format, _KINDS)
    check_opt_level(opt_level)
    chips = (chip,) if isinstance(chip, str) or not isinstance(chip, Sequence) else chip
    for name in chips:
        if not isinstance(name, str):
            raise TypeError(f"expected the name of a chip, such as 'sm_90', but got {name!r}")
    key = (
        tuple(chips),
        opt_level,
        fmad,
        fast_math,
        tuple(os.fspath(path) for path in link),
        line_info,
        assembler,
        os.fspath(toolkit),
        os.fspath(cache_dir),
    )
    if isinstance(module, Module):
        return Compiler(module.context, _make_options(*key)).compile(module, kind)
    return _compiler_of_sources(key).compile_source(module, kind)


def compile(module: Module | str | bytes, **options) -> bytes:
    """Compiles a module with one gpu.module for one chip, and returns the code.

    The options are those of `compile_all`. A module that makes more than one
    object is a `ValueError`.

    >>> code = compile(
    ...     "gpu.module @m { gpu.func @k() kernel { gpu.return } }",
    ...     chip="sm_90",
    ...     format="ptx",
    ... )
    >>> b".visible .entry k()" in code
    True
    """
    objects = compile_all(module, **options)
    if len(objects) != 1:
        found = ", ".join(f"{o.gpu_module} for {o.chip}" for o in objects)
        raise ValueError(
            "expected one gpu.module and one chip, but got "
            f"{found or 'none'}; use compile_all"
        )
    return objects[0].contents

"""Kernels: compiled for a GPU or for the CPU, and launched on arrays."""

from __future__ import annotations

import inspect
import operator
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dtyp._dtyp import CompiledKernel, CompiledObject, Context, Emulator, Module
from dtyp.arguments import Arguments, Packed
from dtyp.compiler import check_opt_level, compile_all
from dtyp.diagnostics import Diagnostic, Error

Device = Literal["auto", "gpu", "cpu"]
"""What a kernel runs on."""
Sizes = int | Sequence[int]
"""Sizes along x, y and z; those that are left out are 1."""


@dataclass(frozen=True)
class LaunchSizes:
    """The sizes of a launch, each along x, y and z."""

    grid: tuple[int, int, int]
    """Blocks in the grid."""
    block: tuple[int, int, int]
    """Threads in a block."""
    cluster: tuple[int, int, int]
    """Blocks in a cluster."""
    shared_bytes: int
    """Bytes of dynamic shared memory of a block."""


class Kernel:
    """A kernel that can be launched, on a GPU or on the CPU by the same call.

    >>> import numpy as np
    >>> double = Kernel('''
    ... gpu.module @kernels {
    ...   gpu.func @double(%a: memref<?xf32>) kernel {
    ...     %i = gpu.global_id x
    ...     %x = memref.load %a[%i] : memref<?xf32>
    ...     %y = arith.addf %x, %x : f32
    ...     memref.store %y, %a[%i] : memref<?xf32>
    ...     gpu.return
    ...   }
    ... }''')
    >>> a = np.arange(4, dtype=np.float32)
    >>> double[1, 4](a)
    >>> a
    array([0., 2., 4., 6.], dtype=float32)

    `kernel[grid, block](*arguments)` launches it: `grid` blocks of `block` threads, each
    a number or up to three. `kernel[grid, block, stream, shared_bytes]` is numba's
    convention; `configure` has names for all.

    The arguments are those that the kernel's author wrote:

    * for a memref an array of NumPy, of another package by DLPack, or on the GPU, by
      `__cuda_array_interface__` or DLPack. Its dtype, rank, static extents and strides
      have to be those of the memref, and it must not be read-only. A memref without a
      layout takes arrays in C order. Elements of type `i8` are those of int8, uint8
      and bool alike, as the IR does not tell them apart;
    * for a number one of Python or NumPy, converted as NumPy does: an integer has to
      fit, and a float is no integer;
    * for an object that provides a dtype, any that provides that one: it is read at
      each launch. Its run-time fields are attributes of the object.

    On the CPU, the kernel runs on the emulator (docs/emulator.md), in place, and the
    call returns when it has ended; what it does wrong is a `dtyp.Error`. On a GPU it
    runs by NVIDIA's `cuda.core`, on the current device. Arrays that are on that device
    are passed as they are, and the call does not wait. Arrays of the host are copied
    there and back, and the call waits for that.

    Threads can launch a kernel at the same time; those on the emulator take turns.
    """

    def __init__(
        self,
        module: Module | str | bytes,
        name: str | None = None,
        *,
        device: Device = "auto",
        chip: str | None = None,
        sanitize: bool = False,
        **options: Any,
    ) -> None:
        """Compiles a kernel.

        Args:
            module: A module, which stays as it is, or its text or bytecode.
            name: `NAME`, or `MODULE::NAME` with the name of the gpu.module. A module
                with one kernel needs none.
            device: `gpu`, `cpu`, or `auto`: a GPU if `cuda.core` is installed and finds
                one, else the CPU. The attribute `device` says which it is.
            chip: The chip to compile for; that of the device if None.
            sanitize: Whether the emulator checks each access to an array, and finds
                races; a kernel that is sanitized runs on the CPU.
            **options: Those of `compile_all`. The CPU knows `opt_level` alone, and
                refuses `link`; the others change nothing there.

        Raises:
            Error: The module is refused, or has no such kernel.
            TypeError: An argument of the kernel has a type that no value has, or there
                is no such option.
            ValueError: An option is none of its values, or there are several kernels
                and no name.
            RuntimeError: `device` is `gpu`, and there is none; the message says why.
        """
        _check_options(options)
        if name is not None and not isinstance(name, str):
            raise TypeError(f"expected the name of a kernel, but got {name!r}")
        self._implementation: _CpuKernel | Any
        if _choose_device(device, sanitize) == "gpu":
            from dtyp._cuda import GpuKernel

            self._implementation = GpuKernel(module, name, chip, options)
        else:
            self._implementation = _CpuKernel(module, name, sanitize, options)
        made = self._implementation
        self._arguments = Arguments(made.context, made.name, made.kernel.arguments)
        self._dynamic_shared_bytes = made.kernel.dynamic_shared_bytes

    @property
    def name(self) -> str:
        """`MODULE::NAME`, with the name of the gpu.module."""
        return self._implementation.name

    @property
    def device(self) -> Literal["gpu", "cpu"]:
        """What the kernel runs on."""
        return self._implementation.device

    @property
    def chip(self) -> str | None:
        """The chip that the kernel was compiled for, such as `sm_90`; None on the CPU."""
        return self._implementation.chip

    @property
    def argument_types(self) -> tuple[str, ...]:
        """The types of the arguments in the IR, such as `memref<?xf32>`."""
        return self._arguments.types

    @property
    def dynamic_shared_bytes(self) -> int | None:
        """The bytes of the arrays in dynamic shared memory that a block needs.

        None if there are none, or if their size is not constant.
        """
        return self._dynamic_shared_bytes

    def __repr__(self) -> str:
        return f"<dtyp.Kernel {self.name} on the {self.device}>"

    def __getitem__(self, sizes: tuple) -> Launch:
        """Returns what launches the kernel with these sizes.

        `kernel[grid, block]`, and behind them optionally the stream and the bytes of
        dynamic shared memory, are as for `configure`.
        """
        if not isinstance(sizes, tuple) or not 2 <= len(sizes) <= 4:
            raise TypeError(
                "expected kernel[grid, block], kernel[grid, block, stream] or "
                f"kernel[grid, block, stream, shared_bytes], but got kernel[{sizes!r}]"
            )
        grid, block, *rest = sizes
        stream, shared_bytes = (*rest, None, None)[:2]
        return self.configure(grid, block, stream=stream, shared_bytes=shared_bytes)

    def configure(
        self,
        grid: Sizes,
        block: Sizes,
        *,
        stream: Any = None,
        shared_bytes: int | None = None,
        cluster: Sizes = 1,
    ) -> Launch:
        """Returns what launches the kernel with these sizes, and can do so often.

        Args:
            grid: How many blocks there are, as one number or up to three.
            block: How many threads a block has, likewise.
            stream: On a GPU, a stream of `cuda.core` or an object with
                `__cuda_stream__`; None or 0 is the default stream. The CPU has none.
            shared_bytes: The bytes of dynamic shared memory of a block. None or 0 is
                what the kernel needs.
            cluster: How many blocks a cluster has; the grid consists of whole ones.

        Raises:
            TypeError: Sizes are no integers.
            ValueError: Sizes are not positive, the grid does not consist of whole
                clusters, or the shared memory is less than the kernel needs.
        """
        needed = self._dynamic_shared_bytes or 0
        try:
            shared_bytes = operator.index(shared_bytes or needed)
        except TypeError:
            raise TypeError(
                f"expected an integer of bytes of shared memory, but got {shared_bytes!r}"
            ) from None
        if shared_bytes < needed:
            raise ValueError(
                f"expected at least {needed} bytes of dynamic shared memory for "
                f"'{self.name}', but got {shared_bytes}"
            )
        if shared_bytes > _MAX_SIZE:
            raise ValueError(
                f"expected at most {_MAX_SIZE} bytes of shared memory, but got {shared_bytes}"
            )
        sizes = LaunchSizes(
            _dim3("grid", grid),
            _dim3("block", block),
            _dim3("cluster", cluster),
            shared_bytes,
        )
        for blocks, together in zip(sizes.grid, sizes.cluster):
            if blocks % together != 0:
                raise ValueError(
                    f"expected a grid of whole clusters of {sizes.cluster} blocks, but got "
                    f"{sizes.grid}"
                )
        return Launch(self, sizes, stream)

    def __call__(self, *arguments: Any) -> None:
        """Is refused: a launch has sizes."""
        raise TypeError(f"expected '{self.name}'[grid, block](...), but got no sizes")


class Launch:
    """A kernel with the sizes of its launches; calling it launches the kernel."""

    __slots__ = ("_kernel", "sizes", "stream")

    def __init__(self, kernel: Kernel, sizes: LaunchSizes, stream: Any) -> None:
        self._kernel = kernel
        self.sizes = sizes
        self.stream = stream

    def __call__(self, *arguments: Any) -> None:
        """Launches the kernel.

        Raises:
            TypeError: There are more or fewer arguments than the kernel has, or one is
                of another kind or dtype.
            ValueError: An array has another shape, strides or alignment, or is
                read-only; or a number does not fit.
            Error: On the CPU: the kernel did something wrong, or the sizes are more
                than a GPU takes. The diagnostics say where.
            KeyboardInterrupt: On the CPU: Ctrl-C has ended the launch.
        """
        kernel = self._kernel
        packed = kernel._arguments.pack(arguments)
        kernel._implementation.launch(self.sizes, self.stream, packed)


# --- On the CPU.


class _CpuKernel:
    """A kernel on the emulator."""

    device = "cpu"
    chip = None

    def __init__(
        self,
        module: Module | str | bytes,
        name: str | None,
        sanitize: bool,
        options: dict[str, Any],
    ) -> None:
        if options.get("link"):
            raise ValueError("expected a kernel without files to link on the CPU")
        if not isinstance(module, Module):
            module = Module.parse(module)
        opt_level = check_opt_level(options.get("opt_level", 3))
        self._emulator = Emulator(module, name or "", opt_level, bool(sanitize))
        self.context: Context = module.context
        kernels = self._emulator.kernels
        self._position = _find([kernel.name for kernel in kernels], name)
        self.kernel = kernels[self._position]
        self.name = self.kernel.name

    def launch(self, sizes: LaunchSizes, stream: Any, packed: list[Packed]) -> None:
        parameters: list[int | bytes] = []
        arrays = []
        for item in packed:
            if isinstance(item, bytes):
                parameters.append(item)
                continue
            if item.on_gpu:
                raise TypeError(
                    "expected arrays of the CPU, where the kernel runs, but got one on a "
                    "GPU; copy it to NumPy, or make the kernel with device='gpu'"
                )
            parameters += item.parameters(item.address)
            low, high = item.extent
            arrays.append((low, high - low))
        self._emulator.launch(
            self._position,
            sizes.grid,
            sizes.block,
            sizes.cluster,
            sizes.shared_bytes,
            parameters,
            arrays,
            threading.current_thread() is threading.main_thread(),
        )


# --- Names.


def find_in_objects(
    objects: Sequence[CompiledObject], name: str | None
) -> tuple[CompiledObject, CompiledKernel]:
    """Returns the kernel of that name in GPU code, or the only one, and its code."""
    kernels = [(code, kernel) for code in objects for kernel in code.kernels]
    names = [f"{code.gpu_module}::{kernel.name}" for code, kernel in kernels]
    return kernels[_find(names, name)]


def _find(names: Sequence[str], name: str | None) -> int:
    """Returns the position of a name, or of the only one if it is None."""
    found = [i for i, full in enumerate(names) if name in (None, full, full.split("::")[-1])]
    if len(found) == 1:
        return found[0]
    known = ", ".join(names) or "none"
    if not found:
        message = f"there is no kernel '{name}'; there is: {known}"
        raise Error((Diagnostic("error", message),))
    raise ValueError(f"expected the name of one of several kernels: {known}")


# --- Options.


def _check_options(options: dict[str, Any]) -> None:
    known = set(inspect.signature(compile_all).parameters) - {"module", "chip"}
    unknown = [name for name in options if name not in known]
    if unknown:
        raise TypeError(
            f"expected options of {', '.join(sorted(known))}, but got {', '.join(unknown)}"
        )


def _choose_device(device: Device, sanitize: bool) -> Literal["gpu", "cpu"]:
    if device not in ("auto", "gpu", "cpu"):
        raise ValueError(f"expected a device of auto, gpu, cpu, but got {device!r}")
    if sanitize and device == "gpu":
        raise ValueError("expected device='cpu' with sanitize=True: a GPU checks nothing")
    if device == "cpu" or sanitize:
        return "cpu"
    from dtyp import _cuda

    problem = _cuda.find_problem()
    if problem is None:
        return "gpu"
    if device == "gpu":
        raise RuntimeError(f"expected a GPU, but {problem}")
    return "cpu"


# Those of a launch have 32 bits; a GPU takes fewer, which the launch checks.
_MAX_SIZE = 2**31 - 1


def _dim3(what: str, sizes: Sizes) -> tuple[int, int, int]:
    given = sizes if isinstance(sizes, Sequence) else (sizes,)
    try:
        numbers = tuple(size.__index__() for size in given)
    except AttributeError:
        raise TypeError(
            f"expected a {what} of one to three integers, but got {sizes!r}"
        ) from None
    if not 1 <= len(numbers) <= 3:
        raise ValueError(f"expected a {what} of one to three integers, but got {sizes!r}")
    if min(numbers) < 1:
        raise ValueError(f"expected a {what} of at least 1 along each axis, but got {sizes!r}")
    if max(numbers) > _MAX_SIZE:
        raise ValueError(
            f"expected a {what} of at most {_MAX_SIZE} along each axis, but got {sizes!r}"
        )
    return (*numbers, 1, 1)[:3]

"""Modules of kernels, and kernels, as they are built."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from dtyp._dtyp import Context, Module, Value
from dtyp.builder.arrays import Array, Element
from dtyp.builder.control import Branch, Range, Region, While
from dtyp.builder.functions import Functions, as_condition
from dtyp.builder.recorder import Place, Recorder
from dtyp.builder.scalar import Scalar, as_index, as_scalar
from dtyp.builder.types import in_native_order, innermost, memref_type, number_of
from dtyp.builder.values import Dim3, ProviderValue, Variable
from dtyp.dtypes import DType, Provider, dtype as to_dtype
from dtyp.protocol import DTypeError


@dataclass(frozen=True)
class ArrayArgument:
    """What kind of array a kernel takes; `array` makes it."""

    dtype: Any
    """The dtype of the elements, or what provides one."""
    shape: tuple[int | None, ...]
    """The extents, in elements; None for one that the launch says."""


def array(
    dtype: Any, ndim: int = 1, *, shape: int | tuple[int | None, ...] | None = None
) -> ArrayArgument:
    """Returns the kind of an argument that is an array.

    Args:
        dtype: The dtype of the elements, or what provides one.
        ndim: The number of dimensions; all extents are those of the launch.
        shape: The extents instead, in elements, None for one of the launch.

    >>> array("float32", 2)
    ArrayArgument(dtype='float32', shape=(None, None))
    """
    if shape is None:
        if not _is_integer(ndim):
            raise TypeError(f"expected an integer of dimensions, but got {ndim!r}")
        if ndim < 0:
            raise ValueError(f"expected at least 0 dimensions, but got {ndim}")
        shape = (None,) * int(ndim)
    if isinstance(shape, int):
        shape = (shape,)
    for extent in shape:
        if extent is None:
            continue
        if not _is_integer(extent):
            raise TypeError(f"expected integers or None as extents, but got {extent!r}")
        if not 0 <= extent < 2**63:
            raise ValueError(f"expected extents of at least 0 of 64 bits, but got {extent}")
    return ArrayArgument(dtype, tuple(shape))


def _is_integer(obj: Any) -> bool:
    return isinstance(obj, int | np.integer) and not isinstance(obj, bool)


class ModuleBuilder:
    """Builds a module with one `gpu.module`, kernel by kernel.

    >>> builder = ModuleBuilder()
    >>> with builder.kernel("double", x=array("float32")) as k:
    ...     i = k.global_id.x
    ...     k.x[i] = k.x[i] * 2
    >>> module = builder.module()

    Each op has the place in the Python source of the call that it is of, which errors
    and the line information of the code name. A builder and its values are for the
    thread that made them.

    Args:
        context: Where the types live; a new context if None.
        name: The name of the gpu.module.
    """

    def __init__(self, *, context: Context | None = None, name: str = "kernels") -> None:
        self._recorder = Recorder(context or Context())
        self._kernel: KernelBuilder | None = None
        r = self._recorder
        attributes = {"sym_name": _symbol("a module", name)}
        place = r.find_place()
        self._op = r.native.open("gpu.module", [], attributes, 1, place)
        r.native.enter(self._op, 0, [], place)

    @property
    def context(self) -> Context:
        """The context of the module."""
        return self._recorder.context

    def kernel(self, name: str, /, **arguments: Any) -> KernelBuilder:
        """Begins a kernel, whose body is what is built inside of `with`.

        Args:
            name: The name by which it is launched; an identifier.
            arguments: For each argument what it is: an `array(...)`; the type of an
                object that provides a dtype; a dtype, for a number.

        Raises:
            ValueError: The kernel before is not finished, or the name is none.
        """
        self._check()
        if not self._recorder.native.is_innermost(self._op, 0):
            raise ValueError("the module has been verified: it takes no further kernel")
        return KernelBuilder(self, name, arguments)

    def module(self) -> Module:
        """Verifies the module and returns it; nothing can be built behind that.

        Raises:
            Error: A kernel is refused; the places are those in the Python source.
            ValueError: A kernel is not finished.
        """
        self._check()
        native = self._recorder.native
        if native.is_innermost(self._op, 0):
            native.leave(self._op, 0)
        return native.take()

    def _check(self) -> None:
        if self._kernel:
            raise ValueError(f"kernel '{self._kernel.name}' is not finished")


def _symbol(what: str, name: str) -> str:
    if not (isinstance(name, str) and name.isidentifier() and name.isascii()):
        raise ValueError(f"expected an identifier as the name of {what}, but got {name!r}")
    return f'"{name}"'


class KernelBuilder(Functions):
    """A kernel that is built: its arguments, arrays, loops and branches.

    Arguments are attributes, `k.out`; those that are named as a method are found in
    `k.arguments` only.
    """

    def __init__(self, builder: ModuleBuilder, name: str, arguments: dict[str, Any]) -> None:
        self._builder = builder
        self._recorder = builder._recorder
        self._symbol = _symbol("a kernel", name)
        self.name = name
        self._kinds = {key: _kind_of(kind) for key, kind in arguments.items()}
        self.arguments: dict[str, Array | ProviderValue | Scalar] = {}
        """The arguments by their names, in their order."""
        self._scopes: list[Region] = []
        self._body = Region(self._recorder, "gpu.return")

    def __getattr__(self, name: str) -> Any:
        arguments = self.__dict__.get("arguments", {})
        if name in arguments:
            return arguments[name]
        raise AttributeError(f"the kernel has no argument or method {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__.get("arguments", {}):
            raise AttributeError(
                f"the argument '{name}' cannot be assigned: write its elements, "
                f"'k.{name}[i] = ...'"
            )
        super().__setattr__(name, value)

    def __enter__(self) -> KernelBuilder:
        r = self._recorder
        if self._builder._kernel or self._body._op:
            raise ValueError(f"expected kernel '{self.name}' to begin once, behind others")
        types = [type for type, _ in self._kinds.values()]
        attributes = {
            "sym_name": self._symbol,
            "function_type": f"({', '.join(types)}) -> ()",
            "gpu.kernel": "unit",
        }
        r.is_in_kernel = True
        op = r.open("gpu.func", [], 1, attributes)
        values = self._body._enter(op, 0, [r.type(type) for type in types])
        self._builder._kernel = self
        for (key, (_, make)), value in zip(self._kinds.items(), values):
            self.arguments[key] = make(r, value)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            # The kernel stays unfinished, and so does the module.
            return
        for scope in reversed(self._scopes):
            scope._leave()
        self._body._leave()
        self._builder._kernel = None
        self._recorder.is_in_kernel = False

    def _check(self) -> None:
        if self._builder._kernel is not self:
            raise ValueError(f"kernel '{self.name}' is not being built")

    @contextmanager
    def at(self, file: str, line: int, column: int = 1) -> Iterator[None]:
        """Gives what is built inside of `with` a place of its own: the source of a
        front end, whose lines and columns count from 1.

        Raises:
            TypeError: The file is no text, or the line or column no integer.
            ValueError: The line or column is not above 0, or has more than 32 bits.
        """
        if not (isinstance(file, str) and _is_integer(line) and _is_integer(column)):
            raise TypeError(
                "expected the name of a file and two integers as a place, but got "
                f"{file!r}, {line!r}, {column!r}"
            )
        if not (0 < line < 2**32 and 0 < column < 2**32):
            raise ValueError(
                f"expected a line and a column from 1 of 32 bits, but got {line}, {column}"
            )
        outer = self._recorder.fixed_place
        # As in Python's own messages, what is no UTF-8 is escaped.
        name = file.encode(errors="backslashreplace").decode()
        place: Place = (name, int(line), int(column))
        self._recorder.fixed_place = place
        try:
            yield
        finally:
            self._recorder.fixed_place = outer

    # --- The place in the grid.

    def _dimensions(self, op: str) -> Dim3:
        self._check()
        return Dim3(self._recorder, op)

    @property
    def thread_id(self) -> Dim3:
        """The number of the thread in its block, from 0."""
        return self._dimensions("gpu.thread_id")

    @property
    def block_id(self) -> Dim3:
        """The number of the block in the grid, from 0."""
        return self._dimensions("gpu.block_id")

    @property
    def block_dim(self) -> Dim3:
        """The number of threads in a block."""
        return self._dimensions("gpu.block_dim")

    @property
    def grid_dim(self) -> Dim3:
        """The number of blocks in the grid."""
        return self._dimensions("gpu.grid_dim")

    @property
    def global_id(self) -> Dim3:
        """The number of the thread in the grid: `block_id * block_dim + thread_id`."""
        return self._dimensions("gpu.global_id")

    def barrier(self) -> None:
        """Waits for all threads of the block; they see what it wrote to shared and
        global memory before."""
        self._check()
        self._recorder.do("gpu.barrier")

    # --- Values and arrays.

    def constant(self, value: Any, dtype: Any = None) -> Scalar:
        """Returns a number in a dtype; without one, in that which NumPy gives it."""
        self._check()
        r = self._recorder
        return as_scalar(r, value, None if dtype is None else self._dtype(dtype))

    def variable(self, value: Any, dtype: Any = None) -> Variable:
        """Makes a value that changes, of the dtype of its first value or of another."""
        scalar = self.constant(value, dtype)
        r = self._recorder
        _, value_of_dtype = self._dtype_value(scalar.dtype)
        memory = r.native.local_alloca(value_of_dtype, [], 0, r.place)
        variable = Variable(Element(Array(r, memory, scalar.dtype)))
        variable.value = scalar
        return variable

    def local_array(self, shape: Any, dtype: Any, *, alignment: int = 0) -> Array:
        """Makes an array of the thread, as `cudax.local_alloca`.

        Args:
            shape: An extent or several, in elements; integers, at least 1.
            dtype: The dtype of the elements, or what provides one: an argument of the
                kernel, or a Python object.
            alignment: In bytes, a power of two; 0 for the default one.

        Raises:
            Error: There is no such array; the message says why.
        """
        self._check()
        r = self._recorder
        type, value = self._dtype_value(dtype)
        memory = r.native.local_alloca(value, self._shape(shape), _alignment(alignment), r.place)
        return Array(r, memory, innermost(type))

    def shared_array(
        self, shape: Any, dtype: Any, *, alignment: int = 0, dynamic: bool = False
    ) -> Array:
        """Makes an array of the block, as `cudax.shared_alloca`.

        Args:
            shape: An extent or several, in elements; one that is a value of the kernel
                makes the array dynamic.
            dtype: As for `local_array`.
            alignment: In bytes, a power of two; 0 for the default one.
            dynamic: Whether it lies in the memory whose size the launch gives.

        Raises:
            Error: There is no such array; the message says why.
        """
        self._check()
        r = self._recorder
        type, value = self._dtype_value(dtype)
        memory = r.native.shared_alloca(
            value, self._shape(shape), _alignment(alignment), dynamic, r.place
        )
        return Array(r, memory, innermost(type))

    def const_array(self, contents: np.ndarray, *, alignment: int = 0) -> Array:
        """Makes an array of constants, as `cudax.const_array`; it cannot be written.

        Args:
            contents: An array of NumPy with at least one element, of any dtype that a
                GPU has.
            alignment: In bytes, a power of two; 0 for the default one.
        """
        self._check()
        r = self._recorder
        if isinstance(contents, np.ma.MaskedArray):
            raise TypeError("expected an array without a mask; pass its '.data'")
        contents = np.asarray(contents)
        dtype = to_dtype(contents.dtype)
        shape = "".join(f"{extent}x" for extent in contents.shape)
        stored = dtype.storage_type
        if stored.startswith("!"):
            # Of the bytes.
            shape, stored = f"{shape}{contents.itemsize}x", "i8"
        memory = r.native.const_array(
            self._dtype_value(dtype)[1],
            r.type(f"tensor<{shape}{stored}>"),
            contents.tobytes(),
            _alignment(alignment),
            r.place,
        )
        return Array(r, memory, dtype, is_constant=True)

    def _dtype(self, dtype: Any) -> DType:
        if isinstance(dtype, Array | Element | Scalar | Variable):
            # As NumPy refuses arrays and scalars.
            raise DTypeError(
                f"expected a dtype, but got {dtype!r} of the kernel; pass its '.dtype'"
            )
        return dtype.dtype if isinstance(dtype, ProviderValue) else to_dtype(dtype)

    def _dtype_value(self, dtype: Any) -> tuple[DType, Value]:
        """The dtype, and the value in the IR that stands for it."""
        r, known = self._recorder, self._dtype(dtype)
        if isinstance(dtype, ProviderValue):
            return known, r.native.dtype_of(dtype._value, r.place)
        return known, r.native.constant(r.type(known.mlir), r.place)

    def _shape(self, shape: Any) -> list[int | Value]:
        r, extents = self._recorder, shape if isinstance(shape, tuple | list) else [shape]
        return [int(e) if _is_integer(e) else as_index(r, e) for e in extents]

    # --- Loops and branches.

    def range(self, *bounds: Any) -> Range:
        """Begins a loop, as Python's `range(stop)` or `range(start, stop, step)`.

        Bounds are integers. A step that is a value of the kernel must be above 0.

            with k.range(10) as i:
                array[i] = i
        """
        self._check()
        return Range(self._recorder, bounds)

    def while_(self, condition: Callable[[], Any]) -> While:
        """Begins a loop that goes on while `condition()` is not 0.

            with k.while_(lambda: n.value > 1):
                n.value //= 2
        """
        self._check()
        return While(self._recorder, condition)

    def if_(self, condition: Any) -> Branch:
        """Begins what happens where a number is not 0.

            with k.if_(x < 0) as branch:
                out[i] = -x
            with branch.else_():
                out[i] = x
        """
        self._check()
        return Branch(self._recorder, condition)

    def return_if(self, condition: Any) -> None:
        """Ends the threads for which a number is not 0.

        Raises:
            ValueError: In a loop or a branch, which threads cannot leave.
        """
        self._check()
        r = self._recorder
        stays = ~as_condition(r, condition)
        inner = self._scopes[-1] if self._scopes else self._body
        if not r.native.is_innermost(inner._op, inner._region):
            raise ValueError("expected return_if() outside of loops and branches")
        branch = Branch(r, stays)
        branch.__enter__()
        self._scopes.append(branch)

    # --- Atomic updates.

    def _atomic(self, kinds: dict[str, str], array: Array, index: Any, value: Any) -> Scalar:
        self._check()
        element = Element(array)._step(index)
        number = number_of(element.dtype)
        if number is None or number.kind not in kinds:
            raise TypeError(f"there is no such atomic update of {element.dtype.name}")
        return element._update(kinds[number.kind], value)

    def atomic_add(self, array: Array, index: Any, value: Any) -> Scalar:
        """Adds to an element, or to a part of one, in one step of all threads.

        Args:
            array: The array, in shared or global memory.
            index: Indices and names, as of `array[index]`.
            value: What is added, cast to the dtype of the element.

        Returns:
            The value before.
        """
        return self._atomic({"i": "addi", "u": "addi", "f": "addf"}, array, index, value)

    def atomic_min(self, array: Array, index: Any, value: Any) -> Scalar:
        """Puts the smaller one into an element, as `atomic_add` adds."""
        return self._atomic({"i": "mins", "u": "minu", "f": "minimumf"}, array, index, value)

    def atomic_max(self, array: Array, index: Any, value: Any) -> Scalar:
        """Puts the larger one into an element, as `atomic_add` adds."""
        return self._atomic({"i": "maxs", "u": "maxu", "f": "maximumf"}, array, index, value)

    def atomic_and(self, array: Array, index: Any, value: Any) -> Scalar:
        """Puts `&` of both into an element, as `atomic_add` adds."""
        return self._atomic({"i": "andi", "u": "andi"}, array, index, value)

    def atomic_or(self, array: Array, index: Any, value: Any) -> Scalar:
        """Puts `|` of both into an element, as `atomic_add` adds."""
        return self._atomic({"i": "ori", "u": "ori"}, array, index, value)

    def atomic_exchange(self, array: Array, index: Any, value: Any) -> Scalar:
        """Puts a value into an element, as `atomic_add` adds."""
        return self._atomic({"i": "assign", "u": "assign", "f": "assign"}, array, index, value)


def _alignment(alignment: Any) -> int:
    if not _is_integer(alignment):
        raise TypeError(f"expected an integer as an alignment, but got {alignment!r}")
    if not -(2**63) <= alignment < 2**63:
        raise ValueError(f"expected an alignment of 64 bits, but got {alignment}")
    return int(alignment)


def _kind_of(kind: Any) -> tuple[str, Callable[[Recorder, Value], Any]]:
    """Returns the type of an argument in the IR, and what makes of its value what the
    kernel's author sees."""
    if isinstance(kind, ArrayArgument):
        dtype = to_dtype(kind.dtype)
        element = innermost(dtype)
        return memref_type(dtype, kind.shape), lambda r, value: Array(r, value, element)
    if isinstance(kind, Provider):
        return kind.mlir, lambda r, value: ProviderValue(value, kind.dtype)
    dtype = to_dtype(kind)
    if dtype.shape:
        raise TypeError(
            f"expected an argument of one value, but got the sub-array {dtype.name}: make "
            "it an array()"
        )
    return dtype.value_type, lambda r, value: Scalar(r, value, in_native_order(dtype))

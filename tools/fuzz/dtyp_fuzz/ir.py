"""A small IR in MLIR's image: what the generator makes, the interpreter
executes, the printer prints and the reducer cuts down."""

import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class MemRef:
    """A memref type. `dynamic` says which extents the text does not tell."""

    element: str
    shape: tuple
    space: str
    dynamic: tuple = ()
    strides: tuple = None
    offset: object = None

    @property
    def rank(self):
        return len(self.shape)

    @property
    def size(self):
        return math.prod(self.shape)

    def row_major(self):
        """The strides of the shape in C order."""
        strides = [1] * self.rank
        for i in range(self.rank - 2, -1, -1):
            strides[i] = strides[i + 1] * self.shape[i + 1]
        return tuple(strides)

    def __str__(self):
        dims = "".join(
            ("?" if i in self.dynamic else str(extent)) + "x"
            for i, extent in enumerate(self.shape)
        )
        text = f"memref<{dims}{self.element}"
        if self.strides is not None:
            strides = ", ".join(map(str, self.strides))
            offset = f", offset: {self.offset}" if self.offset != 0 else ""
            text += f", strided<[{strides}]{offset}>"
        if self.space != "global":
            text += f", #gpu.address_space<{self.space}>"
        return text + ">"


@dataclasses.dataclass(frozen=True)
class Vector:
    element: str
    length: int

    def __str__(self):
        return f"vector<{self.length}x{self.element}>"


@dataclasses.dataclass(frozen=True)
class Provider:
    """An object that provides a dtype; fields are (name, type) pairs."""

    name: str
    dtype: object
    fields: tuple = ()

    def __str__(self):
        fields = ", ".join(f"{name}: {type}" for name, type in self.fields)
        fields = f", {{{fields}}}" if fields else ""
        return f'!dtyp.provider<"{self.name}", {self.dtype.text}{fields}>'


@dataclasses.dataclass(frozen=True)
class DTypeType:
    dtype: object

    def __str__(self):
        return f"!dtyp.dtype<{self.dtype.text}>"


class Value:
    """An SSA value; equal to itself only. `producer` names the op that makes it;
    empty for arguments of blocks."""

    def __init__(self, type, producer=""):
        self.type = type
        self.producer = producer


class Op:
    def __init__(self, name, operands=(), results=(), attrs=None, regions=()):
        self.name = name
        self.operands = list(operands)
        self.results = [Value(t, name) for t in results]
        self.attrs = attrs or {}
        self.regions = list(regions)

    @property
    def result(self):
        return self.results[0]


class Block:
    """Ops, and the values that the terminator passes on."""

    def __init__(self, arguments=()):
        self.arguments = [Value(t) for t in arguments]
        self.ops = []
        self.yields = []


class Function:
    def __init__(self, name, arguments, results=()):
        self.name = name
        self.results = tuple(results)
        self.body = Block(arguments)
        #: The dtypes of the arrays among the arguments; None for one of records.
        self.array_dtypes = None

    @property
    def arguments(self):
        return self.body.arguments


@dataclasses.dataclass
class Argument:
    """What the kernel gets for one of its arguments.

    `kind` is scalar, input, output or provider; `values` are the scalars of a
    scalar or of a provider's fields; `name` is the NumPy dtype of an array,
    `seed` the seed of an input's random values.
    """

    kind: str
    name: str = ""
    values: tuple = ()
    seed: int = 0


class Program:
    """A kernel with its device functions and one launch of it."""

    def __init__(self, seed):
        self.seed = seed
        self.grid = (1, 1, 1)
        self.block = (1, 1, 1)
        self.kernel = None
        self.arguments = []
        self.shared = []  # values: workgroup attributions
        self.functions = []

    @property
    def block_size(self):
        return math.prod(self.block)

    @property
    def num_blocks(self):
        return math.prod(self.grid)

    @property
    def num_threads(self):
        return self.num_blocks * self.block_size

    def bodies(self):
        return [f.body for f in self.functions] + [self.kernel.body]

    def blocks(self):
        """All blocks, each before those inside of it."""
        stack = self.bodies()[::-1]
        while stack:
            block = stack.pop()
            yield block
            for op in reversed(block.ops):
                stack.extend(reversed(op.regions))

    def ops(self):
        for block in self.blocks():
            yield from block.ops

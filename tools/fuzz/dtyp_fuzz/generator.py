"""Makes a random valid program from a seed.

Undefined behaviour is avoided by construction: shifts are masked, divisors are
made odd, floats are bounded before they become integers, indices are remainders,
arrays are filled where they are made, and barriers stand in uniform code only.
"""

import random

from . import record_functions, record_statements, shared_records, statements
from .dtypes import DTYPES
from .ir import Argument, Block, Function, MemRef, Program, Provider
from .scope import Array, Scope

_MAX_THREADS = 192
#: The share of kernels that access records.
_RECORDS = 0.5
#: Types of a kernel's scalars. A bool is an i1.
_SCALARS = ("i1", "i8", "i16", "i32", "i64", "index", "f16", "bf16", "f32", "f64")
#: What kernels take as arrays. A memref<?xi8> is never an array of bool.
_ARRAY_DTYPES = [d for d in DTYPES if d.text != "i1"]


def generate(seed):
    return _Generator(seed).program


def _split(rng, total):
    """Three factors whose product is at most the total."""
    if rng.random() < 0.4:
        return (total, 1, 1)
    x = rng.randint(1, total)
    y = rng.randint(1, max(1, total // x))
    return (x, y, rng.randint(1, max(1, total // (x * y))))


class _Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.program = Program(seed)
        self.palette = self.rng.sample(DTYPES, self.rng.randint(2, 5))
        self.outputs = []
        self.shared_dtypes = []
        self.shared_records = []
        self.record_functions = []
        self.pieces = statements.STATEMENTS
        self.choose_sizes()
        for number in range(self.rng.choice((0, 0, 1, 1, 2))):
            self.make_function(number)
        self.make_kernel()

    def choose_sizes(self):
        rng = self.rng
        size = rng.choice((1, rng.randint(1, 16), rng.randint(1, 64), 32, 64))
        self.program.block = (size, 1, 1) if size in (32, 64) else _split(rng, size)
        self.program.grid = _split(rng, rng.randint(1, _MAX_THREADS // self.program.block_size))

    def dtype(self):
        return self.rng.choice(self.palette if self.rng.random() < 0.7 else DTYPES)

    def array_dtype(self):
        dtype = self.dtype()
        return dtype if dtype in _ARRAY_DTYPES else self.rng.choice(_ARRAY_DTYPES)

    def scalar_type(self):
        """A type to compute with."""
        if self.rng.random() < 0.1:
            return "index"
        return self.dtype().value

    def provider_type(self):
        rng = self.rng
        names = ("scale", "bias", "count")[: rng.choice((0, 0, 1, 2))]
        fields = tuple((name, rng.choice(_SCALARS)) for name in names)
        return Provider(rng.choice(("Foo", "Counter", "Scaled")), self.dtype(), fields)

    def local_type(self, dtype=None):
        """The type of a local array with a static shape."""
        rng = self.rng
        rank = rng.choice((0, 1, 1, 1, 1, 2, 2, 3))
        shape = tuple(rng.randint(1, (0, 16, 5, 3)[rank]) for _ in range(rank))
        return MemRef((dtype or self.dtype()).storage, shape, "private")

    # --- Functions.

    def make_function(self, number):
        rng = self.rng
        arrays = []
        for _ in range(rng.choice((0, 1, 1, 2))):
            dtype = self.dtype()
            arrays.append((self.local_type(dtype), dtype))
        scalars = [self.scalar_type() for _ in range(rng.randint(1, 3))]
        providers = [self.provider_type()] if rng.random() < 0.3 else []
        results = [self.scalar_type() for _ in range(rng.randint(1, 2))]
        types = [a for a, _ in arrays] + scalars + providers
        function = Function(f"f{number}", types, results)
        scope = Scope(rng, function.body, is_uniform=False)
        for value, dtype in zip(function.arguments, [d for _, d in arrays] + [None] * len(types)):
            if dtype:
                scope.arrays.append(Array(value, dtype))
            elif isinstance(value.type, Provider):
                scope.providers.append(value)
            else:
                scope.keep(value)
        self.statements(scope, rng.randint(2, 8))
        function.body.yields = statements.yielded(scope, results)
        function.array_dtypes = [d for _, d in arrays]
        self.program.functions.append(function)

    # --- The kernel.

    def make_kernel(self):
        rng = self.rng
        program = self.program
        parameters = []
        for _ in range(rng.choice((0, 1, 1, 2))):
            parameters.append((self.provider_type(), "provider", ""))
        for _ in range(rng.randint(0, 3)):
            parameters.append((rng.choice(_SCALARS), "scalar", ""))
        for _ in range(rng.randint(1, 3)):
            dtype = self.array_dtype()
            shape = tuple(rng.randint(1, 40) for _ in range(rng.choice((1, 1, 2))))
            parameters.append((self.global_type(dtype, shape), "input", dtype.name))
        for _ in range(rng.randint(1, 3)):
            dtype = self.array_dtype()
            shape = rng.choice(((program.num_threads,), (program.num_blocks, program.block_size)))
            shape += (rng.randint(1, 4),)
            parameters.append((self.global_type(dtype, shape), "output", dtype.name))
        rng.shuffle(parameters)

        program.kernel = Function("kernel", [type for type, _, _ in parameters])
        scope = Scope(rng, program.kernel.body)
        outputs = []
        for value, (type, kind, name) in zip(program.kernel.arguments, parameters):
            values = ()
            if kind == "provider":
                values = tuple(scope.random_number(t) for _, t in type.fields)
                scope.providers.append(value)
            elif kind == "scalar":
                values = (scope.random_number(type),)
                scope.keep(value)
            elif kind == "input":
                scope.inputs.append(value)
            else:
                outputs.append(value)
            program.arguments.append(Argument(kind, name, values, rng.randrange(1 << 16)))
        self.identify_thread(scope, outputs)
        for _ in range(rng.choice((0, 0, 1, 1, 2)) if program.block_size > 1 else 0):
            self.add_shared()
        self.statements(scope, rng.randint(8, 32))
        for output in outputs:
            for column in range(output.type.shape[-1]):
                if rng.random() < 0.7:
                    statements.store_output(self, scope, output, column)
        self.observe(scope)
        if rng.random() < _RECORDS:
            self.add_records(scope)

    def add_records(self, scope):
        """Goes on with accesses to elements by dtype among the other statements."""
        record_statements.begin(self, scope)
        if self.rng.random() < 0.5:
            record_functions.add_functions(self, scope)
        if self.program.block_size > 1 and self.rng.random() < 0.5:
            shared_records.add_shared(self, scope)
        self.pieces = (
            statements.STATEMENTS
            | record_statements.STATEMENTS
            | record_functions.STATEMENTS
            | shared_records.STATEMENTS
        )
        self.statements(scope, self.rng.randint(8, 24))
        record_statements.finish(self, scope)
        self.observe(scope)

    def observe(self, scope):
        """Makes the results of the kernel's own block count: values that nothing
        used, and what local arrays hold."""
        unused = {}
        for value in scope.values:
            if isinstance(value.type, str) and value not in scope.used:
                unused.setdefault(value.type, []).append(value)
        for values in unused.values():
            statements.store_values(self, scope, values)
        arrays = [a for a in scope.arrays if 0 < a.type.size <= 16]
        for array in self.rng.sample(arrays, min(len(arrays), 3)):
            statements.copy_to_output(self, scope, array)

    def add_output(self, scope, memref):
        """Adds an argument to the kernel, behind the others."""
        (value,) = Block([memref]).arguments
        name = next(d.name for d in _ARRAY_DTYPES if d.storage == memref.element)
        self.program.kernel.arguments.append(value)
        self.program.arguments.append(Argument("output", name))
        return value

    def global_type(self, dtype, shape):
        dynamic = tuple(i for i in range(len(shape)) if self.rng.random() < 0.5)
        return MemRef(dtype.storage, shape, "global", dynamic)

    def add_shared(self):
        dtype = self.dtype()
        per_thread = self.rng.randint(1, 2)
        size = self.program.block_size
        shape = self.rng.choice(((size * per_thread,), (per_thread, size)))
        value = Block([MemRef(dtype.storage, shape, "workgroup")]).arguments[0]
        self.program.shared.append(value)
        self.shared_dtypes.append(dtype)

    def identify_thread(self, scope, outputs):
        """Computes the thread's number in its block, its block's number, and its
        number in the grid, by which it finds its part of the outputs."""

        def linear(name, sizes):
            number = scope.emit("index", [], ["index"], name=name + "_id", axis="x")
            scale = scope.emit("index", [], ["index"], name=sizes, axis="x")
            for axis in "yz":
                part = scope.emit("index", [], ["index"], name=name + "_id", axis=axis)
                part = scope.emit("arith.muli", [part, scale], ["index"])
                number = scope.emit("arith.addi", [number, part], ["index"])
                if axis == "y":
                    size = scope.emit("index", [], ["index"], name=sizes, axis="y")
                    scale = scope.emit("arith.muli", [scale, size], ["index"])
            return number

        program = self.program
        self.thread = linear("thread", "block_dim")
        if self.rng.random() < 0.5 and program.block[1:] == program.grid[1:] == (1, 1):
            self.block_number = scope.emit("index", [], ["index"], name="block_id", axis="x")
            self.number = scope.emit("index", [], ["index"], name="global_id", axis="x")
        else:
            self.block_number = linear("block", "grid_dim")
            size = scope.constant(program.block_size, "index")
            first = scope.emit("arith.muli", [self.block_number, size], ["index"])
            self.number = scope.emit("arith.addi", [first, self.thread], ["index"])
        for value in (self.thread, self.block_number, self.number):
            scope.keep(value)
        scope.bounds[self.thread] = program.block_size
        scope.bounds[self.number] = program.num_threads
        self.outputs = outputs

    # --- Statements.

    def statements(self, scope, count):
        for _ in range(count):
            statements.random_statement(self, scope)

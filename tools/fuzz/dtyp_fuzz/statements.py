"""The pieces that random programs consist of. Each is a function of the
generator and the scope, and may decline by doing nothing."""

from .arithmetic import arithmetic, conversion, pick, selection
from .dtypes import COMPLEX, FLOATS
from .ir import Block, DTypeType, MemRef, Provider, Vector
from .scalar_ops import FLOAT_BINARY, INTEGER_BINARY
from .scope import Array, Scope

_MAX_DEPTH = 3
_SHUFFLED = ("i32", "i64", "f32", "f64")


# --- Arrays.


def _dtype_operand(generator, scope, dtype):
    """Something that names the dtype: a constant, an object or its dtype."""
    rng = scope.rng
    choice = rng.random()
    if choice < 0.35:
        return scope.emit("dtyp.constant", [], [DTypeType(dtype)], dtype=dtype)
    objects = [p for p in scope.providers if p.type.dtype == dtype]
    if objects and choice < 0.8:
        provider = rng.choice(objects)
    else:
        type = Provider(rng.choice(("Foo", "Made")), dtype, generator.provider_type().fields)
        fields = [scope.any(t) for _, t in type.fields]
        provider = scope.emit("dtyp.make_provider", fields, [type])
        scope.providers.append(provider)
    if rng.random() < 0.5:
        return provider
    return scope.emit("dtyp.dtype_of", [provider], [DTypeType(dtype)])


def local_array(generator, scope, dtype=None, memref=None):
    """Makes a local array, fills it and returns it."""
    rng = scope.rng
    if dtype is None:
        providers = [p.type.dtype for p in scope.providers]
        dtype = rng.choice(providers) if providers and rng.random() < 0.5 else generator.dtype()
    if memref is None:
        memref = generator.local_type(dtype)
        dynamic = tuple(i for i in range(memref.rank) if rng.random() < 0.15)
        memref = MemRef(memref.element, memref.shape, memref.space, dynamic)
    operands = [_dtype_operand(generator, scope, dtype)]
    for position in memref.dynamic:
        extent = memref.shape[position]
        half = scope.constant(extent // 2, "index")
        rest = scope.constant(extent - extent // 2, "index")
        operands.append(scope.emit("arith.addi", [half, rest], ["index"]))
    attrs = {"alignment": rng.choice((16, 32, 64, 128))} if rng.random() < 0.2 else {}
    array = Array(scope.emit("cudax.local_alloca", operands, [memref], **attrs), dtype)
    _initialize(scope, array)
    scope.arrays.append(array)
    return array


def _initialize(scope, array):
    rng = scope.rng
    others = [
        a for a in scope.arrays
        if a.type.shape == array.type.shape and a.dtype == array.dtype and a.type.space == "private"
    ]  # fmt: skip
    if others and rng.random() < 0.5:
        scope.emit("memref.copy", [rng.choice(others).value, array.value])
    elif array.type.rank == 0 or rng.random() < 0.4:
        scope.emit("linalg.fill", [element(scope, array.dtype), array.value])
    else:
        _fill_by_loops(scope, array, [])


def _fill_by_loops(scope, array, indices):
    axis = len(indices)
    if axis == array.type.rank:
        scope.emit("memref.store", [element(scope, array.dtype), array.value, *indices])
        return
    body = Block(["index"])
    bounds = [scope.constant(n, "index") for n in (0, array.type.shape[axis], 1)]
    scope.emit("scf.for", bounds, [], [body])
    inner = Scope(scope.rng, body, scope)
    inner.keep(body.arguments[0])
    inner.bounds[body.arguments[0]] = array.type.shape[axis]
    _fill_by_loops(inner, array, [*indices, body.arguments[0]])


def element(scope, dtype):
    """A value that an array of the dtype can hold."""
    value = scope.any(dtype.value)
    return scope.emit("arith.extui", [value], ["i8"]) if dtype.text == "i1" else value


def _private(scope):
    return [a for a in scope.arrays if a.type.space == "private"]


def load(generator, scope):
    if not scope.arrays:
        return
    array = scope.rng.choice(scope.arrays)
    indices = [scope.index_below(extent) for extent in array.type.shape]
    value = scope.emit("memref.load", [array.value, *indices], [array.type.element])
    if array.dtype.text == "i1":
        value = scope.emit("arith.trunci", [value], ["i1"])
    scope.keep(value)


def store(generator, scope):
    if not scope.arrays:
        return
    array = scope.rng.choice(scope.arrays)
    indices = [scope.index_below(extent) for extent in array.type.shape]
    scope.emit("memref.store", [element(scope, array.dtype), array.value, *indices])


def load_input(generator, scope):
    if not scope.inputs:
        return
    value = scope.rng.choice(scope.inputs)
    indices = [scope.index_below(extent) for extent in value.type.shape]
    scope.keep(scope.emit("memref.load", [value, *indices], [value.type.element]))


def dimension(generator, scope):
    arrays = [v for v in scope.inputs + [a.value for a in scope.arrays] if v.type.rank]
    if arrays:
        value = scope.rng.choice(arrays)
        axis = scope.rng.randrange(value.type.rank)
        scope.keep(scope.emit("memref.dim", [value], ["index"], axis=axis))


def copy(generator, scope):
    rng = scope.rng
    pairs = [
        (a, b)
        for a in _private(scope)
        for b in _private(scope)
        if a is not b and a.type.shape == b.type.shape and a.dtype == b.dtype
        and not (hasattr(a, "base") or hasattr(b, "base"))
    ]  # fmt: skip
    if pairs:
        source, target = rng.choice(pairs)
        scope.emit("memref.copy", [source.value, target.value])
        return
    # A view and a new array do not overlap.
    views = [a for a in _private(scope) if a.type.rank and not a.type.dynamic]
    if views:
        source = rng.choice(views)
        target = local_array(
            generator, scope, source.dtype, MemRef(source.type.element, source.type.shape, "private")
        )
        ends = [source.value, target.value]
        scope.emit("memref.copy", ends if rng.random() < 0.6 else ends[::-1])


def fill(generator, scope):
    arrays = _private(scope)
    if arrays:
        array = scope.rng.choice(arrays)
        scope.emit("linalg.fill", [element(scope, array.dtype), array.value])


def subview(generator, scope):
    """A strided view of a local array, as another array of the scope."""
    rng = scope.rng
    arrays = [a for a in _private(scope) if a.type.rank and not a.type.dynamic]
    if not arrays:
        return
    array = rng.choice(arrays)
    view = _make_subview(scope, array.value)
    made = Array(view, array.dtype)
    made.base = array
    scope.arrays.append(made)


def _make_subview(scope, value):
    rng = scope.rng
    memref = value.type
    source_strides = memref.strides or memref.row_major()
    offsets, sizes, steps, operands = [], [], [], [value]
    offset = memref.offset or 0
    for extent, stride in zip(memref.shape, source_strides):
        step = rng.randint(1, min(3, extent))
        size = rng.randint(1, (extent - 1) // step + 1)
        slack = extent - 1 - (size - 1) * step
        start = rng.randint(0, slack)
        if rng.random() < 0.4:
            operands.append(scope.index_below(slack + 1))
            start, offset = None, "?"
        elif offset != "?":
            offset += start * stride
        offsets.append(start)
        sizes.append(size)
        steps.append(step)
    kept = [
        i for i, size in enumerate(sizes)
        if size > 1 or rng.random() < 0.5
    ]  # fmt: skip
    dropped = [i for i in range(len(sizes)) if i not in kept]
    # Which of several dimensions of size 1 went must be clear.
    if dropped and any(sizes[i] == 1 for i in kept):
        kept, dropped = list(range(len(sizes))), []
    result = MemRef(
        memref.element,
        tuple(sizes[i] for i in kept),
        memref.space,
        (),
        tuple(source_strides[i] * steps[i] for i in kept),
        offset,
    )
    return scope.emit(
        "memref.subview", operands, [result],
        offsets=offsets, sizes=sizes, steps=steps, dropped=dropped,
    )  # fmt: skip


# --- Vectors.


def vectors(generator, scope):
    """Reads a vector, computes with it, and writes it back."""
    rng = scope.rng
    arrays = [
        a for a in _private(scope)
        if a.type.rank == 1 and a.dtype.text != "i1" and a.type.element not in COMPLEX
    ]  # fmt: skip
    if not arrays:
        return
    array = rng.choice(arrays)
    extent = array.type.shape[0]
    type = Vector(array.type.element, rng.choice((2, 3, 4, 8)))
    is_dense = array.type.strides in (None, (1,))
    fits = is_dense and type.length <= extent
    for _ in range(rng.randint(1, 2)):
        if fits and rng.random() < 0.6:
            index = scope.index_below(extent - type.length + 1)
            scope.keep(scope.emit("vector.load", [array.value, index], [type]))
        else:
            index = scope.index_below(extent)
            padding = scope.any(type.element)
            scope.keep(scope.emit("vector.transfer_read", [array.value, index, padding], [type]))
    for _ in range(rng.randint(1, 3)):
        table = FLOAT_BINARY if type.element in FLOATS else INTEGER_BINARY
        operands = [scope.any(type), scope.any(type)]
        scope.keep(scope.emit(pick(rng, table), operands, [type]))
    vector = scope.any(type)
    if fits and rng.random() < 0.6:
        index = scope.index_below(extent - type.length + 1)
        scope.emit("vector.store", [vector, array.value, index])
    else:
        scope.emit("vector.transfer_write", [vector, array.value, scope.index_below(extent)])
    position = rng.randrange(type.length)
    scope.keep(scope.emit("vector.extract", [vector], [type.element], position=position))


# --- Control flow.


def _finish(generator, inner, types, count):
    generator.statements(inner, count)
    inner.block.yields = yielded(inner, types)


def yielded(inner, types):
    values = [inner.any(t) for t in types]
    inner.used.update(values)
    return values


def conditional(generator, scope):
    if scope.depth >= _MAX_DEPTH:
        return
    types = [generator.scalar_type() for _ in range(scope.rng.randint(0, 2))]
    condition = scope.condition()
    regions = [Block(), Block()]
    for region in regions:
        inner = Scope(scope.rng, region, scope, is_uniform=False)
        _finish(generator, inner, types, scope.rng.randint(1, 3))
    scope.emit("scf.if", [condition], types, regions)
    _keep_results(scope)


def _keep_results(scope):
    for result in scope.block.ops[-1].results:
        scope.keep(result)


def counted_loop(generator, scope):
    rng = scope.rng
    if scope.depth >= _MAX_DEPTH:
        return
    types = [generator.scalar_type() for _ in range(rng.randint(0, 2))]
    initial = [scope.any(t) for t in types]
    limit = rng.randint(1, 5 - scope.depth)
    is_uniform = rng.random() < 0.6
    upper = scope.constant(limit, "index") if is_uniform else scope.index_below(limit + 1)
    bounds = [scope.constant(rng.choice((0, 0, 1)), "index"), upper, scope.constant(rng.choice((1, 1, 2)), "index")]
    body = Block(["index", *types])
    inner = Scope(rng, body, scope, is_uniform)
    for argument in body.arguments:
        inner.keep(argument)
    inner.bounds[body.arguments[0]] = limit
    _finish(generator, inner, types, rng.randint(1, 4))
    scope.emit("scf.for", bounds + initial, types, [body])
    _keep_results(scope)


def while_loop(generator, scope):
    """A loop that ends after a few iterations, or earlier by a condition."""
    rng = scope.rng
    if scope.depth >= _MAX_DEPTH:
        return
    types = [generator.scalar_type() for _ in range(rng.randint(0, 2))]
    initial = [scope.constant(0, "index")] + [scope.any(t) for t in types]
    before, after = Block(["index", *types]), Block(["index", *types])

    test = Scope(rng, before, scope, is_uniform=False)
    for argument in before.arguments:
        test.keep(argument)
    limit = test.constant(rng.randint(0, 4 - scope.depth), "index")
    goes_on = test.emit("arith.cmpi", [before.arguments[0], limit], ["i1"], predicate="ult")
    if rng.random() < 0.5:
        goes_on = test.emit("arith.andi", [goes_on, test.condition()], ["i1"])
    before.yields = [goes_on, before.arguments[0], *yielded(test, types)]

    inner = Scope(rng, after, scope, is_uniform=False)
    for argument in after.arguments:
        inner.keep(argument)
    _finish(generator, inner, types, rng.randint(1, 3))
    next_index = inner.emit("arith.addi", [after.arguments[0], inner.constant(1, "index")], ["index"])
    after.yields.insert(0, next_index)
    scope.emit("scf.while", initial, ["index", *types], [before, after])
    _keep_results(scope)


def call(generator, scope):
    functions = generator.program.functions
    if not functions:
        return
    function = scope.rng.choice(functions)
    dtypes = iter(function.array_dtypes)
    operands = []
    for argument in function.arguments:
        type = argument.type
        if isinstance(type, MemRef):
            dtype = next(dtypes)
            # Not one array twice: the function may copy one to the other.
            found = [
                a for a in scope.arrays
                if a.type == type and a.dtype == dtype and a.value not in operands
            ]  # fmt: skip
            array = scope.rng.choice(found) if found else local_array(generator, scope, dtype, type)
            operands.append(array.value)
        elif isinstance(type, Provider):
            found = [p for p in scope.providers if p.type == type]
            operands.append(
                scope.rng.choice(found) if found
                else scope.emit("dtyp.make_provider", [scope.any(t) for _, t in type.fields], [type])
            )  # fmt: skip
        else:
            operands.append(scope.any(type))
    scope.emit("func.call", operands, function.results, callee=function.name)
    _keep_results(scope)


# --- Between threads.


def exchange(generator, scope):
    """All threads write their part of a shared array, and read others'."""
    shared = generator.program.shared
    if not scope.is_uniform or not shared:
        return
    rng = scope.rng
    position = rng.randrange(len(shared))
    array, dtype = shared[position], generator.shared_dtypes[position]
    size = generator.program.block_size
    for part in range(array.type.size // size):
        if array.type.rank == 2:
            indices = [scope.constant(part, "index"), generator.thread]
        else:
            first = scope.constant(part * size, "index")
            indices = [scope.emit("arith.addi", [first, generator.thread], ["index"])]
        scope.emit("memref.store", [element(scope, dtype), array, *indices])
    scope.emit("gpu.barrier")
    for _ in range(rng.randint(1, 3)):
        indices = [scope.index_below(extent) for extent in array.type.shape]
        value = scope.emit("memref.load", [array, *indices], [array.type.element])
        if dtype.text == "i1":
            value = scope.emit("arith.trunci", [value], ["i1"])
        scope.keep(value)
    scope.emit("gpu.barrier")


def shuffle(generator, scope):
    if not scope.is_uniform or generator.program.block_size % 32:
        return
    type = scope.rng.choice(_SHUFFLED)
    offset = scope.rng.choice((1, 2, 4, 8, 16, 31))
    scope.keep(scope.emit("gpu.shuffle", [scope.any(type)], [type], offset=offset))


# --- Outputs.


def store_output(generator, scope, output, column):
    memref = output.type
    column = scope.constant(column, "index")
    where = [generator.number] if memref.rank == 2 else [generator.block_number, generator.thread]
    value = scope.any(memref.element)
    scope.emit("memref.store", [value, output, *where, column])


def store_values(generator, scope, values):
    """Stores values of one type in an output of their own."""
    program = generator.program
    storage = {"i1": "i8", "index": "i64"}.get(values[0].type, values[0].type)
    memref = MemRef(storage, (program.num_threads, len(values)), "global", (0,))
    output = generator.add_output(scope, memref)
    for column, value in enumerate(values):
        if value.type == "i1":
            value = scope.emit("arith.extui", [value], ["i8"])
        elif value.type == "index":
            value = scope.emit("arith.index_cast", [value], ["i64"])
        column = scope.constant(column, "index")
        scope.emit("memref.store", [value, output, generator.number, column])


def copy_to_output(generator, scope, array):
    """Copies a local array to the thread's part of an output of its own."""
    program = generator.program
    shape = array.type.shape
    memref = MemRef(array.type.element, (program.num_threads, *shape), "global", (0,))
    output = generator.add_output(scope, memref)
    part = MemRef(array.type.element, shape, "global", (), memref.row_major()[1:], "?")
    view = scope.emit(
        "memref.subview", [output, generator.number], [part],
        offsets=[None] + [0] * len(shape), sizes=[1, *shape], steps=[1] * (len(shape) + 1),
        dropped=[0],
    )  # fmt: skip
    scope.emit("memref.copy", [array.value, view])


def early_output(generator, scope):
    if generator.outputs:
        output = scope.rng.choice(generator.outputs)
        store_output(generator, scope, output, scope.rng.randrange(output.type.shape[-1]))


def provider_field(generator, scope):
    providers = [p for p in scope.providers if p.type.fields]
    if providers:
        provider = scope.rng.choice(providers)
        name, type = scope.rng.choice(provider.type.fields)
        scope.keep(scope.emit("dtyp.get_field", [provider], [type], field=name))


STATEMENTS = {
    arithmetic: 20, selection: 4, conversion: 6, local_array: 4, load: 8, store: 6,
    load_input: 5, dimension: 1, copy: 2, fill: 1, subview: 3, vectors: 4,
    conditional: 4, counted_loop: 5, while_loop: 2, call: 4, exchange: 4, shuffle: 2,
    early_output: 2, provider_field: 2,
}  # fmt: skip


def random_statement(generator, scope):
    (statement,) = scope.rng.choices(list(generator.pieces), list(generator.pieces.values()))
    statement(generator, scope)

"""The pieces that random programs consist of. Each is a function of the
generator and the scope, and may decline by doing nothing."""

from .arithmetic import arithmetic, conversion, selection
from .arrays import (
    copy, dimension, element, fill, load, load_input, local_array, store, subview, vectors,
)  # fmt: skip
from .ir import Block, MemRef, Provider
from .dtypes import FLOATS, INTEGERS
from .scope import Scope

_MAX_DEPTH = 3
_SHUFFLED = ("i32", "i64", "f32", "f64")


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


def _and_then(generator, scope, first):
    """Whether `first` holds, and what is computed only then: `&&` of C."""
    then, otherwise = Block(), Block()
    inner = Scope(scope.rng, then, scope, is_uniform=False)
    # Accesses keep the branch: the rest LLVM computes in any case.
    store(generator, inner)
    (load_input if inner.inputs else load)(generator, inner)
    loaded = next((v for v in reversed(inner.values) if v.type in INTEGERS or v.type in FLOATS), None)
    then.yields = [inner.compare(loaded.type) if loaded else inner.condition()]
    otherwise.yields = [Scope(scope.rng, otherwise, scope, is_uniform=False).constant(False, "i1")]
    return scope.emit("scf.if", [first], ["i1"], [then, otherwise])


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
    further = rng.random()
    if further < 0.25:
        goes_on = _and_then(generator, test, goes_on)
    elif further < 0.5:
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
    functions = [f for f in generator.program.functions if f.array_dtypes is not None]
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
    shared = generator.program.shared[: len(generator.shared_dtypes)]
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

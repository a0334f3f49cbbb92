"""The pieces of random programs that make arrays, and move and compute elements."""

from .arithmetic import pick
from .dtypes import COMPLEX, FLOATS
from .ir import Block, DTypeType, MemRef, Provider, Vector
from .scalar_ops import FLOAT_BINARY, INTEGER_BINARY
from .scope import Array, Scope


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

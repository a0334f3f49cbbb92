"""Pieces of programs that access records and other elements by their dtype.

They come behind what statements.py makes of a seed, so that a kernel without
them is the beginning of the one with them.
"""

from .bytes_memory import resolve
from .dtypes import COMPLEX, FLOATS
from .elements import (
    ELEMENTS, NUMBERS, TEXTS, Number, Record, SubArray, Text, random_path, random_record, records_in,
)  # fmt: skip
from .ir import Argument, Block, DTypeType, MemRef, Provider
from .scope import Scope

#: LLVM takes seconds for copies of larger ones byte by byte.
_MAX_ITEMSIZE = 400
_CASTS = sorted({d.text for d in NUMBERS})
_BY_TEXT = {d.text: d for d in NUMBERS}


class Elements:
    """An array and the dtype of its elements. In a part of the kernel's outputs
    the first index is the thread's number."""

    def __init__(self, value, dtype, is_own=False, is_written=True):
        self.value = value
        self.dtype = dtype
        self.is_own = is_own
        self.is_written = is_written

    @property
    def type(self):
        return self.value.type

    def indices(self, generator, scope):
        shape = self.type.shape[1:] if self.is_own else self.type.shape
        first = [generator.number] if self.is_own else []
        return first + [scope.index_below(extent) for extent in shape]


def begin(generator, scope):
    """Gives the kernel arrays of records and of other dtypes."""
    rng = scope.rng
    for _ in range(rng.randint(1, 2)):
        record = random_record(rng)
        while record.itemsize > _MAX_ITEMSIZE:
            record = random_record(rng)
        scope.elements.append(_input_view(generator, scope, record))
        scope.elements.append(_output_view(generator, scope, record))
    for _ in range(rng.randint(0, 2)):
        dtype = rng.choice(TEXTS if rng.random() < 0.2 else ELEMENTS)
        make = rng.choice((_input_view, _output_view))
        scope.elements.append(make(generator, scope, dtype))
    local_records(generator, scope)


def _add_argument(generator, memref, argument):
    (value,) = Block([memref]).arguments
    generator.program.kernel.arguments.append(value)
    generator.program.arguments.append(argument)
    return value


def _view(scope, source, dtype, memref):
    return scope.emit("dtyp.view", [source], [memref], element=dtype)


def _is_argument(scope, dtype):
    """Whether to pass an array of records as one. Of those that overlap NumPy
    writes no file, and in the spelling of an aligned one all others are, too."""
    records = [r for _, r in records_in(dtype)]
    can_be = all(
        r.kind != "explicit" and (r.kind != "aligned" or {i.kind for _, i in records_in(r)} == {"aligned"})
        for r in records
    )
    return records and can_be and scope.rng.random() < 0.4


def _input_view(generator, scope, dtype):
    """Random bytes as elements, or random elements."""
    extent = scope.rng.randint(1, 6)
    dynamic = (0,) if scope.rng.random() < 0.5 else ()
    if _is_argument(scope, dtype):
        argument = Argument("input", "", (), scope.rng.randrange(1 << 16))
        memref = MemRef(dtype, (extent,), "global", dynamic)
        return Elements(_add_argument(generator, memref, argument), dtype, is_written=False)
    source = _add_argument(
        generator,
        MemRef("i8", (extent * dtype.itemsize,), "global", dynamic),
        Argument("input", "uint8", (), scope.rng.randrange(1 << 16)),
    )
    view = _view(scope, source, dtype, MemRef(dtype, (extent,), "global", dynamic))
    return Elements(view, dtype, is_written=False)


def _output_view(generator, scope, dtype):
    """Some elements for each thread, which are zeros at first."""
    extent = scope.rng.randint(1, 3)
    threads = generator.program.num_threads
    if _is_argument(scope, dtype):
        memref = MemRef(dtype, (threads, extent), "global", (0,))
        return Elements(_add_argument(generator, memref, Argument("output")), dtype, is_own=True)
    source = _add_argument(
        generator,
        MemRef("i8", (threads, extent * dtype.itemsize), "global", (0,)),
        Argument("output", "uint8"),
    )
    view = _view(scope, source, dtype, MemRef(dtype, (threads, extent), "global", (0,)))
    return Elements(view, dtype, is_own=True)


# --- Local arrays.


def _dtype_operand(scope, dtype):
    choice = scope.rng.random()
    if choice < 0.4:
        return scope.emit("dtyp.constant", [], [DTypeType(dtype)], dtype=dtype)
    provider = scope.emit("dtyp.make_provider", [], [Provider("Rows", dtype)])
    if choice < 0.7:
        return provider
    return scope.emit("dtyp.dtype_of", [provider], [DTypeType(dtype)])


def local_records(generator, scope):
    """A local array that is filled, padding included, from records of the same
    dtype. Yields the array."""
    rng = scope.rng
    sources = [a for a in scope.elements if isinstance(a.dtype, Record)]
    source = rng.choice(sources)
    extent = rng.randint(1, 5)
    memref = MemRef(source.dtype, (extent,), "private")
    attrs = {"alignment": rng.choice((16, 32, 64))} if rng.random() < 0.2 else {}
    value = scope.emit("cudax.local_alloca", [_dtype_operand(scope, source.dtype)], [memref], **attrs)
    array = Elements(value, source.dtype)
    same = [a for a in sources if a.type == memref]
    if same and rng.random() < 0.4:
        scope.emit("memref.copy", [rng.choice(same).value, value])
    else:
        body = Block(["index"])
        bounds = [scope.constant(n, "index") for n in (0, extent, 1)]
        scope.emit("scf.for", bounds, [], [body])
        inner = Scope(rng, body, scope)
        inner.bounds[body.arguments[0]] = extent
        record = load_element(inner, source, source.indices(generator, inner), (), source.dtype)
        store_element(inner, record, array, [body.arguments[0]], ())
    scope.elements.append(array)
    return array


# --- Accesses.


def subindices(scope, path):
    """The indices of the sub-arrays on a path."""
    return [scope.index_below(n) for step in path if isinstance(step, tuple) for n in step]


def load_element(scope, array, indices, path, part):
    """Loads a part of an element."""
    type = part.value if isinstance(part, Number) else part
    operands = [array.value, *indices, *subindices(scope, path)]
    return scope.emit("dtyp.load", operands, [type], path=path, element=array.dtype, part=part)


def store_element(scope, value, array, indices, path):
    """Stores a part of an element."""
    operands = [value, array.value, *indices, *subindices(scope, path)]
    _, _, part = resolve(array.dtype, path, [0] * len(operands))
    scope.emit("dtyp.store", operands, [], path=path, element=array.dtype, part=part)


def load_part(generator, scope):
    array = scope.rng.choice(scope.elements)
    path, part = random_path(scope.rng, array.dtype)
    scope.keep(load_element(scope, array, array.indices(generator, scope), path, part))


def store_part(generator, scope):
    arrays = [a for a in scope.elements if a.is_written]
    array = scope.rng.choice(arrays)
    path, part = random_path(scope.rng, array.dtype)
    value = text_value(generator, scope, part) if isinstance(part, Text) else scope.any(part.value)
    if not value:
        return
    value = defined_bits(scope, value)
    store_element(scope, value, array, array.indices(generator, scope), path)


def text_value(generator, scope, dtype):
    """A value of text that is there or in an array, cut or filled to this length;
    None if there is none."""
    rng = scope.rng
    values = [v for v in scope.values if isinstance(v.type, Text) and v.type.kind == dtype.kind]
    if values:
        value = rng.choice(values)
    else:
        array = rng.choice(scope.elements)
        path, part = random_path(rng, array.dtype)
        if not isinstance(part, Text) or part.kind != dtype.kind:
            return None
        value = scope.keep(load_element(scope, array, array.indices(generator, scope), path, part))
    if value.type == dtype:
        return value
    return scope.keep(scope.emit("dtyp.cast", [value], [dtype], source=value.type, target=dtype))


def defined_bits(scope, value):
    """The value, or 1.0 for a NaN, whose bits are not defined."""
    type = value.type
    if type in COMPLEX:
        parts = [scope.emit(f"complex.{p}", [value], [COMPLEX[type]]) for p in ("re", "im")]
        return scope.emit("complex.create", [defined_bits(scope, p) for p in parts], [type])
    if type not in FLOATS:
        return value
    is_nan = scope.emit("arith.cmpf", [value, value], ["i1"], predicate="uno")
    return scope.emit("arith.select", [is_nan, scope.constant(1.0, type), value], [type])


def copy_record(generator, scope):
    """Copies a record, or one inside of another, with its padding."""
    rng = scope.rng
    source = rng.choice([a for a in scope.elements if isinstance(a.dtype, Record)])
    path, record = rng.choice(list(records_in(source.dtype)))
    targets = [
        (a, p)
        for a in scope.elements if a.is_written and isinstance(a.dtype, Record)
        for p, r in records_in(a.dtype) if r == record
    ]  # fmt: skip
    if not targets:
        return
    target, target_path = rng.choice(targets)
    value = load_element(scope, source, source.indices(generator, scope), path, record)
    store_element(scope, value, target, target.indices(generator, scope), target_path)


def copy_array(generator, scope):
    arrays = [a for a in scope.elements if a.type.space == "private" and isinstance(a.dtype, Record)]
    pairs = [(a, b) for a in arrays for b in arrays if a is not b and a.type == b.type]
    if pairs:
        source, target = scope.rng.choice(pairs)
        scope.emit("memref.copy", [source.value, target.value])


# --- Views.


def field_view(generator, scope):
    """A field of all records of a local array, as an array of the scope."""
    rng = scope.rng
    arrays = [
        a for a in scope.elements
        if a.type.space == "private" and isinstance(a.dtype, Record) and a.type.strides is None
    ]  # fmt: skip
    array = rng.choice(arrays)
    path, dtype = [], array.dtype
    alignment = dtype.alignment
    while isinstance(dtype, Record):
        name, dtype = rng.choice(dtype.fields)
        path.append(name)
    offset = resolve(array.dtype, path)[0]
    inner = dtype.shape if isinstance(dtype, SubArray) else ()
    base = dtype.base if inner else dtype
    size = base.itemsize
    if not isinstance(base, Number) or array.dtype.itemsize % size or offset % size or alignment % size:
        return
    dense = MemRef(base, array.type.shape + inner, "private")
    strides = (array.dtype.itemsize // size, *dense.row_major()[1:])
    if strides != dense.row_major() or offset:
        dense = MemRef(base, dense.shape, "private", (), strides, offset // size)
    view = scope.emit("dtyp.field_view", [array.value], [dense], path=tuple(path))
    scope.elements.append(Elements(view, base))


def bytes_of_records(generator, scope):
    """The bytes of local records as integers, bools or narrow numbers."""
    rng = scope.rng
    arrays = [
        a for a in scope.elements
        if a.type.space == "private" and isinstance(a.dtype, Record) and a.type.strides is None
    ]  # fmt: skip
    array = rng.choice(arrays)
    dtype = rng.choice([d for d in ELEMENTS if d.itemsize == 1])
    shape = (array.type.shape[0] * array.dtype.itemsize,)
    view = _view(scope, array.value, dtype, MemRef(dtype, shape, "private"))
    scope.elements.append(Elements(view, dtype))


def plain_access(generator, scope):
    """memref.load and store where the element type says all."""
    arrays = [a for a in scope.elements if isinstance(a.dtype, Number) and a.dtype.is_plain]
    if not arrays:
        return
    array = scope.rng.choice(arrays)
    indices = array.indices(generator, scope)
    if array.is_written and scope.rng.random() < 0.5:
        value = defined_bits(scope, scope.any(array.dtype.value))
        scope.emit("memref.store", [value, array.value, *indices])
    else:
        scope.keep(scope.emit("memref.load", [array.value, *indices], [array.dtype.value]))


# --- Casts.


def cast(generator, scope):
    rng = scope.rng
    if rng.random() < 0.1:
        text_value(generator, scope, rng.choice(TEXTS))
        return
    source, target = (_BY_TEXT[rng.choice(_CASTS)] for _ in range(2))
    value = scope.any(source.value)
    if source.value in COMPLEX and target.value not in COMPLEX and target.text != "i1":
        value = scope.emit("complex.re", [value], [COMPLEX[source.value]])
        source = _BY_TEXT[value.type]
    if source.value in FLOATS and target.numpy.kind in "iu":
        value = _bounded(scope, value, target)
    scope.keep(scope.emit("dtyp.cast", [value], [target.value], source=source, target=target))


def _bounded(scope, value, target):
    """A float that the integer can hold, or zero."""
    type = value.type
    limit = 100 if target.itemsize == 1 else 30000 if target.itemsize == 2 or type == "f16" else 1e9
    magnitude = scope.emit("math.absf", [value], [type])
    inside = scope.emit("arith.cmpf", [magnitude, scope.constant(limit, type)], ["i1"], predicate="olt")
    kept = magnitude if target.numpy.kind == "u" else value
    return scope.emit("arith.select", [inside, kept, scope.constant(0.0, type)], [type])


STATEMENTS = {
    load_part: 80, store_part: 70, copy_record: 16, copy_array: 4, local_records: 8,
    field_view: 20, bytes_of_records: 6, plain_access: 16, cast: 24,
}  # fmt: skip


def finish(generator, scope):
    """Copies the local records to outputs of their own."""
    for array in [a for a in scope.elements if a.type.space == "private" and isinstance(a.dtype, Record)][:3]:
        output = _output_view(generator, scope, array.dtype)
        body = Block(["index"])
        extent = min(array.type.shape[0], output.type.shape[1])
        bounds = [scope.constant(n, "index") for n in (0, extent, 1)]
        scope.emit("scf.for", bounds, [], [body])
        inner = Scope(scope.rng, body, scope)
        record = load_element(inner, array, [body.arguments[0]], (), array.dtype)
        store_element(inner, record, output, [generator.number, body.arguments[0]], ())

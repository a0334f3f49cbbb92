"""Pieces of programs with records in shared memory, and with atomic updates."""

from .bytes_memory import resolve
from .elements import Number, Record, SubArray, random_record
from .ir import Block, MemRef
from .record_statements import Elements, defined_bits, load_element, store_element, subindices

_MAX_BYTES = 8192
#: Of these, the order of the threads does not matter.
_INTEGER_UPDATES = ("addi", "andi", "ori", "maxs", "mins", "maxu", "minu")


def add_shared(generator, scope):
    """Gives the kernel a shared array of records that it has in another."""
    rng = scope.rng
    record = rng.choice([a.dtype for a in scope.elements if isinstance(a.dtype, Record)])
    extent = generator.program.block_size * rng.randint(1, 2)
    if extent * record.itemsize > _MAX_BYTES:
        return
    (value,) = Block([MemRef(record, (extent,), "workgroup")]).arguments
    generator.program.shared.append(value)
    generator.shared_records.append(Elements(value, record))


def exchange_records(generator, scope):
    """All threads write their records of a shared array, update others', and read
    others'."""
    rng = scope.rng
    if not scope.is_uniform or not generator.shared_records:
        return
    array = rng.choice(generator.shared_records)
    sources = [a for a in scope.elements if a.dtype == array.dtype]
    size = generator.program.block_size
    for part in range(array.type.size // size):
        first = scope.constant(part * size, "index")
        index = scope.emit("arith.addi", [first, generator.thread], ["index"])
        source = rng.choice(sources)
        record = load_element(scope, source, source.indices(generator, scope), (), array.dtype)
        store_element(scope, record, array, [index], ())
    scope.emit("gpu.barrier")
    if rng.random() < 0.5 and _update(generator, scope, array, _INTEGER_UPDATES):
        scope.emit("gpu.barrier")
    for _ in range(rng.randint(1, 3)):
        path, part = _random_part(rng, array.dtype)
        value = load_element(scope, array, array.indices(generator, scope), path, part)
        if isinstance(part, Record):
            targets = [a for a in scope.elements if a.is_written and a.dtype == part]
            target = rng.choice(targets)
            store_element(scope, value, target, target.indices(generator, scope), ())
        else:
            scope.keep(value)
    scope.emit("gpu.barrier")


def _random_part(rng, record):
    if rng.random() < 0.3:
        return (), record
    return rng.choice(list(_parts(record)))


# --- Atomic updates.


def _parts(dtype, path=()):
    """All parts that are no records: (steps, dtype) pairs."""
    if isinstance(dtype, Record):
        for name, field in dtype.fields:
            yield from _parts(field, (*path, name))
    elif isinstance(dtype, SubArray):
        yield from _parts(dtype.base, (*path, dtype.shape))
    else:
        yield path, dtype


def _updated_parts(dtype):
    """The parts that an atomic update can have: numbers that are stored as they
    are, at a multiple of their size, with indices at the end of the path only."""
    alignment = dtype.alignment if isinstance(dtype, Record) else dtype.itemsize
    for path, part in _parts(dtype):
        if not isinstance(part, Number) or not part.is_plain or part.numpy.kind == "c":
            continue
        if any(isinstance(step, tuple) for step in path[:-1]):
            continue
        size = part.itemsize
        offset = resolve(dtype, [s for s in path if isinstance(s, str)])[0]
        if offset % size == 0 and alignment % size == 0 and dtype.itemsize % size == 0:
            yield path, part


def _update(generator, scope, array, kinds, is_own=False):
    """Updates an element. Returns the value before, or None."""
    rng = scope.rng
    parts = [
        (path, part) for path, part in _updated_parts(array.dtype)
        if is_own or part.numpy.kind not in "fV"
    ]  # fmt: skip
    if not parts:
        return None
    path, part = rng.choice(parts)
    is_float = part.numpy.kind in "fV"
    if is_float and part.value not in ("f32", "f64"):
        return None
    kind = rng.choice(("addf", "assign") if is_float else kinds)
    value = defined_bits(scope, scope.any(part.value))
    operands = [value, array.value, *array.indices(generator, scope), *subindices(scope, path)]
    return scope.emit(
        "dtyp.atomic_rmw", operands, [part.value],
        kind=kind, path=path, element=array.dtype, part=part, is_own=is_own,
    )  # fmt: skip


def update_own(generator, scope):
    """Updates an element that no other thread uses, so that the value before is
    defined."""
    arrays = [a for a in scope.elements if a.is_written]
    array = scope.rng.choice(arrays)
    value = _update(generator, scope, array, (*_INTEGER_UPDATES, "assign"), is_own=True)
    if value:
        scope.keep(value)


STATEMENTS = {exchange_records: 30, update_own: 20}

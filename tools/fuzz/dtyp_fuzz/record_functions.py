"""Device functions that take records and arrays of them, and calls of them."""

from . import record_statements, statements
from .elements import Record
from .ir import Function, MemRef
from .record_statements import Elements, load_element, store_element
from .scope import Scope

#: What a function has no part in: the kernel's outputs.
_NOT_INSIDE = (statements.early_output,)


def add_functions(generator, scope):
    """Gives the program functions on records that the kernel has arrays of."""
    for number in range(scope.rng.choice((0, 1, 1, 2))):
        generator.record_functions.append(_make_function(generator, scope, f"r{number}"))
        generator.program.functions.append(generator.record_functions[-1])


def _make_function(generator, scope, name):
    rng = scope.rng
    array = rng.choice([a for a in scope.elements if _is_local(a)])
    record = [array.dtype] if rng.random() < 0.6 else []
    scalars = [generator.scalar_type() for _ in range(rng.randint(0, 2))]
    results = [generator.scalar_type()] + ([array.dtype] if rng.random() < 0.6 else [])
    function = Function(name, [array.type, *record, *scalars], results)
    inner = Scope(rng, function.body, is_uniform=False)
    elements = Elements(function.arguments[0], array.dtype)
    inner.elements.append(elements)
    if record:
        where = elements.indices(generator, inner)
        store_element(inner, function.arguments[1], elements, where, ())
    for value in function.arguments[1 + len(record) :]:
        inner.keep(value)
    pieces = generator.pieces
    generator.pieces = {
        piece: weight
        for piece, weight in (statements.STATEMENTS | record_statements.STATEMENTS).items()
        if piece not in _NOT_INSIDE
    }
    generator.statements(inner, rng.randint(2, 8))
    generator.pieces = pieces
    function.body.yields = statements.yielded(inner, results[:1])
    if len(results) > 1:
        where = elements.indices(generator, inner)
        function.body.yields.append(load_element(inner, elements, where, (), array.dtype))
    return function


def _is_local(array):
    is_record = isinstance(array.dtype, Record) and array.type.space == "private"
    return is_record and array.type.strides is None


def call_on_records(generator, scope):
    rng = scope.rng
    if not generator.record_functions:
        return
    function = rng.choice(generator.record_functions)
    operands = []
    for argument in function.arguments:
        if isinstance(argument.type, MemRef):
            found = [a for a in scope.elements if a.type == argument.type]
            if not found:
                return
            operands.append(rng.choice(found).value)
        elif isinstance(argument.type, Record):
            source = rng.choice([a for a in scope.elements if a.dtype == argument.type])
            where = source.indices(generator, scope)
            operands.append(load_element(scope, source, where, (), argument.type))
        else:
            operands.append(scope.any(argument.type))
    scope.emit("func.call", operands, function.results, callee=function.name)
    for result in scope.block.ops[-1].results:
        if isinstance(result.type, Record):
            targets = [a for a in scope.elements if a.is_written and a.dtype == result.type]
            target = rng.choice(targets)
            store_element(scope, result, target, target.indices(generator, scope), ())
        else:
            scope.keep(result)


STATEMENTS = {call_on_records: 24}

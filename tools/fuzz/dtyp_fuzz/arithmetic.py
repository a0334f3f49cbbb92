"""The pieces of random programs that compute with numbers."""

from .dtypes import COMPLEX, FLOATS, NUMPY
from .scalar_ops import (
    COMPLEX_BINARY,
    COMPLEX_UNARY,
    DIVISIONS,
    FLOAT_BINARY,
    FLOAT_UNARY,
    INTEGER_BINARY,
    INTEGER_UNARY,
    NUMBER_MINIMA,
    SHIFTS,
)

#: Ops whose results MLIR's folders of complex numbers know nothing about.
_OPAQUE = ("memref.load", "complex.create", "complex.mul", "func.call")


def pick(rng, table):
    return rng.choice(sorted(table))


def arithmetic(generator, scope):
    """A few operations, which tend to use each other's results."""
    for _ in range(scope.rng.randint(1, 4)):
        _operation(scope, generator.scalar_type())


def _operation(scope, type):
    if type == "i1":
        name = scope.rng.choice(("arith.andi", "arith.ori", "arith.xori"))
        scope.keep(scope.emit(name, [scope.any(type), scope.any(type)], [type]))
    elif type in FLOATS:
        scope.keep(_float_operation(scope, type))
    elif type in COMPLEX:
        scope.keep(_complex_operation(scope, type))
    else:
        scope.keep(_integer_operation(scope, type))


def _float_operation(scope, type):
    choice = scope.rng.random()
    if choice < 0.75:
        name = pick(scope.rng, FLOAT_BINARY)
        return scope.emit(name, [scope.any(type), scope.any(type)], [type])
    if choice < 0.85:
        # Without the sign of zeros, which does not count here.
        zero = scope.constant(0.0, type)
        operands = [scope.emit("arith.addf", [scope.any(type), zero], [type]) for _ in range(2)]
        return scope.emit(pick(scope.rng, NUMBER_MINIMA), operands, [type])
    return scope.emit(pick(scope.rng, FLOAT_UNARY), [scope.any(type)], [type])


def _complex_operation(scope, type):
    # MLIR 22 folds a - b + b, a + 0 and a * 1 to a, which rounding and the signs
    # of zeros forbid: so operands are what it does not look through.
    name = pick(scope.rng, COMPLEX_BINARY)
    operands = [scope.any(type) for _ in range(2)]
    if scope.rng.random() < 0.8 and all(o.producer in _OPAQUE for o in operands):
        return scope.emit(name, operands, [type])
    return scope.emit(pick(scope.rng, COMPLEX_UNARY), operands[:1], [type])


def _integer_operation(scope, type):
    rng = scope.rng
    choice = rng.random()
    a, b = scope.any(type), scope.any(type)
    if choice < 0.6:
        return scope.emit(pick(rng, INTEGER_BINARY), [a, b], [type])
    if choice < 0.75:
        width = scope.constant(NUMPY[type].itemsize * 8 - 1, type)
        amount = scope.emit("arith.andi", [b, width], [type])
        return scope.emit(pick(rng, SHIFTS), [a, amount], [type])
    if choice < 0.9 or type == "index":
        return scope.emit(*_division(scope, type, a, b))
    return scope.emit(pick(rng, INTEGER_UNARY), [a], [type])


def _division(scope, type, a, b):
    name = pick(scope.rng, DIVISIONS)
    one = scope.constant(1, type)
    if name.endswith("ui"):
        return name, [a, scope.emit("arith.ori", [b, one], [type])], [type]
    # From 1 to 63, or from -2 to -64: never -1.
    small = scope.emit("arith.andi", [b, scope.constant(63, type)], [type])
    divisor = scope.emit("arith.ori", [small, one], [type])
    if scope.rng.random() < 0.5:
        divisor = scope.emit("arith.subi", [scope.constant(-1, type), divisor], [type])
    return name, [a, divisor], [type]


def selection(generator, scope):
    type = generator.scalar_type()
    operands = [scope.condition(), scope.any(type), scope.any(type)]
    scope.keep(scope.emit("arith.select", operands, [type]))


def conversion(generator, scope):
    value = scope.converted(generator.scalar_type())
    if value:
        scope.keep(value)

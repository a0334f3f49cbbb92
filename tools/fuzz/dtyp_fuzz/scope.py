"""What a generated piece of code can use, and how it gets values."""

from .dtypes import COMPLEX, FLOATS, INTEGERS, NUMPY
from .ir import Op, Vector
from .scalar_ops import CMPF, CMPI, find_casts

_EDGE_FLOATS = (0.0, -0.0, 1.0, -1.5, 0.1, 3.0, -0.001, 1000.0, 7.25)


class Array:
    """A local or shared array and the dtype that it was made from."""

    def __init__(self, value, dtype):
        self.value = value
        self.dtype = dtype

    @property
    def type(self):
        return self.value.type


class Scope:
    """One block that code is generated into.

    `is_uniform` says that all threads of the grid come here together, `bounds`
    what certain values are less than.
    """

    def __init__(self, rng, block, parent=None, is_uniform=True):
        self.rng = rng
        self.block = block
        self.values = list(parent.values) if parent else []
        self.arrays = list(parent.arrays) if parent else []
        self.providers = list(parent.providers) if parent else []
        self.elements = list(parent.elements) if parent else []
        self.inputs = parent.inputs if parent else []
        self.bounds = dict(parent.bounds) if parent else {}
        self.depth = parent.depth + 1 if parent else 0
        self.is_uniform = is_uniform and (parent is None or parent.is_uniform)
        self.used = parent.used if parent else set()

    def emit(self, op, operands=(), results=(), regions=(), /, **attrs):
        op = Op(op, operands, results, attrs, regions)
        self.block.ops.append(op)
        self.used.update(operands)
        return op.results[0] if op.results else None

    def keep(self, value):
        """Makes a value available to what follows."""
        self.values.append(value)
        return value

    # --- Constants.

    def constant(self, number, type):
        return self.emit("constant", [], [type], value=number)

    def random_number(self, type):
        """A number that a constant or an argument of the kernel can be."""
        rng = self.rng
        if type == "i1":
            return rng.random() < 0.5
        if type in COMPLEX:
            return complex(self.random_number("f16"), rng.choice(_EDGE_FLOATS))
        if type in FLOATS:
            if rng.random() < 0.5:
                return rng.choice(_EDGE_FLOATS)
            return rng.randrange(-4096, 4096) / 256
        bits = NUMPY[type].itemsize * 8
        low, high = -(1 << bits - 1), (1 << bits - 1) - 1
        return rng.choice(
            (0, 1, -1, low, high, rng.randrange(-8, 9), rng.randrange(-100, 100), rng.randint(low, high))
        )

    # --- Values.

    def existing(self, type):
        """A value of the type that is there already, or None."""
        found = [v for v in self.values if v.type == type]
        if not found:
            return None
        # What was computed shall count; and late values depend on more.
        unused = [v for v in found if v not in self.used]
        if unused and self.rng.random() < 0.7:
            return self.rng.choice(unused)
        return self.rng.choice(found[-6:] if self.rng.random() < 0.7 else found)

    def any(self, type):
        """Some value of the type."""
        if isinstance(type, Vector):
            found = self.existing(type) if self.rng.random() < 0.7 else None
            return found or self.emit("vector.broadcast", [self.any(type.element)], [type])
        choice = self.rng.random()
        found = self.existing(type)
        if found and choice < 0.7:
            return found
        if choice < 0.85:
            converted = self.converted(type)
            if converted:
                return converted
        return found or self.constant(self.random_number(type), type)

    def converted(self, type):
        """A value of another type, cast to this one; None if there is none."""
        if type in COMPLEX:
            part = COMPLEX[type]
            return self.emit("complex.create", [self.any(part), self.any(part)], [type])
        scalars = [v for v in self.values if isinstance(v.type, str)]
        self.rng.shuffle(scalars)
        for value in scalars[:6]:
            result = self.convert(value, type)
            if result:
                return result
        return None

    def convert(self, value, type):
        source = value.type
        names = find_casts(source, type)
        if names:
            name = self.rng.choice(names)
            if source == "index" and type != "i64":
                # MLIR 22 folds index -> i16 -> index, where bits are lost.
                wide = self.emit(name, [value], ["i64"])
                return self.emit("arith.trunci", [wide], [type])
            return self.emit(name, [value], [type])
        if source in FLOATS and type in INTEGERS:
            return self.to_integer(value, type)
        if COMPLEX.get(source) == type:
            return self.emit(self.rng.choice(("complex.re", "complex.im")), [value], [type])
        if type in FLOATS and source in INTEGERS and NUMPY[type].itemsize * 8 == INTEGERS[source]:
            return self.emit("bitcast_number", [value], [type])
        return None

    def to_integer(self, value, type):
        """A cast of a float that is in range, or of zero."""
        limit = {"i8": 100, "i16": 30000}.get(type, 60000 if value.type == "f16" else 1e9)
        magnitude = self.emit("math.absf", [value], [value.type])
        bound = self.constant(limit, value.type)
        inside = self.emit("arith.cmpf", [magnitude, bound], ["i1"], predicate="olt")
        is_signed = self.rng.random() < 0.5
        zero = self.constant(0.0, value.type)
        kept = self.emit(
            "arith.select", [inside, value if is_signed else magnitude, zero], [value.type]
        )
        return self.emit("arith.fptosi" if is_signed else "arith.fptoui", [kept], [type])

    def index_below(self, extent):
        """An index from 0 to `extent` - 1."""
        rng = self.rng
        fitting = [v for v, bound in self.bounds.items() if bound <= extent]
        choice = rng.random()
        if fitting and choice < 0.5:
            return rng.choice(fitting)
        if choice < 0.7 or extent == 1:
            return self.constant(rng.randrange(extent), "index")
        index = self.emit("arith.remui", [self.any("index"), self.constant(extent, "index")], ["index"])
        self.bounds[index] = extent
        return index

    def condition(self):
        rng = self.rng
        types = {v.type for v in self.values if isinstance(v.type, str)} - set(COMPLEX) - {"i1"}
        if not types or rng.random() < 0.1:
            return self.any("i1")
        return self.compare(rng.choice(sorted(types)))

    def compare(self, type):
        is_float = type in FLOATS
        predicate = self.rng.choice(sorted(CMPF if is_float else CMPI))
        name = "arith.cmpf" if is_float else "arith.cmpi"
        return self.emit(name, [self.any(type), self.any(type)], ["i1"], predicate=predicate)

"""Compares dtyp.can_cast with numpy.can_cast of the NumPy that is installed.

casting.py generate      prints a function for each pair of dtypes, which returns
                         whether there is a cast at each level
casting.py check FILE    compares what FILE, that module folded, returns
"""

import itertools
import random
import re
import sys
from collections import Counter

import numpy as np

from mlir_types import EXTENSIONS, NUMBERS, UNITS, mlir_type, random_record, random_unit

LEVELS = ["no", "equiv", "safe", "same_kind", "unsafe"]


def dtypes():
    """Dtypes of all families, every one of which meets every other."""
    rng = random.Random(6)
    names = [*NUMBERS, ">i4", ">f8", "S1", "S5", "S32", "U1", "U5", "U21", ">U5", "V1",
             "V4", "V8"]
    names += ["m8", "M8", ">M8[s]", "m8[1000ms]", "m8[1000000us]", "M8[2001ms]"]
    names += [k + "8" + random_unit(rng) for k in "mM" for _ in range(7)]
    made = list(map(np.dtype, names)) + EXTENSIONS
    made += [np.dtype((b, s)) for b in ("i4", "f8", "V4", "S5") for s in ((2,), (1,))]
    made += [np.dtype([("a", n)]) for n in ("i4", "f8", "S5", ">i4")]
    made += [np.dtype([("a", "i1"), ("b", "i8")], align=a) for a in (False, True)]
    return made + [np.dtype([("a", "i4"), ("b", "f4")]), np.dtype([("b", "i4"), ("a", "f4")])]


def vary(rng, dtype):
    """A record that differs from another in some of names, dtypes and offsets."""
    spec = []
    for name in dtype.names:
        field, _, *title = dtype.fields[name]
        if rng.random() < 0.2:
            name = name + "x"
        if rng.random() < 0.3 and field.kind in "biufc":
            field = np.dtype(rng.choice(NUMBERS))
        if title and rng.random() < 0.5:
            title = []
        spec.append(((title[0], name) if title else name, field))
    return np.dtype(spec, align=rng.random() < 0.5)


def pairs():
    yield from itertools.product(dtypes(), repeat=2)
    yield from (tuple(np.dtype(f"{k}8[{u}]") for u in units) for k in "mM"
                for units in itertools.product(UNITS, repeat=2))
    rng = random.Random(7)
    for _ in range(1500):
        first = random_record(rng)
        yield (first, vary(rng, first) if rng.random() < 0.9 else random_record(rng))


# --- What is other than NumPy's on purpose.


def nature(dtype):
    """The kind of number that a dtype is, also where it is void to NumPy."""
    for name, order in [("bool", 0), ("uint", 1), ("int", 2), ("float", 4), ("complex", 5)]:
        if name in dtype.name:
            return order
    return None


def numbers_of(dtype):
    """The smallest and largest of an integer dtype."""
    bits = int(dtype.name.lstrip("uint"))
    return (0, 2**bits - 1) if dtype.name[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def extension_level(source, target):
    """The level of a cast from or to one of ml_dtypes, by what both are. NumPy goes
    by the size of what it takes for bytes: float8 to int4 is safe to it."""
    source, target = source.newbyteorder("="), target.newbyteorder("=")
    if nature(source) is None or nature(target) is None:
        return None
    if source == target:
        return "no"
    if source not in EXTENSIONS or target not in EXTENSIONS:
        try:
            if np.promote_types(source, target) == target:
                return "safe"
        except TypeError:
            pass
    if nature(source) in (1, 2) and nature(target) in (1, 2):
        (low, high), (lowest, highest) = numbers_of(source), numbers_of(target)
        if low >= lowest and high <= highest:
            return "safe"
    return "same_kind" if nature(source) <= nature(target) else "unsafe"


def has_extension(dtype):
    if dtype.subdtype:
        return has_extension(dtype.subdtype[0])
    if dtype.names:
        return any(has_extension(dtype[n]) for n in dtype.names)
    return dtype in EXTENSIONS


def expected(source, target):
    """The lowest level, and why it is not NumPy's if so."""
    level = next((l for l in LEVELS if np.can_cast(source, target, l)), None)
    if source in EXTENSIONS or target in EXTENSIONS:
        own = extension_level(source, target)
        return own, "ml_dtypes" if own != level else None
    return level, None


def is_compared(source, target):
    """Records of dtypes of ml_dtypes have the levels of these, which are compared."""
    are_plain = not (source.names or target.names or source.subdtype or target.subdtype)
    return are_plain or not (has_extension(source) or has_extension(target))


compared = [p for p in pairs() if is_compared(*p)]


def generate():
    for number, (source, target) in enumerate(compared):
        s, t = mlir_type(source), mlir_type(target)
        print(f"func.func @f{number}() -> ({', '.join(['i1'] * 5)}) {{")
        print(f"  %s = dtyp.constant {s}\n  %t = dtyp.constant {t}")
        for i, level in enumerate(LEVELS):
            print(f"  %{i} = dtyp.can_cast {level} %s to %t : !dtyp.dtype<{s}>, !dtyp.dtype<{t}>")
        print("  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1\n}")


def check(file):
    with open(file) as lines:
        returned = re.findall(r"return (.*) : ", lines.read())
    assert len(returned) == len(compared), (len(returned), len(compared))
    reasons, wrong = Counter(), []
    for (source, target), names in zip(compared, returned):
        allowed = [name == "%true" for name in names.split(", ")]
        level = LEVELS[allowed.index(True)] if any(allowed) else None
        if allowed != sorted(allowed):
            wrong.append(f"{source} to {target}: {allowed}")
        right, reason = expected(source, target)
        reasons[reason] += 1
        if level != right:
            wrong.append(f"{source} to {target}: {level} instead of {right}")
    if wrong:
        sys.exit("\n".join(wrong[:30]) + f"\n{len(wrong)} of {len(compared)} differ")
    own = reasons.pop("ml_dtypes")
    print(f"{sum(reasons.values())} casts have the level of NumPy, {own} of ml_dtypes their own")


if __name__ == "__main__":
    {"generate": generate, "check": check}[sys.argv[1]](*sys.argv[2:])

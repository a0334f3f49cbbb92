"""Compares dtyp.promote with the NumPy and ml_dtypes that are installed.

promotion.py generate DIRECTORY   writes for each set of operands SET.mlir, the
                                  promotions with a result, and SET.refused.mlir,
                                  those without, each in a module of its own
promotion.py check DIRECTORY      compares the types in SET.out, SET.mlir in the
                                  generic form, with numpy.result_type
"""

import itertools
import os
import random
import re
import sys
import warnings

import numpy as np

from mlir_types import EXTENSIONS, NUMBERS, UNITS, mlir_type, random_record, random_unit

warnings.simplefilter("ignore")
WEAK = {int: "!dtyp.weak<int>", float: "!dtyp.weak<float>", complex: "!dtyp.weak<complex>"}
numbers = [np.dtype(n) for n in NUMBERS]


def operand(value):
    """The MLIR type of an operand: a dtype, or the type of a Python number."""
    return WEAK[value] if value in WEAK else f"!dtyp.dtype<{mlir_type(value)}>"


# --- The operands of each set.


def with_weak():
    scalars = numbers + EXTENSIONS + [np.dtype(t) for t in ("m8[s]", "m8", "M8[s]", "S3", "U2")]
    for weak in itertools.chain(itertools.combinations(WEAK, 1), itertools.combinations(WEAK, 2)):
        yield weak
        yield from ((s, *weak) for s in scalars)
        yield from ((a, *weak, b) for a, b in itertools.combinations(numbers, 2))


def times():
    spelled = [f"{k}8{u}" for k in "Mm" for u in [""] + [f"[{u}]" for u in UNITS]]
    yield from itertools.product(map(np.dtype, spelled), repeat=2)
    rng = random.Random(4)
    for _ in range(500):
        yield tuple(np.dtype(rng.choice("Mm") + "8" + random_unit(rng))
                    for _ in range(rng.randint(2, 3)))
    yield from ((np.dtype(t), n) for t in ("m8[s]", "M8[D]") for n in numbers)


def texts():
    spelled = ["S1", "S7", "S40", "U1", "U7", "U40", ">U9", "V1", "V5"]
    others = list(map(np.dtype, spelled)) + numbers + [np.dtype("m8[s]"), np.dtype("M8[s]")]
    yield from itertools.product(map(np.dtype, spelled), others)
    yield from ((np.dtype(s), a, b) for s in ("S1", "U1")
                for a, b in itertools.combinations(numbers, 2))


def extensions():
    """All pairs, and the triples of one of ml_dtypes and two of NumPy's own."""
    yield from itertools.product(EXTENSIONS, EXTENSIONS + numbers)
    yield from itertools.product(numbers, EXTENSIONS)
    yield from ((e, a, b) for e in EXTENSIONS for a, b in itertools.combinations(numbers, 2))


def change_a_field(rng, dtype):
    """A record with the names of another, and other dtypes."""
    spec = []
    for name in dtype.names:
        field, _, *title = dtype.fields[name]
        if rng.random() < 0.4 and field.kind in "biufc":
            field = np.dtype(rng.choice(NUMBERS))
        spec.append(((title[0], name) if title else name, field))
    return np.dtype(spec, align=rng.random() < 0.5)


def records():
    rng = random.Random(8)
    for _ in range(400):
        first = random_record(rng)
        second = change_a_field(rng, first) if rng.random() < 0.9 else random_record(rng)
        yield (first, second)
    for _ in range(50):
        yield (random_record(rng),)


SETS = {
    "pairs": lambda: itertools.product(numbers, repeat=2),
    "triples": lambda: itertools.product(numbers, repeat=3),
    "weak": with_weak,
    "times": times,
    "texts": texts,
    "extensions": extensions,
    "records": records,
}

# --- What NumPy says.


def result_type(operands):
    return np.result_type(*(o if isinstance(o, np.dtype) else o(1) for o in operands))


def try_result_type(operands):
    try:
        return result_type(operands)
    except (TypeError, OverflowError):
        return None


def has_two_extensions(operands):
    return len({o for o in operands if o in EXTENSIONS}) > 1


def contains_two_extensions(left, right):
    """Whether fields of two records are of different dtypes of ml_dtypes."""
    if left.names and right.names:
        return any(contains_two_extensions(left[a], right[b])
                   for a, b in zip(left.names, right.names))
    if left.subdtype and right.subdtype:
        return contains_two_extensions(left.subdtype[0], right.subdtype[0])
    return has_two_extensions([left, right])


def is_artefact(operands):
    """Whether dtyp refuses what NumPy has a result for; docs/rationale says why."""
    dtypes = [o for o in operands if isinstance(o, np.dtype)]
    weak = [o for o in operands if o in WEAK]
    if has_two_extensions(dtypes):
        return True
    if len(dtypes) == 2 and contains_two_extensions(*dtypes):
        return True
    if all(d.names or d.kind in "mM" for d in dtypes):
        return False
    extension = [d for d in dtypes if d in EXTENSIONS]
    if extension and weak:
        # A Python number that meets one of ml_dtypes becomes one of NumPy's.
        rest = [d for d in dtypes if d not in EXTENSIONS]
        return not rest and (weak != [int] or "int" in extension[0].name)
    # A result that depends on the order of operands.
    return len({str(try_result_type(o)) for o in itertools.permutations(operands)}) > 1


def expected(operands):
    """The dtype that NumPy has, or None where the promotion is refused."""
    dtype = try_result_type(operands)
    return None if dtype is None or is_artefact(operands) else dtype


# --- Modules.


def constant(value, number):
    name = f"%o{number}"
    if value in WEAK:
        return name, f"  {name} = dtyp.weak_scalar {value.__name__}"
    return name, f"  {name} = dtyp.constant {mlir_type(value)}"


def promotion(operands, result=None):
    names, lines = zip(*(constant(o, n) for n, o in enumerate(operands)))
    line = f"  %r = dtyp.promote {', '.join(names)} : {', '.join(map(operand, operands))}"
    function = "func.func private @f() {\n" if result is None else \
        f"func.func private @f() -> !dtyp.dtype<{result}> {{\n"
    end = "  return\n}" if result is None else f"  return %r : !dtyp.dtype<{result}>\n}}"
    return function + "\n".join(lines), line, end


def promoted(name):
    return [o for o in SETS[name]() if expected(o) is not None]


def text(name):
    """The promotions of a set that have a result."""
    if name == "records":
        # Their text is long and has more than one form: dtyp-opt compares types.
        return "\n// -----\n".join("\n".join(promotion(o, mlir_type(expected(o))))
                                   for o in promoted(name))
    return "\n".join("\n".join(promotion(operands)).replace("@f", f"@f{number}")
                     for number, operands in enumerate(promoted(name)))


def refused(name):
    """The promotions of a set that are errors."""
    chunks = []
    for operands in SETS[name]():
        if expected(operands) is None:
            head, line, end = promotion(operands)
            chunks.append(f"{head}\n  // expected-error @below {{{{expected }}}}\n{line}\n{end}")
    return "\n// -----\n".join(chunks)


def generate(directory):
    os.makedirs(directory, exist_ok=True)
    for name in SETS:
        for file, content in [(name, text(name)), (f"{name}.refused", refused(name))]:
            with open(os.path.join(directory, f"{file}.mlir"), "w") as lines:
                lines.write(content)
            print(file, content.count("dtyp.promote "))


def check(directory):
    for name in SETS:
        if name != "records":
            check_set(name, os.path.join(directory, f"{name}.out"))


def check_set(name, file):
    with open(file) as lines:
        actual = re.findall(r'"dtyp\.promote".* -> !dtyp\.dtype<(.*)>$', lines.read(), re.M)
    operands = promoted(name)
    assert len(actual) == len(operands), (len(actual), len(operands))
    wrong = [f"{', '.join(map(operand, o))}: {a} instead of {mlir_type(expected(o))}"
             for o, a in zip(operands, actual) if a != mlir_type(expected(o))]
    if wrong:
        sys.exit("\n".join(wrong[:20]) + f"\n{len(wrong)} of {len(operands)} differ")
    print(f"{name}: {len(operands)} promotions are those of NumPy")


if __name__ == "__main__":
    {"generate": generate, "check": check}[sys.argv[1]](*sys.argv[2:])

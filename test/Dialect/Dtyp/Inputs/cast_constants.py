"""Makes casts of constants, and compares what they fold to with NumPy and ml_dtypes.

usage: cast_constants.py FOLDER generate OUTPUT   writes a module of all casts
       cast_constants.py FOLDER check FOLDED      compares the folded module

FOLDER holds casts.py, whose casts and values these are: a function per group and
source has the values as constants, and returns what they are cast to.
"""

import itertools
import re
import sys

sys.path.insert(0, sys.argv[1])

import casts  # noqa: E402
import numpy as np  # noqa: E402


def functions():
    """The casts of each function, which have one source."""
    for name, group in casts.GROUPS.items():
        for source, members in itertools.groupby(group, key=lambda c: c[0]):
            yield name, source, list(members)


# --- Constants as text.


def bits_of(value, size):
    return f"0x{int(value.view(f'u{size}')):0{2 * size}X}"


def constant(mlir_type, values, index):
    """The op that makes the value."""
    dtype, value = values.dtype, values[index : index + 1]
    made = casts.value_type(mlir_type, dtype)
    if mlir_type.startswith("complex"):
        part = mlir_type[len("complex<") : -1]
        numbers = casts.parts(value)
        text = ", ".join(f"{bits_of(n, n.dtype.itemsize)} : {part}" for n in numbers)
        return f"complex.constant [{text}] : {made}"
    if mlir_type == "i1":
        return f"arith.constant {'true' if value[0] else 'false'}"
    if made[0] == "i":
        number = int(value.view("i8")[0]) if dtype.kind in "mM" else int(value[0])
        width = int(made[1:])
        # A constant of one bit is a truth to the parser.
        if width == 1:
            return f"arith.constant {'true' if number else 'false'}"
        if number >= 2 ** (width - 1):
            number -= 2**width
        return f"arith.constant {number} : {made}"
    return f"arith.constant {bits_of(value[0], dtype.itemsize)} : {made}"


NUMBER = re.compile(r"(?:(0x)([0-9A-F]+)|(\S+))(?: : \S+)?")


def number_of(text, dtype):
    """The element that a constant is, as its bytes."""
    match = NUMBER.fullmatch(text)
    if match[1]:
        return int(match[2], 16).to_bytes(dtype.itemsize, "little")
    if match[3] in ("true", "false"):
        # -1 of one bit.
        number = -1 if dtype.name == "int1" else 1
        return np.array(number * (match[3] == "true")).astype(dtype).tobytes()
    if dtype.kind in "biumM":
        value = int(match[3]) % 2 ** (8 * dtype.itemsize)
        return value.to_bytes(dtype.itemsize, "little")
    is_integer = "int" in dtype.name
    number = int(match[3]) if is_integer else float(match[3])
    if is_integer and "u" in dtype.name:
        number %= 2 ** int(dtype.name[len("uint") :])
    return np.array(number).astype(dtype).tobytes()


def element_of(text, dtype):
    parts = re.fullmatch(r"\[(.*), (.*)\] : complex<.*>", text)
    if not parts:
        return number_of(text, dtype)
    part = casts.parts(np.zeros(1, dtype)).dtype
    return number_of(parts[1], part) + number_of(parts[2], part)


# --- The module.


def generate(path):
    with open(path, "w", encoding="utf-8") as file:
        for number, (_, source, members) in enumerate(functions()):
            values = casts.inputs(source, members[0][1])
            lines, results, types = [], [], []
            for i in range(casts.COUNT):
                lines.append(f"%v{i} = {constant(source, values, i)}")
            for n, (_, _, target, dtype) in enumerate(members):
                for i in range(casts.COUNT):
                    lines.append(f"%r{n}_{i} = dtyp.cast %v{i} : {source} to {target}")
                    results.append(f"%r{n}_{i}")
                    types.append(casts.value_type(target, dtype))
            body = "\n  ".join(lines + [f"return {', '.join(results)} : {', '.join(types)}"])
            file.write(f"func.func @c{number}() -> ({', '.join(types)}) {{\n  {body}\n}}\n")


CONSTANT = re.compile(r"(%\S+) = (?:arith|complex)\.constant (.+)")


def folded(path):
    """The values that each function returns, as the text of their constants."""
    with open(path, encoding="utf-8") as file:
        known = {}
        for line in map(str.strip, file):
            match = CONSTANT.fullmatch(line)
            if match:
                known[match[1]] = match[2]
            elif line.startswith("return "):
                names = line[len("return ") :].split(" : ")[0].split(", ")
                yield [known.get(name) for name in names]
                known = {}


def check(path):
    compared, problems = 0, []
    for (name, source, members), results in zip(functions(), folded(path), strict=True):
        values = casts.inputs(source, members[0][1])
        for n, (_, _, target, dtype) in enumerate(members):
            texts = results[casts.COUNT * n : casts.COUNT * (n + 1)]
            if None in texts:
                problems.append(f"{source} to {target}: {texts.count(None)} are not folded")
                continue
            got = np.frombuffer(b"".join(element_of(t, dtype) for t in texts), dtype)
            expected, has_result = casts.cast_where_defined(values, dtype)
            is_compared = has_result & casts.is_defined(values, dtype)
            wrong = np.flatnonzero(casts.differ(got, expected) & is_compared)
            if len(wrong):
                i = wrong[0]
                problems.append(f"{source} to {target}: {values[i]!r} is {texts[i]} instead "
                                f"of {expected[i]!r}; {len(wrong)} differ")
            compared += casts.COUNT
    if problems:
        sys.exit("\n".join(problems[:40]) + f"\n{len(problems)} casts differ")
    print(f"{compared} folded casts are those of NumPy and ml_dtypes")


{"generate": generate, "check": check}[sys.argv[2]](*sys.argv[3:])

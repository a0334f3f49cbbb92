"""Makes kernels that cast between all number dtypes and between units of time,
their inputs, and what NumPy and ml_dtypes make of these.

usage: casts.py generate DIRECTORY   writes GROUP.mlir, GROUP.npy for each group
       casts.py check DIRECTORY      compares GROUP.result.npy with NumPy
       casts.py check DIRECTORY --any-nan   where NaNs are those of a chip

A kernel casts the element of each source at the thread's index to all targets.
"""

import itertools
import os
import random
import sys
import warnings

import ml_dtypes
import numpy as np

warnings.simplefilter("ignore")
np.seterr(all="ignore")

COUNT = 256
TYPES = {
    "i1": "bool", "i8": "int8", "ui8": "uint8", "i16": "int16", "ui16": "uint16",
    "i32": "int32", "ui32": "uint32", "i64": "int64", "ui64": "uint64",
    "f16": "float16", "f32": "float32", "f64": "float64",
    "complex<f32>": "complex64", "complex<f64>": "complex128",
    "bf16": "bfloat16", "f8E3M4": "float8_e3m4", "f8E4M3": "float8_e4m3",
    "f8E4M3FN": "float8_e4m3fn", "f8E4M3FNUZ": "float8_e4m3fnuz",
    "f8E4M3B11FNUZ": "float8_e4m3b11fnuz", "f8E5M2": "float8_e5m2",
    "f8E5M2FNUZ": "float8_e5m2fnuz", "f8E8M0FNU": "float8_e8m0fnu",
    "f6E2M3FN": "float6_e2m3fn", "f6E3M2FN": "float6_e3m2fn",
    "f4E2M1FN": "float4_e2m1fn", "si1": "int1", "ui1": "uint1", "i2": "int2",
    "ui2": "uint2", "i4": "int4", "ui4": "uint4",
    "complex<f16>": "complex32", "complex<bf16>": "bcomplex32",
}
NUMBERS = {t: np.dtype(getattr(ml_dtypes, n, n)) for t, n in TYPES.items()}
UNITS = "Y M W D h m s ms us ns ps fs as".split()


def is_extension(dtype):
    return hasattr(ml_dtypes, dtype.name)


def time_type(dtype):
    unit, count = np.datetime_data(dtype)
    name = "datetime64" if dtype.kind == "M" else "timedelta64"
    return f"!dtyp.{name}<{'' if count == 1 else count}{unit}>"


def value_type(mlir_type, dtype):
    """The type of a value, which is signless."""
    if dtype.kind in "mM":
        return "i64"
    return mlir_type.lstrip("us") if "int" in dtype.name else mlir_type


def storage(mlir_type, dtype):
    """The type of a memref's element."""
    if dtype.kind in "biumM" or "int" in dtype.name or mlir_type[:3] in ("f6E", "f4E"):
        return f"i{8 * dtype.itemsize}"
    return mlir_type


# --- Inputs.


def split_mix(seed, count):
    mask = (1 << 64) - 1
    for index in range(1, count + 1):
        z = (seed + index * 0x9E3779B97F4A7C15) & mask
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def integers(dtype, seed):
    """Those at the limits of all widths, and random ones of all magnitudes."""
    info = np.iinfo(dtype)
    limits = [s * 2**b + d for b in (0, 7, 8, 11, 15, 16, 24, 31, 32, 53, 63) for s in (1, -1)
              for d in (-1, 0, 1)]
    made = [v for v in limits + [info.min, info.max, 0] if info.min <= v <= info.max]
    for z in split_mix(seed, COUNT):
        value = z >> (1 + z % (8 * dtype.itemsize - 1) + 64 - 8 * dtype.itemsize)
        made.append(-value if z & 64 and info.min < 0 else value)
    return np.array(made[:COUNT], dtype)


def floats(dtype, seed):
    """Special ones, those at the limits of integers and between integers, and random
    ones, most of them with an integer part that some integer holds."""
    limits = [s * (2.0**b + d) for b in (7, 8, 15, 16, 31, 32, 63, 64) for s in (1, -1)
              for d in (-1, -0.5, 0, 0.5)]
    made = [np.nan, np.inf, -np.inf, 0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.0, 3e38, -3e38,
            1e300, 65519.0, 65520.0, 448.0, 464.0, 465.0, 1e-5, 6e-8, 1e-40, *limits]
    for z in split_mix(seed, COUNT):
        mantissa = 1 + (z >> 12) / 2.0**52
        made.append((1 - 2 * (z & 1)) * mantissa * 2.0 ** (z // 2 % 90 - 20))
    return np.array(made[:COUNT]).astype(dtype)


def inputs(mlir_type, dtype):
    seed = sum(mlir_type.encode())
    if dtype.kind in "iu":
        return integers(dtype, seed)
    if dtype.kind == "b":
        return np.arange(COUNT) % 3 == 1
    if dtype.kind in "mM":
        return times(dtype, seed)
    if "complex" in dtype.name:
        real, imaginary = floats("f8", seed), floats("f8", seed + 1)[::-1]
        return (real + 1j * np.where(np.arange(COUNT) % 5, imaginary, 0)).astype(dtype)
    if is_extension(dtype) and dtype.itemsize == 1:
        info = ml_dtypes.iinfo if "int" in dtype.name else ml_dtypes.finfo
        patterns = np.arange(COUNT)
        if "int" in dtype.name:
            return patterns.astype(np.int8).astype(dtype)
        return (patterns % 2 ** info(dtype).bits).astype(np.uint8).view(dtype)
    return floats(dtype, seed)


def times(dtype, seed):
    """Counts of a wide span, and NaT. From years so far away that the number of days
    overflows, NumPy has other leap days than the calendar."""
    finest = UNITS.index(np.datetime_data(dtype)[0])
    span = min(2**62, 10 ** (3 + 2 * finest))
    made = [0, 1, -1, 11, 12, -12, -13, 365, -365, 59, 60, -2**63]
    made += [(z % (2 * span)) - span for z in split_mix(seed, COUNT)]
    return np.array(made[:COUNT], "i8").view(dtype)


# --- What NumPy makes of them.


def cast(values, target):
    source = values.dtype
    if source != target and "complex32" in source.name:
        if "complex32" in target.name or target == np.bool_:
            # What ml_dtypes 0.6 makes of these is not the number.
            return values.astype(np.complex64).astype(target)
    try:
        if target == np.uint32 and ("f" in source.name or "complex" in source.name):
            # What overflows has another result in NumPy's vector loops.
            return np.concatenate([values[i:i + 1].astype(target) for i in range(COUNT)])
        return values.astype(target)
    except TypeError:
        assert is_extension(source) and is_extension(target), (source, target)
    # ml_dtypes has no cast here.
    if "complex" in source.name:
        return values.astype(np.complex64).real.astype(target)
    through = np.int8 if "int" in source.name and "int" in target.name else np.float32
    return values.astype(through).astype(target)


def is_defined(values, target):
    """Where ml_dtypes has the low bits of the integer, which C does not define. Its
    largest is 2^31 - 1, and a fraction more is zero to it."""
    if not (is_extension(target) and "int" in target.name) or values.dtype.kind not in "fc":
        return True
    return ~((values.real > 2.0**31 - 1) & (values.real < 2.0**31))


# --- Groups of casts.


def number_group(sources):
    return [(s, NUMBERS[s], t, NUMBERS[t]) for s in sources for t in TYPES]


def has_factor(source, target):
    try:
        np.zeros(1, source).astype(target)
        return True
    except OverflowError:
        return False


def time_group():
    rng = random.Random(3)
    dtypes = [np.dtype(f"{k}8[{u}]") for k in "Mm" for u in UNITS]
    pairs = [p for k in "Mm" for p in itertools.product(dtypes, repeat=2)
             if p[0].kind == p[1].kind == k]
    for _ in range(120):
        kind = rng.choice("Mm")
        pairs.append(tuple(np.dtype(f"{kind}8[{rng.choice([1, 2, 3, 7, 10, 25])}{u}]")
                           for u in rng.choices(UNITS, k=2)))
    made = [(time_type(s), s, time_type(t), t) for s, t in pairs if has_factor(s, t)]
    for dtype in (np.dtype("M8[s]"), np.dtype("m8[D]")):
        for number in list(TYPES)[:14]:
            made.append((time_type(dtype), dtype, number, NUMBERS[number]))
            made.append((number, NUMBERS[number], time_type(dtype), dtype))
    made.append((time_type(dtypes[0]), dtypes[0], time_type(dtypes[-1]), dtypes[-1]))
    return made


ALL = list(TYPES)
GROUPS = {
    "integers": number_group(ALL[:9]),
    "floats": number_group(ALL[9:15]),
    "narrow": number_group(ALL[15:26]),
    "rest": number_group(ALL[26:]),
    "times": time_group(),
}


def layout(group):
    """The sources, with where they begin in the input, and for each cast where its
    results begin in the output."""
    sources, results, size, end = {}, [], 0, 0
    for source, dtype, _, target in group:
        if source not in sources:
            sources[source] = (dtype, size)
            size += COUNT * dtype.itemsize
        results.append(end)
        end += COUNT * target.itemsize
    return sources, results, end


def kernel(group):
    sources, results, _ = layout(group)
    lines = []
    for number, (source, (dtype, start)) in enumerate(sources.items()):
        element = storage(source, dtype)
        lines += [f"%s{number} = arith.constant {start} : index",
                  f"%i{number} = memref.view %in[%s{number}][] : memref<?xi8> to "
                  f"memref<{COUNT}x{element}>",
                  f"%v{number} = dtyp.load %i{number}[%i] : memref<{COUNT}x{element}> "
                  f"as {source}"]
    order = list(sources)
    for number, ((source, _, target, dtype), start) in enumerate(zip(group, results)):
        array = f"memref<{COUNT}x{storage(target, dtype)}>"
        lines += [f"%r{number} = dtyp.cast %v{order.index(source)} : {source} to {target}",
                  f"%t{number} = arith.constant {start} : index",
                  f"%o{number} = memref.view %out[%t{number}][] : memref<?xi8> to {array}",
                  f"dtyp.store %r{number}, %o{number}[%i] : {value_type(target, dtype)}, "
                  f"{array} as {target}"]
    body = "\n    ".join(["%i = gpu.thread_id x", *lines, "gpu.return"])
    return ("gpu.module @kernels {\n  gpu.func @cast(%in: memref<?xi8>, "
            f"%out: memref<?xi8>) kernel {{\n    {body}\n  }}\n}}\n")


def generate(directory):
    os.makedirs(directory, exist_ok=True)
    for name, group in GROUPS.items():
        with open(os.path.join(directory, f"{name}.mlir"), "w") as file:
            file.write(kernel(group))
        sources, _, size = layout(group)
        parts = [inputs(s, d).view(np.uint8) for s, (d, _) in sources.items()]
        np.save(os.path.join(directory, f"{name}.npy"), np.concatenate(parts))
        print(name, len(group), size)


# --- Comparison.


def parts(values):
    """The numbers of complex ones."""
    half = {"complex32": np.float16, "bcomplex32": ml_dtypes.bfloat16}
    if values.dtype.kind == "c":
        return values.view(values.real.dtype)
    return values.view(half[values.dtype.name]) if values.dtype.name in half else values


def differ(actual, expected):
    """Where bits differ. A NaN has the bits of the processor that made it."""
    actual, expected = parts(actual), parts(expected)
    size = f"u{expected.dtype.itemsize}"
    wrong = actual.view(size) != expected.view(size)
    if expected.dtype.kind in "fV" and "float" in expected.dtype.name:
        wrong &= ~(np.isnan(actual) & np.isnan(expected))
    return wrong.reshape(COUNT, -1).any(axis=1)


def cast_where_defined(values, target):
    """What NumPy makes of the values, and of which: NumPy 2.5 refuses times that
    overflow, where 2.4 wraps them."""
    try:
        return cast(values, target), np.ones(COUNT, bool)
    except OverflowError:
        results, has_result = np.zeros(COUNT, target), np.zeros(COUNT, bool)
    for i in range(COUNT):
        try:
            results[i] = values[i:i + 1].astype(target)[0]
            has_result[i] = True
        except OverflowError:
            pass
    return results, has_result


def are_nans(values):
    return np.isnan(parts(values)).reshape(COUNT, -1).any(axis=1)


def check(directory, any_nan=""):
    """Compares all results. With any_nan, a NaN may have either sign, and so become
    either zero in float6 and float4, which have no NaN."""
    compared, pairs, problems = 0, 0, []
    for name, group in GROUPS.items():
        actual = np.load(os.path.join(directory, f"{name}.result.npy"))
        _, results, _ = layout(group)
        for (source, dtype, target, result), start in zip(group, results):
            values = inputs(source, dtype)
            expected, has_result = cast_where_defined(values, result)
            got = actual[start:start + COUNT * result.itemsize].view(result)
            is_compared = has_result & is_defined(values, result)
            if any_nan and result.name.startswith(("float6", "float4")):
                if "float" in values.dtype.name or "complex" in values.dtype.name:
                    is_compared &= ~are_nans(values)
            wrong = np.flatnonzero(differ(got, expected) & is_compared)
            if len(wrong):
                i = wrong[0]
                problems.append(f"{source} to {target}: {values[i]!r} is {got[i]!r} instead "
                                f"of {expected[i]!r}; {len(wrong)} differ")
            compared += COUNT
            pairs += 1
    if problems:
        sys.exit("\n".join(problems[:40]) + f"\n{len(problems)} of {pairs} casts differ")
    print(f"{compared} results of {pairs} casts are those of NumPy and ml_dtypes")


if __name__ == "__main__":
    {"generate": generate, "check": check}[sys.argv[1]](*sys.argv[2:])

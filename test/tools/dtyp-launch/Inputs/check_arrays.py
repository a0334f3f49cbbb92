"""Recomputes dtyp-launch's generated arrays and printed elements in NumPy."""

import os
import re
import subprocess
import sys

import ml_dtypes
import numpy as np

INTEGERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
PRECISIONS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}
COMPLEX = {"complex64": "float32", "complex128": "float64"}
NARROW = {"int1": 1, "uint1": 1, "int2": 2, "uint2": 2, "int4": 4, "uint4": 4}
PRECISIONS |= {"float8_e3m4": 5, "float8_e4m3": 4, "float8_e4m3b11fnuz": 4,
               "float8_e4m3fn": 4, "float8_e4m3fnuz": 4, "float8_e5m2": 3,
               "float8_e5m2fnuz": 3}
BITS = {"float6_e2m3fn": 6, "float6_e3m2fn": 6, "float4_e2m1fn": 4}
COMPLEX |= {"complex32": "float16", "bcomplex32": "bfloat16"}
BIG = [">f4", ">i2", ">c16", ">u8"]
TIMES = ["M8[s]", "m8[25s]", ">M8[D]"]
NAMES = ["bool", *INTEGERS, *NARROW, *PRECISIONS, *BITS, "float8_e8m0fnu", *COMPLEX,
         *BIG, *TIMES, "S3", "U2", ">U2", "V5", "V11"]
RECORD = "f4,>i2,(2,)u1,S2,M8[D],bfloat16"
SIZE = 3000
SEED = 0xFEDCBA9876543210


def split_mix(seed, count):
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(
            0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def random_reals(name, draws):
    precision = PRECISIONS[name]
    return np.ldexp((draws >> np.uint64(64 - precision)).astype(np.float64),
                    -precision).astype(name)


def draws_per_element(dtype):
    if dtype.subdtype:
        return draws_per_element(dtype.base) * int(np.prod(dtype.shape))
    if dtype.names:
        return sum(draws_per_element(dtype[name]) for name in dtype.names)
    return {"c": 2, "W": 2, "S": dtype.itemsize, "U": dtype.itemsize // 4}.get(
        dtype.kind, (dtype.itemsize + 7) // 8 if dtype.type is np.void else 1)


def from_draws(dtype, draws):
    """Makes an array of one row of draws per element."""
    dtype = np.dtype(dtype)
    count = len(draws)
    if dtype.subdtype:
        return from_draws(dtype.base, draws.reshape(-1, draws_per_element(dtype.base))
                          ).reshape((count, *dtype.shape))
    if dtype.names:
        array, start = np.zeros(count, dtype), 0
        for name in dtype.names:
            width = draws_per_element(dtype[name])
            array[name] = from_draws(dtype[name], draws[:, start:start + width])
            start += width
        return array
    name = dtype.newbyteorder("=").name
    if name in COMPLEX:
        parts = random_reals(COMPLEX[name], np.ascontiguousarray(draws).reshape(-1))
        return parts.view(name).astype(dtype)
    if dtype.type is np.void:
        raw = np.ascontiguousarray(draws).view(np.uint8).reshape(count, -1)
        return np.ascontiguousarray(raw[:, :dtype.itemsize]).view(dtype).reshape(-1)
    if dtype.kind in "SU":
        letters = (draws >> np.uint64(32)) % np.uint64(26) + np.uint64(ord("a"))
        unit = np.uint8 if dtype.kind == "S" else dtype.str[0] + "u4"
        return np.ascontiguousarray(letters.astype(unit)).view(dtype).reshape(-1)
    one = draws[:, 0]
    if name in PRECISIONS:
        return random_reals(name, one).astype(dtype)
    if name in BITS:
        return (one >> np.uint64(64 - BITS[name])).astype(np.uint8).view(name)
    if name == "float8_e8m0fnu":
        return np.ldexp(1.0, -(one >> np.uint64(61)).astype(np.int64)).astype(name)
    if dtype.kind in "mM":
        return (one >> np.uint64(33)).astype(np.int64).astype(dtype)
    bits = 1 if name == "bool" else NARROW.get(name, 8 * dtype.itemsize)
    kind = np.uint8 if name == "bool" else f"u{dtype.itemsize}"
    return (one >> np.uint64(64 - bits)).astype(kind).view(name).astype(dtype)


def random_array(name, seed, count):
    width = draws_per_element(np.dtype(name))
    return from_draws(name, split_mix(seed, width * count).reshape(count, width))


def load(path, name):
    with open(path, "rb") as file:
        # np.load does not know the typestrs of all of ml_dtypes.
        data = file.read()
    size = SIZE * np.dtype(name).itemsize
    return np.frombuffer(data[-size:], name).reshape(SIZE // 10, 10)


def run(tool, image, *arguments):
    result = subprocess.run([tool, image, "--dry-run", *arguments],
                            capture_output=True, text=True)
    if result.returncode or result.stderr:
        sys.exit(f"{arguments}: {result.stderr}")
    return result.stdout


def check_generated(tool, image, folder):
    path = os.path.join(folder, "generated.npy")
    for name in [*NAMES, RECORD]:
        # An int1 is 0 or -1.
        one = -1 if name == "int1" else 1
        with np.errstate(over="ignore"):
            arange = np.arange(SIZE).astype(name)
        for init, expected in [
            ("zeros", np.zeros(SIZE, name)),
            ("ones", np.ones(SIZE, np.int64).astype(name)),
            ("arange", arange),
            (f"random:{SEED}", random_array(name, SEED, SIZE)),
            (f"random:{SEED:#x}", random_array(name, SEED, SIZE)),
            *([] if np.dtype(name).kind in "MV" and name not in PRECISIONS | NARROW | BITS
              else [(f"full:{one}", np.full(SIZE, one, np.int64).astype(name))]),
        ]:
            run(tool, image, f"out={path}:{name}[{SIZE // 10},10]={init}")
            got = load(path, name)
            if got.tobytes() != expected.tobytes():
                sys.exit(f"{name} {init}: got {got}, expected {expected}")
            if init.startswith("random") and name in PRECISIONS:
                assert (got >= 0).all() and (got < 1).all()
    print("generated arrays agree with NumPy")


def print_elements(tool, image, folder, array):
    path = os.path.join(folder, "elements.npy")
    np.save(path, array)
    output = run(tool, image, "--print-all", f"{array.dtype.name}:{path}")
    return output.splitlines()[0].split(" = [")[1].removesuffix("]").split(" ")


def interesting(name):
    """Random bits, whole numbers, powers of ten and of two, and their
    neighbours."""
    dtype = np.dtype(name)
    random = np.random.default_rng(2).bytes(4000 * dtype.itemsize)
    info = np.finfo(name)
    with np.errstate(over="ignore"):
        tens = np.array([10.0**k for k in range(-30, 30)]).astype(name)
        twos = np.ldexp(1.0, np.arange(-140, 140)).astype(name)
        parts = [np.frombuffer(random, name), np.arange(-99, 2000).astype(name)]
        for numbers in (tens, twos):
            parts += [numbers, np.nextafter(numbers, dtype.type(0)),
                      np.nextafter(numbers, dtype.type(np.inf))]
    parts.append(np.array([0.0, -0.0, np.inf, -np.inf, np.nan, info.max, info.tiny,
                           info.smallest_subnormal]).astype(name))
    return np.concatenate(parts)


def check_printed(tool, image, folder):
    every = np.arange(65536, dtype=np.uint16)
    arrays = [interesting("float32"), interesting("float64"), every.view("float16")]
    for name, part in list(COMPLEX.items())[:2]:
        numbers = interesting(part)
        arrays.append(np.concatenate([numbers, numbers[::-1]]).view(name))
    arrays += [np.array([False, True])]
    arrays += [np.array([np.iinfo(n).min, 0, np.iinfo(n).max], n) for n in INTEGERS]
    for array in arrays:
        texts = print_elements(tool, image, folder, array)
        assert len(texts) == len(array)
        for text, element in zip(texts, array):
            if text != str(element):
                sys.exit(f"{array.dtype}: printed {text}, NumPy prints {element}")

    # ml_dtypes prints six digits, whatever it takes: here each text must give
    # the element back, with the four digits that always suffice for eight bits.
    numbers = every.view("bfloat16")
    for text, element in zip(print_elements(tool, image, folder, numbers), numbers):
        back = np.float64(text).astype("bfloat16")
        assert (back == element or (back != back and element != element)), (text, element)
        assert len(text.lstrip("-").replace(".", "").split("e")[0].strip("0")) <= 4
    print("printed elements agree with NumPy")


def print_values(tool, image, dtype, values):
    """Gives the values as text, and returns what is printed of them."""
    literal = "[" + ", ".join(values) + "]"
    output = run(tool, image, "--print-all", f"out:({len(values)},){dtype}[]=full:{literal}"
                 if "_" not in dtype else
                 f'out:["{dtype}", [{len(values)}]][]=full:{literal}')
    return output.splitlines()[0].split(" = [")[1].removesuffix("]").split(" ")


def check_narrow(tool, image, folder):
    """Every encoding prints as a number that is it, and numbers around every
    middle between two of them are rounded as ml_dtypes does."""
    for name in [n for n in NAMES if n.startswith(("float8", "float6", "float4"))]:
        width = 2 ** BITS.get(name, 8)
        every = np.arange(width, dtype=np.uint8).view(name)
        for text, element in zip(print_elements(tool, image, folder, every), every):
            back = np.float64(text).astype(name)
            assert back.tobytes() == element.tobytes() or back != back, (name, text)
        finite = np.unique(every[np.isfinite(every.astype(np.float64))].astype(np.float64))
        middles = (finite[1:] + finite[:-1]) / 2
        numbers = np.concatenate([finite, middles, np.nextafter(middles, np.inf),
                                  np.nextafter(middles, -np.inf)])
        # By way of float32, as ml_dtypes converts float64: two roundings.
        with np.errstate(over="ignore"):
            numbers = numbers.astype(np.float32).astype(np.float64)
        numbers = numbers[np.isfinite(numbers)]
        texts = print_values(tool, image, name, [repr(float(x)) for x in numbers])
        for number, text in zip(numbers, texts):
            expected = number.astype(name)
            got = np.float64(text).astype(name)
            if got.tobytes() != expected.tobytes():
                sys.exit(f"{name}: {number} became {text}, ml_dtypes makes {expected}")
    print("narrow floats agree with ml_dtypes")


UNITS = "Y M W D h m s ms us ns ps fs as 25s 7D 5M 3Y".split()
DATES = ["1970", "2020-02", "2020-02-29", "1969-12-31T23", "2000-01-01T05:06",
         "1900-03-01T00:00:59", "1970-01-01T00:00:01.5", "-0044-03-15", "12345-06-07",
         "NaT", "1970-01-01T00:00:00.123456789012345678", "2020-01-01 05:06", "+2020-01"]


def check_times(tool, image, folder):
    random = np.random.default_rng(3)
    for unit in UNITS:
        dtype = f"datetime64[{unit}]"
        # What is in range after the multiplication, which NumPy does not check.
        steps = random.integers(-2**58, 2**58, 300) >> random.integers(0, 58, 300)
        times = np.append(steps, [0, 1, -1, np.iinfo(np.int64).min]).view(f"M8[{unit}]")
        texts = print_elements(tool, image, folder, times)
        assert texts == [str(time) for time in times], unit
        # The finest units hold the years around 1970 only.
        dates = DATES if unit in UNITS[:9] + UNITS[13:] else [
            d for d in DATES if d.startswith(("1969", "1970", "NaT"))]
        if unit in ("fs", "as"):
            dates = [d for d in dates if "1969" not in d]
        texts = print_values(tool, image, dtype, [repr(d) for d in dates])
        assert texts == [str(np.datetime64(d, unit)) for d in dates], (unit, texts)
    print("times agree with NumPy")


def check_records(tool, image, folder):
    path = os.path.join(folder, "records.npy")
    dtype = "f4,>i2,(2,3)u1,S2,U2,M8[D],?,V2,(1,)M8[s]"
    for array in [random_array(dtype, 7, 9), random_array([("x", "f8")], 7, 2)]:
        for i in range(len(array)):
            np.save(path, array[i:i + 1])
            output = run(tool, image, path).splitlines()[0].split(" = ")[1]
            # NumPy pads the numbers of a sub-array.
            expected = re.sub(r"([\[,]) +", r"\1 ", f"[{array[i]}]").replace("[ ", "[")
            assert output == expected, (output, expected)
    print("records print as in NumPy")


check_generated(*sys.argv[1:])
check_printed(*sys.argv[1:])
check_records(*sys.argv[1:])
check_narrow(*sys.argv[1:])
check_times(*sys.argv[1:])

"""Recomputes dtyp-launch's generated arrays and printed elements in NumPy."""

import os
import subprocess
import sys

import ml_dtypes
import numpy as np

INTEGERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
PRECISIONS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}
COMPLEX = {"complex64": "float32", "complex128": "float64"}
NAMES = ["bool", *INTEGERS, *PRECISIONS, *COMPLEX]
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


def random_array(name, seed, count):
    if name in COMPLEX:
        return random_reals(COMPLEX[name], split_mix(seed, 2 * count)).view(name)
    draws = split_mix(seed, count)
    if name in PRECISIONS:
        return random_reals(name, draws)
    bits = 1 if name == "bool" else 8 * np.dtype(name).itemsize
    kind = np.uint8 if name == "bool" else f"u{np.dtype(name).itemsize}"
    return (draws >> np.uint64(64 - bits)).astype(kind).view(name)


def load(path, name):
    array = np.load(path)
    return array.view(name) if name == "bfloat16" else array


def run(tool, image, *arguments):
    result = subprocess.run([tool, image, "--dry-run", *arguments],
                            capture_output=True, text=True)
    if result.returncode or result.stderr:
        sys.exit(f"{arguments}: {result.stderr}")
    return result.stdout


def check_generated(tool, image, folder):
    path = os.path.join(folder, "generated.npy")
    for name in NAMES:
        with np.errstate(over="ignore"):
            arange = np.arange(SIZE).astype(name)
        for init, expected in [
            ("zeros", np.zeros(SIZE, name)),
            ("ones", np.ones(SIZE, name)),
            ("arange", arange),
            (f"random:{SEED}", random_array(name, SEED, SIZE)),
            (f"random:{SEED:#x}", random_array(name, SEED, SIZE)),
            ("full:1", np.full(SIZE, 1, name)),
        ]:
            run(tool, image, f"out={path}:{name}[{SIZE // 10},10]={init}")
            got = load(path, name)
            assert got.shape == (SIZE // 10, 10) and got.dtype == name
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
    for name, part in COMPLEX.items():
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


check_generated(*sys.argv[1:])
check_printed(*sys.argv[1:])

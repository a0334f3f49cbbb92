"""The element types of generated kernels: their MLIR text and NumPy's dtypes."""

import dataclasses

import ml_dtypes
import numpy as np

INTEGERS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64}
FLOATS = ("f16", "bf16", "f32", "f64")
COMPLEX = {"complex<f32>": "f32", "complex<f64>": "f64"}

#: What NumPy computes with for each type of a scalar. Integers are signless in
#: MLIR; here they are signed, and unsigned operations view them as unsigned.
NUMPY = {
    "i1": np.dtype(np.bool_),
    "i8": np.dtype(np.int8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "index": np.dtype(np.int64),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "complex<f32>": np.dtype(np.complex64),
    "complex<f64>": np.dtype(np.complex128),
}

#: Bits of a float before the point of its mantissa, with the hidden one.
PRECISION = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53}


@dataclasses.dataclass(frozen=True)
class DType:
    """A dtype of dtyp: its MLIR type, what a memref of it holds, NumPy's name."""

    text: str
    storage: str
    name: str

    @property
    def itemsize(self):
        return NUMPY[self.storage].itemsize

    @property
    def value(self):
        """The type of an SSA value of one element."""
        return "i1" if self.text == "i1" else self.storage


DTYPES = (
    [DType("i1", "i8", "bool")]
    + [DType(t, t, f"int{b}") for t, b in INTEGERS.items()]
    + [DType("u" + t, t, f"uint{b}") for t, b in INTEGERS.items()]
    + [
        DType("f16", "f16", "float16"),
        DType("bf16", "bf16", "bfloat16"),
        DType("f32", "f32", "float32"),
        DType("f64", "f64", "float64"),
        DType("complex<f32>", "complex<f32>", "complex64"),
        DType("complex<f64>", "complex<f64>", "complex128"),
    ]
)

#: Unsigned or boolean dtypes have a signed twin with the same storage.
BY_NAME = {d.name: d for d in DTYPES}


def unsigned(values):
    """The same bits as unsigned integers."""
    return values.view(f"u{values.dtype.itemsize}")


def split_mix(seed, count):
    """The first draws of SplitMix64, as `dtyp-launch --help` defines them."""
    with np.errstate(over="ignore"):
        step = np.arange(1, count + 1, dtype=np.uint64)
        z = np.uint64(seed) + step * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def random_array(name, count, seed):
    """What `NAME[COUNT]=random:SEED` means in the argument language."""
    dtype = BY_NAME[name]
    if dtype.storage in COMPLEX:
        part = "float32" if name == "complex64" else "float64"
        return random_array(part, 2 * count, seed).view(NUMPY[dtype.storage])
    z = split_mix(seed, count)
    if name == "bool":
        return (z >> np.uint64(63)).astype(np.int8)
    if dtype.storage in INTEGERS:
        bits = INTEGERS[dtype.storage]
        return (z >> np.uint64(64 - bits)).astype(f"u{bits // 8}").view(
            NUMPY[dtype.storage]
        )
    p = PRECISION[dtype.storage]
    return ((z >> np.uint64(64 - p)) * 2.0**-p).astype(NUMPY[dtype.storage])

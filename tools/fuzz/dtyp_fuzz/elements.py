"""The dtypes of arrays of bytes: numbers, text, records and sub-arrays, each with the
NumPy dtype that says where its parts are and what they hold."""

import dataclasses
import math

import ml_dtypes
import numpy as np

from .dtypes import NUMPY


@dataclasses.dataclass(frozen=True)
class Number:
    """A dtype without parts.

    `text` is its MLIR type, `storage` what a memref of it holds, `raw` the type
    of what dtyp.load yields, `value` the type to compute with: wider than `raw`
    where arith knows nothing of that.
    """

    text: str
    storage: str
    raw: str
    value: str
    numpy: np.dtype

    def __str__(self):
        return self.storage

    @property
    def itemsize(self):
        return self.numpy.itemsize

    @property
    def is_plain(self):
        """Whether memref.load yields its value."""
        return self.storage == self.raw == self.value

    def decode(self, data):
        """The values of bytes[threads, itemsize]."""
        data = np.ascontiguousarray(data).view(np.uint8)
        if self.text == "i1":
            return data[:, 0] != 0
        values = data.view(self.numpy)[:, 0]
        if self.raw != self.value:
            return values.astype(NUMPY[self.value])
        return values.astype(_native(self.numpy)).view(NUMPY[self.value])

    def encode(self, values):
        """The bytes[threads, itemsize] of values."""
        if self.raw != self.value or self.text == "i1":
            values = values.astype(self.numpy)
        else:
            values = np.ascontiguousarray(values).view(_native(self.numpy)).astype(self.numpy)
        return np.ascontiguousarray(values).view(np.uint8).reshape(-1, self.itemsize)


def _native(numpy):
    return numpy.newbyteorder("=") if numpy.kind != "V" else numpy


@dataclasses.dataclass(frozen=True)
class Text:
    """A dtype whose values are bytes that are copied, cut and filled with zeros;
    those of one `kind` are cast to each other."""

    text: str
    kind: str
    numpy: np.dtype

    def __str__(self):
        return self.text

    @property
    def value(self):
        return self

    raw = value
    is_plain = False

    @property
    def itemsize(self):
        return self.numpy.itemsize

    def decode(self, data):
        return data.view(np.uint8)

    def encode(self, values):
        return values


@dataclasses.dataclass(frozen=True)
class SubArray:
    base: object
    shape: tuple

    @property
    def text(self):
        extents = "x".join(map(str, self.shape))
        return f"!dtyp.subarray<{extents}x{self.base.text}>"

    @property
    def numpy(self):
        return np.dtype((self.base.numpy, self.shape))

    @property
    def itemsize(self):
        return self.base.itemsize * math.prod(self.shape)

    def strides(self):
        """The strides in bytes."""
        return np.empty(self.shape, np.void(self.base.itemsize).dtype).strides


@dataclasses.dataclass(frozen=True)
class Record:
    """A record; `fields` are (name, dtype) pairs, `kind` says who places them."""

    kind: str
    fields: tuple
    numpy: np.dtype

    def __str__(self):
        return self.text

    @property
    def text(self):
        parts = [self.kind] if self.kind in ("aligned", "device") else []
        for name, dtype in self.fields:
            place = f" at {self.offset(name)}" if self.kind == "explicit" else ""
            parts.append(f"{name}: {dtype.text}{place}")
        if self.kind == "explicit":
            parts.append(f"itemsize {self.itemsize}")
        return f"!dtyp.record<{', '.join(parts)}>"

    @property
    def itemsize(self):
        return self.numpy.itemsize

    def offset(self, name):
        return self.numpy.fields[name][1]

    @property
    def alignment(self):
        return _device_alignment(self)

    def decode(self, data):
        return data.view(np.uint8)

    def encode(self, values):
        return values


def _number(text, numpy, value=None, storage=None, raw=None):
    value = value or text
    return Number(text, storage or text, raw or value, value, np.dtype(numpy))


#: Numbers that memref holds as they are; dtyp.cast is generated between them.
NUMBERS = [
    _number("i1", "?", storage="i8"),
    *(_number(f"i{8 * n}", f"i{n}") for n in (1, 2, 4, 8)),
    *(_number(f"ui{8 * n}", f"u{n}", f"i{8 * n}", f"i{8 * n}") for n in (1, 2, 4, 8)),
    _number("f16", "f2"),
    _number("bf16", ml_dtypes.bfloat16),
    _number("f32", "f4"),
    _number("f64", "f8"),
    _number("complex<f32>", "c8"),
    _number("complex<f64>", "c16"),
]
_SWAPPED = [
    _number(f"!dtyp.big_endian<{text}>", numpy, value)
    for text, numpy, value in (
        ("i16", ">i2", "i16"), ("ui32", ">u4", "i32"), ("i64", ">i8", "i64"),
        ("f32", ">f4", "f32"), ("f64", ">f8", "f64"), ("complex<f32>", ">c8", "complex<f32>"),
    )
]  # fmt: skip
_TIMES = [
    _number("!dtyp.datetime64<ns>", "M8[ns]", "i64", "i64"),
    _number("!dtyp.timedelta64<25s>", "m8[25s]", "i64", "i64"),
]
_NARROW = [
    _number(name, getattr(ml_dtypes, numpy), "i8", "i8", name.lstrip("u"))
    for name, numpy in (("i4", "int4"), ("ui4", "uint4"), ("i2", "int2"), ("ui2", "uint2"))
]
_FLOAT8 = [
    _number("f8E4M3FN", ml_dtypes.float8_e4m3fn, "f32", "f8E4M3FN", "f8E4M3FN"),
    _number("f8E5M2", ml_dtypes.float8_e5m2, "f32", "f8E5M2", "f8E5M2"),
]
#: Floats of less than a byte, which memref holds as one.
_SMALL_FLOATS = [
    _number(name, getattr(ml_dtypes, numpy), "f32", "i8", name)
    for name, numpy in (
        ("f6E2M3FN", "float6_e2m3fn"), ("f6E3M2FN", "float6_e3m2fn"), ("f4E2M1FN", "float4_e2m1fn"),
    )
]  # fmt: skip
ELEMENTS = NUMBERS + _SWAPPED + _TIMES + _NARROW + _FLOAT8 + _SMALL_FLOATS
TEXTS = [
    Text(f"!dtyp.{kind}<{length}>", kind, np.dtype(f"{code}{length}"))
    for kind, code, lengths in (("bytes", "S", (1, 3, 4, 9)), ("str", "U", (1, 2, 5)), ("void", "V", (2, 7, 8)))
    for length in lengths
] + [Text("!dtyp.big_endian<!dtyp.str<2>>", "str", np.dtype(">U2"))]
#: Numbers whose alignment in CUDA is not NumPy's.
_DEVICE_ALIGNMENT = {"complex<f32>": 8, "complex<f64>": 16}


def _align(offset, alignment):
    return -(-offset // alignment) * alignment


def _device_alignment(dtype):
    if isinstance(dtype, SubArray):
        return _device_alignment(dtype.base)
    if isinstance(dtype, Record):
        if dtype.kind not in ("aligned", "device"):
            return 1
        own = [_device_alignment(field) for _, field in dtype.fields]
        return max(own) if dtype.kind == "device" else dtype.numpy.alignment
    return _DEVICE_ALIGNMENT.get(dtype.text, dtype.numpy.alignment)


#: Who places the fields of a record in another: NumPy aligns all in an aligned
#: one in its way, so one of CUDA's is none of its fields, and the other way round.
_KINDS = {
    "packed": ("packed", "aligned", "explicit", "device"),
    "aligned": ("packed", "aligned", "explicit"),
    "explicit": ("packed", "aligned", "explicit", "device"),
    "device": ("packed", "explicit", "device"),
}


def random_record(rng, kinds=("packed", "packed", "aligned", "aligned", "explicit", "device"), depth=0):
    """A record with up to two levels of records in it."""
    kind = rng.choice(kinds)
    fields = []
    for number in range(rng.randint(1, 5 - depth)):
        dtype = rng.choice(TEXTS if rng.random() < 0.1 else ELEMENTS)
        if depth < 2 and rng.random() < 0.2:
            dtype = random_record(rng, _KINDS[kind], depth + 1)
        if rng.random() < 0.25:
            dtype = SubArray(dtype, tuple(rng.randint(1, 3) for _ in range(rng.randint(1, 2))))
        fields.append((f"f{number}", dtype))
    names, dtypes = zip(*fields)
    if kind in ("packed", "aligned"):
        numpy = np.dtype([(n, d.numpy) for n, d in fields], align=kind == "aligned")
        return Record(kind, tuple(fields), numpy)
    offsets, end, alignment = [], 0, 1
    for dtype in dtypes:
        own = _device_alignment(dtype) if kind == "device" else 1
        offset = _align(end, own)
        if kind == "explicit":
            # A hole, or an overlap with what is there.
            offset = max(0, offset + rng.choice((-3, 0, 0, 1, 2, 5)))
        offsets.append(offset)
        end = max(end, offset + dtype.itemsize)
        alignment = max(alignment, own)
    itemsize = _align(end, alignment) + (rng.choice((0, 0, 1, 4)) if kind == "explicit" else 0)
    formats = [d.numpy for d in dtypes]
    numpy = np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": itemsize})
    return Record(kind, tuple(fields), numpy)


def random_path(rng, dtype, to_number=True):
    """Steps from a dtype to a part of it: names of fields, and shapes of
    sub-arrays. Returns the steps and the part's dtype."""
    path = []
    while not isinstance(dtype, (Number, Text)):
        if isinstance(dtype, SubArray):
            path.append(dtype.shape)
            dtype = dtype.base
        elif not to_number and path and rng.random() < 0.6:
            break
        else:
            name, dtype = rng.choice(dtype.fields)
            path.append(name)
    return tuple(path), dtype


def records_in(dtype):
    """All parts that are records: (steps, record) pairs."""
    if isinstance(dtype, SubArray):
        for path, record in records_in(dtype.base):
            yield (dtype.shape, *path), record
    elif isinstance(dtype, Record):
        yield (), dtype
        for name, field in dtype.fields:
            for path, record in records_in(field):
                yield (name, *path), record

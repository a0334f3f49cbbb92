"""Random elements of records, as `dtyp-launch --help` defines them."""

import ml_dtypes
import numpy as np

from .dtypes import PRECISION, split_mix
from .elements import Record, SubArray, Text


def random_bytes(dtype, count, seed):
    """The bytes of what `DTYPE[COUNT]=random:SEED` means."""
    draws = iter(split_mix(seed, count * _count_draws(dtype)))
    data = np.zeros(count * dtype.itemsize, np.uint8)
    for element in data.reshape(count, dtype.itemsize):
        _fill(dtype, draws, element)
    return data


def _count_draws(dtype):
    if isinstance(dtype, Record):
        return sum(_count_draws(field) for _, field in dtype.fields)
    if isinstance(dtype, SubArray):
        return _count_draws(dtype.base) * (dtype.itemsize // dtype.base.itemsize)
    if isinstance(dtype, Text):
        return {"bytes": dtype.itemsize, "void": -(-dtype.itemsize // 8)}.get(dtype.kind, dtype.itemsize // 4)
    return 2 if dtype.numpy.kind == "c" else 1


def _fill(dtype, draws, data):
    if isinstance(dtype, Record):
        for name, field in dtype.fields:
            _fill(field, draws, data[dtype.offset(name) :][: field.itemsize])
    elif isinstance(dtype, SubArray):
        for part in data.reshape(-1, dtype.base.itemsize):
            _fill(dtype.base, draws, part)
    elif isinstance(dtype, Text):
        data[:] = _text(dtype, draws)
    else:
        data[:] = np.array(_number(dtype, draws), dtype.numpy).reshape(1).view(np.uint8)


def _text(dtype, draws):
    if dtype.kind == "void":
        words = [next(draws) for _ in range(_count_draws(dtype))]
        return np.array(words, np.uint64).view(np.uint8)[: dtype.itemsize]
    letters = [ord("a") + int(next(draws) >> np.uint64(32)) % 26 for _ in range(_count_draws(dtype))]
    kind = "u1" if dtype.kind == "bytes" else dtype.numpy.byteorder.replace("=", "<") + "u4"
    return np.array(letters, kind).view(np.uint8)


def _number(dtype, draws):
    numpy = dtype.numpy
    if numpy.kind == "c":
        part = "f32" if numpy.itemsize == 8 else "f64"
        return complex(*(_real(PRECISION[part], next(draws)) for _ in range(2)))
    draw = next(draws)
    if numpy.kind == "b":
        return bool(draw >> np.uint64(63))
    if numpy.kind in "mM":
        return np.array(int(draw >> np.uint64(33))).astype("i8").view(numpy.newbyteorder("="))
    if "int" in numpy.name:
        info = (np if numpy.kind in "iu" else ml_dtypes).iinfo(numpy)
        bits = int(draw >> np.uint64(64 - info.bits))
        return bits - (1 << info.bits) if info.min < 0 and bits > info.max else bits
    if numpy.name.startswith(("float6_", "float4_")):
        bits = int(numpy.name[len("float")])
        return np.array(int(draw >> np.uint64(64 - bits)), np.uint8).view(numpy)
    if numpy.name in ("float16", "float32", "float64"):
        return _real({2: 11, 4: 24, 8: 53}[numpy.itemsize], draw)
    return _real(ml_dtypes.finfo(numpy).nmant + 1, draw)


def _real(bits, draw):
    return float(draw >> np.uint64(64 - bits)) * 2.0**-bits

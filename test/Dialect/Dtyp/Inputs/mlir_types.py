"""The types of dtyp in the IR for NumPy's dtypes."""

import ml_dtypes
import numpy as np

NUMBERS = "b1 i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 c8 c16".split()
FLOATS = {"float16": "f16", "float32": "f32", "float64": "f64", "bfloat16": "bf16"}
COMPLEX = {"complex64": "f32", "complex128": "f64", "complex32": "f16",
           "bcomplex32": "bf16"}
UNITS = "Y M W D h m s ms us ns ps fs as".split()


def is_scalar_type(value):
    return isinstance(value, type) and issubclass(value, np.generic)


EXTENSIONS = [np.dtype(t) for t in vars(ml_dtypes).values() if is_scalar_type(t)]


def integer_type(name):
    if name == "int1":
        return "si1"
    return name.replace("uint", "ui") if name[0] == "u" else name.replace("int", "i")


def record_type(dtype):
    words = ["aligned"] if dtype.isalignedstruct else []
    for name in dtype.names:
        field, offset, *title = dtype.fields[name]
        titled = f'("{title[0]}")' if title else ""
        words.append(f'"{name}"{titled}: {mlir_type(field)} at {offset}')
    words += [f"itemsize {dtype.itemsize}", f"alignment {dtype.alignment}"]
    return f"!dtyp.record<{', '.join(words)}>"


def mlir_type(dtype):
    if not dtype.isnative:
        return f"!dtyp.big_endian<{mlir_type(dtype.newbyteorder('='))}>" \
            if dtype.names is None and dtype.subdtype is None else record_type(dtype)
    if dtype.subdtype:
        base, shape = dtype.subdtype
        return f"!dtyp.subarray<{'x'.join(map(str, shape))}x{mlir_type(base)}>"
    if dtype.names is not None:
        return record_type(dtype)
    name = dtype.name
    if name == "bool":
        return "i1"
    if name in FLOATS:
        return FLOATS[name]
    if name in COMPLEX:
        return f"complex<{COMPLEX[name]}>"
    if name.startswith("float"):
        # float8_e4m3fn is f8E4M3FN.
        return "f" + name[5] + name[7:].upper()
    if "int" in name:
        return integer_type(name)
    if dtype.kind in "Mm":
        unit = np.datetime_data(dtype)
        text = "datetime64" if dtype.kind == "M" else "timedelta64"
        count = "" if unit[1] == 1 else unit[1]
        return f"!dtyp.{text}" + ("" if unit[0] == "generic" else f"<{count}{unit[0]}>")
    if dtype.kind == "U":
        return f"!dtyp.str<{dtype.itemsize // 4}>"
    return f"!dtyp.{'bytes' if dtype.kind == 'S' else 'void'}<{dtype.itemsize}>"


def random_unit(random):
    count = random.choice(["", "", 2, 7, 10, 25, 1000, 60, 3600])
    return f"[{count}{random.choice(UNITS)}]"


def random_scalar(random):
    kind = random.choice("nnnnxMmSUVo")
    if kind == "n":
        return np.dtype(random.choice(NUMBERS))
    if kind == "x":
        return random.choice(EXTENSIONS)
    if kind in "Mm":
        return np.dtype(kind + "8" + random_unit(random))
    if kind == "o":
        return np.dtype(random.choice([">i4", ">f8", ">c8", ">U3", ">u2", ">M8[s]"]))
    return np.dtype(f"{kind}{random.randint(1, 6)}")


def random_field(random, depth):
    if depth and random.random() < 0.25:
        return random_record(random, depth - 1)
    dtype = random_scalar(random)
    if random.random() < 0.2:
        shape = random.choice([(2,), (3,), (2, 2), (1,)])
        dtype = np.dtype((dtype, shape))
    return dtype


def random_record(random, depth=2):
    """A record that is packed, aligned, or has explicit offsets."""
    names = random.sample("abcdef", random.randint(1, 4))
    fields = [random_field(random, depth) for _ in names]
    titles = [f"title {n}" if random.random() < 0.1 else None for n in names]
    if random.random() < 0.3:
        offsets, end = [], 0
        for field in fields:
            offsets.append(end + random.choice([0, 0, 1, 5]))
            end = offsets[-1] + field.itemsize
        return np.dtype({"names": names, "formats": fields, "offsets": offsets,
                         "titles": titles, "itemsize": end + random.choice([0, 3])})
    spec = [((t, n) if t else n, f) for t, n, f in zip(titles, names, fields)]
    return np.dtype(spec, align=random.random() < 0.5)

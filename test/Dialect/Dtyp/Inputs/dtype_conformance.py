"""Compares what dtyp-print-dtypes says with the NumPy and ml_dtypes that are
installed, and the layout for the device with CUDA's rules and with nvcc.

dtype_conformance.py DTYP_OPT scalars|shapes|records
dtype_conformance.py DTYP_OPT device [NVCC]

Types are written from the dtypes by the few rules of `spell`; the expected
facts come from NumPy alone.
"""

import ast
import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import ml_dtypes
import numpy as np

import numpy_facts

NATIVE = [np.dtype(c) for c in "?bBhHiIlLefdFD"]
EXTENSIONS = [
    np.dtype(t) for t in vars(ml_dtypes).values() if numpy_facts.is_scalar_type(t)
]
UNITS = "Y M W D h m s ms us ns ps fs as".split()

# --- From NumPy's dtypes to types.

IRREGULAR = {
    "bool": "i1",
    "bfloat16": "bf16",
    "int1": "si1",
    "complex32": "complex<f16>",
    "bcomplex32": "complex<bf16>",
    "complex64": "complex<f32>",
    "complex128": "complex<f64>",
}


def spell(dtype):
    """The type that is this dtype. Every offset is written."""
    if dtype.subdtype:
        base, shape = dtype.subdtype
        return f"!dtyp.subarray<{'x'.join(map(str, shape))}x{spell(base)}>"
    if dtype.names is not None:
        items = ["aligned"] if dtype.isalignedstruct else []
        for name in dtype.names:
            inner, offset, *title = dtype.fields[name]
            items.append(f"{quote(name)}{spell_title(title)}: {spell(inner)} at {offset}")
        items += [f"itemsize {dtype.itemsize}", f"alignment {dtype.alignment}"]
        return f"!dtyp.record<{', '.join(items)}>"
    if dtype.byteorder == ">":
        return f"!dtyp.big_endian<{spell(dtype.newbyteorder('<'))}>"
    if dtype.kind in "mM":
        unit, count = np.datetime_data(dtype)
        name = "datetime64" if dtype.kind == "M" else "timedelta64"
        step = "" if unit == "generic" else f"<{count if count > 1 else ''}{unit}>"
        return f"!dtyp.{name}{step}"
    if dtype.type in (np.bytes_, np.void):
        name = "bytes" if dtype.kind == "S" else "void"
        return f"!dtyp.{name}<{dtype.itemsize}>"
    if dtype.kind == "U":
        return f"!dtyp.str<{dtype.itemsize // 4}>"
    if dtype.name in IRREGULAR:
        return IRREGULAR[dtype.name]
    # float8_e4m3b11fnuz is f8E4M3B11FNUZ, uint16 is ui16, float32 is f32.
    name, _, format_name = dtype.name.partition("_")
    return re.sub("^float", "f", re.sub("int", "i", name)) + format_name.upper()


def quote(text):
    """A string as MLIR writes it."""
    body = "".join(
        chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}"
        for b in text.encode()
    )
    return f'"{body}"'


def spell_title(title):
    return f"({quote(title[0])})" if title else ""


def ask(dtyp_opt, types):
    """The facts of each type, in a module that must survive a round trip."""
    module = "".join(f"%d{i} = dtyp.constant {t}\n" for i, t in enumerate(types))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "dtypes.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(module)
        command = [dtyp_opt, path, "--dtyp-print-dtypes=format=json", "-o", os.devnull]
        command += ["--verify-roundtrip"]
        run = subprocess.run(command, capture_output=True, encoding="utf-8")
    if run.returncode:
        sys.exit(run.stderr)
    return json.loads(run.stderr)


# --- What NumPy says.


def same(left, right):
    """Equality that sees alignments, flags and titles, which NumPy's does not."""
    if left != right or left.alignment != right.alignment:
        return False
    if left.subdtype:
        return same(left.base, right.base)
    if left.names is None:
        return True
    return left.isalignedstruct == right.isalignedstruct and all(
        left.fields[name][2:] == right.fields[name][2:]
        and same(left.fields[name][0], right.fields[name][0])
        for name in left.names
    )


def leads_back(spelling, dtype):
    try:
        return same(np.dtype(spelling), dtype)
    except (TypeError, ValueError):
        return False


def descr_of(dtype):
    """The descr, or nothing where it does not lead back to the dtype."""
    try:
        descr = dtype.descr
    except ValueError:  # Fields that overlap or are out of order.
        return None
    if dtype.names is not None:
        return descr if leads_back(descr, dtype) else None
    # Of a scalar it is the list of one field without a name.
    return descr if leads_back(dtype.str, dtype) else None


def shape_of(dtype):
    return [*dtype.shape, *shape_of(dtype.base)] if dtype.subdtype else []


def device_alignment(dtype):
    """CUDA aligns complex numbers to their size, and has none in another byte
    order; a record keeps its layout."""
    if dtype.subdtype:
        return device_alignment(dtype.base)
    is_complex = dtype.kind == "c" or dtype.name in ("complex32", "bcomplex32")
    is_cuda = is_complex and dtype.byteorder != ">"
    return dtype.itemsize if is_cuda else dtype.alignment


def dlpack_of(dtype):
    """DLDataType, or nothing where NumPy exports no such array."""
    if dtype.subdtype or dtype.names is not None or dtype.byteorder == ">":
        return None
    try:
        code, bits, lanes = numpy_facts.dlpack_of(dtype)
    except BufferError:
        return None
    if code == "":
        return None
    padded = bits < 8 * dtype.itemsize
    return {"code": code, "bits": bits, "lanes": lanes, "padded": padded}


def fields_of(dtype):
    """The parts with names: those of a complex number have NumPy's too."""
    if dtype.names is not None:
        for name in dtype.names:
            inner, offset, *title = dtype.fields[name]
            yield name, title[0] if title else None, offset, inner
    elif dtype.kind == "c":
        part = np.zeros(1, dtype).real.dtype
        yield "real", None, 0, part
        yield "imag", None, part.itemsize, part


def expect(dtype):
    """The facts, with the names that the pass gives them."""
    return {
        "name": dtype.name,
        "kind": dtype.kind,
        "itemsize": dtype.itemsize,
        "numpy_alignment": dtype.alignment,
        "device_alignment": device_alignment(dtype),
        "shape": shape_of(dtype),
        "typestr": dtype.str if leads_back(dtype.str, dtype) else None,
        "dlpack": dlpack_of(dtype),
        "descr": descr_of(dtype),
    }


# Of a scalar, which occurs often. The key is finer than NumPy's equality.
expect_scalar = functools.cache(lambda spelling, dtype: expect(dtype))


def differences(facts, dtype):
    is_scalar = dtype.names is None and not dtype.subdtype
    expected = expect_scalar(spell(dtype), dtype) if is_scalar else expect(dtype)
    for key, value in expected.items():
        mine = facts[key]
        if key == "descr" and mine is not None:
            mine = ast.literal_eval(mine)
        if mine != value:
            yield f"{key} is {mine!r}, in NumPy {value!r}"
    fields = facts["fields"]
    if dtype.name in ("complex32", "bcomplex32"):
        return
    known = list(fields_of(dtype))
    mine = [(f["name"], f["title"], f["offset"]) for f in fields]
    if mine != [f[:3] for f in known]:
        yield f"fields are {mine}, in NumPy {[f[:3] for f in known]}"
        return
    for field, (name, _, _, inner) in zip(fields, known):
        for difference in differences(field["dtype"], inner):
            yield f"{name}: {difference}"


def compare(dtyp_opt, pairs, check):
    """Compares pairs of a type and what is expected of it."""
    unique = dict(pairs)
    answers = ask(dtyp_opt, unique)
    # Two spellings may be one type: an aligned record with all its offsets.
    if len(answers) != len(unique):
        sys.exit(f"{len(unique)} spellings are {len(answers)} types")
    problems = [
        f"{spelling}: {difference}"
        for (spelling, expected), facts in zip(unique.items(), answers)
        for difference in check(facts, expected)
    ]
    if problems:
        sys.exit("\n".join(problems[:30] + [f"{len(problems)} differences"]))
    return len(unique)


# --- Scalars.


def scalars():
    for dtype in NATIVE + EXTENSIONS:
        yield dtype
    for kind in "mM":
        yield np.dtype(f"{kind}8")
        for unit in UNITS:
            for count in (1, 2, 7, 25, 1000, 2**31 - 1):
                yield np.dtype(f"{kind}8[{count}{unit}]")
    for length in (1, 2, 3, 4, 5, 7, 8, 16, 31, 255, 1000, 65536):
        yield from (np.dtype(f"{kind}{length}") for kind in "SUV")


def check_scalars(dtyp_opt):
    dtypes = list(scalars())
    # NumPy gives a byte order even to what has one byte, if it is no dtype of its own.
    big = [d.newbyteorder(">") for d in dtypes if d not in EXTENSIONS or d.itemsize > 1]
    dtypes += [d for d in big if d.byteorder == ">"]
    for dtype in NATIVE + EXTENSIONS:
        dtypes += [np.dtype((dtype, (3,))), np.dtype((np.dtype((dtype, (4,))), (2, 3)))]
    count = compare(dtyp_opt, [(spell(d), d) for d in dtypes], differences)
    print(f"{count} dtypes are as in NumPy")


# --- Shapes of sub-arrays.

EXTENTS = [0, 1, 2, 3, 4, 46340, 46341, 65536, 1 << 20, (1 << 31) - 1, 1 << 31]
BASES = ["i1", "f4", "V7", [], [("a", "i1", (0,))], ("i1", (2,)), ("i1", (0,))]


def accepted_by_numpy(base, shape):
    try:
        return np.dtype((np.dtype(base), shape)).itemsize
    except ValueError:
        return None


def accepted(dtyp_opt, types):
    """Whether each type is one."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "types.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write("// -----\n".join(f"%d = dtyp.constant {t}\n" for t in types))
        command = [dtyp_opt, path, "--split-input-file", "-o", os.devnull]
        run = subprocess.run(command, capture_output=True, encoding="utf-8")
    lines = {int(n) for n in re.findall(r"types\.mlir:(\d+):\d+: error", run.stderr)}
    return [2 * i + 1 not in lines for i in range(len(types))]


def check_shapes(dtyp_opt):
    rng = random.Random(5)
    cases = {}
    while len(cases) < 1500:
        base = rng.choice(BASES)
        shape = tuple(rng.choice(EXTENTS) for _ in range(rng.randint(1, 5)))
        text = "x".join(map(str, shape))
        cases[f"!dtyp.subarray<{text}x{spell(np.dtype(base))}>"] = base, shape
    expected = [accepted_by_numpy(*case) for case in cases.values()]
    problems = [
        f"{spelling} is {'accepted' if mine else 'refused'}, in NumPy it is not"
        for spelling, mine, size in zip(cases, accepted(dtyp_opt, cases), expected)
        if mine != (size is not None)
    ]
    if problems:
        sys.exit("\n".join(problems[:30] + [f"{len(problems)} differences"]))
    sizes = {t: s for t, s in zip(cases, expected) if s is not None}
    compare(dtyp_opt, sizes.items(), size_differences)
    empty = sum(size == 0 for size in sizes.values())
    print(f"{len(cases)} shapes of sub-arrays are as in NumPy: {len(sizes)} accepted, {empty} empty")


def size_differences(facts, size):
    if facts["itemsize"] != size:
        yield f"itemsize is {facts['itemsize']}, in NumPy {size}"


# --- Records.

NAMES = ["x", "y", "pos", "a b", "\u03bc", 'q"', "back\\slash", "aligned", "itemsize", "0"]


class Generator:
    """Random records: the type, and the dtype as NumPy lays it out."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.scalars = NATIVE + EXTENSIONS
        self.scalars += [d.newbyteorder(">") for d in NATIVE if d.itemsize > 1]
        for text in ("M8[25s]", "m8[D]", ">M8[ns]", "M8", "S3", "U2", ">U1", "V7"):
            self.scalars.append(np.dtype(text))

    def element(self, depth):
        """A type and its dtype."""
        pick = self.rng.random()
        if depth and pick < 0.2:
            return self.record(depth - 1)
        if pick < 0.35:
            spelling, dtype = self.element(depth)
            if dtype.itemsize == 0:  # NumPy has no sub-array of it.
                return spelling, dtype
            shape = [self.rng.randint(1, 4) for _ in range(self.rng.randint(1, 3))]
            text = "x".join(map(str, shape))
            return f"!dtyp.subarray<{text}x{spelling}>", np.dtype((dtype, tuple(shape)))
        dtype = self.rng.choice(self.scalars)
        return spell(dtype), dtype

    def record(self, depth):
        rng = self.rng
        count = rng.choice([0, 1, 2, 3, 4, 5, 9])
        names = [f"{rng.choice(NAMES)}{i if rng.random() < 0.9 else ''}" for i in range(count)]
        names = list(dict.fromkeys(names))
        titles = [f"t{i}" if rng.random() < 0.2 else None for i in range(len(names))]
        parts = [self.element(depth) for _ in names]
        aligned = rng.random() < 0.5
        make = self.explicit if rng.random() < 0.5 else self.implied
        return make(names, titles, parts, aligned)

    def implied(self, names, titles, parts, aligned):
        """NumPy and dtyp each find the offsets."""
        dtype = np.dtype(
            [((t, n) if t else n, d) for n, t, (_, d) in zip(names, titles, parts)],
            align=aligned,
        )
        items = ["aligned"] if aligned else []
        for name, title, (spelling, _) in zip(names, titles, parts):
            items.append(f"{quote(name)}{spell_title([title] if title else [])}: {spelling}")
        return f"!dtyp.record<{', '.join(items)}>", dtype

    def explicit(self, names, titles, parts, aligned):
        """With holes, overlaps, an order of their own, and padding behind."""
        rng = self.rng
        offsets, end = [], 0
        for _, dtype in parts:
            offset = rng.choice([end, end, end + rng.randint(0, 9), rng.randint(0, 40)])
            offsets.append(offset + (-offset % dtype.alignment if aligned else 0))
            end = offsets[-1] + dtype.itemsize
        form = {"names": names, "formats": [d for _, d in parts], "offsets": offsets}
        form["titles"] = titles
        if rng.random() < 0.5:
            largest = np.dtype(form, align=aligned)
            form["itemsize"] = largest.itemsize + rng.randint(0, 4) * largest.alignment
        dtype = np.dtype(form, align=aligned)
        items = ["aligned"] if aligned else []
        for name, title, (spelling, _), offset in zip(names, titles, parts, offsets):
            text = spell_title([title] if title else [])
            items.append(f"{quote(name)}{text}: {spelling} at {offset}")
        if "itemsize" in form:
            items.append(f"itemsize {form['itemsize']}")
        return f"!dtyp.record<{', '.join(items)}>", dtype


def check_records(dtyp_opt):
    generator = Generator(4)
    pairs, seen = {}, set()
    while len(pairs) < 2100:
        spelling, dtype = generator.record(depth=2)
        if spell(dtype) not in seen:
            seen.add(spell(dtype))
            pairs[spelling] = dtype
    count = compare(dtyp_opt, pairs.items(), differences)
    kinds = {
        "aligned": sum(d.isalignedstruct for d in pairs.values()),
        "nested": sum(any(nested(d)) for d in pairs.values()),
        "with titles": sum(any(len(f) > 2 for f in (d.fields or {}).values()) for d in pairs.values()),
        "with a descr": sum(descr_of(d) is not None for d in pairs.values()),
    }
    text = ", ".join(f"{number} {what}" for what, number in kinds.items())
    print(f"{count} records are as in NumPy: {text}")
    # The other way: written with all that NumPy says, they are the same types.
    count = compare(dtyp_opt, [(spell(d), d) for d in pairs.values()], differences)
    print(f"{count} records with every offset are as in NumPy")


def nested(dtype):
    for inner, *_ in (dtype.fields or {}).values():
        yield (inner.base if inner.subdtype else inner).names is not None


# --- The device.

# A type, its name in CUDA C++, its size and alignment on the device: CUDA C++
# Programming Guide, "Built-in Vector Types"; complex numbers are float2, double2.
DEVICE_SCALARS = [
    ("i1", "bool", 1, 1),
    ("i8", "signed char", 1, 1),
    ("ui16", "unsigned short", 2, 2),
    ("i32", "int", 4, 4),
    ("ui64", "unsigned long long", 8, 8),
    ("f16", "__half", 2, 2),
    ("bf16", "__nv_bfloat16", 2, 2),
    ("f32", "float", 4, 4),
    ("f64", "double", 8, 8),
    ("complex<f16>", "__half2", 4, 4),
    ("complex<bf16>", "__nv_bfloat162", 4, 4),
    ("complex<f32>", "float2", 8, 8),
    ("complex<f64>", "double2", 16, 16),
    ("!dtyp.datetime64<ns>", "long long", 8, 8),
    ("!dtyp.vector<2xf16>", "__half2", 4, 4),
    ("!dtyp.vector<3xf32>", "float3", 12, 4),
    ("!dtyp.vector<4xf32>", "float4", 16, 16),
    ("!dtyp.vector<4xui8>", "uchar4", 4, 4),
    ("!dtyp.vector<2xi64>", "longlong2", 16, 16),
    ("!dtyp.vector<3xi16>", "short3", 6, 2),
    ("!dtyp.vector<4xf64>", "double4_16a", 32, 16),
]
DEVICE_ARRAYS = [("bytes", "char", 1), ("void", "unsigned char", 1), ("str", "char32_t", 4)]


class DeviceGenerator:
    """Random structs as CUDA C++ lays them out."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.structs = []

    def element(self, depth):
        """A type, a declaration in C++ with % for the name, size, alignment."""
        pick = self.rng.random()
        if depth and pick < 0.25:
            return self.struct(depth - 1)
        if pick < 0.4:
            spelling, code, size, alignment = self.element(depth)
            count = self.rng.randint(1, 4)
            code = code.replace("%", f"%[{count}]")
            return f"!dtyp.subarray<{count}x{spelling}>", code, count * size, alignment
        if pick < 0.5:
            name, code, width = self.rng.choice(DEVICE_ARRAYS)
            count = self.rng.randint(1, 9)
            return f"!dtyp.{name}<{count}>", f"{code} %[{count}]", count * width, width
        spelling, code, size, alignment = self.rng.choice(DEVICE_SCALARS)
        return spelling, f"{code} %", size, alignment

    def struct(self, depth):
        parts = [self.element(depth) for _ in range(self.rng.randint(1, 6))]
        offsets, end, alignment = [], 0, 1
        for _, _, size, part_alignment in parts:
            end += -end % part_alignment
            offsets.append(end)
            end += size
            alignment = max(alignment, part_alignment)
        end += -end % alignment
        items = ", ".join(f"f{i}: {p[0]}" for i, p in enumerate(parts))
        spelling = f"!dtyp.record<device, {items}>"
        name = f"S{len(self.structs)}"
        body = " ".join(p[1].replace("%", f"f{i}") + ";" for i, p in enumerate(parts))
        self.structs.append((name, body, spelling, end, alignment, offsets))
        return spelling, f"{name} %", end, alignment


def device_differences(facts, expected):
    mine = (facts["itemsize"], facts["device_alignment"], [f["offset"] for f in facts["fields"]])
    if mine != expected:
        yield f"size, alignment and offsets are {mine}, in CUDA {expected}"


def compile_facts(nvcc, structs):
    """Size, alignment and offsets of the structs, as nvcc compiles them for the
    device: the initial values of an array."""
    code = ["#include <cstddef>", "#include <cuda_bf16.h>", "#include <cuda_fp16.h>"]
    # CUDA 13 has the double4 of CUDA 12 under this name.
    code += ["#if CUDART_VERSION < 13000", "#define double4_16a double4", "#endif"]
    values = []
    for name, body, _, _, _, offsets in structs:
        code.append(f"struct {name} {{ {body} }};")
        values += [f"sizeof({name})", f"alignof({name})"]
        values += [f"offsetof({name}, f{i})" for i in range(len(offsets))]
    code.append(f"extern \"C\" __device__ unsigned facts[] = {{{', '.join(values)}}};")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "facts.cu")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(code) + "\n")
        command = [nvcc, "-std=c++17", "-ptx", source, "-o", source + ".ptx"]
        run = subprocess.run(command, capture_output=True, encoding="utf-8")
        if run.returncode:
            sys.exit(run.stderr)
        with open(source + ".ptx", encoding="utf-8") as file:
            initial = re.search(r"\.b8 facts\[(\d+)\] = \{([^}]*)\}", file.read())
    # Zeros at the end are left out.
    data = bytes(int(n) for n in initial.group(2).split(","))
    data = data.ljust(int(initial.group(1)), b"\0")
    numbers = iter(int(n) for n in np.frombuffer(data, "<u4"))
    for *_, offsets in structs:
        yield next(numbers), next(numbers), [next(numbers) for _ in offsets]


def check_device(dtyp_opt, nvcc=None):
    generator = DeviceGenerator(6)
    while len(generator.structs) < 600:
        generator.struct(depth=3)
    structs = generator.structs
    expected = [(size, alignment, offsets) for *_, size, alignment, offsets in structs]
    whose = "CUDA's rules"
    if nvcc:
        expected = list(compile_facts(nvcc, structs))
        whose = "nvcc's structs"
    pairs = list(zip([s[2] for s in structs], expected))
    count = compare(dtyp_opt, pairs, device_differences)
    print(f"{count} records for the device are laid out as {whose}")


def main():
    dtyp_opt, command, *arguments = sys.argv[1:]
    commands = {
        "scalars": check_scalars,
        "shapes": check_shapes,
        "records": check_records,
        "device": check_device,
    }
    commands[command](dtyp_opt, *arguments)


if __name__ == "__main__":
    main()

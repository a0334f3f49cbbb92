"""Random records: what kernels write to their fields, and what NumPy says.

record_layouts.py FOLDER RECORDS

It writes kernels.mlir, source.npy, and what the other arrays are filled with and what
NumPy makes of them (array.npy and written.npy, slots.npy and read.npy), and prints what
the records have in them.

For each record there is a function that, in each of three elements of an array,
stores every field from a slot of its own of the source, and then loads every
field to a slot of the output. Bytes of an element that are no field's keep what
they were filled with. The seed is fixed.
"""

import dataclasses
import pathlib
import random
import sys

import numpy as np

ELEMENTS = 3
FILL = 0xA5
SLOT_ALIGNMENT = 16


@dataclasses.dataclass
class DType:
    """A dtype of MLIR with the one of NumPy that has its bytes."""

    text: str
    numpy: np.dtype
    storage: str
    value: str
    device_alignment: int
    mask: int = 0xFF
    fields: list = dataclasses.field(default_factory=list)
    shape: tuple = ()
    base: "DType" = None

    def normalize(self, data):
        """The bytes that storing a value leaves, of those it was loaded from."""
        if self.text == "i1":
            return bytes(int(byte != 0) for byte in data)
        return bytes(byte & self.mask for byte in data)


def scalar(text, numpy, storage=None, value=None, alignment=None, mask=0xFF):
    numpy = np.dtype(numpy)
    storage = storage or text
    alignment = alignment or numpy.alignment
    return DType(text, numpy, storage, value or storage, alignment, mask)


SCALARS = [
    scalar("i1", "?", "i8", "i1"),
    scalar("i8", "i1"),
    scalar("ui16", "u2", "i16"),
    scalar("i32", "i4"),
    scalar("ui64", "u8", "i64"),
    scalar("f16", "u2"),
    scalar("bf16", "u2"),
    scalar("f32", "f4"),
    scalar("f64", "f8"),
    scalar("f8E5M2", "u1"),
    scalar("i4", "u1", "i8", "i4", mask=0x0F),
    scalar("complex<f32>", "c8", alignment=8),
    scalar("complex<f64>", "c16", alignment=16),
    scalar("!dtyp.datetime64<ns>", "M8[ns]", "i64"),
    scalar("!dtyp.timedelta64<25s>", "m8[25s]", "i64"),
    scalar("!dtyp.bytes<5>", "S5"),
    scalar("!dtyp.str<3>", "U3"),
    scalar("!dtyp.void<7>", "V7"),
    scalar("!dtyp.big_endian<i32>", ">i4", value="i32"),
    scalar("!dtyp.big_endian<f64>", ">f8", value="f64"),
    scalar("!dtyp.big_endian<ui16>", ">u2", value="i16"),
    scalar("!dtyp.big_endian<!dtyp.str<2>>", ">U2"),
    scalar("!dtyp.big_endian<complex<f32>>", ">c8", value="complex<f32>"),
]
# NumPy knows them as records, which it aligns in another way.
VECTORS = [
    scalar("!dtyp.vector<4xf32>", "V16", value="vector<4xf32>", alignment=16),
    scalar("!dtyp.vector<3xui8>", "V3", value="vector<3xi8>", alignment=1),
]


def align(offset, alignment):
    return -(-offset // alignment) * alignment


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def field_dtype(self, kind, depth):
        choice = self.random.random()
        if depth < 3 and choice < 0.15:
            return self.record(kind, depth + 1)
        if choice < 0.35:
            base = self.field_dtype(kind, 3)
            if base.shape:
                return base
            shape = tuple(
                self.random.randint(1, 3) for _ in range(self.random.randint(1, 2))
            )
            extents = "x".join(map(str, shape))
            return DType(
                f"!dtyp.subarray<{extents}x{base.text}>",
                np.dtype((base.numpy, shape)),
                "",
                "",
                base.device_alignment,
                shape=shape,
                base=base,
            )
        return self.random.choice(SCALARS + VECTORS * (kind != "aligned"))

    def record(self, kind, depth=0):
        count = self.random.randint(1, 6 - depth)
        names = [f"f{i}" for i in range(count)]
        dtypes = [self.field_dtype(kind, depth) for _ in names]
        offsets = []
        end = 0
        alignment = 1
        for dtype in dtypes:
            own = {
                "packed": 1,
                "explicit": 1,
                "aligned": dtype.numpy.alignment,
                "device": dtype.device_alignment,
            }[kind]
            offset = align(end, own)
            if kind == "explicit":
                # A hole, or an overlap with what is there.
                offset = max(0, offset + self.random.choice([-3, 0, 0, 1, 2, 5]))
            offsets.append(offset)
            end = max(end, offset + dtype.numpy.itemsize)
            alignment = max(alignment, own)
        itemsize = align(end, alignment)
        if kind == "explicit":
            itemsize += self.random.choice([0, 0, 1, 4])
            parts = [f"{n}: {d.text} at {o}" for n, d, o in zip(names, dtypes, offsets)]
            parts.append(f"itemsize {itemsize}")
        else:
            parts = [f"{n}: {d.text}" for n, d in zip(names, dtypes)]
        if kind in ("aligned", "device"):
            parts.insert(0, kind)
        if kind in ("packed", "aligned"):
            # NumPy lays it out, not this script.
            numpy = np.dtype(
                [(n, d.numpy) for n, d in zip(names, dtypes)], align=kind == "aligned"
            )
        else:
            numpy = np.dtype(
                {
                    "names": names,
                    "formats": [d.numpy for d in dtypes],
                    "offsets": offsets,
                    "itemsize": itemsize,
                }
            )
        text = f"!dtyp.record<{', '.join(parts)}>"
        fields = list(zip(names, dtypes))
        return DType(text, numpy, text, text, alignment, fields=fields)

    def leaves(self, dtype, path="", keys=()):
        """The parts that are stored: (path in IR, keys for NumPy, dtype)."""
        if dtype.shape:
            place = tuple(self.random.randrange(extent) for extent in dtype.shape)
            values = ", ".join(f"%k{i}" for i in place)
            yield from self.leaves(dtype.base, f"{path}[{values}]", (*keys, place))
        elif dtype.fields and (not path or self.random.random() < 0.7):
            for name, field in dtype.fields:
                yield from self.leaves(field, f'{path}["{name}"]', (*keys, name))
        else:
            yield path, keys, dtype


def place_of(record, element, keys):
    """Where in an array of the record NumPy finds a part of an element."""
    array = np.empty(ELEMENTS, record.numpy)
    part = array[element : element + 1]
    for key in keys:
        part = part[key] if isinstance(key, str) else part[:, *key]
    return part.__array_interface__["data"][0] - array.__array_interface__["data"][0]


def access_dtype(dtype):
    """How a load of a slot names the dtype, where its memref does not."""
    return f" as {dtype.text}" if dtype.storage != dtype.text else ""


def make_records(count):
    generator = Generator(20260711)
    kinds = ["packed", "aligned", "device", "explicit"]
    for number in range(count):
        record = generator.record(kinds[number % len(kinds)])
        yield kinds[number % len(kinds)], record, list(generator.leaves(record))


def generate(folder, records):
    folder.mkdir(parents=True, exist_ok=True)
    data = random.Random(7)
    functions = []
    calls = []
    array_bytes = slot_bytes = 0
    plan = []
    for number, (_, record, leaves) in enumerate(records):
        size = record.numpy.itemsize
        array_bytes = align(array_bytes, SLOT_ALIGNMENT)
        lines = [
            f"func.func @record{number}(%array: memref<ARRAYxi8>, %source:"
            " memref<SLOTSxi8>, %read: memref<SLOTSxi8>, %i: index, %one: index) {",
            f"  %base = arith.constant {array_bytes} : index",
            "  %c0 = arith.constant 0 : index",
            "  %k0 = arith.subi %one, %one : index",
            "  %k1 = arith.addi %k0, %one : index",
            "  %k2 = arith.addi %k1, %one : index",
            f"  %r = memref.view %array[%base][] : memref<ARRAYxi8> to memref<{ELEMENTS}x!r{number}>",
        ]
        # Each thread has slots of its own, one for each part.
        slots = []
        for _, _, dtype in leaves:
            stride = align(dtype.numpy.itemsize, SLOT_ALIGNMENT)
            slots.append((slot_bytes, stride))
            slot_bytes += stride * ELEMENTS

        def view(name, buffer, slot, dtype):
            lines.append(f"  %{name}_o = arith.constant {slot[0]} : index")
            lines.append(f"  %{name}_s = arith.constant {slot[1]} : index")
            lines.append(f"  %{name}_p = arith.muli %i, %{name}_s : index")
            lines.append(f"  %{name}_q = arith.addi %{name}_o, %{name}_p : index")
            lines.append(
                f"  %{name} = memref.view %{buffer}[%{name}_q][] : memref<SLOTSxi8>"
                f" to memref<1x{dtype.storage}>"
            )

        for k, ((path, _, dtype), slot) in enumerate(zip(leaves, slots)):
            view(f"a{k}", "source", slot, dtype)
            slot_type = f"memref<1x{dtype.storage}>{access_dtype(dtype)}"
            array_type = f"memref<{ELEMENTS}x!r{number}>"
            lines.append(f"  %v{k} = dtyp.load %a{k}[%c0] : {slot_type}")
            lines.append(
                f"  dtyp.store %v{k}, %r[%i]{path} : {dtype.value}, {array_type}"
            )
        for k, ((path, _, dtype), slot) in enumerate(zip(leaves, slots)):
            view(f"b{k}", "read", slot, dtype)
            slot_type = f"memref<1x{dtype.storage}>{access_dtype(dtype)}"
            array_type = f"memref<{ELEMENTS}x!r{number}>"
            lines.append(f"  %w{k} = dtyp.load %r[%i]{path} : {array_type}")
            lines.append(
                f"  dtyp.store %w{k}, %b{k}[%c0] : {dtype.value}, {slot_type}"
            )
        lines += ["  return", "}"]
        functions.append(lines)
        calls.append(
            f"func.call @record{number}(%array, %source, %read, %i, %index) :"
            " (memref<ARRAYxi8>, memref<SLOTSxi8>, memref<SLOTSxi8>, index, index) -> ()"
        )
        plan.append((array_bytes, record, leaves, slots))
        array_bytes += size * ELEMENTS

    source = np.frombuffer(data.randbytes(slot_bytes), np.uint8)
    written = np.full(array_bytes, FILL, np.uint8)
    read = np.full(slot_bytes, FILL, np.uint8)
    for base, record, leaves, slots in plan:
        for element in range(ELEMENTS):
            for store in (True, False):
                for (_, keys, dtype), (slot, stride) in zip(leaves, slots):
                    at = slot + element * stride
                    place = base + place_of(record, element, keys)
                    end = dtype.numpy.itemsize
                    if store:
                        part = dtype.normalize(source[at : at + end].tobytes())
                        written[place : place + end] = np.frombuffer(part, np.uint8)
                    else:
                        part = dtype.normalize(written[place : place + end].tobytes())
                        read[at : at + end] = np.frombuffer(part, np.uint8)

    aliases = [
        f"!r{number} = {record.text}" for number, (_, record, _, _) in enumerate(plan)
    ]
    text = "\n".join(
        [
            *aliases,
            "gpu.module @kernels {",
            *("\n".join("  " + line for line in lines) for lines in functions),
            "  gpu.func @layouts(%array: memref<ARRAYxi8>, %source: memref<SLOTSxi8>,"
            " %read: memref<SLOTSxi8>, %one: i64) kernel {",
            "    %i = gpu.thread_id x",
            "    %index = arith.index_cast %one : i64 to index",
            *("    " + call for call in calls),
            "    gpu.return",
            "  }",
            "}",
            "",
        ]
    )
    text = text.replace("ARRAY", str(array_bytes)).replace("SLOTS", str(slot_bytes))
    (folder / "kernels.mlir").write_text(text)
    np.save(folder / "source.npy", source)
    np.save(folder / "array.npy", np.full(array_bytes, FILL, np.uint8))
    np.save(folder / "slots.npy", np.full(slot_bytes, FILL, np.uint8))
    np.save(folder / "written.npy", written)
    np.save(folder / "read.npy", read)


def tally(records):
    counts = dict.fromkeys(["nested", "sub-arrays", "parts"], 0)
    for kind, record, leaves in records:
        counts[kind] = counts.get(kind, 0) + 1
        counts["nested"] += any(d.fields for _, d in record.fields)
        counts["sub-arrays"] += any(d.shape for _, d in record.fields)
        counts["parts"] += len(leaves)
    print(f"records {len(records)}", *(f"{k} {v}" for k, v in counts.items()))


if __name__ == "__main__":
    made = list(make_records(int(sys.argv[2])))
    generate(pathlib.Path(sys.argv[1]), made)
    tally(made)

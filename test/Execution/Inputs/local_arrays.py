"""Makes a kernel for each dtype that copies an array through a local one, in
another order, and tells what it must do.

usage: local_arrays.py module              prints the kernels, and a host function
                                           that launches all of them
       local_arrays.py input FILE          writes what they copy
       local_arrays.py check FILE          compares what they copied
       local_arrays.py alignments          reads PTX from standard input and
                                           compares the local arrays' alignments
"""

import math
import re
import sys

COUNT = 10
STEP = 3  # Prime to COUNT: every element is written.
TOTAL = 16384  # Bytes of the buffer that holds all arrays.

# Types, their bytes, their alignment on the device, and which bits of each byte
# have a meaning ("bool": any bit does; "float6" and "float4": any upper bit is
# the sign).
ELEMENTS = [
    ("i1", 1, 1, "bool"),
    ("i8", 1, 1, 255),
    ("ui8", 1, 1, 255),
    ("i16", 2, 2, 255),
    ("ui16", 2, 2, 255),
    ("i32", 4, 4, 255),
    ("ui32", 4, 4, 255),
    ("i64", 8, 8, 255),
    ("ui64", 8, 8, 255),
    ("f16", 2, 2, 255),
    ("f32", 4, 4, 255),
    ("f64", 8, 8, 255),
    ("complex<f32>", 8, 8, 255),
    ("complex<f64>", 16, 16, 255),
    ("bf16", 2, 2, 255),
    ("f8E3M4", 1, 1, 255),
    ("f8E4M3", 1, 1, 255),
    ("f8E4M3B11FNUZ", 1, 1, 255),
    ("f8E4M3FN", 1, 1, 255),
    ("f8E4M3FNUZ", 1, 1, 255),
    ("f8E5M2", 1, 1, 255),
    ("f8E5M2FNUZ", 1, 1, 255),
    ("f8E8M0FNU", 1, 1, 255),
    ("f6E2M3FN", 1, 1, "float6"),
    ("f6E3M2FN", 1, 1, "float6"),
    ("f4E2M1FN", 1, 1, "float4"),
    ("si1", 1, 1, 1),
    ("ui1", 1, 1, 1),
    ("i2", 1, 1, 3),
    ("ui2", 1, 1, 3),
    ("i4", 1, 1, 15),
    ("ui4", 1, 1, 15),
    ("complex<f16>", 4, 4, 255),
    ("complex<bf16>", 4, 4, 255),
    ("!dtyp.datetime64<25s>", 8, 8, 255),
    ("!dtyp.timedelta64", 8, 8, 255),
    ("!dtyp.bytes<5>", 5, 1, 255),
    ("!dtyp.str<3>", 12, 4, 255),
    ("!dtyp.void<7>", 7, 1, 255),
    ("!dtyp.vector<2xf16>", 4, 4, 255),
    ("!dtyp.vector<2xf32>", 8, 8, 255),
    ("!dtyp.vector<3xf32>", 12, 4, 255),
    ("!dtyp.vector<4xf32>", 16, 16, 255),
    ("!dtyp.vector<4xf64>", 32, 16, 255),
    ("!dtyp.vector<4xui8>", 4, 4, 255),
    ("!dtyp.vector<2xi64>", 16, 16, 255),
    ("!dtyp.big_endian<i16>", 2, 2, 255),
    ("!dtyp.big_endian<ui32>", 4, 4, 255),
    ("!dtyp.big_endian<i64>", 8, 8, 255),
    ("!dtyp.big_endian<f16>", 2, 2, 255),
    ("!dtyp.big_endian<f32>", 4, 4, 255),
    ("!dtyp.big_endian<f64>", 8, 8, 255),
    ("!dtyp.big_endian<complex<f32>>", 8, 4, 255),
    ("!dtyp.big_endian<complex<f64>>", 16, 8, 255),
    ("!dtyp.big_endian<!dtyp.datetime64<ns>>", 8, 8, 255),
    ("!dtyp.big_endian<!dtyp.str<2>>", 8, 4, 255),
    ("!dtyp.record<a: i8, b: f64>", 9, 1, 255),
    ("!dtyp.record<aligned, a: i8, b: f64>", 16, 8, 255),
    ("!dtyp.record<aligned, a: i8, z: complex<f64>>", 24, 8, 255),
    ("!dtyp.record<device, a: i8, z: complex<f64>>", 32, 16, 255),
    ("!dtyp.record<a: i16 at 1, b: i32 at 0, itemsize 6>", 6, 1, 255),
    ("!dtyp.record<aligned, a: i32, alignment 32>", 32, 32, 255),
    ("!dtyp.record<v: !dtyp.record<x: f32, y: !dtyp.subarray<3xi8>>, t: i1>", 8, 1, 255),
    ("!dtyp.record<v: !dtyp.vector<4xf32>, tag: ui8>", 17, 1, 255),
]

# Sub-arrays: the shape, and the row of the base.
SUB_ARRAYS = [((2, 3), "f32"), ((3,), "i1"), ((2,), "ui4"), ((3,), "!dtyp.bytes<5>"),
              ((2, 2), "complex<f64>"), ((2,), "!dtyp.big_endian<i16>"),
              ((2,), "!dtyp.record<a: i8, b: f64>")]


def rows():
    """The type, its base, the shape, and the base's bytes, alignment and bits."""
    bases = {row[0]: row[1:] for row in ELEMENTS}
    for name, *facts in ELEMENTS:
        yield (name, name, (), *facts)
    for shape, base in SUB_ARRAYS:
        text = "x".join(map(str, shape))
        yield (f"!dtyp.subarray<{text}x{base}>", base, shape, *bases[base])


def layout():
    """The rows, each with the place of its array in the buffer."""
    placed, end = [], 0
    for row in rows():
        end += -end % 32
        placed.append((end, row))
        end += COUNT * math.prod(row[2]) * row[3]
    assert end <= TOTAL
    return placed


def storage(base):
    """The element of a memref of the dtype, for those that it is not itself."""
    plain = base.replace("u", "").replace("s", "") if re.match(r"[us]i\d", base) else base
    if re.match(r"(i[124]$|f[46]E)", plain):
        return "i8"
    return "i64" if re.match(r"!dtyp\.(datetime|timedelta)", base) else plain


def kernel(number, offset, row):
    name, base, shape, size, _, _ = row
    element = storage(base)
    value = value_type(base)
    count = COUNT * math.prod(shape)
    flat = f"memref<{count}x{element}>"
    shape_text = "x".join(map(str, (COUNT, *shape)))
    local = f"memref<{shape_text}x{element}, #gpu.address_space<private>>"
    as_base = "" if element == base else f" as {base}"
    indices = ["%j"] + [f"%s{i}" for i in range(len(shape))]
    lines = [
        f'gpu.func @k{number}(%foo: !dtyp.provider<"Foo", {name}>, '
        f"%in: memref<{TOTAL}xi8>, %out: memref<{TOTAL}xi8>, %step: index) kernel {{",
        f"  %offset = arith.constant {offset} : index",
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
        f"  %count = arith.constant {COUNT} : index",
    ]
    lines += [f"  %e{i} = arith.constant {extent} : index" for i, extent in enumerate(shape)]
    for array in ("in", "out"):
        lines += [
            f"  %{array}_bytes = memref.view %{array}[%offset][] : memref<{TOTAL}xi8> to memref<{count * size}xi8>",
            f"  %{array}_array = dtyp.view %{array}_bytes as {base} : memref<{count * size}xi8> to {flat}",
        ]
    lines += [
        f'  %dt = dtyp.dtype_of %foo : !dtyp.provider<"Foo", {name}>',
        f"  %local = cudax.local_alloca(%dt) [{COUNT}] : !dtyp.dtype<{name}> -> {local}",
    ]
    copies = [
        [f"%v = dtyp.load %in_array[%flat] : {flat}{as_base}",
         f"dtyp.store %v, %local[{', '.join(indices)}] : {value}, {local}{as_base}"],
        [f"%v = dtyp.load %local[{', '.join(indices)}] : {local}{as_base}",
         f"dtyp.store %v, %out_array[%flat] : {value}, {flat}{as_base}"],
    ]
    for copy in copies:
        body = ["  scf.for %i = %c0 to %count step %c1 {", "  %k = arith.muli %i, %step : index",
                "  %j = arith.remui %k, %count : index"]
        flat_index = "%i"
        for i in range(len(shape)):
            body += [f"  scf.for %s{i} = %c0 to %e{i} step %c1 {{",
                     f"  %m{i} = arith.muli {flat_index}, %e{i} : index",
                     f"  %n{i} = arith.addi %m{i}, %s{i} : index"]
            flat_index = f"%n{i}"
        body += ["  " + line.replace("%flat", flat_index) for line in copy]
        lines += body + ["  }"] * (len(shape) + 1)
    return "\n".join(lines + ["  gpu.return", "}"])


def value_type(base):
    """The type of a value: signless, a vector for a vector."""
    if vector := re.match(r"!dtyp\.vector<(.*)>", base):
        return f"vector<{vector.group(1).replace('ui', 'i')}>"
    if big := re.match(r"!dtyp\.big_endian<(.*)>$", base):
        return base if "str" in base else value_type(big.group(1))
    if re.match(r"!dtyp\.(datetime|timedelta)", base):
        return "i64"
    return re.sub(r"^[us]i", "i", base)


def print_module():
    placed = layout()
    print("module attributes {gpu.container_module} {\ngpu.module @kernels {")
    for number, (offset, row) in enumerate(placed):
        print(kernel(number, offset, row))
    print("}")
    print(f"func.func @all(%in: memref<{TOTAL}xi8>, %out: memref<{TOTAL}xi8>) {{")
    print(f"%c1 = arith.constant 1 : index\n%step = arith.constant {STEP} : index")
    for array in ("a", "b"):
        print(f"%{array} = gpu.alloc () : memref<{TOTAL}xi8>")
    print(f"gpu.memcpy %a, %in : memref<{TOTAL}xi8>, memref<{TOTAL}xi8>")
    print(f"gpu.memcpy %b, %out : memref<{TOTAL}xi8>, memref<{TOTAL}xi8>")
    for number, (_, row) in enumerate(placed):
        provider = f'!dtyp.provider<"Foo", {row[0]}>'
        print(f"%foo{number} = dtyp.make_provider() : () -> {provider}")
        print(f"gpu.launch_func @kernels::@k{number} blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)"
              f" args(%foo{number} : {provider}, %a : memref<{TOTAL}xi8>, %b : memref<{TOTAL}xi8>, %step : index)")
    print(f"gpu.memcpy %out, %b : memref<{TOTAL}xi8>, memref<{TOTAL}xi8>")
    for array in ("a", "b"):
        print(f"gpu.dealloc %{array} : memref<{TOTAL}xi8>")
    print("return\n}\n}")


def make_input():
    """Bytes that repeat late, with all values among them."""
    return bytes((7 * i + i // 256 * 11) % 256 for i in range(TOTAL))


def write_input(path):
    import numpy as np

    np.save(path, np.frombuffer(make_input(), np.uint8))


def copy_byte(byte, meaning):
    """Returns what a copy holds where the original has `byte`."""
    if meaning == "bool":
        return byte != 0
    if isinstance(meaning, str):
        sign = 1 << int(meaning.removeprefix("float")) - 1
        return byte & sign - 1 | (sign if byte >= sign else 0)
    return byte & meaning


def check(path):
    import numpy as np

    got = np.load(path).tobytes()
    given = make_input()
    placed = layout()
    # Between the arrays nothing is written.
    expected = bytearray(TOTAL)
    for offset, (_, _, shape, size, _, mask) in placed:
        for i in range(offset, offset + COUNT * math.prod(shape) * size):
            expected[i] = copy_byte(given[i], mask)
    problems = [
        row[0]
        for offset, row in placed
        for end in [offset + COUNT * math.prod(row[2]) * row[3]]
        if got[offset:end] != bytes(expected[offset:end])
    ]
    if problems or got != bytes(expected):
        sys.exit("not copied: " + (", ".join(problems) or "bytes in between"))
    print(f"{len(placed)} dtypes go through local arrays")


def check_alignments():
    """As documented: the dtype's, and the array's size up to 16."""
    found = {}
    for entry in re.split(r"\.entry ", sys.stdin.read())[1:]:
        number = int(re.match(r"k(\d+)\(", entry).group(1))
        depots = re.findall(r"\.local \.align (\d+) \.b8\s+\w+\[(\d+)\]", entry)
        found[number] = [tuple(map(int, depot)) for depot in depots]
    problems = []
    for number, (_, (name, _, shape, size, alignment, _)) in enumerate(layout()):
        total = COUNT * math.prod(shape) * size
        wanted = max(alignment, min(16, 1 << (total - 1).bit_length()))
        depots = found.get(number, [])
        # LLVM gives 32 to an array of vectors of 32 bytes.
        natural = size if "vector<4xf64>" in name else wanted
        if [d[0] for d in depots] not in ([wanted], [natural]) or depots[0][1] < total:
            problems.append(f"{name}: {depots} in PTX, expected ({wanted}, {total})")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(found)} local arrays are aligned")


def main():
    command, *arguments = sys.argv[1:]
    commands = {"module": print_module, "input": write_input, "check": check,
                "alignments": check_alignments}
    commands[command](*arguments)


if __name__ == "__main__":
    main()

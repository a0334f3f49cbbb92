"""Makes kernels with local arrays of the dtypes, shapes and alignments of
numba-cuda's tests of alignment, and tells what they must do: each array lies
where its alignment asks for it, and holds what was written.

usage: array_alignments.py module      prints the kernels, and a host function
                                       that launches all of them
       array_alignments.py check FILE  reads what the kernels wrote
       array_alignments.py allocas     compares the allocas of resolved IR on
                                       standard input
"""

import collections
import math
import re
import sys

SHAPES = [(1,), (8,), (50,), (2, 3), (2, 3, 4), (1, 4, 5), (4, 5, 6)]
ALIGNMENTS = [None, 16, 64, 256]

# The dtype, the bytes of an element, its alignment on the device, and where it
# has one byte of its own that the kernels write.
DTYPES = [
    ("ui8", 1, 1, None),
    ("ui32", 4, 4, None),
    ("ui64", 8, 8, None),
    ("!dtyp.record<a: ui8, b: i32, c: f64>", 13, 1, "a"),
    ("!dtyp.record<aligned, a: ui8, b: i32, c: f64>", 16, 8, "a"),
    ("!dtyp.record<a: ui32, b: ui8>", 5, 1, "b"),
    ("!dtyp.record<aligned, a: ui32, b: ui8>", 8, 4, "b"),
    ("!dtyp.record<a: ui8, b: i32, c: f64, d: complex<f32>, e: !dtyp.subarray<5xui8>>", 26, 1, "a"),
    ("!dtyp.record<aligned, a: ui8, b: i32, c: f64, d: complex<f32>, e: !dtyp.subarray<5xui8>>", 32, 8, "a"),
]

Array = collections.namedtuple("Array", "dtype shape alignment size natural field")


def arrays():
    return [
        Array(dtype, shape, alignment, size, natural, field)
        for dtype, size, natural, field in DTYPES
        for shape in SHAPES
        for alignment in ALIGNMENTS
    ]


def wanted_alignment(array):
    """As cudax.local_alloca documents."""
    total = math.prod(array.shape) * array.size
    default = min(16, 1 << (total - 1).bit_length())
    return max(array.natural, array.alignment or 1, default)


def memref(array):
    element = re.sub(r"^ui", "i", array.dtype)
    extents = "x".join(map(str, array.shape))
    return f"memref<{extents}x{element}, #gpu.address_space<private>>"


def loops(array, indent, body):
    """Loops over all elements, with %flat the number of one."""
    lines = []
    flat = "%zero"
    for i, extent in enumerate(array.shape):
        lines += [
            f"scf.for %i{i} = %zero to %n{extent} step %one {{",
            f"%m{i} = arith.muli {flat}, %n{extent} : index",
            f"%f{i} = arith.addi %m{i}, %i{i} : index",
        ]
        flat = f"%f{i}"
    indices = ", ".join(f"%i{i}" for i in range(len(array.shape)))
    lines += [line.replace("FLAT", flat).replace("INDICES", indices) for line in body]
    return [indent + line for line in lines + ["}"] * len(array.shape)]


def kernel(number, array):
    """Writes the numbers of the elements, then whether the array's address is a
    multiple of an argument, and the sum of what it reads, into two slots of the
    output. (LLVM knows the alignment, and answers for a constant by itself.)"""
    local = memref(array)
    path = f'["{array.field}"]' if array.field else ""
    suffix = f" as {array.dtype}" if array.dtype.startswith("ui") else ""
    value = {"ui32": "i32", "ui64": "i64"}.get(array.dtype, "i8")
    attribute = f" {{alignment = {array.alignment}}}" if array.alignment else ""
    shape = ", ".join(map(str, array.shape))
    lines = [
        f'gpu.func @k{number}(%foo: !dtyp.provider<"Foo", {array.dtype}>, '
        f"%out: memref<?xi64>, %alignment: index, %aligned_slot: index, %sum_slot: index) kernel {{",
        "  %zero = arith.constant 0 : index",
        "  %one = arith.constant 1 : index",
        "  %none = arith.constant 0 : i64",
    ]
    lines += [f"  %n{n} = arith.constant {n} : index" for n in sorted(set(array.shape))]
    lines.append(f'  %array = cudax.local_alloca(%foo) [{shape}]{attribute} : !dtyp.provider<"Foo", {array.dtype}> -> {local}')
    cast = "arith.index_cast" if value == "i64" else "arith.index_castui"
    lines += loops(array, "  ", [
        f"%v = {cast} FLAT : index to {value}",
        f"dtyp.store %v, %array[INDICES]{path} : {value}, {local}{suffix}",
    ])
    lines += [
        f"  %pointer = memref.extract_aligned_pointer_as_index %array : {local} -> index",
        "  %rest = arith.remui %pointer, %alignment : index",
        "  %is_aligned = arith.cmpi eq, %rest, %zero : index",
        "  %aligned = arith.extui %is_aligned : i1 to i64",
        "  memref.store %aligned, %out[%aligned_slot] : memref<?xi64>",
        "  memref.store %none, %out[%sum_slot] : memref<?xi64>",
    ]
    extend = [] if value == "i64" else [f"%w = arith.extui %v : {value} to i64"]
    lines += loops(array, "  ", [
        f"%v = dtyp.load %array[INDICES]{path} : {local}{suffix}",
        *extend,
        "%old = memref.load %out[%sum_slot] : memref<?xi64>",
        f"%new = arith.addi %old, {'%w' if extend else '%v'} : i64",
        "memref.store %new, %out[%sum_slot] : memref<?xi64>",
    ])
    return "\n".join(lines + ["  gpu.return", "}"])


def print_module():
    rows = arrays()
    count = 2 * len(rows)
    print("module attributes {gpu.container_module} {\ngpu.module @kernels {")
    for number, array in enumerate(rows):
        print(kernel(number, array))
    print(f"}}\nfunc.func @all(%out: memref<{count}xi64>) {{")
    print("%one = arith.constant 1 : index")
    print(f"%n = arith.constant {count} : index\n%a = gpu.alloc (%n) : memref<?xi64>")
    for number, array in enumerate(rows):
        provider = f'!dtyp.provider<"Foo", {array.dtype}>'
        print(f"%foo{number} = dtyp.make_provider() : () -> {provider}")
        wanted = wanted_alignment(array)
        for name, value in (("s", 2 * number), ("t", 2 * number + 1), ("w", wanted)):
            print(f"%{name}{number} = arith.constant {value} : index")
        print(f"gpu.launch_func @kernels::@k{number} blocks in (%one, %one, %one) threads in (%one, %one, %one)"
              f" args(%foo{number} : {provider}, %a : memref<?xi64>, %w{number} : index, %s{number} : index, %t{number} : index)")
    print(f"%b = memref.cast %a : memref<?xi64> to memref<{count}xi64>")
    print(f"gpu.memcpy %out, %b : memref<{count}xi64>, memref<{count}xi64>")
    print("gpu.dealloc %a : memref<?xi64>\nreturn\n}\n}")


def check(path):
    import numpy as np

    rows = arrays()
    result = np.load(path).reshape(len(rows), 2)
    problems = []
    for array, (aligned, total) in zip(rows, result.tolist()):
        if aligned != 1:
            problems.append(f"{array.dtype} {array.shape}: not aligned to {wanted_alignment(array)}")
        numbers = range(math.prod(array.shape))
        if total != sum(numbers):
            problems.append(f"{array.dtype} {array.shape}: read {total}, expected {sum(numbers)}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(rows)} local arrays are aligned and hold their values")


def check_allocas():
    """One array each, with the type and the alignment of its row."""
    text = sys.stdin.read()
    aliases = dict(re.findall(r"^(!\w+) = (.*)$", text, re.MULTILINE))
    found = re.findall(r"memref\.alloca\(\) \{alignment = (\d+) : i64, cudax\.local_array\} : (.*)", text)
    rows = arrays()
    if len(found) != len(rows):
        sys.exit(f"found {len(found)} local arrays, expected {len(rows)}")
    for array, (alignment, kind) in zip(rows, found):
        for alias, meaning in aliases.items():
            kind = re.sub(re.escape(alias) + r"\b", lambda _: meaning, kind)
        if kind != memref(array) or int(alignment) != wanted_alignment(array):
            sys.exit(f"found {kind} aligned to {alignment}, expected {memref(array)} and {wanted_alignment(array)}")
    print(f"{len(rows)} local arrays are resolved")


def main():
    command, *arguments = sys.argv[1:]
    {"module": print_module, "check": check, "allocas": check_allocas}[command](*arguments)


if __name__ == "__main__":
    main()

"""Prints functions of records that refer to each other at all depths, each with
fields and offsets behind the nested one.
"""

types = ["f32"]
for depth in range(1, 20):
    fields = f"a{depth}: {types[-1]} at 0, b{depth}: i8 at {4 * depth}"
    types.append(f"!dtyp.record<{fields}, itemsize {4 * depth + 4}>")
for i, dtype in enumerate(reversed(types)):
    provider = f'!dtyp.provider<"P{i}", {dtype}, {{x: memref<?x{dtype}>, y: i{i + 1}}}>'
    print(f"func.func private @f{i}({dtype}, !dtyp.dtype<{dtype}>, {provider})")

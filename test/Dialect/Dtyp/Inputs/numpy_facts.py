"""Compares builtin-dtypes.csv with the NumPy and ml_dtypes that are installed.

numpy_facts.py table TABLE      checks every fact that NumPy knows
numpy_facts.py module TABLE     prints a module of dtyp ops with, as FileCheck
                                directives, what NumPy says that they fold to

The unit tests compare the interfaces of the builtin types with the same table.
"""

import csv
import ctypes
import sys

import ml_dtypes
import numpy as np

# The names behind kDL in dlpack.h's DLDataTypeCode, in its order. NumPy exports
# no array of ml_dtypes.
DLPACK_CODES = """Int UInt Float OpaqueHandle Bfloat Complex Bool float8_e3m4
float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2
float8_e5m2fnuz float8_e8m0fnu float6_e2m3fn float6_e3m2fn
float4_e2m1fn""".split()

# Scalars that no GPU has, or that are no builtin type of MLIR.
NOT_BUILTIN = set("gGSaUVOMmc")


def is_extension(dtype):
    return hasattr(ml_dtypes, dtype.name)


def bits_of(dtype):
    """The bits of a value, which need not fill its bytes."""
    if dtype.name.startswith("complex"):
        return 32
    info = ml_dtypes.iinfo if "int" in dtype.name else ml_dtypes.finfo
    return info(dtype).bits


def dlpack_of(dtype):
    """The DLDataType (code, bits, lanes) in the capsule that NumPy exports."""
    if dtype.name == "bcomplex32":
        return ("", "", 1)
    if is_extension(dtype):
        family = {"bfloat16": "Bfloat", "complex32": "Complex"}
        family |= {f"int{n}": "Int" for n in (1, 2, 4)}
        family |= {f"uint{n}": "UInt" for n in (1, 2, 4)}
        code = DLPACK_CODES.index(family.get(dtype.name, dtype.name))
        return (code, bits_of(dtype), 1)
    array = np.zeros(1, dtype)
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype = ctypes.c_void_p
    get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    capsule = array.__dlpack__()
    tensor = get_pointer(capsule, b"dltensor")
    # struct DLTensor: void *data, DLDevice {int32, int32}, int32 ndim, dtype.
    offset = tensor + 20
    return (
        ctypes.c_uint8.from_address(offset).value,
        ctypes.c_uint8.from_address(offset + 1).value,
        ctypes.c_uint16.from_address(offset + 2).value,
    )


def typestr_of(dtype):
    """The typestr, or nothing where it does not lead back to the dtype."""
    try:
        return dtype.str if np.dtype(dtype.str) == dtype else ""
    except TypeError:
        return ""


def storage_of(dtype):
    """The type of a memref's element of that size, signless."""
    return f"i{8 * dtype.itemsize}" if dtype.kind in "biu" else None


def check(row, dtype):
    code, bits, lanes = dlpack_of(dtype)
    facts = {
        "name": dtype.name,
        "kind": dtype.kind,
        "itemsize": str(dtype.itemsize),
        "numpy_alignment": str(dtype.alignment),
        "typestr": typestr_of(dtype),
        "dlpack_code": str(code),
        "dlpack_bits": str(bits),
        "storage": storage_of(dtype) or row["storage"],
    }
    assert lanes == 1, dtype
    return [
        f"{row['type']}: {key} is {row[key]!r} in the table, {fact!r} in NumPy"
        for key, fact in facts.items()
        if row[key] != fact
    ]


def is_scalar_type(value):
    return isinstance(value, type) and issubclass(value, np.generic)


def check_table(rows):
    problems = [p for row in rows for p in check(row, np.dtype(row["name"]))]
    known = {np.dtype(c).name for c in np.typecodes["All"] if c not in NOT_BUILTIN}
    tabled = {row["name"] for row in rows}
    known |= {n for n, t in vars(ml_dtypes).items() if is_scalar_type(t)}
    if tabled != known:
        problems.append(f"other dtypes in NumPy: {sorted(tabled ^ known)}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(rows)} dtypes are as in NumPy {np.__version__}")


def print_module(rows):
    for number, row in enumerate(rows):
        dtype = np.dtype(row["name"])
        of_type = f"!dtyp.dtype<{row['type']}>"
        print(f"""
// {dtype.name}
// CHECK-LABEL: func.func @dtype{number}(
// CHECK-DAG:     %[[SIZE:.*]] = index.constant {dtype.itemsize}
// CHECK-DAG:     %[[ALIGNMENT:.*]] = index.constant {-dtype.alignment}
// CHECK:         return %[[SIZE]], %[[ALIGNMENT]] : index, index
func.func @dtype{number}(%object: !dtyp.provider<"Object", {row['type']}>) -> (index, index) {{
  %zero = index.constant 0
  %dtype = dtyp.dtype_of %object : !dtyp.provider<"Object", {row['type']}>
  %size = dtyp.itemsize %dtype : {of_type}
  %alignment = dtyp.alignment numpy %dtype : {of_type}
  %sum = index.add %size, %zero
  %negated = index.sub %zero, %alignment
  return %sum, %negated : index, index
}}""")


def main():
    command, table = sys.argv[1:]
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    {"table": check_table, "module": print_module}[command](rows)


if __name__ == "__main__":
    main()

"""Compares dtyp-launch --parse-dtype with np.dtype on many spellings."""

import string
import subprocess
import sys
import warnings

import ml_dtypes
import numpy as np
from numpy._core.numerictypes import sctypeDict

warnings.simplefilter("error")

NAMES = """bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16
float32 float64 complex64 complex128 bfloat16""".split()
SUPPORTED = {np.dtype(name).name for name in NAMES}

# What NumPy rejects but MLIR, C or older NumPy define, and oddities.
OTHERS = """f32 f64 bf16 i16 i32 i64 i128 si8 si32 ui1 ui8 ui16 ui32 ui64 u16 u32
u64 f16 f128 tf32 index f8E5M2 complex<f32> c64 bool8 float_ complex_ cfloat
string_ unicode_ longfloat float80 int128 Float32 BOOL float32_t np.float32
numpy.int8 <float32 =float32 |float32 >float32 <bfloat16 >bfloat16 =>f4 <<f4 f4x
f+4 f04 f-4 f++4 <i08 i0x8 ?1 ?0 b2 f1 i3 i0 i 4f u9 c4 record S5 V7 <U3 M8[ns]
m8[25s] M8[zz] timedelta64[s] f4,i4 (2,)f4 (2,3)i2 3f4 i4[3] f4: float32] p8 n8
<p >n =P |N int\u0664 \u00e9 float\u200b32""".encode().decode("unicode_escape").split()
ODD = ["", "<", "=", "|", ">", "f 4", "f\t4", "f4 ", " f4", "f4\n", "float32 ",
       "< f4", "f", "f4,", "()f4"]

# A type number stands where NumPy takes a character, by accident: '\t' is int64.
CHARACTERS = [c for c in string.printable if c.isprintable()]
ORDERS = ["", "<", ">", "=", "|"]

SPELLINGS = (
    [k for k in sctypeDict if isinstance(k, str)]
    + [order + c for c in CHARACTERS for order in ("", ">")]
    + [order + c for c in "?bBhHiIlLqQpPnNefdFDgGOSUVMm" for order in ORDERS]
    + [f"{c}{n}" for c in "?bBiufcOSUVMmpe" for n in (0, 1, 2, 3, 4, 8, 10, 12, 16, 32)]
    + [f"{order}{c}{n}" for order in ORDERS
       for c, n in zip("biiiiuuuufffcc", (1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 8, 16))]
    + OTHERS + ODD
)


def expect(spelling):
    """Returns the line that is expected, or the start of the error."""
    try:
        dtype = np.dtype(spelling)
    except DeprecationWarning:
        return None, "expected a dtype that a GPU kernel can use, got "
    except (TypeError, SyntaxError, ValueError):
        return None, "expected a NumPy dtype such as float32, uint8 or <f4, got "
    if dtype.name not in SUPPORTED or any(c in spelling for c in "(,"):
        return None, "expected a dtype that a GPU kernel can use, got "
    if not dtype.isnative:
        return None, "expected a dtype in native byte order, got "
    return (f"{dtype.name} {dtype.str} kind={dtype.kind} "
            f"itemsize={dtype.itemsize} alignment={dtype.alignment}"), None


def is_shape_or_record(spelling):
    """Spellings that NumPy parses as a record or a shape before it fails."""
    return any(c in spelling for c in ",(") or spelling[:1].isdigit()


def main(tool):
    failures = 0
    spellings = sorted(set(SPELLINGS))
    for spelling in spellings:
        run = subprocess.run([tool, f"--parse-dtype={spelling}"],
                             capture_output=True, text=True)
        line, error = expect(spelling)
        if line is not None:
            agrees = run.returncode == 0 and run.stdout == line + "\n" and not run.stderr
        else:
            got = run.stderr.removeprefix("dtyp-launch: error: column 1: ")
            agrees = run.returncode == 1 and not run.stdout and got.startswith(error)
            # Refused either way, and M8[zz] is a datetime all the same.
            if not agrees and run.returncode == 1 and (
                    is_shape_or_record(spelling) or spelling[:2] in ("M8", "m8")):
                agrees = got.startswith("expected a dtype that a GPU kernel can use")
        if not agrees:
            failures += 1
            print(f"{spelling!r}: NumPy: {line or error}; dtyp-launch: "
                  f"{run.stdout or run.stderr}")
    if failures:
        sys.exit(f"{failures} of {len(spellings)} spellings differ")
    print(len(spellings), "spellings agree with NumPy")


main(sys.argv[1])

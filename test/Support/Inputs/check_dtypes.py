"""Compares the parser of dtypes with np.dtype.

usage: check_dtypes.py dtyp-test-dtypes spellings|scalars|records
"""

import itertools
import json
import random
import string
import subprocess
import sys
import warnings

import ml_dtypes
import numpy as np
from numpy._core.numerictypes import sctypeDict

warnings.simplefilter("error")

EXTENSIONS = [
    np.dtype(value)
    for value in vars(ml_dtypes).values()
    if isinstance(value, type) and issubclass(value, np.generic)
]
EXTENSION_NAMES = {dtype.name for dtype in EXTENSIONS}
STANDARD = [np.dtype(c) for c in "?bBhHiIlLefdFD"]


def ask(tool, requests):
    """Returns the tool's facts on (spelling, align) pairs."""
    lines = []
    for spelling, align in requests:
        text = spelling.replace("\\", "\\\\").replace("\n", "\\n")
        lines.append(f"{int(align)}\t" + text.replace("\t", "\\t"))
    run = subprocess.run([tool], input="\n".join(lines) + "\n", text=True,
                         capture_output=True, check=True, encoding="utf-8")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(requests) and not run.stderr, run.stderr
    return answers


def facts_of(dtype):
    """Returns the same facts as NumPy knows them."""
    facts = {
        "name": dtype.name,
        "str": dtype.str,
        "kind": dtype.kind,
        "itemsize": dtype.itemsize,
        "alignment": dtype.alignment,
    }
    if dtype.subdtype:
        facts["base"] = facts_of(dtype.subdtype[0])
        facts["shape"] = list(dtype.shape)
    elif dtype.names is not None:
        facts["aligned"] = dtype.isalignedstruct
        facts["fields"] = []
        for name in dtype.names:
            field = dtype.fields[name]
            title = field[2] if len(field) == 3 else ""
            facts["fields"].append([name, title, field[1], facts_of(field[0])])
    return facts


def difference(facts, dtype):
    """Returns the first fact that differs from NumPy's, or None."""
    for key, value in facts_of(dtype).items():
        got = facts.get(key)
        if key == "base":
            if found := difference(got, dtype.base if dtype.ndim else dtype):
                return f"base: {found}"
        elif key == "fields":
            if [f[:3] for f in got] != [f[:3] for f in value]:
                return f"fields {[f[:3] for f in got]}, NumPy {[f[:3] for f in value]}"
            for name, title, offset, inner in got:
                if found := difference(inner, dtype.fields[name][0]):
                    return f"{name}: {found}"
        elif got != value:
            return f"{key} {got!r}, NumPy {value!r}"
    return None


def leaves(dtype):
    if dtype.subdtype:
        yield from leaves(dtype.subdtype[0])
    elif dtype.names is not None:
        for name in dtype.names:
            yield from leaves(dtype.fields[name][0])
    else:
        yield dtype


def has_odd_size(dtype):
    """Whether NumPy took an empty sub-array for a void without a size."""
    if dtype.subdtype:
        base, shape = dtype.subdtype
        return (dtype.itemsize != base.itemsize * int(np.prod(shape))
                or has_odd_size(base))
    return any(has_odd_size(dtype.fields[name][0]) for name in dtype.names or ())


def is_refused(dtype):
    """Whether the parser documents that it refuses what NumPy accepts."""
    if has_odd_size(dtype):
        return True
    for leaf in leaves(dtype):
        if leaf.kind in "OT" or leaf.char in "gG" and leaf.num < 256:
            return True
        if leaf.itemsize == 0:
            return True
        # A step that is not positive.
        if leaf.kind in "mM" and np.datetime_data(leaf)[1] < 1:
            return True
    return False


def is_skipped(spelling):
    """What NumPy must not be asked: it dies of a division by zero; or what it
    takes for a type number."""
    compact = "".join(spelling.split())
    return ("/0" in compact or "/+0" in compact or "/-0" in compact
            or len(spelling.lstrip("<>=|")) == 1 and ord(spelling[-1]) < 32)


def numpy_dtype(spelling, align=False):
    """Returns NumPy's dtype, or None where it refuses or deprecates."""
    try:
        return np.dtype(spelling, align=align)
    except (TypeError, ValueError, SyntaxError, DeprecationWarning, RuntimeError):
        return None


def compare(tool, requests, numpy_forms=None):
    """Compares answers; returns how many dtypes were accepted."""
    failures, accepted = [], 0
    forms = numpy_forms or [spelling for spelling, _ in requests]
    for (spelling, align), form, facts in zip(requests, forms, ask(tool, requests)):
        dtype = numpy_dtype(form, align)
        if dtype is None or is_refused(dtype):
            if "error" not in facts:
                failures.append((spelling, "accepted", dtype))
            elif not 1 <= facts["column"] <= len(spelling.encode()) + 1:
                failures.append((spelling, "column", facts["column"]))
            continue
        # NumPy drops the 0 of ((base, (2, 0)), 0).
        if "an empty sub-array as its elements" in facts.get("error", ""):
            continue
        accepted += 1
        if "error" in facts:
            failures.append((spelling, facts["error"], dtype))
            continue
        found = difference(facts, dtype)
        if found or not facts["roundTrips"]:
            failures.append((spelling, found or "no round trip: " + facts["spelling"], dtype))
    for failure in failures[:40]:
        print(*failure, sep=" | ")
    if failures:
        sys.exit(f"{len(failures)} of {len(requests)} differ")
    return accepted


# --- Spellings.

KNOWN = """f32 f64 bf16 i16 i32 i64 i128 si8 si32 ui1 ui8 ui16 ui32 ui64 u16 u32
u64 f16 f128 tf32 index f8E5M2 complex<f32> c64 bool8 float_ complex_ cfloat
string_ unicode_ longfloat float80 int128 Float32 BOOL float32_t np.float32
numpy.int8 <float32 =float32 |float32 >float32 <bfloat16 >bfloat16 =>f4 <<f4 f4x
f+4 f04 f-4 f++4 <i08 i0x8 ?1 ?0 b2 f1 i3 i0 i 4f u9 c4 record S5 V7 <U3 >U3 M8[ns]
m8[25s] M8[zz] timedelta64[s] f4,i4 (2,)f4 (2,3)i2 3f4 i4[3] f4: float32] p8 n8
<p >n =P |N int\u0664 \u00e9 float\u200b32 M8[\u03bcs] M08 2147483647V1 V2147483647
V2147483648 U536870911 U536870912 2S >3S 3>4f4 2,3f4 2,f4 (2)f4 f4,< f4,> ()f4
(2,(3,))f4 M8[2147483647Y/2] M8[2147483648s] M8[W/604800] M8[Y/12] M8[as/2]
M8[5generic] m8[generic/2] <M8[s] >datetime64[D] (2147483648,)i1 1000000,1000000f4
(0,1000000,1000000)f4 (2147483647,2147483647,2,0)f4 (2147483647,2147483647,3,0)f4
(0,2147483647,2147483647,2147483647)f4 (2147483648,0)i1 float8_e4m3fn,f4 2float8_e5m2 2bfloat16 >bfloat16,f4
longdouble object O T c c1 a a5 S U V S0 U0 V0 str bytes void unicode
str_ bytes_ f4,O 2g f4,S U3,S5,V7""".encode().decode("unicode_escape").split()
ODD = ["", "<", "=", "|", ">", "f 4", "f\t4", "f4 ", " f4", "f4\n", "float32 ",
       "< f4", "f4,", "()f4", "f4, i4", "f4 ,i4", "f4\t,\ni4", "2f4 ", " 2f4", ",", ",,",
       "f4,,f4", ", f4", "(2, 3)f4", "( 2,3 ) f4", "2 f4", "(2 3)f4", "f4,i4;",
       "1" * 30 + "f4", "(" + "1," * 64 + ")f4", "(" + "1," * 65 + ")f4", "S 5", "V\t5",
       "M8[ 1s]", "M8[1 s]", "M8[s ]", "M8[]", "M8[", "M8]", "M8[s]x", "M8[s]]", "M8[[s]"]
ORDERS = ["", "<", ">", "=", "|"]


def fuzzed(count):
    """Strings around the grammar: pieces put together, and then damaged."""
    rng = random.Random(4)
    units = "Y M W D h m s ms us ns ps fs as generic q".split()
    names = ([k for k in sctypeDict if isinstance(k, str)] + list("?bBhHiIlLqQefdFDSUVMm")
             + [f"{c}{n}" for c in "biufc" for n in (1, 2, 4, 8, 16)])

    def scalar():
        pick = rng.random()
        if pick < 0.5:
            return rng.choice(ORDERS[:3] + [""] * 4) + rng.choice(names)
        if pick < 0.7:
            return rng.choice(ORDERS) + rng.choice("SUVa") + str(rng.randint(0, 12))
        step = rng.choice(["", "", "25", "7", "+3", "0", "1000"]) + rng.choice(units)
        divisor = rng.choice(["", "", "", f"/{rng.choice([1, 2, 3, 4, 5, 7, 12, 24, 30, 52, 60, 1000])}"])
        return (rng.choice(ORDERS) + rng.choice(["M8", "m8", "datetime64", "timedelta64"])
                + rng.choice([f"[{step}{divisor}]"] * 4 + [""]))

    def shape():
        sizes = [str(rng.randint(0, 5)) for _ in range(rng.randint(1, 3))]
        joined = rng.choice([",", ", ", " ,"]).join(sizes)
        return rng.choice([sizes[0], f"({joined},)", f"({joined})", joined, "()", f"({joined}"])

    def item():
        text = scalar()
        if rng.random() < 0.5:
            text = shape() + rng.choice(["", "", "", " "]) + text
            if rng.random() < 0.2:
                text = rng.choice(ORDERS) + text
        return text

    alphabet = string.ascii_letters + string.digits + "<>=|()[],./?+- _:"
    result = set()
    while len(result) < count:
        pick = rng.random()
        text = item() if pick < 0.5 else rng.choice([",", ", ", " , "]).join(
            item() for _ in range(rng.randint(2, 4)))
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            at = rng.randint(0, len(text))
            text = text[:at] + rng.choice(["", rng.choice(alphabet)]) + text[
                at + rng.choice([0, 1]):]
        result.add(text)
    return sorted(result)


def check_spellings(tool):
    characters = [c for c in string.printable if c.isprintable()]
    spellings = (
        [k for k in sctypeDict if isinstance(k, str)] + KNOWN + ODD
        + [order + c for c in characters for order in ORDERS]
        + [f"{c}{n}" for c in "?bBiufcOSUVMmpe" for n in (0, 1, 2, 3, 4, 8, 10, 12, 16, 32)]
        + [f"{o}{c}{n}" for o in ORDERS for c in "biufcSUVMm" for n in (1, 2, 4, 8, 16)]
        + fuzzed(6000)
    )
    spellings = sorted({s for s in spellings if not is_skipped(s)})
    requests = [(s, False) for s in spellings]
    requests += [(s, True) for s in spellings[::3]]
    accepted = compare(tool, requests)
    print(f"{len(requests)} spellings agree with NumPy, which accepts {accepted}")


# --- Scalars.

def check_scalars(tool):
    """Every scalar by name, character, typestr and alias, in both orders."""
    names = [d.name for d in STANDARD] + sorted(EXTENSION_NAMES)
    names += [k for k in sctypeDict if isinstance(k, str)]
    spellings = names + [d.char for d in STANDARD] + [d.str for d in STANDARD]
    spellings += [d.newbyteorder(">").str for d in STANDARD]
    for unit in "Y M W D h m s ms us ns ps fs as".split():
        for count in ("", 1, 2, 25, 2147483647):
            spellings += [f"{o}{kind}[{count}{unit}]" for o in ("", ">")
                          for kind in ("M8", "m8", "datetime64", "timedelta64")]
    spellings += [f"{o}{kind}{n}" for o in ("", ">") for kind in "SUV"
                  for n in (1, 2, 3, 5, 16, 255, 1000)]
    accepted = compare(tool, [(s, False) for s in sorted(set(spellings))])
    # None of ml_dtypes is missing.
    facts = ask(tool, [(name, False) for name in sorted(EXTENSION_NAMES)])
    assert all("error" not in f for f in facts)
    print(f"{accepted} scalars agree with NumPy")


# --- Records.

def cuda_alignment(dtype):
    """The alignments of CUDA's types, as CuPy's table has them. It has no complex
    numbers in another byte order."""
    if dtype.subdtype:
        return cuda_alignment(dtype.base)
    is_complex = dtype.kind == "c" or dtype.name in ("complex32", "bcomplex32")
    if is_complex and dtype.byteorder != ">":
        return dtype.itemsize
    return dtype.alignment


def cuda_layout(dtype):
    """Returns the fields' offsets, the item size and the alignment of a record
    laid out for CUDA, and the same of what it contains."""
    if dtype.subdtype:
        base = cuda_layout(dtype.subdtype[0])
        return {**base, "itemsize": base["itemsize"] * int(np.prod(dtype.shape))}
    if dtype.names is None:
        return {"itemsize": dtype.itemsize, "alignment": cuda_alignment(dtype)}
    end, alignment, offsets = 0, 1, []
    for name in dtype.names:
        inner = cuda_layout(dtype.fields[name][0])
        end += -end % inner["alignment"]
        offsets.append(end)
        end += inner["itemsize"]
        alignment = max(alignment, inner["alignment"])
    return {"itemsize": end + -end % alignment, "alignment": alignment,
            "offsets": offsets}


class Generator:
    """Random records, as text of JSON and as what np.dtype takes."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.scalars = ([d.str for d in STANDARD] + [">f4", ">i2", ">c16", ">u8"]
                        + ["float32", "int64", "M8[25s]", "m8[D]", ">M8[ns]", "S3", "U2",
                           ">U1", "V7", "V1", "2f4", "(2,3)i2", "f4,u1", "u1,(2,)c16"]
                        + sorted(EXTENSION_NAMES))

    def shape(self):
        rng = self.rng
        return rng.choice([rng.randint(0, 4), [rng.randint(1, 3)], [2, rng.randint(0, 3)], []])

    def dtype(self, depth):
        pick = self.rng.random()
        if depth and pick < 0.25:
            return self.record(depth - 1)
        if pick < 0.35:
            text, form = self.dtype(depth)
            shape = self.shape()
            form_shape = tuple(shape) if isinstance(shape, list) else shape
            return [text, shape], (form, form_shape)
        scalar = self.rng.choice(self.scalars)
        return scalar, scalar

    def record(self, depth):
        return self.rng.choice([self.list, self.dict])(depth)

    def names(self, count):
        pool = ["x", "y", "z", "pos", "a b", "\u03bc", "q\"", "f0", "it's"]
        return [f"{self.rng.choice(pool)}{i}" for i in range(count)]

    def list(self, depth):
        text, form = [], []
        for i, name in enumerate(self.names(self.rng.randint(0, 5))):
            dtype, dtype_form = self.dtype(depth)
            pick = self.rng.random()
            key, key_form = name, name
            if pick < 0.15:
                key, key_form = [f"t{i}", name], (f"t{i}", name)
            elif pick < 0.2:
                key, key_form = "", ""
            elif pick < 0.22 and text:
                key, key_form = "x0", "x0"
            if self.rng.random() < 0.3:
                shape = self.shape()
                text.append([key, dtype, shape])
                form.append((key_form, dtype_form,
                             tuple(shape) if isinstance(shape, list) else shape))
            else:
                text.append([key, dtype])
                form.append((key_form, dtype_form))
        return text, form

    def dict(self, depth):
        rng = self.rng
        names = self.names(rng.randint(0, 5))
        pairs = [self.dtype(depth) for _ in names]
        text = {"names": names, "formats": [p[0] for p in pairs]}
        form = {"names": names, "formats": [p[1] for p in pairs]}
        extra = {}
        if rng.random() < 0.2:
            extra["titles"] = [rng.choice([None, f"t{i}", "t"]) for i in range(len(names))]
        if rng.random() < 0.4:
            extra["aligned"] = rng.random() < 0.7
        if rng.random() < 0.6:
            extra["offsets"] = self.offsets(form, extra.get("aligned"))
        if rng.random() < 0.4:
            extra["itemsize"] = 8 * rng.randint(0, 40)
        return {**text, **extra}, {**form, **extra}

    def offsets(self, form, align):
        """Mostly legal offsets: with holes, out of order or overlapping."""
        rng = self.rng
        offsets, end = [], 0
        for dtype in form["formats"]:
            inner = numpy_dtype(dtype, bool(align))
            alignment = inner.alignment if inner and rng.random() < 0.95 else 1
            offset = rng.choice([end, end + rng.randint(0, 9), rng.randint(0, 40)])
            offset += -offset % alignment if align else 0
            offsets.append(-1 if rng.random() < 0.01 else offset)
            end = offset + (inner.itemsize if inner else 4)
        if rng.random() < 0.2:
            rng.shuffle(offsets)
        return offsets


def check_records(tool):
    generator = Generator(5)
    requests, forms = [], []
    while len(requests) < 4000:
        text, form = generator.record(depth=3)
        # Python literals on the way are read as well.
        spelling = repr(form) if generator.rng.random() < 0.3 else json.dumps(text)
        requests.append((spelling, generator.rng.random() < 0.4))
        forms.append(form)
    # Comma strings of the same scalars.
    while len(requests) < 5000:
        spelling = ",".join(generator.rng.choice(generator.scalars[:30])
                            for _ in range(generator.rng.randint(2, 6)))
        requests.append((spelling, generator.rng.random() < 0.5))
        forms.append(spelling)
    accepted = compare(tool, requests, forms)
    print(f"{len(requests)} records agree with NumPy, which accepts {accepted}")

    descrs = devices = 0
    for (spelling, align), form, facts in zip(requests, forms, ask(tool, requests)):
        dtype = numpy_dtype(form, align)
        if dtype is None or "error" in facts:
            continue
        try:
            descr = repr(dtype.descr)
        except ValueError:
            descr = None
        assert facts.get("descr") == descr, (spelling, facts.get("descr"), descr)
        descrs += 1
        if facts["losslessDescr"]:
            assert np.lib.format.descr_to_dtype(dtype.descr) == dtype, spelling
        layout, got = cuda_layout(dtype), facts.get("deviceLayout")
        if not got:
            # Without fields nothing is left of a record that had a size.
            assert '"names": []' in json.dumps(form), spelling
            continue
        assert got["itemsize"] == layout["itemsize"], (spelling, layout, got)
        assert got["alignment"] == layout["alignment"] or dtype.subdtype, spelling
        if dtype.names is not None:
            assert [f[2] for f in got["fields"]] == layout["offsets"], spelling
        devices += 1
    print(f"{descrs} descrs and {devices} layouts for CUDA agree")


CHECKS = {"spellings": check_spellings, "scalars": check_scalars,
          "records": check_records}
CHECKS[sys.argv[2]](sys.argv[1])

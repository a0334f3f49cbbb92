"""Makes the table of dtypes in docs/dtypes.md: facts from dtyp-print-dtypes, and
what each chip does by an instruction, read off the PTX of small kernels.

usage: dtype_table.py --update PAGE DTYP_OPT DTYP_COMPILE   behind the page's mark
       dtype_table.py --check PAGE DTYP_OPT DTYP_COMPILE
"""

import json
import os
import re
import subprocess
import sys
import tempfile

MARK = "<!-- dtype-table -->\n"

# One of each generation for which pipelines compile differently.
CHIPS = ["sm_75", "sm_80", "sm_90", "sm_100"]

DTYPES = """i1 i8 ui8 i16 ui16 i32 ui32 i64 ui64 f16 f32 f64 complex<f32> complex<f64>
!dtyp.datetime64<ns> !dtyp.timedelta64<25s> !dtyp.bytes<5> !dtyp.str<3> !dtyp.void<7>
!dtyp.big_endian<i32> !dtyp.big_endian<f64> !dtyp.big_endian<complex<f32>>
!dtyp.subarray<2x3xf32> !dtyp.record<a:i8,b:f32> !dtyp.record<aligned,a:i8,b:f32>
!dtyp.record<device,a:i8,z:complex<f32>> bf16 f8E3M4 f8E4M3 f8E4M3B11FNUZ f8E4M3FN
f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f8E8M0FNU f6E2M3FN f6E3M2FN f4E2M1FN si1 ui1 i2 ui2 i4
ui4 complex<f16> complex<bf16> !dtyp.vector<2xf16> !dtyp.vector<2xbf16>
!dtyp.vector<2xf32> !dtyp.vector<3xf32> !dtyp.vector<4xf32> !dtyp.vector<4xui8>
!dtyp.vector<2xf64> !dtyp.vector<4xf64>""".split()

# Instructions that name the type of their operands.
PTX_NAMES = {
    "f16": "f16",
    "bf16": "bf16",
    "f32": "f32",
    "f64": "f64",
    "f8E4M3FN": "e4m3x2",
    "f8E5M2": "e5m2x2",
}


def facts_of(dtyp_opt):
    module = "".join(f"%d{i} = dtyp.constant {t}\n" for i, t in enumerate(DTYPES))
    command = [dtyp_opt, "-", "--dtyp-print-dtypes=format=json", "-o", os.devnull]
    run = subprocess.run(command, input=module, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return json.loads(run.stderr)


# --- What chips do.


def is_float(value):
    return re.fullmatch(r"b?f\d+\w*", value) is not None


def is_number(facts):
    is_value = re.fullmatch(r"b?[if]\d+\w*", facts["value"]) is not None
    return is_value and not facts["shape"]


def kernels_of(number, facts):
    """Kernels that use one thing each, by its name: a conversion to f32 and
    back, an addition, and an atomic one."""
    value, storage = facts["value"], facts["storage"]
    if not is_number(facts) or facts["kind"] == "b":
        return
    array = f"memref<8x{storage}>"
    suffix = "" if storage == facts["dtype"] else f" as {facts['dtype']}"
    load = [
        "%i = gpu.thread_id x",
        f"%v = dtyp.load %a[%i] : {array}{suffix}",
    ]
    store = f"dtyp.store %r, %a[%i] : {value}, {array}{suffix}"
    if is_float(value) and value not in ("f32", "f64"):
        body = [f"%w = arith.extf %v : {value} to f32", "memref.store %w, %f[%i] : memref<8xf32>"]
        yield f"extend{number}", array, load + body
        body = ["%i = gpu.thread_id x", "%w = memref.load %f[%i] : memref<8xf32>",
                f"%r = arith.truncf %w : f32 to {value}", store]
        yield f"round{number}", array, body
    add = "addf" if is_float(value) else "addi"
    yield f"add{number}", array, load + [f"%r = arith.{add} %v, %v : {value}", store]
    # Elsewhere the verifier refuses it.
    if storage == value and "E" not in value:
        body = load + [f"%o = dtyp.atomic_rmw {add} %v, %a[%i] : {value}, {array}{suffix}"]
        yield f"atomic{number}", array, body


def compile_all(dtyp_compile, facts):
    """The instructions of each kernel for each chip."""
    lines = ["gpu.module @kernels {"]
    for number, one in enumerate(facts):
        for name, array, body in kernels_of(number, one):
            lines += [f"gpu.func @{name}(%a: {array}, %f: memref<8xf32>) kernel {{", *body, "gpu.return", "}"]
    result = {}
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "kernels.mlir")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(lines + ["}"]) + "\n")
        for chip in CHIPS:
            command = [dtyp_compile, source, f"--chip={chip}", "--emit=ptx", "-o", "-"]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode:
                sys.exit(run.stderr)
            for entry in run.stdout.split(".entry ")[1:]:
                name, _, text = entry.partition("(")
                result[name, chip] = text
    return result


def since(is_by_instruction):
    """From which chip on something holds."""
    chips = [chip for chip in CHIPS if is_by_instruction(chip)]
    if not chips:
        return "software"
    if chips != CHIPS[CHIPS.index(chips[0]):]:
        return ", ".join(chips)
    return "all" if chips == CHIPS else f"{chips[0]}, else software"


def conversion(ptx, number, value):
    name = PTX_NAMES.get(value)
    if (f"round{number}", CHIPS[0]) not in ptx:
        return ""
    if not name:
        return "software"
    extends = since(lambda chip: has_cvt(ptx[f"extend{number}", chip], name) or is_shift(value))
    rounds = since(lambda chip: has_cvt(ptx[f"round{number}", chip], name))
    return extends if extends == rounds else f"from: {extends}; to: {rounds}"


def is_shift(value):
    """bfloat16 is the upper half of a float32: one instruction everywhere."""
    return value == "bf16"


def has_cvt(text, name):
    return re.search(rf"\bcvt\.[\w.]*\b{name}\b", text) is not None


def addition(ptx, number, value):
    if (f"add{number}", CHIPS[0]) not in ptx:
        return ""
    if not is_float(value):
        return "all"
    name = PTX_NAMES.get(value, "none")
    return since(
        lambda chip: re.search(rf"\b(add|fma)\.[\w.]*\b{name}\b", ptx[f"add{number}", chip])
    ).replace("software", "by f32")


def atomics(ptx, number):
    if (f"atomic{number}", CHIPS[0]) not in ptx:
        return ""
    return since(
        lambda chip: re.search(r"\b(atom|red)\.[\w.]*\badd\b", ptx[f"atomic{number}", chip])
    ).replace("software", "by compare-and-swap")


def dlpack_of(facts):
    dlpack = facts["dlpack"]
    if not dlpack:
        return ""
    text = f"{dlpack['code']}, {dlpack['bits']}, {dlpack['lanes']}"
    return text + (", padded" if dlpack["padded"] else "")


def code(text):
    return f"`{text}`" if text else ""


def make_table(dtyp_opt, dtyp_compile):
    facts = facts_of(dtyp_opt)
    ptx = compile_all(dtyp_compile, facts)
    columns = ["NumPy, ml_dtypes, CUDA", "type", "bytes", "alignment", "storage", "value", "DLPack",
               "conversion", "addition", "atomic addition"]
    lines = ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]
    for number, one in enumerate(facts):
        alignments = [str(one[f"{whose}_alignment"]) for whose in ("numpy", "device")]
        storage = "itself" if one["storage"] == one["dtype"] else code(one["storage"])
        value = "itself" if one["value"] == one["dtype"] else code(one["value"])
        cells = [one["name"] + (" (big-endian)" if "big_endian" in one["dtype"] else ""),
                 code(one["dtype"]), str(one["itemsize"]), "/".join(dict.fromkeys(alignments)),
                 storage, value, dlpack_of(one), conversion(ptx, number, one["value"]),
                 addition(ptx, number, one["value"]), atomics(ptx, number)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(line.replace("|  |", "| |").replace("|  |", "| |") for line in lines) + "\n"


def main():
    command, page, dtyp_opt, dtyp_compile = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        prose, mark, shown = file.read().partition(MARK)
    if not mark:
        sys.exit(f"{page}: error: expected the mark {MARK.strip()}")
    table = make_table(dtyp_opt, dtyp_compile)
    if command == "--update":
        with open(page, "w", encoding="utf-8") as file:
            file.write(prose + MARK + table)
    elif shown != table:
        sys.exit(f"{page}: error: the table of dtypes is out of date: run `make docs`")


if __name__ == "__main__":
    main()

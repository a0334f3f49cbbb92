"""Checks that the C API has all that the dialects have: a constructor and a test
for each type and attribute, an accessor for each parameter, a builder for each
op, and the cases of each enumeration with their numbers.

usage: check_coverage.py --tblgen TBLGEN -I FOLDER... --td FILE.td... HEADER...
"""

import argparse
import json
import re
import subprocess
import sys

# Accessors of parameters that are not named after the type and the parameter.
ACCESSORS = {
    ("Datetime64", "unit"): "dtypTimeTypeGetUnit",
    ("Datetime64", "multiplier"): "dtypTimeTypeGetMultiplier",
    ("Timedelta64", "unit"): "dtypTimeTypeGetUnit",
    ("Timedelta64", "multiplier"): "dtypTimeTypeGetMultiplier",
    ("Bytes", "length"): "dtypSizedTypeGetLength",
    ("Str", "length"): "dtypSizedTypeGetLength",
    ("Void", "length"): "dtypSizedTypeGetLength",
    ("SubArray", "shape"): "dtypDTypeGetSubArrayShape",
    ("SubArray", "base"): "dtypDTypeGetSubArrayBase",
    ("Record", "names"): "dtypDTypeGetFields",
    ("Record", "titles"): "dtypDTypeGetFields",
    ("Record", "dtypes"): "dtypDTypeGetFields",
    ("Record", "offsets"): "dtypDTypeGetFields",
    ("Record", "byteSize"): "dtypDTypeGetItemSize",
    ("Record", "byteAlignment"): "dtypDTypeGetAlignment",
    ("Record", "aligned"): "dtypRecordTypeIsAligned",
    ("CudaVector", "lanes"): "dtypCudaVectorTypeGetLanes",
    ("DType", "dtype"): "dtypDTypeProviderGetDType",
    ("Provider", "dtype"): "dtypDTypeProviderGetDType",
}
# An enumeration that C has in another form: the letter of NumPy.
ENUMS = {"DTypeKind": "dtypDTypeGetKind"}
# How the functions name the ops of a dialect.
PREFIXES = {"dtyp": "dtyp", "cudax": "dtypCudax"}


def records(tblgen, includes, path):
    command = [tblgen, "--dump-json", *(f"-I{i}" for i in includes), path]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def instances(dump, cls):
    return [
        dump[name]
        for name in dump["!instanceof"].get(cls, [])
        if not dump[name]["!anonymous"]
    ]


def upper(name):
    """`class_name` and `className` as `ClassName`; lists in the singular."""
    words = re.sub(r"_(\w)", lambda match: match.group(1).upper(), name)
    words = words.replace("dtype", "dType")
    return re.sub("s$", "", words[0].upper() + words[1:])


def needed(dump):
    """The functions that a dialect needs, each with what needs it."""

    def dialect(record, key):
        return dump[record[key]["def"]]["name"]

    for record in instances(dump, "Op"):
        name = dialect(record, "opDialect")
        if name in PREFIXES:
            op = record["!name"].split("_", 1)[1]
            yield f"{PREFIXES[name]}{op}Create", f"op {name}.{record['opName']}"
    for cls, kind in ("TypeDef", "Type"), ("AttrDef", "Attr"):
        for record in instances(dump, cls):
            name = dialect(record, "dialect")
            if name not in PREFIXES:
                continue
            what = f"{'type !' if kind == 'Type' else 'attribute #'}{name}.{record['mnemonic']}"
            base = record["cppClassName"].removesuffix(kind)
            yield f"dtyp{base}{kind}Get", what
            # `IsADType` is whether a type is a dtype.
            test = "DTypeType" if (base, kind) == ("DType", "Type") else base
            yield f"dtyp{'Type' if kind == 'Type' else 'Attribute'}IsA{test}", what
            for value, parameter in record["parameters"]["args"]:
                yield ACCESSORS.get(
                    (base, parameter), f"dtyp{base}{kind}Get{upper(parameter)}"
                ), f"{what}, parameter {parameter}"


def enumerations(dump):
    for record in instances(dump, "EnumInfo"):
        if record["cppNamespace"] == "::mlir::dtyp":
            cases = [dump[case["def"]] for case in record["enumerants"]]
            yield record["className"], {c["symbol"]: c["value"] for c in cases}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("-I", action="append", default=[], dest="includes")
    parser.add_argument("--td", nargs="+", required=True)
    parser.add_argument("headers", nargs="+")
    args = parser.parse_args()

    text = ""
    for path in args.headers:
        with open(path, encoding="utf-8") as file:
            text += file.read()
    declared = set(re.findall(r"\b(dtyp\w+)\s*\(", text))
    values = dict(re.findall(r"\b(Dtyp\w+) = (\d+)", text))

    errors, count = set(), 0
    for path in args.td:
        dump = records(args.tblgen, args.includes, path)
        for function, what in needed(dump):
            count += 1
            if function not in declared:
                errors.add(f"no {function}, for {what}")
        for name, cases in enumerations(dump):
            count += 1
            if name in ENUMS:
                continue
            for symbol, value in cases.items():
                if values.get(f"Dtyp{name}{symbol}") != str(value):
                    errors.add(f"no Dtyp{name}{symbol} = {value}")
    print("\n".join([f"error: {e}" for e in sorted(errors)] + [f"{count} needs checked"]))
    return 1 if errors or not count else 0


if __name__ == "__main__":
    sys.exit(main())

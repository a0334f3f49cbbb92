"""Checks that no layer includes what lies above it.

A layer is a folder of include/dtyp with the one of the same name in lib. The
table says what each may include besides itself and the standard library: own
layers by folder, others' headers by prefix.

usage: check_layers.py CHECKOUT
"""

import os
import re
import sys

# What no dialect has: what compiles, converts or runs.
MLIR_CORE = [
    "mlir/IR/",
    "mlir/Bytecode/",
    "mlir/Interfaces/",
    "mlir/Support/",
    "mlir/Transforms/",
    "mlir/Pass/",
    "mlir/Reducer/",
    "llvm/ADT/",
    "llvm/Support/",
]
MLIR = ["mlir/", "llvm/"]

LAYERS = {
    "Support": ([], []),
    "Launch": (["Support"], []),
    "Dialect/Dtyp/IR": (
        ["Support"],
        MLIR_CORE + ["mlir/Dialect/Arith/IR/", "mlir/Dialect/Complex/IR/"],
    ),  # The dialects of constants.
    "Dialect/Dtyp/Transforms": (
        ["Dialect/Dtyp/IR"],
        MLIR_CORE + ["mlir/Dialect/"],
    ),
    "Dialect/Cudax/IR": (
        ["Dialect/Dtyp/IR"],
        MLIR_CORE
        + [
            "mlir/Dialect/" + name
            for name in (
                "Arith/IR/",
                "GPU/IR/",
                "MemRef/IR/",
                "Utils/",
                "LLVMIR/LLVMTypes.h",
            )
        ],
    ),  # An array can escape through a pointer.
    "Dialect/Cudax/Transforms": (
        ["Dialect/Dtyp/IR", "Dialect/Cudax/IR"],
        MLIR_CORE + ["mlir/Analysis/", "mlir/Dialect/"],
    ),
    "Conversion": (["Dialect"], MLIR),
    "ExternalInterfaces": (["Dialect"], MLIR),
    "Target": (["Support", "Dialect"], MLIR),
    "Pipelines": (["Dialect", "Conversion", "Target"], MLIR),
    "Compiler": (["Config", "Target", "Pipelines"], MLIR),
    "Emulator": (
        ["Support", "Dialect", "Conversion", "Pipelines"],
        MLIR + ["boost/context/"],
    ),
    "CAPI": (
        [
            "Config",
            "Support",
            "Dialect",
            "Conversion",
            "Pipelines",
            "Target",
            "Compiler",
            "Emulator",
            "InitAll.h",
        ],
        MLIR + ["mlir-c/"],
    ),
    "Plugin": (["Config", "InitAll.h"], MLIR),
    "Bindings": (["CAPI"], ["dtyp-c/", "mlir-c/"]),
}

INCLUDE = re.compile(r'\s*#\s*include\s+["<]([^">]+)[">]')
FOREIGN = re.compile(r"(mlir|llvm|mlir-c|llvm-c|boost|clang)/")


def layer_of(path):
    """The layer of a path below include/dtyp or lib, or None."""
    return next(
        (layer for layer in LAYERS if path.startswith(layer + "/")), None
    )


def allowed(layer, header):
    own, foreign = LAYERS[layer]
    if header.startswith("dtyp/"):
        target = header[len("dtyp/") :]
        return any(
            target == name or target.startswith(name + "/")
            for name in own + [layer]
        )
    return not FOREIGN.match(header) or header.startswith(tuple(foreign))


def check(path, layer):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            match = INCLUDE.match(line)
            if match and not allowed(layer, match.group(1)):
                yield f"{path}:{number}: error: {layer} must not include {match.group(1)}"


def main(checkout):
    errors, files, unknown = [], 0, set()
    for root in ("include/dtyp", "lib"):
        base = os.path.join(checkout, root)
        for folder, _, names in os.walk(base):
            for name in names:
                path = os.path.join(folder, name)
                below = os.path.relpath(path, base)
                if not name.endswith((".h", ".cpp", ".c")) or "/" not in below:
                    continue  # What lies at the top ties the layers together.
                layer = layer_of(below)
                if layer:
                    files += 1
                    errors += check(path, layer)
                elif not below.startswith("Config/"):
                    unknown.add(os.path.dirname(below))
    errors += [
        f"{folder}: error: not in the table of layers"
        for folder in sorted(unknown)
    ]
    print("\n".join(errors + [f"{files} files checked"]))
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

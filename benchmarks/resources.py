#!/usr/bin/env python3
"""Counts what the kernels of the folder kernels take of a chip: registers, stack and
spills (bytes) and machine instructions, of our compiler, of upstream's default pipeline
on the same kernels in memrefs, and of nvcc -O3.

usage: resources.py BUILD [--chip sm_90] [--families REGEX] [--records FILE.json]
               [--nvcc NVCC [--output RATIOS.json]]
           prints ours, and compares it with what the file has recorded for the version
           of the toolkit: more of anything is an error, and so are other numbers of
           nvcc's, where --nvcc is given
       resources.py BUILD --record --nvcc NVCC --mlir-opt MLIR_OPT
           records all three, in the file and in a table beside it (.md)
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import sass
import suite

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDS = os.path.join(HERE, "results", "recorded_resources.json")
COLUMNS = ["registers", "stack", "spill_stores", "spill_loads", "instructions"]


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(f"{' '.join(command)}: {result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def read_ptxas(text):
    """The resources of each kernel, from what ptxas -v prints."""
    pattern = (r"Function properties for (\w+)\s+(\d+) bytes stack frame, "
               r"(\d+) bytes spill stores, (\d+) bytes spill loads\s+"
               r"ptxas info\s+: Used (\d+) registers")
    return {m[1]: {"registers": int(m[5]), "stack": int(m[2]), "spill_stores": int(m[3]),
                   "spill_loads": int(m[4])} for m in re.finditer(pattern, text)}


def read_ours(text):
    """The same from what dtyp-compile --print-resource-usage prints."""
    pattern = (r"@(\w+) on \w+: (\d+) registers, (\d+) bytes of stack, "
               r"(\d+) bytes of spill stores, (\d+) bytes of spill loads")
    return {m[1]: dict(zip(COLUMNS, map(int, m.groups()[1:]))) for m in re.finditer(pattern, text)}


class Compilers:
    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.folder = folder

    @staticmethod
    def count(resources, cubin):
        return {name: {**resources[name], "instructions": number}
                for name, number in sass.count_instructions(cubin).items()}

    def compile_ours(self, family):
        cubin = os.path.join(self.folder, f"{family}.ours.cubin")
        text = run(os.path.join(self.arguments.build, "bin", "dtyp-compile"),
                   os.path.join(suite.SOURCES, f"{family}.mlir"),
                   f"--chip={self.arguments.chip}", "--kernel-bare-ptr",
                   "--print-resource-usage", "-o", cubin)
        return self.count(read_ours(text), cubin)

    def compile_nvcc(self, families):
        """Compiles all files as one, which saves most of nvcc's time."""
        source = os.path.join(self.folder, "all.cu")
        with open(source, "w") as file:
            for family in families:
                file.write(f'#include "{os.path.join(suite.SOURCES, family)}.cu"\n')
        cubin = os.path.join(self.folder, "nvcc.cubin")
        text = run(self.arguments.nvcc, f"-arch={self.arguments.chip}", "-O3", "-cubin",
                   "-Xptxas", "-v", source, "-o", cubin)
        return self.count(read_ptxas(text), cubin)

    def compile_upstream(self, family):
        """Compiles what is in memrefs once dtyp and cudax are resolved, each kernel by
        itself: the form in which it would be written by hand."""
        build = os.path.join(self.arguments.build, "bin")
        resolved = os.path.join(self.folder, f"{family}.resolved.mlir")
        run(os.path.join(build, "dtyp-compile"), os.path.join(suite.SOURCES, f"{family}.mlir"),
            f"--chip={self.arguments.chip}", "--kernel-bare-ptr", "--emit=mlir", "-o", resolved)
        run(os.path.join(build, "dtyp-opt"), resolved, "--dtyp-records-to-bytes", "-o", resolved)
        with open(resolved) as file:
            text = file.read()
        # Marks of ours, and the names of types that only these use.
        text = re.sub(r"dtyp\.argument_map = #dtyp\.argument_map<.*?\]>(, )?", "", text)
        text = text.replace(", cudax.local_array", "").replace("attributes {} ", "")
        text = re.sub(r"^!\w+ = !dtyp.*\n", "", text, flags=re.MULTILINE)
        kernels = re.findall(r"^    gpu\.func @(\w+)\(.*?^    }\n", text, re.DOTALL | re.MULTILINE)
        return {name: self.compile_upstream_kernel(text, kernels, name) for name in kernels}

    def compile_upstream_kernel(self, module, kernels, name):
        for other in set(kernels) - {name}:
            module = re.sub(rf"^    gpu\.func @{other}\(.*?^    }}\n", "", module,
                            flags=re.DOTALL | re.MULTILINE)
        path = os.path.join(self.folder, f"{name}.upstream")
        with open(f"{path}.mlir", "w") as file:
            file.write(module)
        pipeline = (f"cubin-chip={self.arguments.chip} cubin-features=+ptx80 cubin-format=isa "
                    "opt-level=3 kernel-bare-ptr-calling-convention=1")
        try:
            binary = run(self.arguments.mlir_opt, f"{path}.mlir",
                         f"--gpu-lower-to-nvvm-pipeline={pipeline}")
        except RuntimeError as error:
            return {"reason": re.search(r"error: (.*)", str(error))[1]}
        ptx = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', binary)[1]
        ptx = re.sub(r"\\([0-9A-F]{2})", lambda byte: chr(int(byte[1], 16)), ptx)
        with open(f"{path}.ptx", "w") as file:
            file.write(ptx.rstrip("\0"))
        text = run(self.arguments.ptxas, f"-arch={self.arguments.chip}", "-O3", "-v",
                   f"{path}.ptx", "-o", f"{path}.cubin")
        return self.count(read_ptxas(text), f"{path}.cubin")[name]


def compile_all(arguments, folder):
    """The resources of each kernel, by who compiled it."""
    compilers = Compilers(arguments, folder)
    families = [*filter(re.compile(arguments.families).fullmatch, suite.FAMILIES)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        nvcc = pool.submit(compilers.compile_nvcc, families) if arguments.nvcc else None
        tasks = {"dtyp": [pool.submit(compilers.compile_ours, family) for family in families]}
        if arguments.mlir_opt:
            tasks["upstream"] = [pool.submit(compilers.compile_upstream, family)
                                 for family in families]
        if nvcc:
            tasks["nvcc"] = [nvcc]
        results = {}
        for who, parts in tasks.items():
            for part in parts:
                for name, numbers in part.result().items():
                    results.setdefault(name, {})[who] = numbers
    missing = [name for name, kernel in suite.KERNELS.items()
               if kernel.family in families and len(results.get(name, {})) != len(tasks)]
    if missing or not results:
        raise RuntimeError(f"expected all to have compiled all kernels; missing: {missing}")
    return {name: results[name] for name in suite.KERNELS if name in results}


def compare(recorded, found):
    """What is worse than recorded, and what is better."""
    worse, better = [], []
    for name, numbers in found.items():
        for column in COLUMNS:
            if name not in recorded:
                worse.append(f"{name}: nothing is recorded")
                break
            was, now = recorded[name]["dtyp"][column], numbers["dtyp"][column]
            if now > was:
                worse.append(f"{name}: expected at most the recorded {was} of {column}, got {now}")
            elif now < was:
                better.append(f"{name}: {now} of {column}, recorded are {was}")
        nvccs = numbers.get("nvcc")
        if nvccs and name in recorded and nvccs != recorded[name]["nvcc"]:
            worse.append(f"{name}: expected nvcc's recorded {recorded[name]['nvcc']}, got {nvccs}")
    return worse, better


def format_numbers(numbers):
    if "reason" in numbers:
        return "- | - | - | -"
    spills = numbers["spill_stores"] + numbers["spill_loads"]
    return f"{numbers['registers']} | {numbers['stack']} | {spills} | {numbers['instructions']}"


def write_table(path, records):
    lines = ["# Resources of the kernels", "",
             "Written by `resources.py --record`; [what the kernels are](../README.md#the-kernels).",
             "Each has registers, bytes of stack, bytes of spills (stores and loads) and machine",
             "instructions: ours, those of upstream's default pipeline "
             "(`gpu-lower-to-nvvm-pipeline`,", "`opt-level=3`) on the same in memrefs, and nvcc's "
             "(`-O3`)."]
    for key, kernels in records.items():
        lines += ["", f"## CUDA {key}", "", "| kernel | ours | stack | spills | instr. | upstream | "
                  "stack | spills | instr. | nvcc | stack | spills | instr. |",
                  "|---|" + "---|" * 12]
        lines += [f"| `{name}` | " + " | ".join(format_numbers(numbers[who]) for who in
                                               ("dtyp", "upstream", "nvcc")) + " |"
                  for name, numbers in kernels.items()]
        reasons = [f"* upstream on `{name}`: {numbers['upstream']['reason']}"
                   for name, numbers in kernels.items() if "reason" in numbers["upstream"]]
        lines += ["", *reasons] if reasons else []
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def write_ratios(path, results):
    ratios = {name: {column: numbers["dtyp"][column] / numbers["nvcc"][column]
                     for column in ("registers", "instructions")}
              for name, numbers in results.items()}
    with open(path, "w") as file:
        json.dump({"title": "Resources: ours / nvcc", "ratios": ratios}, file, indent=1)
        file.write("\n")


def main():
    sys.path.insert(0, os.path.join(HERE, "..", "tools", "setup"))
    import find_cuda

    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--chip", default="sm_90")
    parser.add_argument("--families", default=".*", help="a regular expression")
    parser.add_argument("--records", default=RECORDS)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--mlir-opt")
    parser.add_argument("--nvcc")
    parser.add_argument("--output", help="ratios to nvcc's")
    arguments = parser.parse_args()
    if arguments.output and not arguments.nvcc:
        parser.error("expected --nvcc, as --output has the ratios to its numbers")
    if arguments.record and not (arguments.nvcc and arguments.mlir_opt):
        parser.error("expected --nvcc and --mlir-opt, whose numbers are recorded, too")
    toolkit = find_cuda.find_toolkit(arguments.build)
    if not toolkit:
        sys.exit("expected a CUDA Toolkit, whose ptxas says what a kernel takes")
    arguments.ptxas = find_cuda.find_tool("ptxas", arguments.build, toolkit)

    key = f"{toolkit.build()} {arguments.chip}"
    records = {}
    if os.path.exists(arguments.records):
        with open(arguments.records) as file:
            records = json.load(file)
    if key not in records and not arguments.record:
        sys.exit(f"nothing is recorded for CUDA {key}")
    with tempfile.TemporaryDirectory() as folder:
        results = compile_all(arguments, folder)
    for name, numbers in results.items():
        print(name, *numbers["dtyp"].values())
    if arguments.output:
        write_ratios(arguments.output, results)
    if arguments.record:
        records[key] = {**records.get(key, {}), **results}
        with open(arguments.records, "w") as file:
            json.dump(records, file, indent=1)
            file.write("\n")
        write_table(os.path.splitext(arguments.records)[0] + ".md", records)
        return
    worse, better = compare(records[key], results)
    for line in better:
        print(f"better: {line}")
    if worse:
        sys.exit("\n".join(worse))


if __name__ == "__main__":
    main()

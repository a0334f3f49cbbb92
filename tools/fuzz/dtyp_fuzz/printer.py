"""Writes programs as MLIR."""

import json
import re

import numpy as np

from .dtypes import COMPLEX, NUMPY
from .record_printer import RecordPrinter, spelling
from .scalar_ops import SAME_TYPE


def _bits(number, type):
    data = np.array(number, NUMPY[type])
    return f"0x{int(data.view(f'u{data.itemsize}')):0{2 * data.itemsize}X}"


def _constant(number, type):
    if type == "i1":
        return f"arith.constant {'true' if number else 'false'}"
    if type in COMPLEX:
        part = COMPLEX[type]
        value = NUMPY[type].type(number)
        parts = f"{_bits(value.real, part)} : {part}, {_bits(value.imag, part)} : {part}"
        return f"complex.constant [{parts}] : {type}"
    if NUMPY[type].kind == "i":
        return f"arith.constant {int(number)} : {type}"
    return f"arith.constant {_bits(number, type)} : {type}"


class Printer(RecordPrinter):
    """Prints one program. `prefix` makes its names unique in a gpu.module;
    `renamed` maps regular expressions to what is written for them, to plant an
    error."""

    def __init__(self, program, prefix="", renamed=None):
        self.program = program
        self.prefix = prefix
        self.renamed = renamed or {}
        self.lines = []
        self.names = {}
        self.depth = 1
        self.count_stores = 0

    def function_texts(self):
        """The lines of all functions, for the inside of a gpu.module."""
        for function in self.program.functions:
            results = ", ".join(map(str, function.results))
            arrow = f" -> ({results})" if results else ""
            self.line(f"func.func @{self.prefix}{function.name}({self.parameters(function)}){arrow} {{")
            self.block(function.body, "return")
            self.line("}")
        shared = ", ".join(f"{self.define(v)}: {v.type}" for v in self.program.shared)
        shared = f" workgroup({shared})" if shared else ""
        kernel = self.program.kernel
        self.line(f"gpu.func @{self.prefix}{kernel.name}({self.parameters(kernel)}){shared} kernel {{")
        self.block(kernel.body, "gpu.return")
        self.line("}")
        return self.lines

    def line(self, text):
        for pattern, replacement in self.renamed.items():
            text = re.sub(pattern, replacement, text)
        self.lines.append("  " * self.depth + text)

    def define(self, value):
        self.names[value] = f"%v{len(self.names)}"
        return self.names[value]

    def parameters(self, function):
        return ", ".join(f"{self.define(v)}: {v.type}" for v in function.arguments)

    def use(self, values):
        return ", ".join(self.names[v] for v in values)

    def typed(self, values):
        return f"{self.use(values)} : {', '.join(str(v.type) for v in values)}"

    def block(self, block, terminator):
        self.depth += 1
        for op in block.ops:
            self.operation(op)
        if block.yields:
            self.line(f"{terminator} {self.typed(block.yields)}")
        elif terminator != "scf.yield":
            self.line(terminator)
        self.depth -= 1

    def operation(self, op):
        writer = getattr(self, "write_" + op.name.replace(".", "_"), None)
        if writer:
            writer(op)
            return
        name = op.name
        operands = self.use(op.operands)
        source, target = op.operands[0].type, op.result.type
        if op.name in SAME_TYPE:
            self.result(op, f"{name} {operands} : {target}")
        else:
            self.result(op, f"{name} {operands} : {source} to {target}")

    def result(self, op, text):
        names = ", ".join(self.define(r) for r in op.results)
        self.line(f"{names} = {text}" if names else text)

    # --- Scalars and vectors.

    def write_constant(self, op):
        self.result(op, _constant(op.attrs["value"], op.result.type))

    def write_arith_cmpi(self, op):
        kind = op.attrs["predicate"]
        self.result(op, f"arith.cmpi {kind}, {self.use(op.operands)} : {op.operands[0].type}")

    def write_arith_cmpf(self, op):
        kind = op.attrs["predicate"]
        self.result(op, f"arith.cmpf {kind}, {self.use(op.operands)} : {op.operands[0].type}")

    def write_arith_select(self, op):
        self.result(op, f"arith.select {self.use(op.operands)} : {op.result.type}")

    def write_bitcast_number(self, op):
        """A bitcast that gives 1.0 for a NaN: its bits are not defined."""
        source, target = op.operands[0].type, op.result.type
        stem = self.define(op.result)
        self.names[op.result] = stem + "_number"
        self.line(f"{stem}_raw = arith.bitcast {self.use(op.operands)} : {source} to {target}")
        self.line(f"{stem}_nan = arith.cmpf uno, {stem}_raw, {stem}_raw : {target}")
        self.line(f"{stem}_one = {_constant(1, target)}")
        self.line(f"{stem}_number = arith.select {stem}_nan, {stem}_one, {stem}_raw : {target}")

    def write_complex_create(self, op):
        self.result(op, f"complex.create {self.use(op.operands)} : {op.result.type}")

    def write_complex_re(self, op):
        self.result(op, f"complex.re {self.typed(op.operands)}")

    def write_complex_im(self, op):
        self.result(op, f"complex.im {self.typed(op.operands)}")

    def write_vector_broadcast(self, op):
        self.result(op, f"vector.broadcast {self.typed(op.operands)} to {op.result.type}")

    def write_vector_extract(self, op):
        source = op.operands[0]
        position = op.attrs["position"]
        self.result(op, f"vector.extract {self.use([source])}[{position}] : "
                        f"{source.type.element} from {source.type}")

    # --- Threads.

    def write_index(self, op):
        self.result(op, f"gpu.{op.attrs['name']} {op.attrs['axis']}")

    def write_gpu_barrier(self, op):
        self.line("gpu.barrier")

    def write_gpu_shuffle(self, op):
        stem = self.define(op.result)
        value = op.operands[0]
        self.line(f"{stem}_o = arith.constant {op.attrs['offset']} : i32")
        self.line(f"{stem}_w = arith.constant 32 : i32")
        self.line(f"{stem}, {stem}_valid = gpu.shuffle xor {self.use([value])}, {stem}_o, {stem}_w : {value.type}")

    # --- Memory.

    def write_dtyp_constant(self, op):
        self.result(op, f"dtyp.constant {op.result.type.dtype.text}")

    def write_dtyp_dtype_of(self, op):
        self.result(op, f"dtyp.dtype_of {self.typed(op.operands)}")

    def write_dtyp_get_field(self, op):
        source = op.operands[0]
        field = op.attrs["field"]
        self.result(op, f'dtyp.get_field {self.use([source])}["{field}"] : {source.type}')

    def write_dtyp_make_provider(self, op):
        types = ", ".join(str(o.type) for o in op.operands)
        self.result(op, f"dtyp.make_provider({self.use(op.operands)}) : ({types}) -> {op.result.type}")

    def write_cudax_local_alloca(self, op):
        dtype, *sizes = op.operands
        memref = op.result.type
        sizes = iter(sizes)
        extents = ", ".join(
            self.names[next(sizes)] if i in memref.dynamic else str(extent)
            for i, extent in enumerate(memref.shape)
        )
        alignment = op.attrs.get("alignment")
        alignment = f" {{alignment = {alignment}}}" if alignment else ""
        self.result(op, f"cudax.local_alloca({self.use([dtype])}) [{extents}]{alignment}"
                        f" : {dtype.type} -> {memref}")

    def write_memref_load(self, op):
        view, *indices = op.operands
        self.result(op, f"memref.load {self.use([view])}[{self.use(indices)}] : {view.type}")

    def write_memref_store(self, op):
        value, view, *indices = op.operands
        self.line(f"memref.store {self.use([value, view])}[{self.use(indices)}] : {view.type}")

    def write_memref_dim(self, op):
        stem = self.define(op.result)
        self.line(f"{stem}_axis = arith.constant {op.attrs['axis']} : index")
        view = op.operands[0]
        self.line(f"{stem} = memref.dim {self.use([view])}, {stem}_axis : {view.type}")

    def write_linalg_fill(self, op):
        value, view = op.operands
        self.line(f"linalg.fill ins({self.typed([value])}) outs({self.typed([view])})")

    def write_memref_copy(self, op):
        source, target = op.operands
        self.line(f"memref.copy {self.use(op.operands)} : {source.type} to {target.type}")

    def write_memref_subview(self, op):
        view, *dynamic = op.operands
        dynamic = iter(dynamic)
        offsets = ", ".join(
            str(o) if o is not None else self.names[next(dynamic)] for o in op.attrs["offsets"]
        )
        sizes, steps = (", ".join(map(str, op.attrs[k])) for k in ("sizes", "steps"))
        self.result(op, f"memref.subview {self.use([view])}[{offsets}] [{sizes}] [{steps}]"
                        f" : {view.type} to {op.result.type}")

    def write_vector_load(self, op):
        view, index = op.operands
        self.result(op, f"vector.load {self.use([view])}[{self.use([index])}] : {view.type}, {op.result.type}")

    def write_vector_store(self, op):
        value, view, index = op.operands
        self.line(f"vector.store {self.use([value, view])}[{self.use([index])}] : {view.type}, {value.type}")

    def write_vector_transfer_read(self, op):
        view, index, padding = op.operands
        self.result(op, f"vector.transfer_read {self.use([view])}[{self.use([index])}], "
                        f"{self.use([padding])} : {view.type}, {op.result.type}")

    def write_vector_transfer_write(self, op):
        value, view, index = op.operands
        self.line(f"vector.transfer_write {self.use([value, view])}[{self.use([index])}] : "
                  f"{value.type}, {view.type}")

    # --- Control flow.

    def initial(self, arguments, values):
        return ", ".join(f"{self.define(a)} = {self.names[v]}" for a, v in zip(arguments, values))

    def write_scf_if(self, op):
        condition = self.use(op.operands)
        types = ", ".join(str(r.type) for r in op.results)
        arrow = f" -> ({types})" if types else ""
        names = ", ".join(self.define(r) for r in op.results)
        self.line((f"{names} = " if names else "") + f"scf.if {condition}{arrow} {{")
        self.block(op.regions[0], "scf.yield")
        if op.results or op.regions[1].ops:
            self.line("} else {")
            self.block(op.regions[1], "scf.yield")
        self.line("}")

    def write_scf_for(self, op):
        lower, upper, step, *initial = op.operands
        body = op.regions[0]
        bounds = f"{self.names[lower]} to {self.names[upper]} step {self.names[step]}"
        index = self.define(body.arguments[0])
        carried = ""
        if initial:
            types = ", ".join(str(v.type) for v in initial)
            carried = f" iter_args({self.initial(body.arguments[1:], initial)}) -> ({types})"
        names = ", ".join(self.define(r) for r in op.results)
        self.line((f"{names} = " if names else "") + f"scf.for {index} = {bounds}{carried} {{")
        self.block(body, "scf.yield")
        self.line("}")

    def write_scf_while(self, op):
        before, after = op.regions
        types = ", ".join(str(v.type) for v in op.operands)
        head = f"scf.while ({self.initial(before.arguments, op.operands)}) : ({types}) -> ({types}) {{"
        names = ", ".join(self.define(r) for r in op.results)
        self.line(f"{names} = {head}")
        self.depth += 1
        for inner in before.ops:
            self.operation(inner)
        condition, *passed = before.yields
        self.line(f"scf.condition({self.names[condition]}) {self.typed(passed)}")
        self.depth -= 1
        self.line("} do {")
        arguments = ", ".join(f"{self.define(a)}: {a.type}" for a in after.arguments)
        self.line(f"^bb0({arguments}):")
        self.block(after, "scf.yield")
        self.line("}")

    def write_func_call(self, op):
        operands = ", ".join(str(o.type) for o in op.operands)
        results = ", ".join(str(r.type) for r in op.results)
        arguments = self.use(op.operands)
        self.result(op, f"func.call @{self.prefix}{op.attrs['callee']}({arguments}) : ({operands}) -> ({results})")


def print_module(programs, prefixed=False, renamed=None):
    """The text of a gpu.module with the kernels of the programs."""
    lines = ["gpu.module @kernels {"]
    for program in programs:
        prefix = f"s{program.seed}_" if prefixed else ""
        lines += Printer(program, prefix, renamed).function_texts()
    return "\n".join(lines) + "\n}\n"


def _format_scalar(type, number):
    value = NUMPY[type].type(number)
    name = {"i1": "bool", "index": "int64", "bf16": "bfloat16"}.get(type, NUMPY[type].name)
    if type == "i1":
        return f"bool:{'true' if value else 'false'}"
    return f"{name}:{int(value) if NUMPY[type].kind == 'i' else float(value)!r}"


def launch_arguments(program, save_as):
    """The arguments of dtyp-run and dtyp-launch; `save_as` names the file of
    the output with a given number."""
    texts = []
    outputs = 0
    for value, argument in zip(program.kernel.arguments, program.arguments):
        if argument.kind == "scalar":
            texts.append(_format_scalar(value.type, argument.values[0]))
            continue
        if argument.kind == "provider":
            texts += [_format_scalar(t, v) for (_, t), v in zip(value.type.fields, argument.values)]
            continue
        name = argument.name or json.dumps(spelling(value.type.element), separators=(",", ":"))
        array = f"{name}[{','.join(map(str, value.type.shape))}]"
        if argument.kind == "input":
            texts.append(f"{array}=random:{argument.seed}")
        else:
            texts.append(f"out={save_as(outputs)}:{array}=zeros")
            outputs += 1
    return texts

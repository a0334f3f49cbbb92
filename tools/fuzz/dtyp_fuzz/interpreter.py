"""Executes a program for all threads at once with NumPy: the reference."""

import numpy as np

from .bytes_memory import ByteOps, private_bytes, shared_bytes, whole_bytes
from .dtypes import BY_NAME, NUMPY, random_array
from .memory import Storage, View, private_storage, whole
from .random_bytes import random_bytes
from .scalar_ops import CASTS, CMPF, CMPI, SAME_TYPE, Undefined, require, shape_mask

#: A loop that runs longer is a mistake of the reducer's.
_MAX_ITERATIONS = 200


class Interpreter(ByteOps):
    def __init__(self, program):
        self.program = program
        self.threads = program.num_threads
        self.values = {}
        self.storages = []
        self.functions = {f.name: f for f in program.functions}
        number = np.arange(self.threads, dtype=np.int64)
        self.block_number = number // program.block_size
        thread = number % program.block_size
        self.indices = {}
        for name, sizes, linear in (
            ("thread_id", program.block, thread),
            ("block_id", program.grid, self.block_number),
        ):
            for axis, size in zip("xyz", sizes):
                self.indices[name, axis] = linear % size
                linear = linear // size
        for name, sizes in (("block_dim", program.block), ("grid_dim", program.grid)):
            for axis, size in zip("xyz", sizes):
                self.indices[name, axis] = np.full(self.threads, size)
        for axis, size in zip("xyz", program.block):
            self.indices["global_id", axis] = (
                self.indices["block_id", axis] * size + self.indices["thread_id", axis]
            )

    def run(self):
        """Returns the outputs, in the order of the arguments, each as an array
        of the shape of its argument."""
        outputs = []
        for value, argument in zip(self.program.kernel.arguments, self.program.arguments):
            if argument.kind == "scalar":
                self.values[value] = self.spread(value.type, argument.values[0])
            elif argument.kind == "provider":
                self.values[value] = {
                    name: self.spread(type, v)
                    for (name, type), v in zip(value.type.fields, argument.values)
                }
            else:
                storage = self.make_global(value.type, argument)
                view = whole if isinstance(value.type.element, str) else whole_bytes
                self.values[value] = view(storage, value.type, self.threads)
                if argument.kind == "output":
                    outputs.append((storage, value.type))
        for value in self.program.shared:
            self.values[value] = self.make_shared(value.type)
        with np.errstate(all="ignore"):
            self.execute(self.program.kernel.body, np.ones(self.threads, bool))
        return [
            storage.data.reshape(memref.shape if isinstance(memref.element, str) else (*memref.shape, -1))
            for storage, memref in outputs
        ]

    def make_shared(self, memref):
        if isinstance(memref.element, str):
            data = np.zeros((self.program.num_blocks, memref.size), NUMPY[memref.element])
            storage, view = Storage(data, self.block_number, is_shared=True), whole
        else:
            storage = shared_bytes(memref, self.program.num_blocks, self.block_number)
            view = whole_bytes
        self.storages.append(storage)
        return view(storage, memref, self.threads)

    def make_global(self, memref, argument):
        if not isinstance(memref.element, str):
            data = np.zeros(memref.size * memref.element.itemsize, np.uint8)
            if argument.kind == "input":
                data = random_bytes(memref.element, memref.size, argument.seed)
        elif argument.kind == "input":
            data = random_array(argument.name, memref.size, argument.seed)
        else:
            data = np.zeros(memref.size, NUMPY[BY_NAME[argument.name].storage])
        rows = np.zeros(self.threads, np.int64)
        storage = Storage(data[None], rows, is_initialized=True, is_shared=True)
        return storage

    def spread(self, type, number):
        return np.full(self.threads, number, NUMPY[type])

    def execute(self, block, mask):
        for op in block.ops:
            operands = [self.values[o] for o in op.operands]
            if op.name in SAME_TYPE:
                self.values[op.result] = SAME_TYPE[op.name](mask, *operands)
                continue
            handler = getattr(self, "do_" + op.name.replace(".", "_"), None)
            if handler is None:
                self.values[op.result] = CASTS[op.name](mask, operands[0], op.result.type)
                continue
            for result, value in zip(op.results, handler(op, mask, *operands) or ()):
                self.values[result] = value
        return [self.values[v] for v in block.yields]

    # --- Scalars and vectors.

    def do_constant(self, op, mask):
        return [self.spread(op.result.type, op.attrs["value"])]

    def do_arith_cmpi(self, op, mask, a, b):
        return [CMPI[op.attrs["predicate"]](a, b)]

    def do_arith_cmpf(self, op, mask, a, b):
        return [CMPF[op.attrs["predicate"]](a, b)]

    def do_arith_select(self, op, mask, condition, a, b):
        return [np.where(shape_mask(condition, a), a, b)]

    def do_bitcast_number(self, op, mask, bits):
        number = bits.view(NUMPY[op.result.type])
        return [np.where(np.isnan(number), np.ones_like(number), number)]

    def do_complex_create(self, op, mask, real, imaginary):
        result = np.empty(self.threads, NUMPY[op.result.type])
        result.real, result.imag = real, imaginary
        return [result]

    def do_complex_re(self, op, mask, number):
        return [number.real.copy()]

    def do_complex_im(self, op, mask, number):
        return [number.imag.copy()]

    def do_vector_broadcast(self, op, mask, scalar):
        return [np.repeat(scalar[:, None], op.result.type.length, axis=1)]

    def do_vector_extract(self, op, mask, vector):
        return [vector[:, op.attrs["position"]].copy()]

    # --- Threads.

    def do_index(self, op, mask):
        return [self.indices[op.attrs["name"], op.attrs["axis"]].astype(np.int64)]

    def do_gpu_barrier(self, op, mask):
        blocks = np.bincount(self.block_number[mask], minlength=self.program.num_blocks)
        if ((blocks != 0) & (blocks != self.program.block_size)).any():
            raise Undefined("barrier in divergent code")
        for storage in self.storages:
            storage.end_phase()

    def do_gpu_shuffle(self, op, mask, value):
        if not mask.all() or self.program.block_size % 32:
            raise Undefined("shuffle in divergent code")
        lane = np.arange(self.threads)
        return [value[lane ^ op.attrs["offset"]]]

    # --- Memory.

    def do_dtyp_constant(self, op, mask):
        return [None]

    def do_dtyp_dtype_of(self, op, mask, provider):
        return [None]

    def do_dtyp_get_field(self, op, mask, provider):
        return [provider[op.attrs["field"]]]

    def do_dtyp_make_provider(self, op, mask, *fields):
        return [{name: v for (name, _), v in zip(op.result.type.fields, fields)}]

    def do_cudax_local_alloca(self, op, mask, dtype, *sizes):
        memref = op.result.type
        for position, size in zip(memref.dynamic, sizes):
            require(np.ones_like(mask), size == memref.shape[position], "extent")
        if not isinstance(memref.element, str):
            return [private_bytes(memref, self.threads)]
        storage = private_storage(memref, self.threads)
        return [whole(storage, memref, self.threads)]

    def do_memref_load(self, op, mask, view, *indices):
        return [view.load(indices, mask)]

    def do_memref_store(self, op, mask, value, view, *indices):
        view.store(value, indices, mask)

    def do_memref_dim(self, op, mask, view):
        return [np.full(self.threads, view.shape[op.attrs["axis"]])]

    def do_linalg_fill(self, op, mask, value, view):
        flat = view.locate_all()
        values = np.broadcast_to(value[:, None], flat.shape)
        view.storage.store(flat, values, mask)

    def do_memref_copy(self, op, mask, source, target):
        values = source.storage.load(source.locate_all(), mask)
        target.storage.store(target.locate_all(), values, mask)

    def do_memref_subview(self, op, mask, view, *dynamic):
        dynamic = list(dynamic)
        offset = view.offset
        shape, strides = [], []
        attrs = op.attrs
        for axis, (start, size, step) in enumerate(
            zip(attrs["offsets"], attrs["sizes"], attrs["steps"])
        ):
            first = np.full(self.threads, start) if start is not None else dynamic.pop(0)
            last = first + (size - 1) * step
            require(mask, (first >= 0) & (last < view.shape[axis]), "subview")
            offset = offset + np.where(mask, first, 0) * view.strides[axis]
            if axis not in attrs["dropped"]:
                shape.append(size)
                strides.append(view.strides[axis] * step)
        return [View(view.storage, tuple(shape), tuple(strides), offset)]

    def do_vector_load(self, op, mask, view, index):
        flat, inside = view.locate_vector(index, op.result.type.length, mask)
        require(mask, inside.all(axis=1), "vector out of bounds")
        return [view.storage.load(flat, mask)]

    def do_vector_store(self, op, mask, value, view, index):
        flat, inside = view.locate_vector(index, value.shape[1], mask)
        require(mask, inside.all(axis=1), "vector out of bounds")
        view.storage.store(flat, value, mask)

    def do_vector_transfer_read(self, op, mask, view, index, padding):
        length = op.result.type.length
        flat, inside = view.locate_vector(index, length, mask)
        result = np.repeat(padding[:, None], length, axis=1)
        for i in range(length):
            part = view.storage.load(flat[:, i], inside[:, i])
            result[:, i] = np.where(inside[:, i], part, result[:, i])
        return [result]

    def do_vector_transfer_write(self, op, mask, value, view, index):
        flat, inside = view.locate_vector(index, value.shape[1], mask)
        for i in range(value.shape[1]):
            view.storage.store(flat[:, i], value[:, i], inside[:, i])

    # --- Control flow.

    def do_scf_if(self, op, mask, condition):
        branches = [
            self.execute(region, mask & taken)
            for region, taken in zip(op.regions, (condition, ~condition))
        ]
        return [_choose(condition, a, b) for a, b in zip(*branches)] if op.results else None

    def do_scf_for(self, op, mask, lower, upper, step, *initial):
        body = op.regions[0]
        index, current = lower, list(initial)
        active = mask & (index < upper)
        for _ in range(_MAX_ITERATIONS):
            if not active.any():
                return current
            for argument, value in zip(body.arguments, [index, *current]):
                self.values[argument] = value
            new = self.execute(body, active)
            current = [_choose(active, n, c) for n, c in zip(new, current)]
            index = index + step
            active = active & (index < upper)
        raise Undefined("endless loop")

    def do_scf_while(self, op, mask, *initial):
        before, after = op.regions
        active, current = mask, list(initial)
        for _ in range(_MAX_ITERATIONS):
            for argument, value in zip(before.arguments, current):
                self.values[argument] = value
            condition, *passed = self.execute(before, active)
            current = [_choose(active, n, c) for n, c in zip(passed, current)]
            active = active & condition
            if not active.any():
                return current
            for argument, value in zip(after.arguments, current):
                self.values[argument] = value
            new = self.execute(after, active)
            current = [_choose(active, n, c) for n, c in zip(new, current)]
        raise Undefined("endless loop")

    def do_func_call(self, op, mask, *operands):
        function = self.functions[op.attrs["callee"]]
        for argument, value in zip(function.arguments, operands):
            self.values[argument] = value
        return self.execute(function.body, mask)


def _choose(mask, a, b):
    return np.where(shape_mask(mask, a), a, b)

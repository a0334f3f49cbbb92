"""Makes a failing program small: delta debugging on its tree."""

import copy
import dataclasses

from .ir import Op
from .scalar_ops import Undefined

#: The value that stands for a result whose op was removed.
_ZERO = 0
_REGION_OPS = ("scf.if", "scf.for", "scf.while")


class Reducer:
    """`still_fails(program)` runs a candidate; it may raise `Undefined`."""

    def __init__(self, program, still_fails, max_runs=1500):
        self.program = program
        self.still_fails = still_fails
        self.runs_left = max_runs

    def reduce(self):
        """Returns the smallest program found."""
        size = None
        while size != _size(self.program) and self.runs_left > 0:
            size = _size(self.program)
            # What nothing needs any more goes with an output.
            self.remove_arguments()
            self.shrink_launch()
            self.remove_ops()
            self.open_regions()
            self.forward_operands()
            self.make_constants()
            self.remove_results()
        return self.program

    def attempt(self, change, *arguments):
        """Applies a change to a copy, and keeps it if that still fails."""
        if self.runs_left <= 0:
            return False
        candidate = copy.deepcopy(self.program)
        if change(candidate, *arguments) is False:
            return False
        _remove_dead(candidate)
        self.runs_left -= 1
        try:
            if not self.still_fails(candidate):
                return False
        except Undefined:
            return False
        self.program = candidate
        return True

    def shrink_launch(self):
        for field in ("grid", "block"):
            for axis in range(3):
                self.shrink_size(field, axis)

    def shrink_size(self, field, axis):
        while True:
            size = getattr(self.program, field)[axis]
            choices = sorted({n for n in (1, 2, size // 2, size - 1) if 0 < n < size})
            if not any(self.attempt(_set_size, field, axis, n) for n in choices):
                return

    def remove_ops(self):
        """Removes runs of ops, long ones first."""
        length = max(1, len(list(self.program.ops())) // 2)
        while True:
            first = 0
            while first < len(list(self.program.ops())):
                if not self.attempt(_remove_range, first, length):
                    first += length
            if length == 1:
                return
            length //= 2

    def for_each_op(self, change, condition, choices=(None,)):
        """Tries a change on every op, last ones first."""
        for position in reversed(range(len(list(self.program.ops())))):
            ops = list(self.program.ops())
            if position < len(ops) and condition(ops[position]):
                any(self.attempt(change, position, choice) for choice in choices)

    def open_regions(self):
        self.for_each_op(_open_region, lambda op: op.name in _REGION_OPS, (0, 1))

    def make_constants(self):
        self.for_each_op(
            _make_constant,
            lambda op: len(op.results) == 1
            and op.name != "constant"
            and _can_be_constant(op.results[0]),
        )

    def forward_operands(self):
        """Puts an operand in the place of a result."""
        self.for_each_op(
            _forward, lambda op: len(op.results) == 1 and not op.regions, (0, 1, 2)
        )

    def remove_results(self):
        self.for_each_op(
            _remove_result, lambda op: op.name in _REGION_OPS and op.results, (0, 1, 2)
        )

    def remove_arguments(self):
        for position in reversed(range(len(self.program.arguments))):
            self.attempt(_remove_argument, position)


def _size(program):
    return len(list(program.ops())) + len(program.arguments), program.num_threads


def _can_be_constant(value):
    return isinstance(value.type, str)


def _uses(program):
    """The values that something uses."""
    used = set()
    for block in program.blocks():
        used.update(block.yields)
        for op in block.ops:
            used.update(op.operands)
    return used


def _replace(program, old, new):
    for block in program.blocks():
        block.yields = [new if v is old else v for v in block.yields]
        for op in block.ops:
            op.operands = [new if v is old else v for v in op.operands]


# --- Changes. Each is given a copy of the program.


def _set_size(program, field, axis, size):
    before = program.num_threads, program.num_blocks, program.block_size
    sizes = list(getattr(program, field))
    sizes[axis] = size
    setattr(program, field, tuple(sizes))
    # The outputs have a part for each thread.
    for value, argument in zip(program.kernel.arguments, program.arguments):
        if argument.kind == "output":
            shape = value.type.shape
            if shape[:2] == before[1:]:
                shape = (program.num_blocks, program.block_size, *shape[2:])
            else:
                shape = (program.num_threads, *shape[1:])
            value.type = dataclasses.replace(value.type, shape=shape)


def _find(program, position):
    for block in program.blocks():
        for index, op in enumerate(block.ops):
            if position == 0:
                return block, index, op
            position -= 1
    return None


def _remove_range(program, first, length):
    # A constant goes when nothing uses it.
    ops = [op for op in list(program.ops())[first : first + length] if op.name != "constant"]
    _remove(program, ops)
    return bool(ops)


def _remove(program, ops):
    """Removes ops; results that are used become constants, or their users go."""
    doomed = set(ops)
    changed = True
    while changed:
        changed = False
        gone = {r for op in doomed for r in op.results if not _can_be_constant(r)}
        for op in program.ops():
            if op not in doomed and gone.intersection(op.operands):
                doomed.add(op)
                changed = True
    used = _uses(program)
    for block in list(program.blocks()):
        kept = []
        for op in block.ops:
            if op not in doomed:
                kept.append(op)
                continue
            for result in op.results:
                if result in used and _can_be_constant(result):
                    kept.append(_constant_for(result))
        block.ops = kept


def _constant_for(result):
    op = Op("constant", [], [], {"value": _ZERO})
    op.results = [result]
    return op


def _make_constant(program, position, _):
    block, index, op = _find(program, position)
    block.ops[index] = _constant_for(op.results[0])


def _forward(program, position, choice):
    block, index, op = _find(program, position)
    if choice >= len(op.operands) or op.operands[choice].type != op.result.type:
        return False
    del block.ops[index]
    _replace(program, op.result, op.operands[choice])
    return True


def _open_region(program, position, choice):
    """Puts the inside of a region in the place of its op."""
    block, index, op = _find(program, position)
    region = op.regions[min(choice, len(op.regions) - 1)]
    if op.name == "scf.for":
        entering, leaving = [op.operands[0], *op.operands[3:]], region.yields
    elif op.name == "scf.if":
        entering, leaving = [], region.yields
    else:
        entering, leaving = op.operands, region.yields[1 - min(choice, 1) :]
    for argument, value in zip(region.arguments, entering):
        _replace(program, argument, value)
    leaving = [dict(zip(region.arguments, entering)).get(v, v) for v in leaving]
    block.ops[index : index + 1] = region.ops
    for result, value in zip(op.results, leaving):
        _replace(program, result, value)


def _remove_result(program, position, number):
    """Removes a value that a loop carries, or that an if yields."""
    block, index, op = _find(program, position)
    first = 1 if op.name == "scf.while" else 0
    number += first
    if number >= len(op.results):
        return False
    result = op.results[number]
    if result in _uses(program):
        block.ops.insert(index, _constant_for(result))
    del op.results[number]
    if op.name == "scf.if":
        for region in op.regions:
            del region.yields[number]
        return True
    del op.operands[number + (3 if op.name == "scf.for" else 0)]
    for region in op.regions:
        argument = region.arguments.pop(number + (1 if op.name == "scf.for" else 0))
        region.ops.insert(0, _constant_for(argument))
        shift = 1 if op.name == "scf.while" and region is op.regions[0] else 0
        del region.yields[number + shift]
    return True


def _remove_argument(program, position):
    value = program.kernel.arguments[position]
    users = [op for op in program.ops() if value in op.operands]
    if program.arguments[position].kind == "output":
        if sum(a.kind == "output" for a in program.arguments) == 1:
            return False
        _remove(program, users)
    elif _can_be_constant(value):
        program.kernel.body.ops.insert(0, _constant_for(value))
    elif users:
        return False
    del program.kernel.arguments[position]
    del program.arguments[position]
    return True


# --- What nothing needs.

_EFFECTS = {
    "memref.store", "memref.copy", "linalg.fill", "vector.store", "vector.transfer_write",
    "dtyp.store", "dtyp.atomic_rmw",
    "gpu.barrier", "func.call", *_REGION_OPS,
}  # fmt: skip


def _remove_dead(program):
    changed = True
    while changed:
        used = _uses(program)
        changed = False
        for block in program.blocks():
            kept = [op for op in block.ops if op.name in _EFFECTS or used.intersection(op.results)]
            changed |= len(kept) != len(block.ops)
            block.ops = kept
        called = {op.attrs["callee"] for op in program.ops() if op.name == "func.call"}
        functions = [f for f in program.functions if f.name in called]
        changed |= len(functions) != len(program.functions)
        program.functions = functions
    used = _uses(program)
    program.shared = [v for v in program.shared if v in used]

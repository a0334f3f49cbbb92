# RUN: %pytest %s
"""The native builder: misuse is an exception, and no crash."""

import dtyp
import numpy as np
import pytest
from dtyp._dtyp import Builder, Type

PLACE = ("a.py", 1, 1)


def test_native_misuse():
    context = dtyp.Context()
    native, other = Builder(context), Builder(context)
    i32 = Type.parse("i32", context)
    constant = {"value": "1 : i32"}
    for name in ("nope", "arith.nope", "nope.nope", ""):
        with pytest.raises(dtyp.Error, match="unknown op"):
            native.create(name, [], [], {}, PLACE)
    for attributes in ({"value": "?"}, {"value": "1.0 : f32"}, {}, {"value": "1 : i32 2"}):
        with pytest.raises(dtyp.Error):
            native.create("arith.constant", [], [i32], attributes, PLACE)
    with pytest.raises(dtyp.Error):
        native.create("arith.addi", [], [i32], {}, PLACE)
    (one,) = native.create("arith.constant", [], [i32], constant, PLACE)
    with pytest.raises(dtyp.Error):
        native.create("arith.addi", [one], [], {}, PLACE)
    with pytest.raises(TypeError):
        native.create("arith.addi", [one, None], [i32], {}, PLACE)
    foreign = Type.parse("i32", dtyp.Context())
    with pytest.raises(ValueError, match="type of the builder's context"):
        native.create("arith.constant", [], [foreign], constant, PLACE)
    with pytest.raises(ValueError, match="value of this builder"):
        other.create("arith.addi", [one, one], [i32], {}, PLACE)
    for make in (native.constant, lambda t, p: native.cast(one, t, t, p)):
        with pytest.raises(ValueError, match="type of the builder's context"):
            make(foreign, PLACE)
    with pytest.raises(dtyp.Error):
        native.constant(Type.parse("none", context), PLACE)
    with pytest.raises(dtyp.Error):
        native.dtype_of(one, PLACE)
    for contents, tensor in (
        (b"123", "tensor<1xi32>"),
        (b"1234", "i32"),
        (b"", "tensor<?xi8>"),
        (b"123", "tensor<1x!dtyp.bytes<3>>"),
    ):
        with pytest.raises(ValueError, match="bytes of a tensor"):
            native.const_array(one, Type.parse(tensor, context), contents, 0, PLACE)
    for path in ([[]], [""], ["x", [one]], [[one, one]]):
        with pytest.raises(dtyp.Error):
            native.load(one, [one], path, None, PLACE)
    with pytest.raises(dtyp.Error):
        native.local_alloca(one, [1], 0, PLACE)
    with pytest.raises(dtyp.Error, match="nope"):
        native.atomic_rmw("nope", one, one, [], [], None, PLACE)


def test_native_regions():
    context = dtyp.Context()
    native, other = Builder(context), Builder(context)
    with pytest.raises(ValueError, match="an op with regions"):
        native.open("gpu.module", [], {"sym_name": '"m"'}, 0, PLACE)
    op = native.open("gpu.module", [], {"sym_name": '"m"'}, 1, PLACE)
    with pytest.raises(ValueError, match="the end of what was begun last"):
        native.leave(op, 0)
    with pytest.raises(ValueError, match="region of this builder"):
        other.enter(op, 0, [], PLACE)
    for region in (-1, 1):
        with pytest.raises(IndexError):
            native.enter(op, region, [], PLACE)
        assert not native.is_innermost(op, region)
    native.enter(op, 0, [], PLACE)
    assert native.is_innermost(op, 0) and not other.is_innermost(op, 0)
    with pytest.raises(ValueError, match="not finished"):
        native.take()
    native.leave(op, 0)
    with pytest.raises(ValueError, match="built already"):
        native.enter(op, 0, [], PLACE)
    module = native.take()
    for use in (native.take, lambda: native.leave(op, 0), lambda: native.is_innermost(op, 0)):
        with pytest.raises(RuntimeError, match="built and taken"):
            use()
    assert "gpu.module @m" in str(module)
    # Those of wrong ops are refused with the whole module.
    op = other.open("scf.for", [], {}, 3, PLACE)
    other.enter(op, 2, [], PLACE)
    other.leave(op, 2)
    with pytest.raises(dtyp.Error) as info:
        other.take()
    assert str(info.value.diagnostics[0].location) == "a.py:1:1"


TYPES = """index i32 f32 i1 i4 f8E4M3FN complex<f32> none tuple<i32> tensor<4xf32> memref<f32>
memref<4xf32> memref<?x3xi8> memref<2x!dtyp.record<a:i8,b:f32>> !dtyp.dtype<f32>
!dtyp.provider<"F",ui8> !dtyp.weak<int> !dtyp.record<a:i8> !dtyp.bytes<3> !llvm.ptr""".split()
OPS = """arith.constant arith.addi arith.cmpf arith.select arith.index_cast complex.constant
complex.re math.powf memref.load memref.store memref.dim memref.subview gpu.thread_id
gpu.barrier gpu.return scf.yield scf.condition dtyp.cast dtyp.load cudax.local_alloca""".split()
ATTRIBUTES = """1:i32 0:i64 1.0:f32 "x" [1.0:f32,2.0:f32] unit f32 array<i64:1> ["a"] true
array<i32:1,1,0,0> dense<1.0>:tensor<4xf32>""".split() + ["#gpu<dim x>"]
KEYS = "value predicate dimension operandSegmentSizes path dtype source target".split()


@pytest.mark.parametrize("seed", range(3))
def test_random_calls(seed):
    """Whatever the native builder is given is an op or an exception."""
    random, context = np.random.default_rng(seed), dtyp.Context()
    types = [Type.parse(text, context) for text in TYPES]

    def some(things, most=3):
        return [things[i] for i in random.integers(0, len(things), random.integers(0, most))]

    def one(things):
        return things[random.integers(0, len(things))]

    for _ in range(8):
        native = Builder(context)
        op = native.open("gpu.module", [], {"sym_name": '"m"'}, 1, PLACE)
        values = native.enter(op, 0, types, PLACE)
        calls = [
            lambda: native.create(
                one(OPS),
                some(values, 5),
                some(types),
                {key: one(ATTRIBUTES) for key in some(KEYS)},
                PLACE,
            ),
            lambda: [native.cast(one(values), one(types), one(types), PLACE)],
            lambda: [native.dtype_of(one(values), PLACE)],
            lambda: [native.load(one(values), some(values), some(["a", "", []]), None, PLACE)],
            lambda: native.store(
                one(values), one(values), some(values), some(["b", []]), one(types), PLACE
            ),
            lambda: [native.field_view(one(values), some(["a", "b", ""]), PLACE)],
            lambda: [native.view(one(values), one(types), PLACE)],
            lambda: [native.local_alloca(one(values), some([0, 4, -1, 2**62]), 16, PLACE)],
            lambda: [native.shared_alloca(one(values), some(values), 0, True, PLACE)],
        ]
        for _ in range(50):
            try:
                values += one(calls)() or []
            except (dtyp.Error, ValueError):
                pass
        native.leave(op, 0)
        # A gpu.module has no arguments.
        with pytest.raises(dtyp.Error):
            native.take()

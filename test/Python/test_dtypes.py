# RUN: %pytest %s
"""Dtypes and providers against the NumPy and ml_dtypes that are installed."""

import copy
import os
import pickle
import subprocess
import sys
import threading

import dtyp
import numpy as np
import pytest

NUMPY = tuple(map(int, np.__version__.split(".")[:2]))
pytest.importorskip("ml_dtypes")
sys.path.append(os.path.join(os.path.dirname(__file__), "../Dialect/Dtyp/Inputs"))
import casting  # noqa: E402
import dtype_conformance as conformance  # noqa: E402
import promotion  # noqa: E402
from dtyp.spelling import spell  # noqa: E402


def scalars():
    yield from conformance.scalars()
    for dtype in conformance.scalars():
        big = dtype.newbyteorder(">")
        if big.byteorder == ">" and big.itemsize > 1:
            yield big
    for base in conformance.NATIVE + conformance.EXTENSIONS:
        yield np.dtype((base, (3,)))
        yield np.dtype((np.dtype((base, (4,))), (2, 0, 3)))


def records(count):
    generator = conformance.Generator(11)
    return [generator.record(depth=2)[1] for _ in range(count)]


ZOO = [*scalars(), *records(800)]


def has_spelling(dtype):
    """Whether it contains none of ml_dtypes in big-endian byte order."""
    return all(leaf.num < 256 or leaf.byteorder != ">" for leaf in leaves(dtype))


def leaves(dtype):
    if dtype.subdtype:
        yield from leaves(dtype.base)
    elif dtype.names is not None:
        for name in dtype.names:
            yield from leaves(dtype[name])
    else:
        yield dtype


# --- From and to NumPy.


def test_nothing_is_lost_to_and_from_numpy():
    for dtype in ZOO:
        made = dtyp.dtype(dtype)
        again = dtyp.DType.from_mlir(made.mlir)
        assert again == made and hash(again) == hash(made)
        # That one has nothing but the type.
        assert conformance.same(again.numpy, dtype)
        assert dtyp.dtype(again.numpy) == made
        assert made == dtyp.DType.from_mlir(conformance.spell(dtype))


def test_spellings_are_the_dtypes():
    spelled = [dtype for dtype in ZOO if has_spelling(dtype)]
    assert len(spelled) > 1000
    context = dtyp.Context()
    for dtype in spelled:
        type = dtyp.dtypes.Type.named(spell(dtype), context)
        assert str(type) == dtyp.dtype(dtype).mlir


def check_facts(made, dtype):
    known = conformance.expect(dtype)
    dlpack = known["dlpack"]
    if dlpack:
        dlpack = dtyp.DLPackType(*dlpack.values())
    shape = list(made.shape)
    base = made.base
    while base.shape:
        shape += base.shape
        base = base.base
    assert (made.name, made.kind) == (known["name"], known["kind"])
    assert made.itemsize == known["itemsize"]
    assert made.alignment == known["numpy_alignment"]
    assert made.device_alignment == known["device_alignment"]
    assert (shape, made.shape) == (known["shape"], dtype.shape)
    assert made.typestr == known["typestr"]
    assert made.dlpack == dlpack
    if dtype.subdtype:
        assert made.base == dtyp.dtype(dtype.base)
    else:
        assert made.base is made
    if dtype.names is not None or dtype.kind in "biufSUVmM":
        fields = list(conformance.fields_of(dtype))
        assert [(f.name, f.title, f.offset) for f in made.fields] == [
            field[:3] for field in fields
        ]
        for mine, (*_, inner) in zip(made.fields, fields, strict=True):
            check_facts(mine.dtype, inner)


def test_facts_are_those_of_numpy():
    for dtype in ZOO:
        check_facts(dtyp.dtype(dtype), dtype)


def test_types_of_values_and_memory():
    types = {
        d: (dtyp.dtype(d).value_type, dtyp.dtype(d).storage_type)
        for d in ["?", "u1", "f4", "M8[s]", ">f8", "S5"]
    }
    assert types == {
        "?": ("i1", "i8"),
        "u1": ("i8", "i8"),
        "f4": ("f32", "f32"),
        "M8[s]": ("i64", "i64"),
        ">f8": ("f64", "!dtyp.big_endian<f64>"),
        "S5": ("!dtyp.bytes<5>", "!dtyp.bytes<5>"),
    }


def test_parts_of_numbers():
    real, imag = dtyp.dtype("c8").fields
    assert (real.name, imag.name, imag.offset) == ("real", "imag", 4)
    assert real.dtype == dtyp.dtype("f4")
    vector = dtyp.DType.from_mlir("!dtyp.vector<4xf32>")
    assert [f.name for f in vector.fields] == ["x", "y", "z", "w"]
    assert vector.dlpack == dtyp.DLPackType(code=2, bits=32, lanes=4, is_padded=False)
    assert dtyp.dtype("f4").fields == ()


def test_what_no_element_shows_is_left_out():
    plain = dtyp.dtype("f4,i2")
    record = np.dtype((np.record, [("f0", "f4"), ("f1", "i2")]))
    assert dtyp.dtype(record) == plain
    assert dtyp.dtype(record).numpy.type is np.void
    assert dtyp.dtype(np.dtype("f4", metadata={"a": 1})).numpy.metadata is None
    float8 = np.dtype("float8_e5m2")
    assert float8.newbyteorder(">") != float8
    assert dtyp.dtype(float8.newbyteorder(">")) == dtyp.dtype(float8)


def test_record_arrays():
    dtype = np.dtype([("a", "u1"), ("b", "f8")], align=True)
    array = np.zeros(2, dtype).view(np.recarray)
    assert array.dtype.alignment == 1
    assert dtyp.dtype(array.dtype) == dtyp.dtype(dtype)
    # NumPy aligns them to 1 in other records, too, where they may lie askew.
    outer = np.dtype([("x", array.dtype)], align=True)
    assert outer.alignment == 1
    assert dtyp.dtype(outer).alignment == 8
    askew = np.dtype([("c", "u1"), ("x", array.dtype)], align=True)
    with pytest.raises(dtyp.DTypeError, match="multiple of its alignment 8, but got 1"):
        dtyp.dtype(askew)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!dtyp.vector<2xf32>", "no dtype for CUDA's vector '!dtyp.vector<2xf32>'"),
        (
            "!dtyp.record<device, a: i8, z: complex<f32>>",
            "aligned to 8 bytes, only to 4",
        ),
        ("!dtyp.record<a: !dtyp.vector<2xf32>>", "no dtype for CUDA's vector"),
    ],
)
def test_what_numpy_does_not_have(text, message):
    made = dtyp.DType.from_mlir(text)
    with pytest.raises(dtyp.DTypeError, match=message):
        made.numpy
    # It is a key, and equal to no dtype of NumPy.
    assert {made: 1}[dtyp.DType.from_mlir(text)] == 1
    assert made != np.dtype("V16") and np.dtype("V16") != made


def test_ml_dtypes_may_be_absent():
    program = (
        "import sys; sys.modules['ml_dtypes'] = None; import dtyp\n"
        "assert dtyp.DType.from_mlir('bf16').name == 'bfloat16'\n"
        "for f in (lambda: dtyp.DType.from_mlir('bf16').numpy, "
        "lambda: dtyp.dtype('bfloat16')):\n"
        "    try: f()\n"
        "    except dtyp.DTypeError as error: print(error)\n"
    )
    run = [sys.executable, "-c", program]
    output = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    first, second = output.splitlines()
    assert "'bfloat16' is a dtype of the package ml_dtypes; install it" in first
    assert "NumPy has no dtype 'bfloat16'" in second


# --- Making them.


def test_dtype_takes_what_the_protocol_says():
    class Foo:
        __numpy_dtype__ = np.dtype("u1")

    class Old:
        dtype = np.dtype("u1")

    assert dtyp.dtype(Foo()).mlir == dtyp.dtype(Foo).mlir == "ui8"
    assert dtyp.dtype("i8").mlir == dtyp.dtype(int).mlir == "i64"
    assert dtyp.dtype(None).mlir == "f64"
    assert dtyp.dtype(dtyp.dtype("f4")) == dtyp.dtype("f4")
    assert dtyp.dtype([("x", dtyp.dtype("f4"))]) == dtyp.dtype([("x", "f4")])
    with pytest.raises(dtyp.DTypeError, match="legacy"):
        dtyp.dtype(Old())
    with pytest.raises(dtyp.DTypeError, match="field 'x': .* object"):
        dtyp.dtype([("x", "O")])


def test_mlir_types_that_are_none():
    with pytest.raises(dtyp.DTypeError, match="a type that is a dtype, but got 'i7'"):
        dtyp.DType.from_mlir("i7")
    with pytest.raises(dtyp.Error, match="trailing") as info:
        dtyp.DType.from_mlir("f32 f32")
    assert info.value.diagnostics[0].location.column == 5
    with pytest.raises(TypeError, match="expected dtyp.dtype"):
        dtyp.DType()


def test_names_of_fields_are_any_text():
    for name in ["a\0b", "\n", '"\\', "é😀", "!dtyp", " "]:
        made = dtyp.dtype([((name + "t", name), "f4")])
        assert made.fields[0].name == name and made.fields[0].title == name + "t"
        assert dtyp.DType.from_mlir(made.mlir) == made


# --- Equality, and being a key.


def test_equality_is_finer_than_that_of_numpy():
    packed = np.dtype({"names": ["a", "b"], "formats": ["i1", "f4"], "offsets": [0, 4]})
    aligned = np.dtype([("a", "i1"), ("b", "f4")], align=True)
    assert packed == aligned
    one, other = dtyp.dtype(packed), dtyp.dtype(aligned)
    assert one != other
    assert one == packed and one == aligned and other == packed
    assert hash(one) == hash(packed)
    assert len({one, other}) == 2
    assert dtyp.dtype("f4") == np.dtype("f4") and np.dtype("f4") == dtyp.dtype("f4")
    assert dtyp.dtype("f4") != dtyp.dtype("f8") and dtyp.dtype("l") == dtyp.dtype("q")
    assert dtyp.dtype("f4") != 3 and dtyp.dtype("f4") != "f4"


def test_they_do_not_change():
    made = dtyp.dtype("f4")
    for name in ("name", "itemsize", "other"):
        with pytest.raises(AttributeError):
            setattr(made, name, 1)


def test_copies_are_the_same():
    made = dtyp.dtype([("a", "f4"), ("b", ">M8[25s]", 2)])
    for again in (
        copy.copy(made),
        copy.deepcopy(made),
        pickle.loads(pickle.dumps(made)),
    ):
        assert again == made
    assert eval(repr(made)) == made
    assert str(made) == made.mlir


@pytest.mark.skipif(NUMPY < (2, 4), reason="NumPy knows the protocol since 2.4")
def test_numpy_takes_them():
    made = dtyp.dtype([("a", "f4"), ("b", "u1")])
    assert np.zeros(2, made).dtype == made.numpy
    assert np.dtype(made) is made.numpy
    assert np.arange(3).astype(dtyp.dtype("f4")).dtype == np.float32
    assert np.result_type(dtyp.dtype("i1"), np.uint8) == np.int16


def test_threads_make_the_same_types():
    made = [[] for _ in range(4)]

    def work(results):
        for dtype in ZOO[::7]:
            results.append(dtyp.dtype(dtype))
            with pytest.raises(dtyp.DTypeError):
                dtyp.promote("bfloat16", "f2")

    threads = [threading.Thread(target=work, args=(results,)) for results in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made[0] == made[1] == made[2] == made[3] and len(made[0]) > 100


def test_types_of_two_contexts_do_not_meet():
    Type = dtyp.dtypes.Type
    one, other = (Type.parse("f32", dtyp.Context()) for _ in range(2))
    assert one != other
    with pytest.raises(ValueError, match="types of one context"):
        one.casting_level(other)
    with pytest.raises(TypeError):
        Type.parse("f32", None)


# --- Promotion and casting.


def promoted(operands):
    try:
        return dtyp.promote(*(o(1) if o in promotion.WEAK else o for o in operands))
    except dtyp.DTypeError:
        return None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", promotion.SETS)
def test_promotion_is_that_of_numpy(name):
    count = 0
    for operands in promotion.SETS[name]():
        expected = promotion.expected(operands)
        result = promoted(operands)
        assert (result is None) == (expected is None), operands
        if expected is not None:
            assert result == dtyp.dtype(expected), operands
            count += 1
    assert count > 15


def test_promotion():
    assert dtyp.promote("i1", "u1", "f2") == dtyp.dtype("f2")
    assert dtyp.promote(True, "i1") == dtyp.dtype("i1")
    assert dtyp.promote(int, "f4") == dtyp.dtype("f8")
    assert dtyp.promote("i8", "f2") == dtyp.dtype("f8")
    assert dtyp.promote("i8", "f2", rules="jax") == dtyp.dtype("f2")
    with pytest.raises(dtyp.DTypeError, match="'bf16' and 'f16'"):
        dtyp.promote("bfloat16", "f2")
    with pytest.raises(dtyp.DTypeError, match="at least one"):
        dtyp.promote()
    with pytest.raises(
        ValueError, match="expected rules of numpy, jax, but got 'cuda'"
    ):
        dtyp.promote("f4", rules="cuda")


@pytest.mark.filterwarnings("ignore")
def test_casting_is_that_of_numpy():
    count = 0
    for source, target in casting.compared[::4]:
        lowest, _ = casting.expected(source, target)
        allowed = [dtyp.can_cast(source, target, level) for level in casting.LEVELS]
        first = casting.LEVELS.index(lowest) if lowest else len(allowed)
        assert allowed == [i >= first for i in range(len(allowed))], (source, target)
        count += 1
    assert count > 1000


def test_casting():
    assert dtyp.can_cast("i4", "f8") and not dtyp.can_cast("i4", "f4")
    assert dtyp.can_cast("i4", "f4", "same_kind")
    for level in ("same_value", 2):
        with pytest.raises(ValueError, match="expected a casting of no, equiv, safe"):
            dtyp.can_cast("i4", "f4", level)


# --- Providers.


class Foo:
    __numpy_dtype__ = np.dtype("u1")


class Old:
    dtype = np.dtype("f4,i2")


def test_providers():
    made = dtyp.provider(Foo())
    assert made.mlir == str(made) == '!dtyp.provider<"Foo", ui8>'
    assert (made.class_name, made.dtype) == ("Foo", dtyp.dtype("u1"))
    assert made.protocol == "numpy_dtype"
    assert made == dtyp.provider(Foo) == dtyp.Provider("Foo", dtyp.dtype("u1"))
    assert hash(made) == hash(dtyp.provider(Foo))
    assert "frozen when it was made" in repr(made)


def test_legacy_providers():
    with pytest.raises(dtyp.DTypeError, match="legacy"):
        dtyp.provider(Old())
    made = dtyp.provider(Old(), allow_legacy=True)
    assert made.protocol == "legacy"
    assert made.mlir == '!dtyp.provider<"Old", !dtyp.record<f0: f32, f1: i16>, legacy>'
    assert dtyp.provider(Foo(), allow_legacy=True).protocol == "numpy_dtype"
    for obj in (np.zeros(2), np.float32(1), 3, "f4", np.dtype("f4")):
        with pytest.raises(dtyp.DTypeError):
            dtyp.provider(obj, allow_legacy=True)


def test_providers_are_frozen():
    class Changing:
        reads = 0

        @property
        def __numpy_dtype__(self):
            Changing.reads += 1
            return np.dtype(f"S{Changing.reads}")

    obj = Changing()
    made = dtyp.provider(obj)
    assert made.mlir == '!dtyp.provider<"Changing", !dtyp.bytes<1>>'
    assert Changing.reads == 1
    assert dtyp.provider(obj).dtype == dtyp.dtype("S2")
    assert made.dtype == dtyp.dtype("S1")
    with pytest.raises(AttributeError):
        made.dtype = dtyp.dtype("f4")


def test_what_is_no_provider():
    with pytest.raises(dtyp.DTypeError, match="the name of the object's class"):
        dtyp.Provider("", dtyp.dtype("u1"))
    with pytest.raises(dtyp.DTypeError, match="without a length"):
        dtyp.provider(type("Bad", (), {"__numpy_dtype__": np.dtype("S")})())


KERNEL = """
gpu.module @kernels {
  gpu.func @kernel(%foo: OBJECT) kernel {
    %array = cudax.local_alloca(%foo) [10]
        : OBJECT -> memref<10xi8, #gpu.address_space<private>>
    gpu.return
  }
}
"""


def test_kernels_take_the_types_of_providers():
    code = dtyp.compile_all(
        KERNEL.replace("OBJECT", dtyp.provider(Foo()).mlir), chip="sm_90", format="ptx"
    )
    (kernel,) = code[0].kernels
    assert kernel.arguments[0].parameters == []

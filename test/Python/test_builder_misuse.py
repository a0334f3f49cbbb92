# RUN: %pytest %s
"""What the builder refuses: each misuse is an exception with its place, and no crash."""

import contextlib
import gc
import threading

import dtyp
import numpy as np
import pytest


def line_of(function, marker):
    """The line of a function that has a marker, as in this file."""
    code = function.__code__
    with open(code.co_filename, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for number in range(code.co_firstlineno, len(lines) + 1):
        if lines[number - 1].endswith(f"# {marker}"):
            return number
    raise AssertionError(marker)


@pytest.fixture
def builder():
    return dtyp.ModuleBuilder()


# --- Where values are used.


def test_values_of_other_builders(builder):
    other = dtyp.ModuleBuilder(context=builder.context)
    with builder.kernel("a", x=dtyp.array("f4")) as k, other.kernel("a", y="f4") as j:
        with pytest.raises(ValueError, match="a value of this builder"):
            k.x[0] = j.y
        with pytest.raises(ValueError, match="a value of this builder"):
            k.x[j.thread_id.x]
        with pytest.raises(ValueError, match="a value of this builder"):
            k.x[0] + j.y
    assert "arith.addf" not in str(builder.module())
    other.module()


def test_values_of_regions_that_have_ended(builder):
    with builder.kernel("a", x=dtyp.array("f4"), n="i4") as k:
        with k.range(3) as i:
            inner = k.x[i]
        with k.if_(k.n) as branch:
            chosen = k.n + 1
        with branch.else_():
            with pytest.raises(ValueError, match="has ended; .* kept in a variable"):
                chosen + 1
        for use in (lambda: inner + 1, lambda: k.x[i], lambda: k.if_(inner > chosen)):
            with pytest.raises(ValueError, match="has ended"):
                use()
        n = k.n
    with builder.kernel("b") as j:
        with pytest.raises(ValueError, match="has ended"):
            n + 1
        with pytest.raises(ValueError, match="kernel 'a' is not being built"):
            k.barrier()
        j.barrier()
    builder.module()


def test_behind_the_end(builder):
    with builder.kernel("a", x=dtyp.array("f4"), n="i4") as k:
        value, element, v = k.n + 1, k.x, k.variable(1)
    uses = [
        lambda: value + 1,
        lambda: element[0],
        lambda: v.value,
        lambda: element.shape,
        lambda: k.x.__setitem__(0, 1),
    ]
    for use in uses:
        with pytest.raises(ValueError, match="being built: the last one has ended"):
            use()
    for use in (k.barrier, lambda: k.constant(1), lambda: k.sqrt(2), lambda: k.thread_id):
        with pytest.raises(ValueError, match="kernel 'a' is not being built"):
            use()
    builder.module()
    with pytest.raises(RuntimeError, match="built and taken"):
        builder.module()
    with pytest.raises(RuntimeError, match="built and taken"):
        with builder.kernel("b"):
            pass
    assert repr(value) == "Scalar(int32)"


def test_dead_builders():
    builder = dtyp.ModuleBuilder()
    k = builder.kernel("a", x=dtyp.array("f4"), n="i4").__enter__()
    value, array = k.n, k.x
    del builder, k
    gc.collect()
    # The values keep the module alive; the kernel is never finished.
    assert (value + 1).dtype == np.dtype("i4")
    array[0] = value
    native = value._value
    del value, array
    gc.collect()
    assert repr(native) == "Value(i32)"


def test_threads(builder):
    errors = []

    def work(function):
        try:
            function()
        except RuntimeError as error:
            errors.append(str(error))

    with builder.kernel("a", n="i4") as k:
        for function in (lambda: k.n + 1, k.barrier, lambda: k.range(3).__enter__()):
            thread = threading.Thread(target=work, args=(function,))
            thread.start()
            thread.join()
    thread = threading.Thread(target=work, args=(builder.module,))
    thread.start()
    thread.join()
    assert len(errors) == 4
    assert all("expected the thread that made the builder" in e for e in errors)
    assert "addi" not in str(builder.module())


def test_threads_share_a_context():
    context, texts = dtyp.Context(), []

    def work():
        for _ in range(10):
            builder = dtyp.ModuleBuilder(context=context)
            with builder.kernel("a", x=dtyp.array([("y", "f4", 3)])) as k:
                with k.range(3) as i:
                    k.x[0, "y", i] = k.sqrt(k.x[i, "y", 0]) * 2
                with pytest.raises(dtyp.Error, match="extent"):
                    k.local_array(0, "f4")
            texts.append(str(builder.module()))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(texts) == 40 and len(set(texts)) == 1


# --- The order of things.


def test_kernels_that_are_not_finished(builder):
    with builder.kernel("a"):
        with pytest.raises(ValueError, match="kernel 'a' is not finished"):
            builder.kernel("b")
        with pytest.raises(ValueError, match="kernel 'a' is not finished"):
            builder.module()
    a = builder.kernel("b")
    b = builder.kernel("c")
    with a:
        with pytest.raises(ValueError, match="expected kernel 'c' to begin once"):
            b.__enter__()
    with pytest.raises(ValueError, match="expected kernel 'b' to begin once"):
        a.__enter__()
    builder.module()


def test_kernels_that_fail(builder):
    with pytest.raises(ZeroDivisionError):
        with builder.kernel("a") as k:
            k.barrier()
            1 / 0
    with pytest.raises(ValueError, match="kernel 'a' is not finished"):
        builder.module()


def test_errors_in_bodies_leave_them_whole(builder):
    with builder.kernel("a", n="i4") as k:
        for make in (lambda: k.range(3), lambda: k.if_(k.n), lambda: k.while_(lambda: k.n)):
            with pytest.raises(KeyError):
                with make():
                    raise KeyError
        with pytest.raises(KeyError):
            with k.while_(lambda: {}[0]):
                pass
        k.barrier()
    text = str(builder.module())
    assert text.count("scf.while") == 2 and "gpu.barrier" in text


def test_else_is_directly_behind_if(builder):
    with builder.kernel("a", n="i4") as k:
        with pytest.raises(ValueError, match="expected else_.. behind the branch"):
            k.if_(k.n).else_()
        with k.if_(k.n) as branch:
            with pytest.raises(ValueError, match="expected a region of what was built last"):
                branch.else_().__enter__()
        k.barrier()
        with pytest.raises(ValueError, match="expected a region of what was built last"):
            branch.else_().__enter__()
        with k.if_(k.n) as branch:
            pass
        with branch.else_():
            pass
        with pytest.raises(ValueError, match="the region is built already"):
            branch.else_().__enter__()
    builder.module()


def test_regions_end_in_order(builder):
    with builder.kernel("a", n="i4") as k:
        outer, inner = k.range(3), k.range(4)
        outer.__enter__()
        inner.__enter__()
        with pytest.raises(ValueError, match="the end of what was begun last"):
            outer.__exit__(None, None, None)
        with pytest.raises(ValueError, match="the end of what was begun last"):
            k.__exit__(None, None, None)
        inner.__exit__(None, None, None)
        outer.__exit__(None, None, None)
    assert str(builder.module()).count("scf.for") == 2


def test_returns_are_outside_of_loops(builder):
    with builder.kernel("a", n="i4") as k:
        with k.range(3):
            with pytest.raises(ValueError, match="outside of loops and branches"):
                k.return_if(k.n)
        k.return_if(k.n)
        with k.if_(k.n):
            with pytest.raises(ValueError, match="outside of loops and branches"):
                k.return_if(True)
        k.return_if(k.n < 3)
    builder.module()


# --- Names, dtypes, shapes, indices.


def test_names(builder):
    for name in ("", "1a", "a b", 'a"', "é"):
        with pytest.raises(ValueError, match="an identifier as the name of a kernel"):
            builder.kernel(name)
        with pytest.raises(ValueError, match="an identifier as the name of a module"):
            dtyp.ModuleBuilder(name=name)
    with builder.kernel("a"):
        pass
    with builder.kernel("a"):  # second
        pass
    with pytest.raises(dtyp.Error, match="redefinition of symbol named 'a'") as info:
        builder.module()
    place = info.value.diagnostics[0].location
    assert (place.file, place.line) == (__file__, line_of(test_names, "second"))
    with pytest.raises(dtyp.Error, match="redefinition"):
        builder.module()
    with pytest.raises(ValueError, match="takes no further kernel"):
        builder.kernel("b")


class Legacy:
    dtype = np.dtype("u1")


@pytest.mark.parametrize("kind", [Legacy(), "nope", object, 3.5, dtyp.array(Legacy())])
def test_arguments(builder, kind):
    with pytest.raises(dtyp.DTypeError):
        builder.kernel("a", x=kind)


def test_sub_arrays_are_no_values(builder):
    with pytest.raises(TypeError, match="got the sub-array void64: make it an array"):
        builder.kernel("a", x=("f4", (2,)))


def test_dtypes(builder):
    with builder.kernel("a", out=dtyp.array("f4")) as k:
        with pytest.raises(dtyp.DTypeError, match="legacy '.dtype' attribute"):
            k.local_array(10, Legacy())
        with pytest.raises(dtyp.DTypeError, match="legacy '.dtype' attribute"):
            k.shared_array(10, Legacy())
        for thing in (k.out, k.out[0], k.variable(1), k.local_array(1, "c8")):
            with pytest.raises(dtyp.DTypeError, match="of the kernel; pass its '.dtype'"):
                k.local_array(10, thing)
        with pytest.raises(dtyp.DTypeError):
            k.constant(1, "nope")
        with pytest.raises(dtyp.DTypeError):
            k.out[0].astype(object)
        with pytest.raises(dtyp.Error, match="cast"):
            k.out[0].astype("S5")


def test_providers_with_legacy_protocol(builder):
    provider = dtyp.provider(Legacy(), allow_legacy=True)
    with builder.kernel("a", x=provider) as k:
        with pytest.raises(dtyp.Error, match="__numpy_dtype__") as info:
            k.local_array(10, k.x)  # refused
    place = info.value.diagnostics[0].location
    line = line_of(test_providers_with_legacy_protocol, "refused")
    assert (place.file, place.line, place.column) == (__file__, line, 13)
    assert "local_alloca" not in str(builder.module())


@pytest.mark.parametrize(
    ("shape", "error"),
    [(0, dtyp.Error), (-3, dtyp.Error), ("a", TypeError), (1.5, TypeError), (2**40, dtyp.Error)],
)
def test_shapes(builder, shape, error):
    with builder.kernel("a") as k:
        with pytest.raises(error):
            k.local_array(shape, "f4")
        with pytest.raises(error):
            k.shared_array((2, shape), "f4")
            builder._kernel.__exit__(None, None, None)
            dtyp.compile(builder.module(), chip="sm_90", format="ptx")


def test_extents_of_more_than_64_bits(builder):
    with builder.kernel("a") as k:
        for make in (k.local_array, k.shared_array):
            with pytest.raises(ValueError, match="expected extents .* of 64 bits"):
                make(2**70, "f4")


def test_what_is_no_number(builder):
    for use, message in [
        (lambda: dtyp.array("f4", None), "an integer of dimensions, but got None"),
        (lambda: dtyp.array("f4", 1.5), "an integer of dimensions, but got 1.5"),
        (lambda: dtyp.array("f4", shape=(1.5,)), "integers or None as extents, but got 1.5"),
        (lambda: dtyp.array("f4", shape=(True,)), "integers or None as extents, but got True"),
        (lambda: builder.kernel(None), "an identifier as the name of a kernel, but got None"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            use()
    with pytest.raises(ValueError, match="extents of at least 0 of 64 bits"):
        dtyp.array("f4", shape=(2**63,))
    with builder.kernel("a", x=dtyp.array("f4")) as k:
        for make in (k.local_array, k.shared_array):
            with pytest.raises(TypeError, match="an integer as an alignment, but got '8'"):
                make(3, "f4", alignment="8")
            with pytest.raises(ValueError, match="an alignment of 64 bits"):
                make(3, "f4", alignment=2**70)
            with pytest.raises(TypeError, match="expected an integer as an index, but got True"):
                make(True, "f4")
        with pytest.raises(TypeError, match="a real number for float32, but got 1j"):
            k.x[0] = 1j
        with pytest.raises(TypeError, match="without a mask"):
            k.const_array(np.ma.array([1, 2], mask=[True, False]))


@pytest.mark.parametrize(
    ("place", "error"),
    [
        (("f", None), TypeError),
        ((b"f", 1), TypeError),
        (("f", True), TypeError),
        (("f", 0), ValueError),
        (("f", 2**32), ValueError),
        (("f", 1, -1), ValueError),
    ],
)
def test_places_that_are_none(builder, place, error):
    with builder.kernel("a") as k:
        with pytest.raises(error, match="expected .* place|expected a line and a column"):
            with k.at(*place):
                k.barrier()
        with k.at("\udcff", np.int64(3)):
            with pytest.raises(dtyp.Error) as info:
                k.local_array(0, "f4")
    assert info.value.diagnostics[0].location == dtyp.Location("\\udcff", 3, 1)


def test_regions_nest_1000_deep(builder):
    with builder.kernel("a", n="i4") as k, contextlib.ExitStack() as stack:
        with pytest.raises(ValueError, match="at most 1000 nested regions"):
            for _ in range(1000):
                stack.enter_context(k.if_(k.n))
    assert len(dtyp.compile(builder.module(), chip="sm_90", format="ptx"))


def test_alignments(builder):
    with builder.kernel("a") as k:
        for alignment in (3, -1, 2):
            with pytest.raises(dtyp.Error, match="align"):
                k.local_array(4, "f4", alignment=alignment)


def test_indices(builder):
    point = np.dtype([("x", "f4"), ("place", "i2", (2, 3))])
    with builder.kernel("a", x=dtyp.array("f4", 2), p=dtyp.array(point)) as k:
        tile = k.local_array((2, 3), "f4")
        packed = k.local_array(2, [("a", "u1"), ("b", "f4")])
        refused = [
            (IndexError, "index 2 is out of bounds for dimension 0 of size 2", lambda: tile[2, 0]),
            (IndexError, "index -4 is out of bounds for dimension 1", lambda: tile[0, -4]),
            (IndexError, "too many indices", lambda: tile[0, 0, 0]),
            (IndexError, "expected 2 indices, but got 1", lambda: tile.__setitem__(0, 1)),
            (TypeError, "expected an integer as an index, but got 1.5", lambda: tile[1.5, 0]),
            (TypeError, "expected an integer as an index, but got float32", lambda: tile[tile[0, 0], 0]),
            (TypeError, "expected an integer as an index, but got True", lambda: tile[True, 0]),
            (TypeError, "expected integers and names as indices, but got slice", lambda: tile[:, 0]),
            (TypeError, "expected integers and names", lambda: tile[..., 0]),
            (KeyError, "expected a field of nothing, but got 'x'", lambda: tile["x"]),
            (KeyError, "expected a field of 'x', 'place', but got 'y'", lambda: k.p[0]["y"]),
            (IndexError, "expected 2 indices of the sub-array", lambda: k.p[0]["place"][0]),
            (IndexError, "index 3 is out of bounds for size 3", lambda: k.p[0, "place", 0, 3]),
            (IndexError, "void128 is no sub-array", lambda: k.p[0][1]),
            (TypeError, "is not iterated", lambda: list(tile)),
            (TypeError, "is not iterated", lambda: list(k.p[0])),
            (dtyp.Error, "access it by", lambda: packed["b"]),
            (dtyp.Error, "multiple", lambda: tile.view("S5")),
        ]
        for error, message, use in refused:
            with pytest.raises(error, match=message):
                use()
        with pytest.raises(TypeError, match="expected a value of void128, but got the Python"):
            k.p[0] = 1
        other = k.local_array(1, [("x", "f4")])
        with pytest.raises(TypeError, match="records are cast field by field"):
            k.p[0] = other[0]
        with pytest.raises(TypeError, match="expected a value of the kernel or a number"):
            tile[0, 0] = "a"


# --- Python's own operators.


def test_values_are_no_python_numbers(builder):
    with builder.kernel("a", n="i4") as k:
        for use in (lambda: bool(k.n), lambda: k.n and 1, lambda: not k.n, lambda: 0 < k.n < 3):
            with pytest.raises(TypeError, match="write 'if' as if_"):
                use()
        for use in (int, float, complex, range, lambda n: [1][n], hash):
            with pytest.raises(TypeError):
                use(k.n)
        with pytest.raises(TypeError, match="unsupported operand"):
            k.n + "a"
        with pytest.raises(TypeError, match="expected a value of the kernel or a number"):
            k.where(True, k.n, "a")
        with pytest.raises(TypeError, match="expected a function that computes"):
            k.while_(k.n > 3)
        with pytest.raises(TypeError, match="1 to 3 bounds"):
            k.range()
        with pytest.raises(ValueError, match="a step that is not zero"):
            k.range(1, 2, 0)
        with pytest.raises(AttributeError, match="the argument 'n' cannot be assigned"):
            k.n = 3
        assert k.n != "a" and not k.n == None  # noqa: E711


def test_numbers_that_do_not_fit(builder):
    with builder.kernel("a", u="u1", i="i4", f="f2", z="c8", x=dtyp.array("u1")) as k:
        with pytest.raises(OverflowError, match="integer 300 out of bounds for uint8"):
            k.u + 300
        with pytest.raises(OverflowError, match="integer -1 out of bounds for uint8"):
            k.x[0] = -1
        with pytest.raises(OverflowError):
            k.thread_id.x + 2**63
        with pytest.raises(TypeError, match="expected an integer for uint8, but got 1.5"):
            k.x[0] = 1.5
        with pytest.raises(ZeroDivisionError):
            k.i // 0
        with pytest.raises(ZeroDivisionError):
            k.i % 0
        with pytest.raises(ValueError, match="negative integer powers"):
            k.i**-1
        for exponent in (256, 2**2000, -1):
            with pytest.raises(OverflowError, match=f"integer {exponent} out of bounds for uint8"):
                k.u**exponent
        with pytest.raises(TypeError, match="Python integers only"):
            k.i**k.u
        with pytest.raises(TypeError, match="Python integers only"):
            2**k.i
        with pytest.raises(TypeError, match="'left_shift' is not defined for floats"):
            k.f << 1
        with pytest.raises(TypeError, match="'sqrt' of complex numbers is not built"):
            k.sqrt(k.z)
        with pytest.raises(TypeError, match="'less' of complex numbers is not built"):
            k.z < 1
        with pytest.raises(TypeError, match="'minimum' is not defined for complex numbers"):
            k.minimum(k.z, 1)
        with pytest.raises(TypeError, match="expected a value of float8_e5m2, but got"):
            k.constant(1, "float8_e5m2")


# --- Places.


def test_places_of_errors(builder):
    def helper(k):
        return k.local_array(0, "f4")  # inner

    with builder.kernel("a") as k:
        with pytest.raises(dtyp.Error) as info:
            helper(k)
    place = info.value.diagnostics[0].location
    line = line_of(test_places_of_errors, "inner")
    assert (place.file, place.line, place.column) == (__file__, line, 16)


def test_places_of_front_ends(builder):
    with builder.kernel("a") as k:
        with k.at("kernel.tiny", 7, 3), pytest.raises(dtyp.Error) as info:
            with k.at("other.tiny", 8):
                pass
            k.local_array(0, "f4")
        assert str(info.value.diagnostics[0].location) == "kernel.tiny:7:3"
        with pytest.raises(dtyp.Error) as info:
            k.local_array(0, "f4")
        assert info.value.diagnostics[0].location.file == __file__


def test_places_in_code(builder):
    with builder.kernel("a", x=dtyp.array("f4")) as k:
        k.x[0] = k.x[1] * 2  # product
    line = line_of(test_places_in_code, "product")
    ptx = dtyp.compile(builder.module(), chip="sm_90", format="ptx", line_info=True).decode()
    assert "test_builder_misuse.py" in ptx
    assert f".loc\t1 {line} " in ptx


def test_places_of_code_without_a_file(builder):
    code = compile("k.local_array(0, 'f4')", "<kernel>", "exec")
    with builder.kernel("a") as k:
        with pytest.raises(dtyp.Error) as info:
            exec(code, {"k": k})
    assert str(info.value.diagnostics[0].location) == "<kernel>:1:1"

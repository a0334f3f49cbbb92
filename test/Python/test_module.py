# RUN: %pytest %s
"""Contexts, modules, compiling, and diagnostics as exceptions."""

import gc
import threading
import warnings

import dtyp
import pytest

KERNEL = """
!foo = !dtyp.provider<"Foo", ui8>
gpu.module @kernels {
  gpu.func @kernel(%foo: !foo, %out: memref<?xi8>) kernel {
    %c0 = arith.constant 0 : index
    %array = cudax.local_alloca(%foo) [10]
        : !foo -> memref<10xi8, #gpu.address_space<private>>
    %first = memref.load %out[%c0] : memref<?xi8>
    memref.store %first, %array[%c0] : memref<10xi8, #gpu.address_space<private>>
    gpu.return
  }
}
"""

LEGACY = KERNEL.replace("ui8>", "ui8, legacy>")


def test_parse_run_print():
    module = dtyp.Module.parse(KERNEL)
    assert "cudax.local_alloca" in str(module)
    module.run("builtin.module(canonicalize)")
    assert "cudax.local_alloca" not in str(module)
    again = dtyp.Module.parse(module.bytecode(), context=module.context)
    assert str(again) == str(module)
    assert again.context is module.context


def test_parse_takes_a_module_or_its_ops():
    for source in ["module {}", "", "func.func private @f()", b"module {}"]:
        assert str(dtyp.Module.parse(source)).startswith("module {")


@pytest.mark.parametrize(
    ("source", "name", "line", "column", "message"),
    [
        ("gpu.module @m { foo }", "<string>", 1, 17, "'foo'"),
        ("\n !t = f33", "a.mlir", 2, 6, "expected"),
        (KERNEL.replace("[10]", "[-1]"), "k.mlir", 6, None, ""),
    ],
)
def test_errors_have_locations(source, name, line, column, message):
    with pytest.raises(dtyp.Error) as info:
        dtyp.Module.parse(source, name=name)
    error = info.value.diagnostics[0]
    assert error.severity == "error"
    assert (error.location.file, error.location.line) == (name, line)
    assert column is None or error.location.column == column
    assert message in error.message
    assert str(info.value).startswith(f"{name}:{line}:")


def test_notes_are_of_the_error():
    with pytest.raises(dtyp.Error) as info:
        dtyp.Module.parse("func.func private @f()\nfunc.func private @f()")
    (error,) = info.value.diagnostics
    assert "redefinition" in error.message
    assert error.notes[0].severity == "note"
    existing = error.notes[-1]
    assert (existing.severity, existing.location.line) == ("note", 1)
    assert "\n<string>:1:1: note: " in str(info.value)


def test_sources_are_text_or_bytes():
    with pytest.raises(TypeError, match="expected a module as text or bytecode"):
        dtyp.Module.parse(3)
    with pytest.raises(TypeError, match="expected a module as text or bytecode"):
        dtyp.compile(None)


def test_text_without_utf_8():
    for use in (dtyp.Module.parse, dtyp.compile):
        with pytest.raises(UnicodeEncodeError):
            use("\ud800")
    with pytest.raises(dtyp.Error) as info:
        dtyp.Module.parse(b'"arith.addi"() : () -> () loc("\xff\\00b":3:4)')
    assert info.value.diagnostics[0].location == dtyp.Location("\ufffd\0b", 3, 4)


@pytest.mark.parametrize(
    "use",
    [
        lambda: dtyp.Module.parse("module {" * 10**5 + "}" * 10**5),
        lambda: dtyp.Module.parse("module attributes {x = " + "[" * 10**5),
        lambda: dtyp.compile("module {" * 10**5, chip="sm_90", format="ptx"),
        lambda: dtyp.Module.parse("").run("builtin.module(" * 10**5),
        lambda: dtyp.DType.from_mlir("complex<" * 10**5),
    ],
)
def test_deep_nesting_is_refused(use):
    with pytest.raises(ValueError, match="expected at most 1000 nested brackets"):
        use()


def test_what_is_no_nesting():
    flat = """
    // ((((
    func.func private @f(i1) -> (i1) attributes {s = "[[[\\"[[["}
    func.func private @g(memref<2xi8, affine_map<(d0) -> (d0)>>)
    """
    text = "".join(
        flat.replace("@f", f"@f{i}").replace("@g", f"@g{i}") for i in range(1001)
    )
    sets = "".join(f"#s{i} = affine_set<(d0) : (d0 <= 3, d0 >= 1)>\n" for i in range(1001))
    dtyp.Module.parse(sets + text)


def test_unknown_pipelines_are_errors():
    module = dtyp.Module.parse(KERNEL)
    with pytest.raises(dtyp.Error, match="nope"):
        module.run("builtin.module(nope)")
    module.run("builtin.module(canonicalize)")


def test_warnings_are_warnings():
    source = "gpu.module @m { gpu.func @k() kernel { gpu.return } }"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dtyp.compile(source, chip="sm_90", format="ptx")


def test_compile():
    ptx = dtyp.compile(KERNEL, chip="sm_90", format="ptx")
    assert b".target sm_90" in ptx
    module = dtyp.Module.parse(KERNEL)
    assert dtyp.compile(module, chip="sm_90", format="ptx") == ptx
    assert "cudax.local_alloca" in str(module)
    (code,) = dtyp.compile_all(module, chip="sm_90", format="ptx")
    assert (code.gpu_module, code.chip, code.contents) == ("kernels", "sm_90", ptx)
    (kernel,) = code.kernels
    arguments = [(a.type, a.parameters) for a in kernel.arguments]
    assert arguments == [
        ('!dtyp.provider<"Foo", ui8>', []),
        ("memref<?xi8>", [0]),
    ]


def test_chips_make_objects():
    codes = dtyp.compile_all(KERNEL, chip=["sm_80", "sm_90"], format="ptx")
    assert [code.chip for code in codes] == ["sm_80", "sm_90"]
    with pytest.raises(ValueError, match="kernels for sm_80, kernels for sm_90"):
        dtyp.compile(KERNEL, chip=["sm_80", "sm_90"], format="ptx")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"format": "elf"}, "expected a format of bitcode, ptx, cubin, fatbin"),
        ({"assembler": "as"}, "expected an assembler of auto, ptxas"),
        ({"opt_level": 4}, "expected an optimization level from 0 to 3, but got 4"),
        ({"opt_level": 2**40}, "expected an optimization level from 0 to 3"),
        ({"chip": [""]}, "expected the name of a chip"),
        ({"link": [""]}, "expected the path of a file to link"),
    ],
)
def test_options_are_checked(options, message):
    with pytest.raises(ValueError, match=message):
        dtyp.compile(KERNEL, **{"format": "ptx", **options})


@pytest.mark.parametrize("chip", [None, 90, ["sm_90", None], b"sm_90"])
def test_chips_are_names(chip):
    with pytest.raises(TypeError, match="expected the name of a chip, such as 'sm_90'"):
        dtyp.compile(KERNEL, chip=chip, format="ptx")


def test_unknown_chips_are_errors():
    with pytest.raises(dtyp.Error, match="sm_1234"):
        dtyp.compile(KERNEL, chip="sm_1234", format="ptx")


def test_legacy_objects_are_refused():
    with pytest.raises(dtyp.Error, match="__numpy_dtype__"):
        dtyp.compile(LEGACY, chip="sm_90", format="ptx")


def test_threads():
    """Threads share a module's context, or compile on their own."""
    shared = dtyp.Module.parse(KERNEL)
    expected = dtyp.compile(KERNEL, chip="sm_90", format="ptx")
    results, errors = [], []

    def work(number):
        for _ in range(4):
            results.append(dtyp.compile(KERNEL, chip="sm_90", format="ptx"))
            results.append(dtyp.compile(shared, chip="sm_90", format="ptx"))
            str(shared)
            shared.run("builtin.module(canonicalize)")
            try:
                dtyp.Module.parse(f"foo{number}", context=shared.context)
            except dtyp.Error as error:
                errors.append(f"foo{number}" in str(error) or str(error))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 32
    assert errors == [True] * 16


def test_modules_outlive_the_names_of_their_contexts():
    context = dtyp.Context()
    module = dtyp.Module.parse(KERNEL, context=context)
    del context
    gc.collect()
    assert "local_alloca" in str(module)
    other = dtyp.Context()
    del module
    gc.collect()
    dtyp.Module.parse(KERNEL, context=other)


def test_names():
    assert dtyp.__version__.count(".") == 2
    for name in dtyp.__all__:
        assert getattr(dtyp, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        dtyp.nope  # noqa: B018

# RUN: %pytest %s
"""What a launch on a GPU asks of `cuda.core`, with a stand-in that has no GPU."""

import sys
import types

import dtyp
import numpy as np
import pytest

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/Inputs")
import fake_cuda_core as fake  # noqa: E402

ADD = """
gpu.module @kernels {
  gpu.func @add(%foo: !dtyp.provider<"Foo", ui8>, %a: memref<?xf32>, %b: memref<?xf32>,
                %s: f32) kernel {
    %i = gpu.global_id x
    %x = memref.load %a[%i] : memref<?xf32>
    %y = memref.load %b[%i] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    %w = arith.mulf %z, %s : f32
    memref.store %w, %b[%i] : memref<?xf32>
    gpu.return
  }
}
"""


class Foo:
    __numpy_dtype__ = np.dtype("u1")


@pytest.fixture(autouse=True)
def cuda(monkeypatch):
    fake.install(monkeypatch)
    fake.source = ADD


def kernel_of(source, **options):
    fake.source = source
    return dtyp.Kernel(source, **{"format": "ptx", **options})


def calls(*names):
    return [call for call in fake.calls if call[0] in names]


def test_auto_takes_the_gpu():
    kernel = dtyp.Kernel(ADD, format="ptx")
    assert (kernel.device, kernel.chip, kernel.name) == ("gpu", "sm_90", "kernels::add")
    assert calls("load") == [("load", "ptx")]
    assert dtyp.Kernel(ADD, device="cpu").device == "cpu"
    assert dtyp.Kernel(ADD, sanitize=True).device == "cpu"


def test_arrays_of_the_host_are_copied():
    kernel = dtyp.Kernel(ADD, format="ptx")
    a, b = np.arange(6, dtype="f4"), np.ones(6, "f4")
    kernel[2, 3](Foo(), a, b, 2)
    assert b.tolist() == [2, 4, 6, 8, 10, 12]
    assert calls("launch") == [("launch", 0, (2, 1, 1), None, (3, 1, 1), 0)]
    names = [c[0] for c in fake.calls[fake.calls.index(("load", "ptx")) + 1 :]]
    copies, back = ["copy to device"] * 2, ["copy to host"] * 2
    assert names == ["set_current", *copies, "launch", "parameters", *back, "sync"]
    kernel[2, 3](Foo(), a, a, 1)
    assert a.tolist() == [0, 2, 4, 6, 8, 10]


def test_arrays_that_overlap_are_one_copy():
    kernel = dtyp.Kernel(ADD, format="ptx")
    # b[i] becomes a[i] + b[i], and is a[i + 1]: in order, the sums of all before.
    base = np.ones(6, "f4")
    expected = base.copy()
    dtyp.Kernel(ADD, device="cpu")[1, 5](Foo(), expected[:-1], expected[1:], 1)
    kernel[1, 5](Foo(), base[:-1], base[1:], 1)
    assert base.tolist() == expected.tolist() == [1, 2, 3, 4, 5, 6]
    assert calls("copy to device") == [("copy to device", 24)]


def test_copies_are_aligned_as_the_arrays_are():
    kernel = kernel_of(
        """gpu.module @m { gpu.func @k(%a: memref<?xi8>, %b: memref<?xf32>) kernel {
        gpu.return } }"""
    )
    memory = np.zeros(4, "c16").view("u1")
    kernel[1, 1](memory[1:], memory[4:].view("f4"))
    ((_, bytes_at, _, _, _, _, floats_at, *_),) = calls("parameters")
    assert floats_at - bytes_at == 3
    assert floats_at % 4 == 0


@pytest.mark.parametrize("view", [np.s_[::-1, ::2], np.s_[1:3, 3:0:-1]])
def test_strided_arrays(view):
    array = "memref<?x?xi64, strided<[?, ?], offset: ?>>"
    kernel = kernel_of(f"""gpu.module @m {{ gpu.func @k(%a: {array}) kernel {{
      %i = gpu.global_id x
      %j = gpu.global_id y
      %x = memref.load %a[%i, %j] : {array}
      %y = arith.addi %x, %x : i64
      memref.store %y, %a[%i, %j] : {array}
      gpu.return }} }}""")
    base = np.arange(24, dtype="i8").reshape(4, 6)
    expected = base.copy()
    expected[view] *= 2
    kernel[base[view].shape, 1](base[view])
    np.testing.assert_array_equal(base, expected)


class OnDevice:
    """An array of another package, in what the stand-in has for device memory."""

    def __init__(self, values, dtype="f4", **more):
        self.memory = np.array(values, dtype)
        self.__cuda_array_interface__ = {
            "shape": self.memory.shape,
            "typestr": self.memory.dtype.str,
            "data": (self.memory.ctypes.data, False),
            "version": 3,
            **more,
        }


def test_arrays_of_the_device_stay_there():
    kernel = dtyp.Kernel(ADD, format="ptx")
    a, b = OnDevice([1, 2, 3]), OnDevice([1, 1, 1], strides=None, stream=None)
    kernel[1, 3](Foo(), a, b, 1)
    assert b.memory.tolist() == [2, 3, 4]
    assert calls("copy to device", "copy to host", "sync", "wait") == []
    host = np.ones(3, "f4")
    kernel[1, 3](Foo(), a, host, 1)
    assert host.tolist() == [2, 3, 4]
    assert calls("copy to device") == [("copy to device", 12)]


def test_arrays_that_are_being_written_are_waited_for():
    kernel = dtyp.Kernel(ADD, format="ptx")
    a, b = OnDevice([1], stream=7), OnDevice([1], stream=5)
    kernel[1, 1, fake.Stream(5)](Foo(), a, b, 1)
    assert calls("wait") == [("wait", 5, 7)]


@pytest.mark.parametrize(
    ("array", "error", "message"),
    [
        (OnDevice([1], "f8"), TypeError, "an array of float32, but got float64"),
        (OnDevice([[1]]), ValueError, "of rank 1"),
        (OnDevice([1, 2], strides=(8,)), ValueError, "in C order"),
        (OnDevice([1], data=(4096, True)), ValueError, "that can be written"),
        (OnDevice([1], data=(4098, False)), ValueError, "aligned to 4 bytes"),
        (OnDevice([1], mask=3), TypeError, "without a mask"),
    ],
)
def test_arrays_of_the_device_are_checked(array, error, message):
    kernel = dtyp.Kernel(ADD, format="ptx")
    with pytest.raises(error, match=f"argument 2: expected .*{message}"):
        kernel[1, 1](Foo(), array, np.zeros(1, "f4"), 1)


def test_empty_arrays():
    kernel_of("gpu.module @m { gpu.func @k(%a: memref<?xf32>) kernel { gpu.return } }")[
        1, 1
    ](np.zeros(0, "f4"))
    assert calls("copy to device") == []


def test_records_of_the_device():
    record = "!dtyp.record<x: f32, y: i8>"
    kernel = kernel_of(f"""gpu.module @m {{ gpu.func @k(%a: memref<?x{record}>) kernel {{
      %c0 = arith.constant 0 : index
      %one = arith.constant 1.0 : f32
      dtyp.store %one, %a[%c0]["x"] : f32, memref<?x{record}>
      gpu.return }} }}""")
    a = OnDevice([(0, 1), (0, 1)], [("x", "f4"), ("y", "i1")])
    with pytest.raises(TypeError, match="but got "):
        kernel[1, 1](a)
    a.__cuda_array_interface__["descr"] = a.memory.dtype.descr
    kernel[1, 1](a)
    assert a.memory["x"].tolist() == [1, 0]
    # As the arrays of numba say it.
    b = OnDevice([(0, 1), (0, 1)], [("x", "f4"), ("y", "i1")])
    b.dtype = b.memory.dtype
    kernel[1, 1](b)
    assert b.memory["x"].tolist() == [1, 0]


def test_raw_bytes_are_what_dlpack_says():
    """As torch gives bfloat16."""

    class Tensor:
        def __init__(self):
            self.memory = np.zeros(2, np.float16)
            self.__cuda_array_interface__ = {
                "shape": (2,),
                "typestr": "<V2",
                "data": (self.memory.ctypes.data, False),
                "version": 3,
            }

        def __dlpack__(self, **options):
            return self.memory.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.memory.__dlpack_device__()

    kernel = kernel_of("""gpu.module @m { gpu.func @k(%a: memref<?xf16>) kernel {
      %c1 = arith.constant 1 : index
      %one = arith.constant 1.0 : f16
      memref.store %one, %a[%c1] : memref<?xf16>
      gpu.return } }""")
    tensor = Tensor()
    kernel[1, 1](tensor)
    assert tensor.memory.tolist() == [0, 1]


def test_numbers():
    kernel = kernel_of("""gpu.module @m { gpu.func @k(%a: i8, %b: f16, %c: i32, %d: i64,
        %e: complex<f32>, %f: complex<f64>, %g: bf16, %h: index, %out: memref<8xf64>) kernel {
      %i0 = arith.constant 0 : index
      %i1 = arith.constant 1 : index
      %i2 = arith.constant 2 : index
      %i3 = arith.constant 3 : index
      %i4 = arith.constant 4 : index
      %i5 = arith.constant 5 : index
      %i6 = arith.constant 6 : index
      %i7 = arith.constant 7 : index
      %v0 = arith.sitofp %a : i8 to f64
      %v1 = arith.extf %b : f16 to f64
      %v2 = arith.sitofp %c : i32 to f64
      %v3 = arith.sitofp %d : i64 to f64
      %im = complex.im %e : complex<f32>
      %v4 = arith.extf %im : f32 to f64
      %v5 = complex.im %f : complex<f64>
      %v6 = arith.extf %g : bf16 to f64
      %j = arith.index_cast %h : index to i64
      %v7 = arith.sitofp %j : i64 to f64
      memref.store %v0, %out[%i0] : memref<8xf64>
      memref.store %v1, %out[%i1] : memref<8xf64>
      memref.store %v2, %out[%i2] : memref<8xf64>
      memref.store %v3, %out[%i3] : memref<8xf64>
      memref.store %v4, %out[%i4] : memref<8xf64>
      memref.store %v5, %out[%i5] : memref<8xf64>
      memref.store %v6, %out[%i6] : memref<8xf64>
      memref.store %v7, %out[%i7] : memref<8xf64>
      gpu.return } }""")
    out = np.zeros(8)
    kernel[1, 1](-3, 0.5, -7, -(2**40), 1 + 2j, 1 - 2.5j, 1.5, -1, out)
    assert out.tolist() == [-3, 0.5, -7, -(2**40), 2, -2.5, 1.5, -1]


def test_streams():
    kernel = dtyp.Kernel(ADD, format="ptx")
    foreign = types.SimpleNamespace(__cuda_stream__=lambda: (0, 9))
    for stream, handle in [(None, 0), (0, 0), (fake.Stream(4), 4), (foreign, 9)]:
        fake.calls.clear()
        kernel[1, 1, stream](Foo(), OnDevice([1]), OnDevice([1]), 1)
        assert calls("launch")[0][1] == handle
    with pytest.raises(TypeError, match="expected a stream of cuda.core or .* class 'str'"):
        kernel[1, 1, "mine"](Foo(), OnDevice([1]), OnDevice([1]), 1)


def test_sizes():
    kernel = kernel_of("gpu.module @m { gpu.func @k() kernel { gpu.return } }")
    kernel.configure((4, 2), (32, 2, 2), cluster=(2, 2), shared_bytes=100)()
    assert calls("launch")[-1][2:] == ((2, 1, 1), (2, 2, 1), (32, 2, 2), 100)


def test_dynamic_shared_memory_is_asked_for():
    kernel = kernel_of("""gpu.module @m { gpu.func @k() kernel {
      %dt = dtyp.constant i32
      %s = cudax.shared_alloca(%dt) [100] {dynamic}
          : !dtyp.dtype<i32> -> memref<100xi32, #gpu.address_space<workgroup>>
      %c0 = arith.constant 0 : index
      %v = arith.constant 3 : i32
      memref.store %v, %s[%c0] : memref<100xi32, #gpu.address_space<workgroup>>
      gpu.return } }""")
    for shared_bytes, granted in [
        (None, 400),
        (48 * 1024, 48 * 1024),
        (48 * 1024 + 4, 48 * 1024 + 4),
        (48 * 1024 + 4, None),
        (200_000, 200_000),
    ]:
        fake.calls.clear()
        kernel[1, 1, None, shared_bytes]()
        assert calls("launch")[0][-1] == (shared_bytes or 400)
        grants = calls("grant")
        if granted and granted > 48 * 1024:
            assert grants == [("grant", 8, granted, "handle of k", 0)]
        else:
            assert grants == []
    with pytest.raises(ValueError, match="at most 232448 bytes of shared memory .*INVALID"):
        kernel[1, 1, None, 232452]()


def test_formats_and_names():
    with pytest.raises(ValueError, match="expected a format of cubin, ptx, fatbin"):
        dtyp.Kernel(ADD, format="bitcode")
    with pytest.raises(dtyp.Error, match="no kernel 'nope'; there is: kernels::add"):
        dtyp.Kernel(ADD, "nope", format="ptx")
    module = dtyp.Module.parse(ADD)
    kernel = dtyp.Kernel(module, "kernels::add", chip="sm_80", format="ptx")
    assert kernel.chip == "sm_80"


def test_no_device(monkeypatch):
    def set_current(self):
        raise RuntimeError("no driver")

    monkeypatch.setattr(fake.Device, "set_current", set_current)
    assert dtyp.Kernel(ADD).device == "cpu"
    with pytest.raises(RuntimeError, match="cuda.core finds no device: no driver"):
        dtyp.Kernel(ADD, device="gpu")
    monkeypatch.setitem(sys.modules, "cuda.core", None)
    assert dtyp.Kernel(ADD).device == "cpu"
    with pytest.raises(RuntimeError, match=r"cannot be imported; install dtyp\[cuda\]"):
        dtyp.Kernel(ADD, device="gpu")

"""A stand-in for NVIDIA's `cuda.core` on a machine without a GPU.

It has what the package `dtyp` uses, with the signatures of cuda.core 1.2: buffers are
memory of the host, copies are made when they are asked for, and a launch runs the kernel
of the same name on the emulator, with the parameters that it got. `calls` has what was
called. What no machine without a GPU can tell is not tested by it: whether the real one
takes the code.
"""

import ctypes
import sys
import types

import numpy as np
from dtyp import _dtyp

calls = []
# The source of which ObjectCode holds the machine code; the tests set it.
source = ""


class Stream:
    def __init__(self, handle=0):
        self.handle = handle

    def __cuda_stream__(self):
        return (0, self.handle)

    def sync(self):
        calls.append(("sync", self.handle))

    def wait(self, other):
        calls.append(("wait", self.handle, other.__cuda_stream__()[1]))


class Buffer:
    def __init__(self, handle, size, owner):
        self.handle, self.size, self.owner = handle, size, owner

    @staticmethod
    def from_handle(ptr, size, mr=None, owner=None):
        return Buffer(ptr, size, owner)

    def copy_from(self, src, *, stream):
        assert src.size == self.size
        calls.append(("copy to device", self.size))
        ctypes.memmove(self.handle, src.handle, self.size)

    def copy_to(self, dst, *, stream):
        assert dst.size == self.size
        calls.append(("copy to host", self.size))
        ctypes.memmove(dst.handle, self.handle, self.size)


class Device:
    arch = "90"
    default_stream = Stream()
    properties = types.SimpleNamespace(max_shared_memory_per_block_optin=232448)

    def __init__(self, device_id=None):
        self.device_id = device_id or 0

    def set_current(self):
        calls.append(("set_current", self.device_id))

    def create_stream(self, obj):
        return Stream(obj.__cuda_stream__()[1])

    def allocate(self, size, *, stream):
        # Device memory is aligned to 256 bytes, whatever the host's is.
        memory = np.zeros(size + 256, np.uint8)
        return Buffer(memory.ctypes.data + -memory.ctypes.data % 256, size, memory)


class ObjectCode:
    def __init__(self, code, kind):
        assert code
        calls.append(("load", kind))

    @staticmethod
    def from_cubin(module, *, name=""):
        assert module[:4] == b"\x7fELF"
        return ObjectCode(module, "cubin")

    @staticmethod
    def from_ptx(module, *, name=""):
        assert b".version" in module
        return ObjectCode(module, "ptx")

    @staticmethod
    def from_fatbin(module, *, name=""):
        return ObjectCode(module, "fatbin")

    def get_kernel(self, name):
        module = _dtyp.Module.parse(source)
        return types.SimpleNamespace(
            handle=f"handle of {name}", emulator=_dtyp.Emulator(module, name, 0, False)
        )


class LaunchConfig:
    def __init__(self, grid=None, cluster=None, block=None, shmem_size=None):
        self.grid, self.cluster, self.block = grid, cluster, block
        self.shmem_size = shmem_size


def launch(stream, config, kernel, *parameters):
    cluster = config.cluster or (1, 1, 1)
    grid = tuple(g * c for g, c in zip(config.grid, cluster))
    calls.append(
        ("launch", stream.handle, config.grid, config.cluster, config.block, config.shmem_size)
    )
    calls.append(("parameters", *parameters))
    # As cuda.core packs them: an int has 64 bits, one of NumPy those of its dtype.
    for value in parameters:
        assert type(value) is int or isinstance(
            value, np.uint8 | np.uint16 | np.uint32 | np.uint64 | np.complex128
        )
    packed = [v if type(v) is int else v.tobytes() for v in parameters]
    kernel.emulator.launch(
        0, grid, config.block, cluster, config.shmem_size, packed, [], False
    )


class driver:
    """What is used of `cuda.bindings.driver`."""

    CUdevice = int
    CUfunction_attribute = types.SimpleNamespace(
        CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES=8
    )
    CUresult = types.SimpleNamespace(CUDA_SUCCESS=types.SimpleNamespace(name="success"))
    invalid = types.SimpleNamespace(name="CUDA_ERROR_INVALID_VALUE")

    @staticmethod
    def cuKernelSetAttribute(attribute, value, kernel, device):
        calls.append(("grant", attribute, value, kernel, device))
        return (driver.CUresult.CUDA_SUCCESS if value <= 232448 else driver.invalid,)


def install(monkeypatch):
    """Makes `import cuda.core` find this module."""
    this = sys.modules[__name__]
    cuda, bindings = types.ModuleType("cuda"), types.ModuleType("cuda.bindings")
    cuda.core, cuda.bindings, bindings.driver = this, bindings, driver
    for name, module in [
        ("cuda", cuda),
        ("cuda.core", this),
        ("cuda.bindings", bindings),
        ("cuda.bindings.driver", driver),
    ]:
        monkeypatch.setitem(sys.modules, name, module)
    calls.clear()

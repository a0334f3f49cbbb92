"""Kernels on a GPU, by NVIDIA's package `cuda.core`."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from dtyp._dtyp import Context, Module
from dtyp.arguments import Packed
from dtyp.arrays import ArrayView
from dtyp.compiler import compile_all

# What a parameter's bytes are passed as: cuda.core takes no bytes, and the driver
# copies as many as the kernel's parameter has.
_CARRIERS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64, 16: np.complex128}
# Above this, a kernel has to ask for dynamic shared memory (CUDA C++ Programming Guide,
# "Shared Memory"), in bytes.
_MAX_PLAIN_SHARED_BYTES = 48 * 1024
# Copies of arrays keep their alignment up to this: that of the largest element.
_MAX_ALIGNMENT = 16


def find_problem() -> str | None:
    """Returns why there is no GPU to launch on; None if there is one."""
    try:
        from cuda.core import Device
    except ImportError as error:
        return (
            "NVIDIA's package cuda.core cannot be imported; install "
            f"dtyp[cuda]: {error}"
        )
    try:
        Device().set_current()
    except Exception as error:
        # Of a class of cuda.core, cuda.bindings or cuda.pathfinder.
        return f"cuda.core finds no device: {error}"
    return None


class GpuKernel:
    """A kernel on the device that is current when it is made."""

    device = "gpu"

    def __init__(
        self,
        module: Module | str | bytes,
        name: str | None,
        chip: str | None,
        options: dict[str, Any],
    ) -> None:
        from cuda.core import Device, ObjectCode

        from dtyp.kernel import find_in_objects

        device = Device()
        self._device_id = device.device_id
        self.chip = chip or f"sm_{device.arch}"
        format = options.get("format", "cubin")
        readers = {
            "cubin": ObjectCode.from_cubin,
            "ptx": ObjectCode.from_ptx,
            "fatbin": ObjectCode.from_fatbin,
        }
        if format not in readers:
            raise ValueError(
                f"expected a format of {', '.join(readers)}, but got {format!r}"
            )
        objects = compile_all(module, chip=self.chip, **{**options, "format": format})
        code, self.kernel = find_in_objects(objects, name)
        self.name = f"{code.gpu_module}::{self.kernel.name}"
        self.context: Context = module.context if isinstance(module, Module) else Context()
        self._kernel = readers[format](code.contents, name=self.name).get_kernel(
            self.kernel.name
        )
        self._granted = _MAX_PLAIN_SHARED_BYTES
        self._threads = threading.local()

    def launch(self, sizes: Any, stream: Any, packed: list[Packed]) -> None:
        from cuda.core import LaunchConfig, launch

        device = self._get_device()
        stream = _get_stream(device, stream)
        self._grant(sizes.shared_bytes, device)
        config = {"block": sizes.block, "shmem_size": sizes.shared_bytes}
        if sizes.cluster == (1, 1, 1):
            config["grid"] = sizes.grid
        else:
            # cuda.core counts the clusters of a grid.
            config["grid"] = tuple(g // c for g, c in zip(sizes.grid, sizes.cluster))
            config["cluster"] = sizes.cluster
        arrays = [item for item in packed if isinstance(item, ArrayView)]
        copies = _Copies(device, stream, [a for a in arrays if not a.on_gpu])
        parameters: list[Any] = []
        for item in packed:
            if isinstance(item, bytes):
                parameters.append(np.frombuffer(item, _CARRIERS[len(item)])[0])
                continue
            if item.on_gpu:
                _wait(stream, item)
            address = item.address if item.on_gpu else copies.get_address(item)
            parameters += item.parameters(address)
        launch(stream, LaunchConfig(**config), self._kernel, *parameters)
        copies.copy_back()

    def _get_device(self) -> Any:
        """Returns the kernel's device, which each thread has to make current once."""
        device = getattr(self._threads, "device", None)
        if device is None:
            from cuda.core import Device

            device = Device(self._device_id)
            device.set_current()
            self._threads.device = device
        return device

    def _grant(self, shared_bytes: int, device: Any) -> None:
        """Lets the kernel have more dynamic shared memory than all kernels have."""
        if shared_bytes <= self._granted:
            return
        # cuda.core reads this attribute only, as of 1.2.
        from cuda.bindings import driver

        (status,) = driver.cuKernelSetAttribute(
            driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
            shared_bytes,
            self._kernel.handle,
            driver.CUdevice(device.device_id),
        )
        if status != driver.CUresult.CUDA_SUCCESS:
            most = device.properties.max_shared_memory_per_block_optin
            raise ValueError(
                f"expected at most {most} bytes of shared memory in a block of '{self.name}', "
                f"but got {shared_bytes} bytes of dynamic shared memory ({status.name})"
            )
        self._granted = shared_bytes


def _get_stream(device: Any, stream: Any) -> Any:
    if stream is None or (isinstance(stream, int) and stream == 0):
        return device.default_stream
    if hasattr(stream, "sync"):
        return stream
    if hasattr(stream, "__cuda_stream__"):
        return device.create_stream(stream)
    raise TypeError(
        "expected a stream of cuda.core or an object with '__cuda_stream__', but got one "
        f"of class '{type(stream).__name__}'"
    )


class _ForeignStream:
    """The stream of a handle."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __cuda_stream__(self) -> tuple[int, int]:
        return (0, self._handle)


def _wait(stream: Any, array: ArrayView) -> None:
    """Lets a stream wait for what is done to an array on its own stream."""
    if array.stream is not None and int(stream.handle) != array.stream:
        stream.wait(_ForeignStream(array.stream))


class _Copies:
    """Copies of arrays of the host in the memory of the device.

    Arrays that overlap are one copy: what the kernel writes to one, it reads from the
    other, as it does on the CPU.
    """

    def __init__(self, device: Any, stream: Any, arrays: list[ArrayView]) -> None:
        from cuda.core import Buffer

        self._stream = stream
        # The first byte on the host, the address on the device, and both buffers.
        self._copies: list[tuple[int, int, Any, Any]] = []
        for low, high in _merge([array.extent for array in arrays]):
            if low == high:
                continue
            shift = low % _MAX_ALIGNMENT
            whole = device.allocate(high - low + shift, stream=stream)
            address = int(whole.handle) + shift
            part = Buffer.from_handle(address, high - low, owner=whole)
            host = Buffer.from_handle(low, high - low, owner=arrays)
            part.copy_from(host, stream=stream)
            self._copies.append((low, address, part, host))

    def get_address(self, array: ArrayView) -> int:
        """Returns where an array is on the device."""
        low, high = array.extent
        if low == high:
            return 0
        begin, address, *_ = max(c for c in self._copies if c[0] <= low)
        return address + array.address - begin

    def copy_back(self) -> None:
        """Copies all back, and waits for that."""
        for _, _, part, host in self._copies:
            part.copy_to(host, stream=self._stream)
        if self._copies:
            self._stream.sync()


def _merge(extents: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns ranges of bytes that do not overlap, and together are the same."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(extents):
        if merged and low < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged

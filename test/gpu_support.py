"""What the lit configurations ask about this machine: its GPU and its Python modules."""

import ctypes
import functools
import os
import re
import subprocess
import sys

# Compute capabilities that tests may ask for, as sm-ge-90 and so on.
_CAPABILITIES = (75, 80, 86, 89, 90, 100, 103, 120, 121)

_MAJOR, _MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*


@functools.cache
def compute_capability():
    """The first GPU's, as 90, if the CUDA driver answers with one; else None."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    count, device = ctypes.c_int(), ctypes.c_int()
    if driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)):
        return None
    if count.value == 0 or driver.cuDeviceGet(ctypes.byref(device), 0):
        return None
    major, minor = ctypes.c_int(), ctypes.c_int()
    driver.cuDeviceGetAttribute(ctypes.byref(major), _MAJOR, device)
    driver.cuDeviceGetAttribute(ctypes.byref(minor), _MINOR, device)
    return 10 * major.value + minor.value


def gpu_chip():
    """The first GPU's chip, as `sm_90`, or None."""
    capability = compute_capability()
    return capability and f"sm_{capability}"


def gpu_features():
    """`cuda-gpu` and `sm-ge-N`, if there is a GPU."""
    capability = compute_capability()
    if not capability:
        return []
    return ["cuda-gpu"] + [
        f"sm-ge-{n}" for n in _CAPABILITIES if n <= capability
    ]


def find_python(build):
    """The Python of the build folder's virtual environment; else this one."""
    python = os.path.join(build, "venv/bin/python")
    return python if os.path.exists(python) else sys.executable


@functools.cache
def has_module(python, module):
    """Whether that Python can import the module."""
    command = [python, "-c", f"import {module}"]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


@functools.cache
def finds_module(python, module):
    """Whether that Python has the module, which may take seconds to import."""
    code = f"import importlib.util as u; raise SystemExit(not u.find_spec({module!r}))"
    return subprocess.run([python, "-c", code]).returncode == 0


def parallelism_group(test):
    """The group of tests that take turns: those that require a GPU.

    A function of a module, since lit's workers cannot take over a function
    that the configuration file itself defines.
    """
    with open(test.getSourcePath(), errors="replace") as source:
        requires = re.search(r"REQUIRES:.*\bcuda-gpu\b", source.read())
    return "gpu" if requires else None

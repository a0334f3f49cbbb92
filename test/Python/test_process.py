# RUN: %pytest %s
"""What the package does where a process forks, ends, or loads it again."""

import os
import subprocess
import sys
import threading

import dtyp
import numpy as np
import pytest

# Python 3.12 and later warn of forks of processes with threads.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")

SOURCE = "gpu.module @kernels { gpu.func @f(%o: memref<?xi32>) kernel { gpu.return } }"


def run(program, *, warns_of_leaks=False):
    """Runs a program, and returns the status and what it writes as errors."""
    environment = dict(os.environ)
    environment.pop("DTYP_LEAK_WARNINGS", None)
    if warns_of_leaks:
        environment["DTYP_LEAK_WARNINGS"] = "1"
    done = subprocess.run(
        [
            *(sys.executable, "-W", "error", "-W", "ignore::DeprecationWarning"),
            *("-c", f"SOURCE = {SOURCE!r}\nimport dtyp\n{program}"),
        ],
        capture_output=True,
        env=environment,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stderr


# --- Forks: the threads of the parent are not in the child.


def in_child(function):
    """Returns the status of a child that calls a function, and ends as usual."""
    child = os.fork()
    if not child:
        status = 3
        try:
            function()
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1]


def test_what_the_parent_made_is_refused():
    context = dtyp.Context()
    module = dtyp.Module.parse(SOURCE, context=context)
    kernel = dtyp.Kernel(module, device="cpu")
    builder = dtyp.ModuleBuilder()
    uses = [
        lambda: dtyp.Module.parse(SOURCE, context=context),
        lambda: module.run("builtin.module(canonicalize)"),
        lambda: dtyp.compile(module, chip="sm_90", format="ptx"),
        lambda: dtyp.Kernel(module, device="cpu"),
        lambda: kernel[1, 1](np.zeros(1, "i4")),
        lambda: builder.kernel("a").__enter__(),
    ]

    def child():
        for use in uses:
            with pytest.raises(RuntimeError, match="made before a fork; make it in the child"):
                use()

    assert in_child(child) == 0


def test_the_child_makes_its_own():
    kernel = dtyp.Kernel(SOURCE, device="cpu")
    dtype = dtyp.dtype("f4")
    ptx = dtyp.compile(SOURCE, chip="sm_90", format="ptx")

    def child():
        assert dtyp.compile(SOURCE, chip="sm_90", format="ptx") == ptx
        dtyp.Kernel(SOURCE, device="cpu")[1, 1](np.zeros(1, "i4"))
        assert dtyp.promote(dtype, "f8").itemsize == 8

    assert in_child(child) == 0
    kernel[1, 1](np.zeros(1, "i4"))

    statuses = []

    def fork():
        assert dtyp.compile(SOURCE, chip="sm_90", format="ptx") == ptx
        statuses.append(in_child(child))

    thread = threading.Thread(target=fork)
    thread.start()
    thread.join()
    assert statuses == [0]


def test_a_child_ends_as_usual():
    program = """
import os, sys
context = dtyp.Context()
module = dtyp.Module.parse(SOURCE, context=context)
kernel = dtyp.Kernel(SOURCE, device="cpu")
dtyp.compile(SOURCE, chip="sm_90", format="ptx")
child = os.fork()
if child:
    sys.exit(os.waitpid(child, 0)[1])
"""
    assert run(program) == (0, "")


# --- The end of a process.


OBJECTS = """
import sys
module = dtyp.Module.parse(SOURCE)
sys.kernel = dtyp.Kernel(module, device="cpu")
builder = dtyp.ModuleBuilder()
try:
    with builder.kernel("a", n="i4") as k:
        sys.cycle = [k, k.n + 1]
        sys.cycle.append(sys.cycle)
        k.local_array(0, "f4")
except dtyp.Error as error:
    sys.error = error
"""


def test_nothing_leaks():
    """What is alive, also in cycles and in exceptions, is freed at the end."""
    assert run(OBJECTS, warns_of_leaks=True) == (0, "")


def test_leaks_are_told_where_asked_for():
    program = """
import ctypes
ctypes.pythonapi.Py_IncRef(ctypes.py_object(dtyp.Module.parse(SOURCE)))
"""
    assert run(program) == (0, "")
    status, errors = run(program, warns_of_leaks=True)
    assert status == 0 and "leaked 1 instances" in errors


@pytest.mark.parametrize(
    "program",
    [
        OBJECTS,
        # A thread that compiles.
        """
import threading, time
def work():
    while True:
        dtyp.compile(SOURCE, chip="sm_90", format="ptx")
threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
""",
        # A thread whose kernel does not end.
        """
import threading, time
builder = dtyp.ModuleBuilder()
with builder.kernel("forever") as k:
    with k.while_(lambda: True):
        k.barrier()
kernel = dtyp.Kernel(builder.module(), device="cpu")
threading.Thread(target=lambda: kernel[1, 2](), daemon=True).start()
time.sleep(0.2)
""",
    ],
)
def test_the_end(program):
    assert run(program) == (0, "")


def test_loading_twice():
    program = """
import sys
dtyp.dtype("f4")
for name in [name for name in sys.modules if name.startswith("dtyp")]:
    del sys.modules[name]
import dtyp
dtyp.dtype("f4")
"""
    status, errors = run(program)
    assert status == 1
    assert "ImportError: expected 'dtyp._dtyp' to be loaded once in a process" in errors

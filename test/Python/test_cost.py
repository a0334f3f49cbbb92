# RUN: %pytest %s
"""What the package costs: modules that an import brings, and memory that stays."""

import gc
import os
import pathlib
import subprocess
import sys

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


def modules_after(statement):
    """The modules that a statement imports in a fresh process."""
    code = f"""import sys
before = set(sys.modules)
{statement}
print(*sorted(set(sys.modules) - before))"""
    run = subprocess.run(
        [sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True
    )
    return set(run.stdout.split())


def test_import_alone_brings_next_to_nothing():
    modules = modules_after("import dtyp")
    assert "dtyp" in modules
    assert not any(name.startswith(("dtyp.", "numpy", "cuda")) for name in modules)


def test_all_of_the_package_brings_numpy_and_nothing_else():
    numpy = modules_after("import numpy")
    modules = modules_after("import dtyp; [getattr(dtyp, name) for name in dtyp.__all__]")
    foreign = {name.split(".")[0] for name in modules - numpy} - {"dtyp"}
    assert foreign <= sys.stdlib_module_names, foreign
    # Those of NumPy that are imported when they are asked for.
    assert not {n for n in modules - numpy if n.startswith("numpy")}


def resident():
    gc.collect()
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def compile_text():
    dtyp.compile(KERNEL, chip="sm_90", format="ptx")


def compile_module(module=dtyp.Module.parse(KERNEL)):
    dtyp.compile(module, chip="sm_90", format="ptx")


def parse_and_run():
    module = dtyp.Module.parse(KERNEL)
    module.run("builtin.module(canonicalize)")
    str(module)


def refuse():
    with pytest.raises(dtyp.Error):
        dtyp.compile(KERNEL.replace("ui8>", "ui8, legacy>"), chip="sm_90", format="ptx")


@pytest.mark.parametrize("work", [compile_text, compile_module, parse_and_run, refuse])
def test_memory_stays_flat(work):
    for _ in range(20):
        work()
    before = resident()
    for _ in range(100):
        work()
    # That of one context alone is more.
    assert resident() - before < 3 * 2**20

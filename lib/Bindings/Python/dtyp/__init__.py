"""NumPy dtypes, and the objects that provide them, in the IR of GPU compilers."""

from __future__ import annotations

import importlib
from typing import Any

# What each public name is defined in. A name is imported when it is first used:
# the native library takes its time to load, and a process that has another LLVM
# in it may use what needs none.
_MODULES = {
    "Context": "dtyp._dtyp",
    "DLPackType": "dtyp.dtypes",
    "DType": "dtyp.dtypes",
    "DTypeError": "dtyp.protocol",
    "DTypeField": "dtyp.dtypes",
    "Diagnostic": "dtyp.diagnostics",
    "DiagnosticWarning": "dtyp.diagnostics",
    "Error": "dtyp.diagnostics",
    "Kernel": "dtyp.kernel",
    "Launch": "dtyp.kernel",
    "LaunchSizes": "dtyp.kernel",
    "Location": "dtyp.diagnostics",
    "Module": "dtyp._dtyp",
    "ModuleBuilder": "dtyp.builder",
    "Provider": "dtyp.dtypes",
    "__version__": "dtyp._dtyp",
    "array": "dtyp.builder",
    "can_cast": "dtyp.dtypes",
    "compile": "dtyp.compiler",
    "compile_all": "dtyp.compiler",
    "dtype": "dtyp.dtypes",
    "promote": "dtyp.dtypes",
    "provider": "dtyp.dtypes",
}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'dtyp' has no attribute '{name}'")
    value = getattr(importlib.import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_MODULES))

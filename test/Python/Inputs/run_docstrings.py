"""Executes the examples in the docstrings of the package, or of the modules named.

usage: run_docstrings.py [MODULE...]
"""

import doctest
import importlib
import pkgutil
import sys


def modules_of(package):
    yield package
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        # The adapters import other compilers.
        if "numba" not in info.name:
            yield importlib.import_module(info.name)


def docstrings_of(module):
    """Those of the module, and of what it defines; doctest's own search does not see
    what an extension defines."""
    yield module.__name__, module.__doc__
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", None) != module.__name__:
            continue
        yield f"{module.__name__}.{name}", thing.__doc__
        for member, method in vars(thing).items() if isinstance(thing, type) else ():
            method = getattr(method, "__func__", method)
            yield f"{module.__name__}.{name}.{member}", getattr(method, "__doc__", None)


def main():
    modules = [importlib.import_module(name) for name in sys.argv[1:]]
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for module in modules or modules_of(importlib.import_module("dtyp")):
        for name, text in docstrings_of(module):
            if isinstance(text, str):
                runner.run(parser.get_doctest(text, dict(vars(module)), name, name, 0))
    failed, attempted = runner.summarize(verbose=False)
    print(f"{attempted} examples, {failed} failed")
    return 1 if failed or not attempted else 0


if __name__ == "__main__":
    sys.exit(main())

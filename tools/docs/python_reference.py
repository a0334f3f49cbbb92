#!/usr/bin/env python3
"""Generates the reference page of the Python package from its docstrings.

Each public name of the package and of the modules named must have one, and so must
the methods and properties of its classes; what has none is an error.

usage: python_reference.py PAGE [MODULE...]
"""

import enum
import importlib
import inspect
import pathlib
import re
import sys
import textwrap

HEADER = """# Python API

The names of the package `dtyp`, from their docstrings. [The page for Python
users](../python.md) shows them in use.
"""
SECTIONS = re.compile(r"^(Args|Returns|Raises|Yields|Attributes):$", re.MULTILINE)

errors = []


def documentation(thing, name):
    """The docstring, without the signatures that the extension puts before it."""
    text = inspect.cleandoc(thing.__doc__ or "")
    short = name.rsplit(".", 1)[-1]
    lines = text.splitlines()
    while lines and re.match(rf"{re.escape(short)}\(.*\)", lines[0]):
        lines.pop(0)
    text = "\n".join(lines).strip()
    if not text:
        errors.append(f"{name} has no docstring")
    return text


def fence_examples(text):
    """Puts what has prompts into blocks."""
    return re.sub(
        r"(?m)^>>> .*(?:\n(?!\n).*)*", lambda match: f"```python\n{match.group()}\n```", text
    )


def markdown(text):
    """The docstring's sections as lists."""
    text = fence_examples(text)
    parts = SECTIONS.split(text)
    result = [parts[0].strip()]
    for title, body in zip(parts[1::2], parts[2::2]):
        body = body.strip("\n")
        indented, *rest = re.split(r"\n(?=\S)", body, maxsplit=1)
        indented = textwrap.dedent(indented).strip()
        if title in ("Args", "Raises", "Attributes"):
            items = re.split(r"\n(?=\S)", indented)
            items = [re.sub(r"\s*\n\s*", "\n  ", item) for item in items]
            indented = "\n".join(
                "* " + re.sub(r"^(\*{0,2}[\w.]+):", r"`\1`:", item) for item in items
            )
        result.append(f"{title}:\n\n{indented}")
        result += [part.strip() for part in rest]
    return "\n\n".join(part for part in result if part)


def parameter(item):
    """A parameter as it is written: its annotation is text of the source."""
    stars = {item.VAR_POSITIONAL: "*", item.VAR_KEYWORD: "**"}.get(item.kind, "")
    text = stars + item.name
    has_annotation = item.annotation is not item.empty
    if has_annotation:
        text += f": {item.annotation}"
    if item.default is not item.empty:
        text += f" = {item.default!r}" if has_annotation else f"={item.default!r}"
    return text


def signature(thing, name):
    """How a function is called."""
    overloads = getattr(thing, "__nb_signature__", None)
    if overloads:
        return "\n".join(entry[0] for entry in overloads)
    called = inspect.signature(thing)
    parameters, kinds = [], [item.kind for item in called.parameters.values()]
    for position, item in enumerate(called.parameters.values()):
        is_keyword = item.kind is item.KEYWORD_ONLY
        if is_keyword and not {item.KEYWORD_ONLY, item.VAR_POSITIONAL} & set(kinds[:position]):
            parameters.append("*")
        parameters.append(parameter(item))
    result = called.return_annotation
    arrow = "" if result is called.empty else f" -> {result}"
    line = f"def {name.rsplit('.', 1)[-1]}({', '.join(parameters)}){arrow}"
    if len(line) <= 88:
        return line
    body = "".join(f"    {text},\n" for text in parameters)
    return f"def {name.rsplit('.', 1)[-1]}(\n{body}){arrow}"


def is_public(name):
    return not name.startswith("_") or name in ("__getitem__", "__call__", "__setitem__")


def describe_members(cls, name):
    for member, thing in vars(cls).items():
        if not is_public(member):
            continue
        full = f"{name}.{member}"
        if isinstance(thing, (staticmethod, classmethod)):
            thing = thing.__func__
        if isinstance(thing, property) or type(thing).__name__ == "cached_property":
            yield f"#### `{full}`\n\n{markdown(documentation(thing, full))}"
        elif callable(thing) and not isinstance(thing, type):
            yield (
                f"#### `{full}`\n\n```python\n{signature(thing, full)}\n```\n\n"
                f"{markdown(documentation(thing, full))}"
            )


def describe(thing, name):
    text = f"### `{name}`\n\n"
    if isinstance(thing, enum.EnumMeta):
        members = ", ".join(f"`{member.name}`" for member in thing)
        return text + f"{markdown(documentation(thing, name))}\n\n{members}"
    if isinstance(thing, type):
        parts = [text + markdown(documentation(thing, name))]
        return "\n\n".join(parts + list(describe_members(thing, name)))
    if callable(thing):
        text += f"```python\n{signature(thing, name)}\n```\n\n"
        return text + markdown(documentation(thing, name))
    return text + f"A {type(thing).__name__}."


def describe_module(name):
    module = importlib.import_module(name)
    text = f"## `{name}`\n\n{markdown(documentation(module, name))}"
    names = getattr(module, "__all__", None)
    if names is None:
        errors.append(f"{name} has no __all__")
        return text
    parts = [describe(getattr(module, public), f"{name}.{public}") for public in names]
    return "\n\n".join([text] + parts)


def main():
    page, *modules = sys.argv[1:]
    text = "\n".join([HEADER] + ["\n\n".join(map(describe_module, modules or ["dtyp", "dtyp.builder"])), ""])
    for error in errors:
        print(f"error: {error}", file=sys.stderr)
    if errors:
        return 1
    pathlib.Path(page).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

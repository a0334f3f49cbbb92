"""A front end in 100 lines: `jit` makes kernels of Python functions, where `cuda` is the builder.
The syntax tree becomes calls of it (`if` is `with cuda.if_(...)`), which Python executes. A name
that is assigned more than once is a variable of the dtype of its first value."""

import ast
import functools
import inspect
import textwrap
from types import SimpleNamespace

import dtyp
import numpy as np

cuda = local = shared = None


def attribute(name, attribute, context=ast.Load()):
    return ast.Attribute(ast.Name(name, ast.Load()), attribute, context)


class Rewriter(ast.NodeTransformer):
    """Makes of each statement what builds it; places stay those of the source."""
    def __init__(self, tree):
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        stored = [node.id for node in nodes if isinstance(node.ctx, ast.Store)]
        self.variables, self.begun = {n for n in stored if stored.count(n) > 1}, set()

    def visit(self, node):
        made = super().visit(node)
        for part in made if isinstance(made, list) else [made]:
            if isinstance(node, ast.stmt | ast.expr):
                ast.fix_missing_locations(ast.copy_location(part, node))
        return made

    def visit_Name(self, node):
        return attribute(node.id, "value", node.ctx) if node.id in self.begun else node

    def visit_Assign(self, node):
        value, target = self.visit(node.value), node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.variables - self.begun:
            self.begun.add(target.id)
            return ast.Assign([target], ast.Call(attribute("cuda", "variable"), [value], []))
        return ast.Assign([self.visit(target)], value)

    def block(self, body):
        return self.generic_visit(ast.Module(body, [])).body

    def region(self, what, body, target=None):
        return ast.With([ast.withitem(what, target)], self.block(body))

    def visit_For(self, node):
        return self.region(self.visit(node.iter), node.body, node.target)

    def visit_While(self, node):
        condition = ast.Lambda(ast.parse("lambda: 0").body[0].value.args, self.visit(node.test))
        return self.region(ast.Call(attribute("cuda", "while_"), [condition], []), node.body)

    def visit_If(self, node):
        test, name = self.visit(node.test), f"__branch{node.lineno}"
        if isinstance(node.body[0], ast.Return):
            ends = ast.Expr(ast.Call(attribute("cuda", "return_if"), [test], []))
            return [ends, *self.block(node.orelse)]
        begin = ast.Call(attribute("cuda", "if_"), [test], [])
        then = self.region(begin, node.body, ast.Name(name, ast.Store()))
        other = ast.Call(attribute(name, "else_"), [], [])
        return [then, self.region(other, node.orelse)] if node.orelse else then

    def visit_Return(self, node):
        raise SyntaxError(f"line {node.lineno}: expected 'return' alone behind 'if'")


def kind_of(argument):
    if isinstance(argument, np.ndarray):
        return dtyp.array(argument.dtype, argument.ndim)
    is_number = isinstance(argument, int | float | np.generic)
    return np.asarray(argument).dtype if is_number else dtyp.provider(argument)


class jit:
    """A kernel: `function[grid, block](*arguments)` compiles it for what it is given."""
    def __init__(self, function):
        self.function, self.compiled = function, functools.cache(self.compile)

    def __getitem__(self, sizes):
        return lambda *args: self.compiled(*map(kind_of, args))[sizes](*args)

    def compile(self, *kinds):
        lines, first = inspect.getsourcelines(self.function)
        tree = ast.increment_lineno(ast.parse(textwrap.dedent("".join(lines))), first - 1)
        tree.body[0].decorator_list = []
        code = compile(Rewriter(tree).visit(tree), inspect.getsourcefile(self.function), "exec")
        name, parameters = self.function.__name__, inspect.signature(self.function).parameters
        builder, captured = dtyp.ModuleBuilder(), inspect.getclosurevars(self.function)
        with builder.kernel(name, **dict(zip(parameters, kinds, strict=True))) as k:
            names = captured.globals | captured.nonlocals | {"cuda": k, "range": k.range}
            names["local"] = SimpleNamespace(array=k.local_array)
            names["shared"] = SimpleNamespace(array=k.shared_array)
            exec(code, names)
            names[name](*k.arguments.values())
        return dtyp.Kernel(builder.module())

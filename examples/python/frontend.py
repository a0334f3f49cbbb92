"""A front end in 100 lines of code: `jit` makes kernels of Python functions, where `cuda` is the
builder. The syntax tree becomes calls of it (`if` is `with cuda.if_(...)`), which Python executes.
A name that is assigned more than once is a variable of the dtype of its first value."""

import ast
import functools
import inspect
import textwrap
from types import SimpleNamespace

import dtyp
import numpy as np

cuda = local = shared = None


def call(function, *arguments):
    return ast.Call(ast.parse(function, mode="eval").body, list(arguments), [])


class Rewriter(ast.NodeTransformer):
    """Makes of each statement what builds it; places stay those of the source."""
    known = ast.AugAssign | ast.Expr | ast.Pass

    def __init__(self, tree):
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        stored = [node.id for node in nodes if isinstance(node.ctx, ast.Store)]
        function = tree.body[0]
        self.require(isinstance(function, ast.FunctionDef), function, "a function by 'def'")
        self.begun = {argument.arg for argument in function.args.args} & set(stored)
        self.variables = {n for n in stored if stored.count(n) > 1} | self.begun
        begin = ast.parse("".join(f"{n} = cuda.variable({n})\n" for n in sorted(self.begun)))
        self.body = ast.increment_lineno(begin, function.lineno - 1).body
        self.body += self.block(function.body)

    def require(self, condition, node, expected):
        if not condition:
            raise SyntaxError(f"line {node.lineno}: expected {expected}")

    def visit(self, node):
        made = super().visit(node)
        for part in made if isinstance(made, list) else [made]:
            if isinstance(node, ast.stmt | ast.expr):
                ast.fix_missing_locations(ast.copy_location(part, node))
        return made

    def generic_visit(self, node):
        is_known = isinstance(node, self.known) or not isinstance(node, ast.stmt)
        is_known &= not isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await)
        self.require(is_known, node, f"no {type(node).__name__}")
        return super().generic_visit(node)

    def visit_Name(self, node):
        place = ast.Attribute(ast.Name(node.id, ast.Load()), "value", node.ctx)
        return place if node.id in self.begun else node

    def visit_Assign(self, node):
        value, target = self.visit(node.value), node.targets[0]
        is_one = len(node.targets) == 1 and not isinstance(target, ast.Tuple | ast.List)
        self.require(is_one, node, "one target of an assignment")
        if isinstance(target, ast.Name) and target.id in self.variables - self.begun:
            self.begun.add(target.id)
            return ast.Assign([target], call("cuda.variable", value))
        return ast.Assign([self.visit(target)], value)

    def block(self, body):
        return self.generic_visit(ast.Module(body, [])).body

    def region(self, what, body, target=None):
        return ast.With([ast.withitem(what, target)], self.block(body))

    def visit_For(self, node):
        self.require(not node.orelse, node, "a loop without 'else'")
        return self.region(self.visit(node.iter), node.body, node.target)

    def visit_While(self, node):
        self.require(not node.orelse, node, "a loop without 'else'")
        condition = ast.parse("lambda: 0", mode="eval").body
        condition.body = self.visit(node.test)
        return self.region(call("cuda.while_", condition), node.body)

    def visit_If(self, node):
        test, name = self.visit(node.test), f"__branch{node.lineno}"
        if [ast.dump(statement) for statement in node.body] == ["Return()"]:
            return [ast.Expr(call("cuda.return_if", test)), *self.block(node.orelse)]
        then = self.region(call("cuda.if_", test), node.body, ast.Name(name, ast.Store()))
        otherwise = call(f"{name}.else_")
        return [then, self.region(otherwise, node.orelse)] if node.orelse else then

    def visit_Return(self, node):
        self.require(False, node, "'return' alone behind 'if'")


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
        tree.body[0].decorator_list, tree.body[0].body = [], Rewriter(tree).body
        code = compile(tree, inspect.getsourcefile(self.function), "exec")
        name, parameters = self.function.__name__, inspect.signature(self.function).parameters
        builder, captured = dtyp.ModuleBuilder(), inspect.getclosurevars(self.function)
        with builder.kernel(name, **dict(zip(parameters, kinds, strict=True))) as k:
            names = captured.globals | captured.nonlocals | {"cuda": k, "range": k.range}
            names["local"] = SimpleNamespace(array=k.local_array)
            names["shared"] = SimpleNamespace(array=k.shared_array)
            exec(code, names)
            names[name](*k.arguments.values())
        return dtyp.Kernel(builder.module())

"""Compares dtyp.promote by the rules of JAX with JAX's lattice, computed here as
reachability over the edges that JAX's documentation draws.

jax_promotion.py generate      prints all pairs that promote, and random triples
jax_promotion.py check FILE    compares the types in FILE, that module in the generic
                               form
jax_promotion.py refused       prints the pairs that do not promote
"""

import itertools
import random
import re
import sys

NARROW = """f8E3M4 f8E4M3 f8E4M3B11FNUZ f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f8E8M0FNU
f6E2M3FN f6E3M2FN f4E2M1FN""".split()
EDGES = """i1:int int:ui8 int:i8 int:si1 int:i2 int:i4 int:ui1 int:ui2 int:ui4
ui8:i16 ui8:ui16 ui16:i32 ui16:ui32 ui32:i64 ui32:ui64 ui64:float
i8:i16 i16:i32 i32:i64 i64:float float:bf16 float:f16 float:complex
bf16:f32 f16:f32 f32:f64 f32:complex<f32> f64:complex<f64>
complex:complex<f32> complex<f32>:complex<f64>""".split()
WEAK = {"int": "i64", "float": "f64", "complex": "complex<f64>"}

lower = [e.split(":") for e in EDGES] + [["float", n] for n in NARROW]
NODES = sorted({node for edge in lower for node in edge})


def reachable(node):
    found, todo = {node}, [node]
    while todo:
        new = {above for below, above in lower if below == todo[-1]} - found
        todo.pop()
        found |= new
        todo += new
    return found


ABOVE = {node: reachable(node) for node in NODES}


def join(nodes):
    """The least upper bound, or None."""
    common = set.intersection(*(ABOVE[n] for n in nodes))
    least = [c for c in common if common <= ABOVE[c]]
    assert len(least) < 2
    return WEAK.get(least[0], least[0]) if least else None


def text(nodes, number):
    lines, types = [], []
    for i, node in enumerate(nodes):
        op = "weak_scalar" if node in WEAK else "constant"
        lines.append(f"  %o{i} = dtyp.{op} {node}")
        types.append(f"!dtyp.{'weak' if node in WEAK else 'dtype'}<{node}>")
    names = ", ".join(f"%o{i}" for i in range(len(nodes)))
    if join(nodes) is None:
        lines.append("  // expected-error @below {{expected dtypes with a common one}}")
    lines.append(f"  %r = dtyp.promote {names} rules jax : {', '.join(types)}")
    return f"func.func private @f{number}() {{\n" + "\n".join(lines) + "\n  return\n}"


def operands():
    rng = random.Random(5)
    yield from itertools.product(NODES, repeat=2)
    yield from (tuple(rng.sample(NODES, 3)) for _ in range(1500))


promoted = [o for o in operands() if join(o)]


def generate():
    for number, nodes in enumerate(promoted):
        print(text(nodes, number))


def refused():
    failing = [o for o in itertools.combinations(NODES, 2) if not join(o)]
    print("\n// -----\n".join(text(o, 0) for o in failing))


def check(file):
    with open(file) as lines:
        actual = re.findall(r'"dtyp\.promote".* -> !dtyp\.dtype<(.*)>$', lines.read(), re.M)
    assert len(actual) == len(promoted), (len(actual), len(promoted))
    wrong = [f"{o}: {a} instead of {join(o)}" for o, a in zip(promoted, actual) if a != join(o)]
    if wrong:
        sys.exit("\n".join(wrong[:20]) + f"\n{len(wrong)} of {len(promoted)} differ")
    print(f"{len(promoted)} promotions are those of JAX")


{"generate": generate, "refused": refused, "check": check}[sys.argv[1]](*sys.argv[2:])

"""Kernels built by Python calls: what a front end is made of.

`ModuleBuilder` begins a module, its method `kernel` a kernel with local and shared
arrays, loops and branches; values of kernels have NumPy's operators, by NumPy's rules.
"""

from dtyp.builder.arrays import Array, Element
from dtyp.builder.control import Branch
from dtyp.builder.functions import Functions
from dtyp.builder.kernel import ArrayArgument, KernelBuilder
from dtyp.builder.kernel import ModuleBuilder as ModuleBuilder, array as array
from dtyp.builder.scalar import Scalar
from dtyp.builder.values import Dim3, ProviderValue, Variable

__all__ = [
    "Array",
    "ArrayArgument",
    "Branch",
    "Dim3",
    "Element",
    "Functions",
    "KernelBuilder",
    "ProviderValue",
    "Scalar",
    "Variable",
]

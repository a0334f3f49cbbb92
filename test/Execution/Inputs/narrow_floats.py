"""Makes kernels that convert floats of at most 8 bits, their inputs, and what
ml_dtypes computes from them.

usage: narrow_floats.py generate DIRECTORY
       narrow_floats.py check DIRECTORY             compares the results with these
       narrow_floats.py check DIRECTORY --any-nan   where NaNs are those of a chip
"""

import os
import sys

import ml_dtypes
import numpy as np

TYPES = {
    "f8E3M4": "float8_e3m4",
    "f8E4M3": "float8_e4m3",
    "f8E4M3FN": "float8_e4m3fn",
    "f8E4M3FNUZ": "float8_e4m3fnuz",
    "f8E4M3B11FNUZ": "float8_e4m3b11fnuz",
    "f8E5M2": "float8_e5m2",
    "f8E5M2FNUZ": "float8_e5m2fnuz",
    "f8E8M0FNU": "float8_e8m0fnu",
    "f6E2M3FN": "float6_e2m3fn",
    "f6E3M2FN": "float6_e3m2fn",
    "f4E2M1FN": "float4_e2m1fn",
}
DTYPES = [getattr(ml_dtypes, name) for name in TYPES.values()]
FLOATS = {"f32": np.float32, "f64": np.float64, "f16": np.float16,
          "bf16": ml_dtypes.bfloat16}
BYTES = np.arange(256, dtype=np.uint8)
# NumPy warns of the overflows that are tested.
np.seterr(all="ignore")


def width(mlir_type):
    return int(mlir_type[1])


# --- Kernels. Each computes one element of each type.


class Kernel:
    """Writes a kernel that loads an element of each input at the thread's index,
    and stores results in the columns of the outputs."""

    def __init__(self, name, inputs, output, columns):
        self.lines = []
        self.count = 0
        self.output = f"memref<?x{columns}x{output}>"
        self.name = name
        self.arguments = [f"%in{i}: memref<?x{t}>" for i, t in enumerate(inputs)]
        self.emit("%i = gpu.global_id x")
        self.values = [self.op(f"memref.load %in{i}[%i] : memref<?x{t}>")
                       for i, t in enumerate(inputs)]
        self.column = 0

    def emit(self, line):
        self.lines.append(line)

    def op(self, text):
        self.count += 1
        self.emit(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def cast(self, op, value, source, target):
        if source == target:
            return value
        return self.op(f"{op} {value} : {source} to {target}")

    def narrow(self, byte, mlir_type):
        """The float in a byte, read from memory as such."""
        bytes_type = "memref<1xi8, #gpu.address_space<private>>"
        floats_type = f"memref<1x{mlir_type}, #gpu.address_space<private>>"
        array = self.op(f"memref.alloca() : {bytes_type}")
        zero = self.op("arith.constant 0 : index")
        self.emit(f"memref.store {byte}, {array}[{zero}] : {bytes_type}")
        floats = self.op(f"memref.view {array}[{zero}][] : {bytes_type} to {floats_type}")
        return self.op(f"memref.load {floats}[{zero}] : {floats_type}")

    def byte(self, value, mlir_type):
        """The bits of a float, written to memory as such."""
        bytes_type = "memref<1xi8, #gpu.address_space<private>>"
        floats_type = f"memref<1x{mlir_type}, #gpu.address_space<private>>"
        array = self.op(f"memref.alloca() : {bytes_type}")
        zero = self.op("arith.constant 0 : index")
        floats = self.op(f"memref.view {array}[{zero}][] : {bytes_type} to {floats_type}")
        self.emit(f"memref.store {value}, {floats}[{zero}] : {floats_type}")
        return self.op(f"memref.load {array}[{zero}] : {bytes_type}")

    def store(self, value, element):
        column = self.op(f"arith.constant {self.column} : index")
        self.emit(f"memref.store {value}, %out[%i, {column}] : {self.output}")
        self.column += 1

    def __str__(self):
        arguments = ", ".join([*self.arguments, f"%out: {self.output}"])
        body = "\n    ".join(self.lines + ["gpu.return"])
        return f"  gpu.func @{self.name}({arguments}) kernel {{\n    {body}\n  }}\n"


def extending_kernel(target, bits):
    kernel = Kernel(f"extend_{target}", ["i8"], bits, len(TYPES))
    for t in TYPES:
        value = kernel.narrow(kernel.values[0], t)
        wide = kernel.cast("arith.extf", value, t, target)
        kernel.store(kernel.cast("arith.bitcast", wide, target, bits), bits)
    return kernel


def rounding_kernel(source, bits, op="arith.truncf"):
    name = f"{'round' if op == 'arith.truncf' else op[6:]}_{source}"
    kernel = Kernel(name, [bits], "i8", len(TYPES))
    value = kernel.cast("arith.bitcast", kernel.values[0], bits, source)
    for t in TYPES:
        kernel.store(kernel.byte(kernel.cast(op, value, source, t), t), "i8")
    return kernel


def integer_kernel(op, target):
    kernel = Kernel(f"{op[6:]}_{target}", ["i8"], target, len(TYPES))
    for t in TYPES:
        value = kernel.narrow(kernel.values[0], t)
        kernel.store(kernel.cast(op, value, t, target), target)
    return kernel


def arithmetic_kernel(op):
    kernel = Kernel(op, ["i8", "i8"], "i8", len(TYPES))
    for t in TYPES:
        a, b = (kernel.narrow(value, t) for value in kernel.values)
        kernel.store(kernel.byte(kernel.op(f"arith.{op} {a}, {b} : {t}"), t), "i8")
    return kernel


def vector_kernel():
    """As addf, in vectors, by way of all bits of the vector."""
    kernel = Kernel("vector", ["i8", "i8"], "i8", len(TYPES))
    for t in TYPES:
        bits = f"i{width(t)}"
        vectors = []
        for byte in kernel.values:
            low = kernel.cast("arith.trunci", byte, "i8", bits)
            ints = kernel.op(f"vector.broadcast {low} : {bits} to vector<4x{bits}>")
            vectors.append(kernel.cast("vector.bitcast", ints, f"vector<4x{bits}>",
                                       f"vector<4x{t}>"))
        total = kernel.op(f"arith.addf {vectors[0]}, {vectors[1]} : vector<4x{t}>")
        whole = kernel.cast("vector.bitcast", total, f"vector<4x{t}>",
                            f"vector<1xi{4 * width(t)}>")
        back = kernel.cast("vector.bitcast", whole, f"vector<1xi{4 * width(t)}>",
                           f"vector<4x{t}>")
        last = kernel.op(f"vector.extract {back}[3] : {t} from vector<4x{t}>")
        kernel.store(kernel.byte(last, t), "i8")
    return kernel


def constant_pairs(mlir_type):
    """Zeros, ones, the smallest and the largest numbers, NaN: what folds."""
    sign = 1 << (width(mlir_type) - 1)
    special = [0, 1, sign - 1, sign, sign + 1, 2 * sign - 1, sign // 2]
    return [(a, b) for a in special for b in special]


def constant_kernel():
    """Arithmetic that a compiler does, in one thread. The floats are stored as such."""
    operations = ("addf", "subf", "mulf", "divf")
    count = len(constant_pairs("f8E5M2")) * (len(operations) + 1)
    kernel = Kernel("constants", [], "i8", count * len(TYPES))
    kernel.output = f"memref<{count * len(TYPES)}xi8>"
    for number, t in enumerate(TYPES):
        bits = f"i{width(t)}"
        floats_type = f"memref<{count}x{t}>"
        start = kernel.op(f"arith.constant {number * count} : index")
        floats = kernel.op(f"memref.view %out[{start}][] : {kernel.output} to {floats_type}")
        results = []

        def constant(value):
            return kernel.cast("arith.bitcast", kernel.op(f"arith.constant {value} : {bits}"),
                               bits, t)

        for pair in constant_pairs(t):
            a, b = map(constant, pair)
            results += [kernel.op(f"arith.{op} {a}, {b} : {t}") for op in operations]
            # What is rounded is any float32 here, infinities and zeros, too.
            wide = kernel.cast("arith.extf", a, t, "f32")
            other = kernel.cast("arith.extf", b, t, "f32")
            quotient = kernel.op(f"arith.divf {wide}, {other} : f32")
            results.append(kernel.cast("arith.truncf", quotient, "f32", t))
        for place, result in enumerate(results):
            index = kernel.op(f"arith.constant {place} : index")
            kernel.emit(f"memref.store {result}, {floats}[{index}] : {floats_type}")
    return kernel


def comparing_kernel():
    kernel = Kernel("compare", ["i8", "i8"], "i8", len(TYPES))
    for t in TYPES:
        a, b = (kernel.narrow(value, t) for value in kernel.values)
        result = kernel.op("arith.constant 0 : i8")
        for bit, predicate in enumerate(["olt", "ole", "oeq", "une", "uno"]):
            holds = kernel.op(f"arith.cmpf {predicate}, {a}, {b} : {t}")
            mask = kernel.op(f"arith.constant {1 << bit} : i8")
            zero = kernel.op("arith.constant 0 : i8")
            chosen = kernel.op(f"arith.select {holds}, {mask}, {zero} : i8")
            result = kernel.op(f"arith.ori {result}, {chosen} : i8")
        kernel.store(result, "i8")
    return kernel


# --- Inputs.


def halfway_points(dtype):
    """Each point between two numbers, and beyond the largest, as float64."""
    numbers = BYTES.view(dtype).astype(np.float64)
    numbers = np.unique(np.abs(numbers[np.isfinite(numbers)]))
    beyond = 2 * numbers[-1] - numbers[-2]
    numbers = np.append(numbers, beyond)
    points = (numbers[:-1] + numbers[1:]) / 2
    return np.concatenate([points, -points])


def float32_inputs():
    parts = [(np.arange(65536, dtype=np.uint32) << 16)]
    for dtype in DTYPES:
        points = halfway_points(dtype).astype(np.float32)
        for neighbour in (points, np.nextafter(points, np.float32(np.inf)),
                          np.nextafter(points, np.float32(-np.inf))):
            parts.append(neighbour.view(np.uint32))
    # NaNs with payloads, and numbers between any two of the above.
    parts.append(np.array([0x7F800001, 0xFF800001, 0x7FBFFFFF, 0xFFFFFFFF], np.uint32))
    random = np.random.default_rng(1).integers(0, 1 << 32, 65536, np.uint32)
    return np.concatenate(parts + [random])


def float64_inputs():
    parts = []
    for dtype in DTYPES:
        points = halfway_points(dtype)
        for offset in (0.0, 2.0**-52, 2.0**-40, 2.0**-25, 2.0**-24, 2.0**-23, 2.0**-20):
            parts += [points * (1 + offset), points * (1 - offset)]
    specials = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e300, -1e300, 5e-324, 1e-300]
    return np.concatenate(parts + [np.array(specials)]).view(np.uint64)


def integer_inputs(dtype):
    info = np.iinfo(dtype)
    near = np.concatenate([np.arange(-1024, 1025), 57344 + np.arange(-9000, 9000, 7)])
    powers = np.array([s * (2**e + d) for e in range(63) for d in (-1, 0, 1) for s in (1, -1)])
    values = np.concatenate([near, powers, 3 * powers[:360] // 2])
    return values[(values >= info.min) & (values <= info.max)].astype(dtype)


def blocks_of(inputs, count):
    """Fills as many blocks of 256 threads, with some of the inputs once more."""
    assert count * 256 - 256 < len(inputs) <= count * 256, len(inputs)
    return np.resize(inputs, count * 256)


def pairs():
    return np.repeat(BYTES, 256), np.tile(BYTES, 256)


# --- Files.


def generate(directory):
    os.makedirs(directory, exist_ok=True)

    def save(name, array):
        np.save(os.path.join(directory, name + ".npy"), array)

    inputs = {
        "f32": blocks_of(float32_inputs(), 540),
        "f64": blocks_of(float64_inputs(), 131),
        "f16": np.arange(65536, dtype=np.uint16),
        "bf16": np.arange(65536, dtype=np.uint16),
        "i64": blocks_of(integer_inputs(np.int64), 21),
        "i32": blocks_of(integer_inputs(np.int32), 20),
        "i16": blocks_of(integer_inputs(np.uint16), 14),
    }
    save("bytes", BYTES)
    for name, values in inputs.items():
        save(f"in_{name}", values)
    kernels = []
    for name in FLOATS:
        bits = f"i{inputs[name].itemsize * 8}"
        kernels += [extending_kernel(name, bits), rounding_kernel(name, bits)]
    kernels += [rounding_kernel("i32", "i32", "arith.sitofp"),
                rounding_kernel("i64", "i64", "arith.sitofp"),
                rounding_kernel("i16", "i16", "arith.uitofp"),
                integer_kernel("arith.fptosi", "i64"), integer_kernel("arith.fptoui", "i32")]
    save("left", pairs()[0])
    save("right", pairs()[1])
    kernels += [arithmetic_kernel(op) for op in ("addf", "subf", "mulf", "divf")]
    kernels += [comparing_kernel(), vector_kernel()]
    # By itself, since each run of another kernel would read its many lines.
    for name, module in {"kernels": kernels, "constants": [constant_kernel()]}.items():
        with open(os.path.join(directory, f"{name}.mlir"), "w") as file:
            file.write("gpu.module @kernels {\n" + "\n".join(map(str, module)) + "}\n")


class Checker:
    """Compares the results of the kernels with what is expected."""

    def __init__(self, directory, any_nan):
        self.directory = directory
        self.any_nan = any_nan
        self.compared = 0

    def load(self, name):
        return np.load(os.path.join(self.directory, f"{name}.npy"))

    def column(self, name, dtype):
        return np.ascontiguousarray(self.load(f"{name}.result")[:, DTYPES.index(dtype)])

    def compare(self, name, dtype, inputs, actual, expected, alike=None):
        """`alike` tells where other bits than those expected are right, too."""
        wrong = actual != expected
        if alike is not None:
            wrong &= ~alike
        if wrong.any():
            i = np.flatnonzero(wrong)[0]
            given = ", ".join(hex(values[i]) for values in inputs)
            sys.exit(f"{name} of {np.dtype(dtype)} and {given}: expected {expected[i]:#x}, "
                     f"got {actual[i]:#x}; {wrong.sum()} differ")
        self.compared += len(expected)

    def extended(self, name, wide):
        for dtype in DTYPES:
            actual = self.column(f"extend_{name}", dtype)
            expected = BYTES.view(dtype).astype(wide).view(actual.dtype)
            alike = is_nan(actual, wide) & is_nan(expected, wide) & self.any_nan
            self.compare(f"extension to {name}", dtype, [BYTES], actual, expected, alike)

    def rounded(self, name, source):
        inputs = self.load(f"in_{name}")
        for dtype in DTYPES:
            actual = self.column(f"round_{name}", dtype)
            expected = inputs.view(source).astype(dtype).view(np.uint8)
            alike = are_nans(actual, expected, dtype) & is_nan(inputs, source) & self.any_nan
            self.compare(f"rounding from {name}", dtype, [inputs], actual, expected, alike)

    def from_integers(self, name, source):
        inputs = self.load(f"in_{source}")
        for dtype in DTYPES:
            self.compare(name, dtype, [inputs], self.column(f"{name}_{source}", dtype),
                         inputs.astype(dtype).view(np.uint8))

    def to_integers(self, name, target):
        # What the integer cannot hold has no value: NaN, infinities, large numbers.
        info = np.iinfo(target)
        for dtype in DTYPES:
            values = BYTES.view(dtype).astype(np.float64)
            valid = (values > info.min - 1) & (values < float(info.max))
            self.compare(name, dtype, [BYTES[valid]], self.column(name, dtype)[valid],
                         BYTES[valid].view(dtype).astype(target))

    def pairs(self):
        left, right = pairs()
        operations = {"addf": np.add, "subf": np.subtract, "mulf": np.multiply,
                      "divf": np.divide, "vector": np.add}
        for mlir_type, dtype in zip(TYPES, DTYPES):
            # Bits above a f6 or f4 are of no number that ml_dtypes makes.
            valid = (left < (1 << width(mlir_type))) & (right < (1 << width(mlir_type)))
            a, b = left[valid].view(dtype), right[valid].view(dtype)
            inputs = [left[valid], right[valid]]
            for name, operation in operations.items():
                expected = operation(a, b).view(np.uint8)
                actual = self.column(name, dtype)[valid]
                exact = operation(a.astype(np.float32), b.astype(np.float32))
                # The sign of a new NaN is the processor's.
                alike = are_nans(actual, expected, dtype) & np.isnan(exact)
                self.compare(name, dtype, inputs, actual, expected, alike)
            expected = ((a < b) * 1 + (a <= b) * 2 + (a == b) * 4 + (a != b) * 8
                        + (np.isnan(a) | np.isnan(b)) * 16).astype(np.uint8)
            self.compare("comparison", dtype, inputs, self.column("compare", dtype)[valid],
                         expected)


    def constants(self):
        results = self.load("constants.result").reshape(len(TYPES), -1, 5)
        for mlir_type, dtype, actual in zip(TYPES, DTYPES, results):
            codes = np.array(constant_pairs(mlir_type), np.uint8)
            a, b = (np.ascontiguousarray(codes[:, i]).view(dtype) for i in (0, 1))
            operations = [np.add, np.subtract, np.multiply, np.divide, np.divide]
            for column, operation in enumerate(operations):
                expected = operation(a, b).view(np.uint8)
                exact = operation(a.astype(np.float32), b.astype(np.float32))
                alike = are_nans(actual[:, column], expected, dtype) & np.isnan(exact)
                self.compare(f"constant {operation.__name__}", dtype, codes.T,
                             np.ascontiguousarray(actual[:, column]), expected, alike)


def is_nan(bits, dtype):
    return np.isnan(np.ascontiguousarray(bits).view(dtype).astype(np.float64))


def are_nans(actual, expected, dtype):
    """Whether both are what a NaN is rounded to: a zero where there is no NaN."""
    if is_nan(BYTES, dtype).any():
        return is_nan(actual, dtype) & is_nan(expected, dtype)
    values = [np.ascontiguousarray(bits).view(dtype).astype(np.float32)
              for bits in (actual, expected)]
    return (values[0] == 0) & (values[1] == 0)


def check(directory, any_nan=False):
    checker = Checker(directory, bool(any_nan))
    for name, wide in FLOATS.items():
        checker.extended(name, wide)
        checker.rounded(name, wide)
    for op, source in [("sitofp", "i32"), ("sitofp", "i64"), ("uitofp", "i16")]:
        checker.from_integers(op, source)
    checker.to_integers("fptosi_i64", np.int64)
    checker.to_integers("fptoui_i32", np.uint32)
    checker.pairs()
    checker.constants()
    print(checker.compared, "results are those of ml_dtypes")


{"generate": generate, "check": check}[sys.argv[1]](*sys.argv[2:])

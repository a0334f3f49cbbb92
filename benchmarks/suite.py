"""The kernels of the folder kernels: their arguments and how they are launched.

A size that a kernel has for a GPU is a number of its IR. Tests replace it by a smaller
one, in the IR, in the arguments and in the grid alike. Needs Python only.
"""

import dataclasses
import os
import re

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels")

# 1024 threads for each of the 132 multiprocessors of an H100 or H200; a quarter of them
# for a kernel with 256 results per thread, and four times as many for short kernels.
THREADS = 135168
FEW_THREADS = 33792
MANY_THREADS = 540672
MATRIX_SIZE = 4096  # rows and columns to transpose
FACTOR_SIZE = 1024  # rows and columns to multiply
ROWS = 8192  # of the softmax

BOX = '[["low","f4",[3]],["size","f4",[3]]]'
OPTION = '[["price","f4"],["strike","f4"],["years","f4"],["volatility","f4"]]'


@dataclasses.dataclass(frozen=True)
class Kernel:
    """How a kernel is launched: arguments as dtyp-run and dtyp-launch take them,
    the grid as sizes and how much of them a block does."""

    family: str
    inputs: list
    outputs: list
    grid: list = dataclasses.field(default_factory=lambda: [(THREADS, 128)])
    block: str = "128"
    # What is compared is sorted first: the order of a heap has no meaning.
    is_unordered: bool = False

    def grid_argument(self, sizes=None):
        sizes = sizes or {}
        return ",".join(str(sizes.get(size, size) // part) for size, part in self.grid)


# What sizes become for a run that checks values only.
SMALL_SIZES = {family: {THREADS: 256, MANY_THREADS: 256} for family in
               ("sums", "signals", "sorting", "matrices", "fourier", "tables", "quantized",
                "random", "geometry", "text")}
SMALL_SIZES["tiles"] = {THREADS: 256, FEW_THREADS: 256}
SMALL_SIZES["shared"] = {MATRIX_SIZE: 64, FACTOR_SIZE: 128}
SMALL_SIZES["functions"] = {THREADS: 256, ROWS: 8}


def replace_sizes(text, sizes):
    return re.sub(r"\d+", lambda number: str(sizes.get(int(number[0]), number[0])), text)


def _square(n, threads):
    return Kernel("matrices", [f"float32[{n},{n},{threads}]=random:8"],
                  [f"float32[{n},{n},{threads}]"], grid=[(threads, 128)])


def _sort(dtype, n, threads):
    return Kernel("sorting", [f"{dtype}[{n},{threads}]=random:7"], [f"{dtype}[{n},{threads}]"],
                  grid=[(threads, 128)])


def _fft(n, threads):
    return Kernel("fourier", [f"complex64[{n},{threads}]=random:11"],
                  [f"complex64[{n},{threads}]"], grid=[(threads, 128)])


def _tile(n, threads):
    return Kernel("tiles", [f"float32[256,{n}]=random:1", f"float32[256,{n}]=random:2"],
                  [f"float32[{n},{n},{threads}]"], grid=[(threads, 128)])


def _reversed_sum(n):
    return Kernel("sums", [f"float32[{n},{THREADS}]=random:3"], [f"float32[{THREADS}]"])


def _dequantize(weights):
    return Kernel("quantized", [f"{weights}=random:14", "float32[128,8]=random:15",
                                f"float32[{THREADS}]=random:16"], [f"float32[8,{THREADS}]"])


KERNELS = {
    "tile_4": _tile(4, THREADS),
    "tile_8": _tile(8, THREADS),
    "tile_12": _tile(12, THREADS),
    "tile_16": _tile(16, FEW_THREADS),
    "reversed_sum_256": _reversed_sum(256),
    "reversed_sum_1024": _reversed_sum(1024),
    "prefix_sums": Kernel("sums", [f"float32[32,{THREADS}]=random:9"], [f"float32[32,{THREADS}]"]),
    "histogram": Kernel("signals", [f"int32[64,{THREADS}]=random:4"], [f"int32[16,{THREADS}]"]),
    "fir": Kernel("signals", [f"float32[128,{THREADS}]=random:5", "float32[32]=random:6"],
                  [f"float32[128,{THREADS}]"]),
    "transposition_sort": _sort("float32", 16, MANY_THREADS),
    "insertion_sort": _sort("int32", 32, THREADS),
    "bitonic_sort": _sort("float32", 32, THREADS),
    "inverse_3": _square(3, MANY_THREADS),
    "inverse_4": _square(4, MANY_THREADS),
    "inverse_6": _square(6, THREADS),
    "cholesky_6": _square(6, THREADS),
    "fft_8": _fft(8, MANY_THREADS),
    "fft_16": _fft(16, THREADS),
    "polynomials": Kernel("tables", [f"float32[64,{THREADS}]=random:10"],
                          [f"float32[64,{THREADS}]"]),
    "state_machine": Kernel("tables", [f"uint8[64,{THREADS}]=random:12"], [f"int32[8,{THREADS}]"]),
    "dequantize_bf16": _dequantize(f"bfloat16[128,{THREADS}]"),
    "dequantize_f8": _dequantize(f"float8_e4m3fn[32,{THREADS},4]"),
    "philox": Kernel("random", ["uint32[2]=random:13"], [f"uint32[64,{THREADS}]"]),
    "nearest": Kernel("geometry", ["float32[256,2]=random:17", f"float32[2,{THREADS}]=random:18"],
                      [f"float32[8,{THREADS}]", f"int32[8,{THREADS}]"], is_unordered=True),
    "ray_box": Kernel("geometry", [f"{BOX}[64]=random:19", f"float32[4,6,{THREADS}]=random:20"],
                      [f"float32[4,{THREADS}]", f"int32[4,{THREADS}]"]),
    "string_compare": Kernel("text", ["S8[32]=random:21", f"S8[8,{THREADS}]=random:22"],
                             [f"int32[8,{THREADS}]"]),
    "datetime_bins": Kernel("text", [f"int64[32,{THREADS}]=random:23"], [f"int32[24,{THREADS}]"]),
    "transpose": Kernel("shared", [f"float32[{MATRIX_SIZE},{MATRIX_SIZE}]=random:24"],
                        [f"float32[{MATRIX_SIZE},{MATRIX_SIZE}]"],
                        grid=[(MATRIX_SIZE, 32), (MATRIX_SIZE, 32)], block="32,8"),
    "matmul": Kernel("shared", [f"float32[{FACTOR_SIZE},{FACTOR_SIZE}]=random:25",
                                f"float32[{FACTOR_SIZE},{FACTOR_SIZE}]=random:26"],
                     [f"float32[{FACTOR_SIZE},{FACTOR_SIZE}]"],
                     grid=[(FACTOR_SIZE, 64), (FACTOR_SIZE, 64)], block="16,16"),
    "online_softmax": Kernel("functions", [f"float32[{ROWS},1024]=random:27"],
                             [f"float32[{ROWS},1024]"], grid=[(ROWS, 1)]),
    "black_scholes": Kernel("functions", ["float32:0.02", f"{OPTION}[4,{THREADS}]=random:28"],
                            [f"float32[4,{THREADS}]", f"float32[4,{THREADS}]"]),
}

FAMILIES = list(dict.fromkeys(kernel.family for kernel in KERNELS.values()))

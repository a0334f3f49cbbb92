"""What the kernels of the folder kernels compute, by NumPy: a function for each, from
the inputs to a list of the outputs."""

import math

import numpy as np


def _tile(a, b, shape):
    sums = a.astype(np.float64).T @ b.astype(np.float64)
    return [sums[:, :, None] + np.arange(shape[-1])]


def _square(diagonal, inputs, columns_right=0):
    """The matrices of all threads, with a large number on the diagonal, or right of it."""
    matrices = np.moveaxis(inputs, -1, 0).astype(np.float64)
    n = matrices.shape[1]
    matrices[:, np.arange(n), (np.arange(n) + columns_right) % n] += diagonal
    return matrices


def _inverse(matrices):
    return [np.moveaxis(np.linalg.inv(matrices), 0, -1)]


def _dequantize(weights, x, scales):
    return [np.einsum("kt,kj->jt", weights, x.astype(np.float64)) * scales]


def tile_4(a, b, shapes):
    return _tile(a, b, shapes[0])


tile_8 = tile_12 = tile_16 = tile_4


def reversed_sum_256(a, shapes):
    return [a.sum(axis=0, dtype=np.float64)]


reversed_sum_1024 = reversed_sum_256


def prefix_sums(a, shapes):
    return [a.cumsum(axis=0, dtype=np.float64)]


def histogram(data, shapes):
    return [np.stack([np.sum((data & 15) == bin, axis=0) for bin in range(16)])]


def fir(samples, weights, shapes):
    padded = np.concatenate([np.zeros((31, samples.shape[1])), samples])
    windows = np.lib.stride_tricks.sliding_window_view(padded, 32, axis=0)
    return [windows @ weights.astype(np.float64)]


def transposition_sort(keys, shapes):
    return [np.sort(keys, axis=0)]


insertion_sort = bitonic_sort = transposition_sort


def inverse_3(a, shapes):
    return _inverse(_square(4, a))


def inverse_4(a, shapes):
    return _inverse(_square(5, a))


def inverse_6(a, shapes):
    return _inverse(_square(3, a, columns_right=1))


def cholesky_6(a, shapes):
    lower = np.tril(_square(8, a))
    symmetric = lower + np.tril(lower, -1).transpose(0, 2, 1)
    return [np.moveaxis(np.linalg.cholesky(symmetric), 0, -1)]


def fft_8(x, shapes):
    return [np.fft.fft(x, axis=0)]


fft_16 = fft_8


def polynomials(x, shapes):
    table = np.array([[1.0, 0.5, 0.25, 0.125], [2.0, 1.5, 0.75, 0.5],
                      [0.0, 1.0, 0.5, 0.25], [3.0, 2.0, 1.0, 0.5]])
    rows = table[(x * 4).astype(int)]
    return [sum(rows[..., power] * x.astype(np.float64) ** power for power in range(4))]


def state_machine(symbols, shapes):
    transitions = np.array([[1, 2, 0, 5], [3, 1, 4, 0], [2, 6, 7, 1], [0, 3, 5, 7],
                            [4, 0, 2, 6], [7, 5, 1, 3], [6, 4, 3, 2], [5, 7, 6, 4]])
    threads = np.arange(symbols.shape[1])
    visits = np.zeros((8, symbols.shape[1]), int)
    state = np.zeros(symbols.shape[1], int)
    for symbol in symbols:
        visits[state, threads] += 1
        state = transitions[state, symbol & 3]
    return [visits]


def dequantize_bf16(weights, x, scales, shapes):
    bits = weights.view(np.uint16).astype(np.uint32) << 16
    return _dequantize(bits.view(np.float32), x, scales)


def dequantize_f8(weights, x, scales, shapes):
    bits = weights.view(np.uint8).astype(int)
    exponents, mantissas = bits >> 3 & 15, bits & 7
    values = np.where(exponents == 0, mantissas * 2.0**-9,
                      (8 + mantissas) * 2.0 ** (exponents - 10))
    signed = np.where(bits & 128, -values, values)
    return _dequantize(np.moveaxis(signed, -1, 1).reshape(128, -1), x, scales)


def philox(seeds, shapes):
    def multiply(factor, word):
        product = word * np.uint64(factor)
        return product >> np.uint64(32), product & np.uint64(0xFFFFFFFF)

    numbers, threads = np.meshgrid(np.arange(16, dtype=np.uint64),
                                   np.arange(shapes[0][1], dtype=np.uint64), indexing="ij")
    counter = [numbers, np.zeros_like(numbers), threads, np.zeros_like(numbers)]
    key = [int(seed) for seed in seeds]
    for _ in range(10):
        high0, low0 = multiply(0xD2511F53, counter[0])
        high1, low1 = multiply(0xCD9E8D57, counter[2])
        counter = [high1 ^ counter[1] ^ np.uint64(key[0]), low1,
                   high0 ^ counter[3] ^ np.uint64(key[1]), low0]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return [np.stack(counter, axis=1).reshape(64, -1)]


def nearest(points, queries, shapes):
    """Sorted, as the outputs are before they are compared."""
    differences = points.astype(np.float64)[:, :, None] - queries
    distances = np.sum(differences**2, axis=1)
    indices = np.argsort(distances, axis=0)[:8]
    return [np.take_along_axis(distances, indices, axis=0), np.sort(indices, axis=0)]


def ray_box(boxes, rays, shapes):
    origins = rays[:, :3] - np.float32(1)
    inverses = np.float32(1) / (rays[:, 3:] + np.float32(0.5))
    nearest = np.full(shapes[0], np.inf, np.float32)
    indices = np.full(shapes[1], -1)
    for index, box in enumerate(boxes):
        low = box["low"][:, None]
        high = low + box["size"][:, None]
        to_low = (low - origins) * inverses
        to_high = (high - origins) * inverses
        enter = np.minimum(to_low, to_high).max(axis=1, initial=0)
        leave = np.maximum(to_low, to_high).min(axis=1)
        is_new = (enter <= leave) & (enter < nearest)
        nearest = np.where(is_new, enter, nearest)
        indices = np.where(is_new, index, indices)
    return [nearest, indices]


def string_compare(words, text, shapes):
    return [np.sum(words[:, None, None] < text, axis=0)]


def datetime_bins(times, shapes):
    hours = times.view("M8[s]").astype("M8[h]").view(np.int64) % 24
    return [np.stack([np.sum(hours == hour, axis=0) for hour in range(24)])]


def transpose(a, shapes):
    return [a.T]


def matmul(a, b, shapes):
    return [a.astype(np.float64) @ b.astype(np.float64)]


def online_softmax(rows, shapes):
    powers = np.exp(rows.astype(np.float64))
    return [powers / powers.sum(axis=1, keepdims=True)]


def black_scholes(rate, options, shapes):
    price, strike, years, volatility = (options[name].astype(np.float64) for name in
                                        ("price", "strike", "years", "volatility"))
    deviation = volatility * np.sqrt(years)
    d1 = (np.log(price / strike) + (rate + volatility**2 / 2) * years) / deviation
    erfc = np.vectorize(math.erfc)
    present = strike * np.exp(-rate * years)
    calls = (price * erfc(-d1 / math.sqrt(2)) - present * erfc((deviation - d1) / math.sqrt(2))) / 2
    return [calls, calls + present - price]

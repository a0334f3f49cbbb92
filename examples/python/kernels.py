"""Kernels of the front end, run on a GPU or the emulator, with NumPy's values beside.

usage: kernels.py
"""

import numpy as np

from frontend import cuda, jit, local, shared


class Foo:
    """The class of the request: it has no data, and provides uint8."""

    __numpy_dtype__ = np.dtype(np.uint8)


class Counter:
    __numpy_dtype__ = np.dtype(np.uint32)


@jit
def fill(foo, out):
    """Writes ten numbers of each thread backwards, by a local array."""
    state = local.array(10, dtype=foo)
    start = cuda.global_id.x * 10
    for i in range(10):
        state[i] = start + i
    for i in range(10):
        out[start + i] = state[9 - i]


@jit
def histogram(counter, values, bins):
    """Counts by the remainder of 8, in shared memory first."""
    counts = shared.array(8, dtype=counter)
    thread = cuda.thread_id.x
    if thread < 8:
        counts[thread] = 0
    cuda.barrier()
    i = cuda.global_id.x
    if i < values.shape[0]:
        cuda.atomic_add(counts, values[i] % 8, 1)
    cuda.barrier()
    if thread < 8:
        cuda.atomic_add(bins, thread, counts[thread])


PARTICLE = np.dtype([("position", "f4", (3,)), ("mass", "f4"), ("alive", "?")])


@jit
def step(particles, time):
    """Moves the records of an array, and changes what is far away."""
    i = cuda.global_id.x
    if i >= particles.shape[0]:
        return
    total = np.float32(0)
    for d in range(3):
        particles[i, "position", d] += particles[i]["mass"] * time
        total += particles[i]["position"][d]
    if total > 10:
        particles[i]["alive"] = False
    else:
        particles[i]["mass"] = cuda.sqrt(total)


@jit
def collatz(numbers):
    """Counts the steps to 1."""
    n = numbers[cuda.global_id.x]
    steps = 0
    while n > 1:
        n = cuda.where(n % 2 == 0, n // 2, 3 * n + 1)
        steps += 1
    numbers[cuda.global_id.x] = steps


def run_fill():
    out = np.zeros(40, np.uint8)
    fill[1, 4](Foo(), out)
    return out, np.arange(40, dtype=np.uint8).reshape(4, 10)[:, ::-1].ravel()


def run_histogram():
    values = np.random.default_rng(0).integers(0, 256, 300, np.uint8)
    bins = np.zeros(8, np.uint32)
    histogram[5, 64](Counter(), values, bins)
    return bins, np.bincount(values % 8, minlength=8)


def run_step():
    particles = np.zeros(5, PARTICLE)
    particles["position"] = np.arange(15).reshape(5, 3)
    particles["mass"], particles["alive"] = 2, True
    expected = particles.copy()
    expected["position"] += 2 * np.float32(0.5)
    total = expected["position"].sum(axis=1, dtype=np.float32)
    expected["alive"] = total <= 10
    expected["mass"] = np.where(total > 10, 2, np.sqrt(total))
    step[2, 4](particles, np.float32(0.5))
    return particles, expected


def run_collatz():
    numbers = np.array([1, 2, 7, 27])
    collatz[1, 4](numbers)
    return numbers, np.array([0, 1, 16, 111])


def main():
    for run in (run_fill, run_histogram, run_step, run_collatz):
        found, expected = run()
        assert (found == expected).all(), run.__name__
        print(f"{run.__name__.removeprefix('run_')}: {found}")


if __name__ == "__main__":
    main()

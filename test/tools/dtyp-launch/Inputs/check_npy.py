"""Sends arrays through dtyp-launch's .npy reader and writer."""

import os
import subprocess
import sys

import ml_dtypes
import numpy as np

NAMES = """bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16
float32 float64 complex64 complex128 bfloat16""".split()
SHAPES = [(), (0,), (1,), (7,), (2, 3), (3, 0, 2), (2, 3, 4), (1,) * 40]


def run(tool, image, *arguments):
    return subprocess.run([tool, image, "--dry-run", *arguments],
                          capture_output=True, text=True)


def save(path, array, version):
    with open(path, "wb") as file:
        np.lib.format.write_array(file, array, version=version)


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def main(tool, image, folder):
    source = os.path.join(folder, "in.npy")
    target = os.path.join(folder, "out.npy")
    numpy_target = os.path.join(folder, "numpy.npy")
    random = np.random.default_rng(1)
    count = 0
    for name in NAMES:
        for shape in SHAPES:
            dtype = np.dtype(name)
            size = int(np.prod(shape)) * dtype.itemsize
            raw = random.integers(0, 2 if name == "bool" else 256, size, np.uint8)
            array = np.frombuffer(raw.tobytes(), dtype).reshape(shape)
            np.save(numpy_target, array)
            for order, version in [("C", (1, 0)), ("C", (2, 0)), ("C", (3, 0)),
                                   ("F", (1, 0))]:
                save(source, np.asarray(array, order=order), version)
                result = run(tool, image, f"out={target}:{name}:{source}")
                assert result.returncode == 0, result.stderr
                assert result.stderr == "", result.stderr
                if read_bytes(target) != read_bytes(numpy_target):
                    sys.exit(f"{name} {shape} {order} {version}: files differ")
                count += 1
            # Without the name, but bfloat16 cannot do without.
            save(source, array, None)
            result = run(tool, image, f"out={target}:{source}")
            if name == "bfloat16":
                assert "write bfloat16: before the file's name" in result.stderr
                assert result.returncode == 1
            else:
                assert np.load(target).tobytes() == array.tobytes()

    # Headers of every length: the padding is part of the file.
    for rank in range(1, 65):
        array = np.ones((1,) * rank, np.int8)
        np.save(numpy_target, array)
        result = run(tool, image, f"out={target}:{numpy_target}")
        assert result.returncode == 0, result.stderr
        if read_bytes(target) != read_bytes(numpy_target):
            sys.exit(f"rank {rank}: files differ")
        count += 1

    # Refusals, of files that NumPy writes.
    for array, text in [
        (np.zeros(3, ">f4"), "native byte order"),
        (np.zeros(3, "i4,f4"), "records are not supported yet"),
        (np.zeros(3, np.longdouble), "no GPU has longdouble"),
        (np.array([None]), "no GPU has it"),
        (np.zeros(3, "M8[ns]"), "not supported yet"),
        (np.zeros(3, "U4"), "not supported yet"),
        (np.zeros(3, ml_dtypes.float8_e5m2), "expected a "),
        (np.zeros(3, ml_dtypes.int4), "not supported yet"),
    ]:
        np.save(source, array, allow_pickle=True)
        result = run(tool, image, source)
        assert result.returncode == 1 and text in result.stderr, result.stderr
    print(count, "files agree with NumPy")


main(*sys.argv[1:])

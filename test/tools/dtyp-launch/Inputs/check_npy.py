"""Sends arrays through dtyp-launch's .npy reader and writer."""

import os
import subprocess
import sys
import warnings

import ml_dtypes
import numpy as np

STANDARD = """bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16
float32 float64 complex64 complex128""".split()
EXTENSIONS = sorted(
    np.dtype(value).name for value in vars(ml_dtypes).values()
    if isinstance(value, type) and issubclass(value, np.generic))
OTHERS = [">f4", ">i2", ">c16", "datetime64[25s]", "m8[D]", ">M8[ns]", "S5", "U3",
          ">U2", "V7"]
# As a list that np.dtype takes, and as it is spelled here.
RECORDS = [
    ([("x", "<f4"), ("y", "<i2", (2,))], '[["x","f4"],["y","i2",[2]]]'),
    ([(("title", "z"), "u1"), ("it's", ">u4")], '[[["title","z"],"u1"],["it\'s",">u4"]]'),
    ([("\u00e9", "S3"), ("n", [("a", "M8[s]"), ("b", "?")])],
     '[["\\u00e9","S3"],["n",[["a","M8[s]"],["b","?"]]]]'),
    ([("\u03bc", "U2")], '[["\u03bc","U2"]]'),
    ([("a", "bfloat16"), ("b", "float8_e5m2", (2, 2)), ("c", "complex32")],
     '[["a","bfloat16"],["b","float8_e5m2",[2,2]],["c","complex32"]]'),
    ({"names": ["x", "y"], "formats": ["u1", "f8"], "offsets": [3, 8], "itemsize": 24},
     '{"names":["x","y"],"formats":["u1","f8"],"offsets":[3,8],"itemsize":24}'),
    (np.dtype("u1,c16,(2,)i2", align=True),
     '{"names":["f0","f1","f2"],"formats":["u1","c16","(2,)i2"],"aligned":true}'),
    ([("long" * 200 + str(i), "u1") for i in range(20)],
     "[" + ",".join(f'["{"long" * 200 + str(i)}","u1"]' for i in range(20)) + "]"),
]
DTYPES = [(name, name) for name in STANDARD + EXTENSIONS + OTHERS] + RECORDS
SHAPES = [(), (0,), (1,), (3,), (2, 3), (3, 0, 2), (2, 3, 4), (1,) * 40]


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
    warnings.simplefilter("ignore", UserWarning)  # On version 3.0.
    for form, name in DTYPES:
        for shape in SHAPES:
            dtype = np.dtype(form)
            size = int(np.prod(shape)) * dtype.itemsize
            raw = random.integers(0, 2 if name == "bool" else 256, size, np.uint8)
            array = np.frombuffer(raw.tobytes(), dtype).reshape(shape)
            np.save(numpy_target, array)
            # Not all names of fields are Latin-1.
            versions = [("C", None), ("C", (3, 0))]
            # NumPy leaves padding behind where it turns an array around.
            if not isinstance(form, (dict, np.dtype)):
                versions.append(("F", None))
            if name in STANDARD:
                versions += [("C", (1, 0)), ("C", (2, 0))]
            elif shape not in [(), (3,), (2, 3)]:
                continue
            for order, version in versions:
                save(source, np.asarray(array, order=order), version)
                result = run(tool, image, f"out={target}:{name}:{source}")
                assert result.returncode == 0, result.stderr
                assert result.stderr == "", result.stderr
                if read_bytes(target) != read_bytes(numpy_target):
                    sys.exit(f"{name} {shape} {order} {version}: files differ")
                count += 1
            # Without the name, which ml_dtypes' cannot do without.
            save(source, array, None)
            result = run(tool, image, f"out={target}:{source}")
            if name in EXTENSIONS:
                assert f"{ {1: 'float8_e4m3fn', 2: 'bfloat16', 4: 'complex32'}[dtype.itemsize]}: before the file's name" in result.stderr
                assert result.returncode == 1
            else:
                assert result.returncode == 0, result.stderr
                assert read_bytes(target)[-max(size, 1):] == read_bytes(source)[-max(size, 1):]

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
        (np.zeros(3, np.longdouble), "no GPU has longdouble"),
        (np.zeros(3, "i4,g"), "no GPU has longdouble"),
        (np.array([None]), "no GPU has it"),
        (np.zeros(3, "V0"), "no size"),
        (np.zeros(3, []), "have a size"),
        (np.zeros(3, ml_dtypes.float8_e5m2), "does not tell (descr '<f1')"),
        (np.zeros(3, ml_dtypes.int4), "does not tell (descr '<V1')"),
    ]:
        np.save(source, array, allow_pickle=True)
        result = run(tool, image, source)
        assert result.returncode == 1 and text in result.stderr, result.stderr
    print(count, "files agree with NumPy")


main(*sys.argv[1:])

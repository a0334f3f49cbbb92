"""Writes the files with which check.test compares, into the working folder."""

import numpy as np

exact = (np.arange(10, dtype=np.float32) * 3 + 3) / 2
near = exact.copy()
near[[4, 8]] += 0.01
nan = exact.copy()
nan[9] = np.nan
np.save("exact.npy", exact)
np.save("near.npy", near)
np.save("nan.npy", nan)
np.save("shape.npy", exact.reshape(2, 5))
np.save("onenan.npy", np.array([np.nan], np.float32))
np.save("inf.npy", np.array([np.inf], np.float32))

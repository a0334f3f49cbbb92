"""Arrays of all threads at once, with checks that make a program's result
defined: bounds, initialization, and races between threads."""

import numpy as np

from .dtypes import NUMPY
from .scalar_ops import Undefined, require

_NOBODY, _SEVERAL, _ATOMIC = -1, -2, -3


class Storage:
    """Memory: one copy for each thread, for each block, or for all.

    `rows` says which copy each thread sees. Where threads share copies, two of
    them may meet in an element only with a barrier in between.
    """

    def __init__(self, data, rows, is_initialized=False, is_shared=False):
        self.data = data
        self.rows = rows
        self.initialized = np.full(data.shape, is_initialized)
        self.is_shared = is_shared
        if is_shared:
            self.writer = np.full(data.shape, _NOBODY)
            self.reader = np.full(data.shape, _NOBODY)

    def end_phase(self):
        """All threads of each block have met at a barrier."""
        if self.is_shared:
            self.writer[:] = _NOBODY
            self.reader[:] = _NOBODY

    def load(self, flat, mask):
        """Loads `flat[thread, ...]` for the threads of the mask."""
        lanes = np.nonzero(mask)[0]
        rows = self.rows[lanes].reshape((-1,) + (1,) * (flat.ndim - 1))
        place = rows, flat[lanes]
        if not self.initialized[place].all():
            raise Undefined("read of what was not written")
        if self.is_shared:
            self._note_reads(place, lanes)
        result = np.zeros(flat.shape, self.data.dtype)
        result[lanes] = self.data[place]
        return result

    def store(self, flat, values, mask):
        lanes = np.nonzero(mask)[0]
        rows = self.rows[lanes].reshape((-1,) + (1,) * (flat.ndim - 1))
        place = rows, flat[lanes]
        if self.is_shared:
            self._note_writes(place, lanes)
        self.data[place] = values[lanes]
        self.initialized[place] = True

    def update(self, flat, combine, mask):
        """Updates `flat[thread, ...]` of one thread after the other by
        `combine(thread, old)`, as atomic updates do. Returns the old values, which
        depend on the order where several threads meet."""
        old = np.zeros(flat.shape, self.data.dtype)
        for lane in np.nonzero(mask)[0]:
            place = self.rows[lane], flat[lane]
            if not self.initialized[place].all():
                raise Undefined("update of what was not written")
            if self.is_shared:
                self._note_update(place, lane)
            old[lane] = self.data[place]
            self.data[place] = combine(lane, old[lane])
        return old

    def _note_update(self, place, lane):
        writer, reader = self.writer[place], self.reader[place]
        if ((writer != _NOBODY) & (writer != _ATOMIC)).any() or (reader != _NOBODY).any():
            raise Undefined("race: update of what another access uses")
        self.writer[place] = _ATOMIC

    def _note_reads(self, place, lanes):
        threads = np.broadcast_to(
            lanes.reshape((-1,) + (1,) * (place[1].ndim - 1)), place[1].shape
        )
        writer = self.writer[place]
        if ((writer != _NOBODY) & (writer != threads)).any():
            raise Undefined("race: read of another thread's write")
        others = self.reader[place]
        self.reader[place] = threads
        mixed = (self.reader[place] != threads) | ((others != _NOBODY) & (others != threads))
        self.reader[place] = np.where(mixed, _SEVERAL, self.reader[place])

    def _note_writes(self, place, lanes):
        threads = np.broadcast_to(
            lanes.reshape((-1,) + (1,) * (place[1].ndim - 1)), place[1].shape
        )
        for known in (self.writer[place], self.reader[place]):
            if ((known != _NOBODY) & (known != threads)).any():
                raise Undefined("race: write of what another thread uses")
        self.writer[place] = threads
        if (self.writer[place] != threads).any():
            raise Undefined("race: two writes")


class View:
    """What a memref value is: a storage, and where each element is in it."""

    def __init__(self, storage, shape, strides, offset):
        self.storage = storage
        self.shape = shape
        self.strides = strides
        self.offset = offset  # [threads]

    def locate(self, indices, mask):
        """The flat positions of an element per thread."""
        flat = self.offset
        for index, extent, stride in zip(indices, self.shape, self.strides, strict=True):
            require(mask, (index >= 0) & (index < extent), "index out of bounds")
            flat = flat + np.where(mask, index, 0) * stride
        return flat

    def locate_all(self):
        """The flat positions of all elements, in C order: [threads, size]."""
        inner = np.zeros(1, np.int64)
        for extent, stride in zip(self.shape, self.strides):
            inner = (inner[:, None] + np.arange(extent) * stride).ravel()
        return self.offset[:, None] + inner

    def load(self, indices, mask):
        return self.storage.load(self.locate(indices, mask), mask)

    def store(self, values, indices, mask):
        self.storage.store(self.locate(indices, mask), values, mask)

    def locate_vector(self, index, length, mask):
        """The positions of a vector in an array of rank 1, and which of its
        elements are inside."""
        lanes = index[:, None] + np.arange(length)
        inside = (lanes < self.shape[0]) & mask[:, None]
        require(mask, index >= 0, "index out of bounds")
        flat = self.offset[:, None] + np.where(inside, lanes, 0) * self.strides[0]
        return flat, inside


def whole(storage, memref, num_threads):
    """A view of all of a storage."""
    return View(storage, memref.shape, memref.row_major(), np.zeros(num_threads, np.int64))


def private_storage(memref, num_threads):
    data = np.zeros((num_threads, max(memref.size, 1)), NUMPY[memref.element])
    return Storage(data, np.arange(num_threads))

"""The native builder, with the place in the user's source for each op."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Sequence
from types import CodeType, FrameType

from dtyp._dtyp import Builder, Context, RegionOp, Type, Value

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep

Place = tuple[str, int, int]
"""File, line and column; both count from 1."""


class Recorder:
    """Makes ops where the builder is, each with the place of the call that it is of:
    the innermost one that is not in this package."""

    def __init__(self, context: Context) -> None:
        self.native = Builder(context)
        self.context = context
        self.fixed_place: Place | None = None
        self.is_in_kernel = False
        self._types: dict[str, Type] = {}
        self._places: dict[tuple[CodeType, int], Place] = {}
        self._packaged: dict[CodeType, bool] = {}

    def type(self, text: str) -> Type:
        """Returns the type that the IR spells so."""
        type = self._types.get(text)
        if type is None:
            type = self._types[text] = Type.parse(text, self.context)
        return type

    def cast(self, value: Value, source: str, target: str) -> Value:
        """Makes a cast between dtypes that the IR spells so."""
        return self.native.cast(value, self.type(source), self.type(target), self.place)

    @property
    def place(self) -> Place:
        """The place of the call that makes an op of a kernel.

        Raises:
            ValueError: There is no kernel to which the op could belong.
        """
        if not self.is_in_kernel:
            raise ValueError("expected a kernel that is being built: the last one has ended")
        return self.find_place()

    def find_place(self) -> Place:
        """Returns the place of the call that is being built."""
        if self.fixed_place:
            return self.fixed_place
        frame = sys._getframe(1)
        while frame.f_back and self._is_packaged(frame.f_code):
            frame = frame.f_back
        key = (frame.f_code, frame.f_lasti)
        if key not in self._places:
            self._places[key] = _place_of(frame)
        return self._places[key]

    def _is_packaged(self, code: CodeType) -> bool:
        packaged = self._packaged.get(code)
        if packaged is None:
            packaged = os.path.abspath(code.co_filename).startswith(_PACKAGE)
            self._packaged[code] = packaged
        return packaged

    def op(
        self,
        name: str,
        operands: Sequence[Value],
        result: str,
        attributes: dict[str, str] | None = None,
    ) -> Value:
        """Makes an op with one result, whose type and attributes are spelled as in the
        IR."""
        (value,) = self.native.create(
            name, operands, [self.type(result)], attributes or {}, self.place
        )
        return value

    def do(
        self,
        name: str,
        operands: Sequence[Value] = (),
        attributes: dict[str, str] | None = None,
    ) -> None:
        """Makes an op without a result."""
        self.native.create(name, operands, [], attributes or {}, self.place)

    def open(
        self,
        name: str,
        operands: Sequence[Value],
        num_regions: int,
        attributes: dict[str, str] | None = None,
    ) -> RegionOp:
        """Makes an op with empty regions."""
        return self.native.open(name, operands, attributes or {}, num_regions, self.place)


def _place_of(frame: FrameType) -> Place:
    code = frame.f_code
    positions = itertools.islice(code.co_positions(), frame.f_lasti // 2, None)
    line, _, column, _ = next(positions)
    return code.co_filename, line or frame.f_lineno or 0, (column or 0) + 1

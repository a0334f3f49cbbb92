"""Loops and branches: contexts whose body is what is built inside of `with`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dtyp._dtyp import Type
from dtyp.builder.functions import as_condition
from dtyp.builder.recorder import Recorder
from dtyp.builder.scalar import Scalar, as_index, index_scalar
from dtyp.builder.types import INDEX


class Region:
    """A region of an op that is built inside of `with`."""

    def __init__(self, recorder: Recorder, terminator: str = "scf.yield") -> None:
        self._recorder = recorder
        self._terminator = terminator
        self._op = None
        self._region = 0

    def _enter(self, op: Any, region: int = 0, arguments: Sequence[Type] = ()) -> list:
        r = self._recorder
        values = r.native.enter(op, region, list(arguments), r.place)
        self._op, self._region = op, region
        return values

    def _leave(self) -> None:
        native = self._recorder.native
        if not native.is_innermost(self._op, self._region):
            raise ValueError("expected the end of what was begun last")
        self._recorder.do(self._terminator)
        native.leave(self._op, self._region)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        # Also behind an exception: what is built so far is a body.
        self._leave()


class Range(Region):
    """A loop over integers; `with` names the one that counts."""

    def __init__(self, recorder: Recorder, bounds: tuple[Any, ...]) -> None:
        super().__init__(recorder)
        if not 1 <= len(bounds) <= 3:
            raise TypeError(f"expected 1 to 3 bounds of a range, but got {len(bounds)}")
        start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        start, stop, step = (
            int(bound) if isinstance(bound, np.integer) else bound
            for bound in (start, stop, step)
        )
        if isinstance(step, int) and step == 0:
            raise ValueError("expected a step that is not zero")
        self._start, self._stop, self._step = start, stop, step

    def __enter__(self) -> Scalar:
        r = self._recorder
        given = (self._start, self._stop, self._step)
        if all(isinstance(number, int) and not isinstance(number, bool) for number in given):
            known = range(*given)
            if self._step < 0 or (known and known[-1] + self._step > INDEX.maximum):
                return self._count(len(known), self._step)
        elif isinstance(self._step, int) and self._step < 0:
            return self._count_down(-self._step)
        bounds = [as_index(r, bound) for bound in (self._start, self._stop, self._step)]
        return self._loop(bounds)

    def _loop(self, bounds: list) -> Scalar:
        r = self._recorder
        op = r.open("scf.for", bounds, 1)
        (value,) = self._enter(op, 0, [r.type("index")])
        return index_scalar(r, value)

    def _count(self, count: Any, step: int) -> Scalar:
        """A loop of that many iterations, whose own counter cannot overflow."""
        start = index_scalar(self._recorder, as_index(self._recorder, self._start))
        iteration = self._loop([as_index(self._recorder, b) for b in (0, count, 1)])
        return start + iteration * step

    def _count_down(self, step: int) -> Scalar:
        """IR has steps above zero only: counts the iterations."""
        r = self._recorder
        start = index_scalar(r, as_index(r, self._start))
        distance = start - index_scalar(r, as_index(r, self._stop))
        count = (distance + (step - 1)) // step
        return self._count(count, -step)


class Branch(Region):
    """What happens where a condition holds, and with `else_` where it does not."""

    def __init__(self, recorder: Recorder, condition: Any) -> None:
        super().__init__(recorder)
        self._condition = as_condition(recorder, condition)

    def __enter__(self) -> Branch:
        op = self._recorder.open("scf.if", [self._condition._value], 2)
        self._enter(op)
        return self

    def else_(self) -> Otherwise:
        """Begins the other branch, directly behind the first one."""
        return Otherwise(self)


class Otherwise(Region):
    """The other branch of a condition."""

    def __init__(self, branch: Branch) -> None:
        super().__init__(branch._recorder)
        if branch._op is None:
            raise ValueError("expected else_() behind the branch")
        self._branch = branch

    def __enter__(self) -> None:
        self._enter(self._branch._op, 1)


class While(Region):
    """A loop as long as a condition holds, which is computed before each iteration."""

    def __init__(self, recorder: Recorder, condition: Callable[[], Any]) -> None:
        super().__init__(recorder)
        if not callable(condition):
            raise TypeError(
                "expected a function that computes the condition, such as "
                "'lambda: i.value < 10'"
            )
        self._condition = condition

    def __enter__(self) -> None:
        r = self._recorder
        op = r.open("scf.while", [], 2)
        self._enter(op, 0)
        try:
            holds = as_condition(r, self._condition())
        except BaseException:
            # The loop ends at once.
            never = as_condition(r, False)
            r.do("scf.condition", [never._value])
            r.native.leave(op, 0)
            self._enter(op, 1)
            self._leave()
            raise
        r.do("scf.condition", [holds._value])
        r.native.leave(op, 0)
        self._enter(op, 1)

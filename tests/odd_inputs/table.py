"""The table of odd inputs: what is given, at which door, and the answer, which is a value, one sentence or a check."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee import InputError

CASES = {
    case["id"]: case["input"]
    for case in json.loads((Path(__file__).parents[1] / "reference/bad_inputs.json").read_text())["cases"]
}
SENTENCE = re.compile(r"`[^`]+` must [^\n]+; got [^\n]+\.( [^\n]+[.?)])?")


class Row(NamedTuple):
    """One odd input; `case` is its row of reference/bad_inputs.json, if it has one."""

    door: str
    given: str
    call: Callable[..., Any]
    answer: Any
    case: str
    slow: bool = False

    def check(self, *fixtures: Any) -> None:
        """Call with as many of the fixtures as the call takes, and hold the answer against what comes."""
        wanted = [p for p in inspect.signature(self.call).parameters.values() if p.default is p.empty]
        given = fixtures[: len(wanted)]
        if not isinstance(self.answer, str):
            found = self.call(*given)
            assert self.answer is None or found == pytest.approx(self.answer, abs=1e-12)
            return
        with pytest.raises(InputError) as caught:
            self.call(*given)
        said, words = str(caught.value), self.answer.split("*")  # what a star stands for, another library says
        assert SENTENCE.fullmatch(said), said
        assert re.fullmatch(".*".join(map(re.escape, words)), said), said


class Table:
    """The rows of one file of tests; `door` is where most of them are given."""

    def __init__(self, door: str) -> None:
        self.door = door
        self.rows: list[Row] = []

    def add(self, given: str, call: Callable[..., Any], answer: Any, case: str = "", door: str = "") -> None:
        """A row: the value that comes, or the sentence."""
        self.rows.append(Row(door or self.door, given, call, answer, case))

    def refuse(self, rows: Iterable[tuple[str, Callable[..., Any], str]], door: str = "") -> None:
        """Rows of a case, a call and its sentence; several of one case are numbered."""
        for case, call, sentence in rows:
            count = sum(row.case == case for row in self.rows)
            given = f"{CASES[case]} {count + 1}" if case else sentence.split(" must")[0] + f" {len(self.rows)}"
            self.add(given, call, sentence, case, door)

    def answers(
        self, given: str = "", case: str = "", door: str = "", each: Iterable[Any] = (), slow: bool = False
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A function that gives the input and checks what comes; with `each` one row for each value.

        Of slow rows with values the first is tried in every run.
        """

        def put(check: Callable[..., Any]) -> Callable[..., Any]:
            words = given or CASES[case]
            calls = {f"{words}: {value!r}": partial(check, value) for value in each} or {words: check}
            for i, (shown, call) in enumerate(calls.items()):
                late = slow and (i > 0 or call is check)
                self.rows.append(Row(door or self.door, shown, call, None, case, late))
            return check

        return put

    @property
    def params(self) -> list[Any]:
        """The rows as cases of a test."""
        late = [pytest.mark.slow]
        return [pytest.param(r, id=f"{r.door}: {r.given}"[:90], marks=late * r.slow) for r in self.rows]

"""Reference cases through the public API: what each `op` (seeds) or case id (peers) means in referee.

Each module of this package maps operations to calls: `SEED` by the case's `op`, `PEER` by the beginning of its id.
A handler takes the case's inputs and returns a value of the same form as the expected one; it may answer more than
one case asks. What it does not answer, or answers differently, stands in `left_out` with the reason.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from referee.core import Interval

HERE = Path(__file__).parent.parent / "reference"
Inputs = dict[str, Any]
Handler = Callable[[Inputs], Any]
NOT_GIVEN = object()
"""What a handler does not answer."""


def cases(name: str) -> list[dict[str, Any]]:
    return json.loads((HERE / name).read_text())["cases"]


def data(path: str) -> dict[str, Any]:
    return json.loads((HERE / path).read_text())


def columns(inputs: Inputs, *names: str) -> list[list[Any]]:
    """Columns of the case's data file, by the names that the case has for them."""
    table = data(inputs["data"])
    return [table[inputs[name]] for name in names]


def ends(interval: Interval | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {"lower": low, "upper": high}


def handlers(kind: str) -> dict[str, Handler]:
    out: dict[str, Handler] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        for key, handler in getattr(importlib.import_module(f"adapters.{module.name}"), kind, {}).items():
            assert key not in out, f"two handlers for {key}"
            out[key] = handler
    return out


def handler_of(case: dict[str, Any]) -> Handler:
    """Of a seed the handler of its operation, of a peer the one whose key is the longest beginning of the id."""
    found = [key for key in PEER if case["id"].startswith(key)]
    if "op" in case:
        return SEED.get(case["op"], lambda _: NOT_GIVEN)
    return PEER[max(found, key=len)] if found else lambda _: NOT_GIVEN


def differences(got: Any, expected: Any, tolerance: float, where: str) -> Iterator[tuple[str, str]]:
    """Each single value expected, by its path, with what is wrong with ours; that is empty where they agree."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            ours = got.get(key, NOT_GIVEN) if isinstance(got, dict) else NOT_GIVEN
            yield from differences(ours, value, tolerance, f"{where}/{key}")
    elif isinstance(expected, list):
        every = [NOT_GIVEN] * len(expected) if got is NOT_GIVEN else list(got)
        assert len(every) == len(expected), f"{where}: {every} instead of {expected}"
        for i, (ours, value) in enumerate(zip(every, expected, strict=True)):
            yield from differences(ours, value, tolerance, f"{where}/{i}")
    elif got is NOT_GIVEN:
        yield where, f"nothing instead of {expected}"
    else:
        yield where, "" if _agree(got, expected, tolerance) else f"{got!r} instead of {expected!r} +- {tolerance}"


def _agree(got: Any, expected: Any, tolerance: float) -> bool:
    if expected is None:
        return got is None or got != got
    if isinstance(expected, str):
        return str(got) == expected
    return got is not None and abs(float(got) - float(expected)) <= tolerance


SEED = handlers("SEED")
PEER = handlers("PEER")

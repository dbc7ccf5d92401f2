"""Reference cases through the public API: what each `op` (seeds) or case id (peers) means in referee.

Each module of this package maps operations to calls: `SEED` by the case's `op`, `PEER` by the beginning of its id.
A handler takes the case's inputs and returns a value of the same form as the expected one. Of a mapping it may leave
out keys that are a peer's own; for a seed it answers every key, and may answer more than one case asks.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent / "reference"
Handler = Callable[[dict[str, Any]], Any]


def cases(name: str) -> list[dict[str, Any]]:
    return json.loads((HERE / name).read_text())["cases"]


def data(path: str) -> dict[str, Any]:
    return json.loads((HERE / path).read_text())


def handlers(kind: str) -> dict[str, Handler]:
    out: dict[str, Handler] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        for key, handler in getattr(importlib.import_module(f"adapters.{module.name}"), kind, {}).items():
            assert key not in out, f"two handlers for {key}"
            out[key] = handler
    return out


def peer_handler(case_id: str) -> Handler | None:
    """The handler whose key is the longest beginning of the id."""
    found = [key for key in PEER if case_id.startswith(key)]
    return PEER[max(found, key=len)] if found else None


def same(got: Any, expected: Any, tolerance: float, where: str = "", partial: bool = False) -> None:
    """Assert that two values agree: numbers within the tolerance, mappings key by key, lists item by item."""
    if isinstance(expected, dict):
        assert isinstance(got, dict), where
        assert got, f"{where}: the handler gave nothing"
        keys = got if partial else expected
        assert set(keys) <= set(got) & set(expected), f"{where}: {sorted(got)} instead of {sorted(expected)}"
        for key in keys:
            same(got[key], expected[key], tolerance, f"{where}/{key}", partial)
    elif isinstance(expected, list):
        got = list(got)
        assert len(got) == len(expected), f"{where}: {got} instead of {expected}"
        for i, (a, b) in enumerate(zip(got, expected, strict=True)):
            same(a, b, tolerance, f"{where}[{i}]", partial)
    elif expected is None:
        assert got is None or got != got, f"{where}: {got} instead of undefined"
    elif isinstance(expected, str):
        assert str(got) == expected, f"{where}: {got!r} instead of {expected!r}"
    else:
        assert got is not None, f"{where}: None instead of {expected}"
        assert abs(float(got) - float(expected)) <= tolerance, (
            f"{where}: {got} instead of {expected} +- {tolerance}"
        )


SEED = handlers("SEED")
PEER = handlers("PEER")

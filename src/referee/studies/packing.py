"""Arrays and splits as the bytes that a store keeps, and back."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from itertools import pairwise
from typing import Any

import numpy as np

from referee import _check
from referee.core import Splits
from referee.core.types import Array
from referee.errors import FileError

WHOLE = ("|u1", "<u2", "<u4", "<i8")
KINDS = (*WHOLE, "<f8")


def pack(array: Array) -> tuple[str, bytes]:
    r"""The type and the bytes of an array; whole numbers from 0 in the smallest type that holds them.

    >>> pack(np.array([0, 1, 255]))
    ('|u1', b'\x00\x01\xff')
    """
    array = np.ascontiguousarray(array)
    if array.dtype.kind == "f":
        return "<f8", array.astype("<f8", copy=False).tobytes()
    most, least = (int(array.max()), int(array.min())) if array.size else (0, 0)
    kind = next((k for k in WHOLE if least >= 0 and most <= np.iinfo(k).max), "<i8")
    return kind, array.astype(kind).tobytes()


def unpack(kind: str, data: bytes, columns: int = 1) -> Array:
    """The array of some bytes, of several columns as rows x columns."""
    if kind not in KINDS:
        _check.fail("store", f"hold arrays of type {', '.join(KINDS)}", _check.show_value(kind), error=FileError)
    array = np.frombuffer(data, dtype=kind)
    array = array.astype(np.float64 if kind == "<f8" else np.int64)
    return array if columns == 1 else array.reshape(-1, columns)


def pack_splits(splits: Splits) -> tuple[str, bytes]:
    """Splits as JSON and the rows of all their parts, one after the other."""
    roles = {"tests": splits.tests, "trains": splits.trains, "validations": splits.validations}
    parts = [part for role in roles.values() for part in role or ()]
    kind, data = pack(np.concatenate(parts))
    facts = {field.name: getattr(splits, field.name) for field in fields(splits)}
    facts["parameters"] = {key: _json(value) for key, value in splits.parameters.items()}
    facts |= {role: None if rows is None else [len(part) for part in rows] for role, rows in roles.items()}
    facts["type"] = kind
    return json.dumps(facts), data


def unpack_splits(text: str, data: bytes) -> Splits:
    """The splits that `pack_splits` wrote."""
    facts = json.loads(text)
    rows, start = unpack(facts.pop("type"), data), 0
    for role in ("tests", "trains", "validations"):
        if facts[role] is not None:
            ends = start + np.cumsum([0, *facts[role]])
            facts[role] = tuple(rows[a:b] for a, b in pairwise(ends.tolist()))
            start = int(ends[-1])
    return Splits(**facts)


def split_prints(splits: Splits) -> list[bytes]:
    """A hash of the rows of each split in their roles, 8 bytes each."""
    out = []
    for train, test in splits:
        digest = hashlib.sha256(f"{len(train)} {len(test)}".encode())
        digest.update(train.astype("<i8").tobytes())
        digest.update(test.astype("<i8").tobytes())
        out.append(digest.digest()[:8])
    return out


def _json(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    return value if isinstance(value, str | int | float | bool | type(None)) else str(value)

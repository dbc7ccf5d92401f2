"""What was printed, saved and drawn when tests/as_before/kept.json was written, and whether it is so still.

A change that is meant is accepted with `REFEREE_ACCEPT=1 pytest tests/as_before`; the diff of the file then names what
changed. Nothing here says that an answer is right: it says that nobody changed it unawares.
"""

from __future__ import annotations

import atexit
import json
import os
from pathlib import Path

import pytest

from helpers.bare import BARE
from helpers.fingerprints import differ, fingerprint

KEPT = Path(__file__).parents[1] / "as_before" / "kept.json"
ACCEPT = os.environ.get("REFEREE_ACCEPT") == "1"
BEFORE = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
EXACT, PRINTED, DRAWN = 1e-9, 1e-4, 2e-5
"""Tolerances: of saved numbers; of printed ones, which may round up on one machine and down on another; of coordinates,
which are rounded to a tenth of a pixel."""

if BARE:
    pytest.skip("kept with the newest versions of every package", allow_module_level=True)


def check(name, text, tolerance=EXACT, *, digits=False):
    """Compare the text with the one that was kept under this name; with `digits` also how many digits are shown."""
    found = fingerprint(text, digits=digits)
    tolerance = max(tolerance, PRINTED if digits else 0.0)
    if ACCEPT:
        _accept(name, [found[0], found[1], *(float(f"{value:.12g}") for value in found[2:])])
    assert name in BEFORE, f"{name} is new: accept it with REFEREE_ACCEPT=1"
    what = differ(found, BEFORE[name], tolerance)
    assert not what, f"the {what} of {name} changed:\n{text[:3000]}"


def _accept(name, figures):
    BEFORE[name] = figures
    atexit.unregister(_write)
    atexit.register(_write)


def _write():
    lines = (f"{json.dumps(name)}: {json.dumps(BEFORE[name])}" for name in sorted(BEFORE))
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def saved(noun):
    """A noun as it is saved, without what tells the machine and the versions."""
    return json.dumps(_without(noun.to_dict()), sort_keys=True)


def _without(data):
    if isinstance(data, dict):
        gone = ("checksum", "counted_with", "origin", "versions", "seconds", "version")
        return {key: _without(value) for key, value in data.items() if key not in gone}
    return [_without(value) for value in data] if isinstance(data, list) else data

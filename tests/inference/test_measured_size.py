"""Measured false alarms of the tests of two learners."""

from __future__ import annotations

import pytest

from referee.inference import measured_size
from referee.inference.measured_size import _RATES, RUNS, WORLDS


def test_every_test_has_a_rate_in_every_world():
    assert len(RUNS) == len(WORLDS)
    for name, rates in _RATES.items():
        assert len(rates) == len(WORLDS), name
        size, known = measured_size(name), [rate for rate in rates if rate is not None]
        assert (size.low, size.high, size.worlds) == (min(known), max(known), len(known))
        assert f"{100 * size.high:.1f}%" in size.sentence


@pytest.mark.parametrize(
    ("name", "tolerable"),
    [
        ("corrected t, random splits", True),
        ("corrected t, random splits, a fifth tested", True),
        ("corrected t, random splits, a tenth tested", False),
        ("corrected t, k-fold", True),
        ("corrected t, repeated k-fold", False),
        ("paired t, k-fold", False),
        ("5x2cv t", False),
        ("5x2cv F", False),
        ("McNemar exact, k-fold", False),
        ("unpaired z, leave-one-out", False),
        ("bootstrap leave-one-out", True),
    ],
)
def test_what_may_drive_a_verdict(name, tolerable):
    assert measured_size(name).tolerable is tolerable

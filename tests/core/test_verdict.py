from __future__ import annotations

import math

import pytest

from referee.core.estimate import Interval
from referee.core.verdict import Verdict, decide


def ci(low, high):
    return Interval(low, high, 0.95, "-")


@pytest.mark.parametrize(
    ("wide", "narrow", "margin", "verdict", "negligible"),
    [
        ((0.01, 0.2), (0.02, 0.19), None, "better", False),
        ((-0.2, -0.01), (-0.19, -0.02), 0.1, "worse", False),
        ((0.001, 0.008), (0.002, 0.007), 0.01, "better", True),
        ((-0.008, -0.001), (-0.007, -0.002), 0.01, "worse", True),
        ((-0.011, 0.009), (-0.009, 0.008), 0.01, "equivalent", False),
        ((-0.008, 0.009), (-0.006, 0.007), None, "undecided", False),
        ((-0.02, 0.02), (-0.01, 0.01), 0.01, "undecided", False),  # inside means strictly inside
        ((0.0, 0.2), (0.01, 0.19), None, "undecided", False),  # above 0, not from 0
        ((0.0, 0.0), (0.0, 0.0), 0.01, "undecided", False),  # no width is no interval
        ((math.nan, math.nan), (math.nan, math.nan), 0.01, "undecided", False),
    ],
)
def test_rules(wide, narrow, margin, verdict, negligible):
    decision = decide(ci(*wide), ci(*narrow), margin)
    assert (decision.verdict, decision.negligible) == (Verdict(verdict), negligible)
    assert bool(decision.reason) == (verdict == "undecided")


@pytest.mark.parametrize("wide", [(0.01, 0.2), (-0.2, -0.1), (-0.001, 0.001)])
def test_a_second_test_that_disagrees_makes_it_undecided(wide):
    decision = decide(ci(*wide), ci(*wide), 0.01, "two tests disagree")
    assert decision.verdict is Verdict.UNDECIDED
    assert decision.reason == "two tests disagree"


def test_without_an_interval():
    assert decide(None, None, 0.1).reason == "there is no interval for the difference"

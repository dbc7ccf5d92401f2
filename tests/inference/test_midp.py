"""The mid-P interval: its equation, R's values, and its exact coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from adapters import cases
from referee.inference import midp

R = [c for c in cases("peer_cases_open.json") if c["id"].startswith("binom_ci_")]
STEP = 5e-4
"""PropCIs::midPci walks inward in steps of 0.0005 and stops at the first step that is inside: off by up to one."""


def tail(k: int, n: int, p: float) -> float:
    """P(X > k) + P(X = k) / 2."""
    return float(binom.sf(k, n, p) + binom.pmf(k, n, p) / 2)


@pytest.mark.parametrize("case", R, ids=lambda c: c["id"])
def test_the_limits_solve_the_equation_and_those_of_r_lie_a_step_inside(case):
    k, n, level = (case["inputs"][key] for key in ("successes", "n", "confidence"))
    half = (1 - level) / 2
    ours, theirs = midp(k, n, level), case["expected"]["midp"]
    if k > 0:
        assert tail(k, n, ours.low) == pytest.approx(half, abs=1e-12)
        assert ours.low - 1e-4 <= theirs[0] <= ours.low + STEP
    if k < n:
        assert 1 - tail(k, n, ours.high) == pytest.approx(half, abs=1e-12)
        assert ours.high - STEP <= theirs[1] <= ours.high + 1e-4


def test_a_limit_of_r_that_is_not_the_solution():
    """At R's upper limit for 5 of 10 the tail is .0252, not .025: ours is right and 4e-4 away."""
    assert 1 - tail(5, 10, 0.7876) == pytest.approx(0.02519, abs=1e-5)
    assert tail(3, 5000, 0.0006) > 0.4


def test_coverage_is_exact_on_average_and_never_far_below():
    shares = np.linspace(0.01, 0.99, 197)
    for n in (20, 37, 50, 100, 200):
        limits = np.array([tuple(midp(k, n)) for k in range(n + 1)])
        inside = (limits[:, :1] <= shares) & (shares <= limits[:, 1:])
        coverage = (binom.pmf(np.arange(n + 1)[:, None], n, shares) * inside).sum(axis=0)
        assert 0.945 <= coverage.mean() <= 0.965
        assert coverage.min() >= 0.90

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from referee.errors import InputError
from referee.inference import coverage, coverage_curve, limit_curves, proportion_interval


@pytest.mark.parametrize(
    ("n", "p", "wald", "wilson"), [(40, 0.3, 0.930, 0.944), (30, 0.02, 0.454, 0.978), (1000, 0.01, 0.927, 0.964)]
)
def test_the_coverage_of_the_textbook(n, p, wald, wilson):
    assert round(coverage(n, p, method="wald"), 3) == wald
    assert round(coverage(n, p, method="wilson"), 3) == wilson


def test_coverage_is_the_sum_over_outcomes():
    held = [k for k in range(26) if p_in(k, 25, 0.17)]
    assert abs(coverage(25, 0.17) - stats.binom.pmf(held, 25, 0.17).sum()) < 1e-12
    assert coverage(10, 0.0, method="wilson") == 1.0


def p_in(k, n, p):
    low, high = proportion_interval(k, n)
    return low <= p <= high


@pytest.mark.parametrize("p", [0.01, 0.1, 0.37, 0.5])
def test_the_exact_interval_never_covers_less_than_it_says(p):
    assert coverage(20, p, method="clopper_pearson") >= 0.95
    assert coverage(20, p, method="clopper_pearson", level=0.8) >= 0.8


def test_a_curve_has_the_coverage_of_each_n():
    curve = coverage_curve(0.05, [5, 20, 60], method="wald")
    assert curve.x.tolist() == [5, 20, 60]
    assert curve.y.tolist() == [coverage(n, 0.05, method="wald") for n in (5, 20, 60)]


def test_what_cannot_be_is_refused():
    for call in (
        lambda: coverage(0, 0.5),
        lambda: coverage(10, 1.5),
        lambda: coverage(10, 0.5, method="walt"),
        lambda: coverage_curve(0.5, 10),
        lambda: limit_curves(0),
    ):
        with pytest.raises(InputError):
            call()


def test_the_curves_of_figure_9_10_are_the_exact_limits():
    low, high = limit_curves(50)
    exact = [stats.binomtest(k, 50).proportion_ci(method="exact") for k in range(51)]
    assert np.allclose(low.y, [one.low for one in exact])
    assert np.allclose(high.y, [one.high for one in exact])
    assert np.allclose(low.y, 1 - high.y[::-1])
    wide, narrow = (np.subtract(b.y, a.y)[len(a) // 2] for a, b in (limit_curves(10), limit_curves(1000)))
    assert wide > narrow
    assert len(limit_curves(1000)[0]) == 101


def test_what_holds_for_successes_holds_for_failures():
    for method in ("midp", "wilson", "clopper_pearson"):
        assert coverage(30, 0.98, method=method) == pytest.approx(coverage(30, 0.02, method=method), abs=1e-12)

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import ndtri

from referee import Ranking, Verdict, compare, read
from referee.errors import InputError
from referee.inference import delong_few
from referee.inference.delong_variance import delong
from referee.planning import auc_variance_factor, positives_for_auc, power_of_auc

DESIGNS = [(0.75, 0.65, 0.5, 1.0, 0.54), (0.9, 0.75, 0.5, 4.0, 0.58), (0.95, 0.92, 0.9, 4.0, 0.937)]
"""Two AUCs, the correlation of their estimates, negatives to a positive, the correlation of scores that gives it."""


def drawn(design, positives, rng):
    a, b, _, ratio, rho = design
    y = np.repeat([True, False], [positives, int(np.ceil(positives * ratio))])
    noise = np.sqrt(rho) * rng.normal(size=len(y)) + np.sqrt(1 - rho) * rng.normal(size=(2, len(y)))
    return y, *(noise + np.sqrt(2) * ndtri([[a], [b]]) * y)


@pytest.mark.parametrize("design", DESIGNS)
def test_planned_power_is_reached_by_the_test_that_compare_leads_with(design):
    """Within .03, and two Monte Carlo errors; with DeLong's variance alone the last plan had 33 positives: .37."""
    a, b, r, ratio, _ = design
    positives = positives_for_auc(a, b, correlation=r, ratio=ratio)
    promised = power_of_auc(positives, a, b, correlation=r, ratio=ratio)
    assert 0.8 <= promised < 0.83
    rng = np.random.default_rng(0)
    tables = (drawn(design, positives, rng) for _ in range(600))
    shown = np.mean([delong_few(*table, positive=True).p_value < 0.05 for table in tables])
    assert abs(shown - promised) < 0.03 + 2 * np.sqrt(0.16 / 600)


@pytest.mark.slow
@pytest.mark.parametrize("design", DESIGNS)
def test_planned_power_is_what_compare_delivers(design):
    """The verdict itself, which the swap permutation could object to: 600 runs."""
    a, b, r, ratio, _ = design
    rng, positives = np.random.default_rng(1), positives_for_auc(a, b, correlation=r, ratio=ratio)
    shown = 0
    for _ in range(600):
        y, *scores = drawn(design, positives, rng)
        first, second = (read(y, y_score=x, positive=True) for x in scores)
        shown += compare(first, second, metric="roc_auc", rng=1).verdict is Verdict.BETTER
    assert abs(shown / 600 - 0.8) < 0.03 + 2 * np.sqrt(0.16 / 600)


@pytest.mark.parametrize(("auc", "ratio"), [(0.8, 1.0), (0.95, 3.0), (0.55, 0.5)])
def test_variance_is_that_of_delong_on_average(auc, ratio):
    rng = np.random.default_rng(1)
    positives = 300
    y = np.repeat([True, False], [positives, int(positives * ratio)])
    found = [
        delong(Ranking.from_scores(y, rng.normal(y * np.sqrt(2) * ndtri(auc)), positive=True)) for _ in range(40)
    ]
    expected = auc_variance_factor(auc, ratio) / positives
    assert_allclose(np.mean([f.variance for f in found]), expected, rtol=0.05)


def test_power_and_cases_agree():
    for correlation in (0.0, 0.5, 0.9):
        n = positives_for_auc(0.85, 0.8, correlation=correlation)
        assert_allclose(power_of_auc(n, 0.85, 0.8, correlation=correlation), 0.8, atol=0.01)
    assert positives_for_auc(0.85, 0.8, correlation=0.9) < positives_for_auc(0.85, 0.8)
    assert auc_variance_factor(0.9, 1.0) < auc_variance_factor(0.7, 1.0)


def test_bad_input():
    with pytest.raises(InputError, match="`b` must differ from `a`"):
        positives_for_auc(0.8, 0.8)
    with pytest.raises(InputError, match="`correlation` must lie strictly between -1 and 1"):
        positives_for_auc(0.8, 0.7, correlation=1)
    with pytest.raises(InputError, match="`variance` must be one of"):
        positives_for_auc(0.8, 0.7, variance="hanley")
    with pytest.raises(InputError, match="`a` must lie strictly between 0 and 1"):
        power_of_auc(20, 80, 0.7)


@pytest.mark.parametrize("a", [1e-131, 1e-12, 0.5, 1 - 1e-9])
@pytest.mark.parametrize("ratio", [1e-300, 1.0, 1e300])
def test_areas_at_the_end_of_the_scale_have_a_plan(a, ratio):
    assert positives_for_auc(a, 0.7, ratio=ratio) >= 1
    assert 0 <= power_of_auc(10, a, 0.7, ratio=ratio, correlation=1 - 1e-16) <= 1


def test_areas_that_floats_hardly_tell_apart_are_refused():
    with pytest.raises(InputError, match="`b` must differ from `a` by at least 1e-9"):
        positives_for_auc(0.5, 0.5 + 1e-12)

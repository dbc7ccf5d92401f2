from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from referee import ConfusionMatrix, InputError, read, where_better

A = ConfusionMatrix.from_counts(tp=2, fn=18, fp=15, tn=965)
B = ConfusionMatrix.from_counts(tp=19, fn=1, fp=50, tn=930)


def models(n=300, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    answers = [np.where(rng.random(n) < q, y, 1 - y) for q in (0.9, 0.7)]
    return y, *answers


def test_the_line_is_the_difference_of_expected_costs():
    region = where_better(A, B, rng=0)
    x = region.probability_cost
    cost_a, cost_b = 18 / 20 * x + 15 / 980 * (1 - x), 1 / 20 * x + 50 / 980 * (1 - x)
    assert_allclose(region.advantage, cost_b - cost_a)
    assert (region.low <= region.advantage).all()
    assert (region.advantage <= region.high).all()


def test_exchanging_the_models_flips_the_region():
    one, two = where_better(A, B, rng=0), where_better(B, A, rng=0)
    assert_allclose(one.advantage, -two.advantage)
    assert [w for *_, w in one.ranges()] == ["better", "undecided", "worse"]
    assert [w for *_, w in two.ranges()] == ["worse", "undecided", "better"]


def test_pairing_narrows_the_limits():
    y, a, b = models()
    b = np.where(np.arange(len(y)) % 10 == 0, b, a)
    one, two = read(y, a), read(y, b)
    paired, apart = where_better(one, two, rng=0), where_better(one, two, independent=True, rng=0)
    assert_allclose(paired.advantage, apart.advantage)
    assert ((paired.high - paired.low) < (apart.high - apart.low)).all()


@pytest.mark.slow
def test_pointwise_limits_cover():
    """At the class shares of the test set the advantage is a difference of error rates of known value."""
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(60):
        tables = []
        for right in (0.9, 0.8):
            tp, tn = rng.binomial(60, right), rng.binomial(140, right)
            tables.append(ConfusionMatrix.from_counts(tp=tp, fn=60 - tp, fp=140 - tn, tn=tn))
        region = where_better(*tables, rng=1)
        at = int(np.abs(region.probability_cost - 0.5).argmin())
        hits += region.low[at] <= 0.1 <= region.high[at]
    assert hits / 60 >= 0.86


def test_identical_models_are_undecided_everywhere():
    y, a, _ = models(50)
    one = read(y, a)
    assert where_better(one, one, rng=0).ranges() == [(0.0, 1.0, "undecided")]


def test_at_a_prevalence_and_costs():
    region = where_better(A, B, rng=0)
    assert region.at(prevalence=0.001) == "better"
    assert region.at(prevalence=0.5) == "worse"
    assert region.at(prevalence=0.001, cost_fn=1000) == "worse"
    for bad in ({"prevalence": 1.5}, {"prevalence": 0.5, "cost_fn": 0}, {"prevalence": 0.5, "cost_fp": -1}):
        with pytest.raises(InputError, match="must"):
            region.at(**bad)


def test_bad_input():
    y, a, b = models(50)
    with pytest.raises(InputError, match="`b` must be answers or a ConfusionMatrix"):
        where_better(A, [1, 0])
    with pytest.raises(InputError, match="`groups` must not be given"):
        where_better(read(y, a, groups=y), read(y, b, groups=y))
    with pytest.raises(InputError, match="`weights` must not be importance weights"):
        where_better(read(y, a, weights=y + 1), read(y, b, weights=y + 1))
    with pytest.raises(InputError, match="cases of both classes"):
        where_better(ConfusionMatrix.from_counts(tp=2, fn=1, fp=0, tn=0), B)
    with pytest.raises(InputError, match="`level` must"):
        where_better(A, B, level=95)

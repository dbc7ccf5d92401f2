import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import gain_curve, lift_at, lift_curve, roc


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_equals_every_order_of_the_ties(seed, k):
    rng = np.random.default_rng(seed)
    y = np.append(rng.integers(0, 2, 5), 1)
    s = rng.integers(0, 3, 6)
    lifts = []
    for order in itertools.permutations(range(6)):
        if (np.diff(s[list(order)]) <= 0).all():
            lifts.append(y[list(order)[:k]].mean() / y.mean())
    found = lift_at(Ranking.from_scores(y, s, positive=1), top=k)
    assert found.lift == pytest.approx(np.mean(lifts))
    assert found.optimistic == pytest.approx(max(lifts))
    assert found.pessimistic == pytest.approx(min(lifts))
    assert found.precision == pytest.approx(found.lift * y.mean())
    assert found.recall == pytest.approx(found.precision * k / y.sum())
    assert bool(found.note) == (max(lifts) - min(lifts) > 1e-9)


@given(scored(), st.floats(0.01, 1))
def test_curves_agree_with_the_number(case, share):
    r = ranked(case)
    found = lift_at(r, share)
    at = found.fraction
    assert lift_curve(r, fractions=[at]).y[0] == pytest.approx(found.lift)
    assert gain_curve(r, fractions=[at]).y[0] == pytest.approx(found.recall)


@given(scored())
def test_points_of_the_curves(case):
    r = ranked(case)
    gain, lift, curve = gain_curve(r), lift_curve(r), roc(r)
    np.testing.assert_allclose(gain.y, curve.y)
    np.testing.assert_allclose(gain.x, (curve.tp + curve.fp) / (curve.positives + curve.negatives))
    np.testing.assert_allclose(lift.y * lift.x, gain.y[1:])
    assert lift.y[-1] == pytest.approx(1)
    assert "in expectation" in lift.note


def test_rounding_to_cases():
    r = Ranking.from_scores([1, 0, 1, 0, 0], [5, 4, 3, 2, 1], positive=1)
    assert [lift_at(r, f).top for f in (0.01, 0.3, 0.5, 0.7, 1.0)] == [1, 2, 2, 4, 5]


def test_weights_are_shares_of_the_total_weight():
    r = Ranking.from_scores([1, 0, 1], [3, 2, 1], positive=1, weights=[0.5, 0.5, 1.0])
    found = lift_at(r, 0.5)
    assert found.top == 1.0
    assert found.lift == pytest.approx(0.5 / 0.75)


@pytest.mark.parametrize("reason", ["there is no positive case", "there is no case"])
def test_undefined_with_its_reason(reason):
    ranking = single_class()[reason]
    found = lift_at(ranking, 0.5)
    assert math.isnan(found.lift)
    assert found.undefined == reason
    assert lift_curve(ranking).undefined == reason
    assert gain_curve(ranking).undefined == reason


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "`fraction` must be given, or `top`, and not both; got neither"),
        ({"fraction": 0.1, "top": 1}, "and not both; got both"),
        ({"fraction": 10}, r"`fraction` must lie between 0 and 1; got 10\. Did you mean 0\.1"),
        ({"fraction": 0}, "`fraction` must be greater than 0"),
        ({"top": 3}, r"`top` must be at most the number of cases \(2\); got 3"),
        ({"top": 1.5}, "`top` must be a whole number"),
    ],
)
def test_bad_cuts(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        lift_at(Ranking.from_scores([1, 0], [2, 1]), **options)


def test_no_lift_at_a_share_of_zero():
    with pytest.raises(ValueError, match="`fractions` must be greater than 0"):
        lift_curve(Ranking.from_scores([1, 0], [2, 1]), fractions=[0.0, 0.5])

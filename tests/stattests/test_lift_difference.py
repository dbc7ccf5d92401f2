"""Lift of two scores: Tango's interval on the positives of the tops, ties in expectation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import Ranking
from referee.curves import lift_at
from referee.stattests import lift_paired, lift_unpaired, tango
from referee.stattests.lift_difference import top_of


def test_it_is_tango_of_the_tops_times_n_over_k():
    rng = np.random.default_rng(5)
    y = rng.random(200) < 0.2
    a, b = y * 1.5 + rng.normal(size=200), y * 0.5 + rng.normal(size=200)
    tops = [np.argsort(-s)[:20] for s in (a, b)]
    one, two = (np.isin(np.arange(200), top)[y] for top in tops)
    table = [
        [int((one & two).sum()), int((one & ~two).sum())],
        [int((~one & two).sum()), int((~one & ~two).sum())],
    ]
    made, theirs = lift_paired(y, a, b, positive=True), tango(table)
    assert made.p_value == pytest.approx(theirs.p_value)
    assert tuple(made.effect.interval) == pytest.approx(tuple(10 * x for x in theirs.effect.interval))
    lifts = [lift_at(Ranking.from_scores(y, s, positive=True), 0.1).lift for s in (a, b)]
    assert made.effect.value == pytest.approx(lifts[0] - lifts[1])


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=40),
    st.sampled_from(["two-sided", "greater", "less"]),
    st.booleans(),
)
def test_values_ties_exchange_and_duality(rows, alternative, paired):
    y, a, b = (np.array(column) for column in zip(*rows, strict=True))
    if not y.any():
        return
    columns = (y, a, b) if paired else (y, a, y, b)
    back_columns = (y, b, a) if paired else (y, b, y, a)
    test = lift_paired if paired else lift_unpaired
    other = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    made = test(*columns, positive=True, alternative=alternative)
    back = test(*back_columns, positive=True, alternative=other)
    lifts = [lift_at(Ranking.from_scores(y, s, positive=True), 0.1).lift for s in (a, b)]
    assert made.effect.value == pytest.approx(lifts[0] - lifts[1], abs=1e-12)
    assert back.effect.value == pytest.approx(-made.effect.value, abs=1e-12)
    assert back.p_value == pytest.approx(made.p_value, rel=1e-6, abs=1e-9)
    if abs(made.p_value - 0.05) > 1e-6:
        assert (0 not in made.effect.interval) == (made.p_value < 0.05)


def test_ties_at_the_cut_are_shared():
    assert top_of(np.array([1.0, 1.0, 1.0, 1.0]), 1).tolist() == [0.25] * 4
    assert top_of(np.array([5.0, 1.0]), 2).tolist() == [1.0, 1.0]


def test_without_positives_there_is_no_lift():
    none, some = np.zeros(2, dtype=bool), np.array([True, False])
    for made in (lift_paired(none, [1, 2], [2, 1]), lift_unpaired(some, [1, 2], none, [2, 1])):
        assert made.effect.undefined == "there are no positive cases"
        assert math.isnan(made.p_value)


def test_the_same_tops_give_one():
    same = lift_paired([1, 0, 0, 1], [4, 3, 2, 1], [9, 1, 2, 3], positive=1)
    assert same.p_value == 1
    assert same.effect.interval.width > 0
    assert same.warnings == ("p is 1 because the models have the same positives in their tops.",)

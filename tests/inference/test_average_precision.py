"""The interval of average precision at its ends."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee import Ranking
from referee.inference import average_precision_interval
from referee.inference.proportion import proportion_interval


@pytest.mark.parametrize("positives", range(1, 41))
def test_a_perfect_ranking_has_the_limits_of_all_hits(positives):
    """The sum of 1/P over P cases may be 1 but for rounding."""
    y = np.repeat([1, 0], [positives, 4])
    found = average_precision_interval(Ranking.from_scores(y, -np.arange(len(y)), positive=1))
    exact = proportion_interval(positives, positives, 0.95, method="clopper_pearson")
    assert found.value == pytest.approx(1, abs=1e-12)
    assert (found.interval.low, found.interval.high) == pytest.approx((exact.low, exact.high))


@pytest.mark.parametrize("negatives", [10, 1000, 100_000])
def test_one_positive_at_the_end(negatives):
    y = np.repeat([0, 1], [negatives, 1])
    found = average_precision_interval(Ranking.from_scores(y, -np.arange(len(y)), positive=1))
    assert found.value == pytest.approx(1 / (negatives + 1))
    assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1


def test_the_logit_of_the_value_is_the_middle():
    y = np.array([1, 1, 0, 1, 0, 0, 1, 0, 1, 0])
    found = average_precision_interval(Ranking.from_scores(y, -np.arange(10), positive=1))
    ends = [math.log(p / (1 - p)) for p in (found.interval.low, found.value, found.interval.high)]
    assert ends[1] == pytest.approx((ends[0] + ends[2]) / 2)
    assert ends[2] - ends[1] == pytest.approx(1.959964 / math.sqrt(5 * found.value * (1 - found.value)), rel=1e-6)


@pytest.mark.parametrize("unit", [0.25, 2.0])
def test_equal_weights_say_what_no_weights_say(unit):
    """The limits rest on Kish's number of positives, which the unit of the weights does not change."""
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 60)
    scores = rng.normal(y)
    plain = average_precision_interval(Ranking.from_scores(y, scores, positive=1)).interval
    weighted = average_precision_interval(
        Ranking.from_scores(y, scores, positive=1, weights=np.full(60, unit))
    ).interval
    assert (weighted.low, weighted.high) == pytest.approx((plain.low, plain.high))

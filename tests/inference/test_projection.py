from __future__ import annotations

import numpy as np
import pytest

from referee import compare, read
from referee.inference.delong_variance import delong
from referee.inference.influence import projected_limits, projected_variance
from referee.inference.proportion import beta_limits
from referee.metrics import hand_till, micro_auc, ovr_auc, provost_domingos

RNG = np.random.default_rng(4)
Y = np.append(np.arange(4), RNG.integers(4, size=296))
P = RNG.dirichlet(np.ones(4), size=300) + 0.3 * np.eye(4)[Y]
P /= P.sum(axis=1, keepdims=True)


def test_of_two_classes_it_is_delongs_variance():
    y, s = Y % 2, P[:, 1]
    answers = read(y, y_score=s, positive=1)
    cases = hand_till.sees(answers)
    variance, _ = projected_variance(cases, hand_till.project(cases)[1])
    assert variance == pytest.approx(delong(answers.ranking).variance, rel=1e-12)
    weighted = read(y, y_score=s, positive=1, weights=RNG.random(300) + 0.1)
    cases = hand_till.sees(weighted)
    variance, _ = projected_variance(cases, hand_till.project(cases)[1])
    assert variance == pytest.approx(delong(weighted.ranking).variance, rel=1e-12)


@pytest.mark.parametrize("entry", [hand_till, ovr_auc, provost_domingos, micro_auc])
def test_the_error_is_that_of_resampled_cases(entry):
    cases = entry.sees(read(Y, y_score=P))
    variance, _ = projected_variance(cases, entry.project(cases)[1])
    rows = RNG.integers(300, size=(400, 300))
    drawn = [entry(Y[r], P[r], labels=[0, 1, 2, 3]) for r in rows]
    assert np.sqrt(variance) == pytest.approx(np.std(drawn), rel=0.15)


def test_groups_of_one_case_are_cases_and_equal_cases_in_a_group_count_once():
    alone = hand_till.sees(read(Y, y_score=P, groups=np.arange(300)))
    value, df = projected_variance(alone, hand_till.project(alone)[1])
    free = hand_till.sees(read(Y, y_score=P))
    assert value == pytest.approx(projected_variance(free, hand_till.project(free)[1])[0], rel=0.02)
    assert df == 299
    twice = hand_till.sees(
        read(np.repeat(Y, 2), y_score=np.repeat(P, 2, axis=0), groups=np.repeat(np.arange(300), 2))
    )
    assert projected_variance(twice, hand_till.project(twice)[1])[0] == pytest.approx(value, rel=1e-9)


def test_counts_are_repetitions():
    times = RNG.integers(1, 4, size=300)
    counted = hand_till.sees(read(Y, y_score=P, weights=times, weights_are="counts"))
    listed = hand_till.sees(read(np.repeat(Y, times), y_score=np.repeat(P, times, axis=0)))
    one, two = (projected_variance(c, hand_till.project(c)[1]) for c in (counted, listed))
    assert one == pytest.approx(two, rel=1e-9)


def test_limits_are_never_narrower_than_those_of_a_share():
    low, high = projected_limits(0.9, 0.0009, 50.0, 5)(0.025)
    exact = beta_limits(0.9, 100.0, 0.025)
    assert low <= exact[0] < 0.9 < exact[1] <= high
    assert projected_limits(1.0, 0.0, 50.0, 5)(0.025) == beta_limits(1.0, 5, 0.025)


def test_a_difference_has_the_error_of_resampled_pairs_and_turns_its_sign():
    other = P + 0.5 * RNG.random(P.shape)
    other /= other.sum(axis=1, keepdims=True)
    a, b = read(Y, y_score=P), read(Y, y_score=other)
    duel, back = (compare(*pair, metric="hand_till", rng=0) for pair in ((a, b), (b, a)))
    rows = RNG.integers(300, size=(300, 300))
    drawn = [hand_till(Y[r], P[r]) - hand_till(Y[r], other[r]) for r in rows]
    assert duel.test.details["se"] == pytest.approx(np.std(drawn), rel=0.15)
    assert tuple(duel.difference.interval) == pytest.approx([-x for x in tuple(back.difference.interval)[::-1]])
    same = compare(a, a, metric="hand_till", rng=0)
    assert same.test.p_value == 1
    assert same.difference.interval.low < 0 < same.difference.interval.high


def test_a_difference_of_groups_is_judged_by_its_clusters():
    groups = np.arange(300) // 10
    other = P**2 / (P**2).sum(axis=1, keepdims=True)
    pair = [read(Y, y_score=p, groups=groups) for p in (P, other + 0.1 * RNG.random(P.shape))]
    assert compare(*pair, metric="ovr_auc", rng=0).test.details["clusters"] == 30
    few = [read(Y, y_score=p, groups=np.arange(300) // 100) for p in (P, other)]
    assert "3 clusters are too few" in compare(*few, metric="ovr_auc", rng=0).test.inapplicable

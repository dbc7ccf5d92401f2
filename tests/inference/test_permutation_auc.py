from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from referee import read
from referee.core import Ranking
from referee.core.pair import Pair
from referee.core.rank_scores import mid_ranks
from referee.errors import InputError
from referee.inference._trial import Scope, p_of_values
from referee.inference.permutation_auc import (
    _accepted_sums,
    _by_tail,
    _sums,
    permutation_auc,
    random_signed_sums,
    swap_effects,
)


def auc(y, s):
    return Ranking.from_scores(y, s, positive=1).auc


def brute(y, a, b):
    a, b = mid_ranks(np.asarray(a, float)) / 2, mid_ranks(np.asarray(b, float)) / 2
    values = []
    for swap in itertools.product((False, True), repeat=len(y)):
        values.append(auc(y, np.where(swap, b, a)) - auc(y, np.where(swap, a, b)))
    values = np.array(values)
    return np.mean(abs(values) >= abs(auc(y, a) - auc(y, b)) - 1e-12)


rows = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=7)


@settings(max_examples=20, deadline=None)
@given(rows)
def test_exact_equals_reranking_every_swap(cases):
    y, a, b = map(list, zip(*cases, strict=True))
    if len(set(y)) == 1:
        return
    result = permutation_auc(y, a, b, positive=1)
    assert_allclose(result.p_value, brute(y, a, b), rtol=1e-9)
    assert_allclose(result.effect.value, auc(y, a) - auc(y, b), atol=1e-12)
    other = permutation_auc(y, b, a, positive=1)
    assert_allclose(other.p_value, result.p_value, rtol=1e-12)
    assert other.effect.value == -result.effect.value


def example(n=80, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return y, np.round(rng.normal(y, 1.0), 1), np.round(rng.normal(0.4 * y, 1.0), 1)


def test_the_statistic_is_linear_in_the_swaps():
    y, a, b = example()
    one, two = mid_ranks(a), mid_ranks(b)
    d = swap_effects(y == 1, one, two)
    scale = 4 * (y == 1).sum() * (y == 0).sum()
    rng = np.random.default_rng(1)
    for _ in range(20):
        swap = rng.random(len(y)) < 0.5
        expected = auc(y, np.where(swap, two, one)) - auc(y, np.where(swap, one, two))
        assert_allclose((np.where(swap, -1, 1) * d).sum() / scale, expected, atol=1e-12)


def test_a_monotone_rescaling_changes_nothing():
    y, a, b = example()
    base = permutation_auc(y, a, b, resamples=500, rng=1)
    assert permutation_auc(y, a, 1000 * np.exp(b), resamples=500, rng=1) == base
    assert permutation_auc(y, np.arctan(a), b) == permutation_auc(y, a, b)


def test_monte_carlo_is_near_exact():
    y, a, b = example()
    exact, drawn = permutation_auc(y, a, b), permutation_auc(y, a, b, resamples=20_000, rng=1)
    assert exact.details["exact"] == 1
    assert drawn.details["exact"] == 0
    assert abs(exact.p_value - drawn.p_value) < 5 * drawn.details["monte_carlo_error"]


def test_random_signed_sums_have_the_right_moments():
    values = np.concatenate([np.full(40, 3), np.arange(1, 30)])
    sums = random_signed_sums(values, 20_000, 5)
    variance = float((values**2).sum())
    assert abs(sums.mean()) < 5 * np.sqrt(variance / 20_000)
    assert abs(sums.var() / variance - 1) < 0.05
    assert set(np.unique(sums % 2)) == {values.sum() % 2}


@pytest.mark.parametrize("resamples", [None, 40])
def test_identical_models_give_one(resamples):
    y, a, _ = example()
    assert permutation_auc(y, a, a, resamples=resamples, rng=1).p_value == 1
    assert permutation_auc([1, 1, 0, 0], [4, 3, 2, 1], [9, 8, 1, 0], resamples=resamples, rng=1).p_value == 1


def test_pairs_by_id_and_few_cases():
    y, a, b = example(30)
    order = np.random.default_rng(3).permutation(30)
    pair = Pair(
        read(y, y_score=a, case_ids=range(30)),
        read(y[order], y_score=b[order], case_ids=np.arange(30)[order]),
    )
    assert permutation_auc(pair) == permutation_auc(y, a, b)
    few = permutation_auc([1, 1, 0, 0], [4, 3, 2, 1], [1, 3, 2, 4], resamples=10_000)
    assert few.details["exact"] == 1
    assert "distinct rearrangements" in few.warnings[0]


def test_a_class_is_absent():
    result = permutation_auc([1, 1], [0.1, 0.2], [0.2, 0.1], positive=1)
    assert np.isnan(result.p_value)
    assert "no negative cases" in result.inapplicable


def test_bad_input():
    with pytest.raises(InputError, match="one model"):
        permutation_auc([1, 0], [1, 0])
    with pytest.raises(InputError, match="`positive` must"):
        permutation_auc(list("abab"), [1, 2, 3, 4], [1, 2, 3, 4])


def test_whole_clusters_are_swapped():
    y, a, b = example(28)
    g = np.repeat(np.arange(7), 4)
    pair = Pair(read(y, y_score=a, groups=g), read(y, y_score=b, groups=g))
    one, two = mid_ranks(a), mid_ranks(b)
    values = []
    for pattern in itertools.product((False, True), repeat=7):
        swap = np.array(pattern)[g]
        values.append(auc(y, np.where(swap, two, one)) - auc(y, np.where(swap, one, two)))
    expected = np.mean(np.abs(values) >= abs(auc(y, a) - auc(y, b)) - 1e-12)
    assert_allclose(permutation_auc(pair).p_value, expected)
    g = np.repeat(np.arange(2), 14)
    pair = Pair(read(y, y_score=a, groups=g), read(y, y_score=b, groups=g))
    assert "6 are needed" in permutation_auc(pair).inapplicable


scores = st.lists(st.tuples(st.booleans(), st.integers(0, 6), st.integers(0, 6)), min_size=4, max_size=24)


@settings(max_examples=150, deadline=None)
@given(
    scores,
    st.sampled_from(["two-sided", "greater", "less"]),
    st.sampled_from([0.8, 0.9, 0.95, 0.99]),
    st.sampled_from([None, 19, 39, 99]),
)
def test_the_interval_excludes_0_exactly_when_p_is_below_alpha(cases, alternative, level, resamples):
    y, a, b = map(np.array, zip(*cases, strict=True))
    if y.all() or not y.any():
        return
    words = {"positive": True, "alternative": alternative, "level": level}
    result = permutation_auc(y, a, b, resamples=resamples, rng=1, **words)
    interval = result.effect.interval
    if interval is None:
        assert result.p_value == 1
        assert result.effect.value == 0
        return
    assert (0 not in interval) == (result.p_value < 1 - level)
    assert -1 <= interval.low <= result.effect.value + 1e-12
    assert result.effect.value - 1e-12 <= interval.high <= 1


@pytest.mark.slow
def test_the_half_width_is_the_quantile_of_the_swap_distribution():
    y, a, b = example(12)
    one, two = mid_ranks(a), mid_ranks(b)
    values = []
    for pattern in itertools.product((False, True), repeat=12):
        swap = np.array(pattern)
        values.append(abs(auc(y, np.where(swap, two, one)) - auc(y, np.where(swap, one, two))))
    values = np.array(values)
    half = max(v for v in values if np.mean(values >= v - 1e-12) >= 0.1 - 1e-12)
    result = permutation_auc(y, a, b, level=0.9)
    assert_allclose(result.effect.interval.high - result.effect.value, half, atol=1e-9)
    assert_allclose(result.effect.value - result.effect.interval.low, half, atol=1e-9)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("places", [0, 3])
def test_many_cases_are_taken_as_normal(alternative, places):
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 60_000)
    a, b = (np.round(rng.normal(y, 1.0), places) for _ in range(2))
    normal = permutation_auc(y, a, b, alternative=alternative)
    drawn = permutation_auc(y, a, b, alternative=alternative, resamples=4000, rng=1)
    assert normal.details["normal"] == 1
    assert abs(normal.p_value - drawn.p_value) < 4.5 * drawn.details["monte_carlo_error"]
    assert_allclose(list(normal.effect.interval), list(drawn.effect.interval), atol=2e-4)
    assert (0 not in normal.effect.interval) == (normal.p_value < 0.05)


def test_the_normal_form_equals_the_exact_one():
    """Ties on few scores keep the exact form feasible where the normal one is already right."""
    from referee.inference._subset_sums import signed_sums
    from referee.inference._trial import p_of_values
    from referee.inference.permutation_auc import _normal_p

    moved = np.concatenate([np.full(2000, 3), np.full(3000, 6), np.full(500, 9)])
    least, shares = signed_sums(moved)
    sums = least + 2 * np.arange(len(shares))
    attained = sums[shares > 1e-12]
    for total in (0, 150, 606, 900, 1206):
        total = int(attained[np.abs(attained - total).argmin()])
        for alternative in ("two-sided", "greater", "less"):
            way = "absolute" if alternative == "two-sided" else alternative
            exact = p_of_values(sums, total, way, weights=shares)
            near = _normal_p(total, float(np.sqrt((moved.astype(float) ** 2).sum())), 3, alternative)
            assert_allclose(near, exact, atol=6e-5)


def test_a_seed_gives_the_same_sums_of_values_that_occur_often_and_seldom():
    values = np.repeat([1, 100], [20, 3])
    assert random_signed_sums(values, 6, 0).tolist() == [-100, -104, 92, -96, 104, 100]


@pytest.mark.parametrize("way", ["absolute", "greater", "less"])
def test_a_tail_that_a_few_cases_decide_is_sharp_at_the_limits_too(way):
    """Four cases weigh most: 3 sd of the sum is so far out that its tail says nothing about the middle."""
    moved = np.r_[[611, 589, 473, 447, 128, 107, 37, 24, 13, 13], np.arange(807) % 9 + 1]
    total = int(moved.sum()) - 2 * 1480
    total = -total if way == "less" else total
    sums, shares = _sums(moved, total, Scope(2 ** len(moved), None, 1))
    p, low, high = _by_tail(moved, total, 0.05, way)
    assert p == pytest.approx(p_of_values(sums, total, way, weights=shares), rel=1e-6)
    exact = _accepted_sums(sums, shares, 0.05, way)
    assert (low, high) == exact if way == "absolute" else high == exact[1]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_no_limit_is_beyond_what_a_difference_of_areas_can_be(alternative):
    y = np.arange(20) % 2
    right, wrong = (read(y, y_score=sign * 100.0 * y + np.arange(20), positive=1) for sign in (1, -1))
    best, worst = (
        permutation_auc(Pair(*pair), alternative=alternative, rng=0).effect.interval
        for pair in ((right, wrong), (wrong, right))
    )
    assert best.high == 1.0
    assert worst.low == -1.0
    assert min(best.low, worst.low) >= -1.0
    assert max(best.high, worst.high) <= 1.0

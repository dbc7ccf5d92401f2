"""The interval of an AUC by every method."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import beta, norm

from adapters import data
from referee import read
from referee.core import Ranking
from referee.errors import InputError
from referee.inference.auc import FORMULAS, METHODS, auc_interval
from referee.inference.auc_formulas import (
    auc_default,
    clip_interval,
    delong_logit,
    delong_normal,
    effective_cases,
    hanley_mcneil,
    newcombe_limits,
)
from referee.inference.delong_variance import DeLong, delong
from referee.inference.proportion import midp

RANKING_METHODS = [m for m in METHODS if m != "obuchowski"]
Z = norm.ppf(0.975)


def ranking(name: str, scores: str = "s1") -> Ranking:
    table = data(f"data/{name}.json")
    return Ranking.from_scores(table["y"], table[scores], positive=1)


def made(seed: int, p: int, n: int, shift: float = 1.0) -> Ranking:
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [p, n])
    return Ranking.from_scores(y, rng.normal(shift * y, 1).round(1), positive=1)


@pytest.mark.parametrize(
    ("auc", "p", "n"), [(0.8, 30, 30), (0.95, 10, 490), (0.5, 7, 3), (1.0, 5, 5), (0.0, 4, 9)]
)
def test_newcombe_solves_its_equation(auc, p, n):
    k = (p + n) / 2 - 1

    def gap(x):
        spread = x * (1 - x) / (p * n) * (1 + k * (1 - x) / (2 - x) + k * x / (1 + x))
        return (auc - x) ** 2 - Z**2 * spread

    low, high = newcombe_limits(auc, p, n, 0.95)
    if auc:
        assert low == pytest.approx(brentq(gap, 1e-9, auc - 1e-9 if auc < 1 else 0.999), abs=1e-9)
    else:
        assert low == 0
    if auc < 1:
        assert high == pytest.approx(brentq(gap, auc + 1e-9 if auc else 0.001, 1 - 1e-9), abs=1e-9)
    else:
        assert high == 1


def test_hanley_mcneil_by_its_two_probabilities():
    r = made(3, 51, 58, 1.6)
    q1, q2, a = r.auc / (2 - r.auc), 2 * r.auc**2 / (1 + r.auc), r.auc
    se = math.sqrt((a * (1 - a) + 50 * (q1 - a * a) + 57 * (q2 - a * a)) / (51 * 58))
    assert list(hanley_mcneil(r)) == pytest.approx([a - Z * se, a + Z * se], abs=1e-9)


def test_default_by_records():
    """The mid-P equation at the effective number of cases, taken from the placements of single records."""

    def cases(u, v, end):
        def spread(x):
            mass = np.append(np.ones(len(x)), 0.5)
            x = np.append(x, end)
            mean = np.average(x, weights=mass)
            total = mass.sum()
            return np.average((x - mean) ** 2, weights=mass) * total / (total - 1) / (mean * (1 - mean))

        return max(1 / (spread(u) / len(u) + spread(v) / len(v)), min(len(u), len(v)))

    def lower(k, n):
        return brentq(
            lambda p: beta.cdf(p, k, n - k + 1) / 2 + beta.cdf(p, k + 1, n - k) / 2 - 0.025, 1e-12, k / n
        )

    for seed in range(8):
        rng = np.random.default_rng(seed)
        x, y = rng.normal(1, 2, 6 + seed).round(1), rng.normal(0, 1, 40).round(1)
        above = (x[:, None] > y) + (x[:, None] == y) / 2
        u, v, a = above.mean(axis=1), above.mean(axis=0), above.mean()
        ci = auc_default(Ranking.from_scores(np.repeat([1, 0], [len(x), 40]), np.append(x, y), positive=1))
        below, beyond = cases(u, v, 0), cases(u, v, 1)
        assert ci.low == pytest.approx(lower(a * below, below), abs=1e-8)
        assert ci.high == pytest.approx(1 - lower((1 - a) * beyond, beyond), abs=1e-8)


def test_default_where_a_placement_is_all_or_nothing_is_that_of_a_share():
    """With positives above or below all of very many negatives the area is a share of the positives found."""
    y, scores = np.repeat([1, 0], [30, 100_000]), np.append(np.repeat([2.0, 0.0], [27, 3]), np.ones(100_000))
    share = midp(27, 30)
    assert list(auc_default(Ranking.from_scores(y, scores, positive=1))) == pytest.approx(list(share), abs=2e-3)


def test_default_turned_round_is_its_mirror_image():
    r = made(4, 12, 30)
    turned = Ranking(-r.scores[::-1], r.positives[::-1], r.negatives[::-1])
    low, high = auc_default(r)
    assert list(auc_default(turned)) == pytest.approx([1 - high, 1 - low], abs=1e-12)


def test_few_positives_nearly_all_ranked_first_do_not_hide_the_others():
    """30 positives at the very top: DeLong's variance is next to nothing, but a 31st may well rank low."""
    rng = np.random.default_rng(1)
    y = np.repeat([1, 0], [30, 970])
    r = Ranking.from_scores(y, np.append(rng.normal(6, 1, 30), rng.normal(0, 1, 970)), positive=1)
    assert delong(r).variance < 1e-6
    assert auc_default(r).low < 0.93


def test_logit_maps_the_normal_interval():
    r = made(1, 30, 50)
    found = delong(r)
    half = Z * math.sqrt(found.variance) / (found.auc * (1 - found.auc))
    ends = [1 / (1 + math.exp(-(math.log(found.auc / (1 - found.auc)) + d))) for d in (-half, half)]
    assert list(delong_logit(r)) == pytest.approx(ends, abs=1e-9)


def test_confidenceinterval_package():
    estimate = auc_interval(ranking("bin200_imb"), method="delong")
    expected = [0.9202128052711487, 0.8605566185638868, 0.9798689919784106]
    assert [estimate.value, *estimate.interval] == pytest.approx(expected, abs=1e-6)


def test_the_svm_of_the_seeds():
    scores = [169.752, 109.2, 19.21, 1.905, -2.75, -12.64, -29.124, -83.222, -91.554, -128.212]
    r = Ranking.from_scores([1, 1, 0, 1, 1, 0, 0, 0, 1, 0], scores, positive=1)
    assert round(math.sqrt(delong(r).variance), 3) == 0.177
    normal = delong_normal(r)
    assert normal.high == 1
    assert "cut to [0, 1]" in normal.method
    assert "more than 10" in auc_interval(r, method="delong").note


@pytest.mark.parametrize("method", RANKING_METHODS)
@pytest.mark.parametrize(
    "name", ["bin_perfect", "bin_reversed", "bin_alltied", "bin7_tiny", "bin60", "bin113_ties"]
)
def test_inside_the_range_and_never_without_width(method, name):
    estimate = auc_interval(ranking(name), method=method, rng=1, resamples=200)
    ci = estimate.interval
    assert 0 <= ci.low < ci.high <= 1
    assert estimate.value in ci
    if "Newcombe" in ci.method and method not in ("newcombe", "auto"):
        assert "Newcombe's is given" in estimate.note


@pytest.mark.parametrize("method", RANKING_METHODS)
def test_one_class_is_undefined_with_a_reason(method):
    positives = Ranking.from_scores([1, 1, 1], [0.1, 0.2, 0.3], positive=1)
    negatives = Ranking(positives.scores, positives.negatives, positives.positives)
    for r, word in ((positives, "negative"), (negatives, "positive")):
        estimate = auc_interval(r, method=method)
        assert math.isnan(estimate.value)
        assert estimate.interval is None
        assert estimate.undefined == f"there is no {word} case"


@pytest.mark.parametrize("method", RANKING_METHODS)
def test_one_positive_has_a_wide_interval(method):
    r = Ranking.from_scores([1, 0, 0, 0, 0], [3, 4, 2, 1, 0], positive=1)
    ci = auc_interval(r, method=method, rng=1, resamples=200).interval
    assert 0 <= ci.low < 0.75 < ci.high <= 1
    if method in ("auto", "newcombe", "delong", "delong_logit"):
        assert ci.width > 0.5


@pytest.mark.parametrize("bad", [float("nan"), None])
def test_a_missing_score_is_refused_with_its_row(bad):
    with pytest.raises(
        InputError, match=r"`y_score` must have no missing value; got 1 missing value.*row 2 \(index 1\)"
    ):
        Ranking.from_scores([0, 1, 1], [0.1, bad, 0.3], positive=1)


def test_infinite_scores_keep_their_order():
    r = Ranking.from_scores([1, 1, 0, 0], [math.inf, 0.2, 0.1, -math.inf], positive=1)
    assert auc_interval(r).value == 1
    assert auc_interval(r).interval.low < 1


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 30), st.integers(2, 30), st.sampled_from(list(FORMULAS)))
def test_properties_of_the_formulas(seed, p, n, method):
    r = made(seed, p, n)
    wide, narrow = (auc_interval(r, level=level, method=method).interval for level in (0.99, 0.8))
    assert wide.low <= narrow.low + 1e-9
    assert narrow.high <= wide.high + 1e-9
    other = auc_interval(r.invert(), level=0.8, method=method).interval
    if method != "hanley_mcneil" or p == n:  # its exponential model is not symmetric
        assert [1 - other.high, 1 - other.low] == pytest.approx(list(narrow), abs=1e-8)
    scaled = Ranking(r.scores, r.positives * 2.5, r.negatives * 2.5, 1, r.positives * 2.5**2, r.negatives * 2.5**2)
    weighted = auc_interval(scaled, level=0.8, method=method)
    assert list(weighted.interval) == pytest.approx(list(narrow), abs=1e-8)
    assert weighted.n == pytest.approx(p + n)


def test_wrong_words():
    r = made(1, 5, 5)
    with pytest.raises(InputError, match="`method` must be one of"):
        auc_interval(r, method="wald")
    with pytest.raises(InputError, match=r"`level` must lie strictly between 0 and 1; got 95\."):
        auc_interval(r, level=95)
    with pytest.raises(InputError, match="`method` must be another one unless groups are given"):
        auc_interval(r, method="obuchowski")
    with pytest.raises(InputError, match="`resamples` must be at least 100"):
        auc_interval(r, method="bootstrap", resamples=10)


@pytest.mark.parametrize(("smaller", "told"), [(10, True), (11, False)])
def test_few_cases_of_a_class_are_told_up_to_ten(smaller, told):
    y = [1] * smaller + [0] * 30
    note = auc_interval(read(y, y_score=np.random.default_rng(0).random(len(y)), positive=1)).note
    assert ("normal forms are meant for more than 10" in note) == told


def test_one_case_of_a_class_has_no_variance_of_its_own():
    alone, still = (DeLong(0.8, 0.01, part, 0.01, 1, 50) for part in (math.nan, 0.0))
    assert effective_cases(alone, unseen_at=0.8) == effective_cases(still, unseen_at=0.8) > 1


def test_an_interval_beyond_the_range_is_cut_at_both_ends():
    assert tuple(clip_interval(1.2, 1.3, 0.95, "normal")) == (1.0, 1.0)
    assert tuple(clip_interval(-0.3, -0.2, 0.95, "normal")) == (0.0, 0.0)
    assert tuple(clip_interval(0.2, 0.3, 0.95, "normal")) == (0.2, 0.3)

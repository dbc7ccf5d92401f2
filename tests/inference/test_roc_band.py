from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import beta, binom, kstwo

from adapters import data
from referee.core import Band, Ranking, load
from referee.core.rank_scores import rank
from referee.errors import InputError
from referee.inference.curve_band import (
    fpr_band,
    roc_band,
    threshold_at,
    tpr_at_fpr,
)
from referee.inference.estimate import estimate
from referee.metrics import get


def made(seed, p, n, digits=9, shift=1.0):
    rng = np.random.default_rng(seed)
    y = np.arange(p + n) < p
    return Ranking(*rank(rng.normal(shift * y, 1).round(digits), y), positive=1)


@pytest.mark.parametrize(
    ("name", "expected"), [("bin60", [0.4, 1]), ("bin113_ties", [0.48780487804878, 0.865853658536585])]
)
def test_sensitivity_at_specificity_as_proc(name, expected):
    table = data(f"data/{name}.json")
    r = Ranking.from_scores(table["y"], table["s1"], positive=1)
    for specificity, value in zip([0.9, 0.5], expected, strict=True):
        found = estimate(get(f"sensitivity_at_specificity:{specificity}"), r, seed=1)
        assert found.value == pytest.approx(value, abs=1e-9)
        assert 0 <= found.interval.low < found.interval.high <= 1
        assert found.value in found.interval


def test_pointwise_keeps_a_width_where_all_replicates_agree():
    perfect = Ranking.from_scores([1] * 8 + [0] * 8, range(16, 0, -1), positive=1)
    band = roc_band(perfect, [0.0, 0.5, 1.0], rng=1, resamples=200)
    assert band.value.tolist() == [1, 1, 1]
    assert band.low == pytest.approx([beta.ppf(0.025, 8, 1)] * 3)
    assert band.high.tolist() == [1, 1, 1]


def test_pointwise_is_the_wider_of_its_two_limits():
    r = made(1, 40, 80)
    band = roc_band(r, [0.1, 0.3], rng=3, level=0.9)
    rows = np.random.default_rng(1)
    scores_p, scores_n = np.repeat(r.scores, r.positives), np.repeat(r.scores, r.negatives)
    drawn = []
    for _ in range(1500):
        s = np.r_[rows.choice(scores_p, 40), rows.choice(scores_n, 80)]
        other = Ranking(*rank(s, np.arange(120) < 40))
        drawn.append(tpr_at_fpr(other.tp[None], other.fp[None], np.array([0.1, 0.3]))[0])
    low, high = np.quantile(drawn, [0.05, 0.95], axis=0)
    hits = band.value * 40
    assert band.low == pytest.approx(np.minimum(low, beta.ppf(0.05, hits, 41 - hits)), abs=0.03)
    assert band.high == pytest.approx(np.maximum(high, beta.ppf(0.95, hits + 1, 40 - hits)), abs=0.03)


def test_simultaneous_band_is_campbells():
    r = made(2, 50, 100)
    band = roc_band(r, simultaneous=True)
    assert band.simultaneous
    assert len(band) == 101
    d, e = (kstwo.isf(1 - 0.95**0.5, n) for n in (50, 100))
    at = round(0.4 * 100)
    near = roc_band(r, [0.4 - e, 0.4 + e], rng=1, resamples=100).value
    assert band.low[at] == pytest.approx(max(0, near[0] - d))
    assert band.high[at] == pytest.approx(min(1, near[1] + d))
    pointwise = roc_band(r, rng=1, resamples=300)
    assert band.width.mean() > pointwise.width.mean()
    assert (np.diff(band.low) >= 0).all()
    assert (np.diff(band.high) >= 0).all()


def test_the_other_way_round():
    r = made(3, 30, 45, digits=1)
    y = np.linspace(0, 1, 31)
    band = fpr_band(r, y, rng=2, resamples=200)
    for t, x in zip(y, band.value, strict=True):
        reached = tpr_at_fpr(r.tp[None], r.fp[None], np.array([x]))[0, 0]
        assert reached >= t - 1e-9
    assert (band.low <= band.value + 1e-12).all()
    assert (band.value <= band.high + 1e-12).all()
    found = get("specificity_at_sensitivity").using(sensitivity=y[20]).value_of(r)
    assert found == pytest.approx(1 - band.value[20])


def test_threshold_is_bounded_by_order_statistics():
    rng = np.random.default_rng(5)
    s = np.sort(rng.normal(size=100))[::-1]
    r = Ranking(*rank(np.r_[s, 9.0, 8.0], np.arange(102) >= 100), positive=1)
    found = threshold_at(r, 0.9)
    assert found.value == s[9]
    few = next(k for k in range(100) if binom.cdf(k, 100, 0.1) > 0.025)
    many = next(k for k in range(100) if binom.cdf(k, 100, 0.1) >= 0.975) + 1
    assert list(found.interval) == [s[many - 1], s[few - 1]]
    tiny = threshold_at(made(1, 5, 5), 0.9)
    assert tiny.interval.high == math.inf
    assert threshold_at(made(1, 5, 5), 1.0).value in threshold_at(made(1, 5, 5), 1.0).interval


def test_absent_classes_and_weights_have_reasons():
    none = Ranking.from_scores([1, 1], [1, 2], positive=1)
    assert estimate(get("sensitivity_at_specificity"), none).undefined == "there is no negative case"
    assert threshold_at(none, 0.9).undefined == "there is no negative case"
    assert np.isnan(roc_band(none, [0.5], simultaneous=True).low).all()
    weighted = Ranking.from_scores([1, 0, 1, 0], [4, 3, 2, 1], positive=1, weights=[1.0, 2.0, 1.5, 1.0])
    assert "importance weights" in threshold_at(weighted, 0.5).undefined
    assert not np.isnan(roc_band(weighted, [0.5], simultaneous=True).low).any()


def test_bad_rates():
    with pytest.raises(InputError, match=r"`fpr` must lie between 0 and 1"):
        roc_band(made(1, 5, 5), [0.5, 2])


def test_a_band_travels():
    band = roc_band(made(1, 5, 5), [0.1, 0.2], rng=1, resamples=100)
    again = load(band.to_dict())
    assert isinstance(again, Band)
    assert again.to_dict() == band.to_dict()
    with pytest.raises(InputError, match="`band` must have a value and two limits at each x"):
        Band([1, 2], [1], [1], [1], 0.95, "none")

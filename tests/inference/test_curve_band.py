from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import precision_recall_curve

from referee.core import Ranking
from referee.core.rank_scores import rank
from referee.inference.curve_band import curve_band, gain_at_share, precision_at_recall, tpr_at_fpr


def made(seed, n, digits=1):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    s = rng.normal(y * 1.0, 1).round(digits)
    return y, s, Ranking(*rank(s, y), positive=1)


def test_precision_at_recall_is_scikit_learns_point():
    y, s, r = made(1, 200)
    precision, recall, _ = precision_recall_curve(y, s)
    for level in (0.1, 0.5, 0.9, 1.0):
        reach = np.flatnonzero(recall >= level - 1e-12)
        found = precision_at_recall(r.tp[None], r.fp[None], np.array([level]))[0, 0]
        assert found == pytest.approx(precision[reach[-1]])


def test_gain_takes_ties_in_expectation():
    scores = [0.95, 0.93, 0.87, 0.85, 0.85, 0.85, 0.76, 0.53, 0.43, 0.25]
    r = Ranking.from_scores([1, 1, 0, 0, 0, 1, 0, 1, 0, 1], scores, positive=1)
    share = np.array([0.1, 0.2, 0.5, 1.0])
    lift = gain_at_share(r.tp[None], r.fp[None], share)[0] / share
    assert lift == pytest.approx([2.0, 2.0, 1.0666666666666667, 1.0])


@pytest.mark.slow
@pytest.mark.parametrize("curve", [precision_at_recall, gain_at_share, tpr_at_fpr])
@pytest.mark.parametrize("n", [150, 2600])
def test_a_simultaneous_band_holds_whole_replicates(curve, n):
    _, _, r = made(2, n, digits=3)
    x = np.linspace(0.1, 0.9, 9)
    wide = curve_band(r, curve, x, simultaneous=True, resamples=400, rng=1)
    narrow = curve_band(r, curve, x, resamples=400, rng=1)
    assert (narrow.low <= wide.value).all()
    assert (wide.low <= wide.value).all()
    assert (wide.value <= wide.high).all()
    assert wide.width.mean() > narrow.width.mean()
    assert ((wide.low >= 0) & (wide.high <= 1)).all()
    inside, rng = 0, np.random.default_rng(4)
    scores, truth = np.repeat(r.scores, r.positives + r.negatives), np.concatenate(
        [np.r_[np.ones(p, bool), np.zeros(q, bool)] for p, q in zip(r.positives, r.negatives, strict=True)]
    )  # fmt: skip
    for _ in range(100):
        rows = rng.integers(0, n, n)
        other = Ranking(*rank(scores[rows], truth[rows]))
        drawn = curve(other.tp[None], other.fp[None], x)[0]
        inside += ((drawn >= wide.low - 1e-12) & (drawn <= wide.high + 1e-12)).all()
    assert inside >= 86


def test_undefined_everywhere_without_a_class():
    none = Ranking.from_scores([1, 1], [1, 2], positive=1)
    assert np.isnan(curve_band(none, precision_at_recall, [0.5]).value).all()

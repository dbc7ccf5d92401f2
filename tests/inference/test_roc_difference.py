"""The difference of two ROC curves."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import referee
from referee import Ranking, curves, inference
from referee.errors import InputError
from referee.inference.roc_difference import paired_roc_difference

HOME = sys.modules["referee.inference.roc_difference"]
G = np.random.default_rng(4)
Y = G.random(300) < 0.4
A = G.normal(1.6 * Y, 1.0).round(2)
B = 0.5 * A + G.normal(0.4 * Y, 0.8)
X = np.array([0.0, 0.05, 0.1, 0.33, 0.5, 0.9, 1.0])


def curve_at(scores, places):
    """The ROC curve at some rates, by hand: the top of vertical steps, lines between points."""
    roc = curves.roc(Ranking.from_scores(Y, scores, positive=True))
    out = []
    for x in places:
        same = roc.y[np.isclose(roc.x, x, atol=1e-12)]
        out.append(same.max() if len(same) else np.interp(x, roc.x, roc.y))
    return np.array(out)


def test_the_value_is_the_difference_of_the_curves():
    band = inference.roc_difference(Y, A, B, X, positive=True, rng=0)
    assert band.value == pytest.approx(curve_at(A, X) - curve_at(B, X), abs=1e-12)
    assert (band.low <= band.value).all()
    assert (band.value <= band.high).all()
    assert (band.low[-1], band.high[-1]) == (0.0, 0.0)
    assert (band.x_name, band.y_name) == ("false positive rate", "difference of true positive rates")


def test_swapping_the_scores_turns_the_band_over():
    one, two = (inference.roc_difference(Y, *pair, X, positive=True, rng=0) for pair in ((A, B), (B, A)))
    assert one.value == pytest.approx(-two.value)
    assert one.low == pytest.approx(-two.high, abs=0.06)


def test_the_same_score_differs_by_nothing_yet_has_tangos_width():
    band = inference.roc_difference(Y, A, A, X, positive=True, rng=0)
    assert (band.value == 0).all()
    tango = inference.tango([[Y.sum(), 0], [0, 0]]).effect.interval
    assert band.high[2] == pytest.approx(tango.high)


def test_bins_change_the_limits_little_and_the_value_not_at_all(monkeypatch):
    g = np.random.default_rng(9)
    y = g.random(3000) < 0.5
    a = g.normal(1.2 * y, 1)
    b = 0.6 * a + g.normal(0.3 * y, 0.8)
    places = np.linspace(0.04, 0.96, 24)
    binned = paired_roc_difference(y, a, b, fpr=places, rng=1)
    monkeypatch.setattr(HOME, "MOST_SCORES", 10_000)
    exact = paired_roc_difference(y, a, b, fpr=places, rng=1)
    assert np.array_equal(binned.value, exact.value)
    assert np.abs(binned.width / exact.width - 1).mean() < 0.08


def test_it_covers_in_a_world_that_is_known():
    from scipy.special import ndtr, ndtri

    places, hits = np.array([0.1, 0.3, 0.6]), np.zeros(3)
    true = ndtr(ndtri(places) + 1.5) - ndtr(ndtri(places) + 1.0)
    for i in range(120):
        g = np.random.default_rng(i)
        y = np.arange(120) < 60
        noise = g.normal(size=(120, 2)) @ np.linalg.cholesky([[1, 0.5], [0.5, 1]]).T
        band = paired_roc_difference(y, noise[:, 0] + 1.5 * y, noise[:, 1] + y, fpr=places, resamples=100, rng=i)
        hits += (band.low <= true) & (true <= band.high)
    assert (hits / 120 > 0.9).all()


def test_the_seed_decides_and_threads_do_not():
    one, two = (inference.roc_difference(Y, A, B, X, positive=True, rng=3) for _ in range(2))
    assert np.array_equal(one.low, two.low)
    assert "500 resamples, seed 3" in one.method


def test_one_class_is_undefined():
    band = inference.roc_difference([1, 1], [0.2, 0.3], [0.1, 0.2], X, positive=1, rng=0)
    assert np.isnan(band.value).all()
    assert np.isnan(band.low).all()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fpr": [1.2]}, "`fpr` must lie between 0 and 1; got"),
        ({"resamples": 10}, "`resamples` must be"),
        ({"level": 95}, "`level` must lie strictly between 0 and 1; got 95"),
    ],
)
def test_bad_input(options, sentence):
    with pytest.raises(InputError) as caught:
        inference.roc_difference(Y, A, B, positive=True, rng=0, **options)
    assert str(caught.value).startswith(sentence)


def test_a_comparison_of_scores_keeps_it():
    one, two = (referee.read(Y, None, s, positive=True, name=n) for s, n in ((A, "a"), (B, "b")))
    duel = referee.compare(one, two, metric="roc_auc", rng=0)
    kept = duel.curve_difference
    direct = inference.roc_difference(Y, A, B, positive=True, rng=0)
    assert np.array_equal(kept.low, direct.low)
    assert referee.load(duel.to_dict()).curve_difference.high.tolist() == kept.high.tolist()
    weighted = referee.compare(
        *(referee.read(Y, None, s, positive=True, weights=np.full(300, 0.5)) for s in (A, B)),
        metric="roc_auc",
        rng=0,
    )
    assert weighted.curve_difference is None

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve

from referee import core, read
from referee.calibration import reliability_curve


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.sampled_from(["width", "mass"]), st.integers(1, 8), st.booleans())
def test_equals_scikit_learn(seed, strategy, bins, tied):
    rng = np.random.default_rng(seed)
    y = np.append([0, 1], rng.integers(2, size=40))
    p = rng.integers(9, size=42) / 8 if tied else rng.random(42)
    name = {"width": "uniform", "mass": "quantile"}[strategy]
    observed, predicted = calibration_curve(y, p, n_bins=bins, strategy=name)
    curve = reliability_curve(y, p, bins=bins, strategy=strategy, resamples=5, rng=0)
    assert curve.predicted == pytest.approx(predicted, abs=1e-10)
    assert curve.observed == pytest.approx(observed, abs=1e-10)
    assert curve.cases.sum() == 42
    assert (curve.low <= curve.observed).all()
    assert (curve.observed <= curve.high).all()


def test_bars_are_clopper_pearson_and_do_not_collapse():
    y = [1] * 10 + [0, 0, 0, 1, 0]
    curve = reliability_curve(y, [0.9] * 10 + [0.1] * 5, bins=2, level=0.9, rng=0)
    for i, (k, n) in enumerate(((1, 5), (10, 10))):
        exact = binomtest(k, n).proportion_ci(0.9, "exact")
        assert (curve.low[i], curve.high[i]) == pytest.approx((exact.low, exact.high), abs=1e-12)
    assert curve.low[1] < 0.8


def test_importance_weights_have_no_scale_and_cost_precision():
    rng = np.random.default_rng(0)
    y, p, w = rng.integers(2, size=100), rng.random(100), rng.exponential(size=100)
    a = reliability_curve(read(y, y_score=p, weights=w), bins=3, rng=0)
    b = reliability_curve(read(y, y_score=p, weights=9 * w), bins=3, rng=0)
    for name in ("observed", "low", "high", "band_low", "band_high"):
        assert getattr(a, name) == pytest.approx(getattr(b, name), abs=1e-9)
    plain = reliability_curve(y, p, bins=3, rng=0)
    assert (a.high - a.low).mean() > (plain.high - plain.low).mean()


def test_the_band_holds_its_level_under_calibration():
    inside = []
    for seed in range(150):
        rng = np.random.default_rng(seed)
        p = rng.random(300)
        curve = reliability_curve(rng.random(300) < p, p, bins=5, resamples=400, rng=seed)
        inside += ((curve.band_low <= curve.observed) & (curve.observed <= curve.band_high)).tolist()
    assert 0.93 <= np.mean(inside) <= 0.99


def test_the_noun_travels_and_cannot_be_changed():
    curve = reliability_curve([1, 0, 1], [0.9, 0.2, 0.6], rng=4)
    back = core.load(curve.to_dict())
    assert back.observed.tolist() == curve.observed.tolist()
    with pytest.raises(ValueError, match="read-only"):
        curve.observed[0] = 0


def test_simultaneous_bars_and_band_are_wider_and_hold_together():
    rng = np.random.default_rng(8)
    p = rng.random(400)
    truth = (rng.random((300, 400)) < p).astype(int)
    one = reliability_curve(read(truth[0], y_score=p, positive=1), rng=1)
    all_bins = reliability_curve(read(truth[0], y_score=p, positive=1), rng=1, simultaneous=True)
    assert (all_bins.low <= one.low).all()
    assert (all_bins.high >= one.high).all()
    assert "for all bins at once" in all_bins.method
    inside = []
    for y in truth:
        observed = reliability_curve(read(y, y_score=p, positive=1), rng=1, resamples=1).observed
        inside.append(((all_bins.band_low <= observed) & (observed <= all_bins.band_high)).all())
    assert 0.91 <= np.mean(inside) <= 0.99
    apart = np.mean([((one.band_low <= o) & (o <= one.band_high)).all() for o in _observed(truth, p)])
    assert apart < 0.85


def _observed(truth, p):
    return [reliability_curve(read(y, y_score=p, positive=1), rng=1, resamples=1).observed for y in truth]

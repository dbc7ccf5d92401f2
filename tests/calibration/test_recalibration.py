from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import core, read
from referee.calibration import recalibration


def _logit(p):
    return np.log(p / (1 - p))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_equals_statsmodels(seed):
    import statsmodels.api as sm

    rng = np.random.default_rng(seed)
    p = rng.uniform(0.02, 0.98, size=150)
    y = (rng.random(150) < p).astype(int)
    x = _logit(p)
    got = recalibration(read(y, y_score=p, labels=[0, 1]))
    both = sm.GLM(y, sm.add_constant(x), family=sm.families.Binomial()).fit(tol=1e-14, maxiter=200)
    large = sm.GLM(y, np.ones(150), offset=x, family=sm.families.Binomial()).fit(tol=1e-14, maxiter=200)
    values = [got.slope.value, got.intercept.value, got.in_the_large.value]
    assert values == pytest.approx([both.params[1], both.params[0], large.params[0]], abs=1e-8)
    assert got.standard_errors == pytest.approx((both.bse[1], both.bse[0], large.bse[0]), abs=1e-7)
    assert got.slope.interval is not None
    assert tuple(got.slope.interval) == pytest.approx(tuple(both.conf_int()[1]), abs=1e-7)


def test_recovers_a_known_distortion():
    rng = np.random.default_rng(1)
    p = rng.uniform(0.02, 0.98, size=20000)
    y = rng.random(20000) < 1 / (1 + np.exp(-(0.5 + 0.6 * _logit(p))))
    got = recalibration(y, p)
    assert got.slope.value == pytest.approx(0.6, abs=0.05)
    assert got.intercept.value == pytest.approx(0.5, abs=0.05)


def test_extreme_probabilities_still_converge():
    p = np.array([1e-12, 1e-6, 0.3, 0.7, 1 - 1e-9, 0.5, 1e-8, 1 - 1e-12])
    y = [0, 1, 0, 1, 1, 0, 0, 0]
    got = recalibration(y, p)
    mu = 1 / (1 + np.exp(-(got.intercept.value + got.slope.value * _logit(p))))
    assert abs((y - mu).sum()) < 1e-8
    assert abs(((y - mu) * _logit(p)).sum()) < 1e-6


@pytest.mark.parametrize(
    ("y", "p", "reason"),
    [
        ([0, 0, 1, 1], [0.1, 0.2, 0.7, 0.9], "separate the classes"),
        ([0, 0, 1, 1], [0.1, 0.5, 0.5, 0.9], "separate the classes"),
        ([1, 1, 0, 0], [0.1, 0.2, 0.7, 0.9], "separate the classes"),
        ([0, 1, 1], [0.5, 0.5, 0.5], "all probabilities are equal"),
    ],
)
def test_slope_undefined_with_its_reason(y, p, reason):
    got = recalibration(y, p)
    assert math.isnan(got.slope.value)
    assert math.isnan(got.intercept.value)
    assert reason in (got.slope.undefined or "")
    assert got.in_the_large.defined


def test_nothing_defined():
    one = recalibration(read([1, 1], y_score=[0.2, 0.7], labels=[0, 1]))
    assert one.slope.undefined == "no case has the class 0"
    edge = recalibration([1, 0, 1], [0.2, 0.7, 1.0])
    assert edge.in_the_large.undefined == "1 probability of exactly 0 or 1: infinite log odds"
    assert math.isnan(edge.standard_errors[0])


def test_weights_have_no_scale_and_groups_count():
    rng = np.random.default_rng(3)
    p = rng.uniform(0.1, 0.9, size=80)
    y = (rng.random(80) < p).astype(int)
    w = rng.random(80) + 0.2
    a, b = recalibration(read(y, y_score=p, weights=w)), recalibration(read(y, y_score=p, weights=5 * w))
    assert a.slope.value == pytest.approx(b.slope.value)
    assert a.standard_errors == pytest.approx(b.standard_errors)
    twice = read(np.tile(y, 2), y_score=np.tile(p, 2), groups=np.tile(np.arange(80), 2), positive=1)
    clustered, alone = recalibration(twice), recalibration(y, p)
    assert clustered.slope.value == pytest.approx(alone.slope.value)
    assert clustered.standard_errors[0] > 0.7 * alone.standard_errors[0]
    assert clustered.slope.interval is not None
    assert clustered.slope.interval.method == "Wald, sandwich error"


def test_the_noun_travels():
    got = recalibration([1, 0, 1, 0], [0.9, 0.2, 0.4, 0.6])
    assert core.load(got.to_dict()) == got

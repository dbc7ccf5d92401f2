"""Jackknife variances and the comparison of figure 9.11."""

from __future__ import annotations

import numpy as np
import pytest

from referee.learners import jackknife, jackknife_variance


def left_out(right):
    return [np.delete(right, i).mean() for i in range(len(right))]


def test_of_a_mean_it_is_the_usual_variance():
    values = np.random.default_rng(0).normal(size=30)
    assert jackknife_variance(left_out(values)) == pytest.approx(values.var(ddof=1) / 30, rel=1e-12)


def test_two_classifiers():
    rng = np.random.default_rng(1)
    a, b = rng.random(50) < 0.8, rng.random(50) < 0.6
    found = jackknife(left_out(a), left_out(b), value_a=a.mean(), value_b=b.mean())
    se = np.sqrt(a.var(ddof=1) / 50 + b.var(ddof=1) / 50)
    assert found.statistic == pytest.approx((a.mean() - b.mean()) / se, rel=1e-9)
    assert (0 in found.effect.interval) == (found.p_value > 0.05)


def test_nothing_varies():
    same = jackknife([1.0] * 5, [1.0] * 5, value_a=1.0, value_b=1.0)
    assert same.p_value == 1.0
    other = jackknife([1.0] * 5, [0.5] * 5, value_a=1.0, value_b=0.5)
    assert other.inapplicable

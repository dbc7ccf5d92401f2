"""MOVER against values worked out by hand."""

from __future__ import annotations

import math

import pytest

import referee
from referee.inference import midp, mover


def test_a_mean_of_two_rates():
    low, high = mover([0.9, 0.8], [0.82, 0.71], [0.95, 0.87], [0.5, 0.5])
    assert low == pytest.approx(0.85 - math.hypot(0.04, 0.045))
    assert high == pytest.approx(0.85 + math.hypot(0.025, 0.035))


def test_a_difference_takes_the_opposite_limits():
    low, high = mover([0.9, 0.8], [0.82, 0.71], [0.95, 0.87], [1, -1], shift=0.5)
    assert low == pytest.approx(0.6 - math.hypot(0.08, 0.07))
    assert high == pytest.approx(0.6 + math.hypot(0.05, 0.09))


def test_a_ratio_on_the_log_scale():
    low, high = mover([0.9, 0.3], [0.8, 0.2], [0.95, 0.4], [1, -1], scale="log")
    assert low == pytest.approx(3 * math.exp(-math.hypot(math.log(0.9 / 0.8), math.log(0.4 / 0.3))))
    assert high == pytest.approx(3 * math.exp(math.hypot(math.log(0.95 / 0.9), math.log(0.3 / 0.2))))


def test_a_rate_of_zero_on_the_log_scale():
    low, high = mover([0.0, 0.5], [0.0, 0.4], [0.1, 0.6], [1, -1], scale="log")
    assert low == 0
    assert high == pytest.approx(0.1 / 0.4)


def test_youden_j_uses_the_limits_of_both_recalls():
    matrix = referee.ConfusionMatrix.from_counts(tp=45, fn=5, fp=12, tn=88)
    j = referee.evaluate(matrix, metrics="youden_j")["j"]
    sn, sp = midp(45, 50), midp(88, 100)
    assert j.interval.low == pytest.approx(0.78 - math.hypot(0.9 - sn.low, 0.88 - sp.low))
    assert j.interval.high == pytest.approx(0.78 + math.hypot(sn.high - 0.9, sp.high - 0.88))


@pytest.mark.parametrize(
    "name", ["balanced_accuracy", "youden_j", "g_mean", "lr_plus", "lr_minus", "diagnostic_odds_ratio"]
)
def test_swapping_the_classes_of_a_symmetric_table_mirrors_nothing_away(name):
    matrix = referee.ConfusionMatrix.from_counts(tp=19, fn=1, fp=2, tn=38)
    estimate = referee.evaluate(matrix, metrics=name)[name]
    assert estimate.interval.low < estimate.value < estimate.interval.high
    assert estimate.interval.method == "MOVER on class recalls"

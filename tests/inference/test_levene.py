from __future__ import annotations

import pytest
from scipy import stats

from referee.inference import levene

X, Y = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]


def test_levene_is_brown_and_forsythe():
    ours, theirs = levene(X, Y), stats.levene(X, Y, center="median")
    assert ours.details["w"] == pytest.approx(theirs.statistic)
    assert ours.p_value == pytest.approx(theirs.pvalue)


def test_does_not_look_at_the_means():
    assert levene(X, [x + 100 for x in X]).p_value == 1

from __future__ import annotations

import pytest
from scipy import stats

from referee.inference import brunner_munzel

X, Y = [11.5, 10.1, 9.4, 10.7, 9.9, 7.9], [15.7, 9.6, 8.0, 9.3, 12.4, 6.3, 9.4]


@pytest.mark.parametrize("ours", ["two-sided", "greater", "less"])
def test_agrees_with_scipy(ours):
    two = stats.brunnermunzel(X, Y)
    result = brunner_munzel(X, Y, alternative=ours)
    assert result.statistic == pytest.approx(-two.statistic)
    expected = stats.t.sf(-two.statistic, result.details["df"])
    wanted = {"two-sided": two.pvalue, "greater": expected, "less": 1 - expected}[ours]
    assert result.p_value == pytest.approx(wanted)


def test_effect_is_the_auc():
    auc = sum((x > y) + 0.5 * (x == y) for x in X for y in Y) / (len(X) * len(Y))
    assert brunner_munzel(X, Y).effect.value == pytest.approx(auc)


def test_separated_samples():
    result = brunner_munzel([5, 6, 7], [1, 2, 3])
    assert "do not overlap" in result.inapplicable
    assert brunner_munzel([1, 1, 1], [1, 1]).p_value == 1

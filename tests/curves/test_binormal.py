import math

import numpy as np
import pytest
from scipy.stats import linregress, norm

from helpers.score_data import single_class
from referee.core import Ranking
from referee.curves import auc_from_dprime, binormal, dprime, dprime_from_auc, roc


def normal_ranking(a, b, n=4001):
    """Scores at normal quantiles: negatives N(0, 1), positives N(a / b, 1 / b)."""
    q = norm.ppf((np.arange(n) + 0.5) / n)
    s = np.concatenate([(a + q) / b, q])
    return Ranking.from_scores(np.repeat([1, 0], n), s, positive=1)


@pytest.mark.parametrize(("a", "b"), [(1.0, 1.0), (0.5, 2.0), (2.0, 0.5), (0.0, 1.0)])
def test_finds_the_curve_of_normal_scores(a, b):
    curve = binormal(normal_ranking(a, b))
    assert curve.facts["a"] == pytest.approx(a, abs=0.01)
    assert curve.facts["b"] == pytest.approx(b, abs=0.01)
    assert curve.facts["auc"] == pytest.approx(norm.cdf(a / math.sqrt(1 + b * b)), abs=0.002)
    area = (np.diff(curve.x) * (curve.y[1:] + curve.y[:-1])).sum() / 2
    assert area == pytest.approx(curve.facts["auc"], abs=0.002)
    assert (curve.y[0], curve.y[-1]) == (0, 1)


def test_is_the_regression_of_probits():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 60)
    r = Ranking.from_scores(y, np.round(rng.normal(size=60) + y, 1), positive=1)
    curve = roc(r)
    inside = (curve.x > 0) & (curve.x < 1) & (curve.y > 0) & (curve.y < 1)
    fit = linregress(norm.ppf(curve.y[inside]), norm.ppf(1 - curve.x[inside]))
    facts = binormal(r).facts
    assert facts["b"] == pytest.approx(-1 / fit.slope)
    assert facts["a"] == pytest.approx(-fit.intercept / fit.slope)


def test_dprime_of_normal_scores():
    assert dprime(normal_ranking(1.5, 1.0)).value == pytest.approx(1.5, abs=0.01)


@pytest.mark.parametrize("auc", [0.1, 0.5, 0.76, 0.999])
def test_dprime_and_auc_are_inverse(auc):
    assert auc_from_dprime(dprime_from_auc(auc)) == pytest.approx(auc, abs=1e-12)


def test_ends():
    assert dprime_from_auc(1) == math.inf
    assert dprime_from_auc(0) == -math.inf


def test_undefined():
    assert "fix no line" in binormal(Ranking.from_scores([1, 1, 0, 0], [4, 3, 2, 1])).undefined
    assert "fix no line" in binormal(Ranking.from_scores([1, 0], [1, 1])).undefined
    assert "do not vary" in dprime(Ranking.from_scores([1, 1, 0], [2, 2, 1])).undefined
    assert "infinite" in dprime(Ranking.from_scores([1, 1, 0], [2, np.inf, 1])).undefined
    for reason, ranking in single_class().items():
        assert binormal(ranking).undefined == reason
        assert dprime(ranking).undefined == reason
        assert np.isnan(binormal(ranking).y).all()

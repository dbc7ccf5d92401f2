from functools import partial

import numpy as np
import pytest

from referee import _rng
from referee.core import ConfusionMatrix, Ranking
from referee.curves import crossfit_threshold, threshold_by_cost, threshold_by_youden, threshold_for_precision
from referee.curves.crossfit import _parts
from referee.metrics import youden_j

CHOOSE = partial(threshold_by_cost, costs={"fp": 1, "fn": 3})


def noise(n, seed):
    rng = np.random.default_rng(seed)
    return rng.integers(0, 2, n), rng.normal(size=n)


@pytest.mark.parametrize("folds", [2, 5])
@pytest.mark.parametrize("weights", [None, "some"])
def test_equals_doing_it_by_hand(folds, weights):
    y, s = noise(80, 1)
    w = np.random.default_rng(2).uniform(0.5, 2, 80) if weights else None
    fit = crossfit_threshold(y, s, CHOOSE, folds=folds, weights=w, rng=9)
    part = _parts(y == 1, None, folds, _rng.stream(9, "crossfit"))
    called = np.zeros(80, dtype=int)
    for k in range(folds):
        kept = part != k
        r = Ranking.from_scores(y[kept], s[kept], positive=1, weights=None if w is None else w[kept])
        threshold = CHOOSE(r).threshold
        assert threshold == fit.thresholds[k]
        called[part == k] = s[part == k] >= threshold
    direct = ConfusionMatrix.from_labels(y, called, positive=1, labels=[0, 1], weights=w)
    np.testing.assert_allclose(fit.confusion.counts, direct.counts)
    assert fit.confusion.weighted == (w is not None)
    assert fit.rule == "cost"
    assert (fit.folds, fit.seed) == (folds, 9)


def test_noise_has_no_youden_index_when_cross_fitted():
    apparent, fitted = [], []
    for seed in range(60):
        y, s = noise(60, seed)
        apparent.append(threshold_by_youden(Ranking.from_scores(y, s, positive=1)).value)
        fitted.append(youden_j(crossfit_threshold(y, s, threshold_by_youden, rng=seed).confusion))
    assert np.mean(apparent) > 0.1
    assert abs(np.mean(fitted)) < 0.05


def test_parts_are_even_in_each_class():
    y = np.repeat([True, False], [7, 33])
    part = _parts(y, None, 5, np.random.default_rng(0))
    assert set(np.bincount(part)) == {8}
    assert set(np.bincount(part[y])) <= {1, 2}


def test_groups_stay_together():
    groups = np.repeat(np.arange(10), 4)
    part = _parts(np.ones(40, dtype=bool), groups, 3, np.random.default_rng(0))
    assert all(len(set(part[groups == g])) == 1 for g in range(10))
    y, s = noise(40, 3)
    fit = crossfit_threshold(y, s, CHOOSE, groups=groups, rng=1)
    assert fit.confusion.n == 40


def test_the_same_seed_gives_the_same_counts():
    y, s = noise(50, 4)
    a, b = (crossfit_threshold(y, s, CHOOSE, rng=5) for _ in range(2))
    assert a.confusion == b.confusion
    drawn = crossfit_threshold(y, s, CHOOSE)
    assert crossfit_threshold(y, s, CHOOSE, rng=drawn.seed).confusion == drawn.confusion


def test_undefined_with_its_reason():
    fit = crossfit_threshold([1, 0, 0, 0], [4, 3, 2, 1], CHOOSE, rng=1)
    assert fit.confusion is None
    assert "there is no positive case" in fit.undefined
    one = crossfit_threshold([1, 1], [4, 3], CHOOSE, positive=1, rng=1)
    assert one.undefined == "there is no negative case"
    never = partial(threshold_for_precision, precision=0.9)
    fit = crossfit_threshold([0, 0, 1, 1], [4, 3, 2, 1], never, rng=1)
    assert fit.undefined.startswith("without part 1, no threshold reaches a precision of 0.9")


def test_bad_inputs():
    with pytest.raises(ValueError, match="`folds` must be at least 2; got 1"):
        crossfit_threshold([1, 0], [2, 1], CHOOSE, folds=1)
    with pytest.raises(ValueError, match="`folds` must be at most 2, the number of cases or groups; got 3"):
        crossfit_threshold([1, 0], [2, 1], CHOOSE, folds=3)
    with pytest.raises(ValueError, match="`choose` must return a ThresholdChoice; got float"):
        crossfit_threshold([1, 0, 1, 0], [4, 3, 2, 1], lambda r: 0.5)

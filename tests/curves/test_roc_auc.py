import math

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import roc_auc_score

import referee
from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import gini, roc_auc


@given(scored())
def test_equals_sklearn(case):
    y, s, w = case
    assert roc_auc(ranked(case)).value == pytest.approx(roc_auc_score(y, s, sample_weight=w), abs=1e-10)


@given(scored(most=12))
def test_equals_the_count_of_pairs(case):
    y, s, w = case
    weight = np.ones(len(y)) if w is None else w
    pairs = np.outer(weight[y == 1], weight[y == 0])
    gap = s[y == 1][:, None] - s[y == 0][None, :]
    above, tied = (pairs * (gap > 0)).sum() / pairs.sum(), (pairs * (gap == 0)).sum() / pairs.sum()
    r = ranked(case)
    assert roc_auc(r, ties="strict").value == pytest.approx(above, abs=1e-12)
    assert roc_auc(r, ties="half").value == pytest.approx(above + tied / 2, abs=1e-12)
    assert roc_auc(r, ties="optimistic").value == pytest.approx(above + tied, abs=1e-12)
    assert gini(r).value == pytest.approx(2 * (above + tied / 2) - 1, abs=1e-12)


@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
@pytest.mark.parametrize("measure", [roc_auc, gini])
def test_undefined_with_its_reason(measure, reason, ranking):
    value = measure(ranking)
    assert math.isnan(value.value)
    assert value.undefined == reason


@pytest.mark.parametrize("missing", [float("nan"), None])
def test_a_missing_score_is_refused_with_its_row(missing):
    with pytest.raises(ValueError, match=r"row 2 \(index 1\)"):
        Ranking.from_scores([0, 1, 1], [0.1, missing, 0.3])


def test_one_class_is_never_a_half():
    assert math.isnan(roc_auc(Ranking.from_scores([1, 1, 1], [0.1, 0.2, 0.3], positive=1)).value)


def test_words_are_checked():
    with pytest.raises(ValueError, match="`ties` must be one of 'half', 'optimistic', 'strict'; got 'mean'"):
        roc_auc(Ranking.from_scores([1, 0], [1, 0]), ties="mean")


def test_effective_number_with_weights():
    r = Ranking.from_scores([1, 0, 1], [3, 2, 1], positive=1, weights=[1, 1, 2])
    assert roc_auc(r).n == pytest.approx(16 / 6)


def test_the_metric_counts_ties_as_it_is_told():
    y, s = [1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1]
    found = [referee.metrics.roc_auc(y, s, positive=1, ties=ties) for ties in ("strict", "half", "optimistic")]
    assert found == pytest.approx([4 / 6, 4.5 / 6, 5 / 6])

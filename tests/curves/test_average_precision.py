import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import average_precision, precision_recall_area
from referee.curves._counts import cuts_of


@given(scored())
def test_equals_sklearn(case):
    y, s, w = case
    assert average_precision(ranked(case)).value == pytest.approx(
        average_precision_score(y, s, sample_weight=w), abs=1e-10
    )
    precision, recall, _ = precision_recall_curve(y, s, sample_weight=w)
    trapezoid = precision_recall_area(ranked(case), interpolation="trapezoid").value
    assert trapezoid == pytest.approx(auc(recall, precision), abs=1e-10)


@given(scored(most=10))
def test_counts_equals_a_fine_sum(case):
    cuts = cuts_of(ranked(case))
    total = 0.0
    for (tp, fp), (tp2, fp2) in itertools.pairwise(zip(cuts.tp, cuts.fp, strict=True)):
        share = (np.arange(5000) + 0.5) / 5000
        at, alarms = tp + share * (tp2 - tp), fp + share * (fp2 - fp)
        if tp2 > tp:
            total += (at / (at + alarms)).mean() * (tp2 - tp)
    value = precision_recall_area(ranked(case), interpolation="counts").value
    assert value == pytest.approx(total / cuts.positives, abs=1e-5)


@given(scored(most=10))
def test_ceiling_equals_its_definition(case):
    cuts = cuts_of(ranked(case))
    precision = cuts.tp[1:] / (cuts.tp[1:] + cuts.fp[1:])
    total = sum((cuts.tp[i + 1] - cuts.tp[i]) / cuts.positives * max(precision[i:]) for i in range(len(precision)))
    value = precision_recall_area(ranked(case), interpolation="ceiling").value
    assert value == pytest.approx(total, abs=1e-12)
    assert value >= average_precision(ranked(case)).value - 1e-12


def test_all_tied_is_the_prevalence_but_for_the_trapezoid():
    r = Ranking.from_scores([1, 0, 0, 0], [1, 1, 1, 1])
    assert average_precision(r).value == 0.25
    assert precision_recall_area(r, interpolation="counts").value == pytest.approx(0.25, abs=1e-15)
    assert precision_recall_area(r, interpolation="trapezoid").value == 0.625  # what a straight line pretends


@pytest.mark.parametrize("reason", ["there is no positive case", "there is no case"])
def test_undefined_with_its_reason(reason):
    ranking = single_class()[reason]
    assert average_precision(ranking).undefined == reason
    for name in ("counts", "ceiling", "trapezoid"):
        value = precision_recall_area(ranking, interpolation=name)
        assert value.undefined == reason
        assert math.isnan(value.value)


def test_words_are_checked():
    with pytest.raises(ValueError, match="`interpolation` must be one of 'counts', 'ceiling', 'trapezoid'"):
        precision_recall_area(Ranking.from_scores([1, 0], [2, 1]), interpolation="linear")

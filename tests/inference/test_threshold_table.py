"""Measures with intervals over the thresholds of a score."""

from __future__ import annotations

import numpy as np
import pytest

import referee
from referee.curves import roc, roc_point
from referee.inference.threshold_table import threshold_table

RNG = np.random.default_rng(2)
Y = RNG.integers(0, 2, 400)
S = RNG.normal(Y).round(2)
CURVE = roc(referee.Ranking.from_scores(Y, S, positive=1))


def test_a_row_is_what_evaluate_says_at_that_threshold():
    table = threshold_table(CURVE, labels=(0, 1), most=12, rng=3, level=0.9)
    assert 3 <= len(table) <= 12
    for threshold, counts, measures in zip(
        table.thresholds[1:], table.counts[1:], table.measures[1:], strict=True
    ):
        direct = referee.evaluate(
            referee.read(Y, None, S, positive=1, threshold=float(threshold)), level=0.9, rng=3
        )
        assert (counts == direct.confusion.counts).all()
        assert all(m == direct[m.name] for m in measures)


def test_few_thresholds_are_all_there_and_many_are_spread_along_the_curve():
    small = roc(referee.Ranking.from_scores([1, 0, 1], [0.3, 0.2, 0.1], positive=1))
    assert threshold_table(small, measures=["f1"]).thresholds.tolist() == [np.inf, 0.3, 0.2, 0.1]
    table = threshold_table(CURVE, measures=["f1"], most=40, keep=[0.5])
    assert table.thresholds[table.thresholds >= 0.5].min() == S[S >= 0.5].min()
    along = (table.counts[:, :, 1] / table.counts.sum(axis=2)).sum(axis=1)
    assert np.diff(along).max() < 3 * 2 / 40


def test_values_alone():
    table = threshold_table(CURVE, measures=["precision"], intervals=False, most=5)
    assert table.measures[0][0].undefined
    assert all(m.interval is None for row in table.measures for m in row)


def test_an_undefined_curve_has_no_rows():
    assert len(threshold_table(roc(referee.Ranking([0.5], [2], [0])))) == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"most": 513}, "`most` must be at most 512; got 513"),
        ({"most": 1}, "`most` must be at least 2; got 1"),
        ({"labels": ("a",)}, "`labels` must be two, the positive one last; got 1 labels"),
        ({"measures": ["f7"]}, "must be"),
    ],
)
def test_refused(options, words):
    with pytest.raises(referee.InputError, match=words):
        threshold_table(CURVE, **options)


def test_a_curve_without_counts_is_refused():
    point = roc_point(referee.ConfusionMatrix.from_counts(tp=1, fn=1, fp=1, tn=1))
    with pytest.raises(referee.InputError, match="`roc` must be a ROC curve with its counts and thresholds"):
        threshold_table(point)

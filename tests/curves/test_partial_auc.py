import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import partial_auc, partial_auc_mcclish, roc

SHARES = st.floats(0.01, 0.99)


@given(scored(), SHARES)
def test_equals_sklearn_above_the_diagonal(case, most):
    y, s, w = case
    value = partial_auc_mcclish(ranked(case), specificity=(1 - most, 1)).value
    theirs = roc_auc_score(y, s, sample_weight=w, max_fpr=most)
    if theirs > 0.5 + 1e-9:
        assert value == pytest.approx(theirs, abs=1e-10)
    elif theirs < 0.5 - 1e-9:
        assert math.isnan(value)


@given(scored(), SHARES, SHARES, st.sampled_from(["specificity", "sensitivity"]))
def test_ranges_add_up_to_the_auc(case, a, b, focus):
    r = ranked(case)
    ends = [0.0, *sorted({a, b}), 1.0]
    total = sum(partial_auc(r, **{focus: pair}).value for pair in itertools.pairwise(ends))
    assert total == pytest.approx(r.auc, abs=1e-10)


@given(scored(), st.sampled_from([(0.2, 0.7), (0.0, 0.5), (0.6, 1.0)]))
def test_sensitivity_is_the_other_axis_turned(case, ends):
    y, s, w = case
    swapped = Ranking.from_scores(1 - y, -s, positive=1, weights=w)
    low, high = partial_auc(ranked(case), sensitivity=ends), partial_auc(swapped, specificity=ends)
    assert low.value == pytest.approx(high.value, abs=1e-10)


@given(scored(most=15), st.sampled_from([(0.0, 0.3), (0.25, 0.5), (0.1, 0.9)]))
def test_equals_a_fine_sum(case, ends):
    r = ranked(case)
    curve = roc(r)
    at = 1 - np.linspace(*ends, 40_001)
    middle = (at[1:] + at[:-1]) / 2
    keep = np.append(True, np.diff(curve.x) > 0)
    top = np.array([curve.y[curve.x == x].max() for x in curve.x[keep]])
    first = np.array([curve.y[curve.x == x].min() for x in curve.x[keep]])
    place = np.clip(np.searchsorted(curve.x[keep], middle, side="right") - 1, 0, keep.sum() - 2)
    x0, x1 = curve.x[keep][place], curve.x[keep][place + 1]
    height = top[place] + (first[place + 1] - top[place]) * (middle - x0) / (x1 - x0)
    area = height.mean() * (ends[1] - ends[0])
    assert partial_auc(r, specificity=ends).value == pytest.approx(area, abs=2e-4)


def test_all_tied_is_chance():
    r = Ranking.from_scores([1, 0, 1, 0], [0.5] * 4)
    for ends in [(0.9, 1), (0.3, 0.6), (0, 0.1)]:
        assert partial_auc_mcclish(r, specificity=ends).value == pytest.approx(0.5, abs=1e-12)
        assert partial_auc_mcclish(r, sensitivity=ends).value == pytest.approx(0.5, abs=1e-12)


def test_below_the_diagonal_says_so():
    value = partial_auc_mcclish(Ranking.from_scores([0, 0, 1], [3, 2, 1]), specificity=(0.5, 1))
    assert math.isnan(value.value)
    assert "below the diagonal" in value.undefined


@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
@pytest.mark.parametrize("measure", [partial_auc, partial_auc_mcclish])
def test_undefined_with_its_reason(measure, reason, ranking):
    assert measure(ranking, specificity=(0.5, 1)).undefined == reason


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ({}, "`specificity` must be given, or `sensitivity`, and not both; got neither"),
        ({"specificity": (0, 1), "sensitivity": (0, 1)}, "and not both; got both"),
        ({"specificity": 0.9}, "`specificity` must be a pair of numbers"),
        ({"specificity": (0.9, 0.9)}, "`specificity` must have two different ends"),
        ({"sensitivity": (90, 100)}, r"`sensitivity` must lie between 0 and 1; got 90. Did you mean 0\.9"),
    ],
)
def test_bad_ranges(where, sentence):
    with pytest.raises(ValueError, match=sentence):
        partial_auc(Ranking.from_scores([1, 0], [2, 1]), **where)

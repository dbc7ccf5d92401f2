from __future__ import annotations

import pytest
from scipy import stats

from referee.core import ConfusionMatrix
from referee.errors import InputError
from referee.inference import chi2


def test_erratum_a47_the_direction_is_said():
    """Classifier C is wrong four times out of five and significant; B says nothing."""
    worse = chi2([[12, 88], [76, 24]])
    assert worse.statistic == pytest.approx(83.117, abs=5e-4)
    assert worse.effect.value < 0
    assert worse.effect.note == "worse than chance"
    assert "wrong direction" in worse.warnings[-1]
    better = chi2([[88, 12], [24, 76]])
    assert better.effect.note == "better than chance"
    assert better.p_value == worse.p_value
    nothing = chi2([[23, 77], [23, 77]])
    assert (nothing.statistic, nothing.p_value, nothing.effect.note) == (0, 1, "as good as chance")


def test_interval_agrees_with_the_plain_p():
    for table in ([[5, 3], [2, 9]], [[6, 4], [3, 7]], [[20, 11], [10, 19]], [[20, 10], [10, 20]]):
        result = chi2(table)
        assert (0 not in result.effect.interval) == (result.p_value < 0.05)
    assert chi2([[5, 3], [2, 9]], yates=True).effect.interval is None


@pytest.mark.parametrize("table", [[[13, 2, 5], [1, 10, 6], [2, 0, 9]], [[5, 3], [2, 9]]])
def test_agrees_with_scipy(table):
    theirs = stats.chi2_contingency(table, correction=False)
    ours = chi2(table)
    assert (ours.statistic, ours.p_value, ours.details["df"]) == pytest.approx(
        (theirs.statistic, theirs.pvalue, theirs.dof)
    )


def test_classes_never_predicted_are_left_out():
    assert chi2([[5, 3, 0], [2, 9, 0], [1, 1, 0]]).details["df"] == 2


def test_from_a_confusion_matrix():
    assert chi2(ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72)).statistic == pytest.approx(24.70007)


def test_single_class():
    assert chi2([[5, 0], [7, 0]]).inapplicable == "the truth or the prediction has a single class"
    with pytest.raises(InputError, match="`yates` must be False for more than two classes"):
        chi2([[1, 2, 3], [3, 1, 2], [1, 1, 1]], yates=True)
    with pytest.raises(InputError, match="`table` must be a square table of counts"):
        chi2([[1, 2, 3]])


def test_small_expected_counts_are_warned_of():
    assert "smallest expected count" in chi2([[1, 8], [9, 2]]).warnings[0]


def test_a_class_without_a_case_is_left_out_and_said():
    result = chi2([[10, 2, 0], [3, 9, 0], [1, 1, 0]])
    assert result.details["df"] == 2
    assert "left out (1 of the prediction): 2 degrees of freedom instead of 4" in result.warnings[0]
    both = chi2([[10, 2, 0], [3, 9, 0], [0, 0, 0]])
    assert both.details["df"] == 1
    assert both.statistic == pytest.approx(chi2([[10, 2], [3, 9]]).statistic)
    assert "(1 of the truth and 1 of the prediction)" in both.warnings[0]
    assert not any("left out" in words for words in chi2([[10, 2], [3, 9]]).warnings)

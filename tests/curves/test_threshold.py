import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import (
    confusion_at,
    operating_points,
    roc,
    threshold_by_cost,
    threshold_by_top_left,
    threshold_by_youden,
    threshold_for_budget,
    threshold_for_precision,
    threshold_for_sensitivity,
    threshold_for_specificity,
)
from referee.metrics import precision, sensitivity, specificity, youden_j

SHARES = st.one_of(st.floats(0, 1), st.sampled_from([0, 0.25, 0.5, 1]))
CUTS = st.sampled_from(["score", "midpoint"])
RULES = {
    "cost": lambda r, **o: threshold_by_cost(r, costs={"fp": 1, "fn": 3}, **o),
    "youden": threshold_by_youden,
    "top left": threshold_by_top_left,
    "sensitivity": lambda r, **o: threshold_for_sensitivity(r, 0.7, **o),
    "specificity": lambda r, **o: threshold_for_specificity(r, 0.7, **o),
    "precision": lambda r, **o: threshold_for_precision(r, 0.5, **o),
    "budget": lambda r, **o: threshold_for_budget(r, 3, **o),
}


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@given(case=scored(most=15))
def test_both_cuts_count_the_same(rule, case):
    r = ranked(case)
    at_score, between = rule(r), rule(r, cut="midpoint")
    assert at_score.undefined == between.undefined
    if at_score.undefined:
        return
    np.testing.assert_allclose(at_score.confusion.counts, between.confusion.counts)
    assert at_score.value == between.value
    assert at_score.warnings[0].startswith("the threshold was chosen on the cases that are counted")
    for choice in (at_score, between):
        np.testing.assert_array_equal(choice.confusion.counts, confusion_at(r, choice.threshold).counts)
    for threshold, middle in zip(at_score.thresholds, between.thresholds, strict=True):
        np.testing.assert_array_equal(confusion_at(r, threshold).counts, confusion_at(r, middle).counts)


@given(scored(), st.floats(0.1, 10), st.floats(0.1, 10), st.one_of(st.none(), st.floats(0.05, 0.95)))
def test_cost_agrees_with_the_hull(case, fp, fn, prevalence):
    r, costs = ranked(case), {"fp": fp, "fn": fn}
    choice = threshold_by_cost(r, costs=costs, prevalence=prevalence)
    best = operating_points(r, costs=costs, prevalence=prevalence)
    assert choice.value == pytest.approx(best[0].cost, abs=1e-9)


@given(scored())
def test_youden_is_the_largest(case):
    r = ranked(case)
    choice, curve = threshold_by_youden(r), roc(r)
    index = curve.y - curve.x
    assert choice.value == pytest.approx(index.max())
    assert choice.value == pytest.approx(youden_j(choice.confusion))
    assert set(choice.thresholds) == set(curve.thresholds[index >= index.max() - 1e-12])
    assert choice.threshold == max(choice.thresholds)


@given(scored(), st.floats(0.1, 10), st.floats(0.05, 0.95))
def test_weighted_youden_is_the_least_cost(case, fn, p):
    r, costs = ranked(case), {"fp": 1, "fn": fn}
    a = threshold_by_youden(r, costs=costs, prevalence=p)
    b = threshold_by_cost(r, costs=costs, prevalence=p)
    cost = p * fn * (1 - sensitivity(a.confusion)) + (1 - p) * (1 - specificity(a.confusion))
    assert cost == pytest.approx(b.value, abs=1e-9)


@given(scored())
def test_top_left_is_the_nearest(case):
    r = ranked(case)
    curve, choice = roc(r), threshold_by_top_left(r)
    assert choice.value == pytest.approx(((1 - curve.y) ** 2 + curve.x**2).min())


@given(scored(), SHARES)
def test_targets_are_reached_and_not_overdone(case, target):
    r = ranked(case)
    curve = roc(r)
    choice = threshold_for_sensitivity(r, target)
    assert sensitivity(choice.confusion) >= target - 1e-9
    assert choice.threshold == curve.thresholds[curve.y >= target - 1e-12].max()
    choice = threshold_for_specificity(r, target)
    assert specificity(choice.confusion) >= target - 1e-9
    assert choice.threshold == curve.thresholds[1 - curve.x >= target - 1e-12].min()
    choice = threshold_for_precision(r, target)
    values = curve.tp[1:] / (curve.tp[1:] + curve.fp[1:])
    if values.max() < target - 1e-9:
        assert "no threshold reaches" in choice.undefined
        assert choice.confusion is None
    elif choice.confusion is not None:
        assert precision(choice.confusion) >= target - 1e-9
        assert choice.threshold == curve.thresholds[1:][values >= target - 1e-12].min()


@given(scored(weighted=False), st.integers(0, 90))
def test_budget_is_kept(case, top):
    y, s, _ = case
    choice = threshold_for_budget(ranked(case), top)
    called = (s >= choice.threshold).sum()
    assert choice.value == called <= top
    lower = s[s < choice.threshold]
    if len(lower):
        assert (s >= lower.max()).sum() > top
        assert (len(choice.warnings) == 2) == (called < top)
    assert choice.confusion.n == len(y)


def test_neighbouring_floats_have_no_number_between():
    low = 0.5
    r = Ranking.from_scores([1, 0], [np.nextafter(low, 1), low], positive=1)
    choice = threshold_by_youden(r, cut="midpoint")
    assert choice.threshold == np.nextafter(low, 1)
    assert choice.confusion.fp == 0


def test_infinite_scores():
    r = Ranking.from_scores([1, 0, 1, 0], [np.inf, np.inf, 1.0, -np.inf], positive=1)
    for cut in ("score", "midpoint"):
        choice = threshold_for_specificity(r, 1.0, cut=cut)
        assert math.isnan(choice.threshold)  # no number lies above +inf
        assert choice.confusion.fp == choice.confusion.tp == 0
        assert threshold_by_youden(r, cut=cut).threshold == 1.0 or cut == "midpoint"


@pytest.mark.parametrize("rule", [RULES["cost"], RULES["youden"], RULES["top left"]])
@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
def test_undefined_with_its_reason(rule, reason, ranking):
    choice = rule(ranking)
    assert choice.undefined == reason
    assert math.isnan(choice.threshold)
    assert choice.confusion is None


def test_targets_need_their_own_class_only():
    no_positive, no_negative, none = (
        single_class()[f"there is no {x}case"] for x in ("positive ", "negative ", "")
    )
    assert threshold_for_sensitivity(no_positive, 0.5).undefined
    assert threshold_for_sensitivity(no_negative, 0.5).threshold == 2
    assert threshold_for_specificity(no_negative, 0.5).undefined
    assert threshold_for_specificity(no_positive, 0.5).threshold == 3
    assert threshold_for_precision(no_positive, 0.5).undefined
    assert threshold_for_precision(no_negative, 0.5).threshold == 1
    assert threshold_for_budget(no_positive, 3).threshold == 2
    assert threshold_for_budget(none, 3).undefined == "there is no case"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda r: threshold_for_budget(r, -1), "`top` must be at least 0; got -1"),
        (lambda r: threshold_for_sensitivity(r, 95), r"got 95\. Did you mean 0\.95"),
        (lambda r: threshold_by_youden(r, cut="middle"), "`cut` must be one of 'score', 'midpoint'"),
        (lambda r: threshold_by_cost(r, costs={"fp": 1, "fn": 1}, prevalence=2), "`prevalence` must lie strictly"),
        (lambda r: threshold_by_youden(r, costs={"fp": 1, "fn": 0}), "`costs` must give a false negative a cost"),
    ],
)
def test_bad_inputs(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(Ranking.from_scores([1, 0], [2, 1]))

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.score_data import ranked, scored, single_class
from referee.core import ConfusionMatrix, CostMatrix, Ranking
from referee.curves import iso_performance_slope, operating_points, optimal_ranges, roc, roc_hull

COSTS = st.fixed_dictionaries({"fp": st.floats(0.1, 10), "fn": st.floats(0.1, 10)})


@given(scored(), COSTS, st.one_of(st.none(), st.floats(0.01, 0.99)))
def test_no_threshold_costs_less(case, costs, prevalence):
    r = ranked(case)
    curve = roc(r)
    p = r.n_positive / r.n if prevalence is None else prevalence
    cost = p * costs["fn"] * (1 - curve.y) + (1 - p) * costs["fp"] * curve.x
    for point in operating_points(r, costs=costs, prevalence=prevalence):
        assert point.cost == pytest.approx(cost.min(), abs=1e-7)


@given(scored(), COSTS, st.floats(0.01, 0.99))
def test_ranges_agree_with_the_points(case, costs, prevalence):
    a, b = ranked(case), ranked(case).invert()
    hull = roc_hull({"a": a, "b": b})
    points = operating_points(hull, costs=costs, prevalence=prevalence)
    owners = {name for point in points for name in point.owners}
    slope = iso_performance_slope(positives=prevalence, negatives=1 - prevalence, costs=costs)
    for part in optimal_ranges(hull, costs=costs):
        inside = part.slope_low * (1 + 1e-6) < slope < part.slope_high * (1 - 1e-6)
        if inside:
            assert part.name in owners
            assert part.prevalence_low <= prevalence <= part.prevalence_high


@given(scored(), COSTS)
def test_ranges_cover_every_prevalence(case, costs):
    parts = [p for p in optimal_ranges({"a": ranked(case)}, costs=costs) if not math.isnan(p.slope_low)]
    ends = sorted((p.prevalence_low, p.prevalence_high) for p in parts)
    assert ends[0][0] == 0
    assert ends[-1][1] == 1
    assert all(a[1] == pytest.approx(b[0]) for a, b in itertools.pairwise(ends))


def test_both_ends_of_an_edge_are_optimal():
    r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    slope = roc_hull(r).slopes[1]  # from (0, 1/3) to (1/2, 1)
    points = operating_points(r, costs={"fp": slope * 3 / 2, "fn": 1})
    assert [(p.fpr, round(p.tpr, 6)) for p in points] == [(0, 0.333333), (0.5, 1)]


@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_the_unit_of_costs_changes_no_point(unit):
    r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    for fn, thresholds in ((2, [0.3]), (0.75, [0.9, 0.3])):
        points = operating_points(r, costs={"fp": unit, "fn": fn * unit}, prevalence=0.5)
        assert [p.threshold for p in points] == thresholds


def test_better_only_when_negatives_are_scarce():
    svm = Ranking.from_scores([1, 1, 0, 1, 1, 0, 0, 0, 1, 0], range(10, 0, -1), positive=1)
    id3 = ConfusionMatrix.from_counts(tp=5, fn=0, fp=3, tn=2)
    bayes = ConfusionMatrix.from_counts(tp=3, fn=2, fp=2, tn=3)
    ranges = {r.name: r for r in optimal_ranges({"SVM": svm, "ID3": id3, "nB": bayes})}
    assert ranges["ID3"].slope_high == pytest.approx(0.5)
    assert ranges["ID3"].prevalence_low == pytest.approx(2 / 3)
    assert ranges["ID3"].prevalence_high == 1
    assert ranges["nB"].sentence == "nB is never optimal"
    assert math.isnan(ranges["nB"].slope_low)
    assert ranges["SVM"].prevalence_high == pytest.approx(2 / 3)


def test_costs_in_other_forms():
    r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    plain = operating_points(r, costs={"fp": 1, "fn": 2})
    matrix = CostMatrix.from_cells(fp=1, fn=1, tp=-1, labels=(0, 1))
    assert operating_points(r, costs=matrix)[0].fpr == plain[0].fpr


@pytest.mark.parametrize(
    ("costs", "sentence"),
    [
        ({"fp": -1, "fn": 1}, "`costs` must make errors dearer than right answers"),
        ({"fp": 0, "fn": 0}, "`costs` must make errors dearer than right answers"),
        ({"fp": 1}, "`costs` must name both 'fp' and 'fn'"),
        (5, "`costs` must name its rows and columns"),
        (CostMatrix(np.ones((3, 3)), ("a", "b", "c")), "`costs` must be about two classes; got 3 classes"),
    ],
)
def test_bad_costs(costs, sentence):
    with pytest.raises(ValueError, match=sentence):
        operating_points(Ranking.from_scores([1, 0], [2, 1]), costs=costs)


def test_misses_that_cost_nothing():
    assert iso_performance_slope(positives=1, negatives=1, costs={"fp": 1, "fn": 0}) == math.inf
    r = Ranking.from_scores([1, 0, 1], [3, 2, 1], positive=1)
    assert operating_points(r, costs={"fp": 1, "fn": 0})[0].fpr == 0
    assert [p.prevalence_low for p in optimal_ranges({"r": r}, costs={"fp": 1, "fn": 0})]


def test_a_prevalence_is_needed_when_class_mixes_differ():
    a = ConfusionMatrix.from_counts(tp=3, fn=0, fp=1, tn=2)
    b = ConfusionMatrix.from_counts(tp=3, fn=0, fp=10, tn=20)
    with pytest.raises(ValueError, match="`prevalence` must be given; got None"):
        operating_points({"a": a, "b": b})
    assert operating_points({"a": a, "b": b}, prevalence=0.5)


@pytest.mark.parametrize("ranking", single_class().values())
def test_undefined(ranking):
    assert operating_points(ranking) == ()
    assert "undefined" in optimal_ranges({"a": ranking})[0].sentence

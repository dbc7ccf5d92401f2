import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.score_data import ranked, scored, single_class
from referee.core import ConfusionMatrix, Ranking
from referee.curves import precision_recall, roc, roc_hull
from referee.curves.hull import ALL_POSITIVE, NONE_POSITIVE, upper_chain


@given(scored())
def test_covers_all_points_and_is_convex(case):
    r = ranked(case)
    hull, curve = roc_hull(r), roc(r)
    along = np.interp(curve.x, hull.fpr[hull.fpr >= 0], hull.tpr)
    keep = curve.x > 0
    assert (curve.y[keep] <= along[keep] + 1e-9).all()
    assert hull.area >= max(r.auc, 0.5) - 1e-12
    slopes = hull.slopes
    assert (slopes[1:] < slopes[:-1]).all()
    inner = slice(1, -1)
    points = {(round(x, 12), round(y, 12)) for x, y in zip(curve.x, curve.y, strict=True)}
    assert all(
        (round(x, 12), round(y, 12)) in points for x, y in zip(hull.fpr[inner], hull.tpr[inner], strict=True)
    )


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12))
def test_chain_equals_brute_force(points):
    points = sorted({(0, 0), (6, 6), *points})
    x, y = np.array(points).T
    chain = {points[i] for i in upper_chain(x, y)}

    def below(p):
        """Whether p lies on or below a segment between two others."""
        for a in points:
            for b in points:
                if a[0] <= p[0] <= b[0] and a[0] < b[0] and p not in (a, b):
                    over = (b[1] - a[1]) * (p[0] - a[0]) - (p[1] - a[1]) * (b[0] - a[0])
                    if over >= 0:
                        return True
                if a[0] == p[0] and a[1] > p[1] and p != points[0]:
                    return True
        return False

    assert chain == {p for p in points if not below(p)} | {points[0]}


@pytest.mark.parametrize("seed", range(4))
def test_the_thinning_of_long_curves_changes_nothing(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, 12_000)
    s = np.round(rng.normal(size=12_000) + y, 5)
    r = Ranking.from_scores(y, s, positive=1)
    curve = roc(r)
    kept = upper_chain(curve.fp, curve.tp)
    hull = roc_hull(r)
    np.testing.assert_array_equal(hull.fpr, curve.x[kept])
    np.testing.assert_array_equal(hull.tpr, curve.y[kept])
    np.testing.assert_allclose(roc_hull(curve).tpr, hull.tpr, atol=1e-12)


def test_curves_and_points_together():
    ranking = Ranking.from_scores([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], positive=1)
    rule = ConfusionMatrix.from_counts(tp=3, fn=0, fp=1, tn=2)
    poor = ConfusionMatrix.from_counts(tp=1, fn=2, fp=1, tn=2)
    hull = roc_hull({"scores": ranking, "rule": rule, "poor": poor})
    assert hull.owners == ((NONE_POSITIVE,), ("scores",), ("scores", "rule"), (ALL_POSITIVE,))
    assert hull.names == ("scores", "rule", "poor")
    assert hull.prevalence == 0.5
    assert hull.thresholds.tolist() == [np.inf, 5, 3, -np.inf]


def test_different_class_mixes_have_no_prevalence():
    a = ConfusionMatrix.from_counts(tp=3, fn=0, fp=1, tn=2)
    b = ConfusionMatrix.from_counts(tp=3, fn=0, fp=10, tn=20)
    assert np.isnan(roc_hull({"a": a, "b": b}).prevalence)


def test_a_reversed_ranking_leaves_the_diagonal():
    hull = roc_hull(Ranking.from_scores([0, 0, 1, 1], [4, 3, 2, 1]))
    assert hull.fpr.tolist() == [0, 1]
    assert hull.area == 0.5


def test_perfect():
    hull = roc_hull(Ranking.from_scores([1, 1, 0, 0], [4, 3, 2, 1]))
    assert hull.fpr.tolist() == [0, 0, 1]
    assert hull.area == 1


@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
def test_undefined_with_its_reason(reason, ranking):
    for item in (ranking, roc(ranking)):
        hull = roc_hull({"a": item})
        assert hull.undefined == f"'a': {reason}"
        assert np.isnan(hull.area)


@pytest.mark.parametrize(
    ("given_", "sentence"),
    [
        ({}, "`classifiers` must hold at least one classifier; got none"),
        ({"a": [1, 2]}, "`classifiers` must hold rankings, ROC curves or confusion matrices; got list"),
        (
            precision_recall(Ranking.from_scores([1, 0], [2, 1])),
            "`classifiers` must hold ROC curves; got precision against recall",
        ),
    ],
)
def test_bad_inputs(given_, sentence):
    with pytest.raises(ValueError, match=sentence):
        roc_hull(given_)


def test_a_level_start_keeps_its_far_end():
    assert upper_chain(np.array([0, 1]), np.array([1, 1])).tolist() == [0, 1]
    assert upper_chain(np.array([0, 0]), np.array([0, 0])).tolist() == [0]

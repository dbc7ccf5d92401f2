import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.score_data import ranked, scored, single_class
from referee.core import ConfusionMatrix, Ranking
from referee.curves import cost_break_even, cost_curve, cost_line, probability_cost, roc


@given(scored())
def test_envelope_is_the_least_of_all_lines(case):
    r = ranked(case)
    curve, envelope = roc(r), cost_curve(r)
    x = np.linspace(0, 1, 201)
    lines = (1 - curve.y)[:, None] * x + curve.x[:, None] * (1 - x)
    least = np.minimum(lines.min(axis=0), np.minimum(x, 1 - x))
    np.testing.assert_allclose(np.interp(x, envelope.x, envelope.y), least, atol=1e-9)
    better = least < np.minimum(x, 1 - x) - 1e-9
    low, high = envelope.facts["useful_from"], envelope.facts["useful_to"]
    if better.any():
        assert low - 1e-9 <= x[better].min()
        assert x[better].max() <= high + 1e-9
        assert not better[(x < low) | (x > high)].any()


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
def test_line_and_its_useful_range(tp, fn, fp, tn):
    if not tp + fn or not fp + tn:
        return
    line = cost_line(ConfusionMatrix.from_counts(tp=tp, fn=fn, fp=fp, tn=tn))
    x = np.linspace(0.001, 0.999, 999)
    better = np.interp(x, line.x, line.y) < np.minimum(x, 1 - x) - 1e-12
    low, high = line.facts["useful_from"], line.facts["useful_to"]
    if math.isnan(low):
        assert not better.any()
        assert line.note
    else:
        inside = (x > low + 1e-9) & (x < high - 1e-9)
        assert better[inside].all()
        assert not better[(x < low) | (x > high)].any()


@given(st.tuples(*[st.integers(0, 50)] * 4))
def test_break_even_is_where_costs_meet(cells):
    a_fn, a_fp, b_fn, b_fp = cells
    a = ConfusionMatrix.from_counts(tp=50 - a_fn, fn=a_fn, fp=a_fp, tn=50 - a_fp)
    b = ConfusionMatrix.from_counts(tp=50 - b_fn, fn=b_fn, fp=b_fp, tn=50 - b_fp)
    found = cost_break_even(a, b)
    if math.isnan(found.value):
        assert (a_fn - b_fn) * (a_fp - b_fp) >= 0
        assert found.undefined
        return
    for factor, cheaper in ((1.1, found.note[0]), (0.9, "ab".replace(found.note[0], ""))):
        ratio = found.value * factor
        at = {"a": a_fp + ratio * a_fn, "b": b_fp + ratio * b_fn}
        assert min(at, key=at.get) == cheaper
    assert found.value == pytest.approx(cost_break_even(b, a).value)


def test_probability_cost():
    assert probability_cost(0.2) == 0.2
    assert probability_cost(0.2, costs={"fp": 1, "fn": 4}) == pytest.approx(0.5)
    assert math.isnan(probability_cost(0, costs={"fp": 0, "fn": 1}))
    with pytest.raises(ValueError, match="`prevalence` must lie between 0 and 1"):
        probability_cost(20)


def test_useless_says_so():
    curve = cost_curve(Ranking.from_scores([0, 1], [2, 1]))
    assert "no costs" in curve.note
    assert math.isnan(curve.facts["useful_from"])
    np.testing.assert_allclose(curve.x, [0, 0.5, 1])
    np.testing.assert_allclose(curve.y, [0, 0.5, 0])


@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
def test_undefined_with_its_reason(reason, ranking):
    curve = cost_curve(ranking)
    assert reason in curve.undefined
    assert len(curve) == 0


def test_line_without_a_class():
    line = cost_line(ConfusionMatrix.from_counts(tp=2, fn=1, fp=0, tn=0))
    assert line.undefined == "there is no negative case"


@pytest.mark.parametrize(
    ("counts", "why"),
    [
        ({"fn": 3, "fp": 4}, "both have the same errors"),
        ({"fn": 2, "fp": 4}, "one has at most as many errors of both kinds"),
        ({"fn": 2, "fp": 5}, None),
    ],
)
def test_no_break_even_says_which_errors_are_the_same(counts, why):
    one = ConfusionMatrix.from_counts(tp=7, fn=3, fp=4, tn=6)
    other = ConfusionMatrix.from_counts(tp=10 - counts["fn"], tn=10 - counts["fp"], **counts)
    assert cost_break_even(one, other).undefined == why

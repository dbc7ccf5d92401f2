from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import InputError
from referee.inference._result import satterthwaite
from referee.inference.delong import delong_many, delong_paired
from referee.inference.delong_counts import delong_unpaired

cases = st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 5)), min_size=6, max_size=30).filter(
    lambda rows: 2 <= sum(r[0] for r in rows) <= len(rows) - 2
)


def made(seed, n, k=2):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return y, [rng.normal(y * (0.5 + 0.3 * i), 1) for i in range(k)]


def test_identical_scores_are_not_different():
    y, (a, _) = made(1, 50)
    for b in (a, np.exp(a), a * 1e-3 + 4):
        test = delong_paired(y, a, b)
        assert test.p_value == 1
        assert test.statistic == 0
        assert list(test.effect.interval) == [0, 0]
    assert delong_many(y, [a, a, a]).p_value == 1
    assert delong_unpaired(y, a, y, a).p_value == 1


def test_two_perfect_scores_are_not_different():
    y = [1, 1, 1, 0, 0, 0]
    test = delong_paired(y, [6, 5, 4, 3, 2, 1], [4, 5, 6, 1, 2, 3])
    assert test.p_value == 1
    assert test.inapplicable is None
    assert list(test.effect.interval) == [0, 0]  # every placement is 1 in both
    assert delong_unpaired(y, [6, 5, 4, 3, 2, 1], [1, 1, 0, 0], [4, 3, 2, 1]).p_value == 1
    assert delong_unpaired(y, [6, 5, 4, 3, 2, 1], [1, 1, 0, 0], [4, 3, 2, 1]).effect.interval is None


def test_perfect_against_reversed_cannot_be_judged():
    test = delong_paired([1, 1, 0, 0], [4, 3, 2, 1], [1, 2, 3, 4])
    assert math.isnan(test.p_value)
    assert "no case shows any spread" in test.inapplicable
    assert test.effect.value == 1
    assert math.isnan(delong_many([1, 1, 0, 0], [[4, 3, 2, 1], [1, 2, 3, 4]]).p_value)


@settings(max_examples=60, deadline=None)
@given(cases, st.sampled_from(["two-sided", "greater", "less"]))
def test_interval_and_p_agree_and_swapping_flips_the_sign(rows, alternative):
    y, a, b = zip(*rows, strict=True)
    one = delong_paired(y, a, b, positive=True, alternative=alternative)
    if one.inapplicable:
        assert math.isnan(one.p_value)
        return
    if one.effect.interval is not None and abs(one.p_value - 0.05) > 1e-9:
        assert (0 not in one.effect.interval) == (one.p_value < 0.05)
    flip = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    other = delong_paired(y, b, a, positive=True, alternative=flip)
    assert other.p_value == pytest.approx(one.p_value, abs=1e-12)
    assert other.statistic == pytest.approx(-one.statistic, abs=1e-9)
    assert other.effect.value == pytest.approx(-one.effect.value, abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(cases)
def test_unpaired_swaps_and_two_of_many_is_the_pair(rows):
    y, a, b = zip(*rows, strict=True)
    one, other = (delong_unpaired(y, s, y, r, positive=True) for s, r in ((a, b), (b, a)))
    assert one.p_value == pytest.approx(other.p_value, abs=1e-12, nan_ok=True)
    pair, both = delong_paired(y, a, b, positive=True), delong_many(y, [a, b], positive=True)
    assert both.p_value == pytest.approx(pair.p_value, abs=1e-9, nan_ok=True)


def test_many_by_the_textbook_and_in_any_order():
    y, scores = made(3, 90, 4)
    test = delong_many(y, scores)
    aucs = np.array([test.details[f"auc_{i}"] for i in range(4)])
    cov = np.empty((4, 4))
    for i in range(4):
        for j in range(4):
            cov[i, j] = delong_paired(y, scores[i], scores[j]).details["covariance"]
    contrast = np.array([[1, -1, 0, 0], [0, 1, -1, 0], [0, 0, 1, -1]])
    d = contrast @ aucs
    assert test.statistic == pytest.approx(d @ np.linalg.solve(contrast @ cov @ contrast.T, d), rel=1e-9)
    assert test.details["df"] == 3
    assert delong_many(y, scores[::-1]).statistic == pytest.approx(test.statistic, rel=1e-9)
    assert delong_many(y, [*scores, scores[1] * 2]).statistic == pytest.approx(test.statistic, rel=1e-9)


def test_clusters():
    y, (a, b) = made(4, 120)
    alone = delong_paired(y, a, b, groups=np.arange(120))
    assert alone.p_value == pytest.approx(delong_paired(y, a, b).p_value, abs=1e-9)
    few = delong_paired(y, a, b, groups=np.arange(120) % 10)
    assert few.details["df"] == 9
    assert any("10 clusters" in w for w in few.warnings)
    assert "6 are needed" in delong_paired(y, a, b, groups=np.arange(120) % 5).inapplicable


def test_weights_of_one_change_nothing_and_have_no_unit():
    y, (a, b) = made(5, 60)
    plain = delong_paired(y, a, b)
    assert delong_paired(y, a, b, weights=[3.0] * 60).p_value == pytest.approx(plain.p_value, abs=1e-12)


def test_small_classes_are_said():
    test = delong_paired([1, 1, 0, 0, 0], [5, 3, 4, 2, 1], [4, 5, 3, 1, 2])
    assert any("swap permutation" in w for w in test.warnings)
    one = delong_paired([1, 0, 0], [5, 3, 4], [4, 5, 3])
    assert one.inapplicable == "there is one positive case, so the spread of that class cannot be seen"
    none = delong_paired([1, 1, 1], [5, 3, 4], [4, 5, 3], positive=1)
    assert none.inapplicable == "there is no negative case"
    assert none.effect.undefined == "there is no negative case"
    assert not none.significant()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"scores_b": [1, 2]}, r"`scores_b` must have as many cases as `y_true` \(4\); got 2"),
        (
            {"scores_a": [1, 2, None, 4]},
            r"`scores_a` must have no missing value; got 1 missing value.*row 3 \(index 2\)",
        ),
        ({"level": 95}, r"`level` must lie strictly between 0 and 1; got 95"),
        ({"alternative": "bigger"}, r"`alternative` must be one of 'two-sided', 'greater', 'less'; got 'bigger'"),
        ({"y_true": ["a", "b", "a", "b"]}, r"`positive` must name the positive class"),
    ],
)
def test_bad_inputs(change, sentence):
    given = {"y_true": [1, 1, 0, 0], "scores_a": [4, 3, 2, 1], "scores_b": [4, 3, 1, 2]} | change
    with pytest.raises(InputError, match=sentence):
        delong_paired(given.pop("y_true"), given.pop("scores_a"), given.pop("scores_b"), **given)


def test_many_needs_two():
    with pytest.raises(InputError, match="`scores` must hold at least two columns"):
        delong_many([1, 0], [[1, 2]])


def test_degrees_of_freedom_lie_between_the_smaller_class_and_all():
    assert satterthwaite((1.0, 5), (0.0, 50)) == pytest.approx(4)
    assert satterthwaite((1.0, 5), (1.0, 5)) == pytest.approx(8)
    assert math.isnan(satterthwaite((0.0, 5), (0.0, 5)))

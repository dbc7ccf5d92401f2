from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from referee import read
from referee.core import Ranking
from referee.errors import InputError, RefereeWarning
from referee.metrics import get, hand_till, micro_auc, ovo_weighted_auc, ovr_auc, provost_domingos


def _random(seed, k, tied):
    rng = np.random.default_rng(seed)
    y = np.append(np.arange(k), rng.integers(k, size=40))
    p = rng.multinomial(6, np.ones(k) / k, size=40 + k) / 6 if tied else rng.dirichlet(np.ones(k), size=40 + k)
    return y, p, rng.random(40 + k) + 0.05


@pytest.mark.slow
@given(st.integers(0, 2**32), st.integers(3, 5), st.booleans())
def test_all_averages_equal_scikit_learn(seed, k, tied):
    y, p, w = _random(seed, k, tied)

    def theirs(**options):
        return pytest.approx(roc_auc_score(y, p, **options), abs=1e-10)

    assert hand_till(y, p) == theirs(multi_class="ovo", average="macro")
    assert ovo_weighted_auc(y, p) == theirs(multi_class="ovo", average="weighted")
    assert ovr_auc(y, p) == theirs(multi_class="ovr", average="macro")
    assert provost_domingos(y, p) == theirs(multi_class="ovr", average="weighted")
    assert micro_auc(y, p) == theirs(multi_class="ovr", average="micro")
    assert ovr_auc(y, p, weights=w) == theirs(multi_class="ovr", average="macro", sample_weight=w)
    assert provost_domingos(y, p, weights=w) == theirs(multi_class="ovr", average="weighted", sample_weight=w)
    assert micro_auc(y, p, weights=w) == theirs(multi_class="ovr", average="micro", sample_weight=w)


def _brute(y, p):
    k = p.shape[1]
    total = 0.0
    for i in range(k):
        for j in range(k):
            if i != j:
                a, b = p[y == i, i], p[y == j, i]
                total += np.mean([(u > v) + (u == v) / 2 for u in a for v in b])
    return total / (k * (k - 1))


@given(st.integers(0, 2**32), st.integers(2, 4))
def test_is_the_definition(seed, k):
    y, p, _ = _random(seed, k, True)
    assert hand_till(y, p) == pytest.approx(_brute(y, p), abs=1e-12)


def test_two_classes_are_the_auc_and_any_monotone_score_will_do():
    y, s = [1, 0, 1, 0, 1], [3.0, -2.0, np.inf, 0.5, 0.5]
    expected = Ranking.from_scores(y, s).auc
    for entry in (hand_till, ovo_weighted_auc, ovr_auc, provost_domingos):
        assert entry(y, s) == expected
    assert hand_till(["a", "b"], [0.3, 0.4], positive="a") == 0.0


@pytest.mark.parametrize("name", ["hand_till", "ovo_weighted_auc", "ovr_auc", "provost_domingos", "micro_auc"])
def test_an_absent_class_makes_it_undefined_and_is_named(name):
    entry = get(name)
    p = [[0.5, 0.3, 0.2], [0.2, 0.5, 0.3]]
    with pytest.warns(RefereeWarning, match="no case has the class 'c'"):
        assert math.isnan(entry(["a", "b"], p, labels=["a", "b", "c"]))
    answers = read(["a", "b"], y_score=p, labels=["a", "b", "c"])
    assert entry.why_undefined(entry.sees(answers)) == "no case has the class 'c'"
    with pytest.warns(RefereeWarning, match="there is a single class"):
        assert math.isnan(entry([1, 1], [[0.5], [0.2]]))


def test_five_absent_classes_are_named_at_most():
    answers = read(["a", "b"], y_score=np.full((2, 9), 1 / 9), labels=list("abcdefghi"))
    assert hand_till.why_undefined(hand_till.sees(answers)) == "no case has the class 'c', 'd', 'e', 'f', 'g'"


def test_several_classes_need_their_columns():
    with pytest.raises(InputError, match="one column for each of the 3 classes"):
        hand_till(["a", "b", "c"], [0.1, 0.2, 0.3])


def test_scores_tied_for_all_are_worth_a_half():
    assert hand_till([0, 1, 2, 2], np.full((4, 3), 1 / 3)) == 0.5

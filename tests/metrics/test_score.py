from __future__ import annotations

import doctest

import numpy as np
import pytest

import referee.calibration
import referee.multiclass
from referee.data.cases import Cases
from referee.errors import InputError
from referee.metrics.score import SCORES, score

RNG = np.random.default_rng(5)
P = RNG.dirichlet(np.ones(3), size=60).round(2)
P[:, 2] = 1 - P[:, 0] - P[:, 1]
P = P.clip(0.01, None)
P /= P.sum(axis=1, keepdims=True)
Y = np.arange(60) % 3


@pytest.mark.parametrize("name", sorted(SCORES))
def test_the_docstring_runs(name):
    entry = SCORES[name]
    module = referee.multiclass if hasattr(referee.multiclass, name) else referee.calibration
    tests = doctest.DocTestParser().get_doctest(entry.__doc__ or "", vars(module), name, None, 0)
    assert tests.examples
    assert doctest.DocTestRunner(verbose=False).run(tests).failed == 0


@pytest.mark.parametrize("name", sorted(SCORES))
def test_every_formula_is_batched_and_counts_repetitions(name):
    entry = SCORES[name]
    cases = entry.cases(Y, P)
    weights = RNG.integers(1, 4, size=(2, 3, 60)).astype(float)
    got = entry.formula(cases, weights)
    assert got.shape == (2, 3)
    for i in range(2):
        for j in range(3):
            rows = np.repeat(np.arange(60), weights[i, j].astype(int))
            assert got[i, j] == pytest.approx(entry(Y[rows], P[rows]), abs=1e-12)


@pytest.mark.parametrize("name", sorted(SCORES))
def test_scale_of_weights_and_order_of_cases_do_not_matter(name):
    entry = SCORES[name]
    w = RNG.random(60) + 0.1
    order = RNG.permutation(60)
    base = entry(Y, P, weights=w)
    assert entry(Y, P, weights=7 * w) == pytest.approx(base, rel=1e-12)
    assert entry(Y[order], P[order], weights=w[order]) == pytest.approx(base, rel=1e-12)
    assert entry.range[0] <= base <= entry.range[1]
    assert isinstance(base, float)


@pytest.mark.parametrize("name", sorted(SCORES))
def test_names_of_classes_do_not_matter(name):
    entry = SCORES[name]
    names = np.array(["x", "y", "z"])
    assert entry(names[Y], P) == entry(Y, P)
    flipped = entry(names[::-1][Y], P[:, ::-1])
    assert flipped == pytest.approx(entry(Y, P), rel=1e-12)


def test_a_name_is_taken_once_and_losses_are_of_means():
    with pytest.raises(InputError, match="`name` must be new among the scores"):
        score("again", needs="scores")(SCORES["hand_till"].raw)
    cases = Cases(Y, P, (0, 1, 2))
    with pytest.raises(InputError, match="be a mean over cases"):
        SCORES["hand_till"].losses(cases)
    assert repr(SCORES["hand_till"]) == "<score hand_till: multi-class AUC (Hand and Till)>"

from __future__ import annotations

import math
import sys
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from referee.data.read import read
from referee.errors import RefereeWarning
from referee.metrics import vus


def _brute(y, p, w):
    rows = [np.flatnonzero(y == c) for c in range(3)]
    got = total = 0.0
    for triple in product(*rows):
        sums = {
            order: sum(p[i, c] for i, c in zip(triple, order, strict=True)) for order in permutations(range(3))
        }
        most = max(sums.values())
        tied = [order for order, value in sums.items() if abs(value - most) < 1e-9]
        weight = np.prod(w[list(triple)])
        total += weight
        if (0, 1, 2) in tied:
            got += weight / len(tied)
    return got / total


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([2, 5, 10, 1000]), st.booleans())
def test_is_the_count_over_all_triples(seed, steps, weighted):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 15))
    y = np.append([0, 1, 2], rng.integers(3, size=n))
    p = rng.multinomial(steps, np.ones(3) / 3, size=n + 3) / steps
    p[rng.random(n + 3) < 0.3] = p[0]
    w = rng.random(n + 3) + 0.1 if weighted else np.ones(n + 3)
    assert vus(y, p, weights=w) == pytest.approx(_brute(y, p, w), abs=1e-10)


def test_chance_is_a_sixth_and_perfect_is_one():
    assert vus([0, 1, 2, 2], np.full((4, 3), 1 / 3)) == pytest.approx(1 / 6)
    assert vus([0, 1, 2, 2], np.eye(3)[[0, 1, 2, 2]]) == 1.0
    assert vus([0, 1, 2, 2], np.eye(3)[[1, 2, 0, 0]]) == 0.0


def test_large_blocks_agree_with_small_ones(monkeypatch):
    module = sys.modules["referee.metrics.vus"]
    rng = np.random.default_rng(0)
    y, p = rng.integers(3, size=200), rng.dirichlet(np.ones(3), size=200)
    whole = vus(y, p)
    monkeypatch.setattr(module, "_BLOCK", 100)
    assert vus(y, p) == pytest.approx(whole, abs=1e-12)


def test_when_it_is_undefined_or_refused():
    endless = [[1, 0, 0], [0, np.inf, 0], [0, 0, 1]]
    for y, scores, labels, why in (
        ([1, 0], [0.3, 0.2], None, "there are 2"),
        ([0, 1], [[1, 0, 0], [0, 1, 0]], [0, 1, 2], "no case has the class 2"),
        ([0, 1, 2], endless, None, "a score is infinite"),
    ):
        with pytest.warns(RefereeWarning, match=f"vus is undefined: .*{why}"):
            assert math.isnan(vus(y, scores, labels=labels))


def test_the_influence_is_the_derivative_by_the_weight():
    rng = np.random.default_rng(1)
    y, p = np.arange(30) % 3, rng.multinomial(6, np.ones(3) / 3, size=30) / 6
    cases = vus.sees(read(y, y_score=p))
    value, influence = vus.project(cases)
    assert value == pytest.approx(_brute(y, p, np.ones(30)), abs=1e-12)
    step = 1e-6
    for row in range(30):
        more = np.ones(30)
        more[row] += step
        assert influence[row] == pytest.approx((vus(y, p, weights=more) - value) / step, abs=1e-6)


def test_an_evaluation_of_three_classes_has_it_where_it_is_quick(monkeypatch):
    rng = np.random.default_rng(2)
    p = rng.dirichlet(np.ones(3), size=60)
    found = referee.evaluate(np.arange(60) % 3, y_score=p, rng=0)["vus"]
    assert found.value == vus(np.arange(60) % 3, p)
    assert found.value in found.interval
    monkeypatch.setattr(sys.modules["referee.metrics.vus"], "AFFORDABLE", 399)
    names = [m.name for m in referee.evaluate(np.arange(60) % 3, y_score=p, rng=0).measures]
    assert "vus" not in names
    assert "hand_till" in names
    two = referee.evaluate(np.arange(60) % 2, y_score=p[:, 0], rng=0)
    assert "vus" not in [m.name for m in two.measures]


def test_sets_of_weights_have_a_value_each():
    rng = np.random.default_rng(4)
    y = np.arange(9) % 3
    cases = vus.sees(read(y, y_score=rng.dirichlet(np.ones(3), 9)))
    weights = rng.uniform(0.5, 2, size=(2, 4, len(cases.truth)))
    found = vus.formula(cases, weights)
    assert found.shape == (2, 4)
    assert found[1, 2] == pytest.approx(float(vus.formula(cases, weights[1, 2])))

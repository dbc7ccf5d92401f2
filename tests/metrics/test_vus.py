from __future__ import annotations

import math
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import InputError, RefereeWarning
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
    import sys

    module = sys.modules["referee.metrics.vus"]
    rng = np.random.default_rng(0)
    y, p = rng.integers(3, size=200), rng.dirichlet(np.ones(3), size=200)
    whole = vus(y, p)
    monkeypatch.setattr(module, "_BLOCK", 100)
    assert vus(y, p) == pytest.approx(whole, abs=1e-12)


def test_when_it_is_undefined_or_refused():
    for y, scores, labels in (([1, 0], [0.3, 0.2], None), ([0, 1], [[1, 0, 0], [0, 1, 0]], [0, 1, 2])):
        with pytest.warns(RefereeWarning, match="vus is undefined: "):
            assert math.isnan(vus(y, scores, labels=labels))
    with pytest.raises(InputError, match="an infinite value at row 1"):
        vus([0, 1, 2], [[1, 0, 0], [0, np.inf, 0], [0, 0, 1]])

from __future__ import annotations

import math
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import read
from referee.errors import InputError
from referee.metrics import vus_ordered


def _brute(y, s, w):
    rows = [np.flatnonzero(y == c) for c in range(3)]
    got = total = 0.0
    for triple in product(*rows):
        orders = [o for o in permutations(range(3)) if s[triple[o[0]]] <= s[triple[o[1]]] <= s[triple[o[2]]]]
        weight = np.prod(w[list(triple)])
        total += weight
        got += weight * ((0, 1, 2) in orders) / len(orders)
    return got / total


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([2, 4, 1000]), st.booleans())
def test_is_the_count_over_all_triples(seed, steps, weighted):
    rng = np.random.default_rng(seed)
    y = np.append([0, 1, 2], rng.integers(3, size=12))
    s = rng.integers(steps, size=15).astype(float)
    w = rng.random(15) + 0.1 if weighted else np.ones(15)
    assert vus_ordered(y, s, weights=w) == pytest.approx(_brute(y, s, w), abs=1e-12)


def test_order_of_labels_is_the_order_of_classes():
    y, s = ["low", "mid", "high"], [1, 2, 3]
    assert vus_ordered(y, s, labels=["low", "mid", "high"]) == 1.0
    assert vus_ordered(y, s, labels=["high", "mid", "low"]) == 0.0
    assert vus_ordered(read(y, y_score=[1, 1, 1])) == pytest.approx(1 / 6)
    assert vus_ordered([0, 1, 2], [-np.inf, 0, np.inf]) == 1.0


def test_when_it_is_undefined_or_refused():
    assert math.isnan(vus_ordered([0, 1], [1, 2], labels=[0, 1, 2]))
    with pytest.raises(InputError, match="`labels` must be three classes, lowest first; got 0, 1"):
        vus_ordered([0, 1], [1, 2])
    with pytest.raises(InputError, match="`y_score` must be one score per case"):
        vus_ordered([0, 1, 2], np.eye(3))

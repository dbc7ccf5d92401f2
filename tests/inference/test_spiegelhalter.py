from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import read
from referee.inference import spiegelhalter


@given(st.integers(0, 2**32))
def test_is_the_textbook_z(seed):
    rng = np.random.default_rng(seed)
    p = rng.uniform(0.01, 0.99, size=40)
    y = rng.integers(2, size=40)
    z = ((y - p) * (1 - 2 * p)).sum() / np.sqrt(((1 - 2 * p) ** 2 * p * (1 - p)).sum())
    got = spiegelhalter(read(y, y_score=p, labels=[0, 1]))
    assert got.statistic == pytest.approx(z, abs=1e-9)
    assert got.effect is not None
    assert got.effect.value == pytest.approx(((p - y) ** 2 - p * (1 - p)).mean(), abs=1e-12)
    assert got.effect.interval is not None
    assert (0 not in got.effect.interval) == (got.p_value < 0.05)
    flipped = spiegelhalter(read(1 - y, y_score=1 - p, labels=[0, 1]))
    assert flipped.p_value == pytest.approx(got.p_value, abs=1e-9)


def test_three_classes_have_the_moments_claimed():
    rng = np.random.default_rng(0)
    p = rng.dirichlet(np.ones(3), size=30)
    z = []
    for _ in range(1500):
        y = (rng.random((30, 1)) > p.cumsum(axis=1)).sum(axis=1)
        z.append(spiegelhalter(read(y, y_score=p, labels=[0, 1, 2])).statistic)
    assert np.mean(z) == pytest.approx(0, abs=0.1)
    assert np.std(z) == pytest.approx(1, abs=0.07)


def test_overconfidence_is_positive_and_found():
    rng = np.random.default_rng(1)
    p = rng.random(500)
    y = rng.random(500) < 0.5 + 0.4 * (p - 0.5)
    got = spiegelhalter(y, p)
    assert got.statistic is not None
    assert got.statistic > 3
    assert got.p_value < 0.01


def test_inapplicable_with_its_reason():
    never = spiegelhalter([1, 0], [0.0, 0.5])
    assert never.inapplicable == "1 case had probability 0 for what happened, so the null is false"
    assert math.isnan(never.p_value)
    flat = spiegelhalter([1, 0, 1], [0.5, 0.5, 1.0])
    assert "cannot vary" in (flat.inapplicable or "")
    grouped = spiegelhalter(read([1, 0], y_score=[0.3, 0.4], groups=[1, 1]))
    assert "groups" in (grouped.inapplicable or "")


def test_weights_have_no_scale():
    rng = np.random.default_rng(2)
    y, p, w = rng.integers(2, size=50), rng.random(50), rng.random(50)
    assert spiegelhalter(read(y, y_score=p, weights=w)).p_value == pytest.approx(
        spiegelhalter(read(y, y_score=p, weights=8 * w)).p_value
    )

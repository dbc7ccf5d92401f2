"""The score interval for F-beta and the Jaccard index."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.inference import fbeta_interval, jaccard_interval, wilson

CELL = st.integers(0, 60)


@given(CELL, CELL, CELL)
@settings(max_examples=60, deadline=None)
def test_f1_is_wilson_on_jaccard_and_a_limit_of_the_general_form(tp, fp, fn):
    m = tp + fp + fn
    if m == 0:
        return
    j = wilson(tp, m)
    f = fbeta_interval(tp, fp, fn, 0.95)
    assert tuple(f) == pytest.approx((2 * j.low / (1 + j.low), 2 * j.high / (1 + j.high)))
    assert tuple(jaccard_interval(tp, fp, fn, 0.95)) == pytest.approx(tuple(j))
    near = fbeta_interval(tp, fp, fn, 0.95, beta=1 + 1e-7)
    assert tuple(near) == pytest.approx(tuple(f), abs=1e-5)


@given(CELL, CELL, CELL, st.floats(0.2, 5), st.floats(0.6, 0.99))
@settings(max_examples=80, deadline=None)
def test_holds_the_value_has_width_and_widens(tp, fp, fn, beta, level):
    if tp + fp + fn == 0:
        return
    b2 = beta * beta
    value = (1 + b2) * tp / ((1 + b2) * tp + b2 * fn + fp)
    ci = fbeta_interval(tp, fp, fn, level, beta=beta)
    assert 0 <= ci.low <= value <= ci.high <= 1
    assert ci.width > 0
    wider = fbeta_interval(tp, fp, fn, (1 + level) / 2, beta=beta)
    assert wider.low <= ci.low + 1e-9
    assert wider.high >= ci.high - 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("shares", [(0.02, 0.02, 0.01), (0.3, 0.1, 0.1), (0.05, 0.005, 0.005)])
def test_coverage_under_random_sampling(beta, shares):
    generator = np.random.default_rng(7)
    tp, fp, fn = shares
    b2 = beta * beta
    truth = (1 + b2) * tp / ((1 + b2) * tp + b2 * fn + fp)
    draws = generator.multinomial(400, [*shares, 1 - sum(shares)], size=400)[:, :3]
    drawn = [(a, b, c) for a, b, c in draws.tolist() if a + b + c]
    hits = np.mean([truth in fbeta_interval(a, b, c, 0.95, beta=beta) for a, b, c in drawn])
    assert 0.92 <= hits <= 0.985

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from referee.core.joint import JointConfusion
from referee.errors import InputError
from referee.inference import paired_bootstrap, paired_draws
from referee.metrics import get


def joint(cells):
    return JointConfusion(np.array(cells).reshape(2, 2, 2), (0, 1), 1)


def test_against_draws_by_hand():
    table = joint([40, 6, 3, 1, 2, 3, 12, 23])
    result = paired_draws(table, metric="mcc", rng=1)
    mcc, limits, p = get("mcc").formula, [], []
    for added in (1 / 8, 4 / 8):
        shape = (table.counts.ravel() + added) * 88 / (90 + 8 * added)
        drawn = np.random.default_rng(0).dirichlet(shape, 20_000).reshape(-1, 2, 2, 2)
        d = mcc(drawn.sum(axis=3)) - mcc(drawn.sum(axis=2))
        limits.append(np.quantile(d, [0.025, 0.975]))
        p.append(2 * min(np.mean(d <= 0), np.mean(d >= 0)))
    low, high = np.min(limits, axis=0)[0], np.max(limits, axis=0)[1]
    assert_allclose(list(result.effect.interval), [low, high], atol=0.012)
    assert_allclose(result.p_value, max(p), atol=0.01)


def test_with_many_cases_it_is_the_bootstrap():
    table = joint([4000, 600, 300, 100, 200, 300, 1200, 2300])
    one, two = (list(test(table, metric="f1", rng=1).effect.interval) for test in (paired_draws, paired_bootstrap))
    assert_allclose(one, two, atol=0.002)


tables = st.lists(st.integers(0, 8), min_size=8, max_size=8).filter(lambda t: sum(t[:4]) > 0 and sum(t[4:]) > 0)


@settings(max_examples=50, deadline=None)
@given(
    tables,
    st.sampled_from(["f1", "mcc", "balanced_accuracy", "false_discovery_rate"]),
    st.sampled_from([0.8, 0.95, 0.99]),
    st.sampled_from(["two-sided", "greater", "less"]),
)
def test_dual_and_exchange(cells, metric, level, alternative):
    table = joint(cells)
    result = paired_draws(table, metric=metric, level=level, alternative=alternative, rng=1)
    if result.inapplicable:
        assert math.isnan(result.p_value)
        return
    interval = result.effect.interval
    assert interval.width > 0
    assert (0 not in interval) == (result.p_value < 1 - level)
    assert result.effect.value in interval
    other = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    back = paired_draws(
        JointConfusion(table.counts.transpose(0, 2, 1), (0, 1), 1),
        metric=metric,
        level=level,
        alternative=other,
        rng=1,
    )
    assert back.effect.value == -result.effect.value
    if (table.counts != table.counts.transpose(0, 2, 1)).any():
        assert_allclose(back.p_value, result.p_value, atol=1e-12)


def test_too_many_classes():
    labels = list(range(13))
    with pytest.raises(InputError, match=r"`labels` must be at most 12; got 13. Use paired_bootstrap."):
        paired_draws(labels, labels, labels, metric="kappa")
